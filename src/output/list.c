// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of what a recording holds: its build-ids, its records by type. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/output.h"

void output_build_id(struct buf *b, const uint8_t *id, uint8_t n)
{
	for (uint8_t i = 0; i < n; i++)
		buf_hex_width(b, id[i], 2, '0');
}

static void put_build_id(struct buf *b, const uint8_t *id, uint8_t n, const char *path)
{
	output_build_id(b, id, n);
	buf_char(b, ' ');
	buf_text(b, path);
	buf_char(b, '\n');
}

/* Newer recorders put build-ids into the MMAP2 records and have no section. */
static void hit_build_ids(struct buf *b, struct places *p)
{
	const struct session *s = p->session;
	bool *hit = places_hit(p, false);
	for (uint32_t f = 0; f < s->n_files; f++)
		if (hit[f] && s->files[f].n_build_id)
			put_build_id(b, s->files[f].build_id, s->files[f].n_build_id,
			             session_text(s, s->files[f].path));
	free(hit);
}

void output_build_ids(struct buf *b, struct places *p, bool only_hit)
{
	struct data *d = p->session->data;
	struct data_build_id id;
	uint64_t at = 0;
	if (only_hit || !data_has_feature(d, ABI_FEATURE_BUILD_ID)) {
		hit_build_ids(b, p);
		return;
	}
	while (data_build_id_next(d, &at, &id) == 0)
		put_build_id(b, id.id, id.n, id.path);
}

static void stats_line(struct buf *b, const char *name, uint64_t n, uint64_t total)
{
	buf_right(b, name, 16);
	buf_printf(b, " events: %10llu  (%4.1f%%)\n", (unsigned long long)n,
	           total ? 100.0 * (double)n / (double)total : 0);
}

void output_stats(struct buf *b, const struct session *s)
{
	const struct session_stats *st = &s->stats;
	uint64_t total = 0;
	for (uint32_t t = 0; t < ABI_RECORD_END; t++)
		total += st->records[t];
	buf_str(b, "\nAggregated stats:\n");
	buf_right(b, "TOTAL", 16);
	buf_printf(b, " events: %10llu\n", (unsigned long long)total);
	for (uint32_t t = 0; t < ABI_RECORD_END; t++)
		if (st->records[t])
			stats_line(b, abi_record_name(t), st->records[t], total);
	if (st->unknown)
		buf_printf(b, "%16s types:  %10llu records\n", "unknown",
		           (unsigned long long)st->unknown);
	for (uint32_t i = 0; i < s->data->n_events; i++) {
		if (!st->event_samples[i] && !st->event_lost[i])
			continue;
		buf_text(b, s->data->events[i].name);
		buf_str(b, " stats:\n");
		buf_printf(b, "%16s events: %10llu\n", "SAMPLE",
		           (unsigned long long)st->event_samples[i]);
		if (st->event_lost[i])
			buf_printf(b, "%16s events: %10llu\n", "LOST_SAMPLES",
			           (unsigned long long)st->event_lost[i]);
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of what a recording holds: its events with their attrs, its build-ids, its records by type, its header. */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "output/output.h"

static void put_bits(struct buf *b, uint64_t v, const struct abi_bit *bits)
{
	bool more = false;
	for (; bits->bit; bits++)
		if (v & bits->bit) {
			buf_printf(b, "%s%s", more ? "|" : "", bits->name);
			more = true;
		}
}

void output_attr(struct buf *b, const struct abi_attr *a)
{
	const struct {
		const char *name;
		uint64_t v;
		bool hex;
	} tail[] = {
		{ "wakeup_events", a->flags & ABI_WATERMARK ? 0 : a->wakeup, false },
		{ "wakeup_watermark", a->flags & ABI_WATERMARK ? a->wakeup : 0, false },
		{ "bp_type", a->bp_type, false },
		{ a->type == ABI_TYPE_BREAKPOINT ? "bp_addr" : "config1", a->config1, true },
		{ a->type == ABI_TYPE_BREAKPOINT ? "bp_len" : "config2", a->config2, true },
		{ "branch_sample_type", a->branch_sample_type, true },
		{ "sample_regs_user", a->sample_regs_user, true },
		{ "sample_stack_user", a->sample_stack_user, false },
		{ "sample_regs_intr", a->sample_regs_intr, true },
		{ "aux_watermark", a->aux_watermark, false },
		{ "sample_max_stack", a->sample_max_stack, false },
		{ "aux_sample_size", a->aux_sample_size, false },
		{ "sig_data", a->sig_data, false },
		{ "config3", a->config3, true },
		{ "config4", a->config4, true },
	};
	buf_printf(b, "type: %u, size: %u", a->type, a->size);
	if (a->config)
		buf_printf(b, ", config: %#llx", (unsigned long long)a->config);
	buf_printf(b, ", { sample_period, sample_freq }: %llu, sample_type: ",
		   (unsigned long long)a->period_or_freq);
	put_bits(b, a->sample_type, abi_sample_bits);
	buf_str(b, ", read_format: ");
	put_bits(b, a->read_format, abi_format_bits);
	unsigned precise = (unsigned)((a->flags & ABI_PRECISE_MASK) >> ABI_PRECISE_SHIFT);
	for (const struct abi_bit *f = abi_flag_bits; f->bit; f++) {
		if (a->flags & f->bit)
			buf_printf(b, ", %s: 1", f->name);
		if (f->bit == ABI_WATERMARK && precise)
			buf_printf(b, ", precise_ip: %u", precise);
	}
	for (size_t i = 0; i < sizeof tail / sizeof *tail; i++)
		if (tail[i].v)
			buf_printf(b, tail[i].hex ? ", %s: %#llx" : ", %s: %llu", tail[i].name,
				   (unsigned long long)tail[i].v);
	if (a->flags & ABI_USE_CLOCKID)
		buf_printf(b, ", clockid: %d", a->clockid);
}

void output_evlist(struct buf *b, const struct data *d, bool verbose)
{
	for (uint32_t i = 0; i < d->n_events; i++) {
		buf_text(b, d->events[i].name);
		if (verbose) {
			buf_str(b, ": ");
			output_attr(b, &d->events[i].attr);
		}
		buf_char(b, '\n');
	}
}

static void put_build_id(struct buf *b, const uint8_t *id, uint8_t n, const char *path)
{
	for (uint8_t i = 0; i < n; i++)
		buf_hex_width(b, id[i], 2, '0');
	buf_char(b, ' ');
	buf_text(b, path);
	buf_char(b, '\n');
}

/* Newer recorders put build-ids into the MMAP2 records and have no section. */
static void hit_build_ids(struct buf *b, struct session *s)
{
	struct session_event ev;
	bool *hit = NULL;
	uint32_t n = 0;
	while (session_next(s, &ev) == 0) {
		if (ev.rec.type != ABI_RECORD_SAMPLE)
			continue;
		uint8_t mode = ev.rec.misc & ABI_MISC_CPUMODE_MASK;
		uint32_t file = s->mappings[session_mapping(s, ev.thread, mode, ev.sample.ip)].file;
		if (file >= n) {
			hit = mem_resize(hit, s->cap_files, sizeof *hit);
			memset(hit + n, 0, (s->cap_files - n) * sizeof *hit);
			n = s->cap_files;
		}
		hit[file] = true;
	}
	for (uint32_t f = 0; f < n && f < s->n_files; f++)
		if (hit[f] && s->files[f].n_build_id)
			put_build_id(b, s->files[f].build_id, s->files[f].n_build_id,
				     session_text(s, s->files[f].path));
	free(hit);
}

void output_build_ids(struct buf *b, struct session *s)
{
	struct data_build_id id;
	uint64_t at = 0;
	if (!data_has_feature(s->data, ABI_FEATURE_BUILD_ID)) {
		hit_build_ids(b, s);
		return;
	}
	while (data_build_id_next(s->data, &at, &id) == 0)
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
	uint64_t total = st->unknown;
	for (uint32_t t = 0; t < ABI_RECORD_END; t++)
		total += st->records[t];
	buf_str(b, "\nAggregated stats:\n");
	buf_right(b, "TOTAL", 16);
	buf_printf(b, " events: %10llu\n", (unsigned long long)total);
	for (uint32_t t = 0; t < ABI_RECORD_END; t++)
		if (st->records[t])
			stats_line(b, abi_record_name(t), st->records[t], total);
	if (st->unknown)
		stats_line(b, "UNKNOWN", st->unknown, total);
	for (uint32_t i = 0; i < s->data->n_events; i++) {
		if (!st->event_samples[i] && !st->event_lost[i])
			continue;
		buf_text(b, s->data->events[i].name);
		buf_str(b, " stats:\n");
		buf_printf(b, "%16s events: %10llu\n", "SAMPLE", (unsigned long long)st->event_samples[i]);
		if (st->event_lost[i])
			buf_printf(b, "%16s events: %10llu\n", "LOST_SAMPLES",
				   (unsigned long long)st->event_lost[i]);
	}
}

static void header_text(struct buf *b, struct data *d, unsigned feature, const char *label)
{
	const char *text = data_text(d, feature);
	if (!text)
		return;
	buf_printf(b, "# %s : ", label);
	buf_text(b, text);
	buf_char(b, '\n');
}

static void header_events(struct buf *b, const struct data *d)
{
	for (uint32_t i = 0; i < d->n_events; i++) {
		const struct data_event *ev = &d->events[i];
		buf_str(b, "# event : name = ");
		buf_text(b, ev->name);
		buf_str(b, ", id = {");
		for (uint32_t k = 0; k < ev->n_ids; k++)
			buf_printf(b, "%s %llu", k ? "," : "", (unsigned long long)ev->ids[k]);
		buf_str(b, " }, ");
		output_attr(b, &ev->attr);
		buf_char(b, '\n');
	}
}

static void header_cmdline(struct buf *b, struct data *d)
{
	enum { WORDS_MAX = 4096 };
	const char *words[WORDS_MAX];
	uint32_t n = data_cmdline(d, words, WORDS_MAX);
	if (!n)
		return;
	buf_str(b, "# cmdline : ");
	for (uint32_t i = 0; i < n; i++) {
		buf_text(b, words[i]);
		buf_char(b, ' ');
	}
	buf_char(b, '\n');
}

static void header_times(struct buf *b, struct data *d)
{
	uint64_t first, last;
	if (!data_sample_time(d, &first, &last))
		return;
	buf_printf(b, "# time of first sample : %llu.%06llu\n", (unsigned long long)(first / 1000000000),
		   (unsigned long long)(first % 1000000000 / 1000));
	buf_printf(b, "# time of last sample : %llu.%06llu\n", (unsigned long long)(last / 1000000000),
		   (unsigned long long)(last % 1000000000 / 1000));
	if (last >= first)
		buf_printf(b, "# sample duration : %10.3f ms\n", (double)(last - first) / 1e6);
}

void output_header(struct buf *b, struct data *d, int64_t mtime)
{
	uint32_t available, online;
	uint64_t kib;
	time_t t = (time_t)mtime;
	char when[64] = "";
	struct tm tm;
	if (mtime && localtime_r(&t, &tm))
		strftime(when, sizeof when, "%a %b %e %H:%M:%S %Y", &tm);
	buf_str(b, "# ========\n");
	if (*when)
		buf_printf(b, "# captured on    : %s\n", when);
	buf_str(b, "# header version : 1\n");
	buf_printf(b, "# data offset    : %llu\n", (unsigned long long)d->data_off);
	buf_printf(b, "# data size      : %llu\n", (unsigned long long)(d->data_end - d->data_off));
	buf_printf(b, "# feat offset    : %llu\n", (unsigned long long)d->feature_off);
	header_text(b, d, ABI_FEATURE_HOSTNAME, "hostname");
	header_text(b, d, ABI_FEATURE_OSRELEASE, "os release");
	header_text(b, d, ABI_FEATURE_VERSION, "perf version");
	header_text(b, d, ABI_FEATURE_ARCH, "arch");
	if (data_nrcpus(d, &available, &online))
		buf_printf(b, "# nrcpus online : %u\n# nrcpus avail : %u\n", online, available);
	header_text(b, d, ABI_FEATURE_CPUDESC, "cpudesc");
	header_text(b, d, ABI_FEATURE_CPUID, "cpuid");
	if (data_total_mem(d, &kib))
		buf_printf(b, "# total memory : %llu kB\n", (unsigned long long)kib);
	header_cmdline(b, d);
	header_events(b, d);
	header_times(b, d);
	buf_str(b, "# missing features:");
	for (unsigned f = ABI_FEATURE_TRACING_DATA; f < ABI_FEATURE_END; f++)
		if (!data_has_feature(d, f))
			buf_printf(b, " %s", abi_feature_name(f));
	buf_str(b, "\n# ========\n#\n");
}

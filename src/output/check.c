// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A recording read for its faults alone: the header as it was opened, every feature section to its
 * end, every record and what is in it. One line a fault: where, what it is, what is wrong.
 */
#include <stdio.h>

#include "output/internal.h"

/* The least a record of a type takes, its header included; 0 = it is decoded, or may be of any
 * length. */
static const uint8_t least_bytes[ABI_RECORD_END] = {
	[ABI_RECORD_THROTTLE] = 32,
	[ABI_RECORD_UNTHROTTLE] = 32,
	[ABI_RECORD_READ] = 24,
	[ABI_RECORD_AUX] = 32,
	[ABI_RECORD_ITRACE_START] = 16,
	[ABI_RECORD_SWITCH_CPU_WIDE] = 16,
	[ABI_RECORD_NAMESPACES] = 24,
	[ABI_RECORD_BPF_EVENT] = 24,
	[ABI_RECORD_CGROUP] = 17,
	[ABI_RECORD_TEXT_POKE] = 20,
	[ABI_RECORD_AUX_OUTPUT_HW_ID] = 16,
	[ABI_RECORD_HEADER_ATTR] = 72,
	[ABI_RECORD_HEADER_TRACING_DATA] = 12,
	[ABI_RECORD_ID_INDEX] = 16,
	[ABI_RECORD_AUXTRACE_INFO] = 16,
	[ABI_RECORD_AUXTRACE] = 48,
	[ABI_RECORD_THREAD_MAP] = 16,
	[ABI_RECORD_CPU_MAP] = 16,
	[ABI_RECORD_STAT] = 48,
	[ABI_RECORD_STAT_ROUND] = 24,
	[ABI_RECORD_EVENT_UPDATE] = 24,
	[ABI_RECORD_TIME_CONV] = 32,
	[ABI_RECORD_HEADER_FEATURE] = 16,
	[ABI_RECORD_COMPRESSED2] = 16,
};

/* Records that state a number of things: where it stands, where they begin, how long each is. */
static const struct {
	uint32_t type;
	uint8_t count_at, first_at, each;
} counted[] = {
	{ ABI_RECORD_NAMESPACES, 16, 24, 16 },
	{ ABI_RECORD_ID_INDEX, 8, 16, 32 },
	{ ABI_RECORD_THREAD_MAP, 8, 16, 24 },
};

enum { SIMPLEPERF_FIRST = 32768, SIMPLEPERF_END = 32800 };

struct check {
	struct buf *out;
	struct data *d;
	uint32_t area; /* that offsets are in, index */
	uint64_t n;
};

static void fault(void *ctx, uint64_t off, const char *what, const char *text)
{
	struct check *c = ctx;
	c->n++;
	if (c->area)
		buf_printf(c->out, DATA_MORE_NAME ": ", c->area - 1);
	buf_printf(c->out, "%#llx: %s: ", (unsigned long long)off, what);
	buf_text(c->out, text);
	buf_char(c->out, '\n');
}

static void check_count(struct check *c, const struct record *r)
{
	char text[96];
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
		if (counted[i].type != r->type)
			continue;
		uint64_t n = load64(r->p + counted[i].count_at),
			 most = (r->n - counted[i].first_at) / counted[i].each;
		snprintf(text, sizeof text, "it states %llu entries, there is room for %llu",
		         (unsigned long long)n, (unsigned long long)most);
		if (n > most)
			fault(c, r->off, abi_record_name(r->type), text);
	}
}

/* The bodies that are decoded: what the decoder says of them. */
static int check_body(const struct record *r, const struct data_event *ev, struct err *e)
{
	union {
		struct body_mmap mmap;
		struct body_comm comm;
		struct body_task task;
		struct body_lost lost;
		struct body_ksymbol ksymbol;
		struct body_deferred deferred;
		struct sample sample;
	} u;
	switch (r->type) {
	case ABI_RECORD_SAMPLE:
		return ev ? data_sample(ev, r, &u.sample, e)
		          : err_corrupt(e, r->off, "its id is of no event");
	case ABI_RECORD_MMAP:
	case ABI_RECORD_MMAP2:
		return body_mmap(r, ev, &u.mmap, e);
	case ABI_RECORD_COMM:
		return body_comm(r, ev, &u.comm, e);
	case ABI_RECORD_FORK:
	case ABI_RECORD_EXIT:
		return body_task(r, ev, &u.task, e);
	case ABI_RECORD_LOST:
	case ABI_RECORD_LOST_SAMPLES:
		return body_lost(r, ev, &u.lost, e);
	case ABI_RECORD_KSYMBOL:
		return body_ksymbol(r, ev, &u.ksymbol, e);
	case ABI_RECORD_CALLCHAIN_DEFERRED:
		return body_deferred(r, ev, &u.deferred, e);
	}
	return 0;
}

static void check_record(struct check *c, const struct record *r)
{
	const char *name = abi_record_name(r->type);
	struct data_build_id id;
	struct err e;
	char text[96];
	/* simpleperf has record types of its own. */
	if (r->type >= SIMPLEPERF_FIRST && r->type < SIMPLEPERF_END)
		return;
	if (!name) {
		snprintf(text, sizeof text, "type %u is not known", r->type);
		fault(c, r->off, "UNKNOWN", text);
		return;
	}
	if (r->n < least_bytes[r->type]) {
		snprintf(text, sizeof text, "%u bytes are too few for it", r->n);
		fault(c, r->off, name, text);
		return;
	}
	check_count(c, r);
	if (r->type == ABI_RECORD_HEADER_BUILD_ID && data_build_id_record(c->d, r, &id))
		fault(c, r->off, name, "it is too short");
	const struct data_event *ev = r->type < ABI_RECORD_KERNEL_END ? data_record_event(c->d, r)
	                                                              : NULL;
	if (check_body(r, ev, &e))
		fault(c, r->off, name, e.text);
}

uint64_t output_check(struct buf *out, struct data *d)
{
	struct check c = { .out = out, .d = d };
	struct data_cursor cursor;
	struct record r;
	struct err e;
	int rc;
	for (uint32_t i = 0; i < d->n_faults && i < DATA_FAULTS_MAX; i++)
		fault(&c, d->faults[i].off, "header", d->faults[i].text);
	if (d->n_faults > DATA_FAULTS_MAX)
		fault(&c, 0, "header", "there are more faults than are kept");
	check_sections(d, fault, &c);
	data_cursor_init(&cursor, d);
	while ((rc = data_next(&cursor, &r, &e)) == 0) {
		c.area = cursor.area;
		check_record(&c, &r);
	}
	if (rc < 0) {
		c.area = cursor.area;
		fault(&c, e.off, "record", e.text);
	}
	for (c.area = 0; rc > 0 && c.area < d->n_areas; c.area++)
		if (d->areas[c.area].is_cut)
			fault(&c, d->areas[c.area].cut_off, "end", "the recording ends early");
	data_cursor_release(&cursor);
	return c.n;
}

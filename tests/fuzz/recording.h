/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the targets do with a recording: it is opened, walked in order of time, samples decoded,
 * chains taken apart, folded, reported and printed. No file can be mapped, so nothing has a name.
 */
#ifndef PMREC_FUZZ_RECORDING_H
#define PMREC_FUZZ_RECORDING_H

#include <stdlib.h>

#include "base/alloc.h"
#include "output/output.h"

static inline int map_nothing(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx, (void)out;
	return err_set(e, ERR_SYS, "no '%s'", path);
}

static inline void unmap_nothing(struct bytes b)
{
	(void)b;
}

static inline void features_read(struct data *d, struct buf *out)
{
	uint32_t a, b;
	uint64_t x, y;
	for (unsigned f = ABI_FEATURE_HOSTNAME; f <= ABI_FEATURE_CPUID; f++)
		if (f != ABI_FEATURE_NRCPUS)
			data_text(d, f);
	data_nrcpus(d, &a, &b);
	data_total_mem(d, &x);
	data_sample_time(d, &x, &y);
	output_evlist(out, d, &(struct evlist_options){ .attrs = true, .trace_fields = true });
	output_evlist(out, d, &(struct evlist_options){ .groups = true });
	output_header(out, d, 0, true);
	out->n = 0;
	output_check(out, d);
	out->n = 0;
	output_dump(out, d, "in", NULL);
	out->n = 0;
}

static inline void outputs_write(struct buf *out, struct session *s, const struct profile *p)
{
	static const uint8_t columns[] = { SORT_COMM, SORT_DSO, SORT_SYM };
	struct fold_options fold = {
		.kernel = true, .jit = true, .pid = true, .tid = true, .addrs = true
	};
	if (s->data->n_events)
		fold.event = s->data->events[0].name;
	struct report_options report = {
		.hist = { .keys = 1 << SORT_COMM | 1 << SORT_DSO | 1 << SORT_SYM,
		          .children = true,
		          .chains = CHAIN_CALLER },
		.columns = columns,
		.n_columns = 3,
		.chain_limit = 0.5,
	};
	output_fold(out, p, &fold);
	struct feature_reader reader;
	struct data_groups groups = { .r = &reader };
	struct data_group g;
	feature_open(s->data, ABI_FEATURE_GROUP_DESC, &reader);
	for (int i = 0; i < 4 && data_groups_next(s->data, &groups, &g); i++)
		if (g.n <= 64)
			output_report(out, p, &g, 0, &report);
	for (uint32_t i = 0; i < s->data->n_events && i < 4; i++)
		output_report(out, p, &(struct data_group){ .leader = i, .n = 1 }, 0, &report);
	output_stats(out, s);
	output_info(out, p, &(struct info_options){ .path = "in" });
	output_info(out, p, &(struct info_options){ .path = "in", .json = true });
	output_build_ids(out, p->stacks.places, false);
	output_build_ids(out, p->stacks.places, true);
}

static inline void records_read(struct data *d, struct buf *out)
{
	struct session s;
	struct places places;
	struct profile profile;
	struct session_event ev;
	struct symbols *symbols =
		symbols_new(&(struct symbols_source){ .map = map_nothing, .unmap = unmap_nothing });
	struct script_options text = { .mmap_events = true,
		                       .task_events = true,
		                       .lost_events = true,
		                       .switch_events = true,
		                       .namespace_events = true,
		                       .cgroup_events = true,
		                       .bpf_events = true,
		                       .text_poke_events = true,
		                       .round_events = true,
		                       .max_stack = 127 },
			      json = { .json = true };
	struct script as_text, as_json;
	for (int k = 0; k < SCRIPT_KINDS; k++)
		text.fields.v[k] = (1ull << FIELDS_END) - 1;
	session_open(&s, d);
	places_init(&places, &s, symbols);
	places_embed(&places);
	profile_init(&profile, &places, PROFILE_PID | PROFILE_TID);
	script_open(&as_text, &places, &text);
	script_open(&as_json, &places, &json);
	while (session_next(&s, &ev) == 0) {
		if (ev.rec.type == ABI_RECORD_SAMPLE)
			profile_add(&profile, &ev);
		output_script(out, &as_text, &ev);
		output_script(out, &as_json, &ev);
		out->n = 0;
	}
	script_close(&as_text);
	script_close(&as_json);
	outputs_write(out, &s, &profile);
	profile_release(&profile);
	places_release(&places);
	symbols_free(symbols);
	session_close(&s);
}

/* A stream from its front. */
static inline void stream_begin(struct buf *f)
{
	static const uint64_t head[] = { 0x32454c4946524550, 16 };
	buf_add(f, head, sizeof(head));
}

static inline void record_put(struct buf *f, uint32_t type, const void *body, size_t n)
{
	const uint16_t misc = 0, size = (uint16_t)(8 + n);
	buf_add(f, &type, 4);
	buf_add(f, &misc, 2);
	buf_add(f, &size, 2);
	buf_add(f, body, n);
}

/* The bytes are turned where they lie. */
static inline void recording_read(unsigned char *bytes, size_t n)
{
	struct data d;
	struct buf out = { 0 };
	if (data_open(&d, (struct bytes){ .p = bytes, .n = n }, NULL) == 0) {
		features_read(&d, &out);
		records_read(&d, &out);
	}
	data_close(&d);
	buf_release(&out);
}

/* A copy of its own size, so that a read past the end is seen. */
static inline void recording_read_copy(const void *p, size_t n)
{
	unsigned char *bytes = mem_new(n);
	if (n)
		memcpy(bytes, p, n);
	recording_read(bytes, n);
	free(bytes);
}

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as tracing data: each event's print format is run on raw data of no bytes, of the
 * input's first and of its last; no crash, no memory beyond the input's, and text that is safe to
 * print. */
#include <assert.h>

#include "output/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

static bool name(void *ctx, uint64_t addr, bool offset, struct buf *out)
{
	(void)ctx;
	buf_str(out, offset ? "f+0x0" : "f");
	return addr & 1;
}

static bool no_name(void *ctx, uint64_t addr, bool offset, struct buf *out)
{
	(void)ctx;
	(void)addr;
	(void)offset;
	(void)out;
	return false;
}

static void check(const struct buf *b)
{
	for (size_t i = 0; i < b->n; i++)
		assert((unsigned char)b->p[i] >= 0x20 || b->p[i] == '\n' || b->p[i] == '\t');
}

static void run(const struct tracing *t, struct tracing_event *ev, struct span input)
{
	struct arena a = { 0 };
	struct buf out = { 0 };
	struct trace_program program;
	size_t half = input.n / 2 < 256 ? input.n / 2 : 256;
	const struct span raws[] = { { 0 }, { input.p, half }, { input.p + input.n - half, half } };
	if (tracing_fields(t, ev, &a, NULL) == 0) {
		int rc = trace_parse(t, ev, &a, &program, NULL);
		assert(rc == 0 || rc == ERR_UNSUPPORTED);
		for (int i = 0; i < 3; i++) {
			struct trace_run r = { t, raws[i], i & 1 ? name : no_name, NULL, NULL };
			if (!rc)
				trace_print(&r, &program, &out);
			trace_print_fields(&r, ev, &out);
			check(&out);
			out.n = 0;
		}
	}
	ev->fields = NULL; /* they go with the arena */
	ev->n_fields = ev->n_common = 0;
	buf_release(&out);
	arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct arena a = { 0 };
	struct tracing t;
	int rc = tracing_read(span_of(p, n), &a, &t, NULL);
	assert(rc == 0 || rc == ERR_CORRUPT);
	for (uint32_t i = 0; i < t.n_events; i++) {
		const struct tracing_event *ev = tracing_find(&t, t.events[i].id);
		assert(ev && ev->id == t.events[i].id);
		run(&t, &t.events[i], span_of(p, n));
	}
	tracing_release(&t);
	arena_release(&a);
	return 0;
}

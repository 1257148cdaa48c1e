// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes as an event's attr and, behind it, as samples of that event: what is decoded must lie
 * in the record, and its text must be safe to print.
 */
#include <assert.h>

#include "data/internal.h"
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

enum { ATTR_BYTES = 136 };

static void words_inside(const struct record *r, struct words w)
{
	const unsigned char *p = (const unsigned char *)w.p;
	assert(!w.n || (p >= r->p && w.n <= (size_t)(r->p + r->n - p) / 8));
}

static void sample_check(const struct record *r, const struct sample *s)
{
	words_inside(r, s->read);
	words_inside(r, s->chain);
	words_inside(r, s->branches);
	words_inside(r, s->branch_counters);
	words_inside(r, s->user_regs);
	words_inside(r, s->intr_regs);
	const struct span spans[] = { s->raw, s->user_stack, s->aux };
	for (int i = 0; i < 3; i++)
		assert(!spans[i].n ||
		       (spans[i].p >= r->p && spans[i].n <= (size_t)(r->p + r->n - spans[i].p)));
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	const uint32_t attr_bytes = ATTR_BYTES;
	struct buf f = { 0 };
	if (n < ATTR_BYTES || n > ATTR_BYTES + 65520)
		return 0;
	/* A stream of the event and one sample that holds all the rest. */
	stream_begin(&f);
	record_put(&f, ABI_RECORD_HEADER_ATTR, p, ATTR_BYTES);
	memcpy(f.p + 28, &attr_bytes, 4);
	size_t at = f.n;
	record_put(&f, ABI_RECORD_SAMPLE, p + ATTR_BYTES, (n - ATTR_BYTES) & ~(size_t)7);
	unsigned char *bytes = mem_new(f.n);
	memcpy(bytes, f.p, f.n);
	struct data d;
	struct record r = { .p = bytes + at, .type = ABI_RECORD_SAMPLE, .n = (uint32_t)(f.n - at) };
	struct sample s;
	if (data_open(&d, (struct bytes){ .p = bytes, .n = f.n }, NULL) == 0 && d.n_events &&
	    data_sample(&d.events[0], &r, &s, NULL) == 0)
		sample_check(&r, &s);
	data_close(&d);
	free(bytes);
	recording_read_copy(f.p, f.n);
	buf_release(&f);
	return 0;
}

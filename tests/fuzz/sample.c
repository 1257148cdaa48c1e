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

static void header_put(unsigned char *at, uint32_t type, size_t n)
{
	const uint16_t size = (uint16_t)n;
	memcpy(at, &type, 4);
	memset(at + 4, 0, 2);
	memcpy(at + 6, &size, 2);
}

/* A stream of the event and one sample that holds all the rest. */
static size_t stream_make(unsigned char *f, const uint8_t *p, size_t n)
{
	static const uint64_t head[] = { 0x32454c4946524550, 16 };
	const uint32_t attr_bytes = ATTR_BYTES;
	size_t body = (n - ATTR_BYTES) & ~(size_t)7;
	memcpy(f, head, 16);
	header_put(f + 16, ABI_RECORD_HEADER_ATTR, 8 + ATTR_BYTES);
	memcpy(f + 24, p, ATTR_BYTES);
	memcpy(f + 28, &attr_bytes, 4);
	header_put(f + 24 + ATTR_BYTES, ABI_RECORD_SAMPLE, 8 + body);
	memcpy(f + 32 + ATTR_BYTES, p + ATTR_BYTES, body);
	return 32 + ATTR_BYTES + body;
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	if (n < ATTR_BYTES || n > ATTR_BYTES + 65520)
		return 0;
	unsigned char *f = mem_new(32 + n);
	size_t all = stream_make(f, p, n);
	struct data d;
	struct record r = { .p = f + 24 + ATTR_BYTES,
		            .type = ABI_RECORD_SAMPLE,
		            .n = (uint32_t)(all - 24 - ATTR_BYTES) };
	struct sample s;
	if (data_open(&d, (struct bytes){ .p = f, .n = all }, NULL) == 0 && d.n_events &&
	    data_sample(&d.events[0], &r, &s, NULL) == 0)
		sample_check(&r, &s);
	data_close(&d);
	recording_read(f, all);
	free(f);
	return 0;
}

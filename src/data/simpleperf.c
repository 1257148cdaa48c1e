// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records that only simpleperf writes (its record.h): texts with their length in front, among the
 * first records of the file. What is too long for the 16 bits of a record's size lies in SPLIT
 * records, one after the other up to a SPLIT_END, and begins with a header of its own: u32 type,
 * u16 upper and u16 lower half of the size.
 */
#include "data/internal.h"

enum {
	SIMPLEPERF_KERNEL_SYMBOL = 32769,
	SIMPLEPERF_SPLIT = 32772,
	SIMPLEPERF_TRACING_DATA = 32777,
	FIRST_RECORDS = 64, /* so many are looked at */
};

/* The parts put together; *at goes from the first of them to what follows. */
static struct span split_join(struct data *d, struct span area, uint64_t *at)
{
	struct buf joined = { 0 };
	struct record r;
	while (record_at(d, area, *at, *at, &r, NULL) == 0 && r.type == SIMPLEPERF_SPLIT) {
		buf_add(&joined, r.p + ABI_HEADER_BYTES, r.n - ABI_HEADER_BYTES);
		*at += r.n;
	}
	struct span s = span_of(arena_dup(&d->arena, joined.p, joined.n), joined.n);
	buf_release(&joined);
	return s;
}

/* Of a record of this type: u32 length and the bytes, behind the header. */
static struct span text_of(struct span record, uint32_t type)
{
	struct span head, s = { 0 };
	if (span_take(&record, ABI_HEADER_BYTES + 4, &head) && load32(head.p) == type)
		span_take(&record, load32(head.p + ABI_HEADER_BYTES), &s);
	return s;
}

static struct span text_find(struct data *d, uint32_t type)
{
	struct span area = { d->bytes.p, d->data_end }, s = { 0 };
	uint64_t at = d->data_off;
	struct record r;
	if (d->swapped || d->pipe)
		return s;
	for (int i = 0; i < FIRST_RECORDS && !s.n; i++) {
		if (record_at(d, area, at, at, &r, NULL))
			break;
		if (r.type == SIMPLEPERF_SPLIT) {
			s = text_of(split_join(d, area, &at), type);
		} else {
			s = text_of(span_of(r.p, r.n), type);
			at += r.n;
		}
	}
	return s;
}

struct span simpleperf_tracing_data(struct data *d)
{
	struct span area = { d->bytes.p, d->data_end };
	struct record r;
	uint64_t behind;
	if (!d->swapped && !d->pipe && !record_at(d, area, d->data_off, d->data_off, &r, NULL) &&
	    r.type == ABI_RECORD_HEADER_TRACING_DATA)
		return record_tracing_data(area, &r, d->data_off, false, &behind);
	return text_find(d, SIMPLEPERF_TRACING_DATA);
}

struct span data_kallsyms(struct data *d)
{
	return text_find(d, SIMPLEPERF_KERNEL_SYMBOL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records that only simpleperf writes (its record.h). It counts tracing data in its record; what is
 * too long for the 16 bits of a record's size lies in SPLIT records, one after the other up to a
 * SPLIT_END, and begins with a header of its own: u32 type, u16 upper and u16 lower half of the
 * size.
 */
#include "data/internal.h"

enum { SIMPLEPERF_SPLIT = 32772, SIMPLEPERF_SPLIT_END, SIMPLEPERF_TRACING_DATA = 32777 };

/* The parts put together, from the record at offset at on. */
static struct span split_join(struct data *d, struct span area, uint64_t at)
{
	struct buf joined = { 0 };
	struct record r;
	while (record_at(d, area, at, at, &r, NULL) == 0 && r.type == SIMPLEPERF_SPLIT) {
		buf_add(&joined, r.p + ABI_HEADER_BYTES, r.n - ABI_HEADER_BYTES);
		at += r.n;
	}
	struct span s = span_of(arena_dup(&d->arena, joined.p, joined.n), joined.n);
	buf_release(&joined);
	return s;
}

/* u32 length and the bytes, behind the header. */
static struct span split_tracing_data(struct span record)
{
	struct span head, s = { 0 };
	if (!span_take(&record, ABI_HEADER_BYTES + 4, &head) ||
	    load32(head.p) != SIMPLEPERF_TRACING_DATA)
		return s;
	span_take(&record, load32(head.p + ABI_HEADER_BYTES), &s);
	return s;
}

struct span simpleperf_tracing_data(struct data *d)
{
	struct span area = { d->bytes.p, d->data_end }, s = { 0 };
	struct record r;
	uint64_t behind;
	if (d->swapped || d->pipe || record_at(d, area, d->data_off, d->data_off, &r, NULL))
		return s;
	if (r.type == ABI_RECORD_HEADER_TRACING_DATA)
		return record_tracing_data(area, &r, d->data_off, false, &behind);
	if (r.type == SIMPLEPERF_SPLIT)
		return split_tracing_data(split_join(d, area, d->data_off));
	return s;
}

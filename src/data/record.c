// SPDX-License-Identifier: GPL-2.0-or-later
/* The walk over records in file order. */
#include "data/internal.h"

void data_cursor_init(struct data_cursor *c, struct data *d)
{
	*c = (struct data_cursor){ .d = d, .at = d->n_areas ? d->areas[0].begin : 0 };
}

void data_cursor_release(struct data_cursor *c)
{
	inflate_release(c);
	arena_release(&c->inflated);
	*c = (struct data_cursor){ 0 };
}

void header_swap(unsigned char *p)
{
	store32(p, __builtin_bswap32(load32(p)));
	store16(p + 4, __builtin_bswap16(load16(p + 4)));
	store16(p + 6, __builtin_bswap16(load16(p + 6)));
}

/* A stream that was saved with what perf record says on standard error ends in its words. */
static bool is_chatter(struct span rest)
{
	static const char words[] = "[ perf record: ";
	size_t skip = rest.n && *rest.p == '\n', n = sizeof words - 1;
	return rest.n >= skip + n && memcmp(rest.p + skip, words, n) == 0;
}

int record_at(struct data *d, struct span area, uint64_t at, uint64_t off, struct record *out,
              struct err *e)
{
	if (at >= area.n)
		return 1;
	if (d->pipe && is_chatter(span_of(area.p + at, area.n - at)))
		return 1;
	if (area.n - at < ABI_HEADER_BYTES) {
		d->truncated = true;
		return 1;
	}
	const unsigned char *p = area.p + at;
	*out = (struct record){ p, load32(p), load16(p + 4), load16(p + 6), off };
	if (out->n < ABI_HEADER_BYTES)
		return err_corrupt(e, off, "record of type %u with a size of %u bytes", out->type,
		                   out->n);
	if (out->n > area.n - at) {
		d->truncated = true;
		return 1;
	}
	return 0;
}

/* simpleperf counts tracing data in. */
uint64_t data_payload(const struct record *r)
{
	if (r->type == ABI_RECORD_AUXTRACE && r->n >= 16)
		return load64(r->p + 8);
	uint64_t behind = 0;
	if (r->type == ABI_RECORD_HEADER_TRACING_DATA)
		record_tracing_data((struct span){ 0 }, r, 0, false, &behind);
	return behind;
}

static int next_in_area(struct data_cursor *c, struct data_area *area, struct record *out,
                        struct err *e)
{
	struct data *d = c->d;
	unsigned char *p = area->bytes.p;
	bool foreign = d->swapped && c->at >= area->swapped_to &&
	               c->at + ABI_HEADER_BYTES <= area->end;
	if (foreign)
		header_swap(p + c->at);
	int rc = record_at(d, span_of(p, area->end), c->at, c->at, out, e);
	if (rc) {
		if (foreign) /* as it was, for the next walk */
			header_swap(p + c->at);
		return rc;
	}
	if (foreign) {
		record_swap(d, p + c->at, out->n);
		area->swapped_to = c->at + out->n;
	}
	uint64_t payload = data_payload(out), left = area->end - c->at - out->n;
	if (payload > left) {
		d->truncated = true;
		payload = left;
	}
	c->at += out->n + payload;
	return 0;
}

/* At the end of an area, which was compressed for itself. */
static void area_end(struct data_cursor *c)
{
	inflate_end(c);
	if (++c->area < c->d->n_areas)
		c->at = c->d->areas[c->area].begin;
}

/* In the next area when one is at its end. */
static int next_in_file(struct data_cursor *c, struct record *out, struct err *e)
{
	struct data *d = c->d;
	int rc = 1;
	while (rc > 0 && c->area < d->n_areas) {
		struct data_area *area = &d->areas[c->area];
		bool was_cut = d->truncated;
		d->truncated = false;
		rc = next_in_area(c, area, out, e);
		uint64_t at = c->at;
		if (rc > 0)
			area_end(c);
		if (d->truncated) {
			area->is_cut = true;
			area->cut_off = at;
		}
		d->truncated |= was_cut;
	}
	return rc;
}

int data_next(struct data_cursor *c, struct record *out, struct err *e)
{
	if (c->rest.n) {
		int rc = record_at(c->d, c->rest, 0, c->rest_off, out, e);
		if (rc)
			return rc;
		c->rest.p += out->n;
		c->rest.n -= out->n;
		return 0;
	}
	int rc = next_in_file(c, out, e);
	if (rc)
		return rc;
	if (out->type == ABI_RECORD_COMPRESSED || out->type == ABI_RECORD_COMPRESSED2)
		return inflate_record(c, out, e);
	return 0;
}

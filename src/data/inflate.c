// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * COMPRESSED records: zstd frames whose contents are records. One record may hold the end of one
 * that began in the record before, so what is left over is carried on.
 */
#include <stdlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "data/internal.h"

/* All records are kept, so what they hold together is bounded: so many bytes for each of the file,
 * and some for a small one. Recordings shrink to a tenth; copies of stacks that are all zero to a
 * thousandth. */
enum { INFLATED_FREE = 256 << 20, RATIO_MAX = 256 };

void inflate_end(struct data_cursor *c)
{
	if (c->carry.n)
		c->d->truncated = true;
	inflate_release(c);
}

void inflate_release(struct data_cursor *c)
{
	ZSTD_freeDStream(c->zstd);
	c->zstd = NULL;
	free(c->carry.p);
	c->carry = (struct bytes){ 0 };
}

/* The length of the whole records in front of s. */
static size_t whole_records(const struct data *d, struct span s)
{
	size_t at = 0;
	while (s.n - at >= ABI_HEADER_BYTES) {
		uint16_t n = swap16(load16(s.p + at + 6), d->swapped);
		if (n < ABI_HEADER_BYTES)
			return s.n; /* the walk will say what is wrong */
		if (n > s.n - at)
			break;
		at += n;
	}
	return at;
}

/* Turn whole records of the other byte order into host order. */
static void records_swap(const struct data *d, unsigned char *p, size_t n)
{
	for (size_t at = 0; n - at >= ABI_HEADER_BYTES; at += load16(p + at + 6)) {
		header_swap(p + at);
		if (load16(p + at + 6) < ABI_HEADER_BYTES || load16(p + at + 6) > n - at)
			return;
		record_swap(d, p + at, load16(p + at + 6));
	}
}

static bool record_frame(const struct record *r, struct span *out)
{
	*out = span_of(r->p + ABI_HEADER_BYTES, r->n - ABI_HEADER_BYTES);
	if (r->type == ABI_RECORD_COMPRESSED)
		return true;
	/* COMPRESSED2: u64 length of the frame, which is padded to 8 bytes. */
	struct span head;
	return span_take(out, 8, &head) && span_sub(*out, 0, load64(head.p), out);
}

int inflate_record(struct data_cursor *c, const struct record *r, struct err *e)
{
	struct span frame;
	if (!record_frame(r, &frame))
		return err_corrupt(e, r->off, "compressed record is shorter than it states");
	if (!c->zstd) {
		c->zstd = ZSTD_createDStream();
		ZSTD_initDStream(c->zstd);
	}
	struct buf out = { 0 };
	buf_room(&out, 1 << 17);
	buf_add(&out, c->carry.p, c->carry.n);
	ZSTD_inBuffer in = { frame.p, frame.n, 0 };
	ZSTD_outBuffer to = { 0 };
	int rc = 0;
	/* When the input is used up the decoder may still hold what did not fit into the room it
	 * was given. */
	while (in.pos < in.size || (to.size && to.pos == to.size)) {
		size_t was = in.pos;
		buf_room(&out, 1 << 17);
		to = (ZSTD_outBuffer){ out.p + out.n, out.cap - out.n, 0 };
		size_t hint = ZSTD_decompressStream(c->zstd, &to, &in);
		out.n += to.pos;
		if (ZSTD_isError(hint))
			rc = err_corrupt(e, r->off, "compressed record: %s",
			                 ZSTD_getErrorName(hint));
		else if (c->inflated.n_bytes + out.n >
		         INFLATED_FREE + RATIO_MAX * (uint64_t)c->d->bytes.n)
			rc = err_corrupt(
				e, r->off,
				"compressed records hold more than %d times the file's size",
				RATIO_MAX);
		else if (in.pos == was && to.pos == 0 && in.pos < in.size)
			rc = err_corrupt(e, r->off, "compressed record cannot be read on");
		if (rc)
			goto out;
	}
	size_t n = whole_records(c->d, span_of(out.p, out.n));
	unsigned char *records = (unsigned char *)arena_dup(&c->inflated, out.p, n);
	if (c->d->swapped)
		records_swap(c->d, records, n);
	c->rest = span_of(records, n);
	c->rest_off = r->off;
	free(c->carry.p);
	c->carry = (struct bytes){ .p = (unsigned char *)mem_dup(out.p + n, out.n - n),
		                   .n = out.n - n };
out:
	buf_release(&out);
	return rc;
}

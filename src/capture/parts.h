/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records where a ring or a queue ends and begins again: the bytes lie in two parts that follow
 * each other, each a multiple of 8 long, as records are. */
#ifndef PMREC_CAPTURE_PARTS_H
#define PMREC_CAPTURE_PARTS_H

#include "abi/abi.h"
#include "base/buf.h"
#include "base/span.h"

/* A word of two parts that follow each other; parts are multiples of 8 long, as records are. */
static inline uint64_t parts_word(const struct span part[2], size_t off)
{
	return off < part[0].n ? load64(part[0].p + off) : load64(part[1].p + (off - part[0].n));
}
/* A record's header there: its size, and its type. */
static inline uint32_t parts_record(const struct span part[2], size_t off, uint32_t *type)
{
	unsigned char head[8];
	store64(head, parts_word(part, off));
	*type = load32(head);
	return load16(head + 6);
}
/* How much of the first n bytes is whole records. */
static inline size_t parts_whole(const struct span part[2], size_t n)
{
	size_t at = 0;
	while (at + ABI_HEADER_BYTES <= n) {
		uint32_t type, size = parts_record(part, at, &type);
		if (size < ABI_HEADER_BYTES || size > n - at)
			break;
		at += size;
	}
	return at;
}

/* The bytes [from, end) of the word, in parts of it. */
static inline void parts_cut(const struct span part[2], size_t from, size_t end, struct span out[2])
{
	size_t n = part[0].n, from_1 = from > n ? from : n;
	out[0] = from < n ? span_of(part[0].p + from, (end < n ? end : n) - from)
	                  : (struct span){ 0 };
	out[1] = end > from_1 ? span_of(part[1].p + (from_1 - n), end - from_1)
	                      : (struct span){ 0 };
}

/* Give each of n bytes of whole records to see(); one that lies in both parts is put together in
 * whole. */
static inline void parts_each(const struct span part[2], size_t n, struct buf *whole,
                              void (*see)(void *ctx, struct span record), void *ctx)
{
	for (size_t at = 0, size; at + ABI_HEADER_BYTES <= n; at += size) {
		uint32_t type;
		size = parts_record(part, at, &type);
		if (size < ABI_HEADER_BYTES || size > n - at)
			return;
		if (at + size <= part[0].n) {
			see(ctx, span_of(part[0].p + at, size));
		} else if (at >= part[0].n) {
			see(ctx, span_of(part[1].p + (at - part[0].n), size));
		} else {
			size_t first = part[0].n - at;
			whole->n = 0;
			buf_add(whole, part[0].p + at, first);
			buf_add(whole, part[1].p, size - first);
			see(ctx, span_of(whole->p, size));
		}
	}
}

#endif

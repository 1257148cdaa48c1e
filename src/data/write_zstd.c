// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records inside COMPRESSED records. Each call makes frames of its own, so that what is in the file
 * can be read whatever becomes of the rest. A frame may be spread over several records; how much
 * one of them can hold when it is inflated is bounded by FRAME_BYTES, which readers are told.
 */
#include <stdlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "data/write.h"

enum {
	LENGTH_BYTES = 8, /* of a COMPRESSED2 record: before the frame */
	PART_BYTES = (ABI_RECORD_MAX & ~7) - ABI_HEADER_BYTES - LENGTH_BYTES,
	COMPRESSED_VERSION = 1,
	COMPRESSED_ZSTD = 1,
};

static const size_t FRAME_BYTES = 512 << 10;

struct write_zstd {
	ZSTD_CCtx *ctx;
	bool old_form;
	size_t frame_cap;
	char *frame;
};

struct write_zstd *write_zstd_new(int level, bool old_form)
{
	struct write_zstd *z = mem_new(sizeof *z);
	z->ctx = ZSTD_createCCtx();
	if (z->ctx)
		ZSTD_CCtx_setParameter(z->ctx, ZSTD_c_compressionLevel, level);
	z->old_form = old_form;
	z->frame_cap = ZSTD_compressBound(FRAME_BYTES);
	z->frame = mem_new(z->frame_cap);
	return z;
}

void write_zstd_free(struct write_zstd *z)
{
	if (!z)
		return;
	ZSTD_freeCCtx(z->ctx);
	free(z->frame);
	free(z);
}

static void add_record(struct buf *out, bool old_form, const char *p, size_t n)
{
	size_t pad = old_form ? 0 : (8 - n % 8) % 8;
	size_t length = old_form ? 0 : LENGTH_BYTES, size = ABI_HEADER_BYTES + length + n + pad;
	uint16_t head[2] = { 0, (uint16_t)size };
	write_u32(out, old_form ? ABI_RECORD_COMPRESSED : ABI_RECORD_COMPRESSED2);
	buf_add(out, head, sizeof head);
	if (!old_form)
		write_u64(out, n);
	buf_add(out, p, n);
	buf_fill(out, 0, pad);
}

/* Into one frame; its length. The room is what the worst case takes, so it never ends early. */
static size_t make_frame(struct write_zstd *z, struct span a, struct span b)
{
	ZSTD_outBuffer to = { z->frame, z->frame_cap, 0 };
	ZSTD_inBuffer in_a = { a.p, a.n, 0 }, in_b = { b.p, b.n, 0 };
	ZSTD_CCtx_reset(z->ctx, ZSTD_reset_session_only);
	ZSTD_CCtx_setPledgedSrcSize(z->ctx, a.n + b.n);
	while (in_a.pos < in_a.size)
		if (ZSTD_isError(ZSTD_compressStream2(z->ctx, &to, &in_a, ZSTD_e_continue)))
			return 0;
	size_t left;
	do
		left = ZSTD_compressStream2(z->ctx, &to, &in_b, ZSTD_e_end);
	while (left && !ZSTD_isError(left));
	return left ? 0 : to.pos;
}

void write_zstd(struct write_zstd *z, struct buf *out, struct span a, struct span b)
{
	while (a.n || b.n) {
		struct span first, second;
		size_t n = a.n < FRAME_BYTES ? a.n : FRAME_BYTES;
		size_t room = FRAME_BYTES - n, more = b.n < room ? b.n : room;
		span_take(&a, n, &first);
		span_take(&b, more, &second);
		size_t frame = make_frame(z, first, second);
		for (size_t at = 0; at < frame; at += PART_BYTES) {
			size_t part = frame - at < PART_BYTES ? frame - at : (size_t)PART_BYTES;
			add_record(out, z->old_form, z->frame + at, part);
		}
	}
}

void write_compressed(struct buf *b, int level, uint64_t raw_bytes, uint64_t packed_bytes)
{
	write_u32(b, COMPRESSED_VERSION);
	write_u32(b, COMPRESSED_ZSTD);
	write_u32(b, (uint32_t)level);
	write_u32(b, (uint32_t)(packed_bytes ? raw_bytes / packed_bytes : 0));
	write_u32(b, (uint32_t)FRAME_BYTES);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Output that is packed on its way: one frame of zstd with a checksum, as the program zstd writes
 * it. */
#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "output/output.h"

struct zstd {
	struct buf *to;
	ZSTD_CCtx *ctx;
	size_t cap;
	char *room;
};

struct zstd *zstd_new(struct buf *to)
{
	struct zstd *z = mem_new(sizeof *z);
	z->to = to;
	z->ctx = ZSTD_createCCtx();
	if (z->ctx)
		ZSTD_CCtx_setParameter(z->ctx, ZSTD_c_checksumFlag, 1);
	z->cap = ZSTD_CStreamOutSize();
	z->room = mem_new(z->cap);
	return z;
}

void zstd_free(struct zstd *z)
{
	if (!z)
		return;
	ZSTD_freeCCtx(z->ctx);
	free(z->room);
	free(z);
}

/* Until all is taken, at the end until all is out. */
static int pack(struct zstd *z, const void *p, size_t n, ZSTD_EndDirective how)
{
	ZSTD_inBuffer in = { p, n, 0 };
	size_t left;
	if (!z->ctx)
		return ENOMEM;
	do {
		ZSTD_outBuffer out = { z->room, z->cap, 0 };
		left = ZSTD_compressStream2(z->ctx, &out, &in, how);
		if (ZSTD_isError(left))
			return ENOMEM; /* nothing else can go wrong */
		buf_add(z->to, z->room, out.pos);
	} while (in.pos < in.size || (how == ZSTD_e_end && left));
	return z->to->failed;
}

int zstd_drain(void *z, const void *p, size_t n)
{
	return pack(z, p, n, ZSTD_e_continue);
}

int zstd_end(struct zstd *z)
{
	return pack(z, NULL, 0, ZSTD_e_end);
}

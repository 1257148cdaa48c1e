// SPDX-License-Identifier: GPL-2.0-or-later
#include <zlib.h>

#include "output/export.h"

void gzip_add(struct buf *out, const void *p, size_t n)
{
	enum { WINDOW_BITS = 15, GZIP = 16, LEVEL = 8, PIECE = 1 << 16 };
	z_stream z = { 0 };
	int rc = deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS + GZIP, LEVEL,
	                      Z_DEFAULT_STRATEGY);
	const unsigned char *from = p;
	/* zlib counts in 32 bits. */
	while (rc == Z_OK) {
		uInt take = n < PIECE ? (uInt)n : (uInt)PIECE;
		z.next_in = (z_const Bytef *)from;
		z.avail_in = take;
		from += take;
		n -= take;
		do {
			buf_room(out, PIECE);
			z.next_out = (Bytef *)out->p + out->n;
			z.avail_out = PIECE;
			rc = deflate(&z, n ? Z_NO_FLUSH : Z_FINISH);
			out->n += PIECE - z.avail_out;
		} while (rc == Z_OK && (z.avail_in || !z.avail_out || !n));
		if (rc == Z_BUF_ERROR) /* nothing was left to do */
			rc = Z_OK;
	}
	deflateEnd(&z);
}

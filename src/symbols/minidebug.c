// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * MiniDebugInfo: a stripped file may carry, in the section .gnu_debugdata, an ELF file packed with
 * xz whose .symtab has the functions that .dynsym lacks (GDB manual, "MiniDebugInfo").
 */
#include <lzma.h>

#include "base/buf.h"
#include "symbols/internal.h"

enum {
	DECODER_BYTES_MAX = 128 << 20, /* what xz -9 needs and more */
	UNPACKED_MAX = 256 << 20,
};

static int unpack(struct span packed, struct buf *out, struct err *e)
{
	lzma_stream xz = LZMA_STREAM_INIT;
	if (lzma_stream_decoder(&xz, DECODER_BYTES_MAX, 0) != LZMA_OK)
		return err_set(e, ERR_LIMIT, "xz cannot be started");
	xz.next_in = packed.p;
	xz.avail_in = packed.n;
	lzma_ret rc = LZMA_OK;
	while (rc == LZMA_OK && out->n < UNPACKED_MAX) {
		buf_room(out, 1 << 16);
		size_t room = out->cap - out->n;
		xz.next_out = (uint8_t *)out->p + out->n;
		xz.avail_out = room;
		rc = lzma_code(&xz, LZMA_FINISH);
		out->n += room - xz.avail_out;
	}
	lzma_end(&xz);
	return rc == LZMA_STREAM_END ? 0 : err_corrupt(e, 0, ".gnu_debugdata cannot be unpacked");
}

int minidebug_parse(const struct elf_file *f, struct arena *a, struct elf_file *out, struct err *e)
{
	struct buf unpacked = { 0 };
	int rc = unpack(f->minidebug, &unpacked, e);
	if (rc == 0) {
		/* Names point into the image: it lives as long as they do. */
		char *image = arena_dup(a, unpacked.p, unpacked.n);
		rc = elf_parse((struct bytes){ .p = (unsigned char *)image, .n = unpacked.n }, a,
		               out, e);
	}
	buf_release(&unpacked);
	return rc;
}

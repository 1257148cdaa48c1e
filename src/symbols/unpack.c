// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Packed bytes: files that are packed as a whole (kernel modules, MiniDebugInfo) tell how by their
 * first bytes; sections by a header of the gABI (SHF_COMPRESSED, "Section Compression") or, with an
 * older name, by "ZLIB" and their size. What comes out has a bound.
 */
#include <elf.h>
#include <gelf.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "symbols/internal.h"

enum {
	DECODER_BYTES_MAX = 128 << 20, /* what xz -9 needs and more */
	UNPACKED_MAX = 256 << 20,
	FILE_UNPACKED_MAX = 1 << 30, /* of a file with all its sections, and the last one more */
	STEP_BYTES = 1 << 16,
	WINDOW_BITS_ANY = 15 + 32, /* of zlib or gzip, as the header says */
	COMPRESSED_ZSTD = 2,       /* ELFCOMPRESS_ZSTD, younger than glibc 2.36's elf.h */
};

enum packing packing_of(struct span b)
{
	static const struct {
		const char *magic;
		size_t n;
		enum packing packing;
	} magics[] = {
		{ "\xfd\x37zXZ", 6, PACKED_XZ },
		{ "\x1f\x8b\x08", 3, PACKED_ZLIB },
		{ "\x28\xb5\x2f\xfd", 4, PACKED_ZSTD },
	};
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if (b.n >= magics[i].n && memcmp(b.p, magics[i].magic, magics[i].n) == 0)
			return magics[i].packing;
	return PACKED_NOT;
}

static size_t step_room(struct buf *out)
{
	buf_room(out, STEP_BYTES);
	return out->cap - out->n;
}

static bool unpack_xz(struct span packed, size_t max, struct buf *out)
{
	lzma_stream xz = LZMA_STREAM_INIT;
	if (lzma_stream_decoder(&xz, DECODER_BYTES_MAX, 0) != LZMA_OK)
		return false;
	xz.next_in = packed.p;
	xz.avail_in = packed.n;
	lzma_ret rc = LZMA_OK;
	while (rc == LZMA_OK && out->n <= max) {
		size_t room = step_room(out);
		xz.next_out = (uint8_t *)out->p + out->n;
		xz.avail_out = room;
		rc = lzma_code(&xz, LZMA_FINISH);
		out->n += room - xz.avail_out;
	}
	lzma_end(&xz);
	return rc == LZMA_STREAM_END;
}

static bool unpack_zlib(struct span packed, size_t max, struct buf *out)
{
	z_stream z = { .next_in = (Bytef *)packed.p };
	if (packed.n > UINT32_MAX || inflateInit2(&z, WINDOW_BITS_ANY) != Z_OK)
		return false;
	z.avail_in = (uInt)packed.n;
	int rc = Z_OK;
	while (rc == Z_OK && out->n <= max) {
		size_t room = step_room(out);
		uInt some = room < UNPACKED_MAX ? (uInt)room : UNPACKED_MAX;
		z.next_out = (Bytef *)out->p + out->n;
		z.avail_out = some;
		rc = inflate(&z, Z_NO_FLUSH);
		out->n += some - z.avail_out;
	}
	inflateEnd(&z);
	return rc == Z_STREAM_END;
}

static bool unpack_zstd(struct span packed, size_t max, struct buf *out)
{
	ZSTD_DStream *z = ZSTD_createDStream();
	ZSTD_inBuffer in = { packed.p, packed.n, 0 };
	size_t hint = 1;
	bool stuck = !z;
	while (hint && !stuck && !ZSTD_isError(hint) && out->n <= max) {
		size_t was = in.pos;
		ZSTD_outBuffer to = { out->p + out->n, step_room(out), 0 };
		to.dst = out->p + out->n; /* room may have moved it */
		hint = ZSTD_decompressStream(z, &to, &in);
		out->n += to.pos;
		stuck = in.pos == was && !to.pos;
	}
	ZSTD_freeDStream(z);
	return !hint;
}

static int unpack_at_most(enum packing how, struct span packed, size_t max, struct buf *out,
                          struct err *e)
{
	static bool (*const unpackers[])(struct span, size_t, struct buf *) = {
		[PACKED_XZ] = unpack_xz,
		[PACKED_ZLIB] = unpack_zlib,
		[PACKED_ZSTD] = unpack_zstd,
	};
	if (how == PACKED_NOT || !unpackers[how](packed, max, out))
		return out->n > max ? err_set(e, ERR_LIMIT, "unpacked it is too large")
		                    : err_corrupt(e, 0, "it cannot be unpacked");
	return out->n > max ? err_set(e, ERR_LIMIT, "unpacked it is too large") : 0;
}

int unpack(enum packing how, struct span packed, struct arena *a, struct bytes *out, struct err *e)
{
	struct buf b = { 0 };
	int rc = unpack_at_most(how, packed, UNPACKED_MAX, &b, e);
	*out = (struct bytes){ 0 };
	if (rc == 0)
		*out = (struct bytes){ .p = (unsigned char *)arena_dup(a, b.p, b.n), .n = b.n };
	buf_release(&b);
	return rc;
}

/* ------------------------------------------------------------------ sections */

static uint64_t big64(const unsigned char *p)
{
	uint64_t v = load64(p);
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? v : __builtin_bswap64(v);
}

/* How a section is packed, the packed part, and the bytes that are to come out. */
static enum packing section_packing(const struct elf_image *im, const struct elf_section *s,
                                    struct span *part, uint64_t *size)
{
	size_t head = im->is_64 ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
	if (!s->is_packed) {
		*size = big64(part->p + 4);
		*part = span_behind(*part, 12);
		return PACKED_ZLIB;
	}
	if (part->n < head)
		return PACKED_NOT;
	uint32_t type = elf_u32(im, part->p);
	if (im->is_64) {
		uint64_t v = load64(part->p + offsetof(Elf64_Chdr, ch_size));
		*size = im->swap ? __builtin_bswap64(v) : v;
	} else {
		*size = elf_u32(im, part->p + offsetof(Elf32_Chdr, ch_size));
	}
	*part = span_behind(*part, head);
	return type == ELFCOMPRESS_ZLIB  ? PACKED_ZLIB
	       : type == COMPRESSED_ZSTD ? PACKED_ZSTD
	                                 : PACKED_NOT;
}

/* What comes out is added to out; false and nothing when it is not all there. */
static bool section_unpack(const struct elf_image *im, const struct elf_section *s, struct buf *out)
{
	struct span part;
	uint64_t size;
	size_t was = out->n;
	if (s->type == SHT_NOBITS || !span_sub(im->bytes, s->off, s->size, &part))
		return false;
	enum packing how = section_packing(im, s, &part, &size);
	if (how != PACKED_NOT && size <= UNPACKED_MAX &&
	    unpack_at_most(how, part, was + (size_t)size, out, NULL) == 0 && out->n - was == size)
		return true;
	out->n = was;
	return false;
}

bool elf_section_contents(const struct elf_image *im, const struct elf_section *s, struct arena *a,
                          struct span *out)
{
	struct buf b = { 0 };
	if (elf_image_bytes(im, s, out) &&
	    (strncmp(s->name, ".zdebug", 7) != 0 || out->n < 12 || memcmp(out->p, "ZLIB", 4) != 0))
		return true;
	bool whole = section_unpack(im, s, &b);
	if (whole)
		*out = span_of(arena_dup(a, b.p, b.n), b.n);
	buf_release(&b);
	return whole;
}

/* Is a section the one of this name, perhaps packed in the old way, which is in its name? */
static bool is_named(const struct elf_section *s, const char *name)
{
	return strcmp(s->name, name) == 0 ||
	       (strncmp(s->name, ".zdebug", 7) == 0 && strcmp(s->name + 2, name + 1) == 0);
}

bool elf_contents_named(const struct elf_image *im, const char *name, struct arena *a,
                        struct span *out)
{
	for (uint32_t i = 0; i < im->n_sections; i++)
		if (is_named(&im->sections[i], name) &&
		    elf_section_contents(im, &im->sections[i], a, out))
			return true;
	*out = (struct span){ 0 };
	return false;
}

/* ------------------------------------------------------------------ a whole file */

static bool is_zstd(const struct elf_image *im, const struct elf_section *s)
{
	struct span part;
	uint64_t size;
	return s->is_packed && span_sub(im->bytes, s->off, s->size, &part) &&
	       section_packing(im, s, &part, &size) == PACKED_ZSTD;
}

static void put_word(const struct elf_image *im, char *at, uint64_t v)
{
	if (im->is_64)
		store64(at, im->swap ? __builtin_bswap64(v) : v);
	else
		store32(at, im->swap ? __builtin_bswap32((uint32_t)v) : (uint32_t)v);
}

/* The section's header says from now on that its bytes are the n ones at off, and not packed. */
static void header_set(const struct elf_image *im, char *header, uint64_t off, uint64_t n)
{
	static const size_t at[2][3] = {
		{ offsetof(Elf32_Shdr, sh_flags), offsetof(Elf32_Shdr, sh_offset),
		  offsetof(Elf32_Shdr, sh_size) },
		{ offsetof(Elf64_Shdr, sh_flags), offsetof(Elf64_Shdr, sh_offset),
		  offsetof(Elf64_Shdr, sh_size) },
	};
	put_word(im, header + at[im->is_64][0], 0);
	put_word(im, header + at[im->is_64][1], off);
	put_word(im, header + at[im->is_64][2], n);
}

bool elf_unpack_zstd(const struct elf_image *im, struct buf *out)
{
	GElf_Ehdr eh;
	size_t each = im->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	bool any = false;
	for (uint32_t i = 0; i < im->n_sections; i++)
		any |= is_zstd(im, &im->sections[i]);
	if (!any || !gelf_getehdr(im->elf, &eh) || eh.e_shentsize != each ||
	    eh.e_shoff > im->bytes.n || im->n_sections > (im->bytes.n - eh.e_shoff) / each)
		return false;
	buf_add(out, im->bytes.p, im->bytes.n);
	for (uint32_t i = 0; i < im->n_sections && out->n < FILE_UNPACKED_MAX; i++) {
		if (!is_zstd(im, &im->sections[i]))
			continue;
		buf_fill(out, 0, -out->n & 15);
		size_t off = out->n;
		if (section_unpack(im, &im->sections[i], out))
			header_set(im, out->p + eh.e_shoff + i * each, off, out->n - off);
	}
	return true;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Packed files and sections: packed here by the libraries that pack them, headers by the gABI. */
#include "../tap.h"

#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "elf_make.h"
#include "symbols/internal.h"

enum { N = 10000, SHF_COMPRESSED_ = 0x800 };

static unsigned char plain[N], packed[2 * N + 100];

static size_t pack(enum packing how, unsigned char *to)
{
	size_t n = 0;
	uLongf n_zlib = 2 * N;
	if (how == PACKED_XZ)
		lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, NULL, plain, N, to, &n, 2 * N);
	else if (how == PACKED_ZSTD)
		n = ZSTD_compress(to, 2 * N, plain, N, 1);
	else if (compress(to, &n_zlib, plain, N) == Z_OK)
		n = n_zlib;
	return n;
}

static void whole(void)
{
	static const enum packing ways[] = { PACKED_XZ, PACKED_ZLIB, PACKED_ZSTD };
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct arena a = { 0 };
		struct bytes out;
		struct err e = { 0 };
		size_t n = pack(ways[i], packed);
		ok(unpack(ways[i], span_of(packed, n), &a, &out, &e) == 0 && out.n == N &&
		           memcmp(out.p, plain, N) == 0,
		   "way %zu: what was packed comes out", i);
		ok(ways[i] == PACKED_ZLIB || packing_of(span_of(packed, n)) == ways[i],
		   "way %zu: its first bytes tell", i);
		unsigned good = 0;
		for (size_t cut = 0; cut < n; cut += 7)
			good += unpack(ways[i], span_of(packed, cut), &a, &out, &e) != 0 && !out.n;
		is_u64(good, (n + 6) / 7, "cut it is refused");
		arena_release(&a);
	}
	ok(packing_of(span_str("\177ELF")) == PACKED_NOT, "an ELF file is not packed");
	ok(packing_of(span_of("\x1f\x8b\x08", 3)) == PACKED_ZLIB, "gzip");
}

/* The header of a section: 32 or 64 bit, either byte order. */
static size_t head(unsigned char *to, bool is_32, bool big, unsigned type, uint64_t size)
{
	struct mk m = { .p = to, .is_32 = is_32, .big = big };
	mk_put(&m, type, 4);
	if (!is_32)
		mk_put(&m, 0, 4);
	mk_word(&m, size);
	mk_word(&m, 1);
	return m.n;
}

static void section(bool is_32, bool big, unsigned type, uint64_t size, bool good)
{
	size_t at = head(packed, is_32, big, type, size);
	size_t n = at + pack(type == 2 ? PACKED_ZSTD : PACKED_ZLIB, packed + at);
	struct mk_section s = { ".debug_x", 1, SHF_COMPRESSED_, 0, n, packed };
	struct mk_elf in = { .is_32 = is_32, .big = big, .machine = 62, .sections = &s };
	in.n_sections = 1;
	size_t n_image;
	unsigned char *p = mk_elf(&in, &n_image);
	struct elf_image im;
	struct arena a = { 0 };
	struct span out = { 0 };
	bool opened = elf_image_open((struct bytes){ .p = p, .n = n_image }, &im, NULL) == 0;
	bool got = opened && elf_section_contents(&im, &im.sections[1], &a, &out);
	ok(got == good && (!good || (out.n == N && memcmp(out.p, plain, N) == 0)),
	   "%d bit, %s, type %u, size %llu: %s", is_32 ? 32 : 64, big ? "big" : "little", type,
	   (unsigned long long)size, good ? "unpacked" : "refused");
	elf_image_close(&im);
	arena_release(&a);
	free(p);
}

static void zdebug(void)
{
	static const unsigned char magic[] = {
		'Z', 'L', 'I', 'B', 0, 0, 0, 0, 0, 0, N >> 8, N & 255
	};
	memcpy(packed, magic, sizeof magic);
	size_t n = sizeof magic + pack(PACKED_ZLIB, packed + sizeof magic);
	struct mk_section s = { ".zdebug_x", 1, 0, 0, n, packed };
	struct mk_elf in = { .machine = 62, .sections = &s, .n_sections = 1 };
	size_t n_image;
	unsigned char *p = mk_elf(&in, &n_image);
	struct elf_image im;
	struct arena a = { 0 };
	struct span out = { 0 };
	ok(elf_image_open((struct bytes){ .p = p, .n = n_image }, &im, NULL) == 0 &&
	           elf_section_contents(&im, &im.sections[1], &a, &out) && out.n == N &&
	           memcmp(out.p, plain, N) == 0,
	   ".zdebug");
	elf_image_close(&im);
	arena_release(&a);
	free(p);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		plain[i] = (unsigned char)(i / 3 ^ i / 251);
	whole();
	for (int form = 0; form < 4; form++)
		for (unsigned type = 1; type <= 2; type++)
			section(form & 1, form & 2, type, N, true);
	section(false, false, 1, N - 1, false);
	section(false, false, 1, N + 1, false);
	section(false, false, 2, UINT64_MAX, false);
	section(false, false, 7, N, false);
	zdebug();
	return done_testing();
}

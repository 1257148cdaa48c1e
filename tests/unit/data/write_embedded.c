// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names in the recording: bytes put together by hand by the encoding of protobuf (field << 3 | wire
 * type, numbers of 7 bits a byte, the least first) and simpleperf's record_file.proto.
 */
#include "../tap.h"

#include "data/write.h"

static void is_bytes(const struct buf *b, const char *want, size_t n, const char *what)
{
	ok(b->n == n && memcmp(b->p, want, n) == 0, "%s", what);
	if (b->n != n)
		printf("# %zu bytes, not %zu\n", b->n, n);
}
#define IS_BYTES(b, want, what) is_bytes(b, want, sizeof(want) - 1, what)

int main(void)
{
	struct buf b = { 0 };
	struct write_embedded so = { .path = "/lib/new.so",
		                     .kind = EMBEDDED_ELF,
		                     .min_vaddr = 0x2000,
		                     .min_off = 0x1000,
		                     .build_id = span_str("\x11\x22") };
	buf_str(&b, "?");
	size_t at = write_embedded(&b, &so);
	write_embedded_symbol(&b, 0x2200, 0x80, "new_one");
	write_embedded_end(&b, at);
	IS_BYTES(&b,
	         "?"
	         "\x2d\0\0\0"           /* 45 bytes: 13 + 2 + 3 + 5 + 5 + 17 */
	         "\x0a\x0b/lib/new.so"  /* 1 path */
	         "\x10\x02"             /* 2 kind: ELF */
	         "\x18\x80\x40"         /* 3 min_vaddr: 0 | 0x40 << 7 */
	         "\x32\x03\x08\x80\x20" /* 6 ELF: 1 min_off: 0x20 << 7 */
	         "\xc2\x3e\x02\x11\x22" /* 1000 build-id: 1000 << 3 | 2 = 8002 = 0x42 | 0x3e << 7 */
	         "\x22\x0f\x08\x80\x44" /* 4 symbol, 15 bytes: 1 addr: 0x44 << 7 */
	         "\x10\x80\x01"         /* 2 len: 0x80 */
	         "\x1a\x07new_one",     /* 3 name */
	         "an ELF file and a symbol");

	b.n = 0;
	struct write_embedded mod = { .path = "[m]",
		                      .kind = EMBEDDED_MODULE,
		                      .min_vaddr = 0xffffffffc0000000 };
	at = write_embedded(&b, &mod);
	write_embedded_end(&b, at);
	IS_BYTES(&b,
	         "\x19\0\0\0"
	         "\x0a\x03[m]"
	         "\x10\x01"
	         "\x18\x80\x80\x80\x80\xfc\xff\xff\xff\xff\x01" /* 64 bits take 10 bytes */
	         "\x3a\x02\x08\x00" /* 7 module: 1 offset in memory: 0 */
	         "\xc2\x3e\x00",    /* it has no build-id */
	         "a module, without symbols");

	b.n = 0;
	struct write_embedded kernel = { .path = "[k]", .kind = EMBEDDED_KERNEL };
	at = write_embedded(&b, &kernel);
	write_embedded_symbol(&b, 1, 2, "");
	write_embedded_end(&b, at);
	IS_BYTES(&b,
	         "\x14\0\0\0"
	         "\x0a\x03[k]"
	         "\x10\x00"
	         "\x18\x00"
	         "\xc2\x3e\x00"
	         "\x22\x06\x08\x01\x10\x02\x1a\x00",
	         "the kernel has no place");
	b.n = 0;
	struct write_embedded untold = { .path = "/u", .kind = EMBEDDED_ELF, .is_untold = true };
	at = write_embedded(&b, &untold);
	write_embedded_end(&b, at);
	IS_BYTES(&b,
	         "\x0c\0\0\0"
	         "\x0a\x02/u"
	         "\x10\x02"
	         "\x18\0"
	         "\x32\x02\x08\0",
	         "of a file whose build-id nobody knows, nothing is told of one");
	buf_release(&b);
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Records as bytes: a file made by hand after perf.data-file-format.txt, whole and cut at every
 * byte. (What perf prints of each type: tests/e2e/0061-dump.t.) */
#include <stdlib.h>

#include "output/output.h"

#include "tests/unit/tap.h"

enum { ATTRS = 104, ATTR_BYTES = 64 + 16, RECORDS = ATTRS + ATTR_BYTES };

static void put(struct buf *b, unsigned width, uint64_t v)
{
	buf_add(b, &v, width); /* the host is little-endian, as all that this is built for */
}

/* One event: IP, TID; a COMM, a sample with a chain, a record of a type nobody knows. */
static void make(struct buf *b)
{
	static const uint64_t head[] = { 0x32454c4946524550, 104,    ATTR_BYTES, ATTRS,
		                         ATTR_BYTES,         RECORDS };
	for (size_t i = 0; i < 6; i++)
		put(b, 8, head[i]);
	put(b, 8, 32 + 48 + 10); /* bytes of records */
	buf_fill(b, 0, ATTRS - b->n);
	put(b, 4, 1);
	put(b, 4, 64);
	put(b, 8, 0);
	put(b, 8, 1000);
	put(b, 8, 1 | 2 | 32);
	buf_fill(b, 0, ATTRS + ATTR_BYTES - b->n);

	put(b, 4, 3);
	put(b, 2, 0x2000);
	put(b, 2, 32);
	put(b, 4, 7);
	put(b, 4, 8);
	buf_add(b, "a\nb\0\0\0\0\0\0\0\0\0\0\0\0", 16);

	put(b, 4, 9);
	put(b, 2, 2);
	put(b, 2, 48);
	put(b, 8, 0x401000);
	put(b, 4, 7);
	put(b, 4, 8);
	put(b, 8, 2);
	put(b, 8, (uint64_t)-512);
	put(b, 8, 0x401000);

	put(b, 4, 99);
	put(b, 2, 0);
	put(b, 2, 10);
	put(b, 2, 0x7e41);
}

static const char want[] =
	"\n0xb8@in [0x20]: event: 3\n.\n. ... raw event: size 32 bytes\n"
	".  0000:  03 00 00 00 00 20 20 00 07 00 00 00 08 00 00 00  .....  .........\n"
	".  0010:  61 0a 62 00 00 00 00 00 00 00 00 00 00 00 00 00  a.b.............\n"
	"\n-1 0xb8 [0x20]: PERF_RECORD_COMM exec: a?b:7/8\n"
	"\n0xd8@in [0x30]: event: 9\n.\n. ... raw event: size 48 bytes\n"
	".  0000:  09 00 00 00 02 00 30 00 00 10 40 00 00 00 00 00  ......0...@.....\n"
	".  0010:  07 00 00 00 08 00 00 00 02 00 00 00 00 00 00 00  ................\n"
	".  0020:  00 fe ff ff ff ff ff ff 00 10 40 00 00 00 00 00  ..........@.....\n"
	"\n0xd8 [0x30]: PERF_RECORD_SAMPLE(IP, 0x2): 7/8: 0x401000 period: 1000 addr: 0\n"
	"... FP chain: nr:2\n"
	".....  0: fffffffffffffe00 (PERF_CONTEXT_USER)\n"
	".....  1: 0000000000401000\n"
	"\n0x108@in [0xa]: event: 99\n.\n. ... raw event: size 10 bytes\n"
	".  0000:  63 00 00 00 00 00 0a 00 41 7e                    c.......A~      \n"
	"\n-1 0x108 [0xa]: PERF_RECORD_UNKNOWN\n";

int main(void)
{
	struct buf file = { 0 }, out = { 0 };
	struct data d;
	struct err e;
	unsigned sound = 0;
	make(&file);
	ok(data_open(&d, (struct bytes){ .p = (unsigned char *)file.p, .n = file.n }, &e) == 0,
	   "opened");
	ok(output_dump(&out, &d, "in", &e) == 0, "walked to its end");
	is_str(buf_cstr(&out), want, "the text");
	out.n = 0;
	is_u64(output_check(&out, &d), 1, "one fault");
	is_str(buf_cstr(&out), "0x108: UNKNOWN: type 99 is not known\n", "it is named");
	data_close(&d);
	for (size_t n = 0; n < file.n; n++) {
		unsigned char *p = malloc(n ? n : 1);
		memcpy(p, file.p, n);
		out.n = 0;
		if (data_open(&d, (struct bytes){ .p = p, .n = n }, NULL) == 0) {
			output_dump(&out, &d, "in", NULL);
			sound += n > RECORDS && output_check(&out, &d) == 0;
		}
		data_close(&d);
		free(p);
	}
	is_u64(sound, 0, "cut at any byte there is a fault");
	/* A record of no length ends the walk. */
	file.p[RECORDS + 32 + 6] = 0;
	out.n = 0;
	data_open(&d, (struct bytes){ .p = (unsigned char *)file.p, .n = file.n }, NULL);
	ok(output_dump(&out, &d, "in", &e) == ERR_CORRUPT && e.off == RECORDS + 32,
	   "a record of 0 bytes");
	data_close(&d);
	buf_release(&file);
	buf_release(&out);
	return done_testing();
}

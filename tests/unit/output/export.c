// SPDX-License-Identifier: GPL-2.0-or-later
/* What is packed comes out of zlib as it went in; calls of callgrind where functions call
 * themselves. */
#include "output/export.h"

#include <zlib.h>

#include "tests/unit/profile/make.h"
#include "tests/unit/tap.h"

static void test_gzip(void)
{
	static const size_t sizes[] = { 0, 1, 65535, 65536, 65537, 300000 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct buf b = { 0 };
		size_t n = sizes[i];
		unsigned char *in = mem_new(n + 1), *out = mem_new(n + 1);
		for (size_t k = 0, x = 1; k < n; k++)
			in[k] = (unsigned char)((x = x * 1103515245 + 12345) >> 16);
		gzip_add(&b, in, n);
		z_stream z = { .next_in = (Bytef *)b.p,
			       .avail_in = (uInt)b.n,
			       .next_out = out,
			       .avail_out = (uInt)n + 1 };
		inflateInit2(&z, 15 + 16);
		ok(inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == n && !z.avail_in &&
		           memcmp(in, out, n) == 0,
		   "%zu bytes", n);
		inflateEnd(&z);
		free(in);
		free(out);
		buf_release(&b);
	}
}

static void test_callgrind(void)
{
	struct made m;
	struct buf b = { 0 };
	made_init(&m);
	made_add(&m, "x", "ab", 5);
	made_add(&m, "x", "aba", 2); /* a stands where it is innermost: x calls b, and b a */
	export_callgrind.end(&(struct exporter){ .out = &b,
	                                         .places = m.profile.stacks.places,
	                                         .profile = &m.profile,
	                                         .title = "t",
	                                         .event = "e" });
	is_str(buf_cstr(&b),
	       "# callgrind format\nversion: 1\ncreator: pmrec\ncmd: t\npositions: line\n"
	       "events: e\nsummary: 7\n\nfl=(1) ???\n"
	       "\nob=(2) x\nfn=(1) b\n0 5\ncob=(2)\ncfn=(3) a\ncalls=1 0\n0 2\n"
	       "\nob=(2)\nfn=(3)\n0 2\ncob=(2)\ncfn=(1)\ncalls=1 0\n0 5\n"
	       "\nob=(4) [thread]\nfn=(2) x\n0 0\ncob=(2)\ncfn=(1)\ncalls=1 0\n0 2\n"
	       "cob=(2)\ncfn=(3)\ncalls=1 0\n0 5\n",
	       "callgrind");
	buf_release(&b);
	made_release(&m);
}

int main(void)
{
	test_gzip();
	test_callgrind();
	ok(export_find("pprof") && !export_find("ppro"), "formats by name");
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/buf.h"

#include <errno.h>
#include <stdlib.h>

#include "tests/unit/tap.h"

static void test_numbers(void)
{
	static const struct {
		uint64_t v;
		int width;
		char pad;
		const char *decimal, *hex;
	} rows[] = {
		{ 0, 0, ' ', "0", "0" },
		{ 9, 3, '0', "009", "009" },
		{ 10, 3, ' ', " 10", "  a" },
		{ 255, 1, ' ', "255", "ff" },
		{ UINT64_MAX, 0, ' ', "18446744073709551615", "ffffffffffffffff" },
		{ UINT64_MAX, 22, '.', "..18446744073709551615", "......ffffffffffffffff" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b = { 0 };
		buf_u64_width(&b, rows[i].v, rows[i].width, rows[i].pad);
		is_str(buf_cstr(&b), rows[i].decimal, "decimal");
		b.n = 0;
		buf_hex_width(&b, rows[i].v, rows[i].width, rows[i].pad);
		is_str(buf_cstr(&b), rows[i].hex, "hexadecimal");
		buf_release(&b);
	}
}

/* As printf's %*.2f%% where it can be; beyond there is an end. */
static void test_percent(void)
{
	static const double values[] = { 0,     0.005,  0.015, 0.125,     1,
		                         9.995, 99.999, 100,   1234.5678, 1e12 };
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct buf b = { 0 };
		char want[64];
		snprintf(want, sizeof want, "%7.2f%%", values[i]);
		buf_percent(&b, values[i], 8);
		is_str(buf_cstr(&b), want, "percent");
		buf_release(&b);
	}
	struct buf b = { 0 };
	buf_percent(&b, 1.8e23, 8);
	is_str(buf_cstr(&b), "1000000000000000.00%", "more than a number holds");
	buf_release(&b);
}

#define BAD "\xef\xbf\xbd" /* U+FFFD */

/* RFC 3629 section 4 and the control characters of ECMA-48: C0, DEL, and C1 as U+0080 to U+009F. */
static void test_text(void)
{
	static const struct {
		const char *in, *out, *what;
	} rows[] = {
		{ "plain ~", "plain ~", "ASCII" },
		{ "a\tb\nc\x1b[0m\x7f", "a?b?c?[0m?", "control bytes" },
		{ "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
		  "2, 3 and 4 bytes" },
		{ "\xc2\x9b"
		  "1m",
		  "?1m", "a C1 control" },
		{ "\xc2\xa0", "\xc2\xa0", "the first behind them" },
		{ "\x80\xbf", BAD BAD, "continuations alone" },
		{ "\xc3", BAD, "cut after 1 of 2" },
		{ "\xe2\x82", BAD, "cut after 2 of 3" },
		{ "\xe2\x82x", BAD "x", "broken off" },
		{ "\xc0\xaf\xc1\xbf", BAD BAD BAD BAD, "overlong 2" },
		{ "\xe0\x9f\xbf", BAD BAD BAD, "overlong 3" },
		{ "\xf0\x8f\xbf\xbf", BAD BAD BAD BAD, "overlong 4" },
		{ "\xed\xa0\x80", BAD BAD BAD, "a surrogate" },
		{ "\xed\x9f\xbf\xee\x80\x80", "\xed\x9f\xbf\xee\x80\x80", "beside the surrogates" },
		{ "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf", "U+10FFFF" },
		{ "\xf4\x90\x80\x80\xf5", BAD BAD BAD BAD BAD, "beyond it" },
		/* The Unicode Standard 15.0, table 3-8 and the one behind it. */
		{ "\xc0\xaf\xe0\x80\xbf\xf0\x81\x82"
		  "A",
		  BAD BAD BAD BAD BAD BAD BAD BAD "A", "the standard's non-shortest forms" },
		{ "\xe1\x80\xe2\xf0\x91\x92\xf1\xbf"
		  "A",
		  BAD BAD BAD BAD "A", "the standard's truncated sequences" },
		/* The Unicode Standard 15.0, chapter 23: Bidi_Control, the separators and what is
		 * not seen, and the characters beside them. */
		{ "a\xe2\x80\xae"
		  "b",
		  "a<U+202E>b", "an override from right to left" },
		{ "\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xaa\xe2\x81\xa6\xe2\x81\xa9",
		  "<U+061C><U+200E><U+200F><U+202A><U+2066><U+2069>",
		  "marks, embeddings, isolates" },
		{ "\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\x8b\xc2\xad\xef\xbb\xbf\xef\xbf\xbf",
		  "<U+2028><U+2029><U+200B><U+00AD><U+FEFF><U+FFFF>",
		  "separators, not seen, none" },
		{ "\xcd\x8f\xe1\x85\x9f\xe1\xa0\x8e\xe3\x85\xa4\xef\xb8\x8f\xf3\xa0\x81\x81",
		  "<U+034F><U+115F><U+180E><U+3164><U+FE0F><U+E0041>", "fillers, selectors, tags" },
		{ "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xb0\xd7\x90",
		  "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xb0\xd7\x90",
		  "the ones beside them, and a letter" },
		{ "", "", "nothing" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b = { 0 };
		buf_text(&b, rows[i].in);
		is_str(buf_cstr(&b), rows[i].out, rows[i].what);
		buf_release(&b);
	}
}

static void test_columns(void)
{
	struct buf b = { 0 };
	buf_left(&b, "ab", 4);
	buf_right(&b, "cd", 4);
	buf_left(&b, "long", 2);
	buf_fill(&b, '-', 3);
	buf_fill(&b, '-', 0);
	buf_char(&b, '!');
	buf_printf(&b, "%d%%", 7);
	is_str(buf_cstr(&b), "ab    cdlong---!7%", "columns");
	buf_release(&b);
	buf_release(&b);
}

struct sink {
	struct buf got;
	int calls, fail_at;
};

static int sink_take(void *ctx, const void *p, size_t n)
{
	struct sink *s = ctx;
	if (++s->calls == s->fail_at)
		return ENOSPC;
	buf_add(&s->got, p, n);
	return 0;
}

/* The examples of RFC 4648, and of the encoding of protocol buffers (150, and what has more bits).
 */
static void test_bytes(void)
{
	static const char *const base64[] = { "",         "Zg==",     "Zm8=",    "Zm9v",
		                              "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy" };
	static const struct {
		uint64_t v;
		const char *hex;
	} varints[] = {
		{ 0, "00" },
		{ 127, "7f" },
		{ 128, "8001" },
		{ 150, "9601" },
		{ UINT32_MAX, "ffffffff0f" },
		{ UINT64_MAX, "ffffffffffffffffff01" },
	};
	struct buf b = { 0 }, hex = { 0 };
	for (size_t n = 0; n < sizeof base64 / sizeof *base64; n++) {
		b.n = 0;
		buf_base64(&b, "foobar", n);
		is_str(buf_cstr(&b), base64[n], "base64");
	}
	for (size_t i = 0; i < sizeof varints / sizeof *varints; i++) {
		b.n = hex.n = 0;
		buf_varint(&b, varints[i].v);
		for (size_t k = 0; k < b.n; k++)
			buf_hex_width(&hex, (unsigned char)b.p[k], 2, '0');
		is_str(buf_cstr(&hex), varints[i].hex, "varint");
	}
	buf_release(&b);
	buf_release(&hex);
}

static void test_drain(void)
{
	struct sink s = { .fail_at = -1 };
	struct buf b = { .drain = sink_take, .ctx = &s }, want = { 0 };
	for (int i = 0; i < 30000; i++) {
		buf_printf(&b, "%d ", i);
		buf_printf(&want, "%d ", i);
	}
	buf_flush(&b);
	ok(s.got.n == want.n && memcmp(s.got.p, want.p, want.n) == 0,
	   "all of it came through in order");
	ok(s.calls <= 4, "in as many calls as it fills buffers of 64 KB (%d)", s.calls);
	is_u64((uint64_t)b.failed, 0, "no failure");
	buf_release(&b);
	buf_release(&want);
	buf_release(&s.got);

	s = (struct sink){ .fail_at = 2 };
	b = (struct buf){ .drain = sink_take, .ctx = &s };
	for (int i = 0; i < 5 * BUF_DRAIN_BYTES; i++)
		buf_char(&b, 'x');
	buf_flush(&b);
	is_u64((uint64_t)b.failed, ENOSPC, "the first failure is kept");
	is_u64((uint64_t)s.calls, 2, "and the rest dropped");
	is_u64(s.got.n, BUF_DRAIN_BYTES, "after what went well");
	buf_release(&b);
	buf_release(&s.got);
}

int main(void)
{
	test_numbers();
	test_percent();
	test_text();
	test_columns();
	test_bytes();
	test_drain();
	return done_testing();
}

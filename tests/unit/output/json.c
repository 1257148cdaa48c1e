// SPDX-License-Identifier: GPL-2.0-or-later
/* Commas where they are due, also when what was written is moved away; texts that are no JSON. */
#include "output/json.h"

#include "tests/unit/tap.h"

static void test_moved(void)
{
	struct buf b = { 0 }, out = { 0 };
	buf_char(&b, '{');
	json_move(&b, &out);
	is_u64(out.n, 0, "the last byte stays");
	json_open(&b, "a", '[');
	for (unsigned i = 0; i < 3; i++) {
		json_next(&b);
		buf_u64(&b, i);
		json_move(&b, &out);
	}
	buf_char(&b, ']');
	json_move(&b, &out);
	json_u64(&b, "b", 5);
	buf_char(&b, '}');
	buf_add(&out, b.p, b.n);
	is_str(buf_cstr(&out), "{\"a\":[0,1,2],\"b\":5}", "commas");
	buf_release(&b);
	buf_release(&out);
}

static void test_decimal(void)
{
	static const struct {
		uint64_t v;
		unsigned n;
		const char *want;
	} cases[] = {
		{ 0, 3, "0.000" },
		{ 7, 6, "0.000007" },
		{ 1234567, 3, "1234.567" },
		{ UINT64_MAX, 6, "18446744073709.551615" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf b = { 0 };
		json_decimal(&b, cases[i].v, cases[i].n);
		is_str(buf_cstr(&b), cases[i].want, "a decimal");
		buf_release(&b);
	}
}

static void test_string(void)
{
	struct buf b = { 0 };
	json_string(&b, "a\"b\\\1\n\xff", 7);
	is_str(buf_cstr(&b), "\"a\\\"b\\\\??\xef\xbf\xbd\"", "a text that is none");
	buf_release(&b);
}

int main(void)
{
	test_moved();
	test_decimal();
	test_string();
	return done_testing();
}

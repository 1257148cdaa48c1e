// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/span.h"

#include "tests/unit/tap.h"

static void test_sub(void)
{
	static const struct {
		uint64_t off, n;
		bool there;
	} rows[] = {
		{ 0, 10, true },
		{ 0, 11, false },
		{ 10, 0, true },
		{ 11, 0, false },
		{ 9, 1, true },
		{ 9, 2, false },
		{ 1, UINT64_MAX, false },
		{ UINT64_MAX, 1, false },
		{ UINT64_MAX, UINT64_MAX, false },
	};
	struct span s = span_of("0123456789", 10);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct span out = { NULL, 77 };
		ok(span_sub(s, rows[i].off, rows[i].n, &out) == rows[i].there,
		   "sub %" PRIu64 " %" PRIu64, rows[i].off, rows[i].n);
		ok(rows[i].there ? out.p == s.p + rows[i].off && out.n == rows[i].n
		                 : out.n == 77 && !out.p,
		   "its bytes, or nothing written");
	}
}

static void test_take(void)
{
	struct span s = span_of("abcdef", 6), out = { 0 };
	ok(span_take(&s, 2, &out) && out.n == 2 && out.p[0] == 'a' && s.n == 4 && s.p[0] == 'c',
	   "take");
	ok(!span_take(&s, 5, &out) && s.n == 4, "more than there is: nothing changed");
	ok(span_take(&s, 4, &out) && s.n == 0, "the rest");
	ok(span_take(&s, 0, &out) && !span_take(&s, 1, &out), "the end");
	s = (struct span){ 0 };
	ok(span_take(&s, 0, &out) && !out.n && span_sub(s, 0, 0, &out) && !out.p,
	   "nothing of nothing");
}

int main(void)
{
	test_sub();
	test_take();
	is_u64(span_strnlen(span_of("ab\0c", 4)), 2, "strnlen stops at a NUL byte");
	is_u64(span_strnlen(span_of("abcd", 4)), 4, "or at the end");
	is_u64(span_strnlen((struct span){ 0 }), 0, "or there");
	ok(span_equal(span_str("x"), span_of("xy", 1)), "equal");
	ok(!span_equal(span_str("x"), span_str("xy")), "not equal");
	ok(span_equal((struct span){ 0 }, span_str("")), "both empty");
	unsigned char bytes[16] = { 0 };
	store32(bytes + 1, 0x01020304);
	store64(bytes + 5, 0x0807060504030201);
	is_u64(load32(bytes + 1), 0x01020304, "unaligned u32");
	is_u64(load64(bytes + 5), 0x0807060504030201, "unaligned u64");
	return done_testing();
}

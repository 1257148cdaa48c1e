// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/arena.h"

#include "tests/unit/tap.h"

/* Pieces of all sizes, each filled with its own byte: none moves, none overlaps, all are aligned.
 */
static void test_pieces(void)
{
	enum { N = 400 };
	static unsigned char *v[N];
	struct arena a = { 0 };
	size_t sum = 0;
	int unaligned = 0, spoilt = 0;
	for (size_t i = 0; i < N; i++) {
		size_t n = i * i % 5000;
		v[i] = arena_new(&a, n);
		memset(v[i], (int)(i & 255), n);
		sum += n;
		unaligned += (uintptr_t)v[i] % 16 != 0;
	}
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < i * i % 5000; k++)
			spoilt += v[i][k] != (i & 255);
	is_u64((uint64_t)unaligned, 0, "pieces are aligned to 16 bytes");
	is_u64((uint64_t)spoilt, 0, "and do not overlap");
	ok(a.n_bytes >= sum && a.n_bytes < sum + 16 * N, "what was handed out is counted");
	arena_release(&a);
	ok(!a.head && !a.n_bytes, "released: the empty arena");
	arena_release(&a);
}

static void test_texts(void)
{
	struct arena a = { 0 };
	is_str(arena_dup(&a, "abc", 2), "ab", "dup ends with a NUL byte");
	is_str(arena_dup(&a, NULL, 0), "", "dup of nothing");
	is_str(arena_printf(&a, "%s-%d", "x", 7), "x-7", "printf");
	char big[10000];
	memset(big, 'y', sizeof big);
	big[sizeof big - 1] = 0;
	is_str(arena_printf(&a, "%s", big), big, "printf of more than a block");
	unsigned char *z = arena_zero(&a, 5000);
	int set = 0;
	for (int i = 0; i < 5000; i++)
		set += z[i] != 0;
	is_u64((uint64_t)set, 0, "zero is cleared");
	arena_release(&a);
}

static void test_nothing(void)
{
	struct arena a = { 0 };
	ok(arena_new(&a, 0) != NULL, "no bytes of the empty arena");
	void *p = arena_new(&a, 1);
	ok(p != NULL, "and one after it");
	arena_release(&a);
}

int main(void)
{
	test_pieces();
	test_texts();
	test_nothing();
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The C library's memory functions, which static builds replace: compared with loops that are
 * plainly right, for every length and alignment around the block sizes. In other builds it tests
 * the C library's own.
 */
#include "tests/unit/tap.h"

enum { ROOM = 6000 };

static unsigned char from[ROOM], to[ROOM], want[ROOM];

/* The loops must stay loops: a compiler would make them calls of what is tested. */
#define BARRIER() __asm__ volatile("" ::: "memory")

static void fill(unsigned char *p, unsigned seed)
{
	for (int i = 0; i < ROOM; i++) {
		seed = seed * 1103515245u + 12345u;
		p[i] = (unsigned char)(seed >> 16);
		BARRIER();
	}
}

static int differs(const unsigned char *a, const unsigned char *b)
{
	for (int i = 0; i < ROOM; i++)
		if (a[i] != b[i])
			return 1;
	return 0;
}

static const int lengths[] = { 100, 127, 128, 129, 159, 1000, 2047, 2048, 2049, 4096, 5000 };

static int length_of(int i)
{
	return i < 70 ? i : lengths[i - 70];
}

enum { N_LENGTHS = 70 + sizeof lengths / sizeof *lengths };

static void test_memcpy(void)
{
	int bad = 0;
	for (int i = 0; i < (int)N_LENGTHS; i++)
		for (int a = 0; a < 17; a++) {
			int n = length_of(i);
			fill(from, 1);
			fill(to, 2);
			fill(want, 2);
			for (int k = 0; k < n; k++) {
				want[a + k] = from[3 + k];
				BARRIER();
			}
			bad += memcpy(to + a, from + 3, (size_t)n) != to + a || differs(to, want);
		}
	is_u64((uint64_t)bad, 0, "memcpy");
}

static void test_memmove(void)
{
	int bad = 0;
	for (int i = 0; i < (int)N_LENGTHS; i++)
		for (int shift = -33; shift <= 33; shift++) {
			int n = length_of(i);
			fill(to, 3);
			fill(from, 3);
			fill(want, 3);
			for (int k = 0; k < n; k++) {
				want[40 + shift + k] = from[40 + k];
				BARRIER();
			}
			bad += memmove(to + 40 + shift, to + 40, (size_t)n) != to + 40 + shift ||
			       differs(to, want);
		}
	is_u64((uint64_t)bad, 0, "memmove over itself, both ways");
}

static void test_search(void)
{
	int bad_chr = 0, bad_len = 0;
	for (int start = 0; start < 20; start++)
		for (int n = 0; n < 300; n++) {
			for (int k = 0; k < ROOM; k++) {
				to[k] = 'x';
				BARRIER();
			}
			to[start + n] = 0;
			bad_len += strlen((char *)to + start) != (size_t)n;
			bad_chr += memchr(to + start, 0, (size_t)n) != NULL;
			bad_chr += memchr(to + start, 0, (size_t)n + 1) != to + start + n;
		}
	is_u64((uint64_t)bad_len, 0, "strlen");
	is_u64((uint64_t)bad_chr, 0, "memchr");
}

int main(void)
{
	test_memcpy();
	test_memmove();
	test_search();
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Memory that grows: what was in it stays, whichever way it is had. */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tap.h"

enum { KB = 1 << 10, MB = 1 << 20 };

static void fill(uint32_t *v, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		v[i] = (uint32_t)(i * 2654435761u);
}

static size_t wrong(const uint32_t *v, size_t n)
{
	size_t bad = 0;
	for (size_t i = 0; i < n; i++)
		bad += v[i] != (uint32_t)(i * 2654435761u);
	return bad;
}

/* To sizes on both sides of those from which on pages are made at once, or are huge. */
static void test_resize(void)
{
	static const size_t bytes[] = { 4,      KB,         63 * KB,    64 * KB + 4, MB,
		                        2 * MB, 2 * MB + 4, 3 * MB,     4 * MB,      16 * MB + 4,
		                        5 * MB, 2 * MB,     2 * MB - 4, 3 * KB,      9 * MB };
	uint32_t *v = NULL;
	size_t n = 0;
	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
		size_t more = bytes[i] / sizeof *v, kept = n < more ? n : more;
		v = mem_resize(v, more, sizeof *v);
		is_u64(wrong(v, kept), 0, "what was there stays");
		fill(v, kept, more);
		n = more;
	}
	free(v);
}

static void test_vector(void)
{
	uint32_t *v = NULL, n = 0, cap = 0;
	for (uint32_t i = 0; i < 3 * MB; i++) {
		VEC_ROOM(v, n, cap);
		v[n] = (uint32_t)(n * 2654435761u);
		n++;
	}
	is_u64(wrong(v, n), 0, "one by one");
	free(v);
}

static void test_large(void)
{
	for (size_t n = 1; n < 64 * (size_t)MB; n = 3 * n + 1) {
		unsigned char *p = mem_large(n);
		memset(p, 0xa5, n);
		is_u64(p[0] + p[n - 1], 2 * 0xa5, "all of it can be written");
		free(p);
	}
	unsigned char *zero = mem_new(3 * MB);
	is_u64((uint64_t)zero[0] + zero[3 * MB - 1], 0, "zeroed");
	free(zero);
}

int main(void)
{
	test_resize();
	test_vector();
	test_large();
	return done_testing();
}

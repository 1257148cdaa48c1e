// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The C library's qsort(), which static builds replace: elements of several sizes, in order, in
 * reverse, in no order and with many that are equal. In other builds it tests the C library's own.
 */
#include <stddef.h>
#include <stdlib.h>

#include "tests/unit/tap.h"

enum { MOST = 3000, WIDEST = 24 };

static unsigned char v[MOST * WIDEST], was[MOST * WIDEST];
static size_t width;

/* All bytes of an element are the same, so that one that was torn is seen. */
static int order(const void *a, const void *b)
{
	const unsigned char *x = a, *y = b;
	return *x - *y;
}

/* Elements that are pointers, to such. */
static int order_pointed(const void *a, const void *b)
{
	return order(*(const unsigned char *const *)a, *(const unsigned char *const *)b);
}

enum { ASCENDING, DESCENDING, SCATTERED, FEW, SHAPES };

static unsigned char key_of(int shape, size_t i, size_t n)
{
	size_t x = i * 255 / n;
	switch (shape) {
	case ASCENDING:
		return (unsigned char)x;
	case DESCENDING:
		return (unsigned char)(255 - x);
	case SCATTERED:
		return (unsigned char)((i * 2654435761u) >> 13);
	default:
		return i % 7 == 3;
	}
}

static void fill(int shape, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < width; k++)
			was[i * width + k] = v[i * width + k] = key_of(shape, i, n);
}

/* In order, whole, and as many of each as before. */
static int is_sorted(size_t n)
{
	int count[256] = { 0 };
	for (size_t i = 0; i < n; i++) {
		const unsigned char *e = v + i * width;
		count[was[i * width]]++;
		count[*e]--;
		if (i && e[-(ptrdiff_t)width] > *e)
			return 0;
		for (size_t k = 1; k < width; k++)
			if (e[k] != *e)
				return 0;
	}
	for (int i = 0; i < 256; i++)
		if (count[i])
			return 0;
	return 1;
}

static void test_elements(void)
{
	static const size_t widths[] = { 1, 4, 8, 12, WIDEST }, sizes[] = { 0, 1, 2, 3, 100, MOST };
	for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
		int good = 1;
		width = widths[w];
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			for (int shape = 0; shape < SHAPES; shape++) {
				fill(shape, sizes[s] ? sizes[s] : 1);
				qsort(v, sizes[s], width, order);
				good &= is_sorted(sizes[s]);
			}
		ok(good, "elements of %zu bytes", width);
	}
}

static void test_pointers(void)
{
	static unsigned char *p[MOST];
	int good = 1;
	width = 1;
	for (int shape = 0; shape < SHAPES; shape++) {
		fill(shape, MOST);
		for (size_t i = 0; i < MOST; i++)
			p[i] = &v[i];
		qsort(p, MOST, sizeof *p, order_pointed);
		size_t sum = 0;
		for (size_t i = 0; i < MOST; i++) {
			sum += (size_t)(p[i] - v);
			good &= !i || *p[i - 1] <= *p[i];
		}
		good &= sum == (size_t)MOST * (MOST - 1) / 2;
	}
	ok(good, "pointers");
}

int main(void)
{
	test_elements();
	test_pointers();
	return done_testing();
}

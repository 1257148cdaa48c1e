// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Top down; a half is copied out only when the halves really interleave. */
static void merge_pointers(void **v, void **tmp, size_t n, sort_less *less, void *ctx)
{
	if (n < 2)
		return;
	size_t half = n / 2;
	merge_pointers(v, tmp, half, less, ctx);
	merge_pointers(v + half, tmp, n - half, less, ctx);
	if (!less(v[half], v[half - 1], ctx))
		return;
	memcpy(tmp, v, half * sizeof *v);
	for (size_t i = 0, j = half, k = 0; i < half; k++)
		v[k] = j < n && less(v[j], tmp[i], ctx) ? v[j++] : tmp[i++];
}

void sort_pointers(void *v, size_t n, sort_less *less, void *ctx)
{
	void **tmp = mem_resize(NULL, n / 2 + 1, sizeof *tmp);
	merge_pointers(v, tmp, n, less, ctx);
	free(tmp);
}

/* The end of the ascending run that begins at i. */
static size_t run_end(const struct sort_pair *v, size_t n, size_t i)
{
	do
		i++;
	while (i < n && v[i - 1].key <= v[i].key);
	return i;
}

/* Merge v[0, half) and v[half, n), both in order. */
static void merge_pairs(struct sort_pair *v, struct sort_pair *tmp, size_t half, size_t n)
{
	size_t i = 0, j = half, k = 0;
	while (v[k].key <= v[half].key) /* these stay; v[half] is smaller than the last of them */
		k++;
	size_t n_tmp = half - k;
	memcpy(tmp, v + k, n_tmp * sizeof *v);
	while (i < n_tmp && j < n)
		v[k++] = v[j].key < tmp[i].key ? v[j++] : tmp[i++];
	memcpy(v + k, tmp + i, (n_tmp - i) * sizeof *v);
}

/* Runs are merged two by two until there is one. */
void sort_pairs(struct sort_pair *v, struct sort_pair *tmp, size_t n)
{
	bool again = n > 1;
	while (again) {
		again = false;
		for (size_t i = 0; i < n;) {
			size_t half = run_end(v, n, i);
			if (half == n)
				break;
			size_t end = run_end(v, n, half);
			merge_pairs(v + i, tmp, half - i, end - i);
			again |= i || end < n;
			i = end;
		}
	}
}

/* Pairs put in the order of some bits of their keys. */
static void spread(const struct sort_pair *from, struct sort_pair *to, size_t n, unsigned shift)
{
	size_t at[DIGITS] = { 0 };
	for (size_t i = 0; i < n; i++)
		at[from[i].key >> shift & (DIGITS - 1)]++;
	for (size_t digit = 0, sum = 0; digit < DIGITS; digit++) {
		size_t n_digit = at[digit];
		at[digit] = sum;
		sum += n_digit;
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

/* Digit by digit, the least first; those that all have alike are passed over. */
void sort_scattered(struct sort_pair *v, struct sort_pair *tmp, size_t n)
{
	struct sort_pair *from = v, *to = tmp;
	uint64_t differ = 0;
	for (size_t i = 1; i < n; i++)
		differ |= v[i].key ^ v[0].key;
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		if (!(differ >> shift & (DIGITS - 1)))
			continue;
		spread(from, to, n, shift);
		struct sort_pair *was = from;
		from = to;
		to = was;
	}
	if (from != v)
		memcpy(v, from, n * sizeof *v);
}

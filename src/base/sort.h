/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Order: a stable merge sort that is fastest on input that is already in long ascending runs, as
 * records of per-CPU rings are. musl's qsort is a smoothsort and four times slower. And how to find
 * something in what is sorted.
 */
#ifndef PMREC_BASE_SORT_H
#define PMREC_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* Sort an array of n pointers; less(a, b, ctx) tells if a goes before b. */
typedef int sort_less(const void *a, const void *b, void *ctx);
void sort_pointers(void *v, size_t n, sort_less *less, void *ctx);

/* Sort n (key, value) pairs by key; equal keys keep their order. tmp has room for n pairs. */
struct sort_pair {
	uint64_t key, value;
};
void sort_pairs(struct sort_pair *v, struct sort_pair *tmp, size_t n);
/* The same, fastest on keys in no order, of which few bits differ. */
void sort_scattered(struct sort_pair *v, struct sort_pair *tmp, size_t n);

/* Of n sorted elements, how many have a member (uint64_t) of at most key: the last of them is the
 * nearest at or below it. v may be NULL when n is 0. */
#define SORTED_AT_MOST(v, n, member, key) \
	sorted_at_most((v), (n), sizeof *(v), offsetof(__typeof__(*(v)), member), (key))

static inline uint32_t sorted_at_most(const void *v, uint32_t n, size_t each, size_t off,
                                      uint64_t key)
{
	uint32_t lo = 0, hi = n;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (load64((const unsigned char *)v + mid * each + off) <= key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

#endif

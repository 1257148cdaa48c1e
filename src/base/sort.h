/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A stable merge sort that is fastest on input that is already in long ascending runs, as records
 * of per-CPU rings are. musl's qsort is a smoothsort and four times slower.
 */
#ifndef PMREC_BASE_SORT_H
#define PMREC_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sort an array of n pointers; less(a, b, ctx) tells if a goes before b. */
typedef int sort_less(const void *a, const void *b, void *ctx);
void sort_pointers(void *v, size_t n, sort_less *less, void *ctx);

/* Sort n (key, value) pairs by key; equal keys keep their order. tmp has room for n pairs. */
struct sort_pair {
	uint64_t key, value;
};
void sort_pairs(struct sort_pair *v, struct sort_pair *tmp, size_t n);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

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

static void merge_pairs(struct sort_pair *v, struct sort_pair *tmp, size_t n)
{
	if (n <= 16) {
		for (size_t i = 1; i < n; i++) {
			struct sort_pair x = v[i];
			size_t j = i;
			for (; j && v[j - 1].key > x.key; j--)
				v[j] = v[j - 1];
			v[j] = x;
		}
		return;
	}
	size_t half = n / 2;
	merge_pairs(v, tmp, half);
	merge_pairs(v + half, tmp, n - half);
	if (v[half - 1].key <= v[half].key)
		return;
	memcpy(tmp, v, half * sizeof *v);
	for (size_t i = 0, j = half, k = 0; i < half; k++)
		v[k] = j < n && v[j].key < tmp[i].key ? v[j++] : tmp[i++];
}

void sort_pairs(struct sort_pair *v, struct sort_pair *tmp, size_t n)
{
	merge_pairs(v, tmp, n);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Histograms of several events beside each other: each group once. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "profile/profile.h"

static bool same_group(const struct hist_entry *a, const struct hist_entry *b)
{
	return a->comm == b->comm && a->file == b->file && a->function == b->function &&
	       a->pid == b->pid && a->tid == b->tid && a->cpu == b->cpu;
}

static uint64_t group_hash(const struct hist_entry *x)
{
	return hash_mix((uint64_t)x->comm << 32 | x->function, (uint64_t)x->file << 32 | x->cpu) ^
	       hash_mix(x->pid, x->tid);
}

/* The row of a group, a new one if need be. */
static uint32_t row_of(struct hist_rows *r, struct table *t, uint32_t *cap,
                       const struct hist_entry *x)
{
	uint64_t hash = group_hash(x);
	uint32_t i = TABLE_START, row;
	while ((row = table_probe(t, hash, &i)) != TABLE_NONE)
		if (same_group(hist_row_any(r, row), x))
			return row;
	if (r->n == *cap) {
		*cap = *cap ? 2 * *cap : 64;
		r->v = mem_resize(r->v, (size_t)*cap * r->n_members, sizeof(struct hist_entry *));
	}
	for (uint32_t k = 0; k < r->n_members; k++)
		r->v[(size_t)r->n * r->n_members + k] = NULL;
	table_add(t, hash, r->n);
	return r->n++;
}

static uint64_t weight_of(const struct hist_rows *r, const struct hist_entry *x)
{
	return !x ? 0 : r->children ? x->children : x->self;
}

/* By the first member's weight, then the second's, ...; then as alone. */
static int row_before(const void *a, const void *b, void *ctx)
{
	const struct hist_rows *r = ctx;
	struct hist_entry *const *x = a, *const *y = b;
	int c = hist_compare(r->first, x, y, r->n_members);
	if (c)
		return c < 0;
	for (uint32_t k = 0; k < r->n_members; k++)
		if (weight_of(r, x[k]) != weight_of(r, y[k]))
			return weight_of(r, x[k]) > weight_of(r, y[k]);
	return hist_before(hist_any(x), hist_any(y), (void *)(uintptr_t)r->first->places);
}

static void rows_sort(struct hist_rows *r)
{
	size_t each = r->n_members * sizeof *r->v;
	struct hist_entry ***order = mem_resize(NULL, r->n, sizeof *order);
	struct hist_entry **sorted = mem_resize(NULL, r->n, each);
	for (uint32_t i = 0; i < r->n; i++)
		order[i] = r->v + (size_t)i * r->n_members;
	sort_pointers(order, r->n, row_before, r);
	for (uint32_t i = 0; i < r->n; i++)
		memcpy(sorted + (size_t)i * r->n_members, order[i], each);
	free(order);
	free(r->v);
	r->v = sorted;
}

void hist_rows_build(struct hist_rows *r, const struct hist *h, uint32_t n_members, bool children)
{
	*r = (struct hist_rows){ .first = h, .n_members = n_members, .children = children };
	if (n_members == 1) {
		r->v = hist_sorted(h, children);
		r->n = h->n;
		return;
	}
	struct table t = { 0 };
	uint32_t cap = 0;
	for (uint32_t k = 0; k < n_members; k++)
		for (uint32_t i = 0; i < h[k].n; i++) {
			size_t row = row_of(r, &t, &cap, &h[k].v[i]);
			r->v[row * n_members + k] = &h[k].v[i];
		}
	table_release(&t);
	rows_sort(r);
}

void hist_rows_release(struct hist_rows *r)
{
	free(r->v);
	*r = (struct hist_rows){ 0 };
}

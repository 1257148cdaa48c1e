// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stacks as paths. A merge sort that remembers what each path shares with the one before it looks
 * at few words twice (Ng and Kakehi, "Merging string sequences by longest common prefixes", 2008);
 * and what it remembers tells who walks over the paths what is new in each.
 */
#include "output/paths.h"

#include <stdlib.h>

#include "base/alloc.h"

/* ------------------------------------------------------------------ adding */

/* A stack of the profile: its words once it was asked for, and the path that was given last. */
struct path_stack {
	uint32_t first;
	uint32_t path; /* + 1, 0 = none yet */
};

static void stack_words(struct path_adder *a, uint32_t stack)
{
	struct paths *t = a->paths;
	const struct stacks *st = &a->profile->stacks;
	const uint32_t *v = st->frames + st->v[stack].first, n = path_frames(a, stack);
	if (t->cap_words - t->n_words < n) {
		t->cap_words += t->cap_words / 2 + n + 4096;
		t->words = mem_resize(t->words, t->cap_words, sizeof *t->words);
	}
	a->stacks[stack].first = t->n_words;
	for (uint32_t i = 0; i < n; i++)
		t->words[t->n_words++] = a->word(a->ctx, v[a->callers ? i : n - 1 - i], i + 1 == n);
}

static uint32_t path_find(struct path_adder *a, const struct path *x)
{
	struct paths *t = a->paths;
	uint64_t hash = hash_mix((uint64_t)x->head << 32 | x->first, x->n);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&a->seen, hash, &i)) != TABLE_NONE)
		if (t->v[id].head == x->head && t->v[id].first == x->first && t->v[id].n == x->n)
			return id;
	VEC_ROOM(t->v, t->n, t->cap);
	t->v[t->n] = *x;
	table_add(&a->seen, hash, t->n);
	return t->n++;
}

/* Most stacks are below one head alone. */
uint32_t path_add(struct path_adder *a, uint32_t stack, uint32_t head)
{
	if (!a->stacks)
		a->stacks = mem_new(a->profile->stacks.n * sizeof *a->stacks);
	struct path_stack *k = &a->stacks[stack];
	if (k->path && a->paths->v[k->path - 1].head == head)
		return k->path - 1;
	if (!k->path)
		stack_words(a, stack);
	k->path = path_find(a, &(struct path){ head, k->first, path_frames(a, stack) }) + 1;
	return k->path - 1;
}

void path_adder_release(struct path_adder *a)
{
	table_release(&a->seen);
	free(a->stacks);
	a->stacks = NULL;
}

void paths_release(struct paths *t)
{
	free(t->v);
	free(t->words);
	*t = (struct paths){ 0 };
}

/* ------------------------------------------------------------------ order */

/* How much two paths share, which is known to be at least so much. */
static uint32_t path_shared(const struct paths *t, const struct path *a, const struct path *b,
                            uint32_t least)
{
	const uint32_t *p = t->words + a->first, *q = t->words + b->first;
	uint32_t i = least, n = a->n < b->n ? a->n : b->n;
	if (!i && a->head == b->head)
		i++;
	if (i)
		while (i <= n && p[i - 1] == q[i - 1])
			i++;
	return i;
}

/* Of two paths that share so much. */
static bool path_before(const struct paths *t, const struct path *a, const struct path *b,
                        uint32_t shared)
{
	if (!shared)
		return a->head < b->head;
	if (shared > a->n || shared > b->n)
		return a->n < b->n;
	return t->words[a->first + shared - 1] < t->words[b->first + shared - 1];
}

/* Merge v[0, half) and v[half, n). The path that shares more with the last one that was put goes
 * first; only those that share as much need to be compared, and only behind that. */
static void places_merge(const struct paths *t, struct path_place *v, struct path_place *tmp,
                         uint32_t half, uint32_t n)
{
	memcpy(tmp, v, half * sizeof *v);
	struct path_place *a = tmp, *a_end = tmp + half, *b = v + half, *b_end = v + n, *to = v;
	while (a < a_end && b < b_end) {
		bool is_b = b->shared > a->shared;
		if (a->shared == b->shared) {
			const struct path *x = &t->v[a->path], *y = &t->v[b->path];
			uint32_t shared = path_shared(t, x, y, a->shared);
			is_b = path_before(t, y, x, shared);
			(is_b ? a : b)->shared = shared;
		}
		*to++ = is_b ? *b++ : *a++;
	}
	if (a < a_end)
		memcpy(to, a, (size_t)(a_end - a) * sizeof *a);
}

static void places_sort(const struct paths *t, struct path_place *v, struct path_place *tmp,
                        uint32_t n)
{
	if (n < 2)
		return;
	uint32_t half = n / 2;
	places_sort(t, v, tmp, half);
	places_sort(t, v + half, tmp, n - half);
	places_merge(t, v, tmp, half, n);
}

struct path_place *paths_sorted(const struct paths *t)
{
	struct path_place *v = mem_resize(NULL, t->n, sizeof *v);
	struct path_place *tmp = mem_resize(NULL, t->n / 2, sizeof *tmp);
	for (uint32_t i = 0; i < t->n; i++)
		v[i] = (struct path_place){ i, 0 };
	places_sort(t, v, tmp, t->n);
	free(tmp);
	return v;
}

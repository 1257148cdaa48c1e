// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * All stacks as one tree. Each distinct pair of a comm and a stack becomes a path of frames;
 * sorted, a path has in common with the one before it what is above it in the tree, and what is
 * left of it are new nodes. So no node is looked for, and they come out in preorder.
 *
 * A merge sort that remembers what each path has in common with the one before it (Ng and Kakehi,
 * "Merging string sequences by longest common prefixes", 2008) looks at few frames twice.
 */
#include "output/stacktree.h"

#include <stdlib.h>

#include "base/alloc.h"

/* One record can be the user part of many samples, and one stack that of many comms: a small file
 * may ask for any number of nodes. What is beyond is cut, and shown as cut. */
enum { NODES_MAX = 1 << 23 };

static uint32_t frames_taken(const struct stacktree *t, const struct stack *k)
{
	return t->max_stack && k->n > t->max_stack ? t->max_stack : k->n;
}

/* A stack of a profile as words, and the path of it that was asked for last. */
struct stack_words {
	uint32_t first, n;
	uint32_t comm, path; /* path: + 1, 0 = none yet */
};

static struct stack_words *name_stacks(struct stacktree *t, struct frame_ids *ids)
{
	const struct stacks *st = &ids->profile->stacks;
	struct stack_words *words = mem_resize(NULL, st->n + (size_t)1, sizeof *words);
	size_t n_words = t->n_words;
	for (uint32_t i = 0; i < st->n; i++)
		n_words += frames_taken(t, &st->v[i]);
	t->words = mem_resize(t->words, n_words + 1, sizeof *t->words);
	for (uint32_t i = 0; i < st->n; i++) {
		const uint32_t *v = st->frames + st->v[i].first, n = frames_taken(t, &st->v[i]);
		words[i] = (struct stack_words){ .first = t->n_words, .n = n };
		for (uint32_t j = 0; j < n; j++)
			t->words[t->n_words++] = frame_of_function(ids,
			                                           v[t->callers ? j : n - 1 - j]);
	}
	return words;
}

static uint32_t path_find(struct stacktree *t, struct table *seen, const struct stacktree_path *x)
{
	uint64_t hash = hash_mix((uint64_t)x->comm << 32 | x->first, x->n);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(seen, hash, &i)) != TABLE_NONE)
		if (t->paths[id].comm == x->comm && t->paths[id].first == x->first &&
		    t->paths[id].n == x->n)
			return id;
	VEC_ROOM(t->paths, t->n_paths, t->cap_paths);
	t->paths[t->n_paths] = *x;
	table_add(seen, hash, t->n_paths);
	return t->n_paths++;
}

/* Most stacks are of one comm alone. */
static uint32_t path_of(struct stacktree *t, struct table *seen, struct stack_words *k,
                        uint32_t comm)
{
	if (!k->path || k->comm != comm) {
		struct stacktree_path x = { .comm = comm, .first = k->first, .n = k->n };
		k->comm = comm;
		k->path = path_find(t, seen, &x) + 1;
	}
	return k->path - 1;
}

uint32_t *stacktree_add(struct stacktree *t, const struct profile *p)
{
	struct table seen = { 0 };
	struct frame_ids ids;
	uint32_t *paths = mem_resize(NULL, p->n + (size_t)1, sizeof *paths);
	frame_ids_init(&ids, &t->frames, p);
	struct stack_words *words = name_stacks(t, &ids);
	uint32_t all = t->is_joined ? frames_comm(&t->frames, STACKTREE_ALL) : 0;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		paths[i] = path_of(t, &seen, &words[e->stack],
		                   t->is_joined ? all : frame_of_comm(&ids, e->comm));
	}
	table_release(&seen);
	frame_ids_release(&ids);
	free(words);
	return paths;
}

/* ------------------------------------------------------------------ paths in order */

struct sorted {
	struct stacktree_path *path;
	uint32_t shared; /* of the path and the one before: 0, or the comm and the words after it */
};

/* How much two paths share, which is known to be at least so much. */
static uint32_t path_shared(const struct stacktree *t, const struct stacktree_path *a,
                            const struct stacktree_path *b, uint32_t least)
{
	const uint32_t *p = t->words + a->first, *q = t->words + b->first;
	uint32_t i = least, n = a->n < b->n ? a->n : b->n;
	if (!i && a->comm == b->comm)
		i++;
	if (i)
		while (i <= n && p[i - 1] == q[i - 1])
			i++;
	return i;
}

/* Of two paths that share so much. */
static bool path_before(const struct stacktree *t, const struct stacktree_path *a,
                        const struct stacktree_path *b, uint32_t shared)
{
	if (!shared)
		return a->comm < b->comm;
	if (shared > a->n || shared > b->n)
		return a->n < b->n;
	return t->words[a->first + shared - 1] < t->words[b->first + shared - 1];
}

/* Merge v[0, half) and v[half, n). The path that shares more with the last one that was put goes
 * first; only those that share as much need to be compared, and only behind that. */
static void paths_merge(const struct stacktree *t, struct sorted *v, struct sorted *tmp,
                        uint32_t half, uint32_t n)
{
	memcpy(tmp, v, half * sizeof *v);
	struct sorted *a = tmp, *a_end = tmp + half, *b = v + half, *b_end = v + n, *to = v;
	while (a < a_end && b < b_end) {
		bool is_b = b->shared > a->shared;
		if (a->shared == b->shared) {
			uint32_t shared = path_shared(t, a->path, b->path, a->shared);
			is_b = path_before(t, b->path, a->path, shared);
			(is_b ? a : b)->shared = shared;
		}
		*to++ = is_b ? *b++ : *a++;
	}
	if (a < a_end)
		memcpy(to, a, (size_t)(a_end - a) * sizeof *a);
}

static void paths_sort(const struct stacktree *t, struct sorted *v, struct sorted *tmp, uint32_t n)
{
	if (n < 2)
		return;
	uint32_t half = n / 2;
	paths_sort(t, v, tmp, half);
	paths_sort(t, v + half, tmp, n - half);
	paths_merge(t, v, tmp, half, n);
}

/* ------------------------------------------------------------------ nodes */

static uint32_t node_new(struct stacktree *t, uint32_t frame, uint32_t depth)
{
	VEC_ROOM(t->v, t->n, t->cap);
	t->v[t->n] = (struct stacktree_node){ frame, depth };
	return t->n++;
}

/* By depth the nodes of the path before. */
struct branch {
	uint32_t *nodes, n;
};

/* shared: how many of them the path has, too. */
static void path_grow(struct stacktree *t, struct stacktree_path *x, struct branch *b,
                      uint32_t shared)
{
	b->n = shared < b->n ? shared : b->n;
	if (!b->n)
		b->nodes[b->n++] = node_new(t, x->comm, 0);
	bool is_cut = b->n <= x->n &&
	              (uint64_t)t->n + x->n + 1 - b->n > (t->max_nodes ? t->max_nodes : NODES_MAX);
	if (!is_cut)
		for (; b->n <= x->n; b->n++)
			b->nodes[b->n] = node_new(t, t->words[x->first + b->n - 1], b->n);
	x->node = is_cut ? node_new(t, frames_other(&t->frames, STACK_CUT_NAME), b->n)
	                 : b->nodes[b->n - 1];
}

void stacktree_build(struct stacktree *t)
{
	struct sorted *v = mem_resize(NULL, t->n_paths + (size_t)1, sizeof *v);
	struct sorted *tmp = mem_resize(NULL, t->n_paths / 2 + (size_t)1, sizeof *tmp);
	uint32_t longest = 0;
	for (uint32_t i = 0; i < t->n_paths; i++) {
		v[i] = (struct sorted){ &t->paths[i], 0 };
		longest = t->paths[i].n > longest ? t->paths[i].n : longest;
	}
	struct branch branch = { .nodes = mem_new((longest + (size_t)1) * sizeof *branch.nodes) };
	paths_sort(t, v, tmp, t->n_paths);
	for (uint32_t i = 0; i < t->n_paths; i++)
		path_grow(t, v[i].path, &branch, v[i].shared);
	t->n_levels = longest + 1;
	free(v);
	free(tmp);
	free(branch.nodes);
	free(t->words);
	t->words = NULL;
	t->n_words = 0;
}

uint32_t *stacktree_parents(const struct stacktree *t)
{
	uint32_t *parents = mem_new((t->n + (size_t)1) * sizeof *parents);
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t above = t->v[i].depth ? i - 1 : TABLE_NONE;
		while (above != TABLE_NONE && t->v[above].depth >= t->v[i].depth)
			above = parents[above];
		parents[i] = above;
	}
	return parents;
}

void stacktree_release(struct stacktree *t)
{
	frames_release(&t->frames);
	free(t->paths);
	free(t->words);
	free(t->v);
	*t = (struct stacktree){ 0 };
}

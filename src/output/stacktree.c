// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * All stacks as one tree. Each distinct pair of a comm and a stack becomes a path of frames;
 * sorted, a path has in common with the one before it what is above it in the tree, and what is
 * left of it are new nodes. So no node is looked for, and they come out in preorder.
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

/* The words of all stacks of a profile; begin: where those of each begin. */
static void name_stacks(struct stacktree *t, struct frame_ids *ids, uint32_t *begin)
{
	const struct stacks *st = &ids->profile->stacks;
	size_t n_words = t->n_words;
	for (uint32_t i = 0; i < st->n; i++)
		n_words += frames_taken(t, &st->v[i]);
	t->words = mem_resize(t->words, n_words + 1, sizeof *t->words);
	for (uint32_t i = 0; i < st->n; i++) {
		const uint32_t *v = st->frames + st->v[i].first, n = frames_taken(t, &st->v[i]);
		begin[i] = t->n_words;
		for (uint32_t j = 0; j < n; j++)
			t->words[t->n_words++] = frame_of_function(ids,
			                                           v[t->callers ? j : n - 1 - j]);
	}
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

uint32_t *stacktree_add(struct stacktree *t, const struct profile *p)
{
	struct table seen = { 0 };
	struct frame_ids ids;
	uint32_t *begin = mem_new((p->stacks.n + (size_t)1) * sizeof *begin);
	uint32_t *paths = mem_new((p->n + (size_t)1) * sizeof *paths);
	frame_ids_init(&ids, &t->frames, p);
	name_stacks(t, &ids, begin);
	uint32_t all = t->is_joined ? frames_comm(&t->frames, STACKTREE_ALL) : 0;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		struct stacktree_path x = { .comm = t->is_joined ? all
			                                         : frame_of_comm(&ids, e->comm),
			                    .first = begin[e->stack],
			                    .n = frames_taken(t, &p->stacks.v[e->stack]) };
		paths[i] = path_find(t, &seen, &x);
	}
	table_release(&seen);
	frame_ids_release(&ids);
	free(begin);
	return paths;
}

/* How many words two paths of the same comm share. */
static uint32_t path_common(const struct stacktree *t, const struct stacktree_path *a,
                            const struct stacktree_path *b)
{
	const uint32_t *p = t->words + a->first, *q = t->words + b->first;
	uint32_t i = 0, n = a->n < b->n ? a->n : b->n;
	while (i < n && p[i] == q[i])
		i++;
	return i;
}

static int path_before(const void *a, const void *b, void *tree)
{
	const struct stacktree *t = tree;
	const struct stacktree_path *x = a, *y = b;
	if (x->comm != y->comm)
		return x->comm < y->comm;
	uint32_t i = path_common(t, x, y);
	return i < x->n && i < y->n ? t->words[x->first + i] < t->words[y->first + i] : x->n < y->n;
}

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
	struct stacktree_path **v = mem_resize(NULL, t->n_paths + (size_t)1, sizeof *v);
	const struct stacktree_path *last = NULL;
	uint32_t longest = 0;
	for (uint32_t i = 0; i < t->n_paths; i++) {
		v[i] = &t->paths[i];
		longest = v[i]->n > longest ? v[i]->n : longest;
	}
	struct branch branch = { .nodes = mem_new((longest + (size_t)1) * sizeof *branch.nodes) };
	sort_pointers(v, t->n_paths, path_before, t);
	for (uint32_t i = 0; i < t->n_paths; i++) {
		bool same = last && last->comm == v[i]->comm;
		path_grow(t, v[i], &branch, same ? 1 + path_common(t, last, v[i]) : 0);
		last = v[i];
	}
	t->n_levels = longest + 1;
	free(v);
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

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

static uint32_t word_of(void *ids, uint32_t function, bool is_last)
{
	(void)is_last;
	return frame_of_function(ids, function);
}

uint32_t *stacktree_add(struct stacktree *t, const struct profile *p)
{
	struct frame_ids ids;
	struct path_adder adder = { .paths = &t->paths,
		                    .profile = p,
		                    .callers = t->callers,
		                    .max_stack = t->max_stack,
		                    .word = word_of,
		                    .ctx = &ids };
	uint32_t *paths = mem_resize(NULL, p->n, sizeof *paths);
	frame_ids_init(&ids, &t->frames, p);
	uint32_t all = t->is_joined ? frames_comm(&t->frames, STACKTREE_ALL) : 0;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		paths[i] = path_add(&adder, e->stack,
		                    t->is_joined ? all : frame_of_comm(&ids, e->comm));
	}
	path_adder_release(&adder);
	frame_ids_release(&ids);
	return paths;
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

/* The node of a path; shared: how many of them it has, too. */
static uint32_t path_grow(struct stacktree *t, const struct path *x, struct branch *b,
                          uint32_t shared)
{
	b->n = shared < b->n ? shared : b->n;
	if (!b->n)
		b->nodes[b->n++] = node_new(t, x->head, 0);
	if (b->n <= x->n &&
	    (uint64_t)t->n + x->n + 1 - b->n > (t->max_nodes ? t->max_nodes : NODES_MAX))
		return node_new(t, frames_other(&t->frames, STACK_CUT_NAME), b->n);
	for (; b->n <= x->n; b->n++)
		b->nodes[b->n] = node_new(t, t->paths.words[x->first + b->n - 1], b->n);
	return b->nodes[b->n - 1];
}

void stacktree_build(struct stacktree *t)
{
	const struct paths *paths = &t->paths;
	struct path_place *places = paths_sorted(paths);
	uint32_t longest = 0;
	for (uint32_t i = 0; i < paths->n; i++)
		longest = paths->v[i].n > longest ? paths->v[i].n : longest;
	struct branch branch = { .nodes = mem_new((longest + (size_t)1) * sizeof *branch.nodes) };
	t->node_of = mem_resize(NULL, paths->n, sizeof *t->node_of);
	for (uint32_t i = 0; i < paths->n; i++)
		t->node_of[places[i].path] = path_grow(t, &paths->v[places[i].path], &branch,
		                                       places[i].shared);
	t->n_levels = longest + 1;
	t->n_paths = paths->n;
	free(places);
	free(branch.nodes);
	paths_release(&t->paths);
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
	paths_release(&t->paths);
	free(t->node_of);
	free(t->v);
	*t = (struct stacktree){ 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The trees of a report: what each node of the stacktree weighs for an event, without what is too
 * small to be shown. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/report.h"

void trees_init(struct trees *t, const struct profile *p, const struct report_options *o)
{
	*t = (struct trees){ .profile = p };
	t->stacks.frames.lines = o->hist.chain_lines;
	t->stacks.is_joined = !o->tree_threads;
	t->stacks.callers = o->tree == REPORT_TREE_UP;
	t->stacks.max_stack = o->hist.max_stack;
	t->paths = stacktree_add(&t->stacks, p);
	stacktree_build(&t->stacks);
	/* The topmost belong to a root of their own, or where threads are joined the only one is
	 * it. */
	t->root = t->stacks.is_joined ? 0 : t->stacks.n;
	t->parent = stacktree_parents(&t->stacks);
	for (uint32_t i = 0; i < t->stacks.n; i++)
		if (t->parent[i] == TABLE_NONE)
			t->parent[i] = t->root;
}

void trees_release(struct trees *t)
{
	stacktree_release(&t->stacks);
	free(t->paths);
	free(t->parent);
}

static void sum_add(struct tree_sum *a, struct tree_sum b)
{
	a->weight += b.weight;
	a->samples += b.samples;
}

/* By node of the stacktree. */
struct node_sums {
	struct tree_sum *own, *all;
};

static void sums_build(struct node_sums *s, const struct trees *t, uint32_t event)
{
	const struct profile *p = t->profile;
	s->own = mem_new((t->stacks.n + (size_t)1) * sizeof *s->own);
	s->all = mem_new((t->stacks.n + (size_t)1) * sizeof *s->all);
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].event == event)
			sum_add(&s->own[t->stacks.node_of[t->paths[i]]],
			        (struct tree_sum){ p->v[i].weight, p->v[i].samples });
	for (uint32_t i = t->stacks.n; i--;) { /* children lie behind their parents */
		sum_add(&s->all[i], s->own[i]);
		if (i != t->root)
			sum_add(&s->all[t->parent[i]], s->all[i]);
	}
}

/* The nodes that are large enough, by their parents and then by weight: (parent, node). */
static uint32_t nodes_order(struct sort_pair **out, const struct tree *tree, const struct trees *t,
                            const struct node_sums *s, const struct report_options *o)
{
	struct sort_pair *v = mem_new((2 * (size_t)t->stacks.n + 1) * sizeof *v);
	uint32_t n = 0;
	for (uint32_t i = 0; i < t->stacks.n; i++)
		if (i != t->root && tree_shows(tree, o, &s->all[i]))
			v[n++] = (struct sort_pair){ ~s->all[i].weight, i };
	sort_pairs(v, v + n, n);
	for (uint32_t k = 0; k < n; k++)
		v[k].key = t->parent[v[k].value];
	sort_pairs(v, v + n, n);
	*out = v;
	return n;
}

/* What is missing in a node is the rest: its children that are not there. */
static void find_rests(struct tree *tree, const struct trees *t, const struct node_sums *s,
                       const uint32_t *at)
{
	for (uint32_t i = 0; i < t->stacks.n; i++) {
		if (i == t->root || at[i] || !s->all[i].samples || !at[t->parent[i]])
			continue;
		struct tree_node *parent = &tree->v[at[t->parent[i]] - 1];
		parent->n_rest++;
		sum_add(&parent->rest, s->all[i]);
	}
}

void tree_build(struct tree *tree, const struct trees *t, uint32_t event,
                const struct report_options *o)
{
	struct node_sums s;
	struct sort_pair *order;
	uint32_t *at =
		mem_new((t->stacks.n + (size_t)1) * sizeof *at); /* index + 1, 0 = left out */
	sums_build(&s, t, event);
	struct tree_node root = { .all = s.all[t->root], .own = s.own[t->root] };
	*tree = (struct tree){ .frames = &t->stacks.frames,
		               .v = &root,
		               .least =
		                       (uint64_t)((double)root.all.weight * o->chain_limit / 100) };
	uint32_t n = nodes_order(&order, tree, t, &s, o);
	tree->n = n + 1;
	tree->v = mem_new((n + (size_t)1) * sizeof *tree->v);
	tree->v[0] = root;
	at[t->root] = 1;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = (uint32_t)order[k].value;
		tree->v[k + 1] = (struct tree_node){ .frame = t->stacks.v[i].frame,
			                             .all = s.all[i],
			                             .own = s.own[i] };
		at[i] = k + 2;
	}
	for (uint32_t k = 0; k < n; k++) { /* a parent of one that is there is there, too */
		struct tree_node *parent = &tree->v[at[order[k].key] - 1];
		if (!parent->n++)
			parent->first = k + 1;
	}
	find_rests(tree, t, &s, at);
	free(order);
	free(at);
	free(s.own);
	free(s.all);
}

void tree_release(struct tree *tree)
{
	free(tree->v);
	*tree = (struct tree){ 0 };
}

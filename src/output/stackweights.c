// SPDX-License-Identifier: GPL-2.0-or-later
/* What the nodes of a tree weigh, and the tree without its light ones. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/stacktree.h"

void stacktree_own(const struct stacktree *t, const uint32_t *paths, const struct profile *p,
                   const struct stack_measure *m, uint64_t *own)
{
	const struct data_event *events = p->stacks.places->session->data->events;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		if (strcmp(events[e->event].name, m->event) == 0)
			own[t->node_of[paths[i]]] += m->samples ? e->samples : e->weight;
	}
}

void stacktree_totals(const struct stacktree *t, const uint64_t *own, uint64_t *total)
{
	/* By depth: the sum of the nodes there whose parent is still to come. */
	uint64_t *open = mem_new((t->n_levels + (size_t)1) * sizeof *open);
	for (uint32_t i = t->n; i--;) {
		uint32_t depth = t->v[i].depth;
		total[i] = own[i] + open[depth + 1];
		open[depth + 1] = 0;
		open[depth] += total[i];
	}
	free(open);
}

uint64_t *stacktree_new_weights(const struct stacktree *t)
{
	return mem_new((t->n + (size_t)1) * sizeof(uint64_t));
}

/* The tree in the making: where a node of the old one is in it. */
struct pruning {
	struct stacktree_node *v;
	uint32_t n;
	uint32_t *map;   /* by node */
	uint32_t *light; /* by depth: the node of those that are light below the last one kept above
	                  */
};

static uint32_t prune_node(struct pruning *k, uint32_t frame, uint32_t depth)
{
	k->v[k->n] = (struct stacktree_node){ frame, depth };
	return k->n++;
}

void stacktree_prune(struct stacktree *t, const bool *keep, const char *name)
{
	struct pruning k = {
		.v = mem_resize(NULL, t->n + (size_t)1, sizeof *k.v),
		.map = mem_resize(NULL, t->n + (size_t)1, sizeof *k.map),
		.light = mem_resize(NULL, t->n_levels + (size_t)2, sizeof *k.light),
	};
	uint32_t frame = frames_other(&t->frames, name), cut = UINT32_MAX;
	k.light[0] = TABLE_NONE;
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t depth = t->v[i].depth;
		if (depth > cut) { /* below one that is light */
			k.map[i] = k.light[cut];
			continue;
		}
		cut = keep[i] ? UINT32_MAX : depth;
		if (keep[i]) {
			k.map[i] = prune_node(&k, t->v[i].frame, depth);
			k.light[depth + 1] = TABLE_NONE;
			continue;
		}
		if (k.light[depth] == TABLE_NONE)
			k.light[depth] = prune_node(&k, frame, depth);
		k.map[i] = k.light[depth];
	}
	for (uint32_t i = 0; i < t->n_paths; i++)
		t->node_of[i] = k.map[t->node_of[i]];
	free(t->v);
	t->v = k.v;
	t->cap = t->n + 1;
	t->n = k.n;
	free(k.map);
	free(k.light);
}

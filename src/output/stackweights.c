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
			own[t->paths[paths[i]].node] += m->samples ? e->samples : e->weight;
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

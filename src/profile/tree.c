// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The radix tree of a list of call chains. It is made from the root: the chains of a node are told
 * apart by their next function, and only the branches that are heavy enough are followed. Chains
 * are put in order where they lie, so that those of a node are beside each other; nothing is made
 * for what is not shown.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

/* Chains of a node that go on with the same function. */
struct chain_part {
	uint32_t function, n;
	uint32_t at, end; /* where they are to be; at goes on as they are put there */
	uint64_t weight;
};

void chains_init(struct chains *t, const struct places *p, const uint32_t *drawn, int step)
{
	*t = (struct chains){ .places = p, .drawn = drawn, .step = step };
	t->slots = mem_new((p->n_functions + (size_t)1) * sizeof *t->slots);
}

void chains_release(struct chains *t)
{
	arena_release(&t->arena);
	free(t->slots);
	free(t->parts);
	free(t->run);
	*t = (struct chains){ 0 };
}

static uint32_t next_function(const struct chains *t, const struct chain *c)
{
	return t->drawn ? t->drawn[*c->v] : *c->v;
}

/* One function further. */
static void chains_step(const struct chains *t, struct chain *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		v[i].v += t->step;
		v[i].n--;
	}
}

/* The parts of a node's chains, from t->parts[base] on; the weight of those that end here. */
static uint64_t chains_part(struct chains *t, struct chain *v, uint32_t n, uint32_t base)
{
	uint64_t ended = 0;
	uint32_t stamp = ++t->stamp;
	t->n_parts = base;
	for (uint32_t i = 0; i < n; i++) {
		if (!v[i].n) {
			v[i].part = TABLE_NONE;
			ended += v[i].weight;
			continue;
		}
		uint32_t function = next_function(t, &v[i]);
		struct chain_slot *slot = &t->slots[function];
		if (slot->stamp != stamp) {
			*slot = (struct chain_slot){ stamp, t->n_parts };
			VEC_ROOM(t->parts, t->n_parts, t->cap_parts);
			t->parts[t->n_parts++] = (struct chain_part){ .function = function };
		}
		v[i].part = slot->part;
		t->parts[slot->part].n++;
		t->parts[slot->part].weight += v[i].weight;
	}
	return ended;
}

/* Put the chains of each heavy part beside each other; the others come last. */
static void chains_order(struct chains *t, struct chain *v, uint32_t base, uint64_t min)
{
	uint32_t at = 0;
	for (uint32_t k = base; k < t->n_parts; k++) {
		struct chain_part *part = &t->parts[k];
		if (part->weight < min)
			part->n = 0;
		part->at = at;
		part->end = at += part->n;
	}
	for (uint32_t k = base; k < t->n_parts; k++)
		while (t->parts[k].at < t->parts[k].end) {
			struct chain here = v[t->parts[k].at];
			bool is_light = here.part == TABLE_NONE || !t->parts[here.part].n;
			uint32_t *to = is_light ? &at : &t->parts[here.part].at;
			v[t->parts[k].at] = v[*to];
			v[(*to)++] = here;
		}
}

/* Heavier first; equal ones by the name of their first function, so that the order does not depend
 * on chance. */
static bool node_before(const struct places *p, const struct chain_node *a,
                        const struct chain_node *b)
{
	if (chain_weight(a) != chain_weight(b))
		return chain_weight(a) > chain_weight(b);
	const struct function *f = &p->functions[a->run[0]], *g = &p->functions[b->run[0]];
	const char *x = function_name(p, f), *y = function_name(p, g);
	if (x && y && strcmp(x, y))
		return strcmp(x, y) < 0;
	return f->start < g->start;
}

static struct chain_node *merge(const struct places *p, struct chain_node *a, struct chain_node *b)
{
	struct chain_node *head = NULL, **tail = &head;
	while (a && b) {
		struct chain_node **from = node_before(p, b, a) ? &b : &a;
		*tail = *from;
		*from = (*from)->sibling;
		tail = &(*tail)->sibling;
	}
	*tail = a ? a : b;
	return head;
}

/* Merge sort of a list: bins of 1, 2, 4, ... nodes. */
static struct chain_node *list_sort(const struct places *p, struct chain_node *list)
{
	struct chain_node *bins[32] = { 0 };
	while (list) {
		struct chain_node *one = list;
		list = list->sibling;
		one->sibling = NULL;
		int i = 0;
		for (; bins[i]; i++) {
			one = merge(p, bins[i], one);
			bins[i] = NULL;
		}
		bins[i] = one;
	}
	struct chain_node *all = NULL;
	for (int i = 0; i < 32; i++)
		all = merge(p, bins[i], all);
	return all;
}

static void node_grow(struct chains *t, struct chain_node *node, struct chain *v, uint32_t n,
                      uint64_t min);

/* As deep as the longest chain: 8191 steps at most, about a hundred bytes each. */
static struct chain_node *node_new(struct chains *t, uint32_t function, struct chain *v, uint32_t n,
                                   uint64_t min)
{
	struct chain_node *node = arena_zero(&t->arena, sizeof *node);
	t->n_run = 0;
	VEC_ROOM(t->run, t->n_run, t->cap_run);
	t->run[t->n_run++] = function;
	chains_step(t, v, n);
	node_grow(t, node, v, n, min);
	return node;
}

/* What all its chains have in common is the run of a node that has begun; the branches behind it
 * are its children. */
static void node_grow(struct chains *t, struct chain_node *node, struct chain *v, uint32_t n,
                      uint64_t min)
{
	uint32_t base = t->n_parts;
	bool is_root = !t->n_run;
	while (!(node->hit = chains_part(t, v, n, base)) && t->n_parts == base + 1 && !is_root) {
		VEC_ROOM(t->run, t->n_run, t->cap_run);
		t->run[t->n_run++] = t->parts[base].function;
		chains_step(t, v, n);
	}
	node->n = t->n_run;
	node->run = arena_new(&t->arena, (t->n_run + (size_t)1) * sizeof *t->run);
	if (t->n_run) /* before the first there is nowhere to copy from */
		memcpy(node->run, t->run, t->n_run * sizeof *t->run);
	chains_order(t, v, base, min);
	for (uint32_t k = base; k < t->n_parts; k++) {
		struct chain_part part = t->parts[k];
		node->children_hit += part.weight;
		if (!part.n)
			continue;
		struct chain_node *child = node_new(t, part.function, v + part.end - part.n, part.n,
		                                    min);
		child->sibling = node->child;
		node->child = child;
	}
	t->n_parts = base;
	node->child = list_sort(t->places, node->child);
}

struct chain_node *chain_tree(struct chains *t, struct chain *v, uint32_t n, uint64_t min)
{
	struct chain_node *root = arena_zero(&t->arena, sizeof *root);
	t->n_run = 0;
	node_grow(t, root, v, n, min);
	return root;
}

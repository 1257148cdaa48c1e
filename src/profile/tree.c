// SPDX-License-Identifier: GPL-2.0-or-later
/* The radix tree of an entry's call chains. Two places are the same step when they have the same symbol. */
#include "profile/profile.h"

static bool same_step(const struct places *p, uint32_t a, uint32_t b)
{
	return p->v[a].symbol == p->v[b].symbol;
}

static struct chain_node *node_new(struct chain_node *parent, uint32_t *places, uint32_t n, struct arena *a)
{
	struct chain_node *node = arena_zero(a, sizeof *node);
	node->places = places;
	node->n = n;
	node->sibling = parent->child;
	parent->child = node;
	return node;
}

/* Cut a node's run after its first n steps: the rest becomes its only child. */
static void node_split(struct chain_node *node, uint32_t n, struct arena *a)
{
	struct chain_node *rest = arena_zero(a, sizeof *rest);
	*rest = (struct chain_node){ .child = node->child,
				     .places = node->places + n,
				     .n = node->n - n,
				     .hit = node->hit,
				     .children_hit = node->children_hit };
	node->child = rest;
	node->n = n;
	node->children_hit = chain_weight(rest);
	node->hit = 0;
}

void chain_add(struct chain_node *root, const struct places *p, const uint32_t *places, uint32_t n,
	       uint64_t weight, struct arena *a)
{
	struct chain_node *node = root;
	while (n) {
		node->children_hit += weight;
		struct chain_node *c = node->child, *before = NULL;
		while (c && !same_step(p, c->places[0], places[0])) {
			before = c;
			c = c->sibling;
		}
		if (!c) {
			uint32_t *run = arena_new(a, n * sizeof *run);
			memcpy(run, places, n * sizeof *run);
			node_new(node, run, n, a)->hit = weight;
			return;
		}
		if (before) { /* the next one is likely the same */
			before->sibling = c->sibling;
			c->sibling = node->child;
			node->child = c;
		}
		uint32_t same = 1;
		while (same < c->n && same < n && same_step(p, c->places[same], places[same]))
			same++;
		if (same < c->n)
			node_split(c, same, a);
		places += same;
		n -= same;
		node = c;
	}
	node->hit += weight;
}

/* Heavier first; equal ones by the name of their first step, so that the order does not depend on chance. */
static bool node_before(const struct places *p, const struct chain_node *a, const struct chain_node *b)
{
	if (chain_weight(a) != chain_weight(b))
		return chain_weight(a) > chain_weight(b);
	const char *x = place_name(p, a->places[0]), *y = place_name(p, b->places[0]);
	if (x && y && strcmp(x, y))
		return strcmp(x, y) < 0;
	return p->v[a->places[0]].ip < p->v[b->places[0]].ip;
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

void chain_sort(struct chain_node *root, const struct places *p, uint64_t min)
{
	struct chain_node **link = &root->child;
	while (*link)
		if (chain_weight(*link) < min)
			*link = (*link)->sibling;
		else
			link = &(*link)->sibling;
	root->child = list_sort(p, root->child);
	/* As deep as the longest chain: 8191 steps at most, a few dozen bytes each. */
	for (struct chain_node *c = root->child; c; c = c->sibling)
		chain_sort(c, p, min);
}

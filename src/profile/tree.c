// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The radix tree of an entry's call chains. A node's children are found through a hash table, as
 * there may be thousands where addresses without a name follow each other. The table knows a node
 * by its key. When a node is split, the part below keeps the key, so that the entries of its
 * children stay right.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

struct chain_node *chain_root(struct chains *t)
{
	return arena_zero(&t->arena, sizeof(struct chain_node));
}

void chains_release(struct chains *t)
{
	arena_release(&t->arena);
	table_release(&t->table);
	free(t->nodes);
	*t = (struct chains){ 0 };
}

static uint64_t child_hash(uint32_t key, uint32_t function)
{
	return hash_mix((uint64_t)key << 32 | function, 2);
}

static struct chain_node *child_find(const struct chains *t, const struct chain_node *node,
                                     uint32_t function)
{
	uint64_t hash = child_hash(node->key, function);
	uint32_t i = TABLE_START, id;
	if (!node->key)
		return NULL;
	while ((id = table_probe(&t->table, hash, &i)) != TABLE_NONE)
		if (t->nodes[id]->parent_key == node->key && t->nodes[id]->run[0] == function)
			return t->nodes[id];
	return NULL;
}

/* Make child a child of node. */
static void child_link(struct chains *t, struct chain_node *node, struct chain_node *child)
{
	if (!node->key)
		node->key = ++t->n_keys;
	child->parent_key = node->key;
	child->sibling = node->child;
	node->child = child;
	VEC_ROOM(t->nodes, t->n, t->cap);
	t->nodes[t->n] = child;
	table_add(&t->table, child_hash(node->key, child->run[0]), t->n++);
}

/* Cut a node's run after its first n functions: the rest becomes its only child. */
static void node_split(struct chains *t, struct chain_node *node, uint32_t n)
{
	struct chain_node *rest = arena_zero(&t->arena, sizeof *rest);
	*rest = (struct chain_node){ .child = node->child,
		                     .run = node->run + n,
		                     .n = node->n - n,
		                     .key = node->key,
		                     .hit = node->hit,
		                     .children_hit = node->children_hit };
	node->child = NULL;
	node->n = n;
	node->key = 0;
	node->children_hit = chain_weight(rest);
	node->hit = 0;
	child_link(t, node, rest);
}

void chain_add(struct chains *t, struct chain_node *root, const uint32_t *functions, uint32_t n,
               uint64_t weight)
{
	struct chain_node *node = root;
	while (n) {
		node->children_hit += weight;
		struct chain_node *c = child_find(t, node, functions[0]);
		if (!c) {
			c = arena_zero(&t->arena, sizeof *c);
			c->run = functions;
			c->n = n;
			c->hit = weight;
			child_link(t, node, c);
			return;
		}
		uint32_t same = 1;
		while (same < c->n && same < n && c->run[same] == functions[same])
			same++;
		if (same < c->n)
			node_split(t, c, same);
		functions += same;
		n -= same;
		node = c;
	}
	node->hit += weight;
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

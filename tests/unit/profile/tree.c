// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree of call chains against a list of all chains: each node's weights, the order of siblings,
 * what is dropped. */
#include "make.h"
#include "tests/unit/tap.h"

enum { N = 400, LONGEST = 6 };

static struct {
	uint32_t v[LONGEST], n;
	uint64_t weight;
} all[N];

static uint32_t state = 3;

static uint32_t random_below(uint32_t n)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

/* The sum of the chains that begin with a path; only those that end there too. */
static uint64_t model(const uint32_t *path, uint32_t n, bool whole, size_t n_all)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < n_all; i++)
		if ((whole ? all[i].n == n : all[i].n >= n) &&
		    (n == 0 || memcmp(all[i].v, path, n * sizeof *path) == 0))
			sum += all[i].weight;
	return sum;
}

struct walk {
	const struct made *m;
	size_t n_all;
	uint32_t path[LONGEST + 1];
	uint64_t min, hits;
	int wrong, nodes;
};

/* Every step of a node's run has the node's weight; no chain ends within it. */
static void walk(struct walk *w, const struct chain_node *node, uint32_t depth)
{
	w->nodes++;
	for (uint32_t i = 0; i < node->n; i++) {
		if (depth >= LONGEST) {
			w->wrong++;
			return;
		}
		w->path[depth++] = node->run[i];
		w->wrong += model(w->path, depth, false, w->n_all) != chain_weight(node);
		if (i + 1 < node->n)
			w->wrong += model(w->path, depth, true, w->n_all) != 0;
	}
	w->wrong += model(w->path, depth, true, w->n_all) != node->hit;
	w->hits += node->hit;
	for (const struct chain_node *c = node->child; c; c = c->sibling) {
		const struct chain_node *next = c->sibling;
		w->wrong += chain_weight(c) < w->min || c->n == 0;
		if (next && w->min) {
			w->wrong += chain_weight(c) < chain_weight(next);
			/* ids are in the order of names here */
			w->wrong += chain_weight(c) == chain_weight(next) &&
			            c->run[0] > next->run[0];
		}
		walk(w, c, depth);
	}
}

static void test_model(uint32_t letters, uint64_t min)
{
	struct made m;
	struct chains t = { 0 };
	uint64_t sum = 0;
	made_init(&m);
	struct chain_node *root = chain_root(&t), *other = chain_root(&t);
	for (size_t i = 0; i < N; i++) {
		all[i].n = random_below(LONGEST + 1);
		all[i].weight = 1 + random_below(5);
		sum += all[i].weight;
		for (uint32_t k = 0; k < all[i].n; k++)
			all[i].v[k] = random_below(letters);
		chain_add(&t, root, all[i].v, all[i].n, all[i].weight);
		chain_add(&t, other, all[0].v, all[0].n, 1); /* a second tree in the same memory */
	}
	struct walk w = { .m = &m, .n_all = N };
	walk(&w, root, 0);
	is_u64((uint64_t)w.wrong, 0, "all weights are the model's");
	is_u64(w.hits, sum, "nothing is lost");
	is_u64(chain_weight(other), N, "nor mixed up with another tree");
	chain_sort(root, &m.places, min);
	w = (struct walk){ .m = &m, .n_all = N, .min = min };
	walk(&w, root, 0);
	is_u64((uint64_t)w.wrong, 0, "sorted, with the small ones dropped");
	ok(w.nodes > 1, "%d nodes are left", w.nodes);
	chains_release(&t);
	chains_release(&t);
	made_release(&m);
}

/* One long chain, and those that leave it at every step. */
static void test_long(void)
{
	enum { LONG = 8191 };
	static uint32_t v[LONG];
	struct made m;
	struct chains t = { 0 };
	made_init(&m);
	struct chain_node *root = chain_root(&t);
	chain_add(&t, root, v, LONG, 1);
	is_u64(root->child->n, LONG, "a long chain is one run");
	for (uint32_t n = 1; n < LONG; n++)
		chain_add(&t, root, v, n, 1);
	chain_sort(root, &m.places, 1);
	uint64_t depth = 0;
	for (const struct chain_node *c = root->child; c; c = c->child)
		depth += c->n;
	is_u64(depth, LONG, "cut at every step it is as long");
	is_u64(chain_weight(root), LONG, "and as heavy");
	chains_release(&t);
	made_release(&m);
}

int main(void)
{
	test_model(1, 1);
	test_model(2, 1);
	test_model(4, 3);
	test_model(26, 10);
	test_long();
	return done_testing();
}

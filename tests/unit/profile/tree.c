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
	struct chains t;
	static struct chain chains[N], again[N], same[N];
	uint64_t sum = 0;
	made_init(&m);
	chains_init(&t, &m.places, NULL, 1);
	for (size_t i = 0; i < N; i++) {
		all[i].n = random_below(LONGEST + 1);
		all[i].weight = 1 + random_below(5);
		sum += all[i].weight;
		for (uint32_t k = 0; k < all[i].n; k++)
			all[i].v[k] = random_below(letters);
		chains[i] = (struct chain){ .v = all[i].v, .n = all[i].n, .weight = all[i].weight };
		same[i] = (struct chain){ .v = all[0].v, .n = all[0].n, .weight = 1 };
	}
	memcpy(again, chains, sizeof chains);
	const struct chain_node *root = chain_tree(&t, chains, N, 0);
	const struct chain_node *other = chain_tree(&t, same, N, 0); /* in the same memory */
	struct walk w = { .m = &m, .n_all = N };
	walk(&w, root, 0);
	is_u64((uint64_t)w.wrong, 0, "all weights are the model's");
	is_u64(w.hits, sum, "nothing is lost");
	is_u64(chain_weight(other), N, "nor mixed up with another tree");
	root = chain_tree(&t, again, N, min);
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
	static struct chain chains[LONG];
	struct chains t;
	made_init(&m);
	chains_init(&t, &m.places, NULL, 1);
	chains[0] = (struct chain){ .v = v, .n = LONG, .weight = 1 };
	const struct chain_node *root = chain_tree(&t, chains, 1, 1);
	is_u64(root->child->n, LONG, "a long chain is one run");
	for (uint32_t n = 1; n <= LONG; n++)
		chains[n - 1] = (struct chain){ .v = v, .n = n, .weight = 1 };
	root = chain_tree(&t, chains, LONG, 1);
	uint64_t depth = 0;
	for (const struct chain_node *c = root->child; c; c = c->child)
		depth += c->n;
	is_u64(depth, LONG, "cut at every step it is as long");
	is_u64(chain_weight(root), LONG, "and as heavy");
	chains_release(&t);
	made_release(&m);
}

/* Read backwards, and with one function that stands for another. */
static void test_drawn(void)
{
	static const uint32_t v[] = { 3, 2, 1, 0 };
	uint32_t drawn[27];
	struct made m;
	struct chains t;
	made_init(&m);
	for (uint32_t i = 0; i < 27; i++)
		drawn[i] = i == 1 ? 0 : i;
	struct chain chains[] = { { .v = v + 3, .n = 4, .weight = 1 },
		                  { .v = v + 2, .n = 1, .weight = 2 } };
	chains_init(&t, &m.places, drawn, -1);
	const struct chain_node *root = chain_tree(&t, chains, 2, 1);
	const struct chain_node *c = root->child;
	ok(c && !c->sibling && c->n == 1 && c->run[0] == 0 && c->hit == 2 && c->children_hit == 1,
	   "function 1 is drawn as 0");
	c = c->child;
	ok(c && c->n == 3 && c->run[0] == 0 && c->run[1] == 2 && c->run[2] == 3, "backwards");
	chains_release(&t);
	made_release(&m);
}

int main(void)
{
	test_drawn();
	test_model(1, 1);
	test_model(2, 1);
	test_model(4, 3);
	test_model(26, 10);
	test_long();
	return done_testing();
}

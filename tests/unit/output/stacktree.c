// SPDX-License-Identifier: GPL-2.0-or-later
/* All stacks as one tree: nodes in preorder, each path leads to the node of its innermost frame. */
#include "output/stacktree.h"

#include "tests/unit/profile/make.h"
#include "tests/unit/tap.h"

/* "x0 a1 b2": names and depths. */
static void is_tree(const struct stacktree *t, const char *want, const char *what)
{
	struct buf b = { 0 };
	for (uint32_t i = 0; i < t->n; i++) {
		const struct intern_text *name = frame_name(&t->frames, t->v[i].frame);
		buf_printf(&b, "%s%.*s%u", i ? " " : "", (int)name->n, name->s, t->v[i].depth);
	}
	is_str(buf_cstr(&b), want, what);
	buf_release(&b);
}

static void is_node(const struct stacktree *t, uint32_t path, const char *name, uint32_t depth,
                    const char *what)
{
	const struct stacktree_node *node = &t->v[t->node_of[path]];
	const struct intern_text *own = frame_name(&t->frames, node->frame);
	ok(strcmp(own->s, name) == 0 && node->depth == depth, "%s", what);
}

static void test_tree(void)
{
	struct made m;
	struct stacktree t = { 0 };
	made_init(&m);
	made_add(&m, "x", "abc", 1);
	made_add(&m, "x", "ab", 1);
	made_add(&m, "y y", "ab", 1);
	made_add(&m, "x", "abd", 1);
	made_add(&m, "x", "?", 1);
	made_add(&m, "x", "", 1);
	made_add(&m, "x", "abc", 1); /* another stack, the same names */
	uint32_t *paths = stacktree_add(&t, &m.profile);
	stacktree_build(&t);
	is_tree(&t, "x0 a1 b2 c3 d3 [x]1 y y0 a1 b2", "in preorder, in the order they came");
	is_node(&t, paths[0], "c", 3, "a whole chain");
	is_node(&t, paths[1], "b", 2, "its part");
	is_node(&t, paths[2], "b", 2, "the same of another thread");
	ok(t.node_of[paths[1]] != t.node_of[paths[2]], "has a node of its own");
	is_node(&t, paths[3], "d", 3, "a sibling");
	is_node(&t, paths[4], "[x]", 1, "a function without a name");
	is_node(&t, paths[5], "x", 0, "no chain: the thread itself");
	is_u64(t.node_of[paths[6]], t.node_of[paths[0]], "what looks the same is the same");
	static const uint32_t above[] = { TABLE_NONE, 0, 1, 2, 2, 0, TABLE_NONE, 6, 7 };
	uint32_t *parents = stacktree_parents(&t);
	ok(memcmp(parents, above, sizeof above) == 0, "parents");
	free(parents);
	free(paths);
	stacktree_release(&t);
	made_release(&m);
}

static void test_empty(void)
{
	struct made m;
	struct stacktree t = { 0 };
	made_init(&m);
	free(stacktree_add(&t, &m.profile));
	stacktree_build(&t);
	is_u64(t.n, 0, "an empty profile");
	stacktree_release(&t);
	made_release(&m);
}

static void test_large(void)
{
	struct made m;
	struct stacktree t = { .max_nodes = 5 };
	made_init(&m);
	made_add(&m, "x", "abc", 1);
	made_add(&m, "x", "ab", 1);
	made_add(&m, "x", "abdef", 1);
	made_add(&m, "x", "abde", 1);
	made_add(&m, "y", "", 1);
	uint32_t *paths = stacktree_add(&t, &m.profile);
	stacktree_build(&t);
	is_tree(&t, "x0 a1 b2 c3 [truncated]3 [truncated]3 y0", "what would be more nodes is cut");
	is_node(&t, paths[1], "b", 2, "what is there already is not");
	is_node(&t, paths[2], "[truncated]", 3, "it shows");
	free(paths);
	stacktree_release(&t);
	made_release(&m);
}

/* All strings of up to LONGEST of LETTERS letters that a sparse numbering gives, in an order that
 * is none. A tree of them has a node for each that begins one of them, and no other. */
enum { LETTERS = 4, LONGEST = 7, MADE = 600 };

static void number_text(uint32_t number, char *text)
{
	uint32_t n = number % (LONGEST + 1);
	for (uint32_t i = 0; i < n; i++, number /= LETTERS)
		text[i] = (char)('a' + number % LETTERS);
	text[n] = 0;
}

/* The letters from a node's thread to it. */
static void node_text(const struct stacktree *t, const uint32_t *parents, uint32_t node, char *text)
{
	text[t->v[node].depth] = 0;
	for (; t->v[node].depth; node = parents[node])
		text[t->v[node].depth - 1] = frame_name(&t->frames, t->v[node].frame)->s[0];
}

static bool text_seen(char (*seen)[LONGEST + 1], uint32_t n, const char *text, size_t length)
{
	for (uint32_t i = 0; i < n; i++)
		if (strncmp(seen[i], text, length) == 0 && strlen(seen[i]) >= length)
			return true;
	return false;
}

static void test_many(void)
{
	static char text[MADE][LONGEST + 1];
	struct made m;
	struct stacktree t = { 0 };
	uint32_t n_nodes = 1, n_wrong = 0; /* the thread */
	made_init(&m);
	for (uint32_t i = 0; i < MADE; i++) {
		number_text(i * 2654435761u >> 7, text[i]);
		made_add(&m, "x", text[i], 1);
		for (size_t n = 1; n <= strlen(text[i]); n++)
			n_nodes += !text_seen(text, i, text[i], n);
	}
	uint32_t *paths = stacktree_add(&t, &m.profile);
	stacktree_build(&t);
	uint32_t *parents = stacktree_parents(&t);
	for (uint32_t i = 0; i < m.profile.n; i++) {
		char found[LONGEST + 1];
		node_text(&t, parents, t.node_of[paths[i]], found);
		n_wrong += strcmp(found, text[i]) != 0;
	}
	is_u64(t.n, n_nodes, "a node for each beginning");
	is_u64(n_wrong, 0, "each path is spelt from its root to its node");
	free(parents);
	free(paths);
	stacktree_release(&t);
	made_release(&m);
}

static void test_slots(void)
{
	static const struct {
		uint64_t span, slot;
	} rows[] = {
		{ 0, 1 },
		{ 4095, 1 },
		{ 4096, 2 },
		{ 8192, 5 },
		{ 1000000000, 500000 },
		{ UINT64_MAX, 5000000000000000 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_u64(flame_slot_ns(rows[i].span), rows[i].slot, "length of a slot");
}

int main(void)
{
	test_tree();
	test_empty();
	test_large();
	test_many();
	test_slots();
	return done_testing();
}

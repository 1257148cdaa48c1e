// SPDX-License-Identifier: GPL-2.0-or-later
/* Groups of a profile by the sort keys, with and without their callers. */
#include "make.h"
#include "tests/unit/tap.h"

static void make(struct made *m)
{
	made_init(m);
	made_add(m, "one", "mab", 10);
	made_add(m, "one", "mac", 5);
	made_add(m, "two", "mab", 3);
	made_add(m, "one", "mrrr", 7); /* recursion counts once */
	made_add(m, "one", "m", 1);
	made_add(m, "two", "", 2); /* an empty chain: its own address alone */
}

/* "comm function self children" of each group, in their order. */
static void is_hist(unsigned keys, bool children, const char *want, const char *what)
{
	struct made m;
	struct hist h;
	struct buf b = { 0 };
	make(&m);
	hist_build(&h, &m.profile, 0,
	           &(struct hist_options){ .max_stack = 127, .keys = keys, .children = children });
	struct hist_entry **v = hist_sorted(&h, children);
	for (uint32_t i = 0; i < h.n; i++) {
		const char *name = function_name(&m.places, &m.places.functions[v[i]->example]);
		if (keys & 1 << SORT_COMM)
			buf_printf(&b, "%s ", session_text(&m.session, v[i]->comm));
		if (keys & 1 << SORT_SYM)
			buf_printf(&b, "%s ", name ? name : "?");
		buf_printf(&b, "%d/%d\n", (int)v[i]->self, (int)v[i]->children);
	}
	is_str(buf_cstr(&b), want, what);
	free(v);
	buf_release(&b);
	hist_release(&h);
	made_release(&m);
}

static void test_event(void)
{
	struct made m;
	struct hist h;
	make(&m);
	m.profile.v[0].event = 1;
	hist_build(&h, &m.profile, 1,
	           &(struct hist_options){ .max_stack = 127, .keys = 1 << SORT_SYM });
	ok(h.n == 1 && h.v[0].self == 10, "the samples of one event");
	hist_release(&h);
	hist_release(&h);
	made_release(&m);
}

/* Call trees: outermost or innermost first, and none for groups below the bound. */
static void test_chains(void)
{
	struct made m;
	struct hist h;
	make(&m);
	hist_build(&h, &m.profile, 0,
	           &(struct hist_options){ .max_stack = 127,
	                                   .keys = 1 << SORT_SYM,
	                                   .chains = CHAIN_CALLER,
	                                   .chain_min = 6 });
	struct hist_entry **v = hist_sorted(&h, false);
	const struct chain_node *tree = hist_tree(&h, v[0]);
	ok(v[0]->self == 13 && tree && chain_weight(tree) == 13, "the tree of the heaviest");
	ok(tree->child->n == 3 && tree->child->run[0] == 'm' - 'a', "begins with the outermost");
	ok(v[1]->self == 7 && hist_tree(&h, v[1])->child->n == 4, "recursion is drawn in full");
	ok(v[2]->self == 5 && !hist_tree(&h, v[2]), "none for one below the bound");
	free(v);
	hist_release(&h);
	hist_build(&h, &m.profile, 0,
	           &(struct hist_options){ .max_stack = 127,
	                                   .keys = 1 << SORT_SYM,
	                                   .children = true,
	                                   .chains = CHAIN_CALLEE });
	v = hist_sorted(&h, true);
	ok(v[0]->children == 26 && v[0]->self == 1, "the outermost has what it called");
	const struct chain_node *c = hist_tree(&h, v[0])->child;
	ok(c && !c->sibling && c->n == 1 && c->run[0] == 'm' - 'a' && chain_weight(c) == 26,
	   "innermost first, its tree begins with itself and goes on to its callers");
	free(v);
	hist_release(&h);
	made_release(&m);
}

int main(void)
{
	is_hist(1 << SORT_SYM, false, "b 13/13\nr 7/7\nc 5/5\n? 2/2\nm 1/1\n", "by function");
	is_hist(1 << SORT_SYM, true, "m 1/26\na 0/18\nb 13/13\nr 7/7\nc 5/5\n? 2/2\n",
	        "with callers");
	is_hist(1 << SORT_COMM, false, "one 23/23\ntwo 5/5\n", "by comm");
	is_hist(1 << SORT_COMM, true, "one 23/23\ntwo 5/5\n", "by comm a stack counts once");
	is_hist(1 << SORT_COMM | 1 << SORT_SYM, false,
	        "one b 10/10\none r 7/7\none c 5/5\ntwo b 3/3\ntwo ? 2/2\none m 1/1\n", "by both");
	is_hist(1 << SORT_DSO, true, "28/28\n", "by file");
	test_event();
	test_chains();
	return done_testing();
}

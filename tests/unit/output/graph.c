// SPDX-License-Identifier: GPL-2.0-or-later
/* The call graph of the report: the picture perf-report(1) draws for the same chains. */
#include "output/output.h"

#include "tests/unit/profile/make.h"
#include "tests/unit/tap.h"

static void is_graph(const char *const *chains, const uint64_t *weights, const char *want,
                     const char *what)
{
	struct made m;
	struct chains t;
	struct chain all[8];
	uint32_t n_all = 0;
	struct buf b = { 0 };
	uint64_t sum = 0;
	uint32_t kept[8][32]; /* the chains borrow them */
	made_init(&m);
	chains_init(&t, &m.places, NULL, 1);
	for (size_t i = 0; chains[i]; i++) {
		uint32_t *v = kept[i], n = 0;
		for (; chains[i][n]; n++)
			v[n] = chains[i][n] == '?' ? 26 : (uint32_t)(chains[i][n] - 'a');
		all[n_all++] = (struct chain){ .v = v, .n = n, .weight = weights[i] };
		sum += weights[i];
	}
	const struct chain_node *root = chain_tree(&t, all, n_all, 1);
	output_graph(&b, &m.places, root, 200, sum, false, false);
	is_str(buf_cstr(&b), want, what);
	buf_release(&b);
	chains_release(&t);
	made_release(&m);
}

int main(void)
{
	is_graph((const char *[]){ NULL }, NULL, "", "nothing");
	is_graph((const char *[]){ "ab?", NULL }, (uint64_t[]){ 100 },
	         "            |\n"
	         "            ---a\n"
	         "               b\n"
	         "               [x+0x11a0]\n"
	         "\n",
	         "one chain");
	is_graph((const char *[]){ "abc", "abd", NULL }, (uint64_t[]){ 50, 100 },
	         "            |\n"
	         "            ---a\n"
	         "               b\n"
	         "               |          \n"
	         "               |--50.00%--d\n"
	         "               |          \n"
	         "                --25.00%--c\n"
	         "\n",
	         "a fork below a common run");
	is_graph((const char *[]){ "ab", "cd", "ce", NULL }, (uint64_t[]){ 150, 20, 10 },
	         "            |          \n"
	         "            |--75.00%--a\n"
	         "            |          b\n"
	         "            |          \n"
	         "             --15.00%--c\n"
	         "                       |          \n"
	         "                       |--10.00%--d\n"
	         "                       |          \n"
	         "                        --5.00%--e\n"
	         "\n",
	         "a fork at the root, and one below its last branch");
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree of a report: each drawing by hand, from the chains and weights above it. */
#include "output/output.h"

#include "tests/unit/profile/make.h"
#include "tests/unit/tap.h"

struct given {
	const char *comm, *functions;
	uint64_t weight;
};

static void is_drawn(const struct given *chains, const struct report_options *o, const char *want,
                     const char *what)
{
	struct made m;
	struct buf b = { 0 };
	uint64_t weight = 0, samples = 0, lost = 0;
	made_init(&m);
	for (; chains->comm; chains++, samples++) {
		made_add(&m, chains->comm, chains->functions, chains->weight);
		weight += chains->weight;
	}
	m.profile.event_weight = mem_new(sizeof(uint64_t));
	m.profile.event_samples = mem_new(sizeof(uint64_t));
	*m.profile.event_weight = weight;
	*m.profile.event_samples = samples;
	m.session.stats.event_lost = &lost;
	output_report_tree(&b, &m.profile, o);
	/* What is above the lines is the table's head and then the columns. */
	const char *columns = strstr(buf_cstr(&b), "Function\n"), *lines = NULL;
	if (columns)
		lines = strstr(columns, "\n#\n");
	is_str(lines ? lines + strlen("\n#\n") : buf_cstr(&b), want, what);
	buf_release(&b);
	made_release(&m);
}

static const struct given forks[] = {
	{ "x", "mab", 50 }, { "y", "mac", 30 }, { "x", "mb", 15 },
	{ "x", "m", 4 },    { "x", "md", 1 },   { 0 },
};

static void test_forks(void)
{
	struct report_options o = { .tree = REPORT_TREE_DOWN, .chain_limit = 2 };
	is_drawn(forks, &o,
	         "   100.00%      100  ##########  m\n"
	         "    80.00%       80  ########    |- a\n"
	         "    50.00%       50  #####       |  |- b\n"
	         "    30.00%       30  ###         |  `- c\n"
	         "    15.00%       15  ##          |- b\n"
	         "     4.00%        4              |- [self]\n"
	         "     1.00%        1              `- (1 more)\n\n",
	         "top-down");
	o.samples = true;
	o.percent_limit = 20;
	is_drawn(forks, &o,
	         "   100.00%        5  ##########  m\n"
	         "    80.00%        2  ########    |- a\n"
	         "    50.00%        1  #####       |  |- b\n"
	         "    30.00%        1  ###         |  `- c\n"
	         "    20.00%        3  ##          `- (3 more)\n\n",
	         "samples, and a limit: what is left out is summed");
	o = (struct report_options){ .tree = REPORT_TREE_UP, .chain_limit = 2, .utf8 = true };
	is_drawn(forks, &o,
	         "    65.00%       65  ██████▌     b\n"
	         "    50.00%       50  █████       ├─ a\n"
	         "                                 │  m\n"
	         "    15.00%       15  █▌          └─ m\n"
	         "    30.00%       30  ███         c\n"
	         "                                 a\n"
	         "                                 m\n"
	         "     4.00%        4  ▍           m\n"
	         "     1.00%        1  ▏           (1 more)\n\n",
	         "bottom-up, in UTF-8");
	o = (struct report_options){ .tree = REPORT_TREE_DOWN, .tree_threads = true };
	o.hist.max_stack = 2;
	is_drawn(forks, &o,
	         "    70.00%       70  #######     x\n"
	         "    50.00%       50  #####       |- a\n"
	         "                                 |  b\n"
	         "    20.00%       20  ##          `- m\n"
	         "    15.00%       15  ##             |- b\n"
	         "     1.00%        1                 |- d\n"
	         "     4.00%        4                 `- [self]\n"
	         "    30.00%       30  ###         y\n"
	         "                                 a\n"
	         "                                 c\n\n",
	         "by thread, two frames of each stack");
}

static void test_runs(void)
{
	static const struct given chains[] = {
		{ "x", "mxyz", 97 }, { "x", "mxq", 1 }, { "x", "mx", 1 }, { "x", "mr", 1 }, { 0 },
	};
	struct report_options o = { .tree = REPORT_TREE_DOWN, .chain_limit = 4 };
	is_drawn(chains, &o,
	         "   100.00%      100  ##########  m\n"
	         "                                 x\n"
	         "                                 y\n"
	         "                                 z\n"
	         "    97.00%       97  ##########  |- [self]\n"
	         "     3.00%        3              `- (3 more)\n\n",
	         "a run goes on where little leaves it; that is summed at its end");
	o.chain_limit = 3;
	is_drawn(chains, &o,
	         "   100.00%      100  ##########  m\n"
	         "                                 x\n"
	         "    97.00%       97  ##########  |- y\n"
	         "                                 |  z\n"
	         "     3.00%        3              `- (3 more)\n\n",
	         "but not where all of it would be a line");
}

static void test_no_chain(void)
{
	static const struct given chains[] = { { "x", "", 1 }, { "x", "a?", 3 }, { 0 } };
	static const struct given none[] = { { "x", "a", 0 }, { 0 } };
	struct report_options o = { .tree = REPORT_TREE_DOWN };
	is_drawn(chains, &o,
	         "    75.00%        3  ########    a\n"
	         "                                 [x]\n"
	         "    25.00%        1  ###         [no call chain]\n\n",
	         "a sample without a chain, a function without a name");
	is_drawn(none, &o, "     0.00%        0              a\n\n", "no weight");
}

int main(void)
{
	test_forks();
	test_runs();
	test_no_chain();
	return done_testing();
}

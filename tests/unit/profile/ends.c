// SPDX-License-Identifier: GPL-2.0-or-later
/* Stacks that are as deep as the kernel goes and lead to no root get one that says so. */
#include "make.h"
#include "tests/unit/tap.h"

static bool is_marked(const struct profile *p, uint32_t entry)
{
	const struct stack *s = &p->stacks.v[p->v[entry].stack];
	const struct places *places = p->stacks.places;
	const char *name = function_name(places,
	                                 &places->functions[p->stacks.frames[s->first + s->n - 1]]);
	return name && strcmp(name, STACK_CUT_NAME) == 0;
}

static void make(struct made *m)
{
	made_init(m);
	m->event.attr.sample_type = ABI_SAMPLE_CALLCHAIN;
	m->event.attr.sample_max_stack = 3;
	stacks_allow(&m->profile.stacks, 100);
	made_add(m, "x", "abc", 1);
	made_add(m, "x", "bc", 1);
	made_add(m, "x", "abcd", 1);
}

static void test_one_depth(void)
{
	struct made m;
	make(&m);
	profile_mark_ends(&m.profile);
	ok(is_marked(&m.profile, 0), "a stack as deep as the kernel goes");
	ok(!is_marked(&m.profile, 1), "a shallower one");
	ok(is_marked(&m.profile, 2), "a deeper one");
	is_u64(m.profile.stacks.v[m.profile.v[0].stack].n, 4, "the mark is one frame more");
	made_release(&m);
}

/* The same stack may be cut for one event and not for the other. */
static void test_two_depths(void)
{
	struct made m;
	struct data_event events[2];
	make(&m);
	events[0] = events[1] = m.event;
	events[1].attr.sample_max_stack = 4;
	m.data.events = events;
	m.data.n_events = 2;
	m.profile.v[1].stack = m.profile.v[0].stack;
	m.profile.v[1].event = 1;
	profile_mark_ends(&m.profile);
	ok(is_marked(&m.profile, 0), "cut at the depth of the first event");
	ok(!is_marked(&m.profile, 1), "the second one goes deeper");
	ok(is_marked(&m.profile, 2), "the first one's other stack");
	made_release(&m);
}

int main(void)
{
	test_one_depth();
	test_two_depths();
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A process's mappings against a model that is plainly right: an array that says for each page
 * whose it is. All ways two and three mappings can lie to each other are tried, then long random
 * runs with copies in between.
 */
#include "session/internal.h"

#include <stdlib.h>

#include "tests/unit/tap.h"

enum { PAGES = 12, PAGE = 0x1000, BASE = 0x10000 };

struct model {
	uint32_t owner[PAGES]; /* a mapping's id, 0 = none */
};

static void add(struct session *s, struct space *sp, struct model *m, unsigned from, unsigned to,
                uint32_t file)
{
	uint32_t id = mapping_intern(
		s, (struct mapping){ BASE + from * PAGE, BASE + to * PAGE, 0, file });
	space_add(s, sp, id);
	for (unsigned i = from; i < to; i++)
		m->owner[i] = id;
}

/* Every first and last byte of a page has the model's owner; pieces are disjoint, ascending and not
 * empty. */
static bool agrees(struct space *sp, const struct model *m)
{
	for (unsigned i = 0; i < PAGES; i++)
		if (space_find(sp, BASE + i * PAGE) != m->owner[i] ||
		    space_find(sp, BASE + i * PAGE + PAGE - 1) != m->owner[i])
			return false;
	for (uint32_t i = 0; i < sp->n; i++)
		if (sp->v[i].start >= sp->v[i].end || (i && sp->v[i - 1].end > sp->v[i].start))
			return false;
	return !space_find(sp, BASE - 1) && !space_find(sp, BASE + PAGES * PAGE) &&
	       !space_find(sp, 0) && !space_find(sp, UINT64_MAX);
}

static void session_start(struct session *s)
{
	*s = (struct session){ 0 };
	mapping_intern(s, (struct mapping){ 0 });
}

static void session_end(struct session *s)
{
	free(s->mappings);
	table_release(&s->mapping_table);
}

/* All triples of mappings of up to 6 pages. */
static void test_triples(void)
{
	enum { N = 6 };
	struct session s;
	int wrong = 0, n = 0;
	session_start(&s);
	for (unsigned a = 0; a < N * N * N * N * N * N; a++) {
		unsigned v[6], x = a;
		for (int i = 0; i < 6; i++, x /= N)
			v[i] = x % N;
		if (v[0] > v[1] || v[2] > v[3] || v[4] > v[5])
			continue;
		struct space *sp = space_new();
		struct model m = { { 0 } };
		for (unsigned i = 0; i < 3; i++)
			add(&s, sp, &m, v[2 * i], v[2 * i + 1] + 1, i + 1);
		wrong += !agrees(sp, &m);
		space_free(&s, sp);
		n++;
	}
	is_u64((uint64_t)n, 21 * 21 * 21, "all triples of mappings of 6 pages");
	is_u64((uint64_t)wrong, 0, "are as the model says");
	session_end(&s);
}

static uint32_t state = 7;

static uint32_t random_below(uint32_t n)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

static void test_random(void)
{
	struct session s;
	int wrong = 0;
	session_start(&s);
	for (int run = 0; run < 200; run++) {
		struct space *sp = space_new();
		struct model m = { { 0 } };
		for (int i = 0; i < 60; i++) {
			unsigned from = random_below(PAGES),
				 to = from + 1 + random_below(PAGES - from);
			add(&s, sp, &m, from, to, 1 + random_below(4));
			if (i % 20 != 19)
				continue;
			struct space *copy = space_copy(sp);
			struct model was = m;
			add(&s, sp, &m, 0, PAGES, 9);
			wrong += !agrees(copy, &was) + !agrees(sp, &m);
			space_free(&s, sp);
			sp = copy;
			m = was;
		}
		wrong += !agrees(sp, &m);
		space_free(&s, sp);
	}
	is_u64((uint64_t)wrong, 0, "random runs, and copies that go their own ways");
	session_end(&s);
}

/* Which of n pages comes as the i-th. */
static unsigned rising(unsigned i, unsigned n)
{
	(void)n;
	return i;
}

static unsigned falling(unsigned i, unsigned n)
{
	return n - 1 - i;
}

static unsigned outward(unsigned i, unsigned n)
{
	return i % 2 ? n / 2 + i / 2 : n / 2 - 1 - i / 2;
}

static unsigned scattered(unsigned i, unsigned n)
{
	return i * 1103u % n; /* a prime that does not divide n: each page once */
}

/* Thousands of mappings of a page each, whatever order they come in; halfway a copy is made, which
 * stays as it is. */
static void test_orders(void)
{
	enum { N = 5000 };
	static const struct {
		const char *name;
		unsigned (*page)(unsigned i, unsigned n);
	} orders[] = { { "rising", rising },
		       { "falling", falling },
		       { "outward", outward },
		       { "scattered", scattered } };
	for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
		static uint32_t owner[N];
		struct session s;
		struct space *sp = space_new(), *copy = NULL;
		unsigned wrong = 0, wrong_copy = 0, in_copy = 0;
		session_start(&s);
		for (unsigned i = 0; i < N; i++) {
			unsigned at = orders[k].page(i, N);
			uint64_t start = BASE + (uint64_t)at * PAGE;
			owner[at] = mapping_intern(
				&s, (struct mapping){ start, start + PAGE, 0, i + 1 });
			if (i == N / 2)
				copy = space_copy(sp);
			space_add(&s, sp, owner[at]);
		}
		for (unsigned at = 0; at < N; at++) {
			uint32_t found = space_find(copy, BASE + (uint64_t)at * PAGE);
			wrong += space_find(sp, BASE + (uint64_t)at * PAGE) != owner[at];
			wrong_copy += found && found != owner[at];
			in_copy += found != 0;
		}
		ok(sp->n == N && !wrong, "%s addresses: all are found", orders[k].name);
		ok(in_copy == N / 2 && !wrong_copy, "%s addresses: the copy has its half",
		   orders[k].name);
		space_free(&s, sp);
		space_free(&s, copy);
		ok(s.n_pieces == 0, "%s addresses: no room is left over", orders[k].name);
		session_end(&s);
	}
}

static void test_same(void)
{
	struct session s;
	session_start(&s);
	struct space *sp = space_new(), *empty = space_new(), *copy = space_copy(empty);
	struct model m = { { 0 } };
	add(&s, copy, &m, 1, 2, 1);
	ok(agrees(copy, &m), "a mapping in the copy of an empty space");
	add(&s, sp, &m, 0, 2, 1);
	add(&s, sp, &m, 0, 2, 1);
	ok(sp->n == 1, "the same one again is one");
	uint32_t n = s.n_mappings;
	is_u64(mapping_intern(&s, (struct mapping){ BASE, BASE + 2 * PAGE, 0, 1 }), n - 1,
	       "each mapping once");
	ok(mapping_intern(&s, (struct mapping){ BASE, BASE + 2 * PAGE, 1, 1 }) == n,
	   "another offset is another");
	uint32_t all = mapping_intern(&s, (struct mapping){ 0, UINT64_MAX, 0, 2 });
	space_add(&s, sp, all);
	ok(space_find(sp, 0) == all && space_find(sp, BASE) == all && sp->n == 1,
	   "all of the addresses");
	space_free(&s, sp);
	space_free(&s, empty);
	space_free(&s, copy);
	space_free(&s, NULL);
	session_end(&s);
}

int main(void)
{
	test_triples();
	test_random();
	test_orders();
	test_same();
	return done_testing();
}

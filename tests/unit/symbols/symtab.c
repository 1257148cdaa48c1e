// SPDX-License-Identifier: GPL-2.0-or-later
/* The rules of which symbol owns an address, against a plain search through all of them. */
#include "../tap.h"

#include <stdlib.h>

#include "symbols/internal.h"

enum { LOCAL, GLOBAL, WEAK };

static void aliases(void)
{
	static const struct {
		const char *what, *want;
		struct symbol v[3];
	} rows[] = {
		{ "global before weak before local",
		  "c_global",
		  { { 16, 32, "a_local", NULL, 0, LOCAL },
		    { 16, 32, "b_weak", NULL, 0, WEAK },
		    { 16, 32, "c_global", NULL, 0, GLOBAL } } },
		{ "weak before local",
		  "z_weak",
		  { { 16, 32, "a_local", NULL, 0, LOCAL },
		    { 16, 32, "z_weak", NULL, 0, WEAK },
		    { 16, 32, "b_local", NULL, 0, LOCAL } } },
		{ "fewest underscores",
		  "write",
		  { { 16, 32, "__write", NULL, 0, GLOBAL },
		    { 16, 32, "_write", NULL, 0, GLOBAL },
		    { 16, 32, "write", NULL, 0, GLOBAL } } },
		{ "longest size",
		  "b",
		  { { 16, 24, "a", NULL, 0, GLOBAL },
		    { 16, 32, "b", NULL, 0, GLOBAL },
		    { 16, 28, "c", NULL, 0, GLOBAL } } },
		{ "longest name",
		  "memmove",
		  { { 16, 32, "memcpy", NULL, 0, GLOBAL },
		    { 16, 32, "memmove", NULL, 0, GLOBAL },
		    { 16, 32, "memset", NULL, 0, GLOBAL } } },
		{ "name",
		  "a",
		  { { 16, 32, "b", NULL, 0, GLOBAL },
		    { 16, 32, "a", NULL, 0, GLOBAL },
		    { 16, 32, "c", NULL, 0, GLOBAL } } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a = { 0 };
		struct symtab t;
		symtab_build(rows[i].v, 3, &a, &t);
		const struct symbol *s = symtab_find(&t, 20);
		is_str(s ? s->name : NULL, rows[i].want, rows[i].what);
		arena_release(&a);
	}
}

static void nesting(void)
{
	/* outer [100,200) holds inner [120,140), which holds core [130,135); across [190,210)
	 * leaves it; short and long begin together, the short one being global. */
	static const struct symbol v[] = {
		{ 100, 200, "outer", NULL, 0, GLOBAL }, { 120, 140, "inner", NULL, 0, GLOBAL },
		{ 130, 135, "core", NULL, 0, GLOBAL },  { 190, 210, "across", NULL, 0, GLOBAL },
		{ 300, 310, "short", NULL, 0, GLOBAL }, { 300, 330, "long", NULL, 0, LOCAL },
	};
	static const struct {
		uint64_t addr;
		const char *want;
	} rows[] = {
		{ 0, NULL },          { 99, NULL },      { 100, "outer" }, { 119, "outer" },
		{ 120, "inner" },     { 130, "core" },   { 134, "core" },  { 135, "inner" },
		{ 139, "inner" },     { 140, "outer" },  { 189, "outer" }, { 190, "across" },
		{ 200, "across" },    { 209, "across" }, { 210, NULL },    { 300, "short" },
		{ 309, "short" },     { 310, "long" },   { 329, "long" },  { 330, NULL },
		{ UINT64_MAX, NULL },
	};
	struct arena a = { 0 };
	struct symtab t;
	symtab_build(v, sizeof v / sizeof *v, &a, &t);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char what[64];
		snprintf(what, sizeof what, "owner of %" PRIu64, rows[i].addr);
		const struct symbol *s = symtab_find(&t, rows[i].addr);
		is_str(s ? s->name : NULL, rows[i].want, what);
	}
	arena_release(&a);
}

/* The rule in one sentence: of all that cover addr, the nearest start; the better alias of one
 * start. */
static const char *slow_find(const struct symbol *v, unsigned n, uint64_t addr)
{
	const struct symbol *best = NULL;
	for (unsigned i = 0; i < n; i++)
		if (v[i].start <= addr && addr < v[i].end &&
		    (!best || v[i].start > best->start ||
		     (v[i].start == best->start &&
		      (v[i].end > best->end ||
		       (v[i].end == best->end && strcmp(v[i].name, best->name) < 0)))))
			best = &v[i];
	return best ? best->name : "-";
}

static void against_search(void)
{
	uint32_t seed = 1;
	unsigned wrong = 0;
	for (int round = 0; round < 300; round++) {
		struct symbol v[40];
		char names[40][8];
		unsigned n = 1 + (unsigned)round % 40;
		for (unsigned i = 0; i < n; i++) {
			seed = seed * 1664525 + 1013904223;
			uint64_t start = seed >> 8 & 127, size = 1 + (seed >> 20 & 63);
			snprintf(names[i], sizeof names[i], "s%02u", i);
			v[i] = (struct symbol){ start, start + size, names[i], NULL, 0, GLOBAL };
		}
		struct arena a = { 0 };
		struct symtab t;
		symtab_build(v, n, &a, &t);
		for (uint64_t addr = 0; addr < 200; addr++) {
			const struct symbol *s = symtab_find(&t, addr);
			wrong += strcmp(s ? s->name : "-", slow_find(v, n, addr)) != 0;
		}
		arena_release(&a);
	}
	is_u64(wrong, 0, "60000 random questions answered as by a plain search");
}

/* Tables large enough for an index, their symbols near each other and far: at every edge. */
static void edges(void)
{
	enum { N = 400 };
	static struct symbol v[N];
	static char names[N][8];
	uint64_t seed = 1;
	unsigned wrong = 0;
	for (unsigned round = 0; round < 48; round++) {
		for (unsigned i = 0; i < N; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			uint64_t start = 1 + (seed >> 40 << (i % 3 ? 0 : round % 38)),
				 size = 1 + (seed >> 8 & 4095);
			snprintf(names[i], sizeof names[i], "s%03u", i);
			v[i] = (struct symbol){ start, start + size, names[i], NULL, 0, GLOBAL };
		}
		struct arena a = { 0 };
		struct symtab t;
		symtab_build(v, N, &a, &t);
		for (unsigned i = 0; i < 4 * N; i++) {
			uint64_t addr = (i & 1 ? v[i / 4].start : v[i / 4].end) - (i >> 1 & 1);
			const struct symbol *s = symtab_find(&t, addr);
			wrong += strcmp(s ? s->name : "-", slow_find(v, N, addr)) != 0;
		}
		wrong += t.steps == NULL;
		arena_release(&a);
	}
	is_u64(wrong, 0, "76800 questions at the edges of symbols, too");
}

/* 200000 symbols each inside the one before: linear work, not quadratic. */
static void deep_nest(void)
{
	enum { N = 200000 };
	struct symbol *v = calloc(N, sizeof *v);
	for (uint64_t i = 0; i < N; i++)
		v[i] = (struct symbol){ i, UINT64_MAX - i, "x", NULL, 0, GLOBAL };
	struct arena a = { 0 };
	struct symtab t;
	symtab_build(v, N, &a, &t);
	is_u64(symtab_find(&t, UINT64_C(1) << 62)->start, N - 1, "the innermost of a deep nest");
	is_u64(symtab_find(&t, UINT64_MAX - 2)->start, 1, "behind the inner ones");
	ok(!symtab_find(&t, UINT64_MAX), "the last address belongs to none");
	arena_release(&a);
	free(v);
}

int main(void)
{
	aliases();
	nesting();
	against_search();
	edges();
	deep_nest();
	struct symtab none = { 0 };
	ok(!symtab_find(&none, 5), "nothing in an empty table");
	return done_testing();
}

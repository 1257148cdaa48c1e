// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of Go functions put together here, word by word, as runtime/symtab.go of each age has
 * them.
 */
#include "../tap.h"

#include <stdlib.h>

#include "base/buf.h"
#include "symbols/internal.h"

struct form {
	const char *what;
	uint32_t magic;
	bool big, narrow, no_text;
};

static const struct form forms[] = {
	{ "1.2", 0xfffffffb, false, false, false },
	{ "1.2, big-endian, 32 bit", 0xfffffffb, true, true, false },
	{ "1.16", 0xfffffffa, false, false, false },
	{ "1.16, big-endian", 0xfffffffa, true, false, false },
	{ "1.18", 0xfffffff0, false, false, false },
	{ "1.18, 32 bit", 0xfffffff0, false, true, false },
	{ "1.20", 0xfffffff1, false, false, false },
	{ "1.20, big-endian, 32 bit", 0xfffffff1, true, true, false },
	{ "1.26", 0xfffffff1, false, false, true },
};

enum { TEXT = 0x401000, N_FUNCTIONS = 4 };

/* The third has a name that is empty, what is told of the fourth is another's address. */
static const struct {
	uint32_t start, told;
	const char *name;
} functions[N_FUNCTIONS] = {
	{ 0x0, 0x0, "runtime.text" },
	{ 0x40, 0x40, "main.(*T[...]).f" },
	{ 0x80, 0x80, "" },
	{ 0xc0, 0xc4, "main.liar" },
};
static const char names[] = "runtime.text\0main.(*T[...]).f\0\0main.liar";
static const uint32_t name_offs[N_FUNCTIONS] = { 0, 13, 30, 31 };

static void number(struct buf *b, const struct form *f, uint64_t v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		buf_char(b, (char)(v >> 8 * (f->big ? n - 1 - i : i)));
}

static void table_make(struct buf *b, const struct form *f)
{
	bool is_old = f->magic >= 0xfffffffa, is_oldest = f->magic == 0xfffffffb;
	unsigned pointer = f->narrow ? 4 : 8, each = is_old ? pointer : 4;
	uint32_t base = is_old ? TEXT : 0;
	uint32_t n_words = is_oldest ? 1 : is_old ? 7 : 8, at_names = 8 + n_words * pointer;
	uint32_t at_pairs = at_names + (is_oldest ? 0 : (uint32_t)sizeof names);
	uint32_t n_pairs = (2 * N_FUNCTIONS + 1) * each, at_told = at_pairs + n_pairs;
	uint32_t origin = is_oldest ? 0 : at_pairs; /* of the offsets in the pairs */
	uint32_t names_behind = is_oldest ? at_told + N_FUNCTIONS * (each + 4) : 0;
	b->n = 0;
	number(b, f, f->magic, 4);
	buf_add(b, (char[]){ 0, 0, 1, (char)pointer }, 4);
	number(b, f, N_FUNCTIONS, pointer);
	if (!is_oldest) {
		number(b, f, 0, pointer);
		if (!is_old)
			number(b, f, f->no_text ? 0 : TEXT, pointer);
		number(b, f, at_names, pointer);
		for (int i = 0; i < 3; i++)
			number(b, f, 0, pointer);
		number(b, f, at_pairs, pointer);
		buf_add(b, names, sizeof names);
	}
	for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
		number(b, f, base + functions[i].start, each);
		number(b, f, at_told - origin + i * (each + 4), each);
	}
	number(b, f, base + 0x100, each);
	for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
		number(b, f, base + functions[i].told, each);
		number(b, f, names_behind + name_offs[i], 4);
	}
	if (is_oldest)
		buf_add(b, names, sizeof names);
}

static void read_them(void)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct symbol *v;
		uint32_t n;
		struct err e = { 0 };
		table_make(&b, &forms[i]);
		struct span s = span_of(b.p, b.n);
		ok(gopclntab_is(s), "%s: is one", forms[i].what);
		int rc = gopclntab_functions(s, forms[i].no_text ? TEXT : 0, &v, &n, &e);
		if (ok(rc == 0 && n == 2, "%s: two have names (%s)", forms[i].what, e.text)) {
			is_str(v[0].name, "runtime.text", forms[i].what);
			ok(v[0].start == TEXT && v[0].end == TEXT + 0x40, "%s: its place",
			   forms[i].what);
			is_str(v[1].name, "main.(*T[...]).f", forms[i].what);
			ok(v[1].start == TEXT + 0x40 && v[1].end == TEXT + 0x80, "%s: its place",
			   forms[i].what);
		}
		free(v);
		if (forms[i].no_text)
			ok(gopclntab_functions(s, 0, &v, &n, NULL) == ERR_UNSUPPORTED && !n,
			   "%s: without a place there are none", forms[i].what);
	}
	buf_release(&b);
}

/* Every prefix, and every byte turned: no answer is asked for but that there is one. */
static void damage(void)
{
	struct buf b = { 0 };
	size_t answers = 0, all = 0;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		table_make(&b, &forms[i]);
		for (size_t k = 0; k < 2 * b.n; k++, all++) {
			size_t n = k < b.n ? k : b.n;
			char *copy = malloc(n ? n : 1);
			struct symbol *v;
			uint32_t n_v;
			struct err e = { 0 };
			memcpy(copy, b.p, n);
			if (k >= b.n)
				copy[k - b.n] = (char)~copy[k - b.n];
			int rc = gopclntab_functions(span_of(copy, n), TEXT, &v, &n_v, &e);
			bool good = rc == 0 ? n_v <= N_FUNCTIONS : *e.text && !n_v;
			for (uint32_t s = 0; s < n_v; s++)
				good = good && *v[s].name && v[s].end > v[s].start;
			answers += good;
			free(v);
			free(copy);
		}
	}
	is_u64(answers, all, "each damaged table is answered for");
	buf_release(&b);
}

int main(void)
{
	read_them();
	damage();
	return done_testing();
}

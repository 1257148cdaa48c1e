// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel's own list of its symbols (kernel/kallsyms.c): "address type name", and "\t[module]"
 * behind the name for what is not the kernel proper. It states no sizes: a symbol ends where the
 * next one starts, whatever that is. Where nothing of its own kind follows, there is no such mark,
 * and a page is believed.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/table.h"
#include "symbols/internal.h"

enum { LAST_BYTES_MAX = 4096 };

struct line {
	uint64_t addr;
	struct span name, module; /* module.n = 0: the kernel proper */
	char type;
};

/* Cut the next line off *text; false at the end. *p to *end: the line without its end. */
static bool line_cut(struct span *text, const unsigned char **p, const unsigned char **end)
{
	if (!text->n)
		return false;
	*p = text->p;
	const unsigned char *nl = memchr(text->p, '\n', text->n);
	*end = nl ? nl : text->p + text->n;
	size_t used = (size_t)(*end - *p) + (nl != NULL);
	text->p += used;
	text->n -= used;
	if (*end > *p && (*end)[-1] == '\r')
		--*end;
	return true;
}

/* The first blank or NUL byte from p on, or end. */
static const unsigned char *word_end(const unsigned char *p, const unsigned char *end)
{
	static const char breaks[] = { ' ', '\t', 0 };
	for (size_t i = 0; i < sizeof breaks; i++) {
		const unsigned char *at = memchr(p, breaks[i], (size_t)(end - p));
		end = at ? at : end;
	}
	return end;
}

static bool line_parse(const unsigned char *p, const unsigned char *end, struct line *out)
{
	const unsigned char *from = p;
	uint64_t addr = 0;
	for (int d; p < end && (d = hex_digit(*p)) >= 0; p++)
		addr = addr << 4 | (unsigned)d;
	if (p == from || p - from > 16 || end - p < 4 || *p != ' ' || p[2] != ' ')
		return false;
	*out = (struct line){ .addr = addr, .type = (char)p[1] };
	from = p + 3;
	p = word_end(from, end);
	out->name = span_of(from, (size_t)(p - from));
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p < end && *p == '[') {
		/* Torn, it must not pass for a symbol of the kernel proper. */
		const unsigned char *close = memchr(p, ']', (size_t)(end - p));
		if (!close || close == p + 1 || close - p > NAME_BYTES_MAX ||
		    memchr(p, 0, (size_t)(close - p)))
			return false;
		out->module = span_of(p + 1, (size_t)(close - p) - 1);
	}
	return out->name.n > 0 && out->name.n <= NAME_BYTES_MAX;
}

static bool is_text(const struct line *l)
{
	return l->addr && memchr("tTwW", l->type, 4);
}

/* A line as it is kept: a kernel has 200000 of them, and fresh memory is what costs most here. */
struct kept {
	uint64_t addr;
	const unsigned char *name; /* in the text */
	uint16_t n_name;
	bool text;
	uint8_t bind;
	uint32_t module; /* index into module_names */
};

struct parse {
	struct kept *lines;
	uint32_t n, cap;
	struct arena *arena;
	struct table table;
	const char **module_names; /* [0] = NULL, the kernel proper */
	uint32_t n_modules, cap_modules;
};

static uint32_t module_number(struct parse *k, struct span name)
{
	if (!name.n)
		return 0;
	/* Lines of one module stand together. */
	uint32_t last = k->n ? k->lines[k->n - 1].module : 0;
	if (last && span_equal(span_str(k->module_names[last]), name))
		return last;
	uint64_t hash = hash_bytes(name.p, name.n, 0);
	uint32_t i = TABLE_START, m;
	while ((m = table_probe(&k->table, hash, &i)) != TABLE_NONE)
		if (span_equal(span_str(k->module_names[m]), name))
			return m;
	VEC_ROOM(k->module_names, k->n_modules, k->cap_modules);
	k->module_names[k->n_modules] = arena_dup(k->arena, name.p, name.n);
	table_add(&k->table, hash, k->n_modules);
	return k->n_modules++;
}

static void lines_read(struct parse *k, struct span text)
{
	const unsigned char *p, *end;
	struct line l;
	while (k->n < SYMBOLS_MAX && line_cut(&text, &p, &end)) {
		if (!line_parse(p, end, &l) || name_is_label(l.name))
			continue;
		if (k->n == k->cap) {
			k->cap = k->cap ? 2 * k->cap : 4096;
			k->lines = mem_resize(k->lines, k->cap, sizeof *k->lines);
		}
		uint32_t module = module_number(k, l.module);
		k->lines[k->n++] = (struct kept){
			.addr = l.addr,
			.name = l.name.p,
			.n_name = (uint16_t)l.name.n,
			.text = is_text(&l),
			.bind = l.type == 'T'   ? 1
			        : l.type == 't' ? 0
			                        : 2,
			.module = module,
		};
	}
}

/* The end of a line, the first line of a higher address being next (NULL = none). */
static uint64_t line_end(const struct kept *line, const struct kept *next)
{
	uint64_t start = line->addr;
	uint64_t page = start > UINT64_MAX - LAST_BYTES_MAX ? UINT64_MAX : start + LAST_BYTES_MAX;
	if (!next)
		return page;
	/* A module's data lies in other pages than its text, with room for strangers between. */
	bool own = line->module == next->module && (!line->module || next->text);
	return own || next->addr < page ? next->addr : page;
}

/* Lines by address. Most kernels print them so. */
static void lines_sort(struct parse *k)
{
	bool sorted = true;
	for (uint32_t i = 1; i < k->n && sorted; i++)
		sorted = k->lines[i - 1].addr <= k->lines[i].addr;
	if (sorted)
		return;
	struct sort_pair *order = mem_resize(NULL, 2 * (size_t)k->n, sizeof *order);
	struct kept *lines = mem_resize(NULL, k->n, sizeof *lines);
	for (uint32_t i = 0; i < k->n; i++)
		order[i] = (struct sort_pair){ k->lines[i].addr, i };
	sort_pairs(order, order + k->n, k->n);
	for (uint32_t i = 0; i < k->n; i++)
		lines[i] = k->lines[order[i].value];
	free(order);
	free(k->lines);
	k->lines = lines;
}

static struct symbol line_symbol(const struct parse *k, const struct kept *l, uint64_t end)
{
	return (struct symbol){
		.start = l->addr,
		.end = end,
		.name = (const char *)l->name, /* not terminated yet */
		.module = k->module_names[l->module],
		.kind = SYMBOL_FUNC,
		.bind = l->bind,
	};
}

/* The line of one address that names it: of the lines [i, next). NULL = none is text. */
static const struct kept *line_best(const struct parse *k, uint32_t i, uint32_t next)
{
	const struct kept *best = NULL;
	struct arena a = { 0 };
	for (; i < next; i++) {
		const struct kept *l = &k->lines[i];
		if (!l->text)
			continue;
		if (best) {
			struct symbol x = line_symbol(k, l, 0), y = line_symbol(k, best, 0);
			x.name = arena_dup(&a, l->name, l->n_name);
			y.name = arena_dup(&a, best->name, best->n_name);
			if (!symbol_before(&x, &y))
				continue;
		}
		best = l;
	}
	arena_release(&a);
	return best;
}

static void piece_add(struct symtab *t, uint64_t at, uint32_t sym)
{
	bool again = t->n_pieces && t->pieces[t->n_pieces - 1].sym == sym;
	if (sym != SYMTAB_GAP || (t->n_pieces && !again))
		t->pieces[t->n_pieces++] = (struct symtab_piece){ at, sym };
}

/* Each line reaches to the next address at most, so that none lies over another. */
static void lines_build(struct parse *k, struct symtab *out)
{
	lines_sort(k);
	out->v = arena_new(k->arena, k->n * sizeof *out->v);
	out->pieces = arena_new(k->arena, 2 * (size_t)k->n * sizeof *out->pieces);
	for (uint32_t i = 0, next; i < k->n; i = next) {
		for (next = i + 1; next < k->n && k->lines[next].addr == k->lines[i].addr;)
			next++;
		const struct kept *l = next - i == 1 && k->lines[i].text ? &k->lines[i]
		                                                         : line_best(k, i, next);
		uint64_t end = l ? line_end(l, next < k->n ? &k->lines[next] : NULL) : 0;
		bool is_symbol = l && end > l->addr; /* not at the very top of memory */
		piece_add(out, k->lines[i].addr, is_symbol ? out->n : SYMTAB_GAP);
		if (!is_symbol)
			continue;
		out->v[out->n] = line_symbol(k, l, end);
		out->v[out->n++].name = arena_dup(k->arena, l->name, l->n_name);
		if (next == k->n || end < k->lines[next].addr)
			piece_add(out, end, SYMTAB_GAP);
	}
	symtab_index(out, k->arena);
}

int kallsyms_parse(struct span text, struct arena *a, struct symtab *out, struct err *e)
{
	*out = (struct symtab){ 0 };
	struct parse k = { .arena = a, .n_modules = 1, .cap_modules = 16 };
	k.module_names = mem_new(k.cap_modules * sizeof *k.module_names);
	lines_read(&k, text);
	bool hidden = k.n > 0;
	for (uint32_t i = 0; i < k.n && hidden; i++)
		hidden = !k.lines[i].addr;
	if (!hidden)
		lines_build(&k, out);
	free(k.lines);
	free(k.module_names);
	table_release(&k.table);
	return hidden ? err_set(e, ERR_DENIED,
	                        "the kernel hides its addresses: set kernel.kptr_restrict to 0 or "
	                        "have CAP_SYSLOG")
	              : 0;
}

bool kallsyms_address(struct span text, const char *name, uint64_t *addr)
{
	const unsigned char *p, *end;
	struct line l;
	struct span want = span_str(name);
	while (line_cut(&text, &p, &end))
		if (line_parse(p, end, &l) && !l.module.n && span_equal(l.name, want)) {
			*addr = l.addr;
			return true;
		}
	return false;
}

bool module_name_equal(const char *a, size_t n_a, const char *b)
{
	for (size_t i = 0; i < n_a; i++)
		if (!b[i] || (a[i] != b[i] && !(strchr("-_", a[i]) && strchr("-_", b[i]))))
			return false;
	return !b[n_a];
}

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

static bool is_blank(unsigned char c)
{
	return c == ' ' || c == '\t';
}

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

static bool line_parse(const unsigned char *p, const unsigned char *end, struct line *out)
{
	const unsigned char *from = p;
	uint64_t addr = 0;
	for (int d; p < end && (d = hex_digit(*p)) >= 0; p++)
		addr = addr << 4 | (unsigned)d;
	if (p == from || p - from > 16 || end - p < 4 || *p != ' ' || p[2] != ' ')
		return false;
	*out = (struct line){ .addr = addr, .type = (char)p[1] };
	for (from = p += 3; p < end && !is_blank(*p) && *p;)
		p++;
	out->name = span_of(from, (size_t)(p - from));
	while (p < end && is_blank(*p))
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

/* The end of line i, the first line of a higher address being next (k->n = none). */
static uint64_t line_end(const struct parse *k, uint64_t i, uint64_t next)
{
	uint64_t start = k->lines[i].addr;
	uint64_t page = start > UINT64_MAX - LAST_BYTES_MAX ? UINT64_MAX : start + LAST_BYTES_MAX;
	if (next >= k->n)
		return page;
	uint64_t end = k->lines[next].addr;
	/* A module's data lies in other pages than its text, with room for strangers between. */
	bool own = k->lines[i].module == k->lines[next].module &&
	           (!k->lines[i].module || k->lines[next].text);
	return own || end < page ? end : page;
}

static char *name_copy(char **at, const struct kept *l)
{
	char *s = *at;
	memcpy(s, l->name, l->n_name);
	s[l->n_name] = 0;
	*at += l->n_name + 1;
	return s;
}

/* Names are copied behind each other into one piece of memory. */
static void lines_build(const struct parse *k, struct symtab *out)
{
	struct sort_pair *order = mem_resize(NULL, 2 * (size_t)k->n, sizeof *order);
	struct symbol *raw = mem_resize(NULL, k->n, sizeof *raw);
	size_t n_bytes = 0;
	for (uint32_t i = 0; i < k->n; i++) {
		order[i] = (struct sort_pair){ k->lines[i].addr, i };
		n_bytes += k->lines[i].text ? k->lines[i].n_name + 1u : 0;
	}
	sort_pairs(order, order + k->n, k->n);
	char *names = n_bytes ? arena_new(k->arena, n_bytes) : NULL;
	uint32_t n = 0;
	for (uint32_t i = 0, next = 0; i < k->n; i++) {
		while (next < k->n && order[next].key <= order[i].key)
			next++;
		uint64_t at = order[i].value;
		const struct kept *l = &k->lines[at];
		uint64_t end = line_end(k, at, next < k->n ? order[next].value : k->n);
		if (!l->text || end <= l->addr)
			continue;
		raw[n++] = (struct symbol){
			.start = l->addr,
			.end = end,
			.name = name_copy(&names, l),
			.module = k->module_names[l->module],
			.kind = SYMBOL_FUNC,
			.bind = l->bind,
		};
	}
	symtab_build(raw, n, k->arena, out);
	free(raw);
	free(order);
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

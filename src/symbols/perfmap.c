// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /tmp/perf-PID.map: what a process with generated code says about it (Linux,
 * tools/perf/Documentation/jit-interface.txt). It is only ever appended to, while code is moved
 * and freed: of two lines about one address the later one is true.
 *
 * So the lines are painted onto the addresses from the last to the first, each only where no paint
 * is yet; next[] leaps over what is painted, which keeps the whole near linear.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/internal.h"

/* A number and the blank behind it; false when it is none or has more than 64 bits. */
static bool hex_cut(struct span *s, uint64_t *out)
{
	if (s->n > 2 && s->p[0] == '0' && (s->p[1] | 0x20) == 'x')
		*s = span_of(s->p + 2, s->n - 2);
	size_t i = 0;
	*out = 0;
	for (int d; i < s->n && (d = hex_digit(s->p[i])) >= 0; i++) {
		if (*out >> 60)
			return false;
		*out = *out << 4 | (unsigned)d;
	}
	if (!i || i == s->n || s->p[i] != ' ')
		return false;
	*s = span_of(s->p + i + 1, s->n - i - 1);
	return true;
}

static bool line_parse(struct span l, struct arena *a, struct symbol *out)
{
	uint64_t start, size;
	if (l.n && l.p[l.n - 1] == '\r')
		l.n--;
	if (!hex_cut(&l, &start) || !hex_cut(&l, &size))
		return false;
	if (!l.n || l.n > NAME_BYTES_MAX || memchr(l.p, 0, l.n) || !size ||
	    size > UINT64_MAX - start)
		return false;
	*out = (struct symbol){
		.start = start,
		.end = start + size,
		.name = arena_dup(a, l.p, l.n),
		.kind = SYMBOL_FUNC,
		.bind = 1,
	};
	return true;
}

/* The first not painted interval at or behind i. */
static uint32_t free_from(uint32_t *next, uint32_t i)
{
	uint32_t root = i;
	while (next[root] != root)
		root = next[root];
	for (uint32_t up; next[i] != root; i = up) {
		up = next[i];
		next[i] = root;
	}
	return root;
}

/* There is one at or below addr. */
static uint32_t place_of(const uint64_t *places, uint32_t n, uint64_t addr)
{
	return sorted_at_most(places, n, sizeof *places, 0, addr) - 1;
}

/* Every start and end once, in order. */
static uint32_t places_of(const struct symbol *v, uint32_t n, uint64_t *places)
{
	struct sort_pair *ends = mem_resize(NULL, 4 * (size_t)n, sizeof *ends);
	for (uint32_t i = 0; i < n; i++) {
		ends[2 * i].key = v[i].start;
		ends[2 * i + 1].key = v[i].end;
	}
	sort_pairs(ends, ends + 2 * (size_t)n, 2 * (size_t)n);
	uint32_t n_places = 0;
	for (size_t i = 0; i < 2 * (size_t)n; i++)
		if (!n_places || places[n_places - 1] != ends[i].key)
			places[n_places++] = ends[i].key;
	free(ends);
	return n_places;
}

/* Who owns the addresses from places[i] to places[i + 1]: owners[i], a line or SYMTAB_GAP. */
static void lines_paint(const struct symbol *v, uint32_t n, const uint64_t *places,
                        uint32_t n_places, uint32_t *owners)
{
	uint32_t *next = mem_resize(NULL, n_places, sizeof *next);
	for (uint32_t i = 0; i < n_places; i++) {
		next[i] = i;
		owners[i] = SYMTAB_GAP;
	}
	for (uint32_t l = n; l-- > 0;) {
		uint32_t end = place_of(places, n_places, v[l].end);
		uint32_t i = free_from(next, place_of(places, n_places, v[l].start));
		for (; i < end; i = free_from(next, i)) {
			owners[i] = l;
			next[i] = i + 1; /* the last place begins nothing, so it stays free */
		}
	}
	free(next);
}

/* Lines that own something become the table, in order of address; owners become pieces. */
static void table_fill(const struct symbol *v, uint32_t n, const uint64_t *places,
                       uint32_t n_places, const uint32_t *owners, struct arena *a,
                       struct symtab *out)
{
	uint32_t *number = mem_resize(NULL, n, sizeof *number);
	memset(number, 0xff, n * sizeof *number);
	for (uint32_t i = 0; i < n_places; i++)
		if (owners[i] != SYMTAB_GAP)
			number[owners[i]] = 0;
	struct sort_pair *order = mem_resize(NULL, 2 * (size_t)n, sizeof *order);
	for (uint32_t i = 0; i < n; i++)
		if (number[i] != SYMTAB_GAP)
			order[out->n++] = (struct sort_pair){ v[i].start, i };
	sort_pairs(order, order + out->n, out->n);
	out->v = arena_new(a, out->n * sizeof *out->v);
	for (uint32_t i = 0; i < out->n; i++) {
		out->v[i] = v[order[i].value];
		number[order[i].value] = i;
	}
	out->pieces = arena_new(a, n_places * sizeof *out->pieces);
	for (uint32_t i = 0; i < n_places; i++) {
		uint32_t sym = owners[i] == SYMTAB_GAP ? SYMTAB_GAP : number[owners[i]];
		out->pieces[out->n_pieces++] = (struct symtab_piece){ places[i], sym };
	}
	free(order);
	free(number);
	symtab_index(out, a);
}

void lines_to_symtab(const struct code_lines *l, struct arena *a, struct symtab *out)
{
	*out = (struct symtab){ 0 };
	if (!l->n)
		return;
	uint64_t *places = mem_resize(NULL, 2 * (size_t)l->n, sizeof *places);
	uint32_t n_places = places_of(l->v, l->n, places);
	uint32_t *owners = mem_resize(NULL, n_places, sizeof *owners);
	lines_paint(l->v, l->n, places, n_places, owners);
	table_fill(l->v, l->n, places, n_places, owners, a, out);
	free(owners);
	free(places);
}

int perfmap_lines(struct span text, struct arena *a, struct code_lines *out, struct err *e)
{
	while (text.n) {
		const unsigned char *nl = memchr(text.p, '\n', text.n);
		struct span line;
		span_take(&text, nl ? (size_t)(nl - text.p) : text.n, &line);
		if (nl)
			text = span_of(text.p + 1, text.n - 1);
		if (out->n == SYMBOLS_MAX)
			return err_set(e, ERR_LIMIT, "more than %u lines", out->n);
		VEC_ROOM(out->v, out->n, out->cap);
		if (line_parse(line, a, &out->v[out->n]))
			out->n++;
	}
	return 0;
}

int code_parse(code_reader *read, struct span text, struct arena *a, struct symtab *out,
               struct err *e)
{
	struct code_lines lines = { 0 };
	int rc = read(text, a, &lines, e);
	if (rc == 0)
		lines_to_symtab(&lines, a, out);
	else
		*out = (struct symtab){ 0 };
	free(lines.v);
	return rc;
}

int perfmap_parse(struct span text, struct arena *a, struct symtab *out, struct err *e)
{
	return code_parse(perfmap_lines, text, a, out, e);
}

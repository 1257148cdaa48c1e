// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions of a unit and what was inlined into them: the tree of its debugging entries,
 * flattened into pieces of the address space, each of which knows its innermost function.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/lines.h"

enum { DEPTH_MAX = 256 };

static bool holds_code(int tag)
{
	switch (tag) {
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
		return true;
	default:
		return false;
	}
}

/* The scope of an entry that has code, with its ranges; SCOPE_NONE when it has none. */
static uint32_t scope_add(struct lines *l, const struct unit *u, Dwarf_Die *die, uint32_t outer,
                          uint32_t depth)
{
	struct scopes_reading *r = &l->reading;
	uint64_t from, to;
	uint32_t was = r->n_ranges;
	struct die_ranges walk = die_ranges_of(u->split, die);
	while (die_ranges_next(&walk, &from, &to)) {
		if (!range_is_code(l, from, to))
			continue;
		VEC_ROOM(r->ranges, r->n_ranges, r->cap_ranges);
		r->ranges[r->n_ranges++] = (struct scope_range){ from, to, r->n, depth };
	}
	if (r->n_ranges == was)
		return SCOPE_NONE;
	VEC_ROOM(r->v, r->n, r->cap);
	r->v[r->n] = (struct scope){ .die = dwarf_dieoffset(die), .outer = outer };
	return r->n++;
}

/* Functions within the entry, which lies in the scope outer. */
static void tree_read(struct lines *l, const struct unit *u, Dwarf_Die *parent, uint32_t outer,
                      uint32_t depth)
{
	Dwarf_Die die;
	if (depth >= DEPTH_MAX || dwarf_child(parent, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);
		uint32_t scope = outer;
		if (!holds_code(tag))
			continue;
		if (tag == DW_TAG_subprogram)
			scope = scope_add(l, u, &die, SCOPE_NONE, depth);
		else if (tag == DW_TAG_inlined_subroutine && outer != SCOPE_NONE)
			scope = scope_add(l, u, &die, outer, depth);
		/* Within one that has no code of its own there may still be one that has: gcc
		 * leaves a lambda in the function that was written around it. */
		tree_read(l, u, &die, scope, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* By where they begin, the outer ones first. */
static int range_order(const void *a, const void *b)
{
	const struct scope_range *x = a, *y = b;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	return (x->scope > y->scope) - (x->scope < y->scope);
}

static void piece_add(struct scopes_reading *r, uint64_t at, uint32_t scope)
{
	if (r->n_pieces && r->pieces[r->n_pieces - 1].at == at)
		r->n_pieces--;
	VEC_ROOM(r->pieces, r->n_pieces, r->cap_pieces);
	r->pieces[r->n_pieces++] = (struct scope_piece){ at, scope };
}

/* Close what ends at or before at: behind it is what is around it. open: indexes of ranges. */
static uint32_t pieces_close(struct scopes_reading *r, const uint32_t *open, uint32_t n,
                             uint64_t at)
{
	while (n && r->ranges[open[n - 1]].to <= at) {
		uint64_t end = r->ranges[open[--n]].to;
		piece_add(r, end, n ? r->ranges[open[n - 1]].scope : SCOPE_NONE);
	}
	return n;
}

/* Ranges nest as their entries do; one that reaches over the end of what it lies in is cut there.
 */
static void pieces_cut(struct scopes_reading *r)
{
	uint32_t open[DEPTH_MAX], n = 0;
	qsort(r->ranges, r->n_ranges, sizeof *r->ranges, range_order);
	for (uint32_t i = 0; i < r->n_ranges; i++) {
		struct scope_range *range = &r->ranges[i];
		n = pieces_close(r, open, n, range->from);
		if (n == DEPTH_MAX)
			continue;
		if (n && range->to > r->ranges[open[n - 1]].to)
			range->to = r->ranges[open[n - 1]].to;
		piece_add(r, range->from, range->scope);
		open[n++] = i;
	}
	pieces_close(r, open, n, UINT64_MAX);
}

static void scopes_read(struct lines *l, struct unit *u)
{
	struct scopes_reading *r = &l->reading;
	r->n = r->n_ranges = r->n_pieces = 0;
	u->scopes.is_read = true;
	split_find(l, u);
	tree_read(l, u, &u->tree, SCOPE_NONE, 0);
	if (!r->n_ranges)
		return;
	pieces_cut(r);
	u->scopes.n_pieces = r->n_pieces;
	u->scopes.v = (const void *)arena_dup(&l->arena, r->v, r->n * sizeof *r->v);
	u->scopes.pieces = (const void *)arena_dup(&l->arena, r->pieces,
	                                           r->n_pieces * sizeof *r->pieces);
}

void scopes_reading_release(struct scopes_reading *r)
{
	free(r->v);
	free(r->ranges);
	free(r->pieces);
	*r = (struct scopes_reading){ 0 };
}

static uint32_t scope_find(const struct scopes *s, uint64_t addr)
{
	uint32_t i = SORTED_AT_MOST(s->pieces, s->n_pieces, at, addr);
	return i ? s->pieces[i - 1].scope : SCOPE_NONE;
}

static const char *scope_name(Dwarf_Die *die)
{
	static const unsigned names[] = { DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name };
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		Dwarf_Attribute attr;
		const char *name = dwarf_formstring(dwarf_attr_integrate(die, names[i], &attr));
		if (name)
			return name;
	}
	return NULL;
}

uint64_t die_number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word v = 0;
	return dwarf_formudata(dwarf_attr(die, name, &attr), &v) == 0 ? v : 0;
}

/* The files that a unit's entries name: of one that was split its own, else those of the program.
 */
static bool files_of(struct unit *u, Dwarf_Files **files, size_t *n)
{
	return dwarf_getsrcfiles(&u->tree, files, n) == 0 ||
	       (u->split && dwarf_getsrcfiles(&u->die, files, n) == 0);
}

/* Where the function around an inlined one has the call. */
static void call_place(struct unit *u, Dwarf_Die *die, struct line_frame *out)
{
	Dwarf_Files *files;
	size_t n;
	uint64_t file = die_number(die, DW_AT_call_file), line = die_number(die, DW_AT_call_line);
	*out = (struct line_frame){ .line = line <= UINT32_MAX ? (uint32_t)line : 0 };
	if (out->line && files_of(u, &files, &n) && file < n)
		path_set(u, dwarf_filesrc(files, file, NULL, NULL), out);
}

uint32_t scopes_frames(struct lines *l, struct unit *u, uint64_t addr, struct line_frame *out,
                       uint32_t max)
{
	const struct scopes *s = &u->scopes;
	Dwarf_Die die;
	uint32_t n = 0;
	if (!s->is_read)
		scopes_read(l, u);
	for (uint32_t at = scope_find(s, addr); at != SCOPE_NONE; at = s->v[at].outer) {
		if (!dwarf_offdie(dwarf_cu_getdwarf(u->tree.cu), s->v[at].die, &die))
			return 0;
		out[n].name = scope_name(&die);
		n++;
		if (s->v[at].outer == SCOPE_NONE || n == max)
			break;
		call_place(u, &die, &out[n]);
	}
	return n;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Source lines, by libdw. Which unit an address belongs to is told by the ranges of all units, read
 * once; the line table of a unit and its tree of functions are read at the first address in it
 * (scopes.c).
 */
#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/lines.h"

/* Code that the linker dropped keeps its ranges, which then begin at 0. */
bool range_is_code(const struct lines *l, uint64_t from, uint64_t to)
{
	return from < to && (from || l->image.type == ET_REL);
}

static void ranges_add(struct lines *l, uint64_t from, uint64_t to, uint32_t unit)
{
	if (!range_is_code(l, from, to))
		return;
	l->units[unit].has_ranges = true;
	VEC_ROOM(l->ranges, l->n_ranges, l->cap_ranges);
	l->ranges[l->n_ranges++] = (struct unit_range){ from, to, unit };
}

static void unit_add(struct lines *l, Dwarf_Die *die)
{
	VEC_ROOM(l->units, l->n_units, l->cap_units);
	l->units[l->n_units++] = (struct unit){ .die = *die, .off = dwarf_dieoffset(die) };
}

static void unit_ranges_read(struct lines *l, uint32_t unit)
{
	Dwarf_Addr base, from, to;
	ptrdiff_t at = 0;
	while ((at = dwarf_ranges(&l->units[unit].die, at, &base, &from, &to)) > 0)
		ranges_add(l, from, to, unit);
}

/* .debug_aranges: the ranges of units that have it, without a look at the units. Most compilers
 * write it for all of theirs, some for none. In a file that is yet to be linked it says nothing. */
static void aranges_read(struct lines *l)
{
	Dwarf_Aranges *all;
	size_t n;
	if (l->image.type == ET_REL || dwarf_getaranges(l->dwarf, &all, &n) != 0)
		return;
	for (size_t i = 0; i < n; i++) {
		Dwarf_Addr from;
		Dwarf_Word bytes;
		Dwarf_Off off;
		if (dwarf_getarangeinfo(dwarf_onearange(all, i), &from, &bytes, &off) != 0)
			continue;
		uint32_t unit = SORTED_AT_MOST(l->units, l->n_units, off, off);
		if (!unit || l->units[--unit].off != off || bytes > UINT64_MAX - from)
			continue;
		ranges_add(l, from, from + bytes, unit);
	}
}

static int range_order(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;
	return x->from != y->from ? (x->from < y->from ? -1 : 1)
	                          : (x->unit > y->unit) - (x->unit < y->unit);
}

/* Type units have no code, partial ones are part of others. */
static void units_read(struct lines *l)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	uint8_t type;
	Dwarf_Die die;
	while (dwarf_get_units(l->dwarf, cu, &cu, &version, &type, &die, NULL) == 0)
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			unit_add(l, &die);
	aranges_read(l);
	for (uint32_t i = 0; i < l->n_units; i++)
		if (!l->units[i].has_ranges)
			unit_ranges_read(l, i);
	if (l->n_ranges)
		qsort(l->ranges, l->n_ranges, sizeof *l->ranges, range_order);
}

/* What a file of dwz(1) is taken for that is not there, so that there is nothing at any offset. */
static Dwarf *nothing_open(struct lines *l)
{
	static const unsigned char byte[1];
	const struct elf_part none = { ".debug_info", span_of(byte, sizeof byte) };
	if (!l->nothing_elf)
		l->nothing_elf = elf_from_parts(&none, 1, l->image.is_64, &l->arena);
	if (l->nothing_elf && !l->nothing)
		l->nothing = dwarf_begin_elf(l->nothing_elf, DWARF_C_READ, NULL);
	return l->nothing;
}

/* libdw would open the path in .gnu_debugaltlink by itself, be it a file or not, and take what is
 * there for the one that is meant: it is told from the start that there is nothing. */
static Dwarf *dwarf_open(struct lines *l, Elf *elf)
{
	const void *id;
	const char *name;
	Dwarf *d = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (!d || dwelf_dwarf_gnu_debugaltlink(d, &name, &id) <= 0)
		return d;
	Dwarf *nothing = nothing_open(l);
	if (nothing) {
		dwarf_setalt(d, nothing);
		return d;
	}
	dwarf_end(d);
	return NULL;
}

int lines_open(struct bytes image, struct lines **out, struct err *e)
{
	struct lines *l = mem_new(sizeof *l);
	*out = NULL;
	int rc = elf_image_open(image, &l->image, e);
	if (!rc && elf_unpack_zstd(&l->image, &l->unpacked)) {
		struct bytes whole = { .p = (unsigned char *)l->unpacked.p, .n = l->unpacked.n };
		elf_image_close(&l->image);
		rc = elf_image_open(whole, &l->image, e);
	}
	if (!rc) {
		l->dwarf = dwarf_open(l, l->image.elf);
		if (l->dwarf)
			units_read(l);
		if (!l->n_units)
			rc = err_set(e, ERR_UNSUPPORTED, "no debugging information");
	}
	if (rc)
		lines_close(l);
	else
		*out = l;
	return rc;
}

void lines_open_split(struct lines *l, const struct lines_split *split)
{
	l->split = *split;
}

struct lines_missing lines_missing(const struct lines *l)
{
	return l->missing;
}

bool lines_shared(struct lines *l, const char **name, struct build_id *id)
{
	const void *bytes;
	ssize_t n = dwelf_dwarf_gnu_debugaltlink(l->dwarf, name, &bytes);
	if (n <= 0)
		return false;
	id->n = n < BUILD_ID_MAX ? (uint8_t)n : BUILD_ID_MAX;
	memcpy(id->id, bytes, id->n);
	return true;
}

void lines_share(struct lines *l, struct bytes image)
{
	if (l->shared || elf_image_open(image, &l->shared_image, NULL) != 0)
		return;
	l->shared = dwarf_open(l, l->shared_image.elf);
	if (l->shared)
		dwarf_setalt(l->dwarf, l->shared);
}

/* All that were left: they are not lost. */
static struct lines *left;

void lines_leave(struct lines *l)
{
	if (!l)
		return;
	l->left = left;
	left = l;
}

void lines_close(struct lines *l)
{
	if (!l)
		return;
	scopes_reading_release(&l->reading);
	for (uint32_t i = 0; i < l->n_units; i++)
		if (l->units[i].split)
			split_close(l->units[i].split);
	free(l->units);
	free(l->ranges);
	if (l->dwarf)
		dwarf_end(l->dwarf);
	if (l->shared)
		dwarf_end(l->shared);
	if (l->nothing)
		dwarf_end(l->nothing);
	elf_end(l->nothing_elf);
	elf_image_close(&l->image);
	elf_image_close(&l->shared_image);
	buf_release(&l->unpacked);
	arena_release(&l->arena);
	free(l);
}

/* Of several that hold the address the one that begins last. */
static struct unit *unit_of(struct lines *l, uint64_t addr)
{
	enum { LOOK_BACK = 16 };
	uint32_t i = SORTED_AT_MOST(l->ranges, l->n_ranges, from, addr);
	for (uint32_t back = 0; i-- > 0 && back < LOOK_BACK; back++)
		if (addr < l->ranges[i].to)
			return &l->units[l->ranges[i].unit];
	return NULL;
}

/* The row that covers addr, or NULL. Of several rows at one address the last is the one that has
 * code. */
static Dwarf_Line *row_find(struct unit *u, uint64_t addr)
{
	if (!u->rows_read) {
		u->rows_read = true;
		if (dwarf_getsrclines(&u->die, &u->rows, &u->n_rows) != 0)
			u->n_rows = 0;
	}
	size_t lo = 0, hi = u->n_rows;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		Dwarf_Addr at = 0;
		dwarf_lineaddr(dwarf_onesrcline(u->rows, mid), &at);
		if (at <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	bool is_end = false;
	Dwarf_Line *row = lo ? dwarf_onesrcline(u->rows, lo - 1) : NULL;
	if (!row || dwarf_lineendsequence(row, &is_end) != 0 || is_end)
		return NULL;
	return row;
}

const char *unit_dir(struct unit *u)
{
	Dwarf_Attribute attr;
	if (!u->dir_read)
		u->dir = dwarf_formstring(dwarf_attr(&u->die, DW_AT_comp_dir, &attr));
	u->dir_read = true;
	return u->dir;
}

void path_set(struct unit *u, const char *path, struct line_frame *out)
{
	out->path = path;
	if (path && *path != '/')
		out->dir = unit_dir(u);
}

static void row_place(struct unit *u, Dwarf_Line *row, struct line_frame *out)
{
	int line = 0;
	path_set(u, dwarf_linesrc(row, NULL, NULL), out);
	out->line = dwarf_lineno(row, &line) == 0 && line > 0 ? (uint32_t)line : 0;
}

uint32_t lines_find(struct lines *l, uint64_t addr, bool inlined, struct line_frame *out,
                    uint32_t max)
{
	struct unit *u = unit_of(l, addr);
	if (!u || !max)
		return 0;
	Dwarf_Line *row = row_find(u, addr);
	out[0] = (struct line_frame){ 0 };
	if (row)
		row_place(u, row, &out[0]);
	uint32_t n = inlined ? scopes_frames(l, u, addr, out, max) : 0;
	return n ? n : row != NULL;
}

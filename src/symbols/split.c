// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Units whose entries were split off (DWARF 5, section 7.3.2; with DWARF 4 those of the GNU tools).
 * What is left in the program, the skeleton, names a .dwo file and a number, its id; the unit is in
 * that file, or in the program's package. libdw would open the path by itself, whatever lies there,
 * and reads no package: so it is given the unit as a file of its own, with the addresses beside it
 * that the program kept.
 */
#include "base/alloc.h"
#include "symbols/lines.h"

static const char *split_name(struct unit *u)
{
	static const unsigned names[] = { DW_AT_dwo_name, DW_AT_GNU_dwo_name };
	const char *name = NULL;
	Dwarf_Attribute attr;
	for (unsigned i = 0; !name && i < sizeof names / sizeof *names; i++)
		name = dwarf_formstring(dwarf_attr(&u->die, names[i], &attr));
	return name;
}

/* The section of the program from base on, where the unit's part of it begins. */
static struct span program_part(struct lines *l, const char *section, uint64_t base)
{
	struct span s;
	elf_contents_named(&l->image, section, &l->arena, &s);
	return base <= s.n ? span_behind(s, (size_t)base) : (struct span){ 0 };
}

static Dwarf *split_dwarf(struct lines *l, struct split *s, const struct dwo *from)
{
	struct elf_part parts[DWO_PARTS + 1];
	size_t n = 0;
	for (unsigned i = 0; i < DWO_PARTS; i++)
		if (from->parts[i].n)
			parts[n++] = (struct elf_part){ dwo_part_name(i), from->parts[i] };
	if (s->addrs.n)
		parts[n++] = (struct elf_part){ ".debug_addr.dwo", s->addrs };
	s->elf = elf_from_parts(parts, n, from->is_64, &l->arena);
	s->dwarf = s->elf ? dwarf_begin_elf(s->elf, DWARF_C_READ, NULL) : NULL;
	return s->dwarf;
}

static bool unit_find(Dwarf *dwarf, uint64_t id, Dwarf_Die *out)
{
	Dwarf_CU *cu = NULL;
	uint8_t type;
	uint64_t has;
	while (dwarf_get_units(dwarf, cu, &cu, NULL, &type, out, NULL) == 0)
		if (type == DW_UT_split_compile && out->cu &&
		    dwarf_cu_info(cu, NULL, NULL, NULL, NULL, &has, NULL, NULL) == 0 && has == id)
			return true;
	return false;
}

void split_close(struct split *s)
{
	if (s->dwarf)
		dwarf_end(s->dwarf);
	if (s->elf)
		elf_end(s->elf);
}

/* Take the unit from a file, if it is in there. */
static bool split_take(struct lines *l, struct unit *u, uint64_t id, const struct dwo *from)
{
	Dwarf_Half version = 0;
	Dwarf_Die tree;
	struct split s = { .info = from->parts[DWO_INFO], .rnglists = from->parts[DWO_RNGLISTS] };
	dwarf_cu_info(u->die.cu, &version, NULL, NULL, NULL, NULL, &s.address_bytes, NULL);
	s.is_v5 = version >= 5;
	s.addrs =
		program_part(l, ".debug_addr",
	                     die_number(&u->die, s.is_v5 ? DW_AT_addr_base : DW_AT_GNU_addr_base));
	if (!s.is_v5)
		s.ranges = program_part(l, ".debug_ranges",
		                        die_number(&u->die, DW_AT_GNU_ranges_base));
	if (dwarf_lowpc(&u->die, &s.base) != 0)
		s.base = 0;
	if (!split_dwarf(l, &s, from) || !unit_find(s.dwarf, id, &tree)) {
		split_close(&s);
		return false;
	}
	u->tree = tree;
	u->split = arena_new(&l->arena, sizeof *u->split);
	*u->split = s;
	return true;
}

/* By its path. *is_there: a file was, whether it is the one or not. */
static bool from_file(struct lines *l, struct unit *u, uint64_t id, const char *path,
                      bool *is_there)
{
	struct bytes image;
	struct dwo file;
	*is_there = path && l->split.dwo(l->split.ctx, path, &image);
	return *is_there && dwo_read(image, &l->arena, &file) && split_take(l, u, id, &file);
}

static bool from_package(struct lines *l, struct unit *u, uint64_t id)
{
	struct bytes image;
	struct dwo own;
	if (!l->package_tried && l->split.package(l->split.ctx, &image))
		dwo_read(image, &l->arena, &l->package);
	l->package_tried = true;
	return dwo_in_package(&l->package, id, &own) && split_take(l, u, id, &own);
}

void split_find(struct lines *l, struct unit *u)
{
	const char *name = split_name(u), *dir = unit_dir(u), *path = name;
	uint64_t id;
	bool is_there;
	u->tree = u->die;
	if (!name || !l->split.dwo || l->image.swap ||
	    dwarf_cu_info(u->die.cu, NULL, NULL, NULL, NULL, &id, NULL, NULL) != 0)
		return;
	if (*name != '/')
		path = dir ? arena_printf(&l->arena, "%s/%s", dir, name) : NULL;
	if (from_file(l, u, id, path, &is_there) || from_package(l, u, id) || l->missing.path)
		return;
	l->missing = (struct lines_missing){ path ? path : name, is_there };
}

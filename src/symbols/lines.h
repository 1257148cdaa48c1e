/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Source lines and inlined functions: what lines.c and scopes.c share. */
#ifndef PMREC_SYMBOLS_LINES_H
#define PMREC_SYMBOLS_LINES_H

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "symbols/internal.h"
#include "unwind/dwarf.h"

/* A function, or one that was inlined into another. */
struct scope {
	Dwarf_Off die;
	uint32_t outer; /* index of the scope around it; SCOPE_NONE = it is a function itself */
};
#define SCOPE_NONE UINT32_MAX

/* From at on the innermost scope is this one; SCOPE_NONE = none. */
struct scope_piece {
	uint64_t at;
	uint32_t scope;
};

/* Those of a unit, in lines.arena. */
struct scopes {
	bool is_read;
	const struct scope *v;
	const struct scope_piece *pieces; /* sorted by at, all different */
	uint32_t n_pieces;
};

/* What a unit's tree is taken apart with: from unit to unit the same memory. */
struct scopes_reading {
	struct scope *v;
	uint32_t n, cap;
	struct scope_range {
		uint64_t from, to;
		uint32_t scope, depth; /* depth: how many it lies within */
	} *ranges;
	uint32_t n_ranges, cap_ranges;
	struct scope_piece *pieces;
	uint32_t n_pieces, cap_pieces;
};

/* The sections of a .dwo file, or of one unit in a package, that matter here; empty = not there. */
enum dwo_part { DWO_INFO, DWO_ABBREV, DWO_LINE, DWO_STR_OFFSETS, DWO_RNGLISTS, DWO_STR, DWO_PARTS };
struct dwo {
	bool is_64;
	struct span parts[DWO_PARTS];
	struct span index; /* of a package */
};

/* A unit that was split, as a file of its own, and what the program keeps of it. */
struct split {
	Elf *elf;
	Dwarf *dwarf;
	struct span info, rnglists; /* its own sections */
	struct span addrs, ranges;  /* the program's, from where the unit's part begins */
	uint64_t base;              /* the address that it starts from */
	uint8_t address_bytes;
	bool is_v5;
};

/* A walk over the ranges of an entry. */
struct die_ranges {
	Dwarf_Die *die;
	ptrdiff_t at;
	uint64_t base;
	const struct split *split; /* NULL = libdw reads them */
	struct dwarf_reader list;
};

/* A compilation unit; what it has is read when it is asked for. */
struct unit {
	Dwarf_Die die;
	Dwarf_Die tree;      /* its functions: of one that was split, in the .dwo file */
	struct split *split; /* in lines.arena; NULL = it was not, or is not to be found */
	uint64_t off;        /* of die; units are sorted by it */
	bool has_ranges, rows_read, dir_read;
	const char *dir;   /* of unit_dir() */
	Dwarf_Lines *rows; /* of its line table, sorted by address */
	size_t n_rows;
	struct scopes scopes;
};

struct unit_range {
	uint64_t from, to;
	uint32_t unit; /* index */
};

struct lines {
	struct elf_image image;
	struct buf
		unpacked; /* what the image is of, where the file itself is not to libdw's liking */
	Dwarf *dwarf;
	struct lines_split split; /* {0} = nothing else may be opened */
	struct dwo package;
	bool package_tried;
	struct lines_missing missing;
	struct elf_image shared_image; /* what it has in common with others, and that read */
	Dwarf *shared;
	Elf *nothing_elf; /* in place of what is not shared */
	Dwarf *nothing;
	struct lines *left; /* the one that was left before */
	struct unit *units;
	uint32_t n_units, cap_units;
	struct unit_range *ranges; /* sorted by from */
	uint32_t n_ranges, cap_ranges;
	struct scopes_reading reading;
	struct arena arena;
};

/* Is a range of the debugging information one of code that is there? */
bool range_is_code(const struct lines *l, uint64_t from, uint64_t to);

/* Where it was compiled; NULL = not known. */
const char *unit_dir(struct unit *u);
/* A path as a unit's tables have it. */
void path_set(struct unit *u, const char *path, struct line_frame *out);

/* scopes.c: the frames of an address whose innermost line is in out[0] already; how many, 0 = it is
 * in no function that is known. */
uint32_t scopes_frames(struct lines *l, struct unit *u, uint64_t addr, struct line_frame *out,
                       uint32_t max);
/* The number in an attribute, 0 when there is none. */
uint64_t die_number(Dwarf_Die *die, unsigned name);

/* dwo.c: the sections of a .dwo or .dwp file; false when it is none. What was packed is in a. */
bool dwo_read(struct bytes image, struct arena *a, struct dwo *out);
const char *dwo_part_name(unsigned part);
/* The unit with that id in a package. */
bool dwo_in_package(const struct dwo *package, uint64_t id, struct dwo *out);

/* split.c: fill the tree of a unit, and split when it is one that was. */
void split_find(struct lines *l, struct unit *u);
void split_close(struct split *s); /* once */

/* split_ranges.c: those of an entry; s: of its unit, or NULL. */
struct die_ranges die_ranges_of(const struct split *s, Dwarf_Die *die);
bool die_ranges_next(struct die_ranges *r, uint64_t *from, uint64_t *to);

void scopes_reading_release(struct scopes_reading *r);

#endif

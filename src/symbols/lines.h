/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Source lines and inlined functions: what lines.c and scopes.c share. */
#ifndef PMREC_SYMBOLS_LINES_H
#define PMREC_SYMBOLS_LINES_H

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "symbols/internal.h"

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

/* A compilation unit; what it has is read when it is asked for. */
struct unit {
	Dwarf_Die die;
	Dwarf_Die tree; /* its functions: with split debugging information those of the .dwo file */
	uint64_t off;   /* of die; units are sorted by it */
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
	lines_is_file *is_file; /* NULL = nothing else may be opened */
	void *is_file_ctx;
	struct elf_image shared_image; /* what it has in common with others, and that read */
	Dwarf *shared;
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
void scopes_reading_release(struct scopes_reading *r);

#endif

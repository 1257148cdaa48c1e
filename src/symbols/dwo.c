// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Files of split debugging information: .dwo, which has one unit or a few, and .dwp, a package of
 * many with an index of which part of its sections each unit has (DWARF 5, section 7.3.5; the older
 * form of the GNU tools, "DebugFissionDWP", has the same shape). The libdw of Debian 12 reads no
 * packages. Of this machine's byte order only.
 */
#include "symbols/lines.h"

/* column: how the index calls the section, in its old form and in that of DWARF 5; 0 = it does not:
 * all units share it. */
static const struct {
	const char *name;
	uint8_t columns[2];
} PARTS[DWO_PARTS] = {
	[DWO_INFO] = { ".debug_info.dwo", { 1, 1 } },
	[DWO_ABBREV] = { ".debug_abbrev.dwo", { 3, 3 } },
	[DWO_LINE] = { ".debug_line.dwo", { 4, 4 } },
	[DWO_STR_OFFSETS] = { ".debug_str_offsets.dwo", { 6, 6 } },
	[DWO_RNGLISTS] = { ".debug_rnglists.dwo", { UINT8_MAX, 8 } },
	[DWO_STR] = { ".debug_str.dwo", { 0, 0 } },
};

const char *dwo_part_name(unsigned part)
{
	return PARTS[part].name;
}

bool dwo_read(struct bytes image, struct arena *a, struct dwo *out)
{
	struct elf_image im;
	*out = (struct dwo){ 0 };
	if (elf_image_open(image, &im, NULL) == 0 && !im.swap) {
		out->is_64 = im.is_64;
		for (unsigned i = 0; i < DWO_PARTS; i++)
			elf_contents_named(&im, PARTS[i].name, a, &out->parts[i]);
		elf_contents_named(&im, ".debug_cu_index", a, &out->index);
	}
	elf_image_close(&im);
	return out->parts[DWO_INFO].n;
}

/* ------------------------------------------------------------------ a package's index */

struct dwp_index {
	uint32_t version, n_columns, n_units, n_slots;
	struct span ids, rows;            /* of slots: what unit, and which row it has, from 1 */
	struct span columns, offs, sizes; /* offs, sizes: a row a unit */
};

/* What its header says has to be there. */
static bool index_read(struct span s, struct dwp_index *x)
{
	if (s.n < 16)
		return false;
	/* DWARF 5 has 16 bits and then 16 that are 0. */
	x->version = load32(s.p);
	x->n_columns = load32(s.p + 4);
	x->n_units = load32(s.p + 8);
	x->n_slots = load32(s.p + 12);
	s = span_behind(s, 16);
	if ((x->version != 2 && x->version != 5) || x->n_columns > 16)
		return false;
	uint64_t table = 4 * (uint64_t)x->n_columns * x->n_units;
	return span_take(&s, 8 * (uint64_t)x->n_slots, &x->ids) &&
	       span_take(&s, 4 * (uint64_t)x->n_slots, &x->rows) &&
	       span_take(&s, 4 * (uint64_t)x->n_columns, &x->columns) &&
	       span_take(&s, table, &x->offs) && span_take(&s, table, &x->sizes);
}

enum { PROBES_MAX = 1024 };

/* The row of a unit, from 1; 0 = it has none. The slots are a power of two, and those that one may
 * be in have an odd distance. */
static uint32_t row_of(const struct dwp_index *x, uint64_t id)
{
	uint32_t mask = x->n_slots - 1, step = ((uint32_t)(id >> 32) & mask) | 1;
	uint32_t at = (uint32_t)id & mask;
	if (!x->n_slots || x->n_slots & mask)
		return 0;
	/* A third of the slots is free: whoever looks longer looks into no table of a linker's. */
	for (uint32_t i = 0; i < x->n_slots && i < PROBES_MAX; i++, at = (at + step) & mask) {
		uint32_t row = load32(x->rows.p + 4 * (size_t)at);
		if (!row || row > x->n_units)
			return 0;
		if (load64(x->ids.p + 8 * (size_t)at) == id)
			return row;
	}
	return 0;
}

/* The unit's part of a section, empty when it has none. */
static struct span part_of(const struct dwp_index *x, uint32_t row, uint8_t column,
                           struct span section)
{
	struct span part = { 0 };
	for (uint32_t c = 0; c < x->n_columns; c++) {
		size_t at = 4 * ((size_t)(row - 1) * x->n_columns + c);
		if (load32(x->columns.p + 4 * (size_t)c) == column &&
		    span_sub(section, load32(x->offs.p + at), load32(x->sizes.p + at), &part))
			return part;
	}
	return part;
}

bool dwo_in_package(const struct dwo *package, uint64_t id, struct dwo *out)
{
	struct dwp_index x;
	uint32_t row;
	if (!index_read(package->index, &x) || !(row = row_of(&x, id)))
		return false;
	*out = (struct dwo){ .is_64 = package->is_64 };
	for (unsigned i = 0; i < DWO_PARTS; i++) {
		uint8_t column = PARTS[i].columns[x.version == 5];
		out->parts[i] = column ? part_of(&x, row, column, package->parts[i])
		                       : package->parts[i];
	}
	return out->parts[DWO_INFO].n;
}

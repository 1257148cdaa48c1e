// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ranges of an entry of a unit. Those of one that was split are relative to where its skeleton
 * begins, and with DWARF 4 they lie in the program: libdw, which sees the unit alone, can know
 * neither. Lists of ranges: DWARF 4, section 2.17.3; DWARF 5, section 7.25.
 */
#include "symbols/lines.h"

/* What a kind of entry has behind its first byte, and what that means. */
enum operand { NOTHING, NUMBER, ADDRESS, INDEX };
static const struct range_kind {
	uint8_t first, second; /* enum operand */
	bool is_base;          /* it sets where the following ones start from */
	bool from_base;        /* both are distances from there */
	bool is_length;        /* the second is a distance from the first */
} RANGE_KINDS[] = {
	[DW_RLE_end_of_list] = { .first = NOTHING },
	[DW_RLE_base_addressx] = { .first = INDEX, .is_base = true },
	[DW_RLE_startx_endx] = { INDEX, INDEX, .is_base = false },
	[DW_RLE_startx_length] = { INDEX, NUMBER, .is_length = true },
	[DW_RLE_offset_pair] = { NUMBER, NUMBER, .from_base = true },
	[DW_RLE_base_address] = { .first = ADDRESS, .is_base = true },
	[DW_RLE_start_end] = { ADDRESS, ADDRESS, .is_base = false },
	[DW_RLE_start_length] = { ADDRESS, NUMBER, .is_length = true },
};

static uint64_t operand_read(struct die_ranges *r, enum operand what)
{
	unsigned n = r->split->address_bytes;
	if (what == ADDRESS)
		return dwarf_fixed(&r->list, n);
	uint64_t v = what == NOTHING ? 0 : dwarf_uleb(&r->list);
	struct span entry;
	if (what != INDEX)
		return v;
	if (v > r->split->addrs.n / n || !span_sub(r->split->addrs, v * n, n, &entry)) {
		r->list = (struct dwarf_reader){ 0 };
		return 0;
	}
	return dwarf_fixed(&(struct dwarf_reader){ entry, true }, n);
}

static bool next_of_v5(struct die_ranges *r, uint64_t *from, uint64_t *to)
{
	while (r->list.left.n) {
		uint64_t kind = dwarf_fixed(&r->list, 1);
		if (kind == DW_RLE_end_of_list || kind >= sizeof RANGE_KINDS / sizeof *RANGE_KINDS)
			return false;
		const struct range_kind *k = &RANGE_KINDS[kind];
		uint64_t first = operand_read(r, k->first), second = operand_read(r, k->second);
		if (k->is_base)
			r->base = first;
		*from = k->from_base ? r->base + first : first;
		*to = second + (k->from_base ? r->base : k->is_length ? first : 0);
		if (!k->is_base)
			return r->list.ok;
	}
	return false;
}

static bool next_of_v4(struct die_ranges *r, uint64_t *from, uint64_t *to)
{
	unsigned n = r->split->address_bytes;
	while (r->list.left.n >= 2 * n) {
		uint64_t first = dwarf_fixed(&r->list, n), second = dwarf_fixed(&r->list, n);
		if (!first && !second)
			return false;
		*from = r->base + first;
		*to = r->base + second;
		if (first != (n == 8 ? UINT64_MAX : UINT32_MAX))
			return true;
		r->base = second;
	}
	return false;
}

/* Where the list begins: the entry tells an offset, or with DWARF 5 which of the offsets behind the
 * header of the unit's lists. */
static bool list_off(const struct split *s, const Dwarf_Attribute *attr, unsigned bytes,
                     uint64_t *off)
{
	uint64_t at = (uint64_t)((uintptr_t)attr->valp - (uintptr_t)s->info.p), head, i;
	struct span left;
	if (!span_sub(s->info, at, at <= s->info.n ? s->info.n - at : 0, &left))
		return false;
	struct dwarf_reader value = { left, true };
	if (attr->form != DW_FORM_rnglistx) {
		*off = dwarf_fixed(&value, bytes);
		return value.ok;
	}
	head = bytes == 8 ? 20 : 12;
	i = dwarf_uleb(&value);
	if (!value.ok || i > s->rnglists.n / bytes ||
	    !span_sub(s->rnglists, head + i * bytes, bytes, &left))
		return false;
	*off = head + dwarf_fixed(&(struct dwarf_reader){ left, true }, bytes);
	return true;
}

struct die_ranges die_ranges_of(const struct split *s, Dwarf_Die *die)
{
	struct die_ranges r = { .die = die };
	Dwarf_Attribute attr;
	Dwarf_Die unit;
	uint8_t bytes;
	uint64_t off;
	if (!s || (s->address_bytes != 4 && s->address_bytes != 8) ||
	    !dwarf_attr(die, DW_AT_ranges, &attr) || !dwarf_diecu(die, &unit, NULL, &bytes))
		return r;
	struct span lists = s->is_v5 ? s->rnglists : s->ranges;
	r.split = s;
	r.base = s->base;
	if (list_off(s, &attr, bytes, &off) && off <= lists.n)
		r.list = (struct dwarf_reader){ span_behind(lists, (size_t)off), true };
	return r;
}

bool die_ranges_next(struct die_ranges *r, uint64_t *from, uint64_t *to)
{
	if (r->split)
		return r->split->is_v5 ? next_of_v5(r, from, to) : next_of_v4(r, from, to);
	return (r->at = dwarf_ranges(r->die, r->at, &r->base, from, to)) > 0;
}

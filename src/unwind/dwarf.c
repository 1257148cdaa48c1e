// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers and pointers as DWARF writes them (DWARF 5, section 7.6; LSB 5.0, section 10.5). */
#include "unwind/internal.h"

uint64_t dwarf_fixed(struct dwarf_reader *r, unsigned n)
{
	struct span s;
	uint64_t v = 0;
	if (!span_take(&r->left, n, &s)) {
		*r = (struct dwarf_reader){ 0 };
		return 0;
	}
	memcpy(&v, s.p, n);
	return v;
}

static uint64_t leb(struct dwarf_reader *r, unsigned *shift, uint8_t *last)
{
	uint64_t v = 0;
	for (*shift = 0; r->left.n; *shift += 7) {
		uint8_t c = *last = (uint8_t)dwarf_fixed(r, 1);
		if (*shift < 64)
			v |= (uint64_t)(c & 0x7f) << *shift;
		if (!(c & 0x80)) {
			*shift += 7;
			return v;
		}
	}
	*r = (struct dwarf_reader){ 0 };
	return 0;
}

uint64_t dwarf_uleb(struct dwarf_reader *r)
{
	unsigned shift;
	uint8_t last;
	return leb(r, &shift, &last);
}

int64_t dwarf_sleb(struct dwarf_reader *r)
{
	unsigned shift;
	uint8_t last = 0;
	uint64_t v = leb(r, &shift, &last);
	if (shift < 64 && last & 0x40)
		v |= ~0ull << shift;
	return (int64_t)v;
}

struct span dwarf_block(struct dwarf_reader *r, uint64_t n)
{
	struct span s = { 0 };
	if (!span_take(&r->left, n, &s))
		*r = (struct dwarf_reader){ 0 };
	return s;
}

enum {
	PE_ABSPTR = 0,
	PE_ULEB = 1,
	PE_UDATA2 = 2,
	PE_UDATA4 = 3,
	PE_UDATA8 = 4,
	PE_SLEB = 9,
	PE_SDATA2 = 10,
	PE_SDATA4 = 11,
	PE_SDATA8 = 12,
	PE_PCREL = 0x10,
	PE_TEXTREL = 0x20,
	PE_DATAREL = 0x30,
	PE_FUNCREL = 0x40,
	PE_INDIRECT = 0x80,
	PE_OMIT = 0xff,
};

static bool pointer_value(struct dwarf_reader *r, uint8_t form, uint64_t *out)
{
	switch (form) {
	case PE_ABSPTR:
	case PE_UDATA8:
	case PE_SDATA8:
		*out = dwarf_fixed(r, 8);
		return true;
	case PE_ULEB:
		*out = dwarf_uleb(r);
		return true;
	case PE_SLEB:
		*out = (uint64_t)dwarf_sleb(r);
		return true;
	case PE_UDATA2:
		*out = dwarf_fixed(r, 2);
		return true;
	case PE_SDATA2:
		*out = (uint64_t)(int16_t)dwarf_fixed(r, 2);
		return true;
	case PE_UDATA4:
		*out = dwarf_fixed(r, 4);
		return true;
	case PE_SDATA4:
		*out = (uint64_t)(int32_t)dwarf_fixed(r, 4);
		return true;
	default:
		return false;
	}
}

bool dwarf_pointer(struct dwarf_reader *r, uint8_t encoding, const struct unwind_source *src,
                   uint64_t where, uint64_t function, uint64_t *out)
{
	if (encoding == PE_OMIT || encoding & PE_INDIRECT ||
	    !pointer_value(r, encoding & 0x0f, out))
		return false;
	switch (encoding & 0x70) {
	case 0:
		return r->ok;
	case PE_PCREL:
		*out += where;
		return r->ok;
	case PE_TEXTREL:
		*out += src->text_addr;
		return r->ok;
	case PE_DATAREL:
		*out += src->data_addr;
		return r->ok;
	case PE_FUNCREL:
		*out += function;
		return r->ok;
	default:
		return false;
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Call frame information: .eh_frame (LSB 5.0, section 10.6) and .debug_frame (DWARF 5, section
 * 6.4.1). Here are the entries, which say what functions there are; their instructions are run in
 * cfi_program.c.
 */
#include "unwind/cfi.h"

#include <stdlib.h>

#include "base/alloc.h"

/* An entry of the section, without its length and id. */
struct entry {
	struct span body;
	uint64_t off, cie_off; /* in the section, of the entry and of that which it refers to */
	bool is_cie;
};

struct cfi {
	const struct unwind_source *src;
	struct span bytes;
	uint64_t addr; /* of the section */
	bool is_debug;
	struct cie *cies;
	uint32_t n_cies, cap_cies;
	struct table cie_table;
};

/* The address of the first byte of what is left to read. */
static uint64_t address_at(const struct cfi *c, const struct dwarf_reader *r)
{
	return c->addr + (uint64_t)(r->left.p - c->bytes.p);
}

/* The entry at *off, which moves on behind it. False at the end, or where the lengths make no
 * sense; an entry of no length ends what one file brought, and others may follow. */
static bool entry_next(const struct cfi *c, uint64_t *off, struct entry *out)
{
	struct dwarf_reader r = { span_behind(c->bytes, (size_t)*off), true };
	uint64_t n = 0;
	bool is_wide = false;
	while (r.left.n >= 4 && !n)
		n = dwarf_fixed(&r, 4);
	out->off = c->bytes.n - r.left.n - 4;
	if (n == UINT32_MAX) {
		is_wide = true;
		n = dwarf_fixed(&r, 8);
	}
	uint64_t id_off = c->bytes.n - r.left.n;
	struct dwarf_reader body = { dwarf_block(&r, n), true };
	if (!n || !r.ok)
		return false;
	*off = c->bytes.n - r.left.n;
	unsigned n_id = is_wide && c->is_debug ? 8 : 4;
	uint64_t id = dwarf_fixed(&body, n_id);
	out->is_cie = c->is_debug ? id == (n_id == 8 ? UINT64_MAX : UINT32_MAX) : id == 0;
	out->cie_off = c->is_debug ? id : id_off - id;
	out->body = body.left;
	return body.ok;
}

/* ------------------------------------------------------------------ what entries share */

static bool augmentation_read(const struct cfi *c, struct cie *cie, const char *text,
                              struct dwarf_reader *r)
{
	struct dwarf_reader data = { dwarf_block(r, dwarf_uleb(r)), true };
	uint64_t personality;
	for (const char *at = text + 1; *at && data.ok; at++) {
		switch (*at) {
		case 'R':
			cie->encoding = (uint8_t)dwarf_fixed(&data, 1);
			break;
		case 'L':
			dwarf_fixed(&data, 1);
			break;
		case 'P': {
			uint8_t encoding = (uint8_t)dwarf_fixed(&data, 1);
			/* Where it is, is of no interest, only how long. */
			if (!dwarf_pointer(&data, encoding & 0x0f, c->src, 0, 0, &personality))
				return false;
			break;
		}
		case 'S':
			cie->is_signal = true;
			break;
		default: /* those of arm64, which say how return addresses are signed */
			break;
		}
	}
	return data.ok;
}

static bool cie_read(const struct cfi *c, struct span body, struct cie *cie)
{
	struct dwarf_reader r = { body, true };
	uint8_t version = (uint8_t)dwarf_fixed(&r, 1);
	size_t n = span_strnlen(r.left);
	const char *text = (const char *)r.left.p;
	if (n == r.left.n || (version != 1 && version != 3 && version != 4))
		return false;
	dwarf_block(&r, n + 1);
	if (strcmp(text, "eh") == 0)
		dwarf_fixed(&r, 8);
	if (version == 4) {
		bool is_usual = dwarf_fixed(&r, 1) == 8;
		cie->segment_bytes = (uint8_t)dwarf_fixed(&r, 1);
		if (!is_usual || cie->segment_bytes > 8)
			return false;
	}
	cie->code_align = dwarf_uleb(&r);
	cie->data_align = dwarf_sleb(&r);
	cie->ra = version == 1 ? dwarf_fixed(&r, 1) : dwarf_uleb(&r);
	cie->has_data = *text == 'z';
	if (cie->has_data ? !augmentation_read(c, cie, text, &r) : *text && strcmp(text, "eh") != 0)
		return false;
	cie->program = r.left;
	return r.ok && cie->ra < UNWIND_REGS;
}

/* NULL = there is none there, or none that can be used. Valid until the next call. */
static struct cie *cie_at(struct cfi *c, uint64_t off)
{
	uint64_t hash = hash_mix(off, 0);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&c->cie_table, hash, &i)) != TABLE_NONE)
		if (c->cies[id].off == off)
			return c->cies[id].is_usable ? &c->cies[id] : NULL;
	if (off >= c->bytes.n)
		return NULL;
	VEC_ROOM(c->cies, c->n_cies, c->cap_cies);
	struct cie *cie = &c->cies[c->n_cies];
	*cie = (struct cie){ .off = off };
	struct entry e;
	uint64_t at = off;
	cie->is_usable = entry_next(c, &at, &e) && e.off == off && e.is_cie &&
	                 cie_read(c, e.body, cie);
	table_add(&c->cie_table, hash, c->n_cies++);
	return cie->is_usable ? cie : NULL;
}

/* ------------------------------------------------------------------ functions */

/* What a function's entry says before its instructions, which *r is left at. */
static bool fde_read(const struct cfi *c, const struct cie *cie, struct dwarf_reader *r,
                     uint64_t *addr, uint64_t *n)
{
	dwarf_block(r, cie->segment_bytes);
	if (!dwarf_pointer(r, cie->encoding, c->src, address_at(c, r), 0, addr) ||
	    !dwarf_pointer(r, cie->encoding & 0x0f, c->src, 0, 0, n))
		return false;
	if (cie->has_data)
		dwarf_block(r, dwarf_uleb(r));
	return r->ok;
}

struct cfi *cfi_new(const struct unwind_source *src, const struct unwind_section *section,
                    bool is_debug, uint32_t source, struct functions *out)
{
	struct cfi *c = mem_new(sizeof *c);
	*c = (struct cfi){
		.src = src, .bytes = section->bytes, .addr = section->addr, .is_debug = is_debug
	};
	struct entry e;
	if (c->bytes.n > UINT32_MAX) /* entries are known by their offset */
		c->bytes.n = 0;
	for (uint64_t off = 0; entry_next(c, &off, &e);) {
		struct function f = { .source = source, .info = (uint32_t)e.off };
		struct dwarf_reader r = { e.body, true };
		const struct cie *cie = e.is_cie ? NULL : cie_at(c, e.cie_off);
		if (!cie || !fde_read(c, cie, &r, &f.addr, &f.n) || !f.n)
			continue;
		VEC_ROOM(out->v, out->n, out->cap);
		out->v[out->n++] = f;
	}
	return c;
}

void cfi_free(struct cfi *c)
{
	for (uint32_t i = 0; i < c->n_cies; i++)
		free(c->cies[i].initial);
	free(c->cies);
	table_release(&c->cie_table);
	free(c);
}

void cfi_compile(void *ctx, struct unwind_table *t, const struct function *f, uint64_t from)
{
	struct cfi *c = ctx;
	struct entry e;
	uint64_t off = f->info, addr, n;
	entry_next(c, &off, &e);
	struct cie *cie = cie_at(c, e.cie_off);
	struct dwarf_reader r = { e.body, true };
	if (!cie || !fde_read(c, cie, &r, &addr, &n))
		return;
	struct cfi_program p = { .table = t,
		                 .cie = cie,
		                 .src = c->src,
		                 .section = { c->bytes, c->addr },
		                 .from = from,
		                 .end = f->addr + f->n };
	if (!cie->initial)
		cie_prepare(&p);
	program_run(&p, f->addr, r.left);
}

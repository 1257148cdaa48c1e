// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SFrame ("The SFrame format", binutils): where the caller's frame, its return address and its
 * frame pointer are, and nothing else. Versions 1 and 2.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "unwind/internal.h"

enum {
	SFRAME_MAGIC = 0xdee2,
	ABI_ARM64 = 2,
	ABI_X86_64 = 3,
	FLAG_START_PCREL =
		4, /* starts of functions count from where they stand, not from the section */
	HEADER_BYTES = 28,
	FDE_BYTES_1 = 17,
	FDE_BYTES_2 = 20,
};

struct sframe {
	const struct unwind_source *src;
	struct span fdes, fres; /* entries of functions, and of the rows in them */
	uint8_t version;
	int8_t fp_off, ra_off; /* from the CFA, where they are always; 0 = in the rows */
	uint64_t n_left; /* rows that may still be read: more than there are would be a trick */
};

/* An entry of a function. */
struct sframe_fde {
	int32_t start;
	uint32_t n, first, n_fres;
	uint8_t info, repeat;
};

static unsigned fde_bytes(const struct sframe *s)
{
	return s->version == 1 ? FDE_BYTES_1 : FDE_BYTES_2;
}

static struct sframe_fde fde_at(const struct sframe *s, uint32_t i)
{
	const unsigned char *p = s->fdes.p + (size_t)i * fde_bytes(s);
	struct sframe_fde f = { .start = (int32_t)load32(p),
		                .n = load32(p + 4),
		                .first = load32(p + 8),
		                .n_fres = load32(p + 12),
		                .info = p[16],
		                .repeat = 16 };
	if (s->version != 1)
		f.repeat = p[17];
	return f;
}

/* False: none of this CPU, or not of a version that is known. */
static bool header_read(struct sframe *s, uint8_t *flags)
{
	struct span all = s->src->sframe.bytes;
	const unsigned char *p = all.p;
	if (all.n < HEADER_BYTES || load16(p) != SFRAME_MAGIC || p[2] < 1 || p[2] > 2 ||
	    p[4] != (s->src->cpu == UNWIND_X86_64 ? ABI_X86_64 : ABI_ARM64))
		return false;
	s->version = p[2];
	*flags = p[3];
	s->fp_off = (int8_t)p[5];
	s->ra_off = (int8_t)p[6];
	uint64_t begin = HEADER_BYTES + (uint64_t)p[7];
	uint64_t n_fdes = load32(p + 8);
	return span_sub(all, begin + load32(p + 20), n_fdes * fde_bytes(s), &s->fdes) &&
	       span_sub(all, begin + load32(p + 24), load32(p + 16), &s->fres);
}

struct sframe *sframe_new(const struct unwind_source *src, uint32_t source, struct functions *out)
{
	struct sframe *s = mem_new(sizeof *s);
	uint8_t flags;
	s->src = src;
	if (!header_read(s, &flags))
		return s;
	s->n_left = s->fres.n;
	for (int i = 0; i < UNWIND_CODE_MAX; i++)
		s->n_left += src->code[i].bytes.n / 4; /* rows of stubs are read for each of them */
	uint32_t n = (uint32_t)(s->fdes.n / fde_bytes(s));
	for (uint32_t i = 0; i < n; i++) {
		struct sframe_fde f = fde_at(s, i);
		uint64_t base = src->sframe.addr;
		if (flags & FLAG_START_PCREL)
			base += (uint64_t)(s->fdes.p - src->sframe.bytes.p) + i * fde_bytes(s);
		if (!f.n)
			continue;
		VEC_ROOM(out->v, out->n, out->cap);
		out->v[out->n++] = (struct function){ .addr = base + (uint64_t)(int64_t)f.start,
			                              .n = f.n,
			                              .source = source,
			                              .info = i };
	}
	return s;
}

void sframe_free(struct sframe *s)
{
	free(s);
}

/* ------------------------------------------------------------------ rows */

static void offset_rule(struct rule_set *set, uint8_t reg, int32_t off)
{
	set->regs[reg] = (struct reg_rule){ reg, HOW_OFFSET, 0, off };
	set->set |= 1ull << reg;
}

/* A row: where it begins in *start, its rules in *set. False when it is cut. */
static bool fre_read(struct sframe *s, const struct cpu *cpu, struct dwarf_reader *r,
                     unsigned addr_bytes, uint64_t *start, struct rule_set *set)
{
	enum { OFFSETS_MAX = 15 };
	int32_t off[OFFSETS_MAX] = { 0 };
	*start = dwarf_fixed(r, addr_bytes);
	uint8_t info = (uint8_t)dwarf_fixed(r, 1);
	unsigned n = info >> 1 & 15, size = 1u << (info >> 5 & 3);
	if (size > 4 || !s->n_left)
		return false;
	s->n_left--;
	for (unsigned i = 0; i < n; i++) {
		uint32_t v = (uint32_t)dwarf_fixed(r, size) << (32 - 8 * size);
		off[i] = (int32_t)v >> (32 - 8 * size);
	}
	*set = (struct rule_set){ .cfa = { info & 1 ? cpu->sp : cpu->fp, HOW_REG, 0, off[0] } };
	unsigned at = 1;
	if (!n)
		set->cfa.how = HOW_UNDEFINED;
	if (s->ra_off)
		offset_rule(set, cpu->ra, s->ra_off);
	else if (at < n)
		offset_rule(set, cpu->ra, off[at++]);
	if (s->fp_off)
		offset_rule(set, cpu->fp, s->fp_off);
	else if (at < n)
		offset_rule(set, cpu->fp, off[at++]);
	return r->ok;
}

/* The rows of one run of the function's code, the last of which hold to its end. */
static void fres_rows(struct sframe *s, struct unwind_table *t, const struct sframe_fde *f,
                      uint64_t begin, uint64_t from, uint64_t end)
{
	unsigned addr_bytes = 1u << (f->info & 3);
	struct dwarf_reader r = { s->fres, true };
	struct rule_set set;
	uint64_t start;
	uint32_t last = RULE_NONE;
	bool any = false;
	dwarf_block(&r, f->first);
	for (uint32_t i = 0; i < f->n_fres && r.left.n; i++) {
		if (!fre_read(s, t->cpu, &r, addr_bytes, &start, &set) || start >= end - begin)
			break;
		/* The row that holds where the others may begin. */
		if (any && begin + start > from)
			table_row(t, from, last);
		last = set.cfa.how == HOW_UNDEFINED ? RULE_NONE : table_rule(t, &set);
		from = begin + start > from ? begin + start : from;
		any = true;
	}
	if (any)
		table_row(t, from, last);
}

void sframe_compile(void *ctx, struct unwind_table *t, const struct function *fn, uint64_t from)
{
	struct sframe *s = ctx;
	struct sframe_fde f = fde_at(s, fn->info);
	uint64_t end = fn->addr + fn->n;
	bool repeats = f.info & 16;
	if ((f.info & 3) > 2 || (repeats && (!f.repeat || f.n_fres > f.repeat)))
		return;
	if (!repeats) {
		fres_rows(s, t, &f, fn->addr, from, end);
		return;
	}
	/* Stubs that are all alike. */
	for (uint64_t at = fn->addr; at < end; at += f.repeat) {
		uint64_t to = end - at > f.repeat ? at + f.repeat : end;
		if (to > from)
			fres_rows(s, t, &f, at, at > from ? at : from, to);
	}
}

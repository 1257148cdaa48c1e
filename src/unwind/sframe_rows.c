// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of a function in SFrame: what their words mean, in the two kinds that there are. */
#include "unwind/sframe.h"

static void rule_add(struct rule_set *set, struct reg_rule rule)
{
	set->regs[rule.reg] = rule;
	set->set |= 1ull << rule.reg;
}

static void offset_rule(struct rule_set *set, uint8_t reg, int32_t off)
{
	rule_add(set, (struct reg_rule){ reg, HOW_OFFSET, 0, off });
}

/* The words of a row. */
struct sframe_words {
	int32_t v[15];
	unsigned n, at, size; /* size: bytes of each */
};

/* False, and 0: there is no more. */
static bool word_take(struct sframe_words *w, int32_t *out)
{
	*out = w->at < w->n ? w->v[w->at] : 0;
	return w->at++ < w->n;
}

/* "Default" rows: the CFA counts from one of two registers, all else from the CFA. */
static void default_rules(const struct sframe *s, const struct cpu *cpu, struct sframe_words *w,
                          bool from_sp, struct rule_set *set)
{
	int32_t off;
	word_take(w, &off);
	set->cfa = (struct reg_rule){ from_sp ? cpu->sp : cpu->fp, HOW_REG, 0, off };
	if (s->ra_off)
		offset_rule(set, cpu->ra, s->ra_off);
	else if (word_take(w, &off))
		offset_rule(set, cpu->ra, off);
	if (s->fp_off)
		offset_rule(set, cpu->fp, s->fp_off);
	else if (word_take(w, &off))
		offset_rule(set, cpu->fp, off);
}

/* The number of an expression for what is at a distance from a register, or for the word there. */
static int32_t expr_of(struct unwind_table *t, uint32_t reg, int32_t off, bool is_loaded)
{
	enum { OP_DEREF = 0x06, OP_BREG0 = 0x70, SLEB_BYTES = 5 };
	uint8_t expr[1 + SLEB_BYTES + 1] = { (uint8_t)(OP_BREG0 + reg) };
	unsigned n = 1;
	for (int i = 0; i < SLEB_BYTES; i++, off >>= 7)
		expr[n++] = (uint8_t)((off & 0x7f) | (i < SLEB_BYTES - 1 ? 0x80 : 0));
	if (is_loaded)
		expr[n++] = OP_DEREF;
	return table_expr(t, span_of(expr, n));
}

/* A control word: which register, or the CFA, the offset behind it counts from, and whether what is
 * meant is there or in the memory there. False: that makes no sense. */
enum { CONTROL_REG = 1, CONTROL_LOAD = 2, CONTROL_NUMBER_SHIFT = 3, REGS_OF_EXPR = 32 };

static bool flex_cfa(struct unwind_table *t, uint32_t control, int32_t off, struct reg_rule *out)
{
	uint32_t reg = control >> CONTROL_NUMBER_SHIFT;
	if (!(control & CONTROL_REG) || reg >= REGS_OF_EXPR)
		return false;
	*out = (struct reg_rule){ (uint8_t)reg, HOW_REG, 0, off };
	if (control & CONTROL_LOAD)
		*out = (struct reg_rule){ 0, HOW_VALUE_EXPR, 0, expr_of(t, reg, off, true) };
	return out->value >= 0 || out->how == HOW_REG;
}

static bool flex_reg(struct unwind_table *t, uint8_t reg, uint32_t control, int32_t off,
                     struct rule_set *set)
{
	uint32_t from = control >> CONTROL_NUMBER_SHIFT;
	bool is_loaded = control & CONTROL_LOAD;
	struct reg_rule rule = { reg, is_loaded ? HOW_OFFSET : HOW_VALUE, 0, off };
	if (control & CONTROL_REG && from >= REGS_OF_EXPR)
		return false;
	if (control & CONTROL_REG && !off && !is_loaded)
		rule = (struct reg_rule){ reg, HOW_REG, 0, (int32_t)from };
	else if (control & CONTROL_REG)
		rule = (struct reg_rule){ reg, is_loaded ? HOW_EXPR : HOW_VALUE_EXPR, 0,
			                  expr_of(t, from, off, false) };
	rule_add(set, rule);
	return rule.value >= 0 || rule.how == HOW_OFFSET || rule.how == HOW_VALUE;
}

static bool control_take(struct sframe_words *w, uint32_t *control, int32_t *off)
{
	int32_t v;
	unsigned unused = 32 - 8 * w->size;
	bool is_there = word_take(w, &v);
	*control = (uint32_t)v << unused >> unused;
	*off = 0;
	return is_there && *control ? word_take(w, off) : is_there;
}

/* "Flexible" rows: two words for each of the CFA, the return address and the frame pointer; a word
 * of 0 for one that is where it is always, or as it was. */
static bool flex_rules(const struct sframe *s, struct unwind_table *t, struct sframe_words *w,
                       struct rule_set *set)
{
	uint32_t control;
	int32_t off;
	if (!control_take(w, &control, &off) || !flex_cfa(t, control, off, &set->cfa))
		return false;
	if (s->ra_off)
		offset_rule(set, t->cpu->ra, s->ra_off);
	if (s->fp_off)
		offset_rule(set, t->cpu->fp, s->fp_off);
	if (control_take(w, &control, &off) && control &&
	    !flex_reg(t, t->cpu->ra, control, off, set))
		return false;
	return !control_take(w, &control, &off) || !control ||
	       flex_reg(t, t->cpu->fp, control, off, set);
}

/* Other registers that a function keeps may be anywhere. */
static void others_unknown(const struct cpu *cpu, struct rule_set *set)
{
	for (uint8_t reg = 0; reg < UNWIND_REGS; reg++)
		if (cpu->callee_saved >> reg & 1 && reg != cpu->fp && reg != cpu->ra)
			rule_add(set, (struct reg_rule){ reg, HOW_UNDEFINED, 0, 0 });
}

/* A row: where it begins in *start, its rule in *rule. False when it is cut. */
static bool fre_read(struct sframe *s, struct unwind_table *t, const struct sframe_fde *f,
                     struct dwarf_reader *r, uint64_t *start, uint32_t *rule)
{
	struct rule_set set = { .is_signal = f->is_signal };
	*start = dwarf_fixed(r, f->addr_bytes);
	uint8_t info = (uint8_t)dwarf_fixed(r, 1);
	struct sframe_words w = { .n = info >> 1 & 15, .size = 1u << (info >> 5 & 3) };
	if (w.size > 4 || !s->n_left)
		return false;
	s->n_left--;
	for (unsigned i = 0; i < w.n; i++) {
		uint32_t v = (uint32_t)dwarf_fixed(r, w.size) << (32 - 8 * w.size);
		w.v[i] = (int32_t)v >> (32 - 8 * w.size);
	}
	others_unknown(t->cpu, &set);
	bool is_known = true;
	if (!w.n) { /* there is no caller */
		set.cfa = (struct reg_rule){ t->cpu->sp, HOW_REG, 0, 0 };
		rule_add(&set, (struct reg_rule){ t->cpu->ra, HOW_UNDEFINED, 0, 0 });
	} else if (f->is_flex) {
		is_known = flex_rules(s, t, &w, &set);
	} else {
		default_rules(s, t->cpu, &w, info & 1, &set);
	}
	*rule = is_known && r->ok ? table_rule(t, &set) : RULE_NONE;
	return r->ok;
}

void sframe_rows(struct sframe *s, struct unwind_table *t, const struct sframe_fde *f,
                 uint64_t begin, uint64_t from, uint64_t end)
{
	struct dwarf_reader r = { s->fres, true };
	uint64_t start;
	uint32_t last = RULE_NONE, rule;
	bool any = false;
	dwarf_block(&r, f->first);
	for (uint32_t i = 0; i < f->n_fres && r.left.n; i++) {
		if (!fre_read(s, t, f, &r, &start, &rule) || start >= end - begin)
			break;
		/* The row that holds where the others may begin. */
		if (any && begin + start > from)
			table_row(t, from, last);
		last = rule;
		from = begin + start > from ? begin + start : from;
		any = true;
	}
	if (any)
		table_row(t, from, last);
}

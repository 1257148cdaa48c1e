// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The instructions of call frame information (DWARF 5, section 6.4.2). Each that moves the address
 * on makes a row of what was said so far. An instruction that is not known ends the function: its
 * operands are not either, and what comes behind it would be made up.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "unwind/cfi.h"

enum { SAVED_MAX = 16 }; /* compilers nest two at most */

enum op {
	CFA_NOP = 0x00,
	CFA_SET_LOC = 0x01,
	CFA_ADVANCE1 = 0x02,
	CFA_ADVANCE2 = 0x03,
	CFA_ADVANCE4 = 0x04,
	CFA_OFFSET_EXTENDED = 0x05,
	CFA_RESTORE_EXTENDED = 0x06,
	CFA_UNDEFINED = 0x07,
	CFA_SAME_VALUE = 0x08,
	CFA_REGISTER = 0x09,
	CFA_REMEMBER_STATE = 0x0a,
	CFA_RESTORE_STATE = 0x0b,
	CFA_DEF_CFA = 0x0c,
	CFA_DEF_CFA_REGISTER = 0x0d,
	CFA_DEF_CFA_OFFSET = 0x0e,
	CFA_DEF_CFA_EXPRESSION = 0x0f,
	CFA_EXPRESSION = 0x10,
	CFA_OFFSET_EXTENDED_SF = 0x11,
	CFA_DEF_CFA_SF = 0x12,
	CFA_DEF_CFA_OFFSET_SF = 0x13,
	CFA_VAL_OFFSET = 0x14,
	CFA_VAL_OFFSET_SF = 0x15,
	CFA_VAL_EXPRESSION = 0x16,
	CFA_ADVANCE8 = 0x1d, /* of MIPS, and taken for granted */
	CFA_AARCH64_RA_STATE_WITH_PC = 0x2c,
	CFA_AARCH64_RA_STATE = 0x2d,
	CFA_GNU_ARGS_SIZE = 0x2e,
	CFA_GNU_NEGATIVE_OFFSET = 0x2f,
	/* With an operand in the lower six bits. */
	CFA_ADVANCE = 0x40,
	CFA_OFFSET = 0x80,
	CFA_RESTORE = 0xc0,
};

/* ------------------------------------------------------------------ rules */

static void reg_set(struct cfi_program *p, uint64_t reg, enum how how, int64_t value)
{
	/* Of registers that hold no integers nobody asks. */
	if (reg >= UNWIND_REGS || (reg > p->table->cpu->pc))
		return;
	if (value < INT32_MIN || value > INT32_MAX) {
		how = HOW_UNDEFINED;
		value = 0;
	}
	p->now.regs[reg] = (struct reg_rule){ (uint8_t)reg, (uint8_t)how, 0, (int32_t)value };
	p->now.set |= 1ull << reg;
}

static void reg_restore(struct cfi_program *p, uint64_t reg)
{
	const struct rule_set *initial = p->cie->initial;
	if (reg >= UNWIND_REGS)
		return;
	uint64_t bit = 1ull << reg;
	p->now.set &= ~bit;
	if (initial && initial->set & bit) {
		p->now.regs[reg] = initial->regs[reg];
		p->now.set |= bit;
	}
}

static void cfa_set(struct cfi_program *p, uint64_t reg, int64_t off)
{
	bool is_sane = reg < UNWIND_REGS && off >= INT32_MIN && off <= INT32_MAX;
	p->now.cfa = (struct reg_rule){ is_sane ? (uint8_t)reg : 0,
		                        is_sane ? HOW_REG : HOW_UNDEFINED, 0,
		                        is_sane ? (int32_t)off : 0 };
}

static int64_t factored(const struct cfi_program *p, int64_t v)
{
	return (int64_t)((uint64_t)v * (uint64_t)p->cie->data_align);
}

static void reg_expression(struct cfi_program *p, uint64_t reg, enum how how, struct span expr)
{
	int32_t at = table_expr(p->table, expr);
	reg_set(p, reg, at < 0 ? HOW_UNDEFINED : how, at < 0 ? 0 : at);
}

static void cfa_expression(struct cfi_program *p, struct span expr)
{
	int32_t at = table_expr(p->table, expr);
	p->now.cfa = (struct reg_rule){ 0, at < 0 ? HOW_UNDEFINED : HOW_VALUE_EXPR, 0,
		                        at < 0 ? 0 : at };
}

/* ------------------------------------------------------------------ rows */

static uint32_t rule_now(const struct cfi_program *p)
{
	const struct cpu *cpu = p->table->cpu;
	if (p->is_bad || p->now.cfa.how == HOW_UNDEFINED)
		return RULE_NONE;
	if (p->cie->ra == cpu->ra || !(p->now.set & 1ull << p->cie->ra))
		return table_rule(p->table, &p->now);
	/* A column of its own for the return address tells where the caller goes on. */
	struct rule_set now = p->now;
	now.regs[cpu->pc] = now.regs[p->cie->ra];
	now.regs[cpu->pc].reg = cpu->pc;
	now.set |= 1ull << cpu->pc;
	return table_rule(p->table, &now);
}

/* The address moves on: what was said so far holds up to there. */
static void move_to(struct cfi_program *p, uint64_t to)
{
	if (to > p->at && to > p->from && p->at < p->end)
		table_row(p->table, p->at > p->from ? p->at : p->from, rule_now(p));
	if (to > p->at)
		p->at = to;
}

static void advance(struct cfi_program *p, uint64_t delta)
{
	uint64_t n;
	if (__builtin_mul_overflow(delta, p->cie->code_align, &n) || n > UINT64_MAX - p->at)
		n = UINT64_MAX - p->at;
	move_to(p, p->at + n);
}

/* ------------------------------------------------------------------ the instructions */

static void state_save(struct cfi_program *p, struct rule_set *saved)
{
	if (p->n_saved < SAVED_MAX)
		saved[p->n_saved] = p->now;
	else
		p->is_bad = true;
	p->n_saved++;
}

static void state_restore(struct cfi_program *p, const struct rule_set *saved)
{
	if (p->n_saved && p->n_saved <= SAVED_MAX)
		p->now = saved[--p->n_saved];
	else
		p->is_bad = true;
}

/* Those that have nothing in their lower six bits, and say something of registers. */
static void rule_op(struct cfi_program *p, enum op op, struct dwarf_reader *r)
{
	uint64_t reg = op == CFA_DEF_CFA_OFFSET || op == CFA_DEF_CFA_OFFSET_SF ||
	                               op == CFA_DEF_CFA_EXPRESSION
	                       ? p->now.cfa.reg
	                       : dwarf_uleb(r);
	switch (op) {
	case CFA_OFFSET_EXTENDED:
		reg_set(p, reg, HOW_OFFSET, factored(p, (int64_t)dwarf_uleb(r)));
		break;
	case CFA_OFFSET_EXTENDED_SF:
		reg_set(p, reg, HOW_OFFSET, factored(p, dwarf_sleb(r)));
		break;
	case CFA_GNU_NEGATIVE_OFFSET:
		reg_set(p, reg, HOW_OFFSET, -factored(p, (int64_t)dwarf_uleb(r)));
		break;
	case CFA_VAL_OFFSET:
		reg_set(p, reg, HOW_VALUE, factored(p, (int64_t)dwarf_uleb(r)));
		break;
	case CFA_VAL_OFFSET_SF:
		reg_set(p, reg, HOW_VALUE, factored(p, dwarf_sleb(r)));
		break;
	case CFA_RESTORE_EXTENDED:
		reg_restore(p, reg);
		break;
	case CFA_UNDEFINED:
		reg_set(p, reg, HOW_UNDEFINED, 0);
		break;
	case CFA_SAME_VALUE:
		reg_set(p, reg, HOW_SAME, 0);
		break;
	case CFA_REGISTER:
		reg_set(p, reg, HOW_REG, (int64_t)(dwarf_uleb(r) & INT32_MAX));
		break;
	case CFA_DEF_CFA:
		cfa_set(p, reg, (int64_t)dwarf_uleb(r));
		break;
	case CFA_DEF_CFA_SF:
		cfa_set(p, reg, factored(p, dwarf_sleb(r)));
		break;
	case CFA_DEF_CFA_REGISTER:
		cfa_set(p, reg, p->now.cfa.value);
		break;
	case CFA_DEF_CFA_OFFSET:
		cfa_set(p, reg, (int64_t)dwarf_uleb(r));
		break;
	case CFA_DEF_CFA_OFFSET_SF:
		cfa_set(p, reg, factored(p, dwarf_sleb(r)));
		break;
	case CFA_DEF_CFA_EXPRESSION:
		cfa_expression(p, dwarf_block(r, dwarf_uleb(r)));
		break;
	case CFA_EXPRESSION:
		reg_expression(p, reg, HOW_EXPR, dwarf_block(r, dwarf_uleb(r)));
		break;
	case CFA_VAL_EXPRESSION:
		reg_expression(p, reg, HOW_VALUE_EXPR, dwarf_block(r, dwarf_uleb(r)));
		break;
	default:
		p->is_bad = true;
	}
}

static void set_loc(struct cfi_program *p, struct dwarf_reader *r)
{
	uint64_t to, where = p->section.addr + (uint64_t)(r->left.p - p->section.bytes.p);
	if (dwarf_pointer(r, p->cie->encoding, p->src, where, 0, &to))
		move_to(p, to);
	else
		p->is_bad = true;
}

static void plain_op(struct cfi_program *p, enum op op, struct dwarf_reader *r,
                     struct rule_set *saved)
{
	switch (op) {
	case CFA_NOP:
	case CFA_AARCH64_RA_STATE: /* the marks of a signed address are taken off in any case */
	case CFA_AARCH64_RA_STATE_WITH_PC:
		break;
	case CFA_SET_LOC:
		set_loc(p, r);
		break;
	case CFA_ADVANCE1:
		advance(p, dwarf_fixed(r, 1));
		break;
	case CFA_ADVANCE2:
		advance(p, dwarf_fixed(r, 2));
		break;
	case CFA_ADVANCE4:
		advance(p, dwarf_fixed(r, 4));
		break;
	case CFA_ADVANCE8:
		advance(p, dwarf_fixed(r, 8));
		break;
	case CFA_REMEMBER_STATE:
		state_save(p, saved);
		break;
	case CFA_RESTORE_STATE:
		state_restore(p, saved);
		break;
	case CFA_GNU_ARGS_SIZE:
		dwarf_uleb(r);
		break;
	default:
		rule_op(p, op, r);
	}
}

static void run(struct cfi_program *p, struct span program)
{
	struct rule_set saved[SAVED_MAX];
	struct dwarf_reader r = { program, true };
	while (r.left.n && !p->is_bad && p->at < p->end) {
		uint8_t op = (uint8_t)dwarf_fixed(&r, 1), low = op & 0x3f;
		switch (op & 0xc0) {
		case CFA_ADVANCE:
			advance(p, low);
			break;
		case CFA_OFFSET:
			reg_set(p, low, HOW_OFFSET, factored(p, (int64_t)dwarf_uleb(&r)));
			break;
		case CFA_RESTORE:
			reg_restore(p, low);
			break;
		default:
			plain_op(p, op, &r, saved);
		}
	}
	p->is_bad = p->is_bad || !r.ok;
}

/* Nothing moves on in what functions share. */
void cie_prepare(struct cfi_program *p)
{
	struct cfi_program own = *p;
	own.now = (struct rule_set){ .is_signal = p->cie->is_signal };
	own.now.cfa.how = HOW_UNDEFINED;
	own.at = 0;
	own.from = own.end = UINT64_MAX;
	run(&own, p->cie->program);
	p->cie->initial = mem_new(sizeof own.now);
	*p->cie->initial = own.now;
	if (own.is_bad)
		p->cie->initial->cfa.how = HOW_UNDEFINED;
}

void program_run(struct cfi_program *p, uint64_t addr, struct span program)
{
	p->now = *p->cie->initial;
	p->at = addr;
	run(p, program);
	move_to(p, p->end);
}

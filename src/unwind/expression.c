// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * DWARF expressions (DWARF 5, section 2.5), as far as rules may have them: they know registers and
 * the stack, and nothing of variables. Bounded: a jump backwards is no use to a rule.
 */
#include "unwind/internal.h"

enum { DEPTH_MAX = 32, STEPS_MAX = 1000 };

enum op {
	OP_ADDR = 0x03,
	OP_DEREF = 0x06,
	OP_CONST1U = 0x08,
	OP_CONST1S,
	OP_CONST2U,
	OP_CONST2S,
	OP_CONST4U,
	OP_CONST4S,
	OP_CONST8U,
	OP_CONST8S,
	OP_CONSTU,
	OP_CONSTS,
	OP_DUP,
	OP_DROP,
	OP_OVER,
	OP_PICK,
	OP_SWAP,
	OP_ROT,
	OP_ABS = 0x19,
	OP_AND,
	OP_DIV,
	OP_MINUS,
	OP_MOD,
	OP_MUL,
	OP_NEG,
	OP_NOT,
	OP_OR,
	OP_PLUS,
	OP_PLUS_UCONST,
	OP_SHL,
	OP_SHR,
	OP_SHRA,
	OP_XOR,
	OP_BRA,
	OP_EQ,
	OP_GE,
	OP_GT,
	OP_LE,
	OP_LT,
	OP_NE,
	OP_SKIP,
	OP_LIT0 = 0x30,
	OP_LIT31 = 0x4f,
	OP_BREG0 = 0x70,
	OP_BREG31 = 0x8f,
	OP_BREGX = 0x92,
	OP_DEREF_SIZE = 0x94,
	OP_NOP = 0x96,
};

struct machine {
	const struct unwind_regs *regs;
	const struct unwind_stack *stack;
	uint64_t bias;
	struct span expr;
	struct dwarf_reader r;
	uint64_t v[DEPTH_MAX];
	uint32_t n;
	enum expr_end end; /* EXPR_DONE as long as nothing went wrong */
};

static void fail(struct machine *m, enum expr_end why)
{
	if (m->end == EXPR_DONE)
		m->end = why;
}

static void push(struct machine *m, uint64_t v)
{
	if (m->n == DEPTH_MAX)
		fail(m, EXPR_BAD);
	else
		m->v[m->n++] = v;
}

static uint64_t pop(struct machine *m)
{
	if (m->n)
		return m->v[--m->n];
	fail(m, EXPR_BAD);
	return 0;
}

static void pick(struct machine *m, uint64_t i)
{
	if (i < m->n)
		push(m, m->v[m->n - 1 - i]);
	else
		fail(m, EXPR_BAD);
}

static void base_reg(struct machine *m, uint64_t reg)
{
	int64_t off = dwarf_sleb(&m->r);
	if (reg >= UNWIND_REGS || !(m->regs->known >> reg & 1))
		fail(m, EXPR_UNKNOWN);
	else
		push(m, m->regs->v[reg] + (uint64_t)off);
}

static void deref(struct machine *m, uint64_t n)
{
	uint64_t v;
	if (n < 1 || n > 8) {
		fail(m, EXPR_BAD);
	} else if (!stack_load(m->stack, pop(m), &v)) {
		fail(m, EXPR_STACK);
	} else {
		push(m, n < 8 ? v & ((1ull << 8 * n) - 1) : v);
	}
}

static void jump(struct machine *m, bool taken)
{
	int16_t by = (int16_t)dwarf_fixed(&m->r, 2);
	int64_t to = (int64_t)(m->expr.n - m->r.left.n) + by;
	if (!taken)
		return;
	if (!m->r.ok || to < 0 || (uint64_t)to > m->expr.n)
		fail(m, EXPR_BAD);
	else
		m->r.left = span_behind(m->expr, (size_t)to);
}

static void swap_or_rotate(struct machine *m, bool rotate)
{
	uint64_t a = pop(m), b = pop(m), c = rotate ? pop(m) : 0;
	push(m, a);
	if (rotate)
		push(m, c);
	push(m, b);
}

static uint64_t binary(struct machine *m, enum op op)
{
	uint64_t b = pop(m), a = pop(m);
	int64_t sa = (int64_t)a, sb = (int64_t)b;
	switch (op) {
	case OP_AND:
		return a & b;
	case OP_OR:
		return a | b;
	case OP_XOR:
		return a ^ b;
	case OP_PLUS:
		return a + b;
	case OP_MINUS:
		return a - b;
	case OP_MUL:
		return a * b;
	case OP_DIV:
		if (b)
			return sb == -1 ? -a : (uint64_t)(sa / sb);
		break;
	case OP_MOD:
		if (b)
			return a % b;
		break;
	case OP_SHL:
		return b < 64 ? a << b : 0;
	case OP_SHR:
		return b < 64 ? a >> b : 0;
	case OP_SHRA:
		return (uint64_t)(sa >> (b < 64 ? b : 63));
	case OP_EQ:
		return a == b;
	case OP_NE:
		return a != b;
	case OP_GE:
		return sa >= sb;
	case OP_GT:
		return sa > sb;
	case OP_LE:
		return sa <= sb;
	case OP_LT:
		return sa < sb;
	default:
		break;
	}
	fail(m, EXPR_BAD);
	return 0;
}

static void constant(struct machine *m, enum op op)
{
	static const uint8_t bytes[] = { 1, 1, 2, 2, 4, 4, 8, 8 };
	unsigned i = op - OP_CONST1U, n = bytes[i];
	uint64_t v = dwarf_fixed(&m->r, n);
	bool is_signed = i & 1;
	if (is_signed && n < 8 && v >> (8 * n - 1))
		v |= ~0ull << 8 * n;
	push(m, v);
}

static void step(struct machine *m)
{
	uint8_t op = (uint8_t)dwarf_fixed(&m->r, 1);
	if (op >= OP_LIT0 && op <= OP_LIT31)
		push(m, op - OP_LIT0);
	else if (op >= OP_BREG0 && op <= OP_BREG31)
		base_reg(m, op - OP_BREG0);
	else if (op >= OP_CONST1U && op <= OP_CONST8S)
		constant(m, op);
	else
		switch (op) {
		case OP_NOP:
			break;
		case OP_ADDR:
			push(m, dwarf_fixed(&m->r, 8) + m->bias);
			break;
		case OP_DEREF:
			deref(m, 8);
			break;
		case OP_DEREF_SIZE:
			deref(m, dwarf_fixed(&m->r, 1));
			break;
		case OP_CONSTU:
			push(m, dwarf_uleb(&m->r));
			break;
		case OP_CONSTS:
			push(m, (uint64_t)dwarf_sleb(&m->r));
			break;
		case OP_DUP:
			pick(m, 0);
			break;
		case OP_OVER:
			pick(m, 1);
			break;
		case OP_PICK:
			pick(m, dwarf_fixed(&m->r, 1));
			break;
		case OP_DROP:
			pop(m);
			break;
		case OP_SWAP:
		case OP_ROT:
			swap_or_rotate(m, op == OP_ROT);
			break;
		case OP_ABS: {
			uint64_t v = pop(m);
			push(m, v >> 63 ? -v : v);
			break;
		}
		case OP_NEG:
			push(m, -pop(m));
			break;
		case OP_NOT:
			push(m, ~pop(m));
			break;
		case OP_PLUS_UCONST:
			push(m, pop(m) + dwarf_uleb(&m->r));
			break;
		case OP_BREGX:
			base_reg(m, dwarf_uleb(&m->r));
			break;
		case OP_SKIP:
			jump(m, true);
			break;
		case OP_BRA:
			jump(m, pop(m) != 0);
			break;
		default:
			push(m, binary(m, op));
		}
}

enum expr_end expr_run(struct span expr, const struct unwind_regs *regs,
                       const struct unwind_stack *stack, uint64_t bias, bool has_first,
                       uint64_t *out)
{
	struct machine m = { .regs = regs, .stack = stack, .bias = bias, .expr = expr };
	m.r = (struct dwarf_reader){ expr, true };
	if (has_first)
		push(&m, *out);
	for (uint32_t i = 0; m.r.left.n && m.end == EXPR_DONE; i++) {
		if (i == STEPS_MAX)
			fail(&m, EXPR_BAD);
		step(&m);
	}
	if (!m.r.ok)
		fail(&m, EXPR_BAD);
	*out = pop(&m);
	return m.end;
}

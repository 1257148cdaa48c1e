// SPDX-License-Identifier: GPL-2.0-or-later
/* One frame: from the registers in a function to those of its caller, by a rule. */
#include "unwind/internal.h"

#define REG(n) (1ull << (n))

struct step {
	const struct unwind_table *table;
	const struct unwind_stack *stack;
	const struct unwind_regs *regs; /* in the function */
	uint64_t bias, cfa;
};

static enum unwind_end expression(const struct step *s, int32_t expr, bool has_cfa, uint64_t *out)
{
	static const enum unwind_end ends[] = { [EXPR_DONE] = UNWIND_ENDS,
		                                [EXPR_UNKNOWN] = UNWIND_UNKNOWN,
		                                [EXPR_STACK] = UNWIND_STACK,
		                                [EXPR_BAD] = UNWIND_EXPRESSION };
	*out = s->cfa;
	return ends[expr_run(table_expr_at(s->table, expr), s->regs, s->stack, s->bias, has_cfa,
	                     out)];
}

static enum unwind_end cfa_find(struct step *s, const struct reg_rule *rule)
{
	if (rule->how == HOW_VALUE_EXPR)
		return expression(s, rule->value, false, &s->cfa);
	if (rule->how != HOW_REG)
		return UNWIND_EXPRESSION;
	if (!(s->regs->known & REG(rule->reg)))
		return UNWIND_UNKNOWN;
	s->cfa = s->regs->v[rule->reg] + (uint64_t)(int64_t)rule->value;
	return UNWIND_ENDS;
}

/* One register of the caller. UNWIND_ENDS: it is in *out. UNWIND_ROOT: nowhere. */
static enum unwind_end reg_find(const struct step *s, const struct reg_rule *rule, uint64_t *out)
{
	uint64_t at = s->cfa + (uint64_t)(int64_t)rule->value;
	enum unwind_end end = UNWIND_ENDS;
	switch (rule->how) {
	case HOW_OFFSET:
		return stack_load(s->stack, at, out) ? UNWIND_ENDS : UNWIND_STACK;
	case HOW_VALUE:
		*out = at;
		return UNWIND_ENDS;
	case HOW_SAME:
	case HOW_REG: {
		uint32_t reg = rule->how == HOW_SAME ? rule->reg : (uint32_t)rule->value;
		if (reg >= UNWIND_REGS || !(s->regs->known & REG(reg)))
			return UNWIND_UNKNOWN;
		*out = s->regs->v[reg];
		return UNWIND_ENDS;
	}
	case HOW_EXPR:
		end = expression(s, rule->value, true, &at);
		if (end == UNWIND_ENDS)
			end = stack_load(s->stack, at, out) ? UNWIND_ENDS : UNWIND_STACK;
		return end;
	case HOW_VALUE_EXPR:
		return expression(s, rule->value, true, out);
	default:
		return UNWIND_ROOT;
	}
}

enum unwind_end step_by_rule(const struct cpu *cpu, const struct unwind_table *t, uint32_t rule,
                             uint64_t bias, const struct unwind_stack *stack,
                             struct unwind_regs *regs, bool *interrupted)
{
	struct rule r = table_rule_at(t, rule);
	struct step s = { .table = t, .stack = stack, .regs = regs, .bias = bias };
	/* All are found before one is changed: a rule speaks of those in the function. */
	uint64_t found[UNWIND_REGS], set = 0, lost = 0;
	enum unwind_end end = cfa_find(&s, &r.cfa), ra_end = UNWIND_ENDS;
	if (end != UNWIND_ENDS)
		return end;
	for (uint32_t i = 0; i < r.n; i++) {
		uint8_t reg = r.regs[i].reg;
		end = reg_find(&s, &r.regs[i], &found[i]);
		*(end == UNWIND_ENDS ? &set : &lost) |= REG(reg);
		if (reg == cpu->ra || reg == cpu->pc)
			ra_end = end;
	}
	for (uint32_t i = 0; i < r.n; i++)
		if (set & REG(r.regs[i].reg))
			regs->v[r.regs[i].reg] = found[i];
	if (!(set & REG(cpu->sp)))
		regs->v[cpu->sp] = s.cfa;
	regs->known = ((regs->known & cpu->callee_saved) | REG(cpu->sp) | set) & ~lost;
	/* What is not told of the return address: it is where the call left it. */
	if (!(regs->known & REG(cpu->pc))) {
		if (ra_end != UNWIND_ENDS)
			return ra_end;
		if (!(regs->known & REG(cpu->ra)))
			return UNWIND_UNKNOWN;
		regs->v[cpu->pc] = regs->v[cpu->ra];
		regs->known |= REG(cpu->pc);
	}
	*interrupted = r.is_signal;
	return UNWIND_ENDS;
}

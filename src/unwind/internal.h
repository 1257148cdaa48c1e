/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of unwind/ share. */
#ifndef PMREC_UNWIND_INTERNAL_H
#define PMREC_UNWIND_INTERNAL_H

#include "base/buf.h"
#include "base/sort.h"
#include "base/table.h"
#include "unwind/dwarf.h"
#include "unwind/unwind.h"

/* ------------------------------------------------------------------ CPUs */

struct cpu {
	uint8_t pc, sp, fp;    /* DWARF numbers */
	uint8_t ra;            /* where a function finds its return address at first: a register, or
	                          pc = on the stack, where the call put it */
	uint64_t callee_saved; /* registers that a function gives back as they were */
	const uint8_t *of_perf; /* DWARF number by perf's, n_of_perf of them; 0xff = none */
	uint8_t n_of_perf;
	/* Code that returns from a signal, and the registers of who was interrupted: by DWARF
	 * number in the order in which they lie at saved_off from the stack pointer. */
	const uint8_t *trampoline, *saved;
	uint8_t n_trampoline, n_saved;
	uint16_t saved_off;
};
extern const struct cpu unwind_cpus[UNWIND_CPUS];

/* ------------------------------------------------------------------ rules */

/* How a register of the caller is found. */
enum how {
	HOW_SAME,      /* as it is */
	HOW_UNDEFINED, /* not at all; of the return address: there is no caller */
	HOW_OFFSET,    /* at CFA + value */
	HOW_VALUE,     /* it is CFA + value */
	HOW_REG,       /* it is in register value */
	HOW_EXPR,      /* at the address that expression value gives */
	HOW_VALUE_EXPR /* it is what expression value gives */
};
struct reg_rule {
	uint8_t reg, how;
	uint16_t n_more; /* of a rule's first word in a table: how many follow */
	int32_t value;
};
/* What holds at an address. */
struct rule_set {
	struct reg_rule cfa;               /* HOW_REG: register reg + value; HOW_EXPR */
	struct reg_rule regs[UNWIND_REGS]; /* by number, of those in set */
	uint64_t set;
	bool is_signal; /* its caller was interrupted and did not call */
};

/* In a table a rule is a run: that of the CFA, with RULE_SIGNAL or'ed to its how where the caller
 * was interrupted, then those of registers. */
enum { RULE_NONE = 0, RULE_SIGNAL = 0x80 };
struct rule {
	struct reg_rule cfa;
	const struct reg_rule *regs;
	uint32_t n;
	bool is_signal;
};

/* ------------------------------------------------------------------ tables */

enum { TRAMPOLINES_MAX = 8 };

struct unwind_table {
	const struct cpu *cpu;
	uint64_t entry;                        /* 0 = none */
	uint64_t trampolines[TRAMPOLINES_MAX]; /* addresses of those that have no rules */
	uint32_t n_trampolines;
	uint64_t base; /* address of offset 0: no code lies below */
	uint32_t *at;  /* offsets where a rule begins to hold, ascending */
	uint32_t *rule_at;
	uint32_t n, cap;
	/* By block of 1 << block_bits offsets the row that holds where it begins, 0 = none yet; one
	 * more at the end. */
	uint32_t *blocks, n_blocks;
	unsigned block_bits;
	struct reg_rule *rules; /* rules[0] is none */
	uint32_t n_rules, cap_rules, n_distinct;
	struct table rule_table;
	struct buf exprs; /* u32 length and bytes of each */
	struct table expr_table;
	uint32_t n_functions;
};

/* One more address where other rules begin to hold; addresses ascend. */
void table_row(struct unwind_table *t, uint64_t addr, uint32_t rule);
/* The rule as it stands in the table; RULE_NONE when it holds too many. */
uint32_t table_rule(struct unwind_table *t, const struct rule_set *set);
/* An expression's number; negative = there are too many. */
int32_t table_expr(struct unwind_table *t, struct span expr);
struct span table_expr_at(const struct unwind_table *t, int32_t expr);
uint32_t table_find(const struct unwind_table *t, uint64_t addr);
struct rule table_rule_at(const struct unwind_table *t, uint32_t rule);

/* A run of addresses that one source speaks of. */
struct function {
	uint64_t addr, n; /* bytes */
	uint32_t source;  /* who compiles it */
	uint32_t info;    /* what it is to him */
};
struct functions {
	struct function *v;
	uint32_t n, cap;
};
/* To be compiled into rows of [from, end of the function). */
typedef void function_compile(void *ctx, struct unwind_table *t, const struct function *f,
                              uint64_t from);

/* ------------------------------------------------------------------ sources of rules */

struct cfi;
/* Find the functions of a section of call frame information. */
struct cfi *cfi_new(const struct unwind_source *src, const struct unwind_section *section,
                    bool is_debug, uint32_t source, struct functions *out);
void cfi_free(struct cfi *c);
function_compile cfi_compile;

struct sframe;
struct sframe *sframe_new(const struct unwind_source *src, uint32_t source, struct functions *out);
void sframe_free(struct sframe *s);
function_compile sframe_compile;

/* Stubs; ctx is the struct unwind_source. */
void plt_functions(const struct unwind_source *src, uint32_t source, struct functions *out);
function_compile plt_compile;

/* ------------------------------------------------------------------ bytes of DWARF */

struct span dwarf_block(struct dwarf_reader *r, uint64_t n);
/* A pointer in an encoding of .eh_frame (LSB, "DWARF Exception Header Encoding"); where: the
 * address of the first byte of what is left. False when it is omitted, or of an unknown kind. */
bool dwarf_pointer(struct dwarf_reader *r, uint8_t encoding, const struct unwind_source *src,
                   uint64_t where, uint64_t function, uint64_t *out);

/* ------------------------------------------------------------------ steps */

/* Memory that can be read: the copy of the stack. */
static inline bool stack_load(const struct unwind_stack *s, uint64_t addr, uint64_t *out)
{
	uint64_t off = addr - s->addr;
	if (off > s->bytes.n || s->bytes.n - off < 8)
		return false;
	*out = load64(s->bytes.p + off);
	return true;
}

enum expr_end { EXPR_DONE, EXPR_UNKNOWN, EXPR_STACK, EXPR_BAD };
/* Evaluate a DWARF expression with *out on its stack at first. bias is added to addresses in it. */
enum expr_end expr_run(struct span expr, const struct unwind_regs *regs,
                       const struct unwind_stack *stack, uint64_t bias, bool has_first,
                       uint64_t *out);

/* The registers of the caller. UNWIND_ENDS: done; else why not, regs are then of no use. */
enum unwind_end step_by_rule(const struct cpu *cpu, const struct unwind_table *t, uint32_t rule,
                             uint64_t bias, const struct unwind_stack *stack,
                             struct unwind_regs *regs, bool *interrupted);

#endif

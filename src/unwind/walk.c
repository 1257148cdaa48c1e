// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The walk over a copied stack. Frame by frame: which file's table has a rule for the address;
 * where none has, is it the code that returns from a signal, or does a frame pointer lead on?
 * Bounded by the room for frames; and as each frame lies outside of the one it called, by the copy.
 */
#include <stdlib.h>

#include "abi/abi.h"
#include "base/alloc.h"
#include "unwind/internal.h"

#define REG(n) (1ull << (n))

enum {
	CACHE_SLOTS = 4096, /* a power of two; 96 KiB */
	ENTRY_BYTES = 64,   /* of the code at a program's entry, which nothing calls */
};

/* Beside those of a table. */
#define RULE_TRAMPOLINE UINT32_MAX
#define RULE_ENTRY (UINT32_MAX - 1)

struct unwind_walker {
	const struct cpu *cpu;
	unwind_find *find;
	void *ctx;
	struct slot {
		const struct unwind_table *table;
		uint64_t key; /* of the address in it, and whether it is a caller's */
		uint32_t rule;
	} cache[CACHE_SLOTS];
};

const char *unwind_end_name(enum unwind_end end)
{
	static const char *const names[UNWIND_ENDS] = {
		[UNWIND_ROOT] = "the root",
		[UNWIND_STACK] = "the end of the copy",
		[UNWIND_DEPTH] = "too many frames",
		[UNWIND_NO_MAPPING] = "a return address in no file",
		[UNWIND_NO_FILE] = "a file that is not at hand",
		[UNWIND_NO_RULE] = "code without call frame information",
		[UNWIND_UNKNOWN] = "a register that is not known",
		[UNWIND_EXPRESSION] = "a rule that cannot be evaluated",
		[UNWIND_LOOP] = "a frame inside of the one it called",
	};
	return end < UNWIND_ENDS ? names[end] : "?";
}

struct unwind_walker *unwind_walker_new(enum unwind_cpu cpu, unwind_find *find, void *ctx)
{
	struct unwind_walker *w = mem_new(sizeof *w);
	w->cpu = &unwind_cpus[cpu];
	w->find = find;
	w->ctx = ctx;
	return w;
}

void unwind_walker_free(struct unwind_walker *w)
{
	free(w);
}

void unwind_walker_forget(struct unwind_walker *w)
{
	memset(w->cache, 0, sizeof w->cache);
}

/* ------------------------------------------------------------------ rules by address */

/* A signal's handler returns to the first byte of a trampoline, which was never called. Who is
 * sampled in it is before or behind its last instruction, which enters the kernel. */
static bool is_trampoline(const struct unwind_table *t, uint64_t addr, bool is_caller)
{
	for (uint32_t i = 0; i < t->n_trampolines; i++) {
		uint64_t off = addr - t->trampolines[i];
		if (is_caller ? off == 0 : off <= t->cpu->n_trampoline)
			return true;
	}
	return false;
}

static uint32_t rule_find(const struct unwind_table *t, uint64_t addr, bool is_caller)
{
	uint32_t rule = table_find(t, addr - is_caller);
	if (is_trampoline(t, addr, is_caller))
		return RULE_TRAMPOLINE;
	if (rule == RULE_NONE && t->entry && addr - t->entry < ENTRY_BYTES)
		return RULE_ENTRY;
	return rule;
}

static uint32_t rule_cached(struct unwind_walker *w, const struct unwind_table *t, uint64_t addr,
                            bool is_caller)
{
	/* A caller's address and the same as one that was interrupted are two questions. */
	uint64_t key = addr << 1 | is_caller;
	struct slot *s = &w->cache[hash_mix(key, (uintptr_t)t) & (CACHE_SLOTS - 1)];
	if (s->table != t || s->key != key)
		*s = (struct slot){ t, key, rule_find(t, addr, is_caller) };
	return s->rule;
}

/* ------------------------------------------------------------------ steps without rules */

/* All registers of who was interrupted lie on the stack. */
static enum unwind_end step_trampoline(const struct cpu *cpu, const struct unwind_stack *stack,
                                       struct unwind_regs *regs)
{
	uint64_t at = regs->v[cpu->sp] + cpu->saved_off;
	struct unwind_regs caller = { .known = 0 };
	for (uint32_t i = 0; i < cpu->n_saved; i++) {
		if (!stack_load(stack, at + 8 * i, &caller.v[cpu->saved[i]]))
			return UNWIND_STACK;
		caller.known |= REG(cpu->saved[i]);
	}
	*regs = caller;
	return UNWIND_ENDS;
}

/* The caller's frame pointer and the return address lie where the frame pointer leads. Whether it
 * is one at all nobody says: it must lie in the stack, and what is there must be code. */
static enum unwind_end step_frame_pointer(struct unwind_walker *w, const struct unwind_stack *stack,
                                          struct unwind_regs *regs)
{
	const struct cpu *cpu = w->cpu;
	uint64_t fp = regs->v[cpu->fp], pc, outer;
	struct unwind_code code;
	if (!(regs->known & REG(cpu->fp)))
		return UNWIND_NO_RULE;
	if (!fp)
		return UNWIND_ROOT;
	if (fp & 7 || fp < regs->v[cpu->sp] || !stack_load(stack, fp, &outer) ||
	    !stack_load(stack, fp + 8, &pc))
		return UNWIND_NO_RULE;
	if (pc && !w->find(w->ctx, pc, &code))
		return UNWIND_NO_RULE;
	regs->v[cpu->fp] = outer;
	regs->v[cpu->ra] = regs->v[cpu->pc] = pc;
	regs->v[cpu->sp] = fp + 16;
	regs->known = REG(cpu->fp) | REG(cpu->pc) | REG(cpu->sp) | REG(cpu->ra);
	return UNWIND_ENDS;
}

/* A function that has done nothing yet but to be called, where that puts the return address into a
 * register; or what a signal's handler returns to. */
static enum unwind_end step_leaf(struct unwind_walker *w, const struct unwind_stack *stack,
                                 struct unwind_regs *regs, bool is_caller, bool *interrupted)
{
	const struct cpu *cpu = w->cpu;
	struct unwind_code code;
	if (is_caller) {
		enum unwind_end end = step_trampoline(cpu, stack, regs);
		*interrupted = true;
		return end != UNWIND_ENDS || w->find(w->ctx, regs->v[cpu->pc], &code)
		               ? end
		               : UNWIND_NO_RULE;
	}
	if (cpu->ra == cpu->pc || !(regs->known & REG(cpu->ra)))
		return UNWIND_NO_RULE;
	regs->v[cpu->pc] = regs->v[cpu->ra];
	regs->known &= cpu->callee_saved | REG(cpu->sp) | REG(cpu->pc);
	return UNWIND_ENDS;
}

/* ------------------------------------------------------------------ the walk */

static enum unwind_end step(struct unwind_walker *w, const struct unwind_code *code,
                            const struct unwind_stack *stack, struct unwind_regs *regs,
                            bool is_caller, bool *interrupted)
{
	if (code->is_absent)
		return code->is_leaf ? step_leaf(w, stack, regs, is_caller, interrupted)
		                     : UNWIND_NO_FILE;
	if (!code->table)
		return step_frame_pointer(w, stack, regs);
	uint64_t addr = regs->v[w->cpu->pc] - code->bias;
	uint32_t rule = rule_cached(w, code->table, addr, is_caller);
	switch (rule) {
	case RULE_NONE:
		return code->is_leaf ? step_leaf(w, stack, regs, is_caller, interrupted)
		                     : step_frame_pointer(w, stack, regs);
	case RULE_ENTRY:
		return UNWIND_ROOT;
	case RULE_TRAMPOLINE:
		*interrupted = true;
		return step_trampoline(w->cpu, stack, regs);
	default:
		return step_by_rule(w->cpu, code->table, rule, code->bias, stack, regs,
		                    interrupted);
	}
}

/* User space lies in the lower half; above its 48 bits arm64 may have put a signature. */
static uint64_t plain_address(uint64_t addr)
{
	return addr >> 63 ? addr : addr & 0xffffffffffffull;
}

enum unwind_end unwind_walk(struct unwind_walker *w, struct unwind_regs *at,
                            const struct unwind_stack *stack, uint64_t *out, uint32_t room,
                            uint32_t *n)
{
	const struct cpu *cpu = w->cpu;
	bool is_caller = false;
	*n = 0;
	for (;;) {
		struct unwind_code code = { 0 };
		bool interrupted = false, is_first = !*n;
		uint64_t sp = at->v[cpu->sp];
		at->v[cpu->pc] = plain_address(at->v[cpu->pc]);
		if (!at->v[cpu->pc])
			return UNWIND_ROOT;
		bool is_code = w->find(w->ctx, at->v[cpu->pc], &code);
		if (!is_code && is_caller)
			return UNWIND_NO_MAPPING;
		if (*n + 2 > room)
			return UNWIND_DEPTH;
		if (!is_caller && !is_first)
			out[(*n)++] = ABI_CONTEXT_USER;
		out[(*n)++] = at->v[cpu->pc];
		if (!is_code)
			return UNWIND_NO_MAPPING;
		enum unwind_end end = step(w, &code, stack, at, is_caller, &interrupted);
		if (end != UNWIND_ENDS)
			return end;
		/* A function that saved nothing yet may have no frame of its own; one that called
		 * has. */
		if (!interrupted && (at->v[cpu->sp] < sp || (is_caller && at->v[cpu->sp] == sp)))
			return UNWIND_LOOP;
		is_caller = !interrupted;
	}
}

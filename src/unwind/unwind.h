/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From what a sample holds to the addresses of its call chain: the chain that the kernel made, or
 * the one that the registers and a copy of the stack give by the call frame information of the
 * files that were running. Pure.
 */
#ifndef PMREC_UNWIND_UNWIND_H
#define PMREC_UNWIND_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/abi.h"
#include "base/err.h"
#include "base/span.h"

/* ------------------------------------------------------------------ the kernel's chain (chain.c)
 */

/* One address of a call chain, innermost first. */
struct chain_frame {
	uint64_t ip;
	uint8_t mode;   /* ABI_MISC_KERNEL, ABI_MISC_USER, ...: the context it belongs to */
	bool is_caller; /* a return address: the call is the instruction before it */
};

/* A walk over the chain as the kernel recorded it: context markers switch the mode and are not
 * given out. The first address after a marker is where that context was interrupted, all others are
 * return addresses. */
struct chain_walk {
	struct words chain, user;
	uint64_t at;
	uint8_t mode;
	bool is_first;
	bool is_incomplete; /* the user part was put off and is not at hand */
};

/* mode: the context of addresses before the first marker: the sample's own. user: the addresses
 * that stand for the end of a chain whose user part was put off; n = 0 = not at hand. */
void chain_walk_init(struct chain_walk *w, struct words chain, struct words user, uint8_t mode);
void chain_marker(struct chain_walk *w, uint64_t marker); /* one of ABI_CONTEXT_* */
/* The next address in *out; false at the end. */
static inline bool chain_next(struct chain_walk *w, struct chain_frame *out)
{
	while (w->at < w->chain.n) {
		uint64_t ip = words_at(w->chain, w->at++);
		if (ip < ABI_CONTEXT_MAX) {
			*out = (struct chain_frame){ ip, w->mode, !w->is_first };
			w->is_first = false;
			return true;
		}
		chain_marker(w, ip);
	}
	return false;
}

/* The addresses of its user part; empty when it has none, or was put off. mode as of
 * chain_walk_init(). */
struct words chain_user(struct words chain, uint8_t mode);
/* The chain that the kernel made, with its user part replaced by what a walk over the stack gave:
 * words as of unwind_walk(). Where that ended early (is_whole = false) and the kernel has followed
 * frame pointers, the chain goes on with those: behind the last address that both have, else behind
 * the first one. Into out, room words at most; returns how many. */
uint32_t chain_join(struct words chain, uint8_t mode, struct words unwound, bool is_whole,
                    uint64_t *out, uint32_t room);

/* ------------------------------------------------------------------ CPUs (cpu.c) */

enum unwind_cpu { UNWIND_X86_64, UNWIND_ARM64, UNWIND_CPUS };

/* Registers by their DWARF numbers (System V ABI for AMD64, figure 3.36; DWARF for the Arm 64-bit
 * architecture, section 4.1). On x86-64 number 16 is the address of the instruction; on arm64 it is
 * 32 here, a number that DWARF gives to no register, and 31 is the stack pointer. */
enum { UNWIND_REGS = 33 };

struct unwind_regs {
	uint64_t v[UNWIND_REGS];
	uint64_t known; /* bit i: v[i] is */
};

/* From the registers of a sample, in the order of the bits of the event's mask (asm/perf_regs.h).
 * False when the address of the instruction or the stack pointer is not among them. */
bool unwind_regs_of_sample(enum unwind_cpu cpu, struct words regs, uint64_t mask,
                           struct unwind_regs *out);
/* Of arm64, where no more is known than these two. */
void unwind_regs_of_link(struct unwind_regs *out, uint64_t pc, uint64_t link);
uint64_t unwind_pc(enum unwind_cpu cpu, const struct unwind_regs *regs);
uint64_t unwind_sp(enum unwind_cpu cpu, const struct unwind_regs *regs);

/* ------------------------------------------------------------------ tables (table.c) */

/* A part of a file and the virtual address where it belongs. */
struct unwind_section {
	struct span bytes;
	uint64_t addr;
};

enum { UNWIND_PLTS_MAX = 4, UNWIND_CODE_MAX = 8 };

/* What an ELF file says of its frames; all borrowed, until the table is made. What is not there is
 * empty. */
struct unwind_source {
	enum unwind_cpu cpu;
	struct unwind_section eh_frame, debug_frame, sframe;
	struct unwind_section plt[UNWIND_PLTS_MAX]; /* sections of stubs that jump to other files */
	struct unwind_section code[UNWIND_CODE_MAX]; /* all that is executed; must stay as long as
	                                                the table */
	uint64_t text_addr, data_addr;               /* bases of relative pointers: .text, .got */
	uint64_t entry;                              /* where the program begins; 0 = it does not */
};

/* The rules of a file: for each of its addresses where the caller's registers are. 8 bytes a row,
 * of which compilers make some ten a function, and the distinct rules once. */
struct unwind_table;

/* Compile all that the file says: .eh_frame, where that has nothing .debug_frame, then .sframe,
 * then what is known of stubs. Never fails: what makes no sense gives no rules. */
struct unwind_table *unwind_table_new(const struct unwind_source *src);
void unwind_table_free(struct unwind_table *t); /* NULL is fine */
struct unwind_table_size {
	uint32_t n_functions, n_rows, n_rules;
	uint64_t bytes;
};
struct unwind_table_size unwind_table_size(const struct unwind_table *t);

/* ------------------------------------------------------------------ the walk (walk.c) */

/* Why a walk ended. */
enum unwind_end {
	UNWIND_ROOT,       /* the first function of a thread */
	UNWIND_STACK,      /* the stack goes on behind what was copied */
	UNWIND_DEPTH,      /* there was no room for more frames */
	UNWIND_NO_MAPPING, /* the address lies in no file */
	UNWIND_NO_FILE,    /* its file is not at hand */
	UNWIND_NO_RULE,    /* there is no rule for the address, and frame pointers lead nowhere */
	UNWIND_UNKNOWN,    /* a rule needs a register that is not known */
	UNWIND_EXPRESSION, /* a rule cannot be evaluated */
	UNWIND_LOOP,       /* the caller's frame is not outside of its own */
	UNWIND_ENDS
};
const char *unwind_end_name(enum unwind_end end);

/* The code at an address. */
struct unwind_code {
	const struct unwind_table *table; /* NULL = there is none */
	uint64_t bias;                    /* the address minus that in the table */
	bool is_leaf;   /* all functions there call none and save nothing, and what is returned to
	                   is the end of a signal's handler: the vdso of arm64, which has no rules */
	bool is_absent; /* there is none because the file is not at hand: what it holds is not
	                   known, and no frame pointer is followed */
};
/* False: nothing to be executed is mapped at pc. */
typedef bool unwind_find(void *ctx, uint64_t pc, struct unwind_code *out);

struct unwind_walker; /* remembers rules by address */
struct unwind_walker *unwind_walker_new(enum unwind_cpu cpu, unwind_find *find, void *ctx);
void unwind_walker_free(struct unwind_walker *w);
/* Forget all rules: a table is about to go. */
void unwind_walker_forget(struct unwind_walker *w);

/* A copy of the stack from the stack pointer on. */
struct unwind_stack {
	uint64_t addr;
	struct span bytes;
};

/* Walk from the registers of a sample, which change on the way, to the root. out gets room words at
 * most: addresses, innermost first, and ABI_CONTEXT_USER before one that was interrupted by a
 * signal, and so is no return address. *n of them. */
enum unwind_end unwind_walk(struct unwind_walker *w, struct unwind_regs *regs,
                            const struct unwind_stack *stack, uint64_t *out, uint32_t room,
                            uint32_t *n);

#endif

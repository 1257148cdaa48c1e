/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Call chains of samples that hold registers and a copy of the stack in place of the user part, or
 * beside it. Readers and the recorder share this: both have a session that tells what was mapped
 * when the sample was taken, and lend the rules of the files.
 */
#ifndef PMREC_SESSION_UNWINDING_H
#define PMREC_SESSION_UNWINDING_H

#include "session/session.h"
#include "unwind/unwind.h"

struct unwinding;
/* The rules of a session file, and the address in them of its byte off; NULL = it is not at hand.
 */
typedef const struct unwind_table *unwinding_table(void *ctx, uint32_t file, uint64_t off,
                                                   uint64_t *vaddr);
/* How many walks ended how. */
struct unwinding_stats {
	uint64_t samples;
	uint64_t by_end[UNWIND_ENDS];
	uint64_t no_regs;   /* samples without registers: nothing ran in user space */
	uint64_t narrow;    /* of 32-bit tasks, which are not unwound */
	uint64_t other_cpu; /* of a CPU that is not unwound */
};

/* How many did not reach the root; *why gets the most frequent reason. */
uint64_t unwinding_unfinished(const struct unwinding_stats *u, const char **why);

/* Is the copy of the stack there for the whole of it? A smaller one is there for those first frames
 * that have no frame pointer. */
enum { UNWINDING_LEAF_BYTES = 256 };
/* What perf asks for with frame pointers on arm64: the link register alone. */
enum { UNWINDING_LINK = 1 << 30 };
static inline bool unwinding_has_dump(const struct abi_attr *a)
{
	return a->sample_type & ABI_SAMPLE_STACK_USER &&
	       (a->flags & ABI_EXCLUDE_CALLCHAIN_USER ||
	        a->sample_stack_user > UNWINDING_LEAF_BYTES);
}

/* By what uname(2) calls the machine; NULL = by the registers that were recorded, of which only
 * arm64 has 33. UNWIND_CPUS = one that is not unwound. */
enum unwind_cpu unwinding_cpu(const char *arch, uint64_t regs);
struct unwinding *unwinding_new(struct session *s, enum unwind_cpu cpu, unwinding_table *table,
                                void *ctx);
/* Is there something to unwind? A copy of the stack, or the link register of arm64 beside a chain
 * by frame pointers. */
static inline bool unwinding_wanted(const struct session_event *ev)
{
	return ev->sample.user_stack.n ||
	       (ev->event->attr.sample_regs_user == UNWINDING_LINK && ev->sample.chain.n);
}
/* The call chain of a sample that has a copy of the stack: the kernel's, with a user part that a
 * walk over the copy gave; of one that has the link register: the kernel's, with the caller of a
 * function that has no frame. Valid until the next call. */
struct words unwinding_chain(struct unwinding *u, const struct session_event *ev);
const struct unwinding_stats *unwinding_stats(const struct unwinding *u);
/* Counting goes on where another one ended. */
void unwinding_go_on(struct unwinding *u, const struct unwinding_stats *stats);
/* No more samples come; what was counted stays. NULL is fine for both. */
void unwinding_finish(struct unwinding *u);
void unwinding_free(struct unwinding *u);

#endif

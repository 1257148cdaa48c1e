/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Copies of stacks become call chains on their way into the file. What a sample's frames are
 * depends on what was mapped when it was taken; so the records of a round are put in order of time
 * first, and played to a session as a reader would play them.
 */
#ifndef PMREC_CAPTURE_STACKS_H
#define PMREC_CAPTURE_STACKS_H

#include "capture/names.h"
#include "capture/queue.h"
#include "session/unwinding.h"

struct stacks; /* NULL = copies are written as they are */

/* Of a plan whose events are open; the files are those that held has. */
struct stacks *stacks_new(const struct plan *p, struct held *held);
void stacks_free(struct stacks *st); /* NULL is fine */

/* What is known of processes and files takes so much memory that it is to be gathered anew:
 * stacks_renew(), and then what there is now, for stacks_early(). */
bool stacks_is_full(const struct stacks *st);
void stacks_renew(struct stacks *st);

/* Records made elsewhere that precede all others. */
void stacks_early(struct stacks *st, struct span records);
/* Tracking records of the round at hand. */
void stacks_track(struct stacks *st, const struct span part[2]);
/* A round ends: its samples are those in the queue before end, which are consumed. They are given
 * to put, as the file is to have them, in order of time. */
typedef void stacks_put(void *ctx, struct span records);
void stacks_round(struct stacks *st, struct queue *samples, uint64_t end, stacks_put *put,
                  void *ctx);
const struct unwinding_stats *stacks_stats(const struct stacks *st);

/* ------------------------------------------------------------------ tables (stack_tables.c) */

/* The rules of the files that were met. */
struct stack_tables {
	struct held *held;             /* borrowed */
	const struct session *session; /* borrowed */
	/* By session file. */
	struct stack_table {
		bool is_tried;
		struct unwind_table *table; /* NULL = there is none */
		struct elf_file *layout;
	} *v;
	uint32_t n;
	uint64_t n_bytes;   /* of the tables */
	struct arena arena; /* of the layouts */
};
unwinding_table stack_tables_find; /* ctx is a struct stack_tables */
void stack_tables_release(struct stack_tables *t);

#endif

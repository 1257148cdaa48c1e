/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the makers of a flame graph's page share: the data that is put into it. */
#ifndef PMREC_OUTPUT_FLAME_H
#define PMREC_OUTPUT_FLAME_H

#include "base/sort.h"
#include "output/stacktree.h"

/* A profile that is shown, its entries by slot and node. */
struct flame_side {
	const struct profile *profile;
	uint32_t *paths;     /* by entry */
	struct sort_pair *v; /* (slot << 32 | node, context << 32 | entry) */
	uint32_t n;
};

struct flame {
	const struct session *session; /* of what is shown: its events */
	const struct flame_options *o;
	struct stacktree tree;
	struct flame_side shown, before; /* before.profile NULL: it is compared with nothing */
	/* Who ran where, and what was counted: distinct ones are few. */
	struct flame_context {
		uint32_t event, thread, cpu;
	} *contexts;
	uint32_t n_contexts, cap_contexts;
	struct table context_table;
	struct flame_thread {
		uint32_t pid, tid, comm; /* comm: session text, the last */
	} *threads;
	uint32_t n_threads, cap_threads;
	struct table thread_table;
	uint64_t *periods; /* by event the usual one, 0 = there is none */
};

/* The entries of a side in order; what is compared only if the event is shown (flame_entries.c). */
void flame_entries(struct flame *f, struct flame_side *side);
/* As the page's lists. */
void flame_list_tree(struct buf *b, const struct stacktree *t);
void flame_list_weights(struct buf *b, const struct flame *f, const struct flame_side *side);

/* By node: what a side's stacks weigh with all below; *sum: all together (flame_shares.c). */
uint64_t *flame_totals(const struct flame *f, const struct flame_side *side,
                       const struct stack_measure *m, uint64_t *sum);
/* By node its part of all of an event, from 0 to 1; of two recordings the mean of both. */
double *flame_shares(const struct flame *f, const char *event);
/* From -1 (gone) over 0 (the same) to 1 (new), nearer to 0 where shares of so many samples differ
 * as much by chance. */
double flame_change(double now, double before, double n_now, double n_before);
/* Nodes below this part of all of the event become one below their parent; event NULL: of every
 * event. */
void flame_prune(struct flame *f, const char *event, double min_share);

/* The file that holds a picture (svg.c). */
void flame_svg(struct buf *out, const struct flame *f, const char *event);

#endif

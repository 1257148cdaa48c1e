/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the formats that show whole stacks share: functions as they are shown, and all stacks of a
 * profile, or of several, as one tree.
 */
#ifndef PMREC_OUTPUT_STACKTREE_H
#define PMREC_OUTPUT_STACKTREE_H

#include "output/output.h"
#include "output/paths.h"

/* ------------------------------------------------------------------ frames as shown (frames.c) */

enum frame_kind {
	FRAME_COMM, /* no function: the name of the thread */
	FRAME_USER,
	FRAME_KERNEL,
	FRAME_JIT,
	FRAME_INLINED,
	FRAME_UNKNOWN,
	FRAME_KINDS
};

struct frame_shown {
	uint32_t name, module; /* text ids in frames.texts */
	enum frame_kind kind;
};

/* Each distinct one has a small id. {0} is empty. */
struct frames {
	bool addrs; /* show the address where a function has no name */
	bool lines; /* tell functions apart by their lines, and show these */
	struct intern texts;
	struct frame_shown *v;
	uint32_t n, cap;
	struct table table;
	struct buf text; /* of what is in the making */
};

uint32_t frames_function(struct frames *f, const struct places *p, uint32_t function);
/* The name of a file as that of a module, a text id. */
uint32_t frames_module(struct frames *f, const struct places *p, const struct session_file *file);
uint32_t frames_comm(struct frames *f, const char *comm);
/* What is no function and no thread. */
uint32_t frames_other(struct frames *f, const char *name);
void frames_release(struct frames *f);
const char *frame_kind_name(enum frame_kind kind); /* in the words of JSON */
/* The function's name, or what stands for it: "[libc.so.6]", "[unknown]", with addrs "[libc.so.6
 * <7f12>]". */
void frame_text(struct buf *b, const struct places *p, const struct function *fn, bool addrs);

static inline const struct intern_text *frame_name(const struct frames *f, uint32_t frame)
{
	return &f->texts.v[f->v[frame].name];
}

/* "" of what is no function. */
static inline const struct intern_text *frame_module(const struct frames *f, uint32_t frame)
{
	return &f->texts.v[f->v[frame].module];
}

/* Functions and comms of a profile as frames, each asked for once. */
struct frame_ids {
	struct frames *frames; /* borrowed */
	const struct profile *profile;
	uint32_t *functions, *comms; /* ids + 1, 0 = not asked for yet */
};
void frame_ids_init(struct frame_ids *f, struct frames *frames, const struct profile *p);
uint32_t frame_of_function(struct frame_ids *f, uint32_t function);
uint32_t frame_of_comm(struct frame_ids *f, uint32_t comm);
void frame_ids_release(struct frame_ids *f);

/* ------------------------------------------------------------------ the tree (stacktree.c) */

/* Nodes in preorder: a node's children follow it, each with all below it. Nodes of depth 0 are
 * threads' names, the functions that these ran lie below. {0} is empty; options are set before
 * anything is added. */
struct stacktree {
	struct frames frames;
	bool callers;       /* from the innermost function to its callers */
	bool is_joined;     /* below a node of its own in place of threads' names */
	uint32_t max_stack; /* frames of a stack that are taken, innermost first; 0 = all */
	uint32_t max_nodes; /* stacks end in STACK_CUT_NAME where there would be more; 0 = 2^23 */
	struct paths paths; /* until it is built: words are frames, heads those of comms */
	uint32_t *node_of;  /* by path: of its last frame */
	uint32_t n_paths;
	struct stacktree_node {
		uint32_t frame, depth;
	} *v;
	uint32_t n, cap;
	uint32_t n_levels; /* depths that there are */
};

#define STACKTREE_ALL "all" /* the node of its own */
/* Add the stacks of a profile's entries, each below its comm; by entry its path, to be free()d. */
uint32_t *stacktree_add(struct stacktree *t, const struct profile *p);
/* After all were added. */
void stacktree_build(struct stacktree *t);
/* By node the one above it, TABLE_NONE for those of depth 0; to be free()d. */
uint32_t *stacktree_parents(const struct stacktree *t);
void stacktree_release(struct stacktree *t);

/* ------------------------------------------------------------------ weights (stackweights.c) */

struct stack_measure {
	const char *event; /* by name: a machine with several core PMUs has one for each */
	bool samples;      /* their number, not their periods */
};
/* By node, all 0; free() it. */
uint64_t *stacktree_new_weights(const struct stacktree *t);
/* Add what the stacks of a profile weigh to the nodes they end in; paths: as stacktree_add() gave
 * them. */
void stacktree_own(const struct stacktree *t, const uint32_t *paths, const struct profile *p,
                   const struct stack_measure *m, uint64_t *own);
/* Each node with all below it. */
void stacktree_totals(const struct stacktree *t, const uint64_t *own, uint64_t *total);
/* By node: is it to be kept? What is not, with all below it, becomes a part of one node of that
 * name below its parent. */
void stacktree_prune(struct stacktree *t, const bool *keep, const char *name);

#endif

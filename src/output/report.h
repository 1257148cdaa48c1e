/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the forms of the report share. */
#ifndef PMREC_OUTPUT_REPORT_H
#define PMREC_OUTPUT_REPORT_H

#include "output/internal.h"
#include "output/stacktree.h"

/* ------------------------------------------------------------------ what is above (report_head.c)
 */

/* What was lost, samples and sum of the events of a group. */
void report_head(struct buf *b, const struct profile *p, const struct data_group *events,
                 uint64_t lost);
/* A percentage, 8 columns; large ones in colour, if there is any. */
void put_percent(struct buf *b, const struct report_options *o, double percent);
/* What is in front of a function's name, and behind it: where it runs is told by colour. */
const char *mode_colour(const struct report_options *o, uint8_t mode);
const char *plain_colour(const struct report_options *o);

/* ------------------------------------------------------------------ cells (report_cells.c) */

/* What makes the texts that say what a group is, each comm and file once. */
struct cells {
	const struct places *p;  /* borrowed */
	size_t width[SORT_KEYS]; /* columns of the widest, cells_measure() */
	struct cell_label *labels;
	struct arena arena;
	struct buf tmp;
};

extern const char *const cell_heads[SORT_KEYS];

void cells_init(struct cells *c, const struct places *p);
void cells_release(struct cells *c);
/* The text of one cell, without padding; returns its columns. */
size_t cell(struct buf *b, struct cells *c, const struct hist_entry *x, enum sort_key key);
/* The widths for the rows and the heads above them. */
void cells_measure(struct cells *c, const struct hist_rows *rows, const struct report_options *o);

/* The function's name, or its address. */
void symbol_text(struct buf *b, const struct places *p, const struct function *f);
/* The line of source, or what has neither a line nor a name by its place in the file. */
void line_text(struct buf *b, const struct places *p, const struct function *f);
/* The source file, or ".". */
void path_text(struct buf *b, const struct places *p, const struct function *f);
/* A process is called what its first thread is. */
const char *process_name(const struct places *p, const struct hist_entry *x);

/* ------------------------------------------------------------------ numbers (report_numbers.c) */

/* {.o, .profile, .events} at the start; tmp is to be released. */
struct numbers {
	const struct report_options *o;
	const struct profile *profile;
	const struct data_group *events;
	struct buf tmp;
	/* By number: the last share and its text. Rows come by weight mostly, so that many have
	 * that of the row before. */
	struct share {
		uint64_t part, total;
		char text[32];
		uint32_t n; /* 0 = none yet */
	} shares[HIST_COLUMNS - SORT_KEYS];
};
const char *number_head(const struct numbers *n, enum hist_number number);
size_t number_width(const struct numbers *n, enum hist_number number); /* columns, of all events */
/* The numbers of a row, of all events; and of one, without padding. */
void number_cells(struct numbers *n, struct buf *out, struct hist_entry *const *row,
                  enum hist_number number);
void number_plain(const struct numbers *n, struct buf *out, struct hist_entry *const *row,
                  uint32_t member, enum hist_number number);

/* ------------------------------------------------------------------ values (report_fields.c) */

/* What tells groups apart, as programs read it. */
struct report_field {
	const char *name;
	unsigned keys; /* bits 1 << enum sort_key that bring it */
	bool is_number;
	void (*put)(struct buf *b, const struct places *p, const struct hist_entry *x);
};

/* Those of the keys, in the order of the columns; their number. */
enum { REPORT_FIELDS_MAX = 16 };
uint32_t report_fields(const struct report_options *o,
                       const struct report_field *out[REPORT_FIELDS_MAX]);

/* The groups of one event, without call trees. */
struct report_event {
	const struct places *places;
	const char *name;
	uint64_t weight;
	struct hist hist;
	struct hist_entry **entries; /* the first n of them are large enough to be shown */
	uint32_t n;
};
void report_event_build(struct report_event *ev, const struct profile *p, uint32_t event,
                        const struct report_options *o);
void report_event_release(struct report_event *ev);
/* A part of a total, from 0 to 1, with as many digits as tell it from its neighbours. */
void put_share(struct buf *b, uint64_t part, uint64_t total);
/* Does a weight have the least percentage that entries must have? */
static inline bool report_takes(const struct report_options *o, uint64_t weight, uint64_t total)
{
	return percent_of(weight, total) >= o->percent_limit;
}

/* ------------------------------------------------------------------ trees (report_tree.c) */

/* A node of an event's tree; v[0] is the root of all. Sums: what it is weighs what it has of its
 * own, its children and what of these is too small to be shown. */
struct tree_node {
	uint32_t frame;    /* in the stacktree's frames */
	uint32_t first, n; /* children: v[first, first + n), heaviest first */
	uint32_t n_rest;   /* children that are left out */
	struct tree_sum {
		uint64_t weight, samples;
	} all, own, rest;
};
struct tree {
	const struct frames *frames; /* borrowed */
	struct tree_node *v;
	uint32_t n;
	uint64_t least; /* what weighs less is left out */
};

/* The paths of a profile, from which each event's tree is made. */
struct trees {
	const struct profile *profile;
	struct stacktree stacks;
	uint32_t *paths;  /* by entry */
	uint32_t *parent; /* by node of the stacktree; of the topmost the root */
	uint32_t root;
};
void trees_init(struct trees *t, const struct profile *p, const struct report_options *o);
void trees_release(struct trees *t);
void tree_build(struct tree *tree, const struct trees *t, uint32_t event,
                const struct report_options *o);
void tree_release(struct tree *tree);
/* Is a part of the tree large enough to be shown? */
static inline bool tree_shows(const struct tree *tree, const struct report_options *o,
                              const struct tree_sum *sum)
{
	return sum->samples && sum->weight >= tree->least &&
	       report_takes(o, sum->weight, tree->v[0].all.weight);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the forms of the report share. */
#ifndef PMREC_OUTPUT_REPORT_H
#define PMREC_OUTPUT_REPORT_H

#include "output/output.h"

static inline double percent_of(uint64_t part, uint64_t total)
{
	return total ? 100.0 * (double)part / (double)total : 0;
}

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
/* The widths for the first n rows and the heads above them. */
void cells_measure(struct cells *c, const struct hist_rows *rows, uint32_t n,
                   const struct report_options *o);

/* The function's name, or its address. */
void symbol_text(struct buf *b, const struct places *p, const struct function *f);
/* The line of source, or what has neither a line nor a name by its place in the file. */
void line_text(struct buf *b, const struct places *p, const struct function *f);
/* The source file, or ".". */
void path_text(struct buf *b, const struct places *p, const struct function *f);
/* A process is called what its first thread is. */
const char *process_name(const struct places *p, const struct hist_entry *x);

#endif

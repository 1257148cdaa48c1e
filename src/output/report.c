// SPDX-License-Identifier: GPL-2.0-or-later
/* The report's table: header lines, a row an entry, the call graph below it. */
#include "output/report.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "output/internal.h"

struct report {
	struct buf *out;
	const struct places *p;
	const struct session *s;
	const struct report_options *o;
	const struct profile *profile;
	const struct data_group *events;
	uint64_t total; /* of the first event, which the call graphs are of */
	struct hist *leader;
	struct hist_rows rows;
	struct cells cells;
	struct buf tmp;
	/* By column of numbers: the last share and its text. Rows come by weight, so that most have
	 * that of the row before. */
	struct share {
		uint64_t part, total;
		char text[32];
		uint32_t n; /* 0 = none yet */
	} shares[3];
};

static uint64_t event_total(const struct report *r, uint32_t member)
{
	return r->profile->event_weight[r->events->leader + member];
}

/* The columns of numbers: what stands above them, how wide they are for each event. */
static const struct {
	const char *head;
	size_t width;
} number_columns[] = { { "Children", 8 }, { "Self", 8 }, { "Overhead", 8 }, { "Samples", 12 } };

static bool has_numbers(const struct report *r, size_t column)
{
	bool children = r->o->hist.children;
	return column == 3 ? r->o->samples : column == 2 ? !children : children;
}

static void head_columns(const struct report *r)
{
	struct buf *b = r->out;
	for (int line = 0; line < 2; line++) {
		const char *between = "# ";
		for (size_t i = 0; i < sizeof number_columns / sizeof *number_columns; i++) {
			if (!has_numbers(r, i))
				continue;
			size_t width = number_columns[i].width * r->events->n;
			buf_str(b, between);
			if (line)
				buf_fill(b, '.', width);
			else
				buf_right(b, number_columns[i].head, width);
			between = "  ";
		}
		for (uint32_t c = 0; c < r->o->n_columns; c++) {
			enum sort_key key = r->o->columns[c];
			buf_str(b, "  ");
			if (line)
				buf_fill(b, '.', r->cells.width[key]);
			else
				buf_left(b, cell_heads[key], r->cells.width[key]);
		}
		buf_char(b, '\n');
	}
	buf_str(b, "#\n");
}

static void share_cell(struct report *r, size_t column, uint64_t part, uint64_t total)
{
	struct share *x = &r->shares[column];
	if (!x->n || x->part != part || x->total != total) {
		r->tmp.n = 0;
		put_percent(&r->tmp, r->o, percent_of(part, total));
		*x = (struct share){ .part = part, .total = total };
		if (r->tmp.n > sizeof x->text) {
			buf_add(r->out, r->tmp.p, r->tmp.n);
			return;
		}
		x->n = (uint32_t)r->tmp.n;
		memcpy(x->text, r->tmp.p, x->n);
	}
	buf_add(r->out, x->text, x->n);
}

static uint64_t number_of(const struct report *r, uint32_t at, uint32_t member, size_t column)
{
	const struct hist_entry *x = r->rows.v[(size_t)at * r->events->n + member];
	return !x ? 0 : column == 3 ? x->self_samples : column == 0 ? x->children : x->self;
}

/* The numbers of one kind, of all events. */
static void row_numbers(struct report *r, uint32_t at, size_t column)
{
	for (uint32_t k = 0; k < r->events->n; k++) {
		uint64_t v = number_of(r, at, k, column);
		if (column == 3)
			buf_u64_width(r->out, v, 12, ' ');
		else
			share_cell(r, column, v, event_total(r, k));
	}
}

static void row(struct report *r, uint32_t at, struct buf *b)
{
	const struct hist_entry *x = hist_row_any(&r->rows, at);
	for (size_t i = 0; i < sizeof number_columns / sizeof *number_columns; i++)
		if (has_numbers(r, i)) {
			buf_add(r->out, "  ", 2);
			row_numbers(r, at, i);
		}
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		enum sort_key key = r->o->columns[c];
		b->n = 0;
		size_t pad = r->cells.width[key] - cell(b, &r->cells, x, key);
		buf_add(r->out, "  ", 2);
		if (key == SORT_CPU)
			buf_fill(r->out, ' ', pad);
		if (key == SORT_SYM)
			buf_str(r->out, mode_colour(r->o, r->p->functions[x->example].mode));
		buf_add(r->out, b->p, b->n);
		if (key == SORT_SYM)
			buf_str(r->out, plain_colour(r->o));
		if (key != SORT_CPU && c + 1 < r->o->n_columns)
			buf_fill(r->out, ' ', pad);
	}
	buf_char(r->out, '\n');
}

/* A field of a row that is not padded: the separator is nowhere but behind it. */
static void separate(struct report *r, char end)
{
	size_t from = 0;
	while (from < r->tmp.n && r->tmp.p[from] == ' ')
		from++;
	for (size_t i = from; i < r->tmp.n; i++)
		if (r->tmp.p[i] == r->o->separator)
			r->tmp.p[i] = '.';
	buf_add(r->out, r->tmp.p + from, r->tmp.n - from);
	buf_char(r->out, end);
	r->tmp.n = 0;
}

/* at: a row, or HEADS. */
enum { HEADS = UINT32_MAX };
static void row_separated(struct report *r, uint32_t at)
{
	r->tmp.n = 0;
	buf_str(r->out, at == HEADS ? "# " : "");
	for (size_t i = 0; i < sizeof number_columns / sizeof *number_columns; i++)
		for (uint32_t k = 0; k < r->events->n && has_numbers(r, i); k++) {
			if (at == HEADS)
				buf_str(&r->tmp, number_columns[i].head);
			else if (i == 3)
				buf_u64(&r->tmp, number_of(r, at, k, i));
			else
				buf_percent(&r->tmp,
				            percent_of(number_of(r, at, k, i), event_total(r, k)),
				            0);
			separate(r, r->o->separator);
		}
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		if (at == HEADS)
			buf_str(&r->tmp, cell_heads[r->o->columns[c]]);
		else
			cell(&r->tmp, &r->cells, hist_row_any(&r->rows, at), r->o->columns[c]);
		separate(r, c + 1 < r->o->n_columns ? r->o->separator : '\n');
	}
}

static void row_graph(const struct report *r, uint32_t at)
{
	const struct hist_entry *x = r->rows.v[(size_t)at * r->events->n];
	const struct chain_node *tree = x ? hist_tree(r->leader, x) : NULL;
	if (!tree)
		return;
	bool symbol_first = r->o->n_columns && r->o->columns[0] == SORT_SYM;
	output_graph(r->out, r->p, tree, r->total, x->children, symbol_first,
	             r->o->hist.chain_lines);
}

/* How many rows have at least --percent-limit: of the first event. */
static uint32_t rows_shown(const struct report *r)
{
	uint32_t n = 0;
	for (; n < r->rows.n; n++) {
		const struct hist_entry *x = r->rows.v[(size_t)n * r->events->n];
		if (!report_takes(r->o, x ? x->children : 0, r->total))
			break;
	}
	return n;
}

void output_report(struct buf *out, const struct profile *p, const struct data_group *events,
                   uint64_t lost, const struct report_options *o)
{
	const struct places *places = p->stacks.places;
	struct report r = { .out = out,
		            .p = places,
		            .s = places->session,
		            .o = o,
		            .profile = p,
		            .events = events,
		            .total = p->event_weight[events->leader] };
	struct hist_options grouping = o->hist;
	struct hist *h = mem_new(events->n * sizeof *h);
	struct line_cut cut;
	struct buf b = { 0 };
	grouping.chain_min = (uint64_t)((double)r.total * o->chain_limit / 100);
	for (uint32_t k = 0; k < events->n; k++) {
		hist_build(&h[k], p, events->leader + k, &grouping);
		grouping.chains = CHAIN_NONE;
	}
	r.leader = h;
	hist_rows_build(&r.rows, h, events->n, o->hist.children);
	uint32_t n = rows_shown(&r);
	cells_init(&r.cells, places);
	if (!o->separator)
		cells_measure(&r.cells, &r.rows, n, o);
	report_head(out, p, events, lost);
	r.out = line_cut_open(&cut, out, o->line_columns);
	if (o->separator)
		row_separated(&r, HEADS);
	else
		head_columns(&r);
	for (uint32_t i = 0; i < n; i++) {
		if (o->separator)
			row_separated(&r, i);
		else
			row(&r, i, &b);
		row_graph(&r, i);
	}
	buf_str(r.out, "\n");
	line_cut_close(&cut);
	buf_release(&b);
	buf_release(&r.tmp);
	cells_release(&r.cells);
	hist_rows_release(&r.rows);
	for (uint32_t k = 0; k < events->n; k++)
		hist_release(&h[k]);
	free(h);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The report's table: header lines, a row an entry, the call graph below it. */
#include "output/report.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "output/internal.h"

struct report {
	struct buf *out;
	const struct places *p;
	const struct report_options *o;
	uint64_t total; /* of the first event, which the call graphs are of */
	struct hist *leader;
	struct hist_rows rows;
	struct cells cells;
	struct numbers numbers;
	struct buf tmp;
};

static bool is_number(unsigned column)
{
	return column >= SORT_KEYS;
}

static void head_columns(const struct report *r)
{
	struct buf *b = r->out;
	for (int line = 0; line < 2; line++) {
		for (uint32_t c = 0; c < r->o->n_columns; c++) {
			unsigned column = r->o->columns[c];
			bool number = is_number(column);
			size_t width = number ? number_width(&r->numbers, column)
			                      : r->cells.width[column];
			buf_str(b, c ? "  " : "# ");
			if (line)
				buf_fill(b, '.', width);
			else if (number)
				buf_right(b, number_head(&r->numbers, column), width);
			else
				buf_left(b, cell_heads[column], width);
		}
		buf_char(b, '\n');
	}
	buf_str(b, "#\n");
}

static void row_key(struct report *r, const struct hist_entry *x, enum sort_key key, bool is_last,
                    struct buf *b)
{
	b->n = 0;
	size_t pad = r->cells.width[key] - cell(b, &r->cells, x, key);
	if (key == SORT_CPU)
		buf_fill(r->out, ' ', pad);
	if (key == SORT_SYM)
		buf_str(r->out, mode_colour(r->o, r->p->functions[x->example].mode));
	buf_add(r->out, b->p, b->n);
	if (key == SORT_SYM)
		buf_str(r->out, plain_colour(r->o));
	if (key != SORT_CPU && !is_last)
		buf_fill(r->out, ' ', pad);
}

static struct hist_entry *const *row_members(const struct report *r, uint32_t at)
{
	return r->rows.v + (size_t)at * r->rows.n_members;
}

static void row(struct report *r, uint32_t at, struct buf *b)
{
	const struct hist_entry *x = hist_row_any(&r->rows, at);
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		unsigned column = r->o->columns[c];
		buf_add(r->out, "  ", 2);
		if (is_number(column))
			number_cells(&r->numbers, r->out, row_members(r, at), column);
		else
			row_key(r, x, column, c + 1 == r->o->n_columns, b);
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
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		unsigned column = r->o->columns[c];
		uint32_t n = is_number(column) ? r->rows.n_members : 1;
		for (uint32_t k = 0; k < n; k++) {
			if (at == HEADS)
				buf_str(&r->tmp, is_number(column)
				                         ? number_head(&r->numbers, column)
				                         : cell_heads[column]);
			else if (is_number(column))
				number_plain(&r->numbers, &r->tmp, row_members(r, at), k, column);
			else
				cell(&r->tmp, &r->cells, hist_row_any(&r->rows, at), column);
			bool is_last = c + 1 == r->o->n_columns && k + 1 == n;
			separate(r, is_last ? '\n' : r->o->separator);
		}
	}
}

static void row_graph(const struct report *r, uint32_t at)
{
	const struct hist_entry *x = *row_members(r, at);
	const struct chain_node *tree = x ? hist_tree(r->leader, x) : NULL;
	if (tree)
		output_graph(r->out, r->p, tree, r->total, x->children, r->o->symbol_first,
		             r->o->hist.chain_lines);
}

/* Keep those rows that have at least --percent-limit: of the first event. */
static void rows_limit(struct report *r)
{
	size_t each = r->rows.n_members, n = 0;
	for (uint32_t i = 0; i < r->rows.n; i++) {
		const struct hist_entry *x = r->rows.v[i * each];
		if (!report_takes(r->o, x ? x->children : 0, r->total))
			continue;
		if (n != i)
			memcpy(r->rows.v + n * each, r->rows.v + i * each,
			       each * sizeof *r->rows.v);
		n++;
	}
	r->rows.n = (uint32_t)n;
}

void output_report(struct buf *out, const struct profile *p, const struct data_group *events,
                   uint64_t lost, const struct report_options *o)
{
	const struct places *places = p->stacks.places;
	struct report r = { .out = out,
		            .p = places,
		            .o = o,
		            .numbers = { .o = o, .profile = p, .events = events },
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
	rows_limit(&r);
	cells_init(&r.cells, places);
	if (!o->separator)
		cells_measure(&r.cells, &r.rows, o);
	report_head(out, p, events, lost);
	r.out = line_cut_open(&cut, out, o->line_columns);
	if (o->separator)
		row_separated(&r, HEADS);
	else
		head_columns(&r);
	for (uint32_t i = 0; i < r.rows.n; i++) {
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
	buf_release(&r.numbers.tmp);
	cells_release(&r.cells);
	hist_rows_release(&r.rows);
	for (uint32_t k = 0; k < events->n; k++)
		hist_release(&h[k]);
	free(h);
}

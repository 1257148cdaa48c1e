// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What changed between two recordings, as a table. Addresses and ids differ from one to the other:
 * what is compared are the texts of functions, files and threads. All stacks of both are one tree;
 * a walk over it gives each node's weights to the row that its frame belongs to.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "output/internal.h"
#include "output/stacktree.h"

enum diff_side { BEFORE, AFTER, SIDES };

struct diff_row {
	uint32_t comm, module, name; /* text ids; TABLE_NONE where not told apart by it */
	enum frame_kind kind;
	struct diff_numbers {
		uint64_t self, total, samples;
	} v[SIDES];
	uint32_t n_open; /* frames of it on the way to the node where the walk is */
};

struct diff {
	const struct diff_options *o;
	const struct profile *profiles[SIDES];
	struct stacktree tree;
	uint32_t *paths[SIDES];
	struct diff_row *rows;
	uint32_t n_rows, cap_rows;
	struct table table;
	uint64_t weight[SIDES], samples[SIDES]; /* of the event */
	size_t width[SORT_KEYS];
};

/* ------------------------------------------------------------------ rows */

static uint32_t row_of(struct diff *d, struct diff_row x)
{
	uint64_t hash = hash_mix((uint64_t)x.comm << 32 | x.module, x.name);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&d->table, hash, &i)) != TABLE_NONE)
		if (d->rows[id].comm == x.comm && d->rows[id].module == x.module &&
		    d->rows[id].name == x.name && d->rows[id].kind == x.kind)
			return id;
	VEC_ROOM(d->rows, d->n_rows, d->cap_rows);
	d->rows[d->n_rows] = x;
	table_add(&d->table, hash, d->n_rows);
	return d->n_rows++;
}

static uint32_t row_of_frame(struct diff *d, uint32_t comm, uint32_t frame)
{
	const struct frame_shown *c = &d->tree.frames.v[comm], *f = &d->tree.frames.v[frame];
	unsigned keys = d->o->keys;
	bool by_symbol = keys & 1u << SORT_SYM;
	return row_of(d, (struct diff_row){
				 .comm = keys & 1u << SORT_COMM ? c->name : TABLE_NONE,
				 .module = keys & 1u << SORT_DSO ? f->module : TABLE_NONE,
				 .name = by_symbol ? f->name : TABLE_NONE,
				 .kind = by_symbol ? f->kind : FRAME_USER,
			 });
}

struct node_weights {
	uint64_t *self, *total, *samples;
};

static struct node_weights weigh(const struct diff *d, enum diff_side side, const char *event)
{
	struct node_weights w = { stacktree_new_weights(&d->tree), stacktree_new_weights(&d->tree),
		                  stacktree_new_weights(&d->tree) };
	const struct profile *p = d->profiles[side];
	const uint32_t *paths = d->paths[side];
	stacktree_own(&d->tree, paths, p, &(struct stack_measure){ event, false }, w.self);
	stacktree_own(&d->tree, paths, p, &(struct stack_measure){ event, true }, w.samples);
	stacktree_totals(&d->tree, w.self, w.total);
	return w;
}

/* A row's total has the weight of a stack once, however often it is in it. */
static void add_node(struct diff *d, uint32_t row, enum diff_side side,
                     const struct node_weights *w, uint32_t node, bool has_below)
{
	struct diff_numbers *v = &d->rows[row].v[side];
	v->self += w->self[node];
	v->samples += w->samples[node];
	if (!d->rows[row].n_open)
		v->total += has_below ? w->total[node] : w->self[node];
}

/* Nodes of depth 0 are threads: what they weigh themselves are stacks without a function. */
static void walk(struct diff *d, const struct node_weights *w)
{
	const struct stacktree *t = &d->tree;
	uint32_t *open = mem_new((t->n_levels + (size_t)1) * sizeof *open), n_open = 0, comm = 0;
	bool by_thread = d->o->keys == 1u << SORT_COMM;
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t depth = t->v[i].depth;
		while (n_open > depth)
			d->rows[open[--n_open]].n_open--;
		comm = depth ? comm : t->v[i].frame;
		uint32_t row = row_of_frame(d, comm, t->v[i].frame);
		for (enum diff_side s = BEFORE; s < SIDES; s++)
			add_node(d, row, s, &w[s], i, depth || by_thread);
		open[n_open++] = row;
		d->rows[row].n_open += 1;
	}
	free(open);
}

/* As if both recordings weighed the same. */
static void normalize(struct diff *d)
{
	for (uint32_t i = 0; i < d->n_rows; i++) {
		uint64_t *v = &d->rows[i].v[BEFORE].samples;
		*v = scaled(*v, d->samples[BEFORE], d->samples[AFTER]);
	}
}

/* ------------------------------------------------------------------ order */

static double share(const struct diff *d, const struct diff_row *r, enum diff_side side, bool total)
{
	return percent_of(total ? r->v[side].total : r->v[side].self, d->weight[side]);
}

static double change(const struct diff *d, const struct diff_row *r, bool total)
{
	return share(d, r, AFTER, total) - share(d, r, BEFORE, total);
}

static int compare_texts(const struct diff *d, uint32_t a, uint32_t b)
{
	const struct intern *texts = &d->tree.frames.texts;
	return a == b ? 0 : strcmp(intern_str(texts, a), intern_str(texts, b));
}

static int row_before(const void *a, const void *b, void *ctx)
{
	const struct diff *d = ctx;
	const struct diff_row *x = a, *y = b;
	bool total = d->o->by_total;
	double p = change(d, x, total), q = change(d, y, total);
	if (!d->o->is_signed)
		p = fabs(p), q = fabs(q);
	if (p != q)
		return p > q;
	if (x->v[AFTER].total != y->v[AFTER].total)
		return x->v[AFTER].total > y->v[AFTER].total;
	int c = compare_texts(d, x->name, y->name);
	c = c ? c : compare_texts(d, x->module, y->module);
	c = c ? c : compare_texts(d, x->comm, y->comm);
	return c ? c < 0 : x->kind < y->kind;
}

/* ------------------------------------------------------------------ text */

static const char *const diff_columns[] = {
	[SORT_COMM] = "Command",
	[SORT_DSO] = "Shared Object",
	[SORT_SYM] = "Symbol",
};

enum { SHARE_WIDTH = 8, SAMPLES_WIDTH = 10 };

static void signed_cell(struct buf *b, const struct diff *d, const char *text, double v)
{
	const char *colour = !d->o->colour ? ""
	                     : v >= 0.005  ? "\033[31m"
	                     : v <= -0.005 ? "\033[34m"
	                                   : "";
	buf_str(b, "  ");
	buf_str(b, colour);
	buf_right(b, text, SHARE_WIDTH);
	buf_str(b, *colour ? "\033[m" : "");
}

static void share_cells(struct buf *b, const struct diff *d, const struct diff_row *r, bool total)
{
	char text[32];
	double before = share(d, r, BEFORE, total), delta = change(d, r, total);
	buf_str(b, "  ");
	if (total ? r->v[BEFORE].total : r->v[BEFORE].self)
		buf_percent(b, before, SHARE_WIDTH);
	else
		buf_fill(b, ' ', SHARE_WIDTH);
	snprintf(text, sizeof text, "%+.2f%%", fabs(delta) < 0.005 ? 0 : delta); /* no -0.00 */
	signed_cell(b, d, text, delta);
}

static void samples_cells(struct buf *b, const struct diff_row *r)
{
	long long before = (long long)r->v[BEFORE].samples, after = (long long)r->v[AFTER].samples;
	buf_str(b, "  ");
	buf_u64_width(b, r->v[BEFORE].samples, SAMPLES_WIDTH, ' ');
	buf_printf(b, "  %+*lld", SAMPLES_WIDTH, after - before);
}

static void row_symbol(struct buf *b, const struct diff *d, const struct diff_row *r)
{
	if (r->kind == FRAME_COMM) { /* nothing but the thread is known */
		buf_str(b, "[.] [unknown]");
		return;
	}
	buf_str(b, r->kind == FRAME_KERNEL ? "[k] " : "[.] ");
	buf_str(b, intern_str(&d->tree.frames.texts, r->name));
	if (r->kind == FRAME_INLINED)
		buf_str(b, " (inlined)");
}

static const char *row_label(const struct diff *d, const struct diff_row *r, enum sort_key key)
{
	const char *s = intern_str(&d->tree.frames.texts, key == SORT_COMM ? r->comm : r->module);
	return *s ? s : "[unknown]";
}

static bool is_last(const struct diff *d, enum sort_key key)
{
	return d->o->keys >> key == 1;
}

static void row_text(struct buf *b, const struct diff *d, const struct diff_row *r,
                     enum sort_key key)
{
	buf_str(b, "  ");
	if (key == SORT_SYM)
		row_symbol(b, d, r); /* always the last one */
	else
		buf_left(b, row_label(d, r, key), is_last(d, key) ? 0 : d->width[key]);
}

static void print_row(struct buf *b, const struct diff *d, const struct diff_row *r)
{
	share_cells(b, d, r, false);
	if (d->o->totals)
		share_cells(b, d, r, true);
	samples_cells(b, r);
	for (enum sort_key k = SORT_COMM; k <= SORT_SYM; k++)
		if (d->o->keys & 1u << k)
			row_text(b, d, r, k);
	buf_char(b, '\n');
}

/* ------------------------------------------------------------------ the table */

static void measure(struct diff *d, struct diff_row **v, uint32_t n)
{
	for (enum sort_key k = SORT_COMM; k < SORT_SYM; k++) {
		d->width[k] = strlen(diff_columns[k]);
		for (uint32_t i = 0; i < n && d->o->keys & 1u << k; i++) {
			const char *label = row_label(d, v[i], k);
			size_t w = text_columns(label, strlen(label));
			d->width[k] = w > d->width[k] ? w : d->width[k];
		}
	}
	d->width[SORT_SYM] = strlen(diff_columns[SORT_SYM]);
}

/* Of the line of names, and of the dots below them. */
static void head_cell(struct buf *b, const char *text, size_t width, bool is_number, bool is_rule)
{
	buf_str(b, "  ");
	if (is_rule)
		buf_fill(b, '.', width);
	else if (is_number)
		buf_right(b, text, width);
	else
		buf_left(b, text, width);
}

static void head_columns(struct buf *b, const struct diff *d)
{
	for (int rule = 0; rule < 2; rule++) {
		size_t from = b->n;
		head_cell(b, "Baseline", SHARE_WIDTH, true, rule);
		head_cell(b, "Delta", SHARE_WIDTH, true, rule);
		if (d->o->totals) {
			head_cell(b, "Children", SHARE_WIDTH, true, rule);
			head_cell(b, "Delta", SHARE_WIDTH, true, rule);
		}
		head_cell(b, "Samples", SAMPLES_WIDTH, true, rule);
		head_cell(b, "Delta", SAMPLES_WIDTH, true, rule);
		for (enum sort_key k = SORT_COMM; k <= SORT_SYM; k++)
			if (d->o->keys & 1u << k)
				head_cell(b, diff_columns[k], d->width[k], false, rule);
		b->p[from] = '#';
		buf_char(b, '\n');
	}
	buf_str(b, "#\n");
}

static void head_side(struct buf *b, const struct diff *d, enum diff_side side, const char *what)
{
	buf_printf(b, "# %s: ", what);
	buf_text(b, d->o->names[side]);
	buf_printf(b, ": %llu samples, event count (approx.) %llu\n",
	           (unsigned long long)d->samples[side], (unsigned long long)d->weight[side]);
}

/* A row counts by the larger of its shares, before or after. */
static bool is_shown(const struct diff *d, const struct diff_row *r)
{
	double before = share(d, r, BEFORE, d->o->totals), after = share(d, r, AFTER, d->o->totals);
	return (r->v[BEFORE].total || r->v[AFTER].total) &&
	       fmax(before, after) >= d->o->percent_limit;
}

static void print_event(struct buf *b, struct diff *d, const char *event)
{
	struct diff_row **v = mem_resize(NULL, d->n_rows + (size_t)1, sizeof *v);
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->n_rows; i++)
		if (is_shown(d, &d->rows[i]))
			v[n++] = &d->rows[i];
	sort_pointers(v, n, row_before, d);
	measure(d, v, n);
	buf_str(b, "# Event '");
	buf_text(b, event);
	buf_str(b, "'\n#\n");
	head_side(b, d, BEFORE, "Baseline");
	head_side(b, d, AFTER, "Compared");
	buf_str(b, "#\n");
	head_columns(b, d);
	for (uint32_t i = 0; i < n; i++)
		print_row(b, d, v[i]);
	buf_char(b, '\n');
	free(v);
}

static void diff_event(struct buf *b, struct diff *d, const char *event)
{
	struct node_weights w[SIDES];
	d->n_rows = 0;
	table_release(&d->table);
	for (enum diff_side s = BEFORE; s < SIDES; s++) {
		w[s] = weigh(d, s, event);
		d->weight[s] = profile_event_sum(d->profiles[s], event,
		                                 d->profiles[s]->event_weight);
		d->samples[s] = profile_event_sum(d->profiles[s], event,
		                                  d->profiles[s]->event_samples);
	}
	walk(d, w);
	for (enum diff_side s = BEFORE; s < SIDES; s++) {
		free(w[s].self);
		free(w[s].total);
		free(w[s].samples);
	}
	if (d->o->normalize)
		normalize(d);
	print_event(b, d, event);
}

/* Has an event of that name been seen before the one of this index? */
static bool is_again(const struct data *data, uint32_t event)
{
	for (uint32_t i = 0; i < event; i++)
		if (strcmp(data->events[i].name, data->events[event].name) == 0)
			return true;
	return false;
}

uint32_t output_diff(struct buf *out, const struct profile *before, const struct profile *after,
                     const struct diff_options *o)
{
	struct diff d = { .o = o, .profiles = { before, after } };
	struct line_cut cut;
	struct buf *lines = line_cut_open(&cut, out, o->line_columns);
	const struct data *data = after->stacks.places->session->data;
	uint32_t n_shown = 0;
	for (enum diff_side s = BEFORE; s < SIDES; s++)
		d.paths[s] = stacktree_add(&d.tree, d.profiles[s]);
	stacktree_build(&d.tree);
	for (uint32_t i = 0; i < data->n_events; i++) {
		const char *event = data->events[i].name;
		if (is_again(data, i) || (o->event && strcmp(event, o->event)) ||
		    !profile_event_sum(before, event, before->event_samples) ||
		    !profile_event_sum(after, event, after->event_samples))
			continue;
		diff_event(lines, &d, event);
		n_shown++;
	}
	line_cut_close(&cut);
	stacktree_release(&d.tree);
	free(d.paths[BEFORE]);
	free(d.paths[AFTER]);
	free(d.rows);
	table_release(&d.table);
	return n_shown;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The tree of a report as text: a line a function, behind its share, its weight and a bar as long
 * as that. Functions that have all of their caller's weight stand below it in the same column, as
 * in a call graph.
 */
#include "output/report.h"

#include <stdio.h>

#include "output/internal.h"

enum { BAR_COLUMNS = 10, STEPS = 8 }; /* of a column: as many as there are characters for */

static const struct strokes {
	const char *branch, *last; /* to a child, to the last one */
	const char *along, *past;  /* below these */
} strokes[] = {
	{ "|- ", "`- ", "|  ", "   " },
	{ "├─ ", "└─ ", "│  ", "   " },
};

struct drawing {
	struct buf *out;
	const struct tree *tree;
	const struct report_options *o;
	const struct strokes *strokes;
	size_t number_width;
	struct buf prefix; /* what is in front of the lines below the node in hand */
};

static uint64_t number_of(const struct drawing *d, const struct tree_sum *sum)
{
	return d->o->samples ? sum->samples : sum->weight;
}

static void put_bar(struct drawing *d, double part)
{
	unsigned each = d->o->utf8 ? STEPS : 1, steps = (unsigned)(part * BAR_COLUMNS * each + 0.5);
	for (unsigned i = 0; i < BAR_COLUMNS; i++) {
		unsigned here = steps < each ? steps : each;
		steps -= here;
		if (!here)
			buf_char(d->out, ' ');
		else if (!d->o->utf8)
			buf_char(d->out, '#');
		else /* U+2588, a full block, to U+258F, an eighth of it */
			buf_add(d->out, (char[]){ '\xe2', '\x96', (char)(0x90 - here) }, 3);
	}
}

/* What is left of a line's own text. */
static void line_begin(struct drawing *d, const struct tree_sum *sum)
{
	double percent = percent_of(sum->weight, d->tree->v[0].all.weight);
	buf_add(d->out, "  ", 2);
	put_percent(d->out, d->o, percent);
	buf_add(d->out, "  ", 2);
	buf_u64_width(d->out, number_of(d, sum), (int)d->number_width, ' ');
	buf_add(d->out, "  ", 2);
	put_bar(d, percent / 100);
	buf_add(d->out, "  ", 2);
	buf_add(d->out, d->prefix.p, d->prefix.n);
}

static const char *kind_colour(const struct report_options *o, enum frame_kind kind)
{
	return kind == FRAME_KERNEL                          ? mode_colour(o, ABI_MISC_KERNEL)
	       : kind == FRAME_COMM || kind == FRAME_UNKNOWN ? ""
	                                                     : mode_colour(o, ABI_MISC_USER);
}

static void put_frame(struct drawing *d, uint32_t frame)
{
	const struct intern_text *name = frame_name(d->tree->frames, frame);
	buf_str(d->out, kind_colour(d->o, d->tree->frames->v[frame].kind));
	buf_add(d->out, name->s, name->n);
	if (d->tree->frames->v[frame].kind == FRAME_INLINED)
		buf_str(d->out, " (inlined)");
	buf_str(d->out, plain_colour(d->o));
	buf_char(d->out, '\n');
}

static void draw_sum(struct drawing *d, const struct tree_sum *sum, unsigned depth, bool last,
                     const char *what)
{
	line_begin(d, sum);
	if (depth)
		buf_str(d->out, last ? d->strokes->last : d->strokes->branch);
	buf_str(d->out, what);
	buf_char(d->out, '\n');
}

/* What is too small for a line of its own: of how many children, the function's own being one. */
struct rest {
	struct tree_sum sum;
	uint32_t n;
};

static void rest_add(struct rest *r, const struct tree_sum *sum, uint32_t n)
{
	r->sum.weight += sum->weight;
	r->sum.samples += sum->samples;
	r->n += sum->samples ? n : 0;
}

/* The child that has all of a node's weight, but for so little that even with the rest so far it
 * gets no line; that is added to it. NULL = there is none such. */
static const struct tree_node *next_in_run(const struct drawing *d, const struct tree_node *x,
                                           struct rest *rest)
{
	struct rest more = *rest;
	rest_add(&more, &x->rest, x->n_rest);
	rest_add(&more, &x->own, 1);
	if (x->n != 1 || tree_shows(d->tree, d->o, &more.sum))
		return NULL;
	*rest = more;
	return &d->tree->v[x->first];
}

static void draw_below(struct drawing *d, const struct tree_node *x, unsigned depth,
                       struct rest rest);

static void draw_node(struct drawing *d, const struct tree_node *x, unsigned depth, bool last)
{
	const struct tree_node *next;
	struct rest rest = { 0 };
	size_t before = d->prefix.n;
	line_begin(d, &x->all);
	if (depth) {
		buf_str(d->out, last ? d->strokes->last : d->strokes->branch);
		buf_str(&d->prefix, last ? d->strokes->past : d->strokes->along);
	}
	put_frame(d, x->frame);
	for (; (next = next_in_run(d, x, &rest)); x = next) {
		buf_fill(d->out, ' ', 2 + 8 + 2 + d->number_width + 2 + BAR_COLUMNS + 2);
		buf_add(d->out, d->prefix.p, d->prefix.n);
		put_frame(d, next->frame);
	}
	draw_below(d, x, depth + 1, rest);
	d->prefix.n = before;
}

/* A node's children, what it has of its own and the sum of what is too small for a line: together
 * as much as it has, and the rest of the run before it. */
static void draw_below(struct drawing *d, const struct tree_node *x, unsigned depth,
                       struct rest rest)
{
	const char *own = !depth                         ? "[no call chain]"
	                  : d->o->tree == REPORT_TREE_UP ? "[no caller]"
	                                                 : "[self]";
	bool owns = x->own.samples && (x->n || x->n_rest || rest.n || !depth);
	char more[32];
	rest_add(&rest, &x->rest, x->n_rest);
	if (owns && rest.n && !tree_shows(d->tree, d->o, &x->own)) {
		rest_add(&rest, &x->own, 1);
		owns = false;
	}
	for (uint32_t i = 0; i < x->n; i++)
		draw_node(d, &d->tree->v[x->first + i], depth, i + 1 == x->n && !owns && !rest.n);
	if (owns)
		draw_sum(d, &x->own, depth, !rest.n, own);
	snprintf(more, sizeof more, "(%u more)", rest.n);
	if (rest.n)
		draw_sum(d, &rest.sum, depth, true, more);
}

static void put_columns(const struct drawing *d)
{
	const char *number = d->o->samples ? "Samples" : "Weight";
	for (int line = 0; line < 2; line++) {
		buf_str(d->out, "# ");
		if (line) {
			buf_fill(d->out, '.', 8);
			buf_str(d->out, "  ");
			buf_fill(d->out, '.', d->number_width);
			buf_str(d->out, "  ");
			buf_fill(d->out, '.', BAR_COLUMNS);
			buf_str(d->out, "  ........\n");
		} else {
			buf_right(d->out, "Share", 8);
			buf_str(d->out, "  ");
			buf_right(d->out, number, d->number_width);
			buf_fill(d->out, ' ', 2 + BAR_COLUMNS + 2);
			buf_str(d->out, "Function\n");
		}
	}
	buf_str(d->out, "#\n");
}

static void draw_event(struct buf *out, const struct tree *tree, const struct report_options *o)
{
	struct drawing d = { .tree = tree, .o = o, .strokes = &strokes[o->utf8] };
	struct line_cut cut;
	d.out = line_cut_open(&cut, out, o->line_columns);
	buf_u64(&d.prefix, number_of(&d, &tree->v[0].all));
	d.number_width = d.prefix.n > strlen("Samples") ? d.prefix.n : strlen("Samples");
	d.prefix.n = 0;
	put_columns(&d);
	draw_below(&d, &tree->v[0], 0, (struct rest){ 0 });
	buf_char(d.out, '\n');
	line_cut_close(&cut);
	buf_release(&d.prefix);
}

void output_report_tree(struct buf *out, const struct profile *p, const struct report_options *o)
{
	const struct session *s = p->stacks.places->session;
	struct trees trees;
	trees_init(&trees, p, o);
	for (uint32_t i = 0; i < s->data->n_events; i++) {
		struct tree tree;
		if (!p->event_samples[i])
			continue;
		tree_build(&tree, &trees, i, o);
		report_head(out, p, &(struct data_group){ .leader = i, .n = 1 },
		            s->stats.event_lost[i]);
		draw_event(out, &tree, o);
		tree_release(&tree);
	}
	trees_release(&trees);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The report as one object of JSON. A row is made apart, as the output itself has a drain. */
#include "output/json.h"
#include "output/report.h"

static void put_share_of(struct buf *b, const char *name, uint64_t part, uint64_t total)
{
	json_name(b, name);
	put_share(b, part, total);
}

static void put_fields(struct buf *b, struct buf *text, const struct places *p,
                       const struct report_field *const *fields, uint32_t n,
                       const struct hist_entry *x)
{
	for (uint32_t k = 0; k < n; k++) {
		text->n = 0;
		fields[k]->put(text, p, x);
		json_name(b, fields[k]->name);
		if (fields[k]->is_number)
			buf_add(b, text->p, text->n);
		else
			json_string(b, text->p, text->n);
	}
}

static void put_rows(struct buf *out, const struct profile *p, uint32_t event,
                     const struct report_options *o)
{
	const struct report_field *fields[REPORT_FIELDS_MAX];
	struct report_event ev;
	report_event_build(&ev, p, event, o);
	uint32_t n = report_fields(o, fields);
	struct buf row = { 0 }, text = { 0 };
	buf_str(out, ",\"rows\":[");
	for (uint32_t i = 0; i < ev.n; i++) {
		const struct hist_entry *x = ev.entries[i];
		row.n = 0;
		buf_str(&row, i ? ",{" : "{");
		put_fields(&row, &text, ev.places, fields, n, x);
		json_u64(&row, "weight", x->self);
		json_u64(&row, "samples", x->self_samples);
		put_share_of(&row, "share", x->self, ev.weight);
		if (o->hist.children) {
			json_u64(&row, "children", x->children);
			put_share_of(&row, "children_share", x->children, ev.weight);
		}
		buf_char(&row, '}');
		buf_add(out, row.p, row.n);
	}
	buf_char(out, ']');
	report_event_release(&ev);
	buf_release(&row);
	buf_release(&text);
}

/* ------------------------------------------------------------------ trees */

static void put_function(struct buf *b, const struct frames *frames, uint32_t frame)
{
	const struct frame_shown *f = &frames->v[frame];
	const struct intern_text *name = frame_name(frames, frame);
	const struct intern_text *file = frame_module(frames, frame);
	json_name(b, f->kind == FRAME_COMM ? "comm" : "function");
	json_string(b, name->s, name->n);
	if (f->kind == FRAME_COMM)
		return;
	json_name(b, "file");
	json_string(b, file->s, file->n);
	json_text(b, "kind", frame_kind_name(f->kind));
}

/* The root of all has no name. b is for a node's own members. */
static void put_node(struct buf *out, struct buf *b, const struct tree *tree,
                     const struct tree_node *x)
{
	b->n = 0;
	buf_char(b, '{');
	if (x != tree->v)
		put_function(b, tree->frames, x->frame);
	json_u64(b, "weight", x->all.weight);
	json_u64(b, "samples", x->all.samples);
	put_share_of(b, "share", x->all.weight, tree->v[0].all.weight);
	json_u64(b, "own_weight", x->own.weight);
	json_u64(b, "own_samples", x->own.samples);
	json_u64(b, "rest_weight", x->rest.weight);
	json_u64(b, "rest_samples", x->rest.samples);
	json_open(b, "children", '[');
	buf_add(out, b->p, b->n);
	for (uint32_t i = 0; i < x->n; i++) {
		if (i)
			buf_char(out, ',');
		put_node(out, b, tree, &tree->v[x->first + i]);
	}
	buf_str(out, "]}");
}

static void put_tree(struct buf *out, const struct trees *trees, uint32_t event,
                     const struct report_options *o)
{
	struct tree tree;
	struct buf b = { 0 };
	tree_build(&tree, trees, event, o);
	buf_str(out, ",\"tree\":");
	put_node(out, &b, &tree, tree.v);
	buf_release(&b);
	tree_release(&tree);
}

/* ------------------------------------------------------------------ events */

static void put_head(struct buf *out, const struct profile *p, uint32_t event, bool first)
{
	const struct session *s = p->stacks.places->session;
	struct buf b = { 0 };
	buf_str(&b, first ? "{" : ",{");
	json_text(&b, "name", s->data->events[event].name);
	json_u64(&b, "weight", p->event_weight[event]);
	json_u64(&b, "samples", p->event_samples[event]);
	json_u64(&b, "lost", s->stats.event_lost[event]);
	buf_add(out, b.p, b.n);
	buf_release(&b);
}

void output_report_json(struct buf *out, const struct profile *p, const struct report_options *o)
{
	struct trees trees;
	bool first = true;
	if (o->tree)
		trees_init(&trees, p, o);
	buf_str(out, "{\"events\":[");
	for (uint32_t i = 0; i < p->stacks.places->session->data->n_events; i++) {
		if (!p->event_samples[i])
			continue;
		put_head(out, p, i, first);
		if (o->tree)
			put_tree(out, &trees, i, o);
		else
			put_rows(out, p, i, o);
		buf_char(out, '}');
		first = false;
	}
	buf_str(out, "]}\n");
	if (o->tree)
		trees_release(&trees);
}

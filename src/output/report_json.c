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

static void put_rows(struct buf *out, const struct report_event *ev, const struct report_options *o)
{
	const struct report_field *fields[REPORT_FIELDS_MAX];
	uint32_t n = report_fields(o, fields);
	struct buf row = { 0 }, text = { 0 };
	buf_str(out, ",\"rows\":[");
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct hist_entry *x = ev->entries[i];
		row.n = 0;
		buf_str(&row, i ? ",{" : "{");
		put_fields(&row, &text, ev->places, fields, n, x);
		json_u64(&row, "weight", x->self);
		json_u64(&row, "samples", x->self_samples);
		put_share_of(&row, "share", x->self, ev->weight);
		if (o->hist.children) {
			json_u64(&row, "children", x->children);
			put_share_of(&row, "children_share", x->children, ev->weight);
		}
		buf_char(&row, '}');
		buf_add(out, row.p, row.n);
	}
	buf_char(out, ']');
	buf_release(&row);
	buf_release(&text);
}

static void put_head(struct buf *out, const struct report_event *ev, bool first)
{
	struct buf b = { 0 };
	buf_str(&b, first ? "{" : ",{");
	json_text(&b, "name", ev->name);
	json_u64(&b, "weight", ev->weight);
	json_u64(&b, "samples", ev->samples);
	json_u64(&b, "lost", ev->lost);
	buf_add(out, b.p, b.n);
	buf_release(&b);
}

void output_report_json(struct buf *out, const struct profile *p, const struct report_options *o)
{
	bool first = true;
	buf_str(out, "{\"events\":[");
	for (uint32_t i = 0; i < p->stacks.places->session->data->n_events; i++) {
		struct report_event ev;
		if (!p->event_samples[i])
			continue;
		report_event_build(&ev, p, i, o);
		put_head(out, &ev, first);
		put_rows(out, &ev, o);
		buf_char(out, '}');
		report_event_release(&ev);
		first = false;
	}
	buf_str(out, "]}\n");
}

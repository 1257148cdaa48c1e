// SPDX-License-Identifier: GPL-2.0-or-later
/* The report as CSV (RFC 4180, but lines end as elsewhere): all events in one table, a line a
 * group. */
#include <stdlib.h>
#include <string.h>

#include "output/report.h"

/* Between quotes where it holds what ends a field or a line. */
static void put_quoted(struct buf *out, const struct buf *text)
{
	size_t n = 0;
	while (n < text->n && !strchr(",\"\r\n", text->p[n]))
		n++;
	if (n == text->n) {
		buf_add(out, text->p, text->n);
		return;
	}
	buf_char(out, '"');
	for (size_t i = 0; i < text->n; i++) {
		if (text->p[i] == '"')
			buf_char(out, '"');
		buf_char(out, text->p[i]);
	}
	buf_char(out, '"');
}

static void put_head(struct buf *out, const struct report_options *o,
                     const struct report_field *const *fields, uint32_t n)
{
	buf_str(out, "event,weight,samples,share");
	buf_str(out, o->hist.children ? ",children,children_share" : "");
	for (uint32_t i = 0; i < n; i++) {
		buf_char(out, ',');
		buf_str(out, fields[i]->name);
	}
	buf_char(out, '\n');
}

static void put_numbers(struct buf *out, const struct report_options *o, const struct hist_entry *x,
                        uint64_t total)
{
	buf_char(out, ',');
	buf_u64(out, x->self);
	buf_char(out, ',');
	buf_u64(out, x->self_samples);
	buf_char(out, ',');
	put_share(out, x->self, total);
	if (o->hist.children) {
		buf_char(out, ',');
		buf_u64(out, x->children);
		buf_char(out, ',');
		put_share(out, x->children, total);
	}
}

static void put_event(struct buf *out, const struct report_event *ev,
                      const struct report_options *o, const struct report_field *const *fields,
                      uint32_t n)
{
	struct buf name = { 0 }, text = { 0 };
	buf_text(&text, ev->name);
	put_quoted(&name, &text);
	for (uint32_t i = 0; i < ev->n; i++) {
		buf_add(out, name.p, name.n);
		put_numbers(out, o, ev->entries[i], ev->weight);
		for (uint32_t k = 0; k < n; k++) {
			text.n = 0;
			fields[k]->put(&text, ev->places, ev->entries[i]);
			buf_char(out, ',');
			put_quoted(out, &text);
		}
		buf_char(out, '\n');
	}
	buf_release(&name);
	buf_release(&text);
}

void output_report_csv(struct buf *out, const struct profile *p, const struct report_options *o)
{
	const struct report_field *fields[REPORT_FIELDS_MAX];
	uint32_t n = report_fields(o, fields);
	put_head(out, o, fields, n);
	for (uint32_t i = 0; i < p->stacks.places->session->data->n_events; i++) {
		struct report_event ev;
		if (!p->event_samples[i])
			continue;
		report_event_build(&ev, p, i, o);
		put_event(out, &ev, o, fields, n);
		report_event_release(&ev);
	}
}

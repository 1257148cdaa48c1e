// SPDX-License-Identifier: GPL-2.0-or-later
/* The events of a recording, one or one group of them a line, in the shape of perf evlist. */
#include "output/output.h"

static void put_period(struct buf *b, const struct abi_attr *a)
{
	buf_printf(b, "sample_%s=%llu", a->flags & ABI_FREQ ? "freq" : "period",
	           (unsigned long long)a->period_or_freq);
}

/* The names of a tracepoint's own fields. */
static void put_trace_fields(struct buf *b, struct data *d, const struct abi_attr *a)
{
	struct tracing_event *ev = d->tracing ? tracing_find(d->tracing, a->config) : NULL;
	if (a->type != ABI_TYPE_TRACEPOINT) {
		buf_str(b, "(not a tracepoint)");
		return;
	}
	if (!ev || tracing_fields(d->tracing, ev, &d->arena, NULL) ||
	    ev->n_fields <= ev->n_common) {
		buf_str(b, "(no trace field)");
		return;
	}
	for (uint32_t i = ev->n_common; i < ev->n_fields; i++) {
		const struct span name = ev->fields[i].name;
		buf_str(b, i > ev->n_common ? "," : "trace_fields: ");
		buf_text_n(b, (const char *)name.p, name.n);
	}
}

static void event_line(struct buf *b, struct data *d, uint32_t event,
                       const struct evlist_options *o)
{
	const struct abi_attr *a = &d->events[event].attr;
	const char *between = ": ";
	buf_text(b, d->events[event].name);
	if (o->attrs || o->periods) {
		buf_str(b, between);
		if (o->attrs)
			output_attr(b, a);
		else
			put_period(b, a);
		between = ", ";
	}
	if (o->trace_fields) {
		buf_str(b, between);
		put_trace_fields(b, d, a);
	}
	buf_char(b, '\n');
}

/* NAME{a,b}, the name being there if one was given. */
static void group_line(struct buf *b, const struct data *d, const struct data_group *g)
{
	buf_text_n(b, (const char *)g->name.p, g->name.n);
	for (uint32_t i = 0; i < g->n; i++) {
		buf_char(b, i ? ',' : '{');
		buf_text(b, d->events[g->leader + i].name);
	}
	buf_str(b, "}\n");
}

void output_evlist(struct buf *b, struct data *d, const struct evlist_options *o)
{
	struct feature_reader reader;
	struct data_groups groups = { .r = &reader };
	struct data_group g;
	feature_open(d, ABI_FEATURE_GROUP_DESC, &reader);
	bool more = o->groups && data_groups_next(d, &groups, &g);
	for (uint32_t i = 0; i < d->n_events; i++) {
		if (!more || g.leader != i) {
			event_line(b, d, i, o);
			continue;
		}
		group_line(b, d, &g);
		i += g.n - 1;
		more = data_groups_next(d, &groups, &g);
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What a group of the report is, as values: a column of CSV, a member of JSON each. */
#include <stdio.h>
#include <stdlib.h>

#include "output/internal.h"
#include "output/report.h"

static const struct function *example_of(const struct places *p, const struct hist_entry *x)
{
	return &p->functions[x->example];
}

static void put_comm(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	buf_text(b, session_name(p->session, x->comm));
}

static void put_tid(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	(void)p;
	buf_printf(b, "%d", (int)x->tid);
}

static void put_pid(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	(void)p;
	buf_printf(b, "%d", (int)x->pid);
}

static void put_process(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	buf_text(b, process_name(p, x));
}

static void put_cpu(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	(void)p;
	buf_printf(b, "%d", (int)x->cpu);
}

static void put_dso(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	buf_text(b, session_text(p->session, p->session->files[x->file].label));
}

static void put_symbol(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	symbol_text(b, p, example_of(p, x));
}

static void put_mode(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	const char *name = mode_name(example_of(p, x)->mode);
	buf_str(b, name ? name : "unknown");
}

static void put_srcline(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	line_text(b, p, example_of(p, x));
}

static void put_srcfile(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	path_text(b, p, example_of(p, x));
}

#define KEY(NAME) (1u << SORT_##NAME)

static const struct report_field fields[] = {
	{ "comm", KEY(COMM) | KEY(PID) | KEY(TID), false, put_comm },
	{ "tid", KEY(PID) | KEY(TID), true, put_tid },
	{ "pid", KEY(TGID), true, put_pid },
	{ "process", KEY(TGID), false, put_process },
	{ "cpu", KEY(CPU), true, put_cpu },
	{ "dso", KEY(DSO), false, put_dso },
	{ "symbol", KEY(SYM), false, put_symbol },
	{ "mode", KEY(SYM), false, put_mode },
	{ "srcline", KEY(SRCLINE), false, put_srcline },
	{ "srcfile", KEY(SRCFILE), false, put_srcfile },
};

uint32_t report_fields(const struct report_options *o,
                       const struct report_field *out[REPORT_FIELDS_MAX])
{
	enum { KNOWN = sizeof fields / sizeof *fields };
	_Static_assert((int)KNOWN <= (int)REPORT_FIELDS_MAX, "room for all of them");
	bool taken[KNOWN] = { false };
	uint32_t n = 0;
	for (uint32_t c = 0; c < o->n_columns; c++)
		for (size_t i = 0; o->columns[c] < SORT_KEYS && i < KNOWN; i++)
			if (!taken[i] && fields[i].keys & 1u << o->columns[c]) {
				taken[i] = true;
				out[n++] = &fields[i];
			}
	return n;
}

void report_event_build(struct report_event *ev, const struct profile *p, uint32_t event,
                        const struct report_options *o)
{
	const struct session *s = p->stacks.places->session;
	struct hist_options grouping = o->hist;
	grouping.chains = CHAIN_NONE;
	*ev = (struct report_event){ .places = p->stacks.places,
		                     .name = s->data->events[event].name,
		                     .weight = p->event_weight[event] };
	hist_build(&ev->hist, p, event, &grouping);
	ev->entries = hist_sorted(&ev->hist, o->hist.children);
	for (uint32_t i = 0; i < ev->hist.n; i++)
		if (report_takes(o, ev->entries[i]->children, ev->weight))
			ev->entries[ev->n++] = ev->entries[i];
}

void report_event_release(struct report_event *ev)
{
	free(ev->entries);
	hist_release(&ev->hist);
}

void put_share(struct buf *b, uint64_t part, uint64_t total)
{
	/* Weights may have more digits than a double. */
	double share = total ? (double)((long double)part / (long double)total) : 0;
	char text[32];
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, share);
		if (strtod(text, NULL) == share)
			break;
	}
	buf_str(b, text);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What is above the tables and trees of the report, and the colours in them. */
#include "output/report.h"

/* 1234 -> "1K", as perf shortens the number of samples. */
static void short_number(struct buf *b, uint64_t v)
{
	static const char units[] = " KMGTPE";
	int u = 0;
	for (; v >= 1000 && u < 6; v /= 1000)
		u++;
	buf_u64(b, v);
	if (u)
		buf_char(b, units[u]);
}

/* "event 'a'", "events 'anon group { a, b }'" */
static void head_events(struct buf *b, const struct profile *p, const struct data_group *events)
{
	const struct data_event *ev = p->stacks.places->session->data->events + events->leader;
	if (events->n == 1) {
		buf_str(b, " of event '");
		buf_text(b, ev->name);
	} else {
		buf_str(b, " of events '");
		if (events->name.n)
			buf_text_n(b, (const char *)events->name.p, events->name.n);
		else
			buf_str(b, "anon group");
		for (uint32_t k = 0; k < events->n; k++) {
			buf_str(b, k ? ", " : " { ");
			buf_text(b, ev[k].name);
		}
		buf_str(b, " }");
	}
	buf_char(b, '\'');
}

void report_head(struct buf *b, const struct profile *p, const struct data_group *events,
                 uint64_t lost)
{
	uint64_t samples = 0, total = 0;
	for (uint32_t k = 0; k < events->n; k++) {
		samples += p->event_samples[events->leader + k];
		total += p->event_weight[events->leader + k];
	}
	buf_printf(b, "# Total Lost Samples: %llu\n#\n# Samples: ", (unsigned long long)lost);
	short_number(b, samples);
	head_events(b, p, events);
	buf_printf(b, "\n# Event count (approx.): %llu\n#\n", (unsigned long long)total);
}

const char *mode_colour(const struct report_options *o, uint8_t mode)
{
	static const char *const colours[] = { [ABI_MISC_KERNEL] = "\033[33m",
		                               [ABI_MISC_USER] = "\033[36m",
		                               [ABI_MISC_GUEST_KERNEL] = "\033[35m",
		                               [ABI_MISC_GUEST_USER] = "\033[35m" };
	const char *colour = mode < sizeof colours / sizeof *colours ? colours[mode] : NULL;
	return o->colour && colour ? colour : "";
}

const char *plain_colour(const struct report_options *o)
{
	return o->colour ? "\033[m" : "";
}

void put_percent(struct buf *b, const struct report_options *o, double percent)
{
	const char *colour = !o->colour       ? ""
	                     : percent >= 5   ? "\033[31m"
	                     : percent >= 0.5 ? "\033[32m"
	                                      : "";
	buf_str(b, colour);
	buf_percent(b, percent, 8);
	buf_str(b, *colour ? plain_colour(o) : "");
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The overview as text: a label and what there is to say, a line each. */
#include <time.h>

#include "output/internal.h"

enum { LABEL_COLUMNS = 14 };

static void label(struct buf *b, const char *text)
{
	buf_left(b, text, LABEL_COLUMNS);
}

static unsigned long long u(uint64_t v)
{
	return v;
}

static void put_percent(struct buf *b, uint64_t part, uint64_t whole)
{
	buf_printf(b, "%llu (%.1f%%)", u(part), whole ? 100.0 * (double)part / (double)whole : 0);
}

static void put_seconds(struct buf *b, uint64_t ns)
{
	buf_printf(b, "%llu.%06llu", u(ns / 1000000000), u(ns % 1000000000 / 1000));
}

bool output_command(struct buf *b, const struct data *d)
{
	struct feature_reader r;
	if (!feature_open(d, ABI_FEATURE_CMDLINE, &r))
		return false;
	for (uint32_t n = feature_u32(&r), k = 0; k < n; k++) {
		struct span word = feature_text(&r);
		if (!r.ok)
			break;
		buf_str(b, k ? " " : "");
		header_span(b, word);
	}
	return true;
}

static void put_command(struct buf *b, const struct info *i)
{
	struct feature_reader r;
	if (!feature_open(i->d, ABI_FEATURE_CMDLINE, &r))
		return;
	label(b, "command");
	output_command(b, i->d);
	buf_char(b, '\n');
}

static void put_feature(struct buf *b, const struct info *i, unsigned feature, const char *name)
{
	const char *text = data_text(i->d, feature);
	if (!text || !*text)
		return;
	label(b, name);
	buf_text(b, text);
	buf_char(b, '\n');
}

static void put_machine(struct buf *b, const struct info *i)
{
	uint32_t available, online;
	uint64_t kib;
	put_feature(b, i, ABI_FEATURE_HOSTNAME, "host");
	put_feature(b, i, ABI_FEATURE_OSRELEASE, "kernel");
	put_feature(b, i, ABI_FEATURE_ARCH, "architecture");
	put_feature(b, i, ABI_FEATURE_CPUDESC, "processor");
	if (data_nrcpus(i->d, &available, &online)) {
		label(b, "CPUs");
		buf_printf(b, "%u, online %u\n", available, online);
	}
	if (data_total_mem(i->d, &kib)) {
		label(b, "memory");
		buf_printf(b, "%llu MiB\n", u(kib / 1024));
	}
}

static void put_time(struct buf *b, const struct info *i)
{
	char text[64];
	time_t t = (time_t)i->mtime;
	struct tm tm;
	if (i->mtime && localtime_r(&t, &tm) &&
	    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &tm)) {
		label(b, "written");
		buf_printf(b, "%s\n", text);
	}
	label(b, "clock");
	buf_printf(b, "%s\n", info_clock(i->d, text, sizeof text));
	if (!i->samples.last_ns)
		return;
	label(b, "samples from");
	put_seconds(b, i->samples.first_ns);
	buf_str(b, " to ");
	put_seconds(b, i->samples.last_ns);
	buf_printf(b, ", %.3f s", info_seconds(i));
	if (info_seconds(i) > 0)
		buf_printf(b, ", %.0f a second", (double)i->samples.n / info_seconds(i));
	buf_char(b, '\n');
}

static void put_event(struct buf *b, const struct info *i, uint32_t k)
{
	const struct data_event *ev = &i->d->events[k];
	const char *more = "";
	label(b, "event");
	buf_text(b, ev->name);
	if (ev->attr.period_or_freq)
		buf_printf(b, ev->attr.flags & ABI_FREQ ? ", %llu Hz" : ", period %llu",
		           u(ev->attr.period_or_freq));
	buf_printf(b, ", %llu samples, %llu counted", u(i->p->event_samples[k]),
	           u(i->p->event_weight[k]));
	if (i->p->stacks.places->session->stats.event_lost[k])
		buf_printf(b, ", %llu samples lost",
		           u(i->p->stacks.places->session->stats.event_lost[k]));
	buf_char(b, '\n');
	label(b, "");
	buf_printf(b, "call chains %s", info_chains(ev));
	if ((ev->attr.sample_type & ABI_SAMPLE_STACK_USER) && ev->attr.sample_stack_user)
		buf_printf(b, " of %u bytes of stack", ev->attr.sample_stack_user);
	buf_str(b, ", fields ");
	for (const struct abi_bit *f = abi_sample_bits; f->bit; f++)
		if (ev->attr.sample_type & f->bit) {
			buf_printf(b, "%s%s", more, f->name);
			more = "|";
		}
	buf_char(b, '\n');
}

static void put_size(struct buf *b, const struct info *i)
{
	label(b, "size");
	buf_printf(b, "%llu bytes, %llu of them records\n", u(i->d->bytes.n),
	           u(i->d->data_end - i->d->data_off));
	for (uint32_t t = 0; t < ABI_RECORD_END; t++) {
		if (!i->n[t])
			continue;
		label(b, "");
		buf_left(b, t ? abi_record_name(t) : "UNKNOWN", 20);
		buf_printf(b, "%10llu records %12llu bytes\n", u(i->n[t]), u(i->bytes[t]));
	}
}

static void put_moments(struct buf *b, const char *what, const struct info_moments *m)
{
	label(b, "");
	buf_printf(b, "%s: %llu records", what, u(m->n));
	if (m->last_ns) {
		buf_str(b, ", from ");
		put_seconds(b, m->first_ns);
		buf_str(b, " to ");
		put_seconds(b, m->last_ns);
	}
	buf_char(b, '\n');
}

static void put_losses(struct buf *b, const struct info *i)
{
	const struct session_stats *st = &i->p->stacks.places->session->stats;
	label(b, "losses");
	if (!i->lost.n && !i->lost_samples.n && !i->throttled.n && !i->stackless.n) {
		buf_str(b, "none\n");
		return;
	}
	buf_printf(b, "%llu records, %llu samples; throttled %llu times\n", u(i->n_lost),
	           u(st->lost_samples), u(i->throttled.n));
	if (i->lost.n)
		put_moments(b, "LOST", &i->lost);
	if (i->lost_samples.n)
		put_moments(b, "LOST_SAMPLES", &i->lost_samples);
	if (i->stackless.n)
		put_moments(b, "SAMPLE without its stack", &i->stackless);
	if (i->throttled.n)
		put_moments(b, "THROTTLE", &i->throttled);
	if (i->unthrottled.n)
		put_moments(b, "UNTHROTTLE", &i->unthrottled);
}

static void put_coverage(struct buf *b, const struct info *i)
{
	const struct coverage *c = &i->names;
	uint64_t stacks = c->by_end[STACK_END_ROOT] + c->by_end[STACK_END_CUT] +
	                  c->by_end[STACK_END_LOST];
	label(b, "names");
	put_percent(b, c->named, c->all);
	buf_str(b, " of the samples fell on a function with a name, ");
	put_percent(b, c->all - c->named - c->homeless, c->all);
	buf_str(b, " on none, ");
	put_percent(b, c->homeless, c->all);
	buf_str(b, " on no file\n");
	coverage_text(b, c, i->p->stacks.places->session, LABEL_COLUMNS, "");
	if (!stacks)
		return;
	label(b, "stacks");
	put_percent(b, c->by_end[STACK_END_ROOT], stacks);
	buf_str(b, " reach a root, ");
	put_percent(b, c->by_end[STACK_END_CUT], stacks);
	buf_str(b, " were cut at the depth limit, ");
	put_percent(b, c->by_end[STACK_END_LOST], stacks);
	buf_str(b, " end elsewhere\n");
	if (!i->p->n_incomplete)
		return;
	label(b, "");
	put_percent(b, i->p->n_incomplete, stacks);
	buf_str(b, " of the stacks lack their user part, which was put off and never came\n");
}

static void put_processes(struct buf *b, const struct info *i)
{
	uint64_t all = i->names.all;
	label(b, "processes");
	buf_printf(b, "%u have samples\n", i->n_processes);
	for (uint32_t k = 0; k < i->n_processes && k < INFO_PROCESSES_MAX; k++) {
		label(b, "");
		buf_printf(b, "%8d  ", (int)i->processes[k].pid);
		buf_text(b, session_name(i->p->stacks.places->session, i->processes[k].comm));
		buf_str(b, "  ");
		put_percent(b, i->processes[k].samples, all);
		buf_char(b, '\n');
	}
}

void info_text(struct buf *b, const struct info *i)
{
	put_command(b, i);
	put_feature(b, i, ABI_FEATURE_VERSION, "recorder");
	put_machine(b, i);
	put_time(b, i);
	for (uint32_t k = 0; k < i->d->n_events; k++)
		put_event(b, i, k);
	put_size(b, i);
	put_losses(b, i);
	put_coverage(b, i);
	put_processes(b, i);
}

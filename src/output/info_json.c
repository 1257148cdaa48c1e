// SPDX-License-Identifier: GPL-2.0-or-later
/* The overview as one JSON object (RFC 8259). What is not known is left out. */
#include "output/internal.h"

/* Text as a JSON string; buf_text_n() leaves no control byte and no invalid UTF-8. */
static void put_string(struct buf *b, const char *s, size_t n)
{
	buf_char(b, '"');
	for (size_t run; n; s += run, n -= run) {
		for (run = 0; run < n && s[run] != '"' && s[run] != '\\';)
			run++;
		buf_text_n(b, s, run);
		if (run < n) {
			buf_char(b, '\\');
			buf_char(b, s[run++]);
		}
	}
	buf_char(b, '"');
}

/* A name, with the comma in front of it unless it is the first of its object. */
static void put_name(struct buf *b, const char *name)
{
	char last = b->n ? b->p[b->n - 1] : '{';
	if (last != '{' && last != '[')
		buf_char(b, ',');
	buf_printf(b, "\"%s\":", name);
}

static void put_number(struct buf *b, const char *name, uint64_t v)
{
	put_name(b, name);
	buf_u64(b, v);
}

static void put_text(struct buf *b, const char *name, const char *text)
{
	if (!text)
		return;
	put_name(b, name);
	put_string(b, text, strlen(text));
}

static void put_open(struct buf *b, const char *name, char bracket)
{
	put_name(b, name);
	buf_char(b, bracket);
}

/* The bracket of an element of an array. */
static void put_element(struct buf *b)
{
	buf_str(b, b->p[b->n - 1] == '[' ? "{" : ",{");
}

static void put_command(struct buf *b, const struct info *i)
{
	struct feature_reader r;
	if (!feature_open(i->d, ABI_FEATURE_CMDLINE, &r))
		return;
	put_open(b, "command", '[');
	for (uint32_t n = feature_u32(&r), k = 0; k < n; k++) {
		struct span word = feature_text(&r);
		if (!r.ok)
			break;
		buf_str(b, k ? "," : "");
		put_string(b, (const char *)word.p, word.n);
	}
	buf_char(b, ']');
}

static void put_machine(struct buf *b, const struct info *i)
{
	uint32_t available, online;
	uint64_t kib;
	put_text(b, "recorder", data_text(i->d, ABI_FEATURE_VERSION));
	put_text(b, "host", data_text(i->d, ABI_FEATURE_HOSTNAME));
	put_text(b, "kernel", data_text(i->d, ABI_FEATURE_OSRELEASE));
	put_text(b, "architecture", data_text(i->d, ABI_FEATURE_ARCH));
	put_text(b, "processor", data_text(i->d, ABI_FEATURE_CPUDESC));
	if (data_nrcpus(i->d, &available, &online)) {
		put_number(b, "cpus", available);
		put_number(b, "cpus_online", online);
	}
	if (data_total_mem(i->d, &kib))
		put_number(b, "memory_kib", kib);
}

static void put_moments(struct buf *b, const char *name, const struct info_moments *m)
{
	put_open(b, name, '{');
	put_number(b, "records", m->n);
	if (m->last_ns) {
		put_number(b, "first_ns", m->first_ns);
		put_number(b, "last_ns", m->last_ns);
	}
	buf_char(b, '}');
}

static void put_time(struct buf *b, const struct info *i)
{
	char text[64];
	if (i->mtime > 0)
		put_number(b, "written_unix_s", (uint64_t)i->mtime);
	put_text(b, "clock", info_clock(i->d, text, sizeof text));
	if (!i->samples.last_ns)
		return;
	put_number(b, "first_sample_ns", i->samples.first_ns);
	put_number(b, "last_sample_ns", i->samples.last_ns);
	put_name(b, "duration_s");
	buf_printf(b, "%.6f", info_seconds(i));
	if (info_seconds(i) > 0) {
		put_name(b, "samples_per_second");
		buf_printf(b, "%.3f", (double)i->samples.n / info_seconds(i));
	}
}

static void put_event(struct buf *b, const struct info *i, uint32_t k)
{
	const struct data_event *ev = &i->d->events[k];
	const char *more = "";
	put_element(b);
	put_text(b, "name", ev->name);
	if (ev->attr.period_or_freq)
		put_number(b, ev->attr.flags & ABI_FREQ ? "frequency_hz" : "period",
		           ev->attr.period_or_freq);
	put_number(b, "samples", i->p->event_samples[k]);
	put_number(b, "count", i->p->event_weight[k]);
	put_number(b, "lost_samples", i->p->stacks.places->session->stats.event_lost[k]);
	put_text(b, "call_chains", info_chains(ev));
	if ((ev->attr.sample_type & ABI_SAMPLE_STACK_USER) && ev->attr.sample_stack_user)
		put_number(b, "stack_bytes", ev->attr.sample_stack_user);
	put_open(b, "fields", '[');
	for (const struct abi_bit *f = abi_sample_bits; f->bit; f++)
		if (ev->attr.sample_type & f->bit) {
			buf_printf(b, "%s\"%s\"", more, f->name);
			more = ",";
		}
	buf_str(b, "]}");
}

static void put_size(struct buf *b, const struct info *i)
{
	put_number(b, "bytes", i->d->bytes.n);
	put_number(b, "record_bytes", i->d->data_end - i->d->data_off);
	put_open(b, "records", '[');
	for (uint32_t t = 0; t < ABI_RECORD_END; t++) {
		if (!i->n[t])
			continue;
		put_element(b);
		put_text(b, "type", t ? abi_record_name(t) : "UNKNOWN");
		put_number(b, "records", i->n[t]);
		put_number(b, "bytes", i->bytes[t]);
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

static void put_losses(struct buf *b, const struct info *i)
{
	put_open(b, "losses", '{');
	put_number(b, "records", i->n_lost);
	put_number(b, "samples", i->p->stacks.places->session->stats.lost_samples);
	put_moments(b, "LOST", &i->lost);
	put_moments(b, "LOST_SAMPLES", &i->lost_samples);
	put_moments(b, "THROTTLE", &i->throttled);
	put_moments(b, "UNTHROTTLE", &i->unthrottled);
	buf_char(b, '}');
}

static void put_coverage(struct buf *b, const struct info *i)
{
	put_open(b, "names", '{');
	put_number(b, "named", i->named);
	put_number(b, "unnamed", i->unnamed);
	put_number(b, "no_file", i->homeless);
	buf_char(b, '}');
	put_open(b, "stacks", '{');
	put_number(b, "rooted", i->rooted);
	put_number(b, "cut", i->cut);
	put_number(b, "rootless", i->rootless);
	buf_char(b, '}');
}

static void put_processes(struct buf *b, const struct info *i)
{
	put_number(b, "n_processes", i->n_processes);
	put_open(b, "processes", '[');
	for (uint32_t k = 0; k < i->n_processes && k < INFO_PROCESSES_MAX; k++) {
		put_element(b);
		put_name(b, "pid");
		buf_printf(b, "%d", (int)i->processes[k].pid);
		put_text(b, "comm",
		         session_text(i->p->stacks.places->session, i->processes[k].comm));
		put_number(b, "samples", i->processes[k].samples);
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

void info_json(struct buf *out, const struct info *i)
{
	struct buf b = {
		0
	}; /* it looks at what is already in it, which a buffer with a drain may have given away */
	buf_char(&b, '{');
	put_text(&b, "file", i->path);
	put_command(&b, i);
	put_machine(&b, i);
	put_time(&b, i);
	put_open(&b, "events", '[');
	for (uint32_t k = 0; k < i->d->n_events; k++)
		put_event(&b, i, k);
	buf_char(&b, ']');
	put_size(&b, i);
	put_losses(&b, i);
	put_coverage(&b, i);
	put_processes(&b, i);
	buf_str(&b, "}\n");
	buf_add(out, b.p, b.n);
	buf_release(&b);
}

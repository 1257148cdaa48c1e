// SPDX-License-Identifier: GPL-2.0-or-later
/* The overview as one JSON object (RFC 8259). What is not known is left out. */
#include "output/internal.h"
#include "output/json.h"

void json_command(struct buf *b, const char *name, const struct data *d)
{
	struct feature_reader r;
	if (!feature_open(d, ABI_FEATURE_CMDLINE, &r))
		return;
	json_open(b, name, '[');
	for (uint32_t n = feature_u32(&r), k = 0; k < n; k++) {
		struct span word = feature_text(&r);
		if (!r.ok)
			break;
		buf_str(b, k ? "," : "");
		json_string(b, (const char *)word.p, word.n);
	}
	buf_char(b, ']');
}

static void put_machine(struct buf *b, const struct info *i)
{
	uint32_t available, online;
	uint64_t kib;
	json_text(b, "recorder", data_text(i->d, ABI_FEATURE_VERSION));
	json_text(b, "host", data_text(i->d, ABI_FEATURE_HOSTNAME));
	json_text(b, "kernel", data_text(i->d, ABI_FEATURE_OSRELEASE));
	json_text(b, "architecture", data_text(i->d, ABI_FEATURE_ARCH));
	json_text(b, "processor", data_text(i->d, ABI_FEATURE_CPUDESC));
	if (data_nrcpus(i->d, &available, &online)) {
		json_u64(b, "cpus", available);
		json_u64(b, "cpus_online", online);
	}
	if (data_total_mem(i->d, &kib))
		json_u64(b, "memory_kib", kib);
}

static void put_moments(struct buf *b, const char *name, const struct info_moments *m)
{
	json_open(b, name, '{');
	json_u64(b, "records", m->n);
	if (m->last_ns) {
		json_u64(b, "first_ns", m->first_ns);
		json_u64(b, "last_ns", m->last_ns);
	}
	buf_char(b, '}');
}

static void put_time(struct buf *b, const struct info *i)
{
	char text[64];
	if (i->mtime > 0)
		json_u64(b, "written_unix_s", (uint64_t)i->mtime);
	json_text(b, "clock", info_clock(i->d, text, sizeof text));
	if (!i->samples.last_ns)
		return;
	json_u64(b, "first_sample_ns", i->samples.first_ns);
	json_u64(b, "last_sample_ns", i->samples.last_ns);
	json_name(b, "duration_s");
	buf_printf(b, "%.6f", info_seconds(i));
	if (info_seconds(i) > 0) {
		json_name(b, "samples_per_second");
		buf_printf(b, "%.3f", (double)i->samples.n / info_seconds(i));
	}
}

static void put_event(struct buf *b, const struct info *i, uint32_t k)
{
	const struct data_event *ev = &i->d->events[k];
	const char *more = "";
	json_element(b);
	json_text(b, "name", ev->name);
	if (ev->attr.period_or_freq)
		json_u64(b, ev->attr.flags & ABI_FREQ ? "frequency_hz" : "period",
		         ev->attr.period_or_freq);
	json_u64(b, "samples", i->p->event_samples[k]);
	json_u64(b, "count", i->p->event_weight[k]);
	json_u64(b, "lost_samples", i->p->stacks.places->session->stats.event_lost[k]);
	json_text(b, "call_chains", info_chains(ev));
	if ((ev->attr.sample_type & ABI_SAMPLE_STACK_USER) && ev->attr.sample_stack_user)
		json_u64(b, "stack_bytes", ev->attr.sample_stack_user);
	json_open(b, "fields", '[');
	for (const struct abi_bit *f = abi_sample_bits; f->bit; f++)
		if (ev->attr.sample_type & f->bit) {
			buf_printf(b, "%s\"%s\"", more, f->name);
			more = ",";
		}
	buf_str(b, "]}");
}

static void put_size(struct buf *b, const struct info *i)
{
	json_u64(b, "bytes", i->d->bytes.n);
	json_u64(b, "record_bytes", i->d->data_end - i->d->data_off);
	json_open(b, "records", '[');
	for (uint32_t t = 0; t < ABI_RECORD_END; t++) {
		if (!i->n[t])
			continue;
		json_element(b);
		json_text(b, "type", t ? abi_record_name(t) : "UNKNOWN");
		json_u64(b, "records", i->n[t]);
		json_u64(b, "bytes", i->bytes[t]);
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

static void put_losses(struct buf *b, const struct info *i)
{
	json_open(b, "losses", '{');
	json_u64(b, "records", i->n_lost);
	json_u64(b, "samples", i->p->stacks.places->session->stats.lost_samples);
	json_u64(b, "stacks", i->stackless.n);
	put_moments(b, "LOST", &i->lost);
	put_moments(b, "LOST_SAMPLES", &i->lost_samples);
	put_moments(b, "THROTTLE", &i->throttled);
	put_moments(b, "UNTHROTTLE", &i->unthrottled);
	buf_char(b, '}');
}

static void put_coverage(struct buf *b, const struct info *i)
{
	const struct coverage *c = &i->names;
	const struct session *s = i->p->stacks.places->session;
	json_open(b, "names", '{');
	json_u64(b, "named", c->named);
	json_u64(b, "unnamed", c->all - c->named - c->homeless);
	json_u64(b, "no_file", c->homeless);
	json_open(b, "without", '[');
	for (uint32_t k = 0; k < c->n; k++) {
		json_element(b);
		json_text(b, "file", session_text(s, s->files[c->v[k].file].path));
		json_u64(b, "samples", c->v[k].samples);
		json_text(b, "why", coverage_reason(&c->v[k]));
		json_text(b, "remedy", coverage_remedy(&c->v[k]));
		buf_char(b, '}');
	}
	buf_str(b, "]}");
	json_open(b, "stacks", '{');
	json_u64(b, "rooted", i->names.by_end[STACK_END_ROOT]);
	json_u64(b, "cut", i->names.by_end[STACK_END_CUT]);
	json_u64(b, "rootless", i->names.by_end[STACK_END_LOST]);
	json_u64(b, "incomplete", i->p->n_incomplete);
	buf_char(b, '}');
}

static void put_processes(struct buf *b, const struct info *i)
{
	json_u64(b, "n_processes", i->n_processes);
	json_open(b, "processes", '[');
	for (uint32_t k = 0; k < i->n_processes && k < INFO_PROCESSES_MAX; k++) {
		json_element(b);
		json_name(b, "pid");
		buf_printf(b, "%d", (int)i->processes[k].pid);
		json_text(b, "comm",
		          session_name(i->p->stacks.places->session, i->processes[k].comm));
		json_u64(b, "samples", i->processes[k].samples);
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
	json_text(&b, "file", i->path);
	json_command(&b, "command", i->d);
	put_machine(&b, i);
	put_time(&b, i);
	json_open(&b, "events", '[');
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

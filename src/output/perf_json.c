// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What `perf data convert --to-json` writes (tools/perf/util/data-convert-json.c of Linux, version
 * 1 of its form), a sample a line. What was not recorded is left out. There is more than perf has:
 * the event and the period of a sample, and the dso of an address without a symbol.
 */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "output/export.h"
#include "output/internal.h"
#include "output/json.h"

struct perf_json {
	struct traces traces;
	struct buf b;
};

static void put_moment(struct buf *b, int64_t mtime)
{
	time_t t = (time_t)mtime;
	struct tm tm;
	char when[64];
	if (mtime && gmtime_r(&t, &tm) && strftime(when, sizeof when, "%FT%TZ", &tm))
		json_text(b, "captured-on", when);
}

static void put_clock(struct buf *b, const struct data *d)
{
	struct feature_reader r;
	struct data_clock c;
	if (!feature_open(d, ABI_FEATURE_CLOCK_DATA, &r) || !data_clock(&r, &c))
		return;
	json_u64(b, "clockid", c.clock);
	json_u64(b, "clock-time", c.recorded_ns);
	json_u64(b, "real-time", c.day_ns);
}

static void put_headers(struct buf *b, const struct exporter *x)
{
	struct data *d = x->places->session->data;
	uint32_t available, online;
	json_u64(b, "header-version", 1);
	put_moment(b, x->mtime);
	if (!d->pipe) {
		json_u64(b, "data-offset", d->data_off);
		json_u64(b, "data-size", d->data_end - d->data_off);
		json_u64(b, "feat-offset", d->feature_off);
	}
	json_text(b, "hostname", data_text(d, ABI_FEATURE_HOSTNAME));
	json_text(b, "os-release", data_text(d, ABI_FEATURE_OSRELEASE));
	json_text(b, "arch", data_text(d, ABI_FEATURE_ARCH));
	json_text(b, "cpu-desc", data_text(d, ABI_FEATURE_CPUDESC));
	json_text(b, "cpuid", data_text(d, ABI_FEATURE_CPUID));
	if (data_nrcpus(d, &available, &online)) {
		json_u64(b, "nrcpus-online", online);
		json_u64(b, "nrcpus-avail", available);
	}
	put_clock(b, d);
	json_text(b, "perf-version", data_text(d, ABI_FEATURE_VERSION));
	json_command(b, "cmdline", d);
}

static void put_frame(struct buf *b, const struct places *p, const struct frame *f)
{
	const struct function *fn = &p->functions[f->function];
	const char *name = function_name(p, fn);
	json_element(b);
	json_hex(b, "ip", f->ip);
	json_text(b, "symbol", name);
	if (fn->file)
		json_text(b, "dso",
		          session_text(p->session, p->session->files[fn->file].short_name));
	buf_char(b, '}');
}

static void put_sample(struct buf *b, struct places *p, const struct session_event *ev)
{
	struct frame frames[FRAMES_MAX];
	bool incomplete;
	uint32_t n = place_chain(p, ev, frames, &incomplete);
	uint64_t type = ev->event->attr.sample_type;
	if (type & ABI_SAMPLE_TIME)
		json_u64(b, "timestamp", ev->sample.id.time_ns);
	json_i64(b, "pid", (int32_t)ev->thread->pid);
	json_i64(b, "tid", (int32_t)ev->thread->tid);
	if (type & ABI_SAMPLE_CPU)
		json_i64(b, "cpu", (int32_t)ev->sample.id.cpu);
	json_text(b, "comm", session_text(p->session, ev->thread->comm));
	json_text(b, "event", ev->event->name);
	json_u64(b, "period", ev->sample.period);
	json_open(b, "callchain", '[');
	for (uint32_t i = 0; i < n; i++)
		put_frame(b, p, &frames[i]);
	buf_char(b, ']');
}

static void perf_json_begin(struct exporter *x)
{
	struct perf_json *j = x->state = mem_new(sizeof *j);
	traces_init(&j->traces, x->places->session->data);
	buf_char(&j->b, '{');
	json_u64(&j->b, "linux-perf-json-version", 1);
	json_open(&j->b, "headers", '{');
	put_headers(&j->b, x);
	buf_char(&j->b, '}');
	json_open(&j->b, "samples", '[');
}

static void perf_json_record(struct exporter *x, const struct session_event *ev)
{
	struct perf_json *j = x->state;
	if (ev->rec.type != ABI_RECORD_SAMPLE)
		return;
	json_next(&j->b);
	buf_str(&j->b, "\n{");
	put_sample(&j->b, x->places, ev);
	trace_members(&j->b, &j->traces, ev);
	buf_char(&j->b, '}');
	json_move(&j->b, x->out);
}

static void perf_json_end(struct exporter *x)
{
	struct perf_json *j = x->state;
	buf_str(&j->b, "\n]}\n");
	buf_add(x->out, j->b.p, j->b.n);
	traces_release(&j->traces);
	buf_release(&j->b);
	free(j);
}

const struct export_format export_json = {
	.has_all_events = true,
	.has_no_profile = true,
	.begin = perf_json_begin,
	.record = perf_json_record,
	.end = perf_json_end,
};

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Markers: what was recorded of a thread besides samples, that it was off the CPU, and that samples
 * or records are missing. What no thread is told of is the first one's.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/firefox.h"
#include "output/json.h"

enum { INSTANT = 0, INTERVAL_START = 2, INTERVAL_END = 3 }; /* MarkerPhase */

/* Their names are those of their schemas, too. */
static const struct {
	const char *name;
	bool is_fault; /* shown with the thread's samples, too */
	struct {
		const char *key, *label, *format; /* key: NULL at the end */
	} fields[4];
} markers[FIREFOX_MARKERS] = {
	[MARKER_OFF_CPU] = { "Off CPU",
	                     false,
	                     { { "cpu", "CPU", "integer" }, { "why", "Why", "string" } } },
	[MARKER_LOST] = { "Lost",
	                  true,
	                  { { "records", "Records", "integer" },
	                    { "samples", "Samples", "integer" },
	                    { "cpu", "CPU", "integer" } } },
	[MARKER_THROTTLED] = { "Throttled", true, { { "cpu", "CPU", "integer" } } },
};

static const struct {
	uint32_t type; /* ABI_RECORD_... */
	enum firefox_marker marker;
	bool is_of_thread; /* else it is told by any thread, if not by that which ran */
} kinds[] = {
	{ ABI_RECORD_SWITCH, MARKER_OFF_CPU, true },
	{ ABI_RECORD_SWITCH_CPU_WIDE, MARKER_OFF_CPU, true },
	{ ABI_RECORD_LOST, MARKER_LOST, false },
	{ ABI_RECORD_LOST_SAMPLES, MARKER_LOST, false },
	{ ABI_RECORD_THROTTLE, MARKER_THROTTLED, false },
	{ ABI_RECORD_UNTHROTTLE, MARKER_THROTTLED, false },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void put_schema(struct buf *b, enum firefox_marker marker)
{
	json_element(b);
	json_text(b, "name", markers[marker].name);
	json_name(b, "display");
	buf_str(b, "[\"marker-chart\",\"marker-table\"");
	buf_str(b, markers[marker].is_fault ? ",\"timeline-overview\"]" : "]");
	json_open(b, "fields", '[');
	for (size_t i = 0; markers[marker].fields[i].key; i++) {
		json_element(b);
		json_text(b, "key", markers[marker].fields[i].key);
		json_text(b, "label", markers[marker].fields[i].label);
		json_text(b, "format", markers[marker].fields[i].format);
		buf_char(b, '}');
	}
	buf_str(b, "]}");
}

void firefox_marker_schema(struct buf *b)
{
	json_open(b, "markerSchema", '[');
	for (enum firefox_marker i = 0; i < FIREFOX_MARKERS; i++)
		put_schema(b, i);
	buf_char(b, ']');
}

void firefox_note(struct firefox *f, const struct session_event *ev)
{
	uint32_t kind = 0;
	struct sample_id id;
	struct body_lost lost = { 0 };
	while (kind < KINDS && kinds[kind].type != ev->rec.type)
		kind++;
	if (kind == KINDS || !ev->event)
		return;
	data_sample_id(ev->event, &ev->rec, &id);
	if (kinds[kind].marker == MARKER_LOST && body_lost(&ev->rec, NULL, &lost, NULL))
		return;
	VEC_ROOM(f->moments, f->n_moments, f->cap_moments);
	f->moments[f->n_moments++] = (struct moment){ .time_ns = ev->time_ns,
		                                      .lost = lost.lost,
		                                      .kind = kind,
		                                      .pid = id.pid,
		                                      .tid = id.tid,
		                                      .cpu = id.cpu,
		                                      .misc = ev->rec.misc };
}

/* ------------------------------------------------------------------ whose they are */

/* The first of the threads of these ids; TABLE_NONE = no sample was of it. */
static uint32_t thread_find(const struct firefox *f, uint32_t pid, uint32_t tid)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->thread_table, hash_mix(pid, tid), &i)) != TABLE_NONE)
		if (f->threads.v[id].pid == pid && f->threads.v[id].tid == tid)
			break;
	return id;
}

struct firefox_groups firefox_group_moments(const struct firefox *f)
{
	uint32_t *thread_of = mem_new((f->n_moments + (size_t)1) * sizeof *thread_of);
	for (uint32_t i = 0; i < f->n_moments; i++) {
		const struct moment *m = &f->moments[i];
		thread_of[i] = TABLE_NONE;
		if (m->time_ns < f->from_ns || m->time_ns > f->to_ns)
			continue;
		thread_of[i] = thread_find(f, m->pid, m->tid);
		if (thread_of[i] == TABLE_NONE && !kinds[m->kind].is_of_thread && f->threads.n)
			thread_of[i] = 0;
	}
	struct firefox_groups g = firefox_group(thread_of, f->n_moments, f->threads.n);
	free(thread_of);
	return g;
}

/* ------------------------------------------------------------------ markers */

static const struct moment *moment_of(const struct firefox *f, uint32_t row)
{
	return &f->moments[f->rows[row]];
}

static unsigned phase_of(const struct moment *m)
{
	switch (kinds[m->kind].type) {
	case ABI_RECORD_SWITCH:
	case ABI_RECORD_SWITCH_CPU_WIDE:
		return m->misc & ABI_MISC_SWITCH_OUT ? INTERVAL_START : INTERVAL_END;
	case ABI_RECORD_THROTTLE:
		return INTERVAL_START;
	case ABI_RECORD_UNTHROTTLE:
		return INTERVAL_END;
	default:
		return INSTANT;
	}
}

static void put_phase(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, phase_of(moment_of(f, row)));
}

static void put_start(struct firefox *f, uint32_t row)
{
	if (phase_of(moment_of(f, row)) == INTERVAL_END)
		buf_str(&f->b, "null");
	else
		firefox_time(f, moment_of(f, row)->time_ns);
}

static void put_end(struct firefox *f, uint32_t row)
{
	if (phase_of(moment_of(f, row)) == INTERVAL_END)
		firefox_time(f, moment_of(f, row)->time_ns);
	else
		buf_str(&f->b, "null");
}

static void put_marker(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, f->marker_texts[kinds[moment_of(f, row)->kind].marker]);
}

static void put_data(struct firefox *f, uint32_t row)
{
	const struct moment *m = moment_of(f, row);
	enum firefox_marker marker = kinds[m->kind].marker;
	buf_char(&f->b, '{');
	json_text(&f->b, "type", markers[marker].name);
	if (m->cpu != UINT32_MAX)
		json_u64(&f->b, "cpu", m->cpu);
	if (marker == MARKER_LOST)
		json_u64(&f->b, kinds[m->kind].type == ABI_RECORD_LOST ? "records" : "samples",
		         m->lost);
	if (marker == MARKER_OFF_CPU && phase_of(m) == INTERVAL_START)
		json_text(&f->b, "why",
		          m->misc & ABI_MISC_SWITCH_OUT_PREEMPT ? "preempted" : "waiting");
	buf_char(&f->b, '}');
}

static const struct column marker_columns[] = {
	{ "data", NULL, put_data },
	{ "name", NULL, put_marker },
	{ "startTime", NULL, put_start },
	{ "endTime", NULL, put_end },
	{ "phase", NULL, put_phase },
	{ "category", "0", NULL },
	{ NULL, NULL, NULL },
};

void firefox_markers(struct firefox *f, uint32_t n)
{
	firefox_columns(f, "markers", marker_columns, n);
	buf_char(&f->b, '}');
}

/* Their names are texts like those of functions. */
void firefox_name_markers(struct firefox *f)
{
	for (unsigned i = 0; i < FIREFOX_MARKERS; i++)
		f->marker_texts[i] = intern(&f->tree.frames.texts, markers[i].name);
}

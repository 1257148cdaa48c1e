// SPDX-License-Identifier: GPL-2.0-or-later
/* The threads with their samples and markers. A thread is there once for each event it has samples
 * of. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/firefox.h"
#include "output/json.h"

/* ------------------------------------------------------------------ which rows are whose */

struct firefox_groups firefox_group(const uint32_t *thread_of, uint32_t n, uint32_t n_threads)
{
	struct firefox_groups g = { mem_new((n + (size_t)1) * sizeof *g.rows),
		                    mem_new((n_threads + (size_t)2) * sizeof *g.first) };
	for (uint32_t i = 0; i < n; i++)
		if (thread_of[i] != TABLE_NONE)
			g.first[thread_of[i] + 2]++;
	for (uint32_t i = 2; i < n_threads + 2; i++)
		g.first[i] += g.first[i - 1];
	for (uint32_t i = 0; i < n; i++)
		if (thread_of[i] != TABLE_NONE)
			g.rows[g.first[thread_of[i] + 1]++] = i;
	return g;
}

static struct firefox_groups group_samples(const struct firefox *f)
{
	const struct profile *p = f->x->profile;
	uint32_t *thread_of = mem_new((p->n_samples + (size_t)1) * sizeof *thread_of);
	for (uint32_t i = 0; i < p->n_samples; i++)
		thread_of[i] = f->threads.of_entry[p->samples[i].entry];
	struct firefox_groups g = firefox_group(thread_of, p->n_samples, f->threads.n);
	free(thread_of);
	return g;
}

/* ------------------------------------------------------------------ samples */

static const struct profile_sample *sample_of(const struct firefox *f, uint32_t row)
{
	return &f->x->profile->samples[f->rows[row]];
}

static void put_stack(struct firefox *f, uint32_t row)
{
	uint32_t node = f->tree.node_of[f->paths[sample_of(f, row)->entry]];
	if (f->tree.v[node].depth)
		buf_u64(&f->b, f->stacks[node]);
	else
		buf_str(&f->b, "null");
}

void firefox_time(struct firefox *f, uint64_t time_ns)
{
	json_decimal(&f->b, time_ns > f->from_ns ? time_ns - f->from_ns : 0, MS_DECIMALS);
}

static void put_time(struct firefox *f, uint32_t row)
{
	firefox_time(f, sample_of(f, row)->time_ns);
}

static void put_weight(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, sample_of(f, row)->weight);
}

static void put_weight_ms(struct firefox *f, uint32_t row)
{
	json_decimal(&f->b, sample_of(f, row)->weight, MS_DECIMALS);
}

static const struct column sample_columns[] = {
	{ "stack", NULL, put_stack },
	{ "time", NULL, put_time },
	{ "weight", NULL, put_weight },
	{ NULL, NULL, NULL },
};

static const struct column clock_columns[] = {
	{ "stack", NULL, put_stack },
	{ "time", NULL, put_time },
	{ "weight", NULL, put_weight_ms },
	{ NULL, NULL, NULL },
};

static void put_samples(struct firefox *f)
{
	const struct data_event *ev = &f->x->places->session->data->events[f->thread->event];
	bool is_clock = *event_unit(ev) == 'n';
	firefox_columns(f, "samples", is_clock ? clock_columns : sample_columns,
	                f->thread->n_samples);
	json_text(&f->b, "weightType", is_clock ? "tracing-ms" : "samples");
	buf_char(&f->b, '}');
}

/* ------------------------------------------------------------------ threads */

/* When a thread was started and ended, as far as that was recorded. */
static void put_life(struct firefox *f, const char *start, const char *end, uint32_t tid)
{
	const struct firefox_life *l = firefox_life(f, f->thread->pid, tid);
	json_name(&f->b, start);
	firefox_time(f, l->start_ns);
	json_name(&f->b, end);
	if (l->end_ns)
		firefox_time(f, l->end_ns);
	else
		buf_str(&f->b, "null");
}

/* "comm", and with several events "comm (event)". */
static void put_name(struct firefox *f)
{
	const struct session *s = f->x->places->session;
	struct buf name = { 0 };
	buf_str(&name, session_name(s, f->thread->comm));
	if (f->n_events > 1)
		buf_printf(&name, " (%s)", s->data->events[f->thread->event].name);
	json_text(&f->b, "name", buf_cstr(&name));
	buf_release(&name);
}

static void put_thread(struct firefox *f)
{
	const struct export_thread *t = f->thread;
	json_element(&f->b);
	json_text(&f->b, "processType", "default");
	put_life(f, "processStartupTime", "processShutdownTime", t->pid);
	put_life(f, "registerTime", "unregisterTime", t->tid);
	json_open(&f->b, "pausedRanges", '[');
	buf_char(&f->b, ']');
	json_bool(&f->b, "showMarkersInTimeline", true);
	put_name(f);
	json_text(&f->b, "processName", session_name(f->x->places->session, t->process_comm));
	json_bool(&f->b, "isMainThread", t->pid == t->tid);
	json_name(&f->b, "pid");
	buf_printf(&f->b, "\"%d\"", (int32_t)t->pid);
	json_i64(&f->b, "tid", (int32_t)t->tid);
}

void firefox_threads(struct firefox *f)
{
	struct firefox_groups samples = group_samples(f), moments = firefox_group_moments(f);
	json_open(&f->b, "threads", '[');
	for (uint32_t i = 0; i < f->threads.n; i++) {
		f->thread = &f->threads.v[i];
		put_thread(f);
		f->rows = samples.rows + samples.first[i];
		put_samples(f);
		f->rows = moments.rows + moments.first[i];
		firefox_markers(f, moments.first[i + 1] - moments.first[i]);
		buf_char(&f->b, '}');
	}
	buf_char(&f->b, ']');
	free(samples.rows);
	free(samples.first);
	free(moments.rows);
	free(moments.first);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The trace event format ("Trace Event Format" of the Chromium project, JSON object format): the
 * names of processes and threads are metadata events, call chains a tree of "stackFrames", and each
 * sample refers to the node of its innermost function. Times are microseconds. Ids of frames begin
 * at 1, as readers take 0 for none.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"
#include "output/json.h"

struct chrome {
	const struct exporter *x;
	struct stacktree tree;
	struct buf b;
};

static void put_ids(struct buf *b, uint32_t pid, uint32_t tid)
{
	json_i64(b, "pid", (int32_t)pid);
	json_i64(b, "tid", (int32_t)tid);
}

static void put_name(struct chrome *c, const struct export_thread *t, const char *what,
                     uint32_t comm)
{
	json_element(&c->b);
	json_text(&c->b, "ph", "M");
	json_text(&c->b, "name", what);
	put_ids(&c->b, t->pid, t->tid);
	json_open(&c->b, "args", '{');
	json_text(&c->b, "name", session_name(c->x->places->session, comm));
	buf_str(&c->b, "}}");
	json_move(&c->b, c->x->out);
}

static void put_threads(struct chrome *c)
{
	struct export_threads threads;
	export_threads_build(&threads, c->x->profile, false);
	json_open(&c->b, "traceEvents", '[');
	for (uint32_t i = 0; i < threads.n; i++) {
		put_name(c, &threads.v[i], "process_name", threads.v[i].process_comm);
		put_name(c, &threads.v[i], "thread_name", threads.v[i].comm);
	}
	buf_char(&c->b, ']');
	export_threads_release(&threads);
}

static void put_frames(struct chrome *c)
{
	const struct stacktree *t = &c->tree;
	uint32_t *parents = stacktree_parents(t);
	json_open(&c->b, "stackFrames", '{');
	for (uint32_t i = 0; i < t->n; i++) {
		const struct intern_text *name = frame_name(&t->frames, t->v[i].frame);
		const struct intern_text *module = frame_module(&t->frames, t->v[i].frame);
		json_next(&c->b);
		buf_char(&c->b, '"');
		buf_u64(&c->b, i + 1);
		buf_str(&c->b, "\":{");
		json_name(&c->b, "name");
		json_string(&c->b, name->s, name->n);
		json_name(&c->b, "category");
		json_string(&c->b, module->s, module->n);
		if (parents[i] != TABLE_NONE)
			json_u64(&c->b, "parent", parents[i] + 1);
		buf_char(&c->b, '}');
		json_move(&c->b, c->x->out);
	}
	buf_char(&c->b, '}');
	free(parents);
}

static void put_sample(struct chrome *c, const struct profile_sample *s, uint32_t node)
{
	const struct profile_entry *e = &c->x->profile->v[s->entry];
	enum { US_DECIMALS = 3 };
	json_element(&c->b);
	if (e->cpu != UINT32_MAX)
		json_u64(&c->b, "cpu", e->cpu);
	put_ids(&c->b, e->pid, e->tid);
	json_name(&c->b, "ts");
	json_decimal(&c->b, s->time_ns, US_DECIMALS);
	json_text(&c->b, "name", c->x->places->session->data->events[e->event].name);
	json_u64(&c->b, "sf", node + 1);
	json_u64(&c->b, "weight", s->weight);
	buf_char(&c->b, '}');
	json_move(&c->b, c->x->out);
}

static void chrome_end(struct exporter *x)
{
	const struct profile *p = x->profile;
	struct chrome c = { .x = x };
	uint32_t *paths = stacktree_add(&c.tree, p);
	stacktree_build(&c.tree);
	buf_char(&c.b, '{');
	json_open(&c.b, "otherData", '{');
	json_text(&c.b, "exporter", "pmrec");
	json_text(&c.b, "command", x->title);
	buf_char(&c.b, '}');
	put_threads(&c);
	put_frames(&c);
	json_open(&c.b, "samples", '[');
	for (uint32_t i = 0; i < p->n_samples; i++)
		put_sample(&c, &p->samples[i], c.tree.node_of[paths[p->samples[i].entry]]);
	buf_str(&c.b, "]}\n");
	buf_add(x->out, c.b.p, c.b.n);
	buf_release(&c.b);
	stacktree_release(&c.tree);
	free(paths);
}

const struct export_format export_chrome = {
	.has_all_events = true,
	.keys = PROFILE_PID | PROFILE_TID | PROFILE_CPU | PROFILE_SAMPLES,
	.end = chrome_end,
};

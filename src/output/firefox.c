// SPDX-License-Identifier: GPL-2.0-or-later
/* Firefox Profiler's processed profile: what of the records goes into it, and its frame
 * (firefox.h). */
#include "output/firefox.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "output/json.h"

enum { NS_PER_MS = 1000000 };

/* ------------------------------------------------------------------ the records */

struct firefox_life *firefox_life(struct firefox *f, uint32_t pid, uint32_t tid)
{
	uint64_t hash = hash_mix(pid, tid);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->life_table, hash, &i)) != TABLE_NONE)
		if (f->lives[id].pid == pid && f->lives[id].tid == tid)
			return &f->lives[id];
	VEC_ROOM(f->lives, f->n_lives, f->cap_lives);
	f->lives[f->n_lives] = (struct firefox_life){ .pid = pid, .tid = tid };
	table_add(&f->life_table, hash, f->n_lives);
	return &f->lives[f->n_lives++];
}

static void firefox_begin(struct exporter *x)
{
	struct firefox *f = x->state = mem_new(sizeof *f);
	f->x = x;
}

static void firefox_record(struct exporter *x, const struct session_event *ev)
{
	struct firefox *f = x->state;
	if (ev->rec.type == ABI_RECORD_SAMPLE)
		return; /* the profile lists them */
	if (ev->rec.type == ABI_RECORD_FORK && ev->thread) {
		struct firefox_life *l = firefox_life(f, ev->thread->pid, ev->thread->tid);
		l->start_ns = ev->time_ns;
		l->end_ns = 0;
	} else if (ev->rec.type == ABI_RECORD_EXIT && ev->thread) {
		firefox_life(f, ev->thread->pid, ev->thread->tid)->end_ns = ev->time_ns;
	} else {
		firefox_note(f, ev);
	}
}

/* ------------------------------------------------------------------ what is known at the end */

static void find_stacks(struct firefox *f)
{
	f->paths = stacktree_add(&f->tree, f->x->profile);
	stacktree_build(&f->tree);
	f->parents = stacktree_parents(&f->tree);
	f->nodes = mem_new((f->tree.n + (size_t)1) * sizeof *f->nodes);
	f->stacks = mem_new((f->tree.n + (size_t)1) * sizeof *f->stacks);
	for (uint32_t i = 0; i < f->tree.n; i++)
		if (f->tree.v[i].depth) {
			f->nodes[f->n_stacks] = i;
			f->stacks[i] = f->n_stacks++;
		}
}

static void find_threads(struct firefox *f)
{
	const struct profile *p = f->x->profile;
	export_threads_build(&f->threads, p, true);
	for (uint32_t i = 0; i < f->threads.n; i++)
		table_add(&f->thread_table, hash_mix(f->threads.v[i].pid, f->threads.v[i].tid), i);
	for (uint32_t i = 0; i < f->x->places->session->data->n_events; i++)
		f->n_events += p->event_samples[i] != 0;
	if (p->n_samples) {
		f->from_ns = p->samples[0].time_ns;
		f->to_ns = p->samples[p->n_samples - 1].time_ns;
	}
}

/* ------------------------------------------------------------------ meta */

/* The name that each kind of frame has as a category, and its colour; grey is that of the default.
 */
static const struct {
	const char *name, *colour;
} categories[FRAME_KINDS] = {
	[FRAME_COMM] = { "Other", "grey" },      [FRAME_USER] = { "User", "yellow" },
	[FRAME_KERNEL] = { "Kernel", "orange" }, [FRAME_JIT] = { "JIT", "green" },
	[FRAME_INLINED] = { "Inlined", "blue" }, [FRAME_UNKNOWN] = { "Unknown", "darkgrey" },
};

static void put_categories(struct buf *b)
{
	json_open(b, "categories", '[');
	for (unsigned i = 0; i < FRAME_KINDS; i++) {
		json_element(b);
		json_text(b, "name", categories[i].name);
		json_text(b, "color", categories[i].colour);
		json_name(b, "subcategories");
		buf_str(b, "[\"Other\"]}");
	}
	buf_char(b, ']');
}

/* The day's time of the first sample in milliseconds since 1970. */
static void put_start(const struct firefox *f, struct buf *b)
{
	json_name(b, "startTime");
	json_decimal(b, export_day_ns(f->x, f->from_ns, f->to_ns), MS_DECIMALS);
}

/* Milliseconds between samples of the first event that has some, as far as it says. */
static void put_interval(const struct firefox *f, struct buf *b)
{
	const struct data *d = f->x->places->session->data;
	uint64_t ns = NS_PER_MS;
	for (uint32_t i = 0; i < d->n_events; i++) {
		const struct data_event *ev = &d->events[i];
		if (!f->x->profile->event_samples[i])
			continue;
		if (ev->attr.flags & ABI_FREQ && ev->attr.period_or_freq)
			ns = 1000 * (uint64_t)NS_PER_MS / ev->attr.period_or_freq;
		else if (*event_unit(ev) == 'n' && ev->attr.period_or_freq)
			ns = ev->attr.period_or_freq;
		break;
	}
	json_name(b, "interval");
	json_decimal(b, ns, MS_DECIMALS);
}

static void put_meta(struct firefox *f)
{
	struct buf *b = &f->b;
	struct data *d = f->x->places->session->data;
	uint32_t available, online;
	json_open(b, "meta", '{');
	put_interval(f, b);
	put_start(f, b);
	json_u64(b, "profilingStartTime", 0);
	json_name(b, "profilingEndTime");
	firefox_time(f, f->to_ns);
	json_u64(b, "processType", 0);
	put_categories(b);
	json_text(b, "product", f->x->title);
	json_u64(b, "stackwalk", 1);
	json_u64(b, "version", FIREFOX_GECKO_VERSION);
	json_u64(b, "preprocessedProfileVersion", FIREFOX_VERSION);
	json_bool(b, "symbolicated", true);
	firefox_marker_schema(b);
	json_text(b, "importedFrom", "pmrec");
	json_text(b, "platform", data_text(d, ABI_FEATURE_HOSTNAME));
	json_text(b, "oscpu", data_text(d, ABI_FEATURE_OSRELEASE));
	json_text(b, "CPUName", data_text(d, ABI_FEATURE_CPUDESC));
	if (data_nrcpus(d, &available, &online))
		json_u64(b, "logicalCPUs", online);
	json_bool(b, "usesOnlyOneStackType", true);
	json_bool(b, "sourceCodeIsNotOnSearchfox", true);
	buf_char(b, '}');
}

/* ------------------------------------------------------------------ the whole */

static void firefox_release(struct firefox *f)
{
	free(f->moments);
	free(f->lives);
	table_release(&f->life_table);
	export_threads_release(&f->threads);
	table_release(&f->thread_table);
	stacktree_release(&f->tree);
	free(f->parents);
	free(f->paths);
	free(f->nodes);
	free(f->stacks);
	free(f->libs);
	free(f->resources);
	free(f->resource_of);
	buf_release(&f->b);
	free(f);
}

static void firefox_end(struct exporter *x)
{
	struct firefox *f = x->state;
	find_stacks(f);
	find_threads(f);
	firefox_name_markers(f);
	buf_char(&f->b, '{');
	put_meta(f);
	firefox_shared(f);
	firefox_threads(f);
	buf_str(&f->b, "}\n");
	buf_add(x->out, f->b.p, f->b.n);
	firefox_release(f);
}

const struct export_format export_firefox = {
	.has_all_events = true,
	.keys = PROFILE_PID | PROFILE_TID | PROFILE_SAMPLES,
	.begin = firefox_begin,
	.record = firefox_record,
	.end = firefox_end,
};

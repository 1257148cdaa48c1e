// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A flame graph as one HTML file: the page (flame.html and what belongs to it) and its data. These
 * are a JSON object of names and two lists of numbers, varints in base64; flame_data.js reads
 * them:
 *
 *   tree     for each node in preorder: how many levels it is above a child of the one before;
 *            its frame
 *   weights  for each entry, by slot and node: slots since the one before; nodes since the one
 * before in the same slot, else since 0; context; samples; 0 when the weight is samples times the
 *            event's usual period, else weight + 1
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/json.h"
#include "output/page.h"
#include "output/stacktree.h"

/* Who ran where, and what was counted: distinct ones are few. */
struct context {
	uint32_t event, thread, cpu;
};

struct thread_shown {
	uint32_t pid, tid, comm; /* comm: session text, the last */
};

struct flame {
	const struct profile *profile;
	const struct session *session;
	const struct flame_options *o;
	struct stacktree tree;
	uint32_t *paths; /* by entry */
	struct context *contexts;
	uint32_t n_contexts, cap_contexts, *context_of; /* by entry */
	struct table context_table;
	struct thread_shown *threads;
	uint32_t n_threads, cap_threads;
	struct table thread_table;
	uint64_t *periods; /* by event the usual one, 0 = there is none */
	struct sort_pair *order;
};

uint64_t flame_slot_ns(uint64_t span_ns)
{
	static const unsigned factors[] = { 1, 2, 5 };
	for (uint64_t ten = 1;; ten *= 10)
		for (unsigned i = 0; i < 3; i++)
			if (span_ns / (ten * factors[i]) < FLAME_SLOTS)
				return ten * factors[i];
}

/* ------------------------------------------------------------------ contexts */

static uint32_t thread_of(struct flame *f, const struct profile_entry *e)
{
	uint64_t hash = hash_mix(e->pid, e->tid);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->thread_table, hash, &i)) != TABLE_NONE)
		if (f->threads[id].pid == e->pid && f->threads[id].tid == e->tid)
			break;
	if (id == TABLE_NONE) {
		VEC_ROOM(f->threads, f->n_threads, f->cap_threads);
		f->threads[id = f->n_threads++] = (struct thread_shown){ e->pid, e->tid, 0 };
		table_add(&f->thread_table, hash, id);
	}
	f->threads[id].comm = e->comm;
	return id;
}

static uint32_t context_of(struct flame *f, const struct profile_entry *e)
{
	struct context x = { e->event, thread_of(f, e), e->cpu };
	uint64_t hash = hash_mix((uint64_t)x.event << 32 | x.thread, x.cpu);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->context_table, hash, &i)) != TABLE_NONE) {
		const struct context *k = &f->contexts[id];
		if (k->event == x.event && k->thread == x.thread && k->cpu == x.cpu)
			return id;
	}
	VEC_ROOM(f->contexts, f->n_contexts, f->cap_contexts);
	f->contexts[f->n_contexts] = x;
	table_add(&f->context_table, hash, f->n_contexts);
	return f->n_contexts++;
}

/* Most samples of an event have the same period, or no two have. */
static void find_periods(struct flame *f)
{
	for (uint32_t i = 0; i < f->profile->n; i++) {
		const struct profile_entry *e = &f->profile->v[i];
		if (!f->periods[e->event] && e->samples)
			f->periods[e->event] = e->weight / e->samples;
	}
}

/* ------------------------------------------------------------------ lists of numbers */

static void list_tree(struct buf *b, const struct stacktree *t)
{
	uint32_t level = 0; /* of a child of the node before */
	for (uint32_t i = 0; i < t->n; i++) {
		buf_varint(b, level - t->v[i].depth);
		buf_varint(b, t->v[i].frame);
		level = t->v[i].depth + 1;
	}
}

static void list_weights(struct buf *b, const struct flame *f)
{
	const struct profile *p = f->profile;
	uint64_t last = 0;
	for (uint32_t i = 0; i < p->n; i++) {
		uint64_t key = f->order[i].key, slots = (key >> 32) - (last >> 32);
		const struct profile_entry *e = &p->v[f->order[i].value];
		bool usual = f->periods[e->event] * e->samples == e->weight;
		buf_varint(b, slots);
		buf_varint(b, slots ? (uint32_t)key : (uint32_t)key - (uint32_t)last);
		buf_varint(b, f->context_of[f->order[i].value]);
		buf_varint(b, e->samples);
		buf_varint(b, usual ? 0 : e->weight + 1);
		last = key;
	}
}

static void flame_order(struct flame *f)
{
	const struct profile *p = f->profile;
	struct sort_pair *tmp = mem_resize(NULL, p->n + (size_t)1, sizeof *tmp);
	f->order = mem_resize(NULL, p->n + (size_t)1, sizeof *f->order);
	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t node = f->tree.paths[f->paths[i]].node;
		f->order[i] = (struct sort_pair){ (uint64_t)p->v[i].slot << 32 | node, i };
	}
	sort_pairs(f->order, tmp, p->n);
	free(tmp);
}

/* ------------------------------------------------------------------ the object of names */

static void json_texts(struct buf *b, const struct intern *texts)
{
	json_open(b, "texts", '[');
	for (uint32_t i = 0; i < texts->n; i++) {
		json_next(b);
		json_string(b, texts->v[i].s, texts->v[i].n);
	}
	buf_char(b, ']');
}

static void json_number(struct buf *b, uint64_t v)
{
	json_next(b);
	buf_u64(b, v);
}

static void json_frames(struct buf *b, const struct frames *frames)
{
	json_open(b, "frames", '[');
	for (uint32_t i = 0; i < frames->n; i++) {
		json_number(b, frames->v[i].name);
		json_number(b, frames->v[i].module);
		json_number(b, frames->v[i].kind);
	}
	buf_char(b, ']');
}

static void json_threads(struct buf *b, const struct flame *f)
{
	json_open(b, "threads", '[');
	for (uint32_t i = 0; i < f->n_threads; i++) {
		json_element(b);
		json_i64(b, "pid", (int32_t)f->threads[i].pid);
		json_i64(b, "tid", (int32_t)f->threads[i].tid);
		json_text(b, "comm", session_text(f->session, f->threads[i].comm));
		buf_char(b, '}');
	}
	buf_str(b, "]");
	json_open(b, "contexts", '[');
	for (uint32_t i = 0; i < f->n_contexts; i++) {
		json_number(b, f->contexts[i].event);
		json_number(b, f->contexts[i].thread);
		json_number(b, f->contexts[i].cpu);
	}
	buf_char(b, ']');
}

/* Sums may be larger than what is exact in a script: they are texts. */
static void json_exact(struct buf *b, const char *name, uint64_t v)
{
	json_name(b, name);
	buf_char(b, '"');
	buf_u64(b, v);
	buf_char(b, '"');
}

static void json_events(struct buf *b, const struct flame *f)
{
	const struct data *d = f->session->data;
	json_open(b, "events", '[');
	for (uint32_t i = 0; i < d->n_events; i++) {
		json_element(b);
		json_text(b, "name", d->events[i].name);
		json_u64(b, "samples", f->profile->event_samples[i]);
		json_exact(b, "weight", f->profile->event_weight[i]);
		json_exact(b, "period", f->periods[i]);
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

static void json_data(struct buf *b, const struct flame *f)
{
	buf_char(b, '{');
	json_text(b, "title", f->o->title);
	json_text(b, "event", f->o->event);
	json_bool(b, "reverse", f->o->reverse);
	json_u64(b, "nodes", f->tree.n);
	json_u64(b, "entries", f->profile->n);
	json_exact(b, "from_ns", f->profile->from_ns);
	json_exact(b, "slot_ns", f->profile->slot_ns);
	json_events(b, f);
	json_threads(b, f);
	json_frames(b, &f->tree.frames);
	json_texts(b, &f->tree.frames.texts);
	buf_char(b, '}');
}

/* ------------------------------------------------------------------ the page */

static void page_part(struct buf *out, unsigned part)
{
	buf_add(out, page_parts[part].p, page_parts[part].n);
}

/* Text in HTML, where '<' must begin nothing; within JSON that has '<' in strings only. */
static void page_text(struct buf *out, const char *p, size_t n, bool is_json)
{
	for (size_t run; n; p += run, n -= run) {
		for (run = 0; run < n && p[run] != '<' && (is_json || p[run] != '&');)
			run++;
		buf_add(out, p, run);
		if (run < n)
			buf_str(out, is_json ? "\\u003c" : p[run] == '<' ? "&lt;" : "&amp;"), run++;
	}
}

static void page_list(struct buf *out, const char *id, struct buf *bytes)
{
	buf_printf(out, "<script type=\"application/octet-stream\" id=\"data-%s\">", id);
	buf_base64(out, bytes->p, bytes->n);
	buf_str(out, "</script>\n");
	bytes->n = 0;
}

static void page_write(struct buf *out, const struct flame *f)
{
	struct buf b = { 0 };
	page_part(out, 0);
	buf_text(&b, f->o->title);
	page_text(out, b.p, b.n, false);
	page_part(out, 1);
	b.n = 0;
	json_data(&b, f);
	buf_str(out, "<script type=\"application/json\" id=\"data-names\">");
	page_text(out, b.p, b.n, true);
	buf_str(out, "</script>\n");
	b.n = 0;
	list_tree(&b, &f->tree);
	page_list(out, "tree", &b);
	list_weights(&b, f);
	page_list(out, "weights", &b);
	page_part(out, 2);
	buf_release(&b);
}

static void flame_release(struct flame *f)
{
	stacktree_release(&f->tree);
	free(f->paths);
	free(f->contexts);
	free(f->context_of);
	table_release(&f->context_table);
	free(f->threads);
	table_release(&f->thread_table);
	free(f->periods);
	free(f->order);
}

void output_flame(struct buf *out, const struct profile *p, const struct flame_options *o)
{
	const struct session *s = p->stacks.places->session;
	struct flame f = { .profile = p, .session = s, .o = o, .tree.frames.addrs = o->addrs };
	f.periods = mem_new((s->data->n_events + (size_t)1) * sizeof *f.periods);
	f.context_of = mem_new((p->n + (size_t)1) * sizeof *f.context_of);
	f.paths = stacktree_add(&f.tree, p);
	stacktree_build(&f.tree);
	for (uint32_t i = 0; i < p->n; i++)
		f.context_of[i] = context_of(&f, &p->v[i]);
	find_periods(&f);
	flame_order(&f);
	page_write(out, &f);
	flame_release(&f);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A flame graph as one HTML file: the page (flame.html and what belongs to it) and its data. These
 * are a JSON object of names and lists of numbers (flame_entries.c) in base64; flame_data.js reads
 * them.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/flame.h"
#include "output/json.h"
#include "output/page.h"

uint64_t flame_slot_ns(uint64_t span_ns)
{
	static const unsigned factors[] = { 1, 2, 5 };
	for (uint64_t ten = 1;; ten *= 10)
		for (unsigned i = 0; i < 3; i++)
			if (span_ns / (ten * factors[i]) < FLAME_SLOTS)
				return ten * factors[i];
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
		json_text(b, "comm", session_name(f->session, f->threads[i].comm));
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
	const struct profile *p = f->shown.profile, *before = f->before.profile;
	json_open(b, "events", '[');
	for (uint32_t i = 0; i < d->n_events; i++) {
		json_element(b);
		json_text(b, "name", d->events[i].name);
		json_u64(b, "samples", p->event_samples[i]);
		json_exact(b, "weight", p->event_weight[i]);
		json_exact(b, "period", f->periods[i]);
		if (before) {
			const char *name = d->events[i].name;
			json_u64(b, "samples_before",
			         profile_event_sum(before, name, before->event_samples));
		}
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

static void json_before(struct buf *b, const struct flame *f)
{
	json_open(b, "before", '{');
	json_text(b, "title", f->o->before_title);
	json_u64(b, "entries", f->before.n);
	buf_char(b, '}');
}

static void json_data(struct buf *b, const struct flame *f)
{
	buf_char(b, '{');
	json_text(b, "title", f->o->title);
	json_text(b, "event", f->o->event);
	json_bool(b, "reverse", f->o->reverse);
	json_u64(b, "nodes", f->tree.n);
	json_u64(b, "entries", f->shown.n);
	json_exact(b, "from_ns", f->shown.profile->from_ns);
	json_exact(b, "slot_ns", f->shown.profile->slot_ns);
	if (f->before.profile)
		json_before(b, f);
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
	flame_list_tree(&b, &f->tree);
	page_list(out, "tree", &b);
	flame_list_weights(&b, f, &f->shown);
	page_list(out, "weights", &b);
	if (f->before.profile) {
		flame_list_weights(&b, f, &f->before);
		page_list(out, "before", &b);
	}
	page_part(out, 2);
	buf_release(&b);
}

static void side_release(struct flame_side *side)
{
	free(side->paths);
	free(side->v);
}

static void flame_release(struct flame *f)
{
	stacktree_release(&f->tree);
	side_release(&f->shown);
	side_release(&f->before);
	free(f->contexts);
	table_release(&f->context_table);
	free(f->threads);
	table_release(&f->thread_table);
	free(f->periods);
}

void output_flame(struct buf *out, const struct profile *p, const struct flame_options *o)
{
	const struct session *s = p->stacks.places->session;
	struct flame f = { .session = s, .o = o, .tree.frames.addrs = o->addrs };
	f.tree.callers = f.tree.is_joined = o->is_svg && o->reverse;
	f.shown.profile = p;
	f.before.profile = o->before;
	f.periods = mem_new((s->data->n_events + (size_t)1) * sizeof *f.periods);
	f.shown.paths = stacktree_add(&f.tree, p);
	if (o->before)
		f.before.paths = stacktree_add(&f.tree, o->before);
	stacktree_build(&f.tree);
	if (o->min_share > 0)
		flame_prune(&f, o->is_svg ? o->event : NULL, o->min_share / 100);
	if (o->is_svg) {
		flame_svg(out, &f, o->event);
		flame_release(&f);
		return;
	}
	flame_entries(&f, &f.shown);
	if (o->before)
		flame_entries(&f, &f.before);
	page_write(out, &f);
	flame_release(&f);
}

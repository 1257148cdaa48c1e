// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The histogram behind `report`: a profile's entries grouped by the sort keys. With children a group also gets
 * the weight of the stacks it is on, once a stack, however often it recurs there.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

static uint32_t hist_find(struct hist *h, const struct hist_entry *x)
{
	uint64_t hash = hash_mix((uint64_t)x->comm << 32 | x->function, (uint64_t)x->file << 32 | x->cpu) ^
			hash_mix(x->pid, x->tid);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&h->table, hash, &i)) != TABLE_NONE) {
		const struct hist_entry *k = &h->v[id];
		if (k->comm == x->comm && k->function == x->function && k->file == x->file && k->pid == x->pid &&
		    k->tid == x->tid && k->cpu == x->cpu)
			return id;
	}
	VEC_ROOM(h->v, h->n, h->cap);
	h->v[h->n] = *x;
	table_add(&h->table, hash, h->n);
	return h->n++;
}

/* The group of a function of a profile entry. */
static uint32_t hist_group(struct hist *h, const struct profile_entry *e, uint32_t function, unsigned keys)
{
	struct hist_entry x = { .example = function };
	if (keys & 1 << SORT_COMM)
		x.comm = e->comm;
	if (keys & 1 << SORT_DSO)
		x.file = h->places->functions[function].file;
	if (keys & 1 << SORT_SYM)
		x.function = function;
	if (keys & 1 << SORT_PID)
		x.pid = e->pid;
	if (keys & 1 << SORT_TID)
		x.tid = e->tid;
	if (keys & 1 << SORT_CPU)
		x.cpu = e->cpu;
	return hist_find(h, &x);
}

static void hist_chain(struct hist *h, uint32_t group, const uint32_t *functions, uint32_t n, uint64_t weight)
{
	struct hist_entry *x = &h->v[group];
	if (!x->chains)
		x->chains = chain_root(&h->chains);
	chain_add(&h->chains, x->chains, functions, n, weight);
}

/* What a stack's frames are in the order of the chains. */
struct ordered {
	uint32_t *v, n, cap;
};

static void order_frames(struct ordered *o, const struct stacks *st, const struct stack *k, bool reverse)
{
	while (o->cap < k->n) {
		o->cap = o->cap ? 2 * o->cap : 256;
		o->v = mem_resize(o->v, o->cap, sizeof *o->v);
	}
	o->n = k->n;
	for (uint32_t i = 0; i < k->n; i++)
		o->v[i] = st->frames[k->first + (reverse ? k->n - 1 - i : i)];
}

/* Which groups have had a stack's weight: the number of the last stack that gave it, by group. */
struct seen {
	uint32_t *stamp, n;
};

/* True the first time a group is met for a stack. */
static bool seen_first(struct seen *s, const struct hist *h, uint32_t group, uint32_t stamp)
{
	if (group >= s->n) {
		s->stamp = mem_resize(s->stamp, h->cap, sizeof *s->stamp);
		memset(s->stamp + s->n, 0, (h->cap - s->n) * sizeof *s->stamp);
		s->n = h->cap;
	}
	bool first = s->stamp[group] != stamp;
	s->stamp[group] = stamp;
	return first;
}

static void hist_children(struct hist *h, const struct profile_entry *e, const struct hist_options *o,
			  const struct ordered *f, struct seen *seen, uint32_t stamp)
{
	for (uint32_t i = 0; i < f->n; i++) {
		uint32_t group = hist_group(h, e, f->v[i], o->keys);
		if (!seen_first(seen, h, group, stamp))
			continue;
		h->v[group].children += e->weight;
		if (o->chains != CHAIN_NONE)
			hist_chain(h, group, f->v + i, f->n - i, e->weight);
	}
}

void hist_build(struct hist *h, const struct profile *p, uint32_t event, const struct hist_options *o)
{
	struct ordered frames = { 0 };
	struct seen seen = { 0 };
	*h = (struct hist){ .places = p->stacks.places };
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		const struct stack *k = &p->stacks.v[e->stack];
		if (e->event != event)
			continue;
		uint32_t self = hist_group(h, e, k->leaf, o->keys);
		h->v[self].self += e->weight;
		h->v[self].self_samples += e->samples;
		if (o->children || o->chains != CHAIN_NONE)
			order_frames(&frames, &p->stacks, k, o->chains == CHAIN_CALLER);
		if (o->chains != CHAIN_NONE && k->n)
			hist_chain(h, self, frames.v, frames.n, e->weight);
		if (!o->children)
			continue;
		h->v[self].children += e->weight;
		seen_first(&seen, h, self, i + 1);
		hist_children(h, e, o, &frames, &seen, i + 1);
	}
	free(frames.v);
	free(seen.stamp);
}

struct sort_by {
	const struct hist *h;
	bool children;
};

/* Largest first; equal ones in an order that depends on what they are, not on when they came. */
static int hist_before(const void *a, const void *b, void *ctx)
{
	const struct hist_entry *x = a, *y = b;
	const struct sort_by *by = ctx;
	const struct places *p = by->h->places;
	if (by->children && x->children != y->children)
		return x->children > y->children;
	if (x->self != y->self)
		return x->self > y->self;
	int c = strcmp(session_text(p->session, x->comm), session_text(p->session, y->comm));
	if (c)
		return c < 0;
	const struct function *f = &p->functions[x->example], *g = &p->functions[y->example];
	const char *xn = function_name(p, f), *yn = function_name(p, g);
	if (!xn != !yn)
		return xn != NULL;
	if (xn && (c = strcmp(xn, yn)))
		return c < 0;
	return f->start < g->start;
}

struct hist_entry **hist_sorted(const struct hist *h, bool children)
{
	struct hist_entry **v = mem_resize(NULL, h->n, sizeof *v);
	for (uint32_t i = 0; i < h->n; i++)
		v[i] = &h->v[i];
	sort_pointers(v, h->n, hist_before, &(struct sort_by){ h, children });
	return v;
}

void hist_release(struct hist *h)
{
	free(h->v);
	table_release(&h->table);
	chains_release(&h->chains);
	*h = (struct hist){ 0 };
}

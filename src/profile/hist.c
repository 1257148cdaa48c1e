// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The histogram behind `report`: a profile's entries grouped by the sort keys. With children a
 * group also gets the weight of the stacks it is on, once a stack, however often it recurs there.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

static uint32_t hist_find(struct hist *h, const struct hist_entry *x)
{
	uint64_t hash = hash_mix((uint64_t)x->comm << 32 | x->function,
	                         (uint64_t)x->file << 32 | x->cpu) ^
	                hash_mix(x->tid, 0);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&h->table, hash, &i)) != TABLE_NONE) {
		const struct hist_entry *k = &h->v[id];
		if (k->comm == x->comm && k->function == x->function && k->file == x->file &&
		    k->tid == x->tid && k->cpu == x->cpu)
			return id;
	}
	VEC_ROOM(h->v, h->n, h->cap);
	h->v[h->n] = *x;
	table_add(&h->table, hash, h->n);
	return h->n++;
}

/* The group of a function of a profile entry. */
static uint32_t hist_group(struct hist *h, const struct profile_entry *e, uint32_t function,
                           unsigned keys)
{
	struct hist_entry x = { .example = function };
	if (keys & (1 << SORT_COMM | 1 << SORT_PID | 1 << SORT_TID))
		x.comm = e->comm; /* pid and tid are shown with it */
	if (keys & 1 << SORT_DSO)
		x.file = h->places->functions[function].file;
	if (keys & 1 << SORT_SYM)
		x.function = function;
	if (keys & (1 << SORT_PID | 1 << SORT_TID))
		x.tid = e->tid;
	if (keys & 1 << SORT_CPU)
		x.cpu = e->cpu;
	return hist_find(h, &x);
}

/* A stack's frames in the order of the chains: as they are, or for trees that are drawn from the
 * outermost function from there inwards. The trees borrow them. */
struct ordered {
	const uint32_t *v;
	uint32_t n;
};

static struct ordered order_frames(struct hist *h, const struct stacks *st, const struct stack *k,
                                   const struct hist_options *o, bool is_drawn)
{
	struct ordered f = { NULL, k->n < o->max_stack ? k->n : o->max_stack };
	if (f.n)
		f.v = st->frames + k->first;
	if (!is_drawn || o->chains != CHAIN_CALLER)
		return f;
	uint32_t *v = arena_new(&h->chains.arena, f.n * sizeof *v);
	for (uint32_t i = 0; i < f.n; i++)
		v[i] = f.v[f.n - 1 - i];
	f.v = v;
	return f;
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

/* One walk over a profile: the first adds up the weights, the second makes the call trees of those
 * groups that can show a branch. Most groups of a large recording are too small for one. */
struct hist_walk {
	struct hist *h;
	const struct hist_options *o;
	struct ordered frames;
	struct seen seen;
	bool chains;
};

/* A group that is on the stack of e: its chain begins at frame from. */
static void hist_visit(struct hist_walk *w, const struct profile_entry *e, uint32_t group,
                       uint32_t from)
{
	struct hist *h = w->h;
	struct hist_entry *x = &h->v[group];
	if (!w->chains) {
		x->children += e->weight;
	} else if (x->children >= w->o->chain_min && from < w->frames.n) {
		if (!x->chains)
			x->chains = chain_root(&h->chains);
		chain_add(&h->chains, x->chains, w->frames.v + from, w->frames.n - from, e->weight);
	}
}

static void hist_stack(struct hist_walk *w, const struct profile_entry *e, const struct stack *k,
                       const struct stacks *st, uint32_t stamp)
{
	struct hist *h = w->h;
	uint32_t self = hist_group(h, e, k->leaf, w->o->keys);
	if (!w->chains) {
		h->v[self].self += e->weight;
		h->v[self].self_samples += e->samples;
	}
	if (w->o->children || w->chains)
		w->frames = order_frames(h, st, k, w->o, w->chains);
	hist_visit(w, e, self, 0);
	if (!w->o->children)
		return;
	seen_first(&w->seen, h, self, stamp);
	for (uint32_t i = 0; i < w->frames.n; i++) {
		uint32_t group = hist_group(h, e, w->frames.v[i], w->o->keys);
		if (seen_first(&w->seen, h, group, stamp))
			hist_visit(w, e, group, i);
	}
}

void hist_build(struct hist *h, const struct profile *p, uint32_t event,
                const struct hist_options *o)
{
	struct hist_walk w = { .h = h, .o = o };
	*h = (struct hist){ .places = p->stacks.places };
	for (uint32_t pass = 0; pass < (o->chains == CHAIN_NONE ? 1u : 2u); pass++) {
		w.chains = pass == 1;
		for (uint32_t i = 0; i < p->n; i++)
			if (p->v[i].event == event)
				hist_stack(&w, &p->v[i], &p->stacks.v[p->v[i].stack], &p->stacks,
				           pass * p->n + i + 1);
	}
	free(w.seen.stamp);
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

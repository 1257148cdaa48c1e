// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The numbers of a flame graph's page. They are lists of varints; flame_data.js reads them:
 *
 *   tree     for each node in preorder: how many levels it is above a child of the one before;
 *            its frame
 *   weights  for each entry, by slot and node: slots since the one before; nodes since the one
 *            before in the same slot, else since 0; context; samples; 0 when the weight is samples
 *            times the event's usual period, else weight + 1
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/flame.h"

static uint32_t thread_of(struct flame *f, const struct profile_entry *e)
{
	uint64_t hash = hash_mix(e->pid, e->tid);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->thread_table, hash, &i)) != TABLE_NONE)
		if (f->threads[id].pid == e->pid && f->threads[id].tid == e->tid)
			break;
	if (id == TABLE_NONE) {
		VEC_ROOM(f->threads, f->n_threads, f->cap_threads);
		f->threads[id = f->n_threads++] = (struct flame_thread){ e->pid, e->tid, 0 };
		table_add(&f->thread_table, hash, id);
	}
	return id;
}

static uint32_t context_of(struct flame *f, struct flame_context x)
{
	uint64_t hash = hash_mix((uint64_t)x.event << 32 | x.thread, x.cpu);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->context_table, hash, &i)) != TABLE_NONE) {
		const struct flame_context *k = &f->contexts[id];
		if (k->event == x.event && k->thread == x.thread && k->cpu == x.cpu)
			return id;
	}
	VEC_ROOM(f->contexts, f->n_contexts, f->cap_contexts);
	f->contexts[f->n_contexts] = x;
	table_add(&f->context_table, hash, f->n_contexts);
	return f->n_contexts++;
}

/* Most samples of an event have the same period, or no two have. */
static void find_periods(struct flame *f, const struct profile *p)
{
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		if (!f->periods[e->event] && e->samples)
			f->periods[e->event] = e->weight / e->samples;
	}
}

/* The shown event that has the name of one of this side's; TABLE_NONE = there is none. */
static uint32_t event_shown(const struct flame *f, const struct flame_side *side, uint32_t event)
{
	const struct data *shown = f->session->data,
			  *own = side->profile->stacks.places->session->data;
	if (shown == own)
		return event;
	const struct data_event *same = data_event_named(shown, own->events[event].name);
	return same ? (uint32_t)(same - shown->events) : TABLE_NONE;
}

/* The context of an entry, mostly that of the thread's entry before; by a few bits of the thread.
 */
enum { LATELY = 64 };
struct lately {
	const struct profile_entry *entry; /* NULL = none */
	uint32_t context;
};

static uint32_t entry_context(struct flame *f, const struct flame_side *side,
                              const struct profile_entry *e, struct lately *lately)
{
	struct lately *l = &lately[e->tid % LATELY];
	const struct profile_entry *k = l->entry;
	if (k && k->event == e->event && k->pid == e->pid && k->tid == e->tid && k->cpu == e->cpu &&
	    k->comm == e->comm)
		return l->context;
	uint32_t event = event_shown(f, side, e->event);
	if (event == TABLE_NONE)
		return TABLE_NONE;
	struct flame_context x = { event, thread_of(f, e), e->cpu };
	if (side == &f->shown)
		f->threads[x.thread].comm = e->comm;
	*l = (struct lately){ e, context_of(f, x) };
	return l->context;
}

void flame_entries(struct flame *f, struct flame_side *side)
{
	const struct profile *p = side->profile;
	const size_t room = p->n + (size_t)1;
	struct sort_pair *tmp = mem_resize(NULL, room, sizeof *tmp);
	struct lately lately[LATELY] = { 0 };
	side->v = mem_resize(NULL, room, sizeof *side->v);
	if (side == &f->shown)
		find_periods(f, p);
	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t context = entry_context(f, side, &p->v[i], lately);
		uint64_t node = f->tree.node_of[side->paths[i]];
		if (context != TABLE_NONE)
			side->v[side->n++] = (struct sort_pair){
				(uint64_t)p->v[i].slot << 32 | node, (uint64_t)context << 32 | i
			};
	}
	sort_scattered(side->v, tmp, side->n);
	free(tmp);
}

void flame_list_tree(struct buf *b, const struct stacktree *t)
{
	uint32_t level = 0; /* of a child of the node before */
	for (uint32_t i = 0; i < t->n; i++) {
		buf_varint(b, level - t->v[i].depth);
		buf_varint(b, t->v[i].frame);
		level = t->v[i].depth + 1;
	}
}

void flame_list_weights(struct buf *b, const struct flame *f, const struct flame_side *side)
{
	uint64_t last = 0;
	for (uint32_t i = 0; i < side->n; i++) {
		const struct sort_pair *x = &side->v[i];
		const struct profile_entry *e = &side->profile->v[(uint32_t)x->value];
		uint32_t context = (uint32_t)(x->value >> 32);
		uint64_t slots = (x->key >> 32) - (last >> 32);
		bool usual = f->periods[f->contexts[context].event] * e->samples == e->weight;
		buf_varint(b, slots);
		buf_varint(b, slots ? (uint32_t)x->key : (uint32_t)x->key - (uint32_t)last);
		buf_varint(b, context);
		buf_varint(b, e->samples);
		buf_varint(b, usual ? 0 : e->weight + 1);
		last = x->key;
	}
}

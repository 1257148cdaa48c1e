// SPDX-License-Identifier: GPL-2.0-or-later
/* The profile. */
#include "profile/profile.h"

#include <stdlib.h>

#include "base/alloc.h"

void profile_init(struct profile *p, struct places *places, unsigned keys)
{
	uint32_t n_events = places->session->data->n_events;
	*p = (struct profile){ .keys = keys };
	stacks_init(&p->stacks, places);
	p->event_weight = mem_new(n_events * sizeof *p->event_weight);
	p->event_samples = mem_new(n_events * sizeof *p->event_samples);
}

void profile_finish(struct profile *p)
{
	table_release(&p->table);
	table_release(&p->stacks.table);
	places_finish(p->stacks.places);
}

void profile_release(struct profile *p)
{
	stacks_release(&p->stacks);
	free(p->v);
	table_release(&p->table);
	free(p->event_weight);
	free(p->event_samples);
	*p = (struct profile){ 0 };
}

static bool entry_same_but_stack(const struct profile_entry *a, const struct profile_entry *b)
{
	return a->event == b->event && a->comm == b->comm && a->pid == b->pid && a->tid == b->tid &&
	       a->cpu == b->cpu;
}

static uint64_t entry_hash(const struct profile_entry *x)
{
	return hash_mix((uint64_t)x->event << 32 | x->comm, (uint64_t)x->pid << 32 | x->tid) ^
	       x->cpu;
}

static uint32_t entry_intern(struct profile *p, const struct profile_entry *x)
{
	uint64_t hash = hash_mix(entry_hash(x), x->stack);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->table, hash, &i)) != TABLE_NONE)
		if (p->v[id].stack == x->stack && entry_same_but_stack(&p->v[id], x))
			return id;
	VEC_ROOM(p->v, p->n, p->cap);
	p->v[p->n] = *x;
	table_add(&p->table, hash, p->n);
	return p->n++;
}

static struct profile_entry profile_keys(const struct profile *p, const struct session_event *ev)
{
	const struct data *d = p->stacks.places->session->data;
	return (struct profile_entry){ .event = (uint32_t)(ev->event - d->events),
		                       .comm = ev->thread->comm,
		                       .pid = p->keys & PROFILE_PID ? ev->thread->pid : 0,
		                       .tid = p->keys & PROFILE_TID ? ev->thread->tid : 0,
		                       .cpu = p->keys & PROFILE_CPU ? ev->sample.id.cpu : 0 };
}

static void profile_count(struct profile *p, uint32_t entry, uint64_t weight)
{
	struct profile_entry *e = &p->v[entry];
	e->weight += weight;
	e->samples++;
	p->event_weight[e->event] += weight;
	p->event_samples[e->event]++;
}

void profile_add(struct profile *p, const struct session_event *ev)
{
	struct profile_entry x = profile_keys(p, ev);
	bool incomplete;
	x.stack = stack_intern(&p->stacks, ev, &incomplete);
	p->n_incomplete += incomplete;
	profile_count(p, entry_intern(p, &x), ev->sample.period);
}

void profile_add_address(struct profile *p, const struct session_event *ev, uint64_t ip)
{
	struct profile_entry x = profile_keys(p, ev);
	uint32_t place = place_address(p->stacks.places, ev, ip).place;
	x.stack = stack_of_leaf(&p->stacks, p->stacks.places->v[place].function);
	profile_count(p, entry_intern(p, &x), 1);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The profile. A sample whose chain was seen before, in a process with the same mappings, is known
 * by the bytes the kernel wrote: that is the common case, and costs a hash, one look and a
 * comparison. Only a new one is taken apart.
 */
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

void profile_release(struct profile *p)
{
	stacks_release(&p->stacks);
	free(p->v);
	table_release(&p->table);
	free(p->seen);
	table_release(&p->seen_table);
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

static bool seen_same(const struct profile_seen *a, const struct profile_seen *b)
{
	return a->ip == b->ip && a->n_chain == b->n_chain && a->user_version == b->user_version &&
	       a->kernel_version == b->kernel_version && a->mode == b->mode &&
	       a->n_user == b->n_user &&
	       (a->n_chain == 0 || memcmp(a->chain, b->chain, 8 * (size_t)a->n_chain) == 0) &&
	       (a->n_user == 0 || memcmp(a->user, b->user, 8 * (size_t)a->n_user) == 0);
}

/* The entry of a sample; x is the entry it would have, its stack not known yet. */
static uint32_t profile_entry_of(struct profile *p, const struct session_event *ev,
                                 struct profile_entry *x)
{
	const struct session *s = p->stacks.places->session;
	struct profile_seen now = { .chain = ev->sample.chain.p,
		                    .n_chain = (uint32_t)ev->sample.chain.n,
		                    .user = ev->sample.user_chain.p,
		                    .n_user = (uint32_t)ev->sample.user_chain.n,
		                    .ip = ev->sample.ip,
		                    .user_version = session_space(s, ev->thread)->version,
		                    .kernel_version = s->kernel->version,
		                    .mode = ev->rec.misc & ABI_MISC_CPUMODE_MASK };
	uint64_t seed = hash_mix(now.ip, (uint64_t)now.user_version << 32 | now.kernel_version) ^
	                entry_hash(x);
	if (now.n_user) { /* instead of a cookie, which no other sample has */
		now.n_chain--;
		seed = hash_bytes(now.user, 8 * (size_t)now.n_user, seed);
	}
	uint64_t hash = hash_bytes(now.chain, 8 * (size_t)now.n_chain, seed + now.mode);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->seen_table, hash, &i)) != TABLE_NONE) {
		const struct profile_seen *k = &p->seen[id];
		if (entry_same_but_stack(&p->v[k->entry], x) && seen_same(k, &now)) {
			p->n_incomplete += k->incomplete;
			return k->entry;
		}
	}
	x->stack = stack_intern(&p->stacks, ev, &now.incomplete);
	now.entry = entry_intern(p, x);
	p->n_incomplete += now.incomplete;
	VEC_ROOM(p->seen, p->n_seen, p->cap_seen);
	p->seen[p->n_seen] = now;
	table_add(&p->seen_table, hash, p->n_seen++);
	return now.entry;
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
	profile_count(p, profile_entry_of(p, ev, &x), ev->sample.period);
}

void profile_add_address(struct profile *p, const struct session_event *ev, uint64_t ip)
{
	struct profile_entry x = profile_keys(p, ev);
	uint32_t place = place_address(p->stacks.places, ev, ip).place;
	x.stack = stack_of_leaf(&p->stacks, p->stacks.places->v[place].function);
	profile_count(p, entry_intern(p, &x), 1);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The profile. Its tables outgrow the caches that are near: samples are therefore taken a batch at
 * a time, so that the looks of all of them into a table wait for memory together, not one by one.
 */
#include "profile/profile.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	BATCH_SAMPLES = 64,
	BATCH_ADDRESSES = FRAMES_MAX + 1 + 1024, /* the longest chain and its leaf fit */
	RECENT = 1024,                           /* entries that may be met again; a power of 2 */
};

struct profile_batch {
	struct pending {
		struct profile_entry
			key;       /* weight and samples: what is added; stack: not known yet */
		uint32_t first, n; /* its call chain: at[first, first + n) */
		uint32_t leaf;     /* at[leaf]; then its function */
		uint64_t time_ns;
	} v[BATCH_SAMPLES];
	uint64_t hashes[BATCH_SAMPLES];
	uint32_t n, n_at;
	struct address at[BATCH_ADDRESSES];
	uint32_t functions[BATCH_ADDRESSES];
	uint32_t *expanded; /* the same with what is inlined there */
	uint32_t n_expanded, cap_expanded;
	uint32_t recent[RECENT]; /* PROFILE_TIME: by hash the last entry + 1 */
};

void profile_init(struct profile *p, struct places *places, unsigned keys)
{
	uint32_t n_events = places->session->data->n_events;
	*p = (struct profile){ .keys = keys, .slot_ns = 1, .batch = mem_new(sizeof *p->batch) };
	stacks_init(&p->stacks, places);
	p->event_weight = mem_new(n_events * sizeof *p->event_weight);
	p->event_samples = mem_new(n_events * sizeof *p->event_samples);
}

static void batch_free(struct profile *p)
{
	if (p->batch)
		free(p->batch->expanded);
	free(p->batch);
	p->batch = NULL;
}

void profile_release(struct profile *p)
{
	stacks_release(&p->stacks);
	batch_free(p);
	free(p->v);
	free(p->samples);
	table_release(&p->table);
	free(p->event_weight);
	free(p->event_samples);
	*p = (struct profile){ 0 };
}

static uint64_t entry_hash(const struct profile_entry *x)
{
	return hash_mix((uint64_t)x->event << 32 | x->comm, (uint64_t)x->pid << 32 | x->tid) ^
	       ((uint64_t)x->slot << 32 | x->cpu);
}

static bool entry_same(const struct profile_entry *a, const struct profile_entry *b)
{
	return a->stack == b->stack && a->event == b->event && a->comm == b->comm &&
	       a->pid == b->pid && a->tid == b->tid && a->cpu == b->cpu && a->slot == b->slot;
}

static uint32_t entry_new(struct profile *p, const struct profile_entry *x)
{
	VEC_ROOM(p->v, p->n, p->cap);
	p->v[p->n] = *x;
	p->v[p->n].weight = p->v[p->n].samples = 0;
	return p->n++;
}

static uint32_t entry_intern(struct profile *p, const struct profile_entry *x, uint64_t hash)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->table, hash, &i)) != TABLE_NONE)
		if (entry_same(&p->v[id], x))
			return id;
	table_add(&p->table, hash, p->n);
	return entry_new(p, x);
}

/* Samples come by time: one of a slot that is over does not come again. */
static uint32_t entry_of_slot(struct profile *p, const struct profile_entry *x, uint64_t hash)
{
	uint32_t *recent = &p->batch->recent[hash & (RECENT - 1)];
	if (!*recent || !entry_same(&p->v[*recent - 1], x))
		*recent = entry_new(p, x) + 1;
	return *recent - 1;
}

/* ------------------------------------------------------------------ a batch */

/* The call chains with the functions that are inlined. */
static const uint32_t *batch_expand(struct profile_batch *b, struct stacks *st)
{
	b->n_expanded = 0;
	for (uint32_t i = 0; i < b->n; i++) {
		struct pending *x = &b->v[i];
		uint32_t begin = b->n_expanded;
		for (uint32_t k = x->first; k < x->first + x->n; k++) {
			const uint32_t *own;
			uint32_t n = function_expand(st->places, &b->functions[k], &own);
			for (uint32_t j = 0; j < n && b->n_expanded - begin < FRAMES_MAX; j++) {
				VEC_ROOM(b->expanded, b->n_expanded, b->cap_expanded);
				b->expanded[b->n_expanded++] = own[j];
			}
		}
		x->first = begin;
		x->n = b->n_expanded - begin;
		stacks_allow(st, x->n);
	}
	return b->expanded;
}

static void batch_stacks(struct profile_batch *b, struct stacks *st)
{
	const uint32_t *functions = b->functions;
	functions_of(st->places, b->at, b->n_at, b->functions);
	for (uint32_t i = 0; i < b->n; i++)
		b->v[i].leaf = b->functions[b->v[i].leaf];
	if (st->places->sites.wanted & SITES_INLINED)
		functions = batch_expand(b, st);
	for (uint32_t i = 0; i < b->n; i++) {
		const struct pending *x = &b->v[i];
		b->hashes[i] = stack_hash(functions + x->first, x->n, x->leaf);
	}
	for (unsigned step = 0; step < 3; step++)
		for (uint32_t i = 0; i < b->n; i++)
			stack_prefetch(st, b->hashes[i], step);
	for (uint32_t i = 0; i < b->n; i++) {
		struct pending *x = &b->v[i];
		x->key.stack = stack_intern(st, b->hashes[i], functions + x->first, x->n, x->leaf);
	}
}

static void sample_add(struct profile *p, const struct pending *x, uint32_t entry)
{
	VEC_ROOM(p->samples, p->n_samples, p->cap_samples);
	p->samples[p->n_samples++] = (struct profile_sample){ x->time_ns, x->key.weight, entry };
}

static void batch_prefetch(const struct profile_batch *b, const struct profile *p)
{
	for (uint32_t i = 0; i < b->n; i++)
		table_prefetch(&p->table, b->hashes[i]);
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t slot = TABLE_START, id = table_probe(&p->table, b->hashes[i], &slot);
		if (id != TABLE_NONE)
			__builtin_prefetch(&p->v[id]);
	}
}

static void batch_entries(struct profile_batch *b, struct profile *p)
{
	bool by_slot = p->keys & PROFILE_TIME;
	for (uint32_t i = 0; i < b->n; i++)
		b->hashes[i] = hash_mix(entry_hash(&b->v[i].key), b->v[i].key.stack);
	if (!by_slot)
		batch_prefetch(b, p);
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t id = by_slot ? entry_of_slot(p, &b->v[i].key, b->hashes[i])
		                      : entry_intern(p, &b->v[i].key, b->hashes[i]);
		p->v[id].weight += b->v[i].key.weight;
		p->v[id].samples++;
		if (p->keys & PROFILE_SAMPLES)
			sample_add(p, &b->v[i], id);
	}
}

static void batch_take(struct profile *p)
{
	struct profile_batch *b = p->batch;
	batch_stacks(b, &p->stacks);
	batch_entries(b, p);
	b->n = b->n_at = 0;
}

/* ------------------------------------------------------------------ samples */

static uint32_t profile_slot(const struct profile *p, uint64_t time_ns)
{
	uint64_t slot = time_ns > p->from_ns ? (time_ns - p->from_ns) / p->slot_ns : 0;
	return slot < UINT32_MAX ? (uint32_t)slot : UINT32_MAX;
}

/* A sample in the batch that has no addresses yet. */
static struct pending *pending_new(struct profile *p, const struct session_event *ev,
                                   uint64_t weight)
{
	struct profile_batch *b = p->batch;
	if (b->n == BATCH_SAMPLES || b->n_at + FRAMES_MAX + 1 > BATCH_ADDRESSES)
		batch_take(p);
	uint32_t event = (uint32_t)(ev->event - p->stacks.places->session->data->events);
	/* No sum of weights can be larger than a word then. */
	if (weight > UINT64_MAX - p->weight)
		weight = UINT64_MAX - p->weight;
	p->weight += weight;
	struct pending *x = &b->v[b->n++];
	*x = (struct pending){
		.key = { .event = event,
		         .comm = ev->thread->comm,
		         .pid = p->keys & PROFILE_PID ? ev->thread->pid : 0,
		         .tid = p->keys & PROFILE_TID ? ev->thread->tid : 0,
		         .cpu = p->keys & PROFILE_CPU ? ev->sample.id.cpu : 0,
		         .slot = p->keys & PROFILE_TIME ? profile_slot(p, ev->time_ns) : 0,
		         .weight = weight },
		.first = b->n_at,
		.leaf = b->n_at,
		.time_ns = ev->time_ns,
	};
	p->event_weight[event] += weight;
	p->event_samples[event]++;
	return x;
}

static bool address_equal(const struct address *a, const struct address *b)
{
	return a->ip == b->ip && a->mapping == b->mapping && a->mode == b->mode &&
	       a->is_caller == b->is_caller;
}

void profile_add(struct profile *p, const struct session_event *ev)
{
	struct pending *x = pending_new(p, ev, ev->sample.period);
	struct profile_batch *b = p->batch;
	struct places *places = p->stacks.places;
	bool incomplete;
	x->n = place_walk(places, ev, b->at + b->n_at, &incomplete);
	/* Each frame of a copied stack took some of the copy. */
	stacks_allow(&p->stacks, ev->sample.user_stack.n ? x->n : ev->sample.chain.n);
	b->n_at += x->n;
	p->n_incomplete += incomplete;
	/* A call chain begins with the sample's own address, but for those that perf's own tools
	 * made. */
	struct address own = place_own(places, ev);
	if (x->n && address_equal(&b->at[x->first], &own))
		return;
	x->leaf = b->n_at;
	b->at[b->n_at++] = own;
}

void profile_add_address(struct profile *p, const struct session_event *ev, uint64_t ip)
{
	pending_new(p, ev, 1);
	struct profile_batch *b = p->batch;
	b->at[b->n_at++] = place_of(p->stacks.places, ev, ip);
}

void profile_finish(struct profile *p)
{
	batch_take(p);
	profile_mark_ends(p);
	batch_free(p);
	table_release(&p->table);
	table_release(&p->stacks.table);
	places_finish(p->stacks.places);
}

uint64_t profile_event_sum(const struct profile *p, const char *name, const uint64_t *by_event)
{
	const struct data *d = p->stacks.places->session->data;
	uint64_t sum = 0;
	for (uint32_t i = 0; i < d->n_events; i++)
		if (strcmp(d->events[i].name, name) == 0)
			sum += by_event[i];
	return sum;
}

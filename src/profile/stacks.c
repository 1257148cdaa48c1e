// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stacks. A chain that was seen before, in a process with the same mappings, is found by the bytes the kernel
 * wrote; only a new one is taken apart into places. Chains that differ in their bytes but not in their places
 * (the same code in two processes) then meet in one stack.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

enum { CHAIN_MAX = ABI_RECORD_MAX / 8 };

void stacks_init(struct stacks *st, struct places *p)
{
	*st = (struct stacks){ .places = p };
}

void stacks_release(struct stacks *st)
{
	free(st->v);
	free(st->frames);
	table_release(&st->table);
	free(st->raw);
	table_release(&st->raw_table);
	*st = (struct stacks){ 0 };
}

static uint32_t stack_of_places(struct stacks *st, const uint32_t *places, uint32_t n, uint32_t leaf)
{
	uint64_t hash = hash_bytes(places, (size_t)n * sizeof *places, leaf);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&st->table, hash, &i)) != TABLE_NONE) {
		const struct stack *k = &st->v[id];
		if (k->n == n && k->leaf == leaf &&
		    (n == 0 || memcmp(st->frames + k->first, places, (size_t)n * sizeof *places) == 0))
			return id;
	}
	while (st->cap_frames - st->n_frames < n) {
		st->cap_frames = st->cap_frames ? 2 * st->cap_frames : 4096;
		st->frames = mem_resize(st->frames, st->cap_frames, sizeof *st->frames);
	}
	if (n)
		memcpy(st->frames + st->n_frames, places, (size_t)n * sizeof *places);
	VEC_ROOM(st->v, st->n, st->cap);
	st->v[st->n] = (struct stack){ (uint32_t)st->n_frames, n, leaf };
	st->n_frames += n;
	table_add(&st->table, hash, st->n);
	return st->n++;
}

static bool raw_same(const struct stacks_raw *a, const struct stacks_raw *b)
{
	return a->ip == b->ip && a->user_version == b->user_version &&
	       a->kernel_version == b->kernel_version && a->mode == b->mode && a->chain.n == b->chain.n &&
	       (a->chain.n == 0 || memcmp(a->chain.p, b->chain.p, 8 * a->chain.n) == 0);
}

uint32_t stack_intern(struct stacks *st, const struct session_event *ev)
{
	const struct session *s = st->places->session;
	struct stacks_raw raw = { .chain = ev->sample.chain,
				  .ip = ev->sample.ip,
				  .user_version = session_space(s, ev->thread)->version,
				  .kernel_version = s->kernel->version,
				  .mode = ev->rec.misc & ABI_MISC_CPUMODE_MASK };
	uint64_t seed = hash_mix(raw.ip, (uint64_t)raw.user_version << 32 | raw.kernel_version);
	uint64_t hash = hash_bytes(raw.chain.p, 8 * raw.chain.n, seed + raw.mode);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&st->raw_table, hash, &i)) != TABLE_NONE)
		if (raw_same(&st->raw[id], &raw)) {
			st->n_deferred += st->raw[id].deferred;
			return st->raw[id].stack;
		}
	uint32_t places[CHAIN_MAX];
	uint32_t leaf = place_leaf(st->places, ev);
	uint32_t n = place_chain(st->places, ev, places, CHAIN_MAX, &raw.deferred);
	raw.stack = stack_of_places(st, places, n, leaf);
	st->n_deferred += raw.deferred;
	VEC_ROOM(st->raw, st->n_raw, st->cap_raw);
	st->raw[st->n_raw] = raw;
	table_add(&st->raw_table, hash, st->n_raw++);
	return raw.stack;
}

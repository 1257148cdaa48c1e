// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stacks: call chains as functions. Chains that differ only in where in a function they stood, or
 * that come from processes that have the same file at different addresses, are one stack.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

/* One record can be the user part of many samples: what they come to is bounded by what the samples
 * themselves hold all the same, and so by the recording's size. */
enum { FRAMES_LEAST = 16 << 20 };

void stacks_init(struct stacks *st, struct places *p)
{
	*st = (struct stacks){ .places = p, .frames_max = FRAMES_LEAST };
}

void stacks_release(struct stacks *st)
{
	free(st->v);
	free(st->frames);
	table_release(&st->table);
	*st = (struct stacks){ 0 };
}

void stacks_allow(struct stacks *st, uint64_t n)
{
	uint64_t room = INT32_MAX - st->frames_max;
	st->frames_max += (uint32_t)(n < room ? n : room);
}

uint64_t stack_hash(const uint32_t *functions, uint32_t n, uint32_t leaf)
{
	return hash_bytes(functions, (size_t)n * sizeof *functions, leaf);
}

void stack_prefetch(const struct stacks *st, uint64_t hash, unsigned step)
{
	if (step == 0) {
		table_prefetch(&st->table, hash);
		return;
	}
	uint32_t i = TABLE_START, id = table_probe(&st->table, hash, &i);
	if (id == TABLE_NONE)
		return;
	if (step == 1)
		__builtin_prefetch(&st->v[id]);
	else if (st->v[id].n)
		__builtin_prefetch(&st->frames[st->v[id].first]);
}

static void frames_room(struct stacks *st, uint32_t n)
{
	while (st->cap_frames - st->n_frames < n) {
		st->cap_frames = st->cap_frames ? 2 * st->cap_frames : 4096;
		st->frames = mem_resize(st->frames, st->cap_frames, sizeof *st->frames);
	}
}

void stack_append(struct stacks *st, uint32_t stack, uint32_t function)
{
	struct stack *s = &st->v[stack];
	if (s->n >= INT32_MAX - st->n_frames)
		return;
	frames_room(st, s->n + 1);
	memcpy(st->frames + st->n_frames, st->frames + s->first, s->n * sizeof *st->frames);
	s->first = st->n_frames;
	st->n_frames += s->n;
	s->n++;
	st->frames[st->n_frames++] = function;
}

uint32_t stack_intern(struct stacks *st, uint64_t hash, const uint32_t *functions, uint32_t n,
                      uint32_t leaf)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&st->table, hash, &i)) != TABLE_NONE) {
		const struct stack *k = &st->v[id];
		if (k->n == n && k->leaf == leaf &&
		    (n == 0 ||
		     memcmp(st->frames + k->first, functions, (size_t)n * sizeof *functions) == 0))
			return id;
	}
	if (n > st->frames_max - st->n_frames) {
		st->n_refused++;
		return stack_intern(st, stack_hash(NULL, 0, leaf), NULL, 0, leaf);
	}
	frames_room(st, n);
	if (n)
		memcpy(st->frames + st->n_frames, functions, (size_t)n * sizeof *functions);
	VEC_ROOM(st->v, st->n, st->cap);
	st->v[st->n] = (struct stack){ st->n_frames, n, leaf };
	st->n_frames += n;
	table_add(&st->table, hash, st->n);
	return st->n++;
}

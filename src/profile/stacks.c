// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stacks: call chains as functions. Chains that differ only in where in a function they stood, or
 * that come from processes that have the same file at different addresses, are one stack.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

/* One record can be the user part of many samples: what they come to is bounded by the recording's
 * size all the same. A sample of its own takes twice what its frames take here. */
enum { FRAMES_LEAST = 16 << 20 };

void stacks_init(struct stacks *st, struct places *p)
{
	uint64_t most = p->session->data->bytes.n / sizeof(uint32_t) + FRAMES_LEAST;
	*st = (struct stacks){ .places = p,
		               .frames_max = most < INT32_MAX ? (uint32_t)most : INT32_MAX };
}

void stacks_release(struct stacks *st)
{
	free(st->v);
	free(st->frames);
	table_release(&st->table);
	*st = (struct stacks){ 0 };
}

static uint32_t stack_of(struct stacks *st, const uint32_t *functions, uint32_t n, uint32_t leaf)
{
	uint64_t hash = hash_bytes(functions, (size_t)n * sizeof *functions, leaf);
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
		return stack_of(st, NULL, 0, leaf);
	}
	while (st->cap_frames - st->n_frames < n) {
		st->cap_frames = st->cap_frames ? 2 * st->cap_frames : 4096;
		st->frames = mem_resize(st->frames, st->cap_frames, sizeof *st->frames);
	}
	if (n)
		memcpy(st->frames + st->n_frames, functions, (size_t)n * sizeof *functions);
	VEC_ROOM(st->v, st->n, st->cap);
	st->v[st->n] = (struct stack){ st->n_frames, n, leaf };
	st->n_frames += n;
	table_add(&st->table, hash, st->n);
	return st->n++;
}

uint32_t stack_intern(struct stacks *st, const struct session_event *ev, bool *incomplete)
{
	struct frame frames[FRAMES_MAX];
	uint32_t functions[FRAMES_MAX];
	uint32_t n = place_chain(st->places, ev, frames, incomplete);
	uint32_t leaf = place_leaf(st->places, ev).function;
	for (uint32_t i = 0; i < n; i++)
		functions[i] = frames[i].function;
	return stack_of(st, functions, n, leaf);
}

uint32_t stack_of_leaf(struct stacks *st, uint32_t function)
{
	return stack_of(st, NULL, 0, function);
}

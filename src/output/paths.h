/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stacks of a profile, or of several, as sequences of words, and these in order. What a word
 * stands for is the caller's: where two are equal, nothing tells them apart.
 */
#ifndef PMREC_OUTPUT_PATHS_H
#define PMREC_OUTPUT_PATHS_H

#include "profile/profile.h"

/* {0} is empty. */
struct paths {
	struct path {
		uint32_t head;     /* whose stack it is: a word, too */
		uint32_t first, n; /* words[first, first + n) follow it */
	} *v;
	uint32_t n, cap;
	uint32_t *words; /* those of each stack once, whoever ran it */
	uint32_t n_words, cap_words;
};
void paths_release(struct paths *t);

/* Adds the stacks of a profile that are asked for. All before the table is set by the caller, who
 * keeps it; max_stack: frames of a stack that are taken, innermost first, 0 = all. */
struct path_adder {
	struct paths *paths;
	const struct profile *profile;
	bool callers; /* from the innermost function to its callers */
	uint32_t max_stack;
	/* The word of a function; is_last: it ends a path. */
	uint32_t (*word)(void *ctx, uint32_t function, bool is_last);
	void *ctx;
	struct table seen;
	struct path_stack *stacks;
};
/* How many frames of a stack are taken. */
static inline uint32_t path_frames(const struct path_adder *a, uint32_t stack)
{
	uint32_t n = a->profile->stacks.v[stack].n;
	return a->max_stack && n > a->max_stack ? a->max_stack : n;
}
/* The path of a stack below a head; equal ones of one profile are one, if they are of one stack. */
uint32_t path_add(struct path_adder *a, uint32_t stack, uint32_t head);
void path_adder_release(struct path_adder *a);

/* A path's place in the order of its words, a beginning before what goes on. */
struct path_place {
	uint32_t path;
	uint32_t shared; /* words, its head among them, that it and the one before begin with */
};
/* By place; to be free()d. */
struct path_place *paths_sorted(const struct paths *t);
/* Is the path at a place the same as the one before? */
static inline bool path_is_repeated(const struct paths *t, const struct path_place *places,
                                    uint32_t at)
{
	uint32_t n = t->v[places[at].path].n;
	return at && places[at].shared == n + 1 && t->v[places[at - 1].path].n == n;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An arena: memory that is all given back at once. The empty arena is {0}.
 * What it hands out is aligned to 16 bytes and never moves until arena_release().
 */
#ifndef PMREC_BASE_ARENA_H
#define PMREC_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *head;
	unsigned char *at, *end;
	size_t n_bytes; /* handed out so far */
};

void *arena_new(struct arena *a, size_t n_bytes);  /* not cleared */
void *arena_zero(struct arena *a, size_t n_bytes); /* cleared */
char *arena_dup(struct arena *a, const void *p,
                size_t n_bytes); /* a copy with a NUL byte behind it */
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void arena_release(struct arena *a); /* idempotent; leaves the empty arena */

#endif

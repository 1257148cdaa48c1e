// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { ALIGN = 16, BLOCK_MIN = 4096, BLOCK_MAX = 1 << 21 };

struct arena_block {
	struct arena_block *next;
	size_t n; /* of the whole block */
};

void *arena_new(struct arena *a, size_t n_bytes)
{
	size_t n = (n_bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	if (n < n_bytes)
		n = SIZE_MAX / 2; /* let the allocator say it */
	if (!a->head || (size_t)(a->end - a->at) < n) {
		size_t block = a->head ? 2 * a->head->n : BLOCK_MIN;
		if (block > BLOCK_MAX)
			block = BLOCK_MAX;
		if (block < n + ALIGN)
			block = n + ALIGN;
		struct arena_block *b = mem_large(block);
		*b = (struct arena_block){ a->head, block };
		a->head = b;
		a->at = (unsigned char *)b + ALIGN;
		a->end = (unsigned char *)b + block;
	}
	void *p = a->at;
	a->at += n;
	a->n_bytes += n;
	return p;
}

void *arena_zero(struct arena *a, size_t n_bytes)
{
	return memset(arena_new(a, n_bytes), 0, n_bytes);
}

char *arena_dup(struct arena *a, const void *p, size_t n_bytes)
{
	char *s = arena_new(a, n_bytes + 1);
	if (n_bytes)
		memcpy(s, p, n_bytes);
	s[n_bytes] = 0;
	return s;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	char *s = arena_new(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(s, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return s;
}

void arena_release(struct arena *a)
{
	while (a->head) {
		struct arena_block *b = a->head;
		a->head = b->next;
		free(b);
	}
	*a = (struct arena){ 0 };
}

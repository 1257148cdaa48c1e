// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/intern.h"

#include <stdlib.h>

#include "base/alloc.h"

uint32_t intern_n(struct intern *in, const void *s, size_t n)
{
	uint64_t hash = hash_bytes(s, n, 0);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&in->table, hash, &i)) != TABLE_NONE)
		if (in->v[id].n == n && (n == 0 || memcmp(in->v[id].s, s, n) == 0))
			return id;
	VEC_ROOM(in->v, in->n, in->cap);
	in->v[in->n] = (struct intern_text){ arena_dup(&in->arena, s, n), (uint32_t)n };
	table_add(&in->table, hash, in->n);
	return in->n++;
}

uint32_t intern(struct intern *in, const char *s)
{
	return intern_n(in, s, strlen(s));
}

void intern_release(struct intern *in)
{
	arena_release(&in->arena);
	table_release(&in->table);
	free(in->v);
	*in = (struct intern){ 0 };
}

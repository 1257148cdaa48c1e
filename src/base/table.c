// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Linear probing, at most half full. The low bits of a hash pick the slot; those above, which stand
 * beside the id, reject most strangers without a look at their key. Nothing is ever taken out.
 */
#include "base/table.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { SMALL_SLOTS = 1 << 16 };

static void table_put(struct table *t, struct table_slot s)
{
	uint32_t at = s.hash & t->mask;
	while (t->slots[at].id != TABLE_NONE)
		at = (at + 1) & t->mask;
	t->slots[at] = s;
}

static void table_grow(struct table *t, size_t n_slots)
{
	struct table was = *t;
	/* Each size that it grows through has all of its memory touched: a small one takes larger
	 * steps. */
	size_t more = !n_slots ? 64 : n_slots < SMALL_SLOTS ? 4 * n_slots : 2 * n_slots;
	t->slots = mem_large(more * sizeof *t->slots);
	memset(t->slots, 0xff, more * sizeof *t->slots);
	t->mask = (uint32_t)(more - 1);
	for (size_t i = 0; i < n_slots; i++)
		if (was.slots[i].id != TABLE_NONE)
			table_put(t, was.slots[i]);
	free(was.slots);
}

void table_add(struct table *t, uint64_t hash, uint32_t id)
{
	size_t n_slots = t->slots ? (size_t)t->mask + 1 : 0;
	if (2 * ((size_t)t->n + 1) > n_slots)
		table_grow(t, n_slots);
	table_put(t, (struct table_slot){ (uint32_t)hash, id });
	t->n++;
}

void table_release(struct table *t)
{
	free(t->slots);
	*t = (struct table){ 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Linear probing, at most half full. The low half of a hash picks the slot, the high half is kept
 * to reject most strangers without a look at their key. Nothing is ever taken out.
 */
#include "base/table.h"

#include <stdlib.h>

#include "base/alloc.h"

/* The low half of each hash is not kept, so growth needs it again: slots remember it in low[]. */
static uint32_t *table_low(const struct table *t)
{
	return (uint32_t *)(t->slots + (size_t)t->mask + 1);
}

static struct table_slot *slots_new(size_t n)
{
	struct table_slot *s = mem_resize(NULL, n, sizeof *s + sizeof(uint32_t));
	memset(s, 0xff, n * sizeof *s);
	return s;
}

static void table_put(struct table *t, uint32_t low, struct table_slot s)
{
	uint32_t at = low & t->mask;
	while (t->slots[at].id != TABLE_NONE)
		at = (at + 1) & t->mask;
	t->slots[at] = s;
	table_low(t)[at] = low;
}

static void table_grow(struct table *t, size_t n_slots)
{
	struct table was = *t;
	size_t more = n_slots ? 2 * n_slots : 64;
	t->slots = slots_new(more);
	t->mask = (uint32_t)(more - 1);
	for (size_t i = 0; i < n_slots; i++)
		if (was.slots[i].id != TABLE_NONE)
			table_put(t, table_low(&was)[i], was.slots[i]);
	free(was.slots);
}

void table_add(struct table *t, uint64_t hash, uint32_t id)
{
	size_t n_slots = t->slots ? (size_t)t->mask + 1 : 0;
	if (2 * ((size_t)t->n + 1) > n_slots)
		table_grow(t, n_slots);
	table_put(t, (uint32_t)hash, (struct table_slot){ (uint32_t)(hash >> 32), id });
	t->n++;
}

void table_release(struct table *t)
{
	free(t->slots);
	*t = (struct table){ 0 };
}

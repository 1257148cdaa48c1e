/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hash table from a key of any shape to a small id. The caller keeps the keys in an array of its
 * own, indexed by id; the table keeps only (low half of the hash, id). The empty table is {0}.
 *
 *	uint32_t i = TABLE_START, id;
 *	while ((id = table_probe(&t, hash, &i)) != TABLE_NONE)
 *		if (key_equal(keys[id], key))
 *			return id;
 *	table_add(&t, hash, id = n_keys++);
 */
#ifndef PMREC_BASE_TABLE_H
#define PMREC_BASE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct table_slot {
	uint32_t hash, id;
};

struct table {
	struct table_slot *slots;
	uint32_t mask; /* number of slots - 1; a power of two */
	uint32_t n;
};

#define TABLE_NONE UINT32_MAX
#define TABLE_START UINT32_MAX

void table_add(struct table *t, uint64_t hash, uint32_t id);
void table_release(struct table *t); /* idempotent */

/* The next candidate for a hash, or TABLE_NONE. */
static inline uint32_t table_probe(const struct table *t, uint64_t hash, uint32_t *i)
{
	if (!t->slots)
		return TABLE_NONE;
	uint32_t h = (uint32_t)hash, at = *i == TABLE_START ? h : *i + 1;
	for (;; at++) {
		const struct table_slot *s = &t->slots[at & t->mask];
		if (s->id == TABLE_NONE)
			return TABLE_NONE;
		if (s->hash == h) {
			*i = at & t->mask;
			return s->id;
		}
	}
}

/* Have the slot of a hash fetched, so that many questions wait for memory together. */
static inline void table_prefetch(const struct table *t, uint64_t hash)
{
	if (t->slots)
		__builtin_prefetch(&t->slots[(uint32_t)hash & t->mask]);
}

/* Mixing of 64 bits: the two halves of a 128-bit product, folded. */
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
	unsigned __int128 m = (unsigned __int128)(a ^ 0x9e3779b97f4a7c15u) *
	                      (b ^ 0xd6e8feb86659fd93u);
	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static inline uint64_t hash_bytes(const void *data, size_t n, uint64_t seed)
{
	const unsigned char *p = data;
	uint64_t h = hash_mix(seed, n);
	for (; n >= 16; p += 16, n -= 16)
		h = hash_mix(load64(p) ^ h, load64(p + 8));
	if (n >= 8) {
		h = hash_mix(load64(p) ^ h, n);
		p += 8;
		n -= 8;
	}
	uint64_t tail = 0;
	for (size_t i = 0; i < n; i++)
		tail |= (uint64_t)p[i] << (8 * i);
	return hash_mix(h ^ tail, h);
}

#endif

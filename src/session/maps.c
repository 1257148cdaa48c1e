// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Mappings. Each distinct one is interned; a process's space is a sorted array of pieces of them.
 * After a fork both share the array until one of them changes, an exec starts an empty one, and a
 * new mapping cuts what it overlaps.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "session/internal.h"

uint32_t mapping_intern(struct session *s, struct mapping m)
{
	uint64_t hash = hash_mix(hash_mix(m.start, m.end), hash_mix(m.pgoff, m.file));
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->mapping_table, hash, &i)) != TABLE_NONE) {
		const struct mapping *k = &s->mappings[id];
		if (k->start == m.start && k->end == m.end && k->pgoff == m.pgoff &&
		    k->file == m.file)
			return id;
	}
	VEC_ROOM(s->mappings, s->n_mappings, s->cap_mappings);
	s->mappings[s->n_mappings] = m;
	table_add(&s->mapping_table, hash, s->n_mappings);
	return s->n_mappings++;
}

struct space *space_new(void)
{
	return mem_new(sizeof(struct space));
}

struct space *space_copy(const struct space *from)
{
	struct space *sp = space_new();
	*sp = *from;
	if (sp->refs)
		++*sp->refs;
	return sp;
}

static void space_drop(struct session *s, struct space *sp)
{
	if (sp->refs && !--*sp->refs) {
		s->n_pieces -= sp->cap;
		free(sp->v - sp->front);
		free(sp->refs);
	}
	*sp = (struct space){ 0 };
}

void space_free(struct session *s, struct space *sp)
{
	if (sp)
		space_drop(s, sp);
	free(sp);
}

/* Move the pieces into the middle of an array of cap. */
static void space_settle(struct space *sp, struct space_entry *base, uint32_t cap)
{
	uint32_t front = (cap - sp->n) / 2;
	if (sp->n)
		memmove(base + front, sp->v, sp->n * sizeof *base);
	sp->v = base + front;
	sp->front = front;
	sp->cap = cap;
}

/* Make the array the space's own, with room for two more pieces at either end: the kernel gives
 * addresses from the top down. A recording in which thousands of processes have thousands of
 * mappings, each a little different, is none: a fork then inherits nothing. */
static void space_own(struct session *s, struct space *sp)
{
	enum { MORE = 2 };
	bool is_own = sp->refs && *sp->refs == 1;
	if (is_own && sp->front >= MORE && sp->cap - sp->front - sp->n >= MORE)
		return;
	uint32_t cap = sp->cap;
	if (cap < sp->n + sp->n / 4 + 2 * MORE)
		cap = 2 * sp->n + 16;
	if (is_own && cap == sp->cap) {
		space_settle(sp, sp->v - sp->front, cap);
		return;
	}
	struct space was = *sp;
	if (!is_own && s->n_pieces + cap > SPACE_PIECES_MAX && sp->n) {
		s->stats.spaces_dropped++;
		sp->n = 0;
		cap = 16;
	}
	space_settle(sp, mem_resize(NULL, cap, sizeof *sp->v), cap);
	sp->refs = mem_new(sizeof *sp->refs);
	*sp->refs = 1;
	s->n_pieces += cap;
	space_drop(s, &was);
}

/* The first piece that ends after addr. */
static uint32_t space_lower(const struct space *sp, uint64_t addr)
{
	return SORTED_AT_MOST(sp->v, sp->n, end, addr);
}

uint32_t space_search(struct space *sp, uint64_t addr)
{
	uint32_t i = sp->last = space_lower(sp, addr);
	return i < sp->n && sp->v[i].start <= addr ? sp->v[i].mapping : 0;
}

/* The shorter side makes room. */
static void space_insert(struct space *sp, uint32_t at, struct space_entry x)
{
	if (at < sp->n / 2) {
		memmove(sp->v - 1, sp->v, at * sizeof *sp->v);
		sp->v--;
		sp->front--;
	} else {
		memmove(sp->v + at + 1, sp->v + at, (sp->n - at) * sizeof *sp->v);
	}
	sp->v[at] = x;
	sp->n++;
}

void space_add(struct session *s, struct space *sp, uint32_t mapping)
{
	const struct mapping *m = &s->mappings[mapping];
	uint32_t at = space_lower(sp, m->start), end;
	if (at < sp->n && sp->v[at].start == m->start && sp->v[at].end == m->end &&
	    sp->v[at].mapping == mapping)
		return;
	space_own(s, sp);
	end = at = space_lower(sp, m->start);
	/* A piece that reaches over the new one's start keeps its head; if over its end too, it is
	 * split. */
	if (at < sp->n && sp->v[at].start < m->start) {
		struct space_entry head = sp->v[at];
		head.end = m->start;
		if (sp->v[at].end > m->end) {
			sp->v[at].start = m->end;
			space_insert(sp, at, head);
		} else {
			sp->v[at] = head;
		}
		end = ++at;
	}
	while (end < sp->n && sp->v[end].end <= m->end)
		end++;
	if (end < sp->n && sp->v[end].start < m->end)
		sp->v[end].start = m->end;
	if (end > at) {
		if (end > at + 1)
			memmove(sp->v + at + 1, sp->v + end, (sp->n - end) * sizeof *sp->v);
		sp->n -= end - at - 1;
		sp->v[at] = (struct space_entry){ m->start, m->end, mapping };
	} else {
		space_insert(sp, at, (struct space_entry){ m->start, m->end, mapping });
	}
}

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
		free(sp->v);
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

/* Make the array the space's own, with room for two more pieces. A recording in which thousands of
 * processes have thousands of mappings, each a little different, is none: a fork then inherits
 * nothing. */
static void space_own(struct session *s, struct space *sp)
{
	struct space was = *sp;
	if (was.refs && *was.refs == 1 && was.n + 2 <= was.cap)
		return;
	uint32_t cap = was.n + 2 > was.cap ? 2 * was.n + 16 : was.cap;
	if (was.refs && *was.refs == 1) {
		sp->v = mem_resize(was.v, cap, sizeof *sp->v);
		s->n_pieces -= was.cap;
	} else {
		if (s->n_pieces + cap > SPACE_PIECES_MAX && was.n) {
			s->stats.spaces_dropped++;
			was.n = 0;
			cap = 16;
		}
		sp->v = mem_resize(NULL, cap, sizeof *sp->v);
		sp->refs = mem_new(sizeof *sp->refs);
		*sp->refs = 1;
		sp->n = was.n;
		if (was.n)
			memcpy(sp->v, was.v, was.n * sizeof *sp->v);
		if (was.refs)
			--*was.refs;
	}
	sp->cap = cap;
	s->n_pieces += cap;
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

static void space_insert(struct space *sp, uint32_t at, struct space_entry x)
{
	memmove(sp->v + at + 1, sp->v + at, (sp->n - at) * sizeof *sp->v);
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
		memmove(sp->v + at + 1, sp->v + end, (sp->n - end) * sizeof *sp->v);
		sp->n -= end - at - 1;
		sp->v[at] = (struct space_entry){ m->start, m->end, mapping };
	} else {
		space_insert(sp, at, (struct space_entry){ m->start, m->end, mapping });
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Places: addresses in files, each with its function, for those who print the same address again
 * and again.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

enum { PLACES_AHEAD = 32 };

void places_init(struct places *p, struct session *s, struct symbols *resolver)
{
	*p = (struct places){ .session = s, .resolver = resolver };
}

void places_finish(struct places *p)
{
	table_release(&p->table);
	table_release(&p->function_table);
	symbols_finish(p->resolver);
	free(p->v);
	p->v = NULL;
	p->n = p->cap = 0;
}

void places_release(struct places *p)
{
	table_release(&p->table);
	table_release(&p->function_table);
	intern_release(&p->texts);
	arena_release(&p->embedded);
	free(p->v);
	free(p->functions);
	free(p->files);
	*p = (struct places){ 0 };
}

/* All that has no name in a file which has none is one place: UNNAMED_BY_FILE. */
static struct place place_key(struct places *p, const struct address *a)
{
	const struct mapping *m = &p->session->mappings[a->mapping];
	const struct places_file *pf = places_file(p, m->file);
	struct place at = { .file = m->file, .mode = a->mode };
	if (p->unnamed == UNNAMED_BY_FILE && pf->has_none)
		return at;
	at.addr = address_in_file(pf, m, a->ip);
	at.is_caller = a->is_caller;
	return at;
}

static uint64_t place_hash(const struct place *at)
{
	return hash_mix(at->addr,
	                (uint64_t)at->file << 9 | (uint64_t)at->mode << 1 | at->is_caller);
}

static uint32_t place_intern(struct places *p, const struct address *a)
{
	struct place at = place_key(p, a);
	uint64_t hash = place_hash(&at);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->table, hash, &i)) != TABLE_NONE) {
		const struct place *k = &p->v[id];
		if (k->addr == at.addr && k->file == at.file && k->mode == at.mode &&
		    k->is_caller == at.is_caller)
			return id;
	}
	at.function = function_of(p, a, &at.struck);
	VEC_ROOM(p->v, p->n, p->cap);
	p->v[p->n] = at;
	table_add(&p->table, hash, p->n);
	return p->n++;
}

/* The table does not fit into the caches that are near, so a few addresses wait for it together. */
static void places_prefetch(struct places *p, const struct address *a, uint32_t n)
{
	uint64_t hashes[PLACES_AHEAD];
	for (uint32_t i = 0; i < n; i++) {
		struct place at = place_key(p, &a[i]);
		hashes[i] = place_hash(&at);
		table_prefetch(&p->table, hashes[i]);
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t slot = TABLE_START, id = table_probe(&p->table, hashes[i], &slot);
		if (id != TABLE_NONE)
			__builtin_prefetch(&p->v[id]);
	}
}

static void places_of(struct places *p, const struct address *a, uint32_t n, uint32_t *out)
{
	bool struck = false;
	for (uint32_t at = 0; at < n; at++) {
		if (at % PLACES_AHEAD == 0)
			places_prefetch(p, a + at, n - at < PLACES_AHEAD ? n - at : PLACES_AHEAD);
		struct address x = a[at];
		x.is_caller = x.is_caller && !struck;
		out[at] = place_intern(p, &x);
		struck = p->v[out[at]].struck;
	}
}

static struct frame place_frame(struct places *p, struct address a)
{
	uint32_t place = place_intern(p, &a);
	return (struct frame){ a.ip, place, p->v[place].function };
}

struct frame place_leaf(struct places *p, const struct session_event *ev)
{
	return place_frame(p, place_own(p, ev));
}

struct frame place_address(struct places *p, const struct session_event *ev, uint64_t ip)
{
	return place_frame(p, place_of(p, ev, ip));
}

uint32_t place_chain(struct places *p, const struct session_event *ev, struct frame *out,
                     bool *incomplete)
{
	struct address addresses[FRAMES_MAX];
	uint32_t places[FRAMES_MAX];
	uint32_t n = place_walk(p, ev, addresses, incomplete);
	places_of(p, addresses, n, places);
	for (uint32_t i = 0; i < n; i++)
		out[i] = (struct frame){ addresses[i].ip, places[i], p->v[places[i]].function };
	return n;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records that explain numbers in other records: the paths of cgroups (CGROUP), and which counters
 * are those of a virtual machine (the second part of ID_INDEX).
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

static uint32_t cgroup_find(const struct session *s, uint64_t id)
{
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&s->cgroup_table, hash_mix(id, 0), &i)) != TABLE_NONE)
		if (s->cgroups[at].id == id)
			break;
	return at;
}

void told_cgroup(struct session *s, const struct record *r)
{
	enum { PATH = 16 };
	if (r->n <= PATH)
		return;
	struct span path = span_of(r->p + PATH, r->n - PATH);
	uint64_t id = load64(r->p + 8);
	uint32_t text = intern_n(&s->texts, path.p, span_strnlen(path)), at = cgroup_find(s, id);
	if (at == TABLE_NONE) {
		VEC_ROOM(s->cgroups, s->n_cgroups, s->cap_cgroups);
		at = s->n_cgroups++;
		table_add(&s->cgroup_table, hash_mix(id, 0), at);
	}
	s->cgroups[at] = (struct session_cgroup){ id, text };
}

const char *session_cgroup(const struct session *s, uint64_t id)
{
	uint32_t at = cgroup_find(s, id);
	return at == TABLE_NONE ? NULL : session_text(s, s->cgroups[at].path);
}

const struct session_guest *session_guest(const struct session *s, uint64_t id)
{
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&s->guest_table, hash_mix(id, 0), &i)) != TABLE_NONE)
		if (s->guests[at].id == id)
			return &s->guests[at];
	return NULL;
}

/* n, n entries of four words (id, index, CPU, tid), and perhaps n of two (machine's pid, vcpu). */
void told_id_index(struct session *s, const struct record *r)
{
	enum { FIRST = 16, EACH = 32, EACH_2 = 16 };
	uint64_t n = r->n >= FIRST ? load64(r->p + 8) : 0;
	if (n == 0 || n > (r->n - FIRST) / (EACH + EACH_2))
		return;
	for (uint64_t i = 0; i < n; i++) {
		const unsigned char *p = r->p + FIRST + EACH * i,
				    *q = r->p + FIRST + EACH * n + EACH_2 * i;
		struct session_guest g = { load64(p), (uint32_t)load64(q),
			                   (uint32_t)load64(q + 8) };
		if (session_guest(s, g.id))
			continue;
		VEC_ROOM(s->guests, s->n_guests, s->cap_guests);
		s->guests[s->n_guests] = g;
		table_add(&s->guest_table, hash_mix(g.id, 0), s->n_guests++);
	}
}

void told_release(struct session *s)
{
	free(s->cgroups);
	table_release(&s->cgroup_table);
	free(s->guests);
	table_release(&s->guest_table);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Which files samples fell on. Nothing is looked up in them. */
#include "base/alloc.h"
#include "profile/profile.h"

struct hit {
	const struct session *session;
	bool *v;
	uint32_t n;
};

/* Make room for all files there are. */
static void hit_grow(struct hit *h)
{
	uint32_t n = h->session->cap_files;
	if (n <= h->n)
		return;
	h->v = mem_resize(h->v, n, sizeof *h->v);
	memset(h->v + h->n, 0, (n - h->n) * sizeof *h->v);
	h->n = n;
}

static void hit_add(struct hit *h, const struct address *a)
{
	h->v[h->session->mappings[a->mapping].file] = true;
}

static void hit_chain(struct hit *h, struct places *p, const struct session_event *ev)
{
	enum { FROM, TO, FLAGS, BRANCH_WORDS };
	struct address chain[FRAMES_MAX];
	bool incomplete;
	uint32_t n = place_walk(p, ev, chain, &incomplete);
	for (uint32_t i = 0; i < n; i++)
		hit_add(h, &chain[i]);
	for (uint64_t i = 0; i < ev->sample.branches.n; i++) {
		if (i % BRANCH_WORDS == FLAGS)
			continue;
		struct address a = place_of(p, ev, words_at(ev->sample.branches, i));
		hit_add(h, &a);
	}
}

bool *places_hit(struct places *p, bool chains)
{
	struct session_event ev;
	struct hit h = { .session = p->session };
	hit_grow(&h);
	while (session_next(p->session, &ev) == 0) {
		if (ev.rec.type != ABI_RECORD_SAMPLE)
			continue;
		hit_grow(&h);
		struct address own = place_own(p, &ev);
		hit_add(&h, &own);
		if (chains)
			hit_chain(&h, p, &ev);
	}
	hit_grow(&h);
	return h.v;
}

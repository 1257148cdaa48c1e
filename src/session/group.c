// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Samples that read counters (PERF_SAMPLE_READ). One such sample stands for each event of its
 * group: what is handed out is a sample for every counter that moved since the sample before, with
 * the difference as its period.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

struct session_group {
	struct session_event sample;
	uint64_t at, n;
	bool busy, told; /* told: of a counter at least */
};

void group_begin(struct session *s, const struct session_event *sample)
{
	if (!s->group)
		s->group = mem_new(sizeof *s->group);
	*s->group = (struct session_group){
		.sample = *sample,
		.n = data_read_count(sample->event, &sample->sample),
		.busy = true,
	};
}

/* The last value of a counter, to be replaced. */
static uint64_t *count_of(struct counts *c, uint64_t id, uint32_t tid)
{
	uint64_t hash = hash_mix(id, tid);
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&c->table, hash, &i)) != TABLE_NONE)
		if (c->v[at].id == id && c->v[at].tid == tid)
			return &c->v[at].value;
	VEC_ROOM(c->v, c->n, c->cap);
	c->v[c->n] = (struct count){ .id = id, .tid = tid };
	table_add(&c->table, hash, c->n);
	return &c->v[c->n++].value;
}

bool group_next(struct session *s, struct session_event *out)
{
	struct session_group *g = s->group;
	while (g && g->busy) {
		if (g->at == g->n) {
			g->busy = false;
			break;
		}
		const struct session_event *from = &g->sample;
		struct read_value v = data_read_at(from->event, &from->sample, g->at++);
		uint64_t id = v.id ? v.id : from->sample.id.id;
		const struct data_event *ev = data_event_of_id(s->data, id);
		bool inherited = from->event->attr.flags & ABI_INHERIT;
		uint64_t *last = count_of(&s->counts, id, inherited ? from->sample.id.tid : 0);
		/* One that waited for its call chain comes after later ones: theirs has its share.
		 */
		if (v.value <= *last)
			continue;
		uint64_t moved = v.value - *last;
		*last = v.value;
		*out = *from;
		out->is_further = g->told;
		g->told = true;
		out->sample.period = moved;
		out->sample.id.id = id;
		if (ev)
			out->event = ev;
		return true;
	}
	return false;
}

void group_release(struct session *s)
{
	free(s->counts.v);
	table_release(&s->counts.table);
	free(s->group);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Call chains in two parts. Since Linux 6.19 the user part of a chain may be taken later, when the
 * task returns to user mode: the sample then ends in USER_DEFERRED and a cookie, and a
 * CALLCHAIN_DEFERRED record with the same thread and cookie brings the rest. All samples of one
 * stay in the kernel share a cookie; some come after the record, and some records never come. So
 * the records are collected in a walk of their own before the samples are played. A sample then
 * waits until its record is played, because the user part is made of the mappings of that time: an
 * exec may lie between.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

static uint64_t deferred_hash(uint32_t tid, uint64_t cookie)
{
	return hash_mix(cookie, tid);
}

static bool is_asked_for(const struct data *d)
{
	for (uint32_t i = 0; i < d->n_events; i++)
		if (d->events[i].attr.flags & (ABI_DEFER_CALLCHAIN | ABI_DEFER_OUTPUT))
			return true;
	return false;
}

void deferred_collect(struct session *s)
{
	struct record r;
	if (!is_asked_for(s->data))
		return;
	data_cursor_init(&s->deferred_cursor, s->data);
	while (data_next(&s->deferred_cursor, &r, NULL) == 0) {
		const struct data_event *ev;
		struct body_deferred b;
		struct sample_id id;
		if (r.type != ABI_RECORD_CALLCHAIN_DEFERRED ||
		    !(ev = data_record_event(s->data, &r)) || body_deferred(&r, ev, &b, NULL))
			continue;
		data_sample_id(ev, &r, &id);
		VEC_ROOM(s->deferred, s->n_deferred, s->cap_deferred);
		s->deferred[s->n_deferred] = (struct session_deferred){ .tid = id.tid,
			                                                .cookie = b.cookie,
			                                                .ips = b.ips };
		table_add(&s->deferred_table, deferred_hash(id.tid, b.cookie), s->n_deferred++);
	}
}

void deferred_release(struct session *s)
{
	free(s->deferred);
	free(s->waiting);
	table_release(&s->deferred_table);
	if (s->deferred_cursor.d)
		data_cursor_release(&s->deferred_cursor);
}

static struct session_deferred *deferred_find(const struct session *s, uint32_t tid,
                                              uint64_t cookie)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->deferred_table, deferred_hash(tid, cookie), &i)) != TABLE_NONE)
		if (s->deferred[id].tid == tid && s->deferred[id].cookie == cookie)
			return &s->deferred[id];
	return NULL;
}

bool deferred_wait(struct session *s, const struct record *r, struct sample *sample, bool may_wait)
{
	struct words chain = sample->chain;
	if (chain.n < 2 || words_at(chain, chain.n - 2) != ABI_CONTEXT_USER_DEFERRED)
		return false;
	struct session_deferred *d = deferred_find(s, sample->id.tid, words_at(chain, chain.n - 1));
	if (!d)
		return false;
	sample->user_chain = d->ips;
	if (d->is_played || !may_wait)
		return false;
	VEC_ROOM(s->waiting, s->n_waiting, s->cap_waiting);
	s->waiting[s->n_waiting++] = (struct session_waiting){ *r, 0 };
	if (d->last)
		s->waiting[d->last - 1].next = s->n_waiting;
	else
		d->first = s->n_waiting;
	d->last = s->n_waiting;
	s->n_held++;
	return true;
}

void deferred_play(struct session *s, const struct session_event *ev)
{
	struct body_deferred b;
	struct sample_id id;
	if (!ev->event || body_deferred(&ev->rec, ev->event, &b, NULL)) {
		s->stats.bad++;
		return;
	}
	data_sample_id(ev->event, &ev->rec, &id);
	struct session_deferred *d = deferred_find(s, id.tid, b.cookie);
	if (!d || d->is_played) /* there is one of each; more are somebody's mischief */
		return;
	d->is_played = true;
	s->released = d->first;
}

bool deferred_next(struct session *s, struct record *out)
{
	if (!s->released)
		return false;
	const struct session_waiting *w = &s->waiting[s->released - 1];
	*out = w->rec;
	s->released = w->next;
	s->n_held--;
	return true;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The session: pulls records from the file into the time order, and plays them back one by one,
 * doing what each says to threads and mappings before it is handed out.
 */
#include "session/session.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

void session_open(struct session *s, struct data *d)
{
	*s = (struct session){ .data = d };
	data_cursor_init(&s->cursor, d);
	s->stats.event_samples = mem_new(d->n_events * sizeof(uint64_t));
	s->stats.event_lost = mem_new(d->n_events * sizeof(uint64_t));
	files_init(s);
	machine_init(s);
	threads_init(s);
	deferred_collect(s);
}

void session_close(struct session *s)
{
	if (!s->data)
		return;
	data_cursor_release(&s->cursor);
	deferred_release(s);
	group_release(s);
	order_release(&s->order);
	threads_release(s);
	told_release(s);
	space_free(s, s->kernel);
	intern_release(&s->texts);
	free(s->files);
	table_release(&s->file_table);
	free(s->build_ids);
	table_release(&s->build_id_table);
	free(s->mappings);
	table_release(&s->mapping_table);
	free(s->stats.event_samples);
	free(s->stats.event_lost);
	*s = (struct session){ 0 };
}

static void count(struct session *s, const struct record *r)
{
	if (r->type && r->type < ABI_RECORD_END && abi_record_name(r->type))
		s->stats.records[r->type]++;
	else
		s->stats.unknown++;
}

/* A record from its address: all but the header was decoded when it was queued. */
static struct record record_of(const struct session *s, const unsigned char *p)
{
	const struct bytes *b = &s->data->bytes;
	uint64_t off = p >= b->p && p < b->p + b->n ? (uint64_t)(p - b->p) : 0;
	return (struct record){ p, load32(p), load16(p + 4), load16(p + 6), off };
}

/* At the end of a round the records of the round before it are all handed out, but for some from
 * the future. */
static void session_round(struct session *s, const struct record *r)
{
	enum { BEHIND_BYTES = 1 << 22 };
	order_round(&s->order);
	if (s->behind && !s->data->swapped && s->round_off > s->behind_off + BEHIND_BYTES) {
		s->behind(s->behind_ctx, s->behind_off, s->round_off);
		s->behind_off = s->round_off;
	}
	s->round_off = r->off;
}

/* Read on until something may be handed out: a record without time at once, others in their order.
 */
static bool session_pull(struct session *s, struct record *out)
{
	const unsigned char *p;
	for (;;) {
		if (order_next(&s->order, &p)) {
			*out = record_of(s, p);
			return true;
		}
		if (s->at_end)
			return false;
		int rc = data_next(&s->cursor, out, &s->failure);
		if (rc) {
			s->failed = rc < 0;
			s->at_end = true;
			order_finish(&s->order);
			continue;
		}
		count(s, out);
		/* Of several files each has rounds of its own, which say nothing of the others. */
		if (out->type == ABI_RECORD_FINISHED_ROUND && s->data->n_areas == 1)
			session_round(s, out);
		uint64_t time_ns = data_record_time(s->data, out);
		if (!time_ns || time_ns == UINT64_MAX)
			return true;
		order_add(&s->order, time_ns, out->p);
	}
}

static void play_mmap(struct session *s, struct session_event *out)
{
	struct body_mmap m;
	if (body_mmap(&out->rec, out->event, &m, NULL)) {
		s->stats.bad++;
		return;
	}
	if ((out->rec.misc & ABI_MISC_CPUMODE_MASK) == ABI_MISC_KERNEL)
		machine_mmap(s, &m);
	else
		out->thread = thread_mmap(s, &m);
}

static void play_ksymbol(struct session *s, struct session_event *out)
{
	struct body_ksymbol k;
	if (body_ksymbol(&out->rec, out->event, &k, NULL))
		s->stats.bad++;
	else
		machine_ksymbol(s, &k);
}

static void play_comm(struct session *s, struct session_event *out)
{
	struct body_comm c;
	if (body_comm(&out->rec, out->event, &c, NULL)) {
		s->stats.bad++;
		return;
	}
	thread_comm(s, &c, out->rec.misc & ABI_MISC_COMM_EXEC);
	out->thread = thread_get(s, c.pid, c.tid);
}

static void play_task(struct session *s, struct session_event *out)
{
	struct body_task t;
	if (body_task(&out->rec, out->event, &t, NULL)) {
		s->stats.bad++;
		return;
	}
	if (out->rec.type == ABI_RECORD_FORK)
		out->thread = thread_fork(s, &t, out->rec.misc & ABI_MISC_FORK_EXEC);
	else
		out->thread = thread_get(s, t.pid, t.tid);
}

static void play_lost(struct session *s, struct session_event *out)
{
	struct body_lost l;
	if (body_lost(&out->rec, out->event, &l, NULL)) {
		s->stats.bad++;
		return;
	}
	if (out->rec.type == ABI_RECORD_LOST) {
		s->stats.lost_records += l.lost;
		s->stats.lost_chunks++;
	} else {
		s->stats.lost_samples += l.lost;
		if (out->event)
			s->stats.event_lost[out->event - s->data->events] += l.lost;
	}
}

/* A recorder may state a build-id before the records that need it, rather than in a section at the
 * end. */
static void play_build_id(struct session *s, struct session_event *out)
{
	struct data_build_id b;
	if (data_build_id_record(s->data, &out->rec, &b))
		s->stats.bad++;
	else
		build_id_add(s, &b);
}

static bool sample_decode(struct session *s, struct session_event *out)
{
	if (!out->event) {
		s->stats.no_event++;
		return false;
	}
	if (data_sample(out->event, &out->rec, &out->sample, NULL)) {
		s->stats.bad++;
		return false;
	}
	return true;
}

static void sample_thread(struct session *s, struct session_event *out)
{
	out->thread = session_thread(s, out->sample.id.pid, out->sample.id.tid);
}

/* False: it is not handed out now. */
static bool play_sample(struct session *s, struct session_event *out, bool has_waited)
{
	if (!sample_decode(s, out) || deferred_wait(s, &out->rec, &out->sample, !has_waited))
		return false;
	sample_thread(s, out);
	if (out->event->attr.sample_type & ABI_SAMPLE_READ && !s->whole_samples) {
		group_begin(s, out);
		return false;
	}
	s->stats.event_samples[out->event - s->data->events]++;
	return true;
}

/* Records that only change what is known. */
static void play(struct session *s, struct session_event *out)
{
	switch (out->rec.type) {
	case ABI_RECORD_CALLCHAIN_DEFERRED:
		deferred_play(s, out);
		break;
	case ABI_RECORD_HEADER_BUILD_ID:
		play_build_id(s, out);
		break;
	case ABI_RECORD_MMAP:
	case ABI_RECORD_MMAP2:
		play_mmap(s, out);
		break;
	case ABI_RECORD_KSYMBOL:
		play_ksymbol(s, out);
		break;
	case ABI_RECORD_CGROUP:
		told_cgroup(s, &out->rec);
		break;
	case ABI_RECORD_ID_INDEX:
		told_id_index(s, &out->rec);
		break;
	case ABI_RECORD_COMM:
		play_comm(s, out);
		break;
	case ABI_RECORD_FORK:
	case ABI_RECORD_EXIT:
		play_task(s, out);
		break;
	case ABI_RECORD_LOST:
	case ABI_RECORD_LOST_SAMPLES:
		play_lost(s, out);
		break;
	}
}

static void event_begin(struct session *s, struct session_event *out)
{
	out->event = NULL;
	out->thread = NULL;
	out->time_ns = 0;
	out->is_further = false;
	if (out->rec.type < ABI_RECORD_KERNEL_END) {
		out->event = data_record_event(s->data, &out->rec);
		out->time_ns = out->event ? data_event_time(out->event, &out->rec) : 0;
	}
}

int session_next(struct session *s, struct session_event *out)
{
	for (;;) {
		if (group_next(s, out)) {
			s->stats.event_samples[out->event - s->data->events]++;
			return 0;
		}
		bool has_waited = deferred_next(s, &out->rec);
		if (!has_waited && !session_pull(s, &out->rec))
			return 1;
		event_begin(s, out);
		if (out->rec.type != ABI_RECORD_SAMPLE)
			play(s, out);
		else if (!play_sample(s, out, has_waited))
			continue;
		return 0;
	}
}

bool session_play(struct session *s, const struct record *r, struct session_event *out)
{
	out->rec = *r;
	event_begin(s, out);
	if (r->type != ABI_RECORD_SAMPLE) {
		play(s, out);
		return true;
	}
	if (!sample_decode(s, out))
		return false;
	sample_thread(s, out);
	return true;
}

bool session_sample_time(struct session *s, uint64_t *first_ns, uint64_t *last_ns)
{
	struct data_cursor c;
	struct record r;
	if (data_sample_time(s->data, first_ns, last_ns) && *last_ns >= *first_ns && *last_ns)
		return true;
	*first_ns = UINT64_MAX;
	*last_ns = 0;
	data_cursor_init(&c, s->data);
	while (data_next(&c, &r, NULL) == 0) {
		uint64_t t = r.type == ABI_RECORD_SAMPLE ? data_record_time(s->data, &r) : 0;
		if (t && t < *first_ns)
			*first_ns = t;
		if (t > *last_ns)
			*last_ns = t;
	}
	data_cursor_release(&c);
	return *last_ns != 0;
}

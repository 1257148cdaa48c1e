// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Copies of stacks become call chains. The records of a round lie in the queue, CPU by CPU; they
 * are sorted by time where they lie, and what tells of mappings and tasks is played between them. A
 * tracking record that is younger than the round's last sample is kept for the next one.
 *
 * This is done by the thread that writes, behind the queue: when it cannot keep up, the queue
 * fills, and the copies are what goes first (shedding.c).
 */
#include "capture/stacks.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "capture/parts.h"

enum {
	TRACKING_BYTES_MAX = 1 << 20, /* of rounds without samples: then they are played */
	OUT_BYTES = 256 << 10,        /* are put at once */
	MAPPINGS_MAX = 1 << 19,       /* some 40 MB */
	THREADS_MAX = 1 << 18,
};

/* Records by their time. */
struct timed {
	struct sort_pair *v, *tmp; /* time in ns, address of the record */
	size_t n, cap, cap_tmp;
};

struct stacks {
	struct buf head; /* the attrs as a file, which data is opened on */
	struct data data;
	struct session session;
	struct unwinding *unwinding;
	struct stack_tables tables;
	const struct plan *plan;
	struct buf tracking, later; /* of this round and before; of the next one */
	struct timed samples, tracked;
	struct arena whole; /* records of the round that lay in two parts */
	struct buf out;
	unsigned char record[ABI_RECORD_MAX];
};

/* ------------------------------------------------------------------ beginning and end */

static void session_begin(struct stacks *st, struct held *held)
{
	session_open(&st->session, &st->data);
	st->tables = (struct stack_tables){ .held = held, .session = &st->session };
	st->unwinding = unwinding_new(&st->session, unwinding_cpu(NULL, abi_registers_here->user),
	                              stack_tables_find, &st->tables);
}

static void session_end(struct stacks *st)
{
	unwinding_free(st->unwinding);
	stack_tables_release(&st->tables);
	session_close(&st->session);
}

bool stacks_is_full(const struct stacks *st)
{
	return st->session.n_mappings > MAPPINGS_MAX || st->session.n_threads > THREADS_MAX;
}

void stacks_renew(struct stacks *st)
{
	struct held *held = st->tables.held;
	struct unwinding_stats stats = *unwinding_stats(st->unwinding);
	session_end(st);
	session_begin(st, held);
	unwinding_go_on(st->unwinding, &stats);
}

struct stacks *stacks_new(const struct plan *p, struct held *held)
{
	struct stacks *st = mem_new(sizeof *st);
	struct err e;
	st->plan = p;
	write_prologue(&st->head, p->events, p->n_events);
	struct bytes bytes = { .p = (unsigned char *)st->head.p, .n = st->head.n };
	if (data_open(&st->data, bytes, &e) < 0) {
		stacks_free(st);
		return NULL;
	}
	session_begin(st, held);
	return st;
}

static void timed_release(struct timed *t)
{
	free(t->v);
	free(t->tmp);
}

void stacks_free(struct stacks *st)
{
	if (!st)
		return;
	session_end(st);
	data_close(&st->data);
	timed_release(&st->samples);
	timed_release(&st->tracked);
	arena_release(&st->whole);
	buf_release(&st->head);
	buf_release(&st->tracking);
	buf_release(&st->later);
	buf_release(&st->out);
	free(st);
}

const struct unwinding_stats *stacks_stats(const struct stacks *st)
{
	return unwinding_stats(st->unwinding);
}

/* ------------------------------------------------------------------ order */

static struct record record_at(const unsigned char *p)
{
	return (struct record){
		.p = p, .type = load32(p), .misc = load16(p + 4), .n = load16(p + 6)
	};
}

static uint64_t time_of(const struct stacks *st, const unsigned char *p)
{
	struct record r = record_at(p);
	return data_record_time(&st->data, &r);
}

static void timed_add(struct timed *t, uint64_t time_ns, const unsigned char *p)
{
	VEC_ROOM(t->v, t->n, t->cap);
	t->v[t->n++] = (struct sort_pair){ time_ns, (uintptr_t)p };
}

static void timed_sort(struct timed *t)
{
	if (t->cap_tmp < t->cap) {
		t->cap_tmp = t->cap;
		t->tmp = mem_resize(t->tmp, t->cap_tmp, sizeof *t->tmp);
	}
	sort_pairs(t->v, t->tmp, t->n);
}

static const unsigned char *timed_record(const struct timed *t, size_t i)
{
	return (const unsigned char *)(uintptr_t)t->v[i].value;
}

/* ------------------------------------------------------------------ tracking records */

static void play(struct stacks *st, const unsigned char *p)
{
	struct session_event ev;
	struct record r = record_at(p);
	session_play(&st->session, &r, &ev);
}

void stacks_early(struct stacks *st, struct span records)
{
	struct span one;
	while (records.n >= ABI_HEADER_BYTES && span_take(&records, load16(records.p + 6), &one) &&
	       one.n >= ABI_HEADER_BYTES)
		play(st, one.p);
}

void stacks_track(struct stacks *st, const struct span part[2])
{
	for (int i = 0; i < 2; i++)
		buf_add(&st->tracking, part[i].p, part[i].n);
}

static void tracking_sort(struct stacks *st)
{
	struct span left = span_of(st->tracking.p, st->tracking.n), one;
	st->tracked.n = 0;
	while (left.n >= ABI_HEADER_BYTES && span_take(&left, load16(left.p + 6), &one) &&
	       one.n >= ABI_HEADER_BYTES)
		timed_add(&st->tracked, time_of(st, one.p), one.p);
	timed_sort(&st->tracked);
}

/* Those up to a time; *at is the first that was not played yet. */
static void tracking_play(struct stacks *st, size_t *at, uint64_t time_ns)
{
	for (; *at < st->tracked.n && st->tracked.v[*at].key <= time_ns; ++*at)
		play(st, timed_record(&st->tracked, *at));
}

/* What is younger than the last sample stays. */
static void tracking_keep(struct stacks *st, size_t at)
{
	struct buf was = st->tracking;
	st->later.n = 0;
	for (; at < st->tracked.n; at++) {
		const unsigned char *p = timed_record(&st->tracked, at);
		buf_add(&st->later, p, load16(p + 6));
	}
	st->tracking = st->later;
	st->later = was;
}

/* ------------------------------------------------------------------ samples */

struct gathering {
	struct stacks *st;
	struct span part[2]; /* what of the chunk lies where it stays */
};

static void samples_add(void *ctx, struct span r)
{
	struct gathering *g = ctx;
	bool stays = false;
	for (int i = 0; i < 2; i++)
		stays |= r.p >= g->part[i].p && r.p < g->part[i].p + g->part[i].n;
	if (!stays)
		r.p = (const unsigned char *)arena_dup(&g->st->whole, r.p, r.n);
	timed_add(&g->st->samples, time_of(g->st, r.p), r.p);
}

static void samples_gather(struct stacks *st, struct queue *samples, uint64_t end)
{
	struct queue_chunk c;
	struct buf whole = { 0 };
	st->samples.n = 0;
	for (uint64_t at = 0; queue_walk(samples, &at, end, &c);) {
		struct gathering g = { st, { c.part[0], c.part[1] } };
		parts_each(c.part, c.part[0].n + c.part[1].n, &whole, samples_add, &g);
	}
	buf_release(&whole);
	timed_sort(&st->samples);
}

static void samples_consume(struct queue *samples, uint64_t end)
{
	struct queue_chunk c;
	while (queue_is_before(samples, end) && queue_peek(samples, &c))
		queue_consume(samples, &c);
}

/* The record as the file is to have it. */
static struct span sample_write(struct stacks *st, const unsigned char *p)
{
	struct session_event ev;
	struct record r = record_at(p);
	if (r.type != ABI_RECORD_SAMPLE || !session_play(&st->session, &r, &ev))
		return span_of(p, r.n);
	const struct abi_attr *to = &st->plan->written[ev.event - st->data.events].attr;
	if (to->sample_type == ev.event->attr.sample_type)
		return span_of(p, r.n);
	struct words chain = unwinding_chain(st->unwinding, &ev);
	return span_of(st->record, data_rechain(ev.event, &r, &ev.sample, to, chain, st->record));
}

void stacks_round(struct stacks *st, struct queue *samples, uint64_t end, stacks_put *put,
                  void *ctx)
{
	size_t at = 0;
	samples_gather(st, samples, end);
	if (st->samples.n || st->tracking.n > TRACKING_BYTES_MAX) {
		tracking_sort(st);
		for (size_t i = 0; i < st->samples.n; i++) {
			tracking_play(st, &at, st->samples.v[i].key);
			struct span r = sample_write(st, timed_record(&st->samples, i));
			buf_add(&st->out, r.p, r.n);
			if (st->out.n >= OUT_BYTES) {
				put(ctx, span_of(st->out.p, st->out.n));
				st->out.n = 0;
			}
		}
		if (!st->samples.n)
			tracking_play(st, &at, UINT64_MAX);
		tracking_keep(st, at);
	}
	put(ctx, span_of(st->out.p, st->out.n));
	st->out.n = 0;
	samples_consume(samples, end);
	arena_release(&st->whole);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The thread that empties the kernel's rings. It waits for nothing but them, so that a disk that
 * stops costs no record for as long as the queues have room. One is for samples, which lose their
 * stack dumps when it is nearly full, and are dropped when it is; the other is for tracking
 * records, and only when that is full too does the thread wait.
 *
 * In a round all rings are emptied, sample rings before tracking rings: so the mapping that a
 * sample fell into is queued when the mark of the round's end is. That stands among the tracking
 * records, and tells how far the samples' queue was filled.
 *
 * Where files are to be opened when they are mapped, tracking rings are emptied as soon as there is
 * something in them, but not again for a moment: that costs no round.
 */
#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"
#include "session/unwinding.h"

enum { FLUSH_MS = 1000, TRACK_MS = 2, ROOM_MS = 1, TRACKING_BYTES = 16 << 20 };

struct reader {
	struct recorder *r;
	struct queue *samples, *tracking;
	pthread_t thread;
	struct affinity *affinity;
	uint64_t whole_ns;             /* when all rings were emptied last */
	uint64_t round_ns, tracked_ns; /* when a round began; when tracking rings were emptied */
	bool is_unmarked;              /* they were, and no round has ended since */
	bool runs;
	int wake, told;               /* fds: to the thread, from the thread */
	_Atomic uint64_t asked, done; /* rounds that were asked for; that were made on request */
	_Atomic bool ends, all_hung_up;
	_Atomic uint32_t tid; /* 0 = not known yet */
	struct shedding shedding;
};

/* ------------------------------------------------------------------ what finds no room */

static void put(struct reader *rd, enum queue_kind kind, const struct span part[2])
{
	while (!queue_put(rd->tracking, kind, part) && !rd->ends) {
		sys_wakeup(rd->told);
		sys_poll(NULL, 0, ROOM_MS);
	}
}

static void keep(void *reader, const struct span part[2])
{
	put(reader, QUEUE_TRACKING, part);
}

/* While a quarter of the queue is free there is room for all. */
static void put_samples(struct reader *rd, const struct span part[2])
{
	uint64_t n = part[0].n + part[1].n;
	struct span cut[2];
	if (!rd->shedding.piece || queue_room(rd->samples) >= queue_bytes(rd->samples) / 4 + n) {
		if (!queue_put(rd->samples, QUEUE_SAMPLES, part))
			shed_samples(&rd->shedding, part, keep, rd);
		return;
	}
	shed_stacks(&rd->shedding, part, cut);
	if (queue_put(rd->samples, QUEUE_SAMPLES, cut))
		shed_stacks_done(&rd->shedding);
	else
		shed_samples(&rd->shedding, cut, keep, rd);
}

/* ------------------------------------------------------------------ rounds */

/* The whole records that begin in the first SHED_PIECE_BYTES of what is left from *at on. */
static bool next_piece(const struct span part[2], size_t *at, struct span out[2])
{
	size_t n = part[0].n + part[1].n, from = *at, end = from;
	if (n - from <= SHED_PIECE_BYTES)
		end = n;
	while (end < n && end - from < SHED_PIECE_BYTES) {
		uint32_t type, size = parts_record(part, end, &type);
		end = size < ABI_HEADER_BYTES || size > n - end ? n : end + size;
	}
	parts_cut(part, from, end, out);
	*at = end;
	return end > from;
}

/* least: of less a ring of samples is left as it is. */
enum emptied { NOTHING_THERE, EMPTIED, LEFT };
static enum emptied empty_ring(struct reader *rd, uint32_t i, size_t least)
{
	struct rings *rings = &rd->r->rings;
	struct span part[2], piece[2];
	size_t n = sys_ring_peek(&rings->v[i], part), at = 0;
	if (!n)
		return NOTHING_THERE;
	if (i < rings->n / 2 && n < least)
		return LEFT;
	affinity_move(rd->affinity, i);
	while (next_piece(part, &at, piece)) {
		if (i >= rings->n / 2)
			put(rd, QUEUE_TRACKING, piece);
		else
			put_samples(rd, piece);
	}
	sys_ring_consume(&rings->v[i], n);
	return EMPTIED;
}

/* A round on request and one that is due take all. */
static size_t least_bytes(struct reader *rd, bool asked)
{
	const struct rings *rings = &rd->r->rings;
	size_t least = rd->r->o->flush_bytes, most = rings->sample_bytes / 4;
	if (!least)
		return 0;
	uint64_t now = sys_now_ns();
	if (!asked && !rd->ends && now - rd->whole_ns < FLUSH_MS * 1000000ull)
		return least < most ? least : most;
	rd->whole_ns = now;
	return 0;
}

static void make_round(struct reader *rd)
{
	struct rings *rings = &rd->r->rings;
	uint64_t asked = rd->asked;
	size_t least = least_bytes(rd, asked != rd->done);
	bool any = rd->is_unmarked, whole = true;
	rd->is_unmarked = false;
	for (uint32_t i = rings->overwrite ? rings->n / 2 : 0; i < rings->n; i++) {
		enum emptied how = empty_ring(rd, i, least);
		any |= how == EMPTIED;
		whole &= how != LEFT;
	}
	/* Where something was left, what comes later may be older. */
	rd->is_unmarked = any && !whole;
	if (any && whole) {
		uint64_t end = queue_end(rd->samples);
		put(rd, QUEUE_ROUND, (const struct span[2]){ span_of(&end, sizeof end), { 0 } });
	}
	if (any || asked != rd->done) {
		rd->done = asked;
		sys_wakeup(rd->told);
	}
}

static void empty_tracking(struct reader *rd)
{
	struct rings *rings = &rd->r->rings;
	bool any = false;
	for (uint32_t i = rings->n / 2; i < rings->n; i++)
		any |= empty_ring(rd, i, 0) == EMPTIED;
	rd->is_unmarked |= any;
	if (any)
		sys_wakeup(rd->told);
}

/* ------------------------------------------------------------------ waiting */

/* A ring's fd reports the end of its task again and again: another one is waited for. When those of
 * all tracking rings are gone all tasks have ended, those they had started included. true = some fd
 * was changed. */
static bool leave_hung_up(struct reader *rd, struct pollfd *v)
{
	struct rings *rings = &rd->r->rings;
	bool changed = false, lives = false;
	for (uint32_t i = 0; i < rings->n; i++) {
		if (v[i].revents & (POLLHUP | POLLERR | POLLNVAL)) {
			rings_next_fd(rings, i, &rd->r->counters, &rd->r->plan);
			v[i].fd = rings->fds[i];
			changed = true;
		}
		lives |= i >= rings->n / 2 && rings->fds[i] >= 0;
	}
	if (!lives && !rd->all_hung_up) {
		rd->all_hung_up = true;
		sys_wakeup(rd->told);
	}
	return changed;
}

/* How long to wait, and what for: just after tracking rings were emptied not for them. */
static int wait_for(const struct reader *rd, struct pollfd *v)
{
	const struct rings *rings = &rd->r->rings;
	if (!rings->is_prompt)
		return FLUSH_MS;
	uint64_t now = sys_now_ns(), gone_ms = (now - rd->round_ns) / 1000000;
	bool rests = now - rd->tracked_ns < TRACK_MS * 1000000ull;
	int left = gone_ms < FLUSH_MS ? (int)(FLUSH_MS - gone_ms) : 0;
	for (uint32_t i = rings->n / 2; i < rings->n; i++)
		v[i].fd = rests ? -1 : rings->fds[i];
	return rests && left > TRACK_MS ? TRACK_MS : left;
}

/* Is nothing due but to empty tracking rings? */
static bool only_tracking(const struct reader *rd, const struct pollfd *v)
{
	const struct rings *rings = &rd->r->rings;
	if (!rings->is_prompt || rd->ends || rd->asked != rd->done || v[rings->n].revents ||
	    sys_now_ns() - rd->round_ns >= FLUSH_MS * 1000000ull)
		return false;
	for (uint32_t i = 0; i < rings->n / 2; i++)
		if (v[i].revents)
			return false;
	return true;
}

static void empty_what_is_due(struct reader *rd, const struct pollfd *v, bool all)
{
	const struct rings *rings = &rd->r->rings;
	bool any = false;
	if (all || !only_tracking(rd, v)) {
		rd->round_ns = sys_now_ns();
		make_round(rd);
		return;
	}
	for (uint32_t i = rings->n / 2; i < rings->n; i++)
		any |= v[i].revents != 0;
	if (!any)
		return;
	empty_tracking(rd);
	rd->tracked_ns = sys_now_ns();
}

static void *reader_run(void *arg)
{
	struct reader *rd = arg;
	const struct rings *rings = &rd->r->rings;
	rd->tid = sys_thread_id();
	sys_wakeup(rd->told);
	struct pollfd *v = mem_new((rings->n + 1) * sizeof *v);
	bool again = false;
	for (uint32_t i = 0; i < rings->n; i++) {
		bool waits = !rings->overwrite || i >= rings->n / 2;
		v[i] = (struct pollfd){ .fd = waits ? rings->fds[i] : -1, .events = POLLIN };
	}
	v[rings->n] = (struct pollfd){ .fd = rd->wake, .events = POLLIN };
	while (!rd->ends) {
		sys_poll(v, rings->n + 1, again ? 0 : wait_for(rd, v));
		if (v[rings->n].revents)
			sys_wakeup_taken(rd->wake);
		again = leave_hung_up(rd, v);
		empty_what_is_due(rd, v, again);
	}
	free(v);
	return NULL;
}

/* ------------------------------------------------------------------ for the other thread */

int reader_start(struct recorder *r, uint64_t queue_bytes, struct err *e)
{
	struct reader *rd = r->reader = mem_new(sizeof *rd);
	rd->r = r;
	rd->wake = sys_wakeup_open();
	rd->told = sys_wakeup_open();
	if (rd->wake < 0 || rd->told < 0)
		return err_sys(e, rd->wake < 0 ? -rd->wake : -rd->told, "cannot wake a thread");
	rd->samples = queue_new(queue_bytes);
	rd->tracking = queue_new(TRACKING_BYTES);
	shedding_init(&rd->shedding, &r->plan);
	rd->affinity = affinity_new(&r->target, r->o->affinity);
	rd->whole_ns = sys_now_ns();
	int rc = pthread_create(&rd->thread, NULL, reader_run, rd);
	if (rc)
		return err_sys(e, rc, "cannot start a thread");
	rd->runs = true;
	while (!rd->tid)
		reader_wait(rd);
	return 0;
}

uint32_t reader_tid(const struct reader *rd)
{
	return rd->tid;
}

int reader_fd(const struct reader *rd)
{
	return rd->told;
}

bool reader_tasks_ended(const struct reader *rd)
{
	return rd->all_hung_up;
}

uint64_t reader_dropped(const struct reader *rd, uint32_t event)
{
	return rd->shedding.samples[event];
}

/* Behind the plan's last event stand those of none that is known. */
struct dropped reader_dropped_all(const struct reader *rd)
{
	const struct plan *p = &rd->r->plan;
	struct dropped d = { 0 };
	for (uint32_t i = 0; i <= p->n_events; i++) {
		const struct abi_attr *a = i < p->n_events ? &p->events[i].attr : NULL;
		bool switches = a && i == p->switches;
		bool tops = a && a->sample_type & ABI_SAMPLE_STACK_USER && !unwinding_has_dump(a);
		*(switches ? &d.switches : &d.samples) += rd->shedding.samples[i];
		*(tops ? &d.tops : &d.stacks) += rd->shedding.stacks[i];
	}
	return d;
}

/* A round's end is put after its samples: no samples of a round before the mark are behind it. */
struct reader_mark reader_mark(const struct reader *rd)
{
	uint64_t tracking = queue_end(rd->tracking);
	return (struct reader_mark){ .tracking = tracking, .samples = queue_end(rd->samples) };
}

static bool take_before(struct queue *q, uint64_t end, struct queue_chunk *out)
{
	return queue_is_before(q, end) && queue_peek(q, out);
}

/* At the end of a round the samples of it go first; there may be samples without a round's end yet.
 */
struct queue *reader_take(struct reader *rd, struct reader_mark mark, struct queue_chunk *out)
{
	if (!take_before(rd->tracking, mark.tracking, out))
		return take_before(rd->samples, mark.samples, out) ? rd->samples : NULL;
	if (out->kind == QUEUE_ROUND && take_before(rd->samples, load64(out->part[0].p), out))
		return rd->samples;
	return rd->tracking;
}

struct queue *reader_take_round(struct reader *rd, struct reader_mark mark, struct queue_chunk *out,
                                struct queue **samples, uint64_t *end)
{
	if (!take_before(rd->tracking, mark.tracking, out))
		return NULL;
	*samples = rd->samples;
	*end = out->kind == QUEUE_ROUND ? load64(out->part[0].p) : 0;
	return rd->tracking;
}

void reader_ask(struct reader *rd)
{
	rd->asked++;
	sys_wakeup(rd->wake);
}

bool reader_answered(const struct reader *rd)
{
	return rd->done == rd->asked;
}

void reader_wait(const struct reader *rd)
{
	struct pollfd v = { .fd = rd->told, .events = POLLIN };
	sys_poll(&v, 1, FLUSH_MS);
	sys_wakeup_taken(rd->told);
}

void reader_end(struct recorder *r)
{
	struct reader *rd = r->reader;
	if (!rd)
		return;
	rd->ends = true;
	if (rd->runs) {
		sys_wakeup(rd->wake);
		pthread_join(rd->thread, NULL);
	}
	affinity_free(rd->affinity);
	queue_free(rd->samples);
	queue_free(rd->tracking);
	shedding_release(&rd->shedding);
	if (rd->wake >= 0)
		sys_close(rd->wake);
	if (rd->told >= 0)
		sys_close(rd->told);
	free(rd);
	r->reader = NULL;
}

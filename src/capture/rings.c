// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rings' memory, and what is looked at in the records that come from them: their headers, for
 * the counts that are said at the end.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum {
	/* Of each ring of samples unless told otherwise: what there is for all, shared out. A
	 * machine that is busy on all CPUs lets the reader wait for milliseconds. */
	SAMPLE_BYTES_MIN = 512 << 10,
	SAMPLE_BYTES_MAX = 8 << 20,
	SAMPLE_BYTES_ALL = 64 << 20,
	TRACKING_BYTES = 128 << 10,
	/* Where memory may be locked and CPUs are few: nothing of these may ever be lost. */
	TRACKING_BYTES_MAX = 512 << 10,
	TRACKING_BYTES_ALL = 16 << 20,
	UNASKED_BYTES_MAX = 1 << 30, /* all rings together, unless their size was asked for */
	/* The kernel wakes us when a ring is this part full, or holds so much. */
	WAKEUP_PART = 4,
	WAKEUP_BYTES_MAX = 512 << 10,
};

/* Of a SAMPLE record with IDENTIFIER, IP, TID, TIME: where TIME is. Of LOST: where the count is. */
enum { SAMPLE_TIME_OFF = 32, LOST_COUNT_OFF = 16 };

/* ------------------------------------------------------------------ sizes */

/* What an unprivileged user may lock: an allowance for each CPU, and RLIMIT_MEMLOCK. */
static uint64_t lock_limit_bytes(void)
{
	if (sys_may_lock() || sys_number("/proc/sys/kernel/perf_event_paranoid", 2) < 0)
		return UINT64_MAX;
	struct sys_machine m;
	sys_machine(&m);
	uint64_t a = (uint64_t)sys_number("/proc/sys/kernel/perf_event_mlock_kb", 516) * 1024 *
	             m.cpus_online;
	uint64_t b = sys_mlock_limit_bytes();
	return a + b < a ? UINT64_MAX : a + b;
}

static size_t unasked_bytes(uint32_t n_rings)
{
	size_t bytes = SAMPLE_BYTES_MAX;
	while (bytes > SAMPLE_BYTES_MIN && bytes * n_rings > SAMPLE_BYTES_ALL)
		bytes /= 2;
	return bytes;
}

static void choose_sizes(struct rings *r, size_t wanted_bytes, uint32_t n_rings)
{
	size_t page = sys_page_bytes();
	uint64_t limit = lock_limit_bytes();
	bool may_lock = limit == UINT64_MAX;
	if (!wanted_bytes && limit > UNASKED_BYTES_MAX)
		limit = UNASKED_BYTES_MAX;
	r->sample_bytes = wanted_bytes ? wanted_bytes : unasked_bytes(n_rings);
	r->tracking_bytes = may_lock && n_rings <= TRACKING_BYTES_ALL / TRACKING_BYTES_MAX
	                            ? TRACKING_BYTES_MAX
	                            : TRACKING_BYTES;
	if (r->sample_bytes < page)
		r->sample_bytes = page;
	if (r->tracking_bytes < page)
		r->tracking_bytes = page;
	while ((r->sample_bytes + r->tracking_bytes + 2 * page) * n_rings > limit &&
	       r->sample_bytes > page) {
		r->sample_bytes /= 2;
		if (r->tracking_bytes > 8 * page)
			r->tracking_bytes /= 2;
	}
}

/* Watermarks belong to the attr, and so must be known before the events are opened. */
void rings_plan(struct rings *r, struct plan *p, uint32_t n_rings, size_t wanted_bytes,
                const struct log *log)
{
	choose_sizes(r, wanted_bytes, n_rings);
	if (r->sample_bytes < (wanted_bytes ? wanted_bytes : SAMPLE_BYTES_MIN))
		log_say(log, wanted_bytes ? LOG_NOTICE : LOG_DETAIL,
		        "rings of %zu KiB for each CPU, as this user may lock no more memory; "
		        "raise "
		        "kernel.perf_event_mlock_kb or ulimit -l for larger ones",
		        r->sample_bytes / 1024);
	for (uint32_t i = 0; i < p->n_events; i++) {
		bool tracks = &p->events[i] == plan_tracker(p);
		/* One byte: any record. */
		size_t bytes = !tracks        ? r->sample_bytes
		               : r->is_prompt ? WAKEUP_PART
		                              : r->tracking_bytes;
		struct abi_attr *a = &p->events[i].attr;
		size_t wakeup = bytes / WAKEUP_PART;
		if (wakeup > WAKEUP_BYTES_MAX)
			wakeup = WAKEUP_BYTES_MAX;
		a->wakeup = a->flags & ABI_WATERMARK ? (uint32_t)wakeup : 1;
	}
}

/* ------------------------------------------------------------------ mapping */

static int map_all(struct rings *r)
{
	for (uint32_t i = 0; i < r->n; i++) {
		size_t bytes = i < r->n / 2 ? r->sample_bytes : r->tracking_bytes;
		if (r->fds[i] < 0)
			continue; /* all that would have written into it has ended */
		bool over = r->overwrite && i < r->n / 2;
		int rc = sys_ring_map(&r->v[i], r->fds[i], bytes, over);
		if (rc == 0)
			continue;
		while (i-- > 0)
			sys_ring_unmap(&r->v[i]);
		return rc;
	}
	return 0;
}

/* The limit may be spent on other recordings of the same user: smaller until it fits. */
static int map_smaller(struct rings *r, const struct log *log, struct err *e)
{
	size_t page = sys_page_bytes(), was = r->sample_bytes;
	int rc;
	while ((rc = map_all(r)) == -EPERM && r->sample_bytes > page) {
		r->sample_bytes /= 2;
		if (r->tracking_bytes > 2 * page)
			r->tracking_bytes /= 2;
	}
	if (rc == -EPERM || rc == -ENOMEM)
		return err_set(e, rc == -EPERM ? ERR_DENIED : ERR_LIMIT,
		               "no memory for the rings (%zu KiB for each CPU); give a smaller -m, "
		               "or raise "
		               "kernel.perf_event_mlock_kb or ulimit -l",
		               (r->sample_bytes + r->tracking_bytes) / 1024);
	if (rc < 0)
		return err_sys(e, -rc, "cannot map the rings");
	if (r->sample_bytes < was)
		log_say(log, LOG_NOTICE,
		        "rings of only %zu KiB could be had; raise kernel.perf_event_mlock_kb or "
		        "ulimit -l for more",
		        r->sample_bytes / 1024);
	return 0;
}

/* The fd of an event that writes into the ring: a sample ring has that of the first event that is
 * open at the place, as not every one is on each CPU; the last one is the tracker. */
static int owner_fd(const struct rings *r, uint32_t ring, const struct counters *c,
                    const struct plan *p, uint32_t place)
{
	if (ring >= r->n / 2)
		return counter_fd(c, p, p->n_events - 1, place);
	uint32_t i = 0;
	while (i + 2 < p->n_events && counter_fd(c, p, i, place) < 0)
		i++;
	return counter_fd(c, p, i, place);
}

bool rings_next_fd(struct rings *r, uint32_t ring, const struct counters *c, const struct plan *p)
{
	do {
		r->places[ring] += r->n / 2;
		r->fds[ring] = r->places[ring] < p->n_places
		                       ? owner_fd(r, ring, c, p, r->places[ring])
		                       : -1;
	} while (r->fds[ring] < 0 && r->places[ring] < p->n_places);
	return r->fds[ring] >= 0;
}

static void find_owners(struct rings *r, const struct counters *c, const struct plan *p)
{
	uint32_t half = r->n / 2;
	for (uint32_t ring = 0; ring < r->n; ring++) {
		r->places[ring] = ring % half;
		r->fds[ring] = owner_fd(r, ring, c, p, ring % half);
		if (r->fds[ring] < 0)
			rings_next_fd(r, ring, c, p);
	}
}

static int share_rings(const struct rings *r, const struct counters *c, const struct plan *p,
                       const struct target *t, struct err *e)
{
	for (uint32_t i = 0; i < p->n_events; i++)
		for (uint32_t place = 0; place < p->n_places; place++) {
			uint32_t half = r->n / 2, ring = target_ring(t, place);
			int fd = counter_fd(c, p, i, place),
			    owner = r->fds[ring + (i + 1 == p->n_events ? half : 0)];
			int rc = fd < 0 || fd == owner ? 0 : sys_perf_set_output(fd, owner);
			if (rc < 0)
				return err_sys(e, -rc, "cannot let event '%s' share a ring",
				               p->events[i].name);
		}
	return 0;
}

int rings_map(struct rings *r, const struct counters *c, const struct plan *p,
              const struct target *t, const struct log *log, struct err *e)
{
	r->n = 2 * target_n_rings(t);
	r->v = mem_new(r->n * sizeof *r->v);
	r->fds = mem_new(r->n * sizeof *r->fds);
	r->places = mem_new(r->n * sizeof *r->places);
	find_owners(r, c, p);
	int rc = map_smaller(r, log, e);
	return rc < 0 ? rc : share_rings(r, c, p, t, e);
}

void rings_release(struct rings *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		sys_ring_unmap(&r->v[i]);
	free(r->v);
	free(r->fds);
	free(r->places);
	*r = (struct rings){ 0 };
}

/* ------------------------------------------------------------------ draining */

static void tally_records(struct tally *t, const struct span part[2], size_t n)
{
	for (size_t at = 0, size; at + ABI_HEADER_BYTES <= n; at += size) {
		uint32_t type;
		size = parts_record(part, at, &type);
		if (size < ABI_HEADER_BYTES || size > n - at)
			return;
		if (type == ABI_RECORD_SAMPLE && size >= SAMPLE_TIME_OFF + 8) {
			uint64_t time_ns = parts_word(part, at + SAMPLE_TIME_OFF);
			t->n_samples++;
			if (time_ns < t->first_ns || !t->first_ns)
				t->first_ns = time_ns;
			if (time_ns > t->last_ns)
				t->last_ns = time_ns;
		} else if (type == ABI_RECORD_LOST && size >= LOST_COUNT_OFF + 8) {
			t->n_lost += parts_word(part, at + LOST_COUNT_OFF);
		}
	}
}

/* What the sink took is counted. */
void rings_move(struct rings *r, struct sink *s, const struct span part[2])
{
	size_t n = sink_add(s, part[0], part[1]);
	tally_records(&r->tally, part, n);
	if (r->names)
		names_see(r->names, part, n);
}

/* From the newest record to older ones, as far as they are whole. */
static void cut_whole(struct span part[2])
{
	size_t at = parts_whole(part, part[0].n + part[1].n);
	if (at < part[0].n)
		part[0].n = at;
	part[1].n = at - part[0].n;
}

void rings_snapshot(struct rings *r, struct sink *s)
{
	for (uint32_t i = 0; i < r->n / 2; i++) {
		struct span part[2];
		if (!r->v[i].map)
			continue;
		sys_ring_pause(&r->v[i], true);
		if (sys_ring_peek_back(&r->v[i], part)) {
			cut_whole(part);
			rings_move(r, s, part);
		}
		sys_ring_pause(&r->v[i], false);
	}
	sink_commit(s);
}

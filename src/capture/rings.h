/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's rings: where records come from, and the events that switch the output. */
#ifndef PMREC_CAPTURE_RINGS_H
#define PMREC_CAPTURE_RINGS_H

#include "capture/counters.h"
#include "capture/sink.h"

/* Sums over the records that went by. */
struct tally {
	uint64_t n_samples, n_lost, first_ns, last_ns;
};

struct names;

struct rings {
	struct sys_ring *v; /* n / 2 sample rings, then as many tracking rings */
	int *fds;           /* one of those that write into the ring; -1 = none lives any more */
	uint32_t *places;   /* whose fd that is */
	uint32_t n;
	size_t sample_bytes, tracking_bytes;
	bool overwrite;      /* sample rings are written over, and read when they are asked for */
	bool no_rounds;      /* the file is not in order by rounds */
	bool is_prompt;      /* tracking records are wanted as soon as they are there */
	struct names *names; /* borrowed: sees all records; NULL = need not */
	struct tally tally;
};

/* Choose the sizes and set the attrs' watermarks by them; wanted_bytes is a power of two, or 0. */
void rings_plan(struct rings *r, struct plan *p, uint32_t n_rings, size_t wanted_bytes,
                const struct log *log);
int rings_map(struct rings *r, const struct counters *c, const struct plan *p,
              const struct target *t, const struct log *log, struct err *e);
/* The task of the ring's fd has ended: take that of another one. false = all have. */
bool rings_next_fd(struct rings *r, uint32_t ring, const struct counters *c, const struct plan *p);
/* Records on their way into the sink: they are counted, and seen for names. */
void rings_move(struct rings *r, struct sink *s, const struct span part[2]);
/* The newest records of the sample rings of a flight recorder, those excepted that were taken
 * before. */
void rings_snapshot(struct rings *r, struct sink *s);
void rings_release(struct rings *r);

/* ------------------------------------------------------------------ trigger */

/* Events that switch the output. The empty value has none. */
struct trigger {
	struct plan plan;
	struct counters counters;
	struct rings rings;
};

/* 0 or an error kind. */
int trigger_open(struct trigger *t, const struct capture_options *o, const struct target *target,
                 struct err *e);
/* Where no execution does. */
int trigger_start(const struct trigger *t, struct err *e);
static inline uint32_t trigger_n_fds(const struct trigger *t)
{
	return t->rings.n / 2;
}
/* Fill in what is to be waited for, trigger_n_fds(); and when that was: has one occurred? */
void trigger_watch(const struct trigger *t, struct pollfd *v);
bool trigger_take(struct trigger *t, struct pollfd *v);
void trigger_close(struct trigger *t); /* idempotent */

/* ------------------------------------------------------------------ affinity */

struct affinity; /* NULL = anywhere */
struct affinity *affinity_new(const struct target *t, enum capture_affinity kind);
void affinity_free(struct affinity *a);
/* This thread is about to empty a ring. */
void affinity_move(struct affinity *a, uint32_t ring);

#endif

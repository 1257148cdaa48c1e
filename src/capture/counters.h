/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The opened events, and what was given up so that the kernel opened them. */
#ifndef PMREC_CAPTURE_COUNTERS_H
#define PMREC_CAPTURE_COUNTERS_H

#include "capture/plan.h"
#include "capture/target.h"
#include "sys/sys.h"

struct counters {
	int *fds; /* fds[event * n_places + place]; -1 = not open */
	uint32_t n;
};

static inline int counter_fd(const struct counters *c, const struct plan *p, uint32_t event,
                             uint32_t place)
{
	return c->fds[event * p->n_places + place];
}

/* Open every event at every place; the plan's attrs become what the kernel took, and its ids those
 * of what is open. */
int counters_open(struct counters *c, struct plan *p, const struct target *t, const struct log *log,
                  struct err *e);
/* Start those that are sampled, or only the event of that name. Positive = there is none. */
int counters_enable(const struct counters *c, const struct plan *p, const char *name,
                    struct err *e);
/* The same backwards. */
int counters_pause(const struct counters *c, const struct plan *p, const char *name);
/* What these threads do is no sample of the events that were asked to leave us out. */
int counters_exclude(const struct counters *c, const struct plan *p, const uint32_t *tids,
                     uint32_t n, struct err *e);
void counters_disable(const struct counters *c); /* all, the tracking one included */
void counters_close(struct counters *c);

/* ------------------------------------------------------------------ concessions */

/* The events on their way into the kernel. */
struct opening {
	struct counters *c;
	struct plan *p;
	const struct target *t;
	const struct log *log;
	struct event_place place; /* opening_place() */
	bool knows_rights;
	struct buf lacking; /* what this kernel does not have, as text */
	bool raised;        /* more files may be open than our own limit was */
	bool no_lbr;        /* call chains by branch records were given up */
};

/* An event at a place. */
struct site {
	int task, cpu, group; /* group: the fd of its leader, -1 = none */
	unsigned how;         /* SYS_PERF_* */
};

/* Where and by whom, for the reason of a refusal; the machine is asked when the first one comes. */
const struct event_place *opening_place(struct opening *o);
int site_open(const struct site *s, const struct abi_attr *attr); /* fd or -errno */
/* The event was refused there. The fd of a poorer one, or -errno; then *again is set if something
 * else was given up that may help. */
int opening_give_way(struct opening *o, uint32_t event, const struct site *s, int errnum,
                     bool *again);
/* It stays refused: say why. The kind of error. */
int opening_refused(struct opening *o, uint32_t event, const struct site *s, int errnum,
                    struct err *e);

#endif

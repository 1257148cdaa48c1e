/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is opened, and how it is asked for. */
#ifndef PMREC_CAPTURE_PLAN_H
#define PMREC_CAPTURE_PLAN_H

#include "base/table.h"
#include "capture/target.h"
#include "data/write.h"

/* The events of a recording: those that are sampled; where they are wanted, a dummy that tells of
 * context switches; and last the dummy that tracks mappings and tasks. */
struct plan {
	struct write_event *events;  /* as they are opened; names point into texts */
	struct write_event *written; /* as the file has them; the same array unless plan_unwind() */
	char (*texts)[EVENT_NAME_MAX];
	uint64_t *ids;                  /* n_events runs of one id a place that it is open at */
	struct event_list own;          /* the default event */
	const struct event_spec *specs; /* what was asked for, of the first n_specs events */
	uint32_t n_specs;
	uint32_t switches;  /* the event that tells of them; n_events = none */
	uint32_t *leaders;  /* of each event: the index of its group's leader, itself when alone */
	struct cpus *where; /* of each event: the CPUs it may be opened on; none = all */
	uint32_t n_events, n_places;
	bool is_default;   /* the person named no event */
	bool user_only;    /* the kernel could not be had */
	bool has_branches; /* branch records were asked for by themselves */
};

int plan_make(struct plan *p, const struct capture_options *o, const struct target *t,
              struct err *e);
void plan_release(struct plan *p);
/* All are open: where the file is to have call chains instead of copies of stacks. keep_regs: the
 * registers were asked for by themselves. False: no event copies stacks. */
bool plan_unwind(struct plan *p, bool keep_regs, bool no_user_chain);
/* May the event be opened on this CPU? -1 = wherever a task runs: always. */
bool plan_covers(const struct plan *p, uint32_t event, int cpu);
/* The default event is not there: take the next. false when there is none. */
bool plan_next_default(struct plan *p);
/* May there be samples of the kernel's own code? */
bool plan_samples_kernel(const struct plan *p);

/* How much a ring of samples holds when the kernel says so; known once those are planned. */
size_t plan_wakeup_bytes(const struct plan *p);

/* Which event an id belongs to, of a plan whose ids are known. */
struct plan_ids {
	struct table table;
	struct plan_id {
		uint64_t id;
		uint32_t event;
	} *v;
	uint32_t n;
};
void plan_ids_init(struct plan_ids *ids, const struct plan *p);
void plan_ids_release(struct plan_ids *ids);                      /* idempotent */
uint32_t plan_ids_event(const struct plan_ids *ids, uint64_t id); /* TABLE_NONE = of none */

static inline struct write_event *plan_tracker(const struct plan *p)
{
	return &p->events[p->n_events - 1];
}

/* ------------------------------------------------------------------ attrs */

/* How each is asked for, given what its description says. freq is what is meant without another. */
void attr_sampling(struct abi_attr *a, const struct event_spec *spec,
                   const struct capture_options *o, const struct target *t, uint64_t freq);
void attr_group(struct abi_attr *a, const struct event_spec *specs, uint32_t i, uint32_t n,
                const struct target *t);
/* The events of the plan before it are complete. */
void attr_tracking(struct abi_attr *a, const struct plan *p, const struct capture_options *o,
                   const struct target *t);
void attr_track_nothing(struct abi_attr *a); /* of a tracking one */
void attr_switches(struct abi_attr *a, const struct capture_options *o, const struct target *t);
/* The i-th of the plan, whose predecessors are complete: does it take the deferred chains? */
void attr_defer_output(struct plan *p, uint32_t i, const struct target *t);
/* The small copy of the stack beside frame pointers goes out again; false = there was none. */
bool attr_leaf_out(struct abi_attr *a);
/* What LBR call chains ask for goes out again: frame pointers are followed. */
void attr_lbr_to_fp(struct abi_attr *a);

#endif

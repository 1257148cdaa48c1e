// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Giving way where this kernel or its policy does not permit all that was planned. Each kind of it
 * is said once.
 */
#include <errno.h>

#include "capture/internal.h"

/* What turned out to be missing is left out of all events, those already open included: their attrs
 * go into the file, and one layout for all is what the readers are promised. */
static void leave_out_everywhere(struct plan *p, const struct event_feature *f)
{
	for (uint32_t i = 0; i < p->n_events; i++)
		event_leave_out(&p->events[i].attr, f);
}

const struct event_place *opening_place(struct opening *o)
{
	if (!o->knows_rights)
		sys_rights(&o->place.rights);
	o->knows_rights = true;
	return &o->place;
}

int site_open(const struct site *s, const struct abi_attr *attr)
{
	return sys_perf_open(attr, s->task, s->cpu, s->group, s->how);
}

/* With older attrs, one at a time. The plan only changes when that helps. */
static int open_poorer(struct opening *o, uint32_t event, const struct site *s, int errnum)
{
	struct abi_attr attr = o->p->events[event].attr;
	const struct event_feature *f, *given[16];
	size_t n = 0;
	int fd = -errnum;
	while (fd < 0 && n < sizeof given / sizeof *given && (f = event_fall_back(&attr, -fd))) {
		given[n++] = f;
		fd = site_open(s, &attr);
	}
	if (fd < 0)
		return -errnum;
	for (size_t i = 0; i < n; i++) {
		leave_out_everywhere(o->p, given[i]);
		buf_printf(&o->lacking, "%s%s", o->lacking.n ? ", " : "", given[i]->what);
	}
	return fd;
}

/* Without what -g takes besides frame pointers, which nobody has asked for by itself. */
static int open_without_leaf(struct opening *o, uint32_t event, const struct site *s, int errnum)
{
	struct abi_attr attr = o->p->events[event].attr;
	int fd = attr_leaf_out(&attr) ? site_open(s, &attr) : -errnum;
	if (fd < 0)
		return -errnum;
	for (uint32_t i = 0; i < o->p->n_events; i++)
		attr_leaf_out(&o->p->events[i].attr);
	buf_printf(&o->lacking,
	           "%scopies of user registers and stacks (functions without a frame "
	           "hide their callers)",
	           o->lacking.n ? ", " : "");
	return fd;
}

/* An event that was asked for in the kernel only has nothing left without it. */
static bool may_be_user_only(const struct opening *o, const struct write_event *ev)
{
	return !o->t->system_wide && event_has_kernel(&ev->attr) &&
	       !(ev->attr.flags & ABI_EXCLUDE_USER);
}

static void all_user_only(struct opening *o)
{
	struct plan *p = o->p;
	for (uint32_t i = 0; i + 1 < p->n_events; i++)
		if (may_be_user_only(o, &p->events[i]))
			event_user_only(&p->events[i].attr, p->texts[i]);
	p->user_only = true;
	log_say(o->log, LOG_NOTICE,
	        "the kernel's own code is left out, as kernel.perf_event_paranoid is %lld; "
	        "'sysctl kernel.perf_event_paranoid=1' lets it in",
	        opening_place(o)->rights.paranoid);
}

/* A number of the kernel's own with its PMU in the upper half: kernels that know only the number
 * find the PMU of the CPU by themselves. */
static bool leave_pmu_out(struct abi_attr *a)
{
	if ((a->type != ABI_TYPE_HARDWARE && a->type != ABI_TYPE_HW_CACHE) || !(a->config >> 32))
		return false;
	a->config &= UINT32_MAX;
	return true;
}

/* P: as precise as the kernel takes it. */
static bool less_precise(const struct opening *o, uint32_t event)
{
	struct abi_attr *a = &o->p->events[event].attr;
	if (event >= o->p->n_specs || !o->p->specs[event].most_precise ||
	    !(a->flags & ABI_PRECISE_MASK))
		return false;
	a->flags -= 1ull << ABI_PRECISE_SHIFT;
	return true;
}

/* W: what does not fit in the group is counted apart, with all behind it. */
static bool break_group(struct opening *o, uint32_t event)
{
	struct plan *p = o->p;
	uint32_t leader = p->leaders[event];
	if (leader == event || !p->specs[leader].is_weak)
		return false;
	for (uint32_t i = event; i < p->n_specs && p->leaders[i] == leader; i++) {
		p->leaders[i] = i;
		p->events[i].attr.flags |= p->events[leader].attr.flags &
		                           (ABI_DISABLED | ABI_ENABLE_ON_EXEC);
	}
	log_say(o->log, LOG_NOTICE, "event '%s' does not fit in its group: it is counted apart",
	        p->events[event].name);
	return true;
}

/* Kernels before 6.12 cannot put counts into the samples of what is inherited. */
static bool inherit_no_reads(struct opening *o)
{
	bool any = false;
	for (uint32_t i = 0; i < o->p->n_events; i++) {
		struct abi_attr *a = &o->p->events[i].attr;
		if (!(a->sample_type & ABI_SAMPLE_READ) || !(a->flags & ABI_INHERIT))
			continue;
		a->flags &= ~ABI_INHERIT;
		any = true;
	}
	if (any)
		log_say(o->log, LOG_NOTICE,
		        "this kernel does not put counts into samples of what the command starts: "
		        "groups with S leave it out");
	return any;
}

/* Call chains by branch records, where there are none: user code is followed as the kernel does. */
static bool lbr_to_fp(struct opening *o, uint32_t event)
{
	struct write_event *ev = &o->p->events[event];
	if (o->p->has_branches || !(ev->attr.sample_type & ABI_SAMPLE_BRANCH_STACK))
		return false;
	attr_lbr_to_fp(&ev->attr);
	if (!o->no_lbr)
		log_say(o->log, LOG_NOTICE,
		        "no branch records (LBR) of '%s' here: its call chains follow frame "
		        "pointers",
		        ev->name);
	o->no_lbr = true;
	return true;
}

/* The parts of an event that may be given up for this errno. */
static bool give_up_some(struct opening *o, uint32_t event, int errnum)
{
	bool absent = event_is_absent(errnum), invalid = errnum == EINVAL;
	if ((absent || invalid) && (lbr_to_fp(o, event) || less_precise(o, event)))
		return true;
	if ((absent || invalid) && leave_pmu_out(&o->p->events[event].attr))
		return true;
	return invalid && (break_group(o, event) || inherit_no_reads(o));
}

int opening_give_way(struct opening *o, uint32_t event, const struct site *s, int errnum,
                     bool *again)
{
	int fd = -errnum;
	if (errnum == EMFILE && !o->raised) {
		o->raised = true;
		sys_raise_file_limit_most();
		*again = true;
	} else if (event_is_absent(errnum) && plan_next_default(o->p)) {
		log_say(o->log, LOG_NOTICE, "no hardware PMU here: sampling cpu-clock");
		*again = true;
	} else if ((errnum == EACCES || errnum == EPERM) &&
	           may_be_user_only(o, &o->p->events[event])) {
		all_user_only(o);
		*again = true;
	} else if ((fd = open_poorer(o, event, s, errnum)) < 0 &&
	           (fd = open_without_leaf(o, event, s, errnum)) < 0) {
		*again = give_up_some(o, event, errnum);
	}
	return fd;
}

/* The first part without which it would be opened is what the kernel refuses. */
int opening_refused(struct opening *o, uint32_t event, const struct site *s, int errnum,
                    struct err *e)
{
	const struct write_event *ev = &o->p->events[event];
	for (const struct event_part *part = event_parts; part->what; part++) {
		struct abi_attr attr = ev->attr;
		if (!event_without(&attr, part))
			continue;
		int fd = site_open(s, &attr);
		if (fd < 0)
			continue;
		sys_close(fd);
		return event_part_refused(ev->name, part, e);
	}
	return event_refused(ev->name, &ev->attr, errnum, opening_place(o), e);
}

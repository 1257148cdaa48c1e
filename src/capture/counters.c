// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Opening the events, and giving way where this kernel or its policy does not permit all that was
 * planned. Each kind of giving way is said once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

struct opening {
	struct counters *c;
	struct plan *p;
	const struct target *t;
	const struct log *log;
	struct event_place place;
	struct buf lacking; /* what this kernel does not have, as text */
	bool raised;        /* more files may be open than our own limit was */
};

/* An event at a place. */
struct site {
	int task, cpu, group; /* group: the fd of its leader, -1 = none */
	unsigned how;         /* SYS_PERF_* */
};

/* What turned out to be missing is left out of all events, those already open included: their attrs
 * go into the file, and one layout for all is what the readers are promised. */
static void leave_out_everywhere(struct plan *p, const struct event_feature *f)
{
	for (uint32_t i = 0; i < p->n_events; i++)
		event_leave_out(&p->events[i].attr, f);
}

/* Processes come into a cgroup and leave it: all are tracked, once for each CPU. A PMU may not be
 * on this CPU; and what is in a group is where its leader is. */
static bool site_of(const struct opening *o, uint32_t event, uint32_t place, struct site *out)
{
	const struct target *t = o->t;
	const struct plan *p = o->p;
	uint32_t leader = p->leaders[event];
	*out = (struct site){ target_task(t, place), target_cpu(t, place), -1, 0 };
	if (!plan_covers(p, event, out->cpu) || !plan_covers(p, leader, out->cpu))
		return false;
	if (leader != event)
		out->group = counter_fd(o->c, p, leader, place);
	if (!t->cgroups)
		return true;
	if (event + 1 < p->n_events) {
		out->how = SYS_PERF_CGROUP;
		return true;
	}
	out->task = -1;
	return place < t->cpus.n;
}

static int open_attr(const struct abi_attr *attr, const struct site *s)
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
		fd = open_attr(&attr, s);
	}
	if (fd < 0)
		return -errnum;
	for (size_t i = 0; i < n; i++) {
		leave_out_everywhere(o->p, given[i]);
		buf_printf(&o->lacking, "%s%s", o->lacking.n ? ", " : "", given[i]->what);
	}
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
	        o->place.paranoid);
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

/* The parts of an event that may be given up for this errno. */
static bool give_up_some(struct opening *o, uint32_t event, int errnum)
{
	bool absent = event_is_absent(errnum), invalid = errnum == EINVAL;
	if ((absent || invalid) && less_precise(o, event))
		return true;
	if ((absent || invalid) && leave_pmu_out(&o->p->events[event].attr))
		return true;
	return invalid && (break_group(o, event) || inherit_no_reads(o));
}

/* Open, and give way as long as that gets us further. fd or -errno. */
static int open_one(struct opening *o, uint32_t event, uint32_t place)
{
	struct write_event *ev = &o->p->events[event];
	struct site site;
	/* What was given up may be the group. */
	while (site_of(o, event, place, &site)) {
		int fd = open_attr(&ev->attr, &site);
		if (fd >= 0 || fd == -ESRCH)
			return fd;
		int errnum = -fd;
		if (errnum == EMFILE && !o->raised) {
			o->raised = true;
			sys_raise_file_limit_most();
			continue;
		}
		if (event_is_absent(errnum) && plan_next_default(o->p)) {
			log_say(o->log, LOG_NOTICE, "no hardware PMU here: sampling cpu-clock");
			continue;
		}
		if ((errnum == EACCES || errnum == EPERM) && may_be_user_only(o, ev)) {
			all_user_only(o);
			continue;
		}
		fd = open_poorer(o, event, &site, errnum);
		if (fd >= 0 || !give_up_some(o, event, errnum))
			return fd;
	}
	return -ENOENT;
}

static int set_filter(const struct event_spec *spec, int fd, struct err *e)
{
	char path[600];
	struct buf format = { 0 };
	const char *colon = spec->filter ? strchr(spec->tracepoint, ':') : NULL;
	int rc = colon ? sys_perf_filter(fd, spec->filter) : 0;
	if (!rc)
		return 0;
	if (rc != -EINVAL)
		return err_sys(e, -rc, "cannot set the filter of '%s'", spec->name);
	snprintf(path, sizeof path, "%s/events/%.*s/%s/format", tracefs_path(),
	         (int)(colon - spec->tracepoint), spec->tracepoint, colon + 1);
	sys_text(-1, path, &format);
	rc = event_filter_refused(spec->filter, spec->name, span_of(format.p, format.n), e);
	buf_release(&format);
	return rc;
}

/* 0, positive = its task has ended, or an error kind. */
static int open_event(struct opening *o, uint32_t event, uint32_t place, struct err *e)
{
	struct plan *p = o->p;
	struct write_event *ev = &p->events[event];
	size_t at = (size_t)event * p->n_places + place;
	int fd = open_one(o, event, place);
	if (fd == -ESRCH && o->t->attached)
		return 1;
	if (fd < 0)
		return event_refused(ev->name, &ev->attr, -fd, &o->place, e);
	o->c->fds[at] = fd;
	int rc = sys_perf_id(fd, &p->ids[at]);
	if (rc < 0)
		return err_sys(e, -rc, "cannot get the id of event '%s'", ev->name);
	return event < p->n_specs ? set_filter(&p->specs[event], fd, e) : 0;
}

/* As open_event(). */
static int open_place(struct opening *o, uint32_t place, struct err *e)
{
	struct site site;
	int rc = 0;
	for (uint32_t i = 0; rc == 0 && i < o->p->n_events; i++)
		if (site_of(o, i, place, &site))
			rc = open_event(o, i, place, e);
	return rc;
}

static void close_place(struct opening *o, uint32_t place)
{
	for (uint32_t i = 0; i < o->p->n_events; i++) {
		int *fd = &o->c->fds[(size_t)i * o->p->n_places + place];
		sys_close(*fd);
		*fd = -1;
	}
}

/* The ids of what is open move together. */
static void gather_ids(struct opening *o)
{
	struct plan *p = o->p;
	for (uint32_t i = 0; i < p->n_events; i++) {
		uint64_t *ids = p->ids + (size_t)i * p->n_places;
		uint32_t n = 0;
		for (uint32_t place = 0; place < p->n_places; place++)
			if (counter_fd(o->c, p, i, place) >= 0)
				ids[n++] = ids[place];
		p->events[i].n_ids = n;
	}
}

/* What config1 points at is ours alone. */
static void forget_pointers(struct plan *p)
{
	for (uint32_t i = 0; i < p->n_specs; i++)
		if (p->specs[i].is_pointed)
			p->events[i].attr.config1 = 0;
}

static int open_all(struct opening *o, struct err *e)
{
	uint32_t n_gone = 0, n_places = o->p->n_places;
	for (uint32_t place = 0; place < n_places; place++) {
		int rc = open_place(o, place, e);
		if (rc < 0)
			return rc;
		if (rc > 0) {
			close_place(o, place);
			n_gone++;
		}
	}
	if (n_gone == n_places)
		return err_sys(e, ESRCH, "nothing is left to record");
	if (n_gone)
		log_say(o->log, LOG_NOTICE, "%u of %u threads ended before they could be recorded",
		        n_gone * o->t->n_tasks / n_places, o->t->n_tasks);
	gather_ids(o);
	forget_pointers(o->p);
	return 0;
}

int counters_open(struct counters *c, struct plan *p, const struct target *t, const struct log *log,
                  struct err *e)
{
	c->n = p->n_events * p->n_places;
	c->fds = mem_new(c->n * sizeof *c->fds);
	for (uint32_t i = 0; i < c->n; i++)
		c->fds[i] = -1;
	struct opening o = { .c = c, .p = p, .t = t, .log = log };
	o.place.paranoid = sys_number("/proc/sys/kernel/perf_event_paranoid", 2);
	o.place.all_cpus = t->system_wide;
	o.place.privileged = sys_may_profile();
	int rc = open_all(&o, e);
	if (rc == 0 && o.lacking.n)
		log_say(log, LOG_NOTICE, "this kernel lacks %s", buf_cstr(&o.lacking));
	buf_release(&o.lacking);
	return rc;
}

/* Does the name mean this event? */
static bool is_named(const struct plan *p, uint32_t event, const char *name)
{
	return !name || strcmp(p->events[event].name, name) == 0;
}

int counters_enable(const struct counters *c, const struct plan *p, const char *name, struct err *e)
{
	bool found = false;
	for (uint32_t i = 0; i < (p->n_events - 1) * p->n_places; i++) {
		if (c->fds[i] < 0 || !is_named(p, i / p->n_places, name))
			continue;
		found = true;
		int rc = sys_perf_enable(c->fds[i]);
		if (rc < 0)
			return err_sys(e, -rc, "cannot start event '%s'",
			               p->events[i / p->n_places].name);
	}
	return !found;
}

int counters_pause(const struct counters *c, const struct plan *p, const char *name)
{
	bool found = false;
	for (uint32_t i = 0; i < (p->n_events - 1) * p->n_places; i++) {
		if (c->fds[i] < 0 || !is_named(p, i / p->n_places, name))
			continue;
		found = true;
		sys_perf_disable(c->fds[i]);
	}
	return !found;
}

void counters_disable(const struct counters *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->fds[i] >= 0)
			sys_perf_disable(c->fds[i]);
}

void counters_close(struct counters *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		sys_close(c->fds[i]);
	free(c->fds);
	*c = (struct counters){ 0 };
}

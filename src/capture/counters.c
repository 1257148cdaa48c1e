// SPDX-License-Identifier: GPL-2.0-or-later
/* Opening the events, starting and stopping them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

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

/* Open, and give way as long as that gets us further. fd or -errno. */
static int open_one(struct opening *o, uint32_t event, uint32_t place)
{
	struct write_event *ev = &o->p->events[event];
	struct site site;
	/* What was given up may be the group. */
	while (site_of(o, event, place, &site)) {
		bool again = false;
		int fd = site_open(&site, &ev->attr);
		if (fd >= 0 || fd == -ESRCH)
			return fd;
		fd = opening_give_way(o, event, &site, -fd, &again);
		if (!again)
			return fd;
	}
	return -ENOENT;
}

static int filter_refused(const struct event_spec *spec, const char *filter, int errnum,
                          struct err *e)
{
	char path[600];
	struct buf format = { 0 };
	const char *colon = strchr(spec->tracepoint, ':');
	if (errnum != EINVAL)
		return err_sys(e, errnum, "cannot set the filter of '%s'", spec->name);
	snprintf(path, sizeof path, "%s/events/%.*s/%s/format", tracefs_path(),
	         (int)(colon - spec->tracepoint), spec->tracepoint, colon + 1);
	sys_text(-1, path, &format);
	int rc = event_filter_refused(filter, spec->name, span_of(format.p, format.n), e);
	buf_release(&format);
	return rc;
}

static int set_filter(const struct event_spec *spec, const char *filter, int fd, struct err *e)
{
	bool has = filter && spec->tracepoint && strchr(spec->tracepoint, ':');
	int rc = has ? sys_perf_filter(fd, filter) : 0;
	return rc ? filter_refused(spec, filter, -rc, e) : 0;
}

static int open_refused(struct opening *o, uint32_t event, uint32_t place, int errnum,
                        struct err *e)
{
	struct site site;
	if (site_of(o, event, place, &site))
		return opening_refused(o, event, &site, errnum, e);
	return event_refused(o->p->events[event].name, &o->p->events[event].attr, errnum,
	                     opening_place(o), e);
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
		return open_refused(o, event, place, -fd, e);
	o->c->fds[at] = fd;
	int rc = sys_perf_id(fd, &p->ids[at]);
	if (rc < 0)
		return err_sys(e, -rc, "cannot get the id of event '%s'", ev->name);
	return event < p->n_specs ? set_filter(&p->specs[event], p->specs[event].filter, fd, e) : 0;
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
	o.place.all_cpus = t->system_wide;
	o.place.foreign = t->attached && !t->system_wide;
	int rc = open_all(&o, e);
	if (rc == 0 && o.lacking.n)
		log_say(log, LOG_NOTICE, "this kernel lacks %s", buf_cstr(&o.lacking));
	buf_release(&o.lacking);
	return rc;
}

/* common_pid is the number of a thread. */
static void not_by(struct buf *b, const struct event_spec *spec, const uint32_t *tids, uint32_t n)
{
	b->n = 0;
	if (spec->filter)
		buf_printf(b, "(%s)", spec->filter);
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, "%scommon_pid != %u", b->n ? " && " : "", tids[i]);
}

int counters_exclude(const struct counters *c, const struct plan *p, const uint32_t *tids,
                     uint32_t n, struct err *e)
{
	struct buf filter = { 0 };
	int rc = 0;
	for (uint32_t i = 0; i < p->n_specs; i++) {
		if (!p->specs[i].not_by_us)
			continue;
		not_by(&filter, &p->specs[i], tids, n);
		for (uint32_t place = 0; rc == 0 && place < p->n_places; place++) {
			int fd = counter_fd(c, p, i, place);
			if (fd >= 0)
				rc = set_filter(&p->specs[i], buf_cstr(&filter), fd, e);
		}
	}
	buf_release(&filter);
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

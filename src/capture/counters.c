// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Opening the events, and giving way where this kernel or its policy does not permit all that was
 * planned. Each kind of giving way is said once.
 */
#include <errno.h>
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
	int task, cpu;
	unsigned how; /* SYS_PERF_* */
};

/* What turned out to be missing is left out of all events, those already open included: their attrs
 * go into the file, and one layout for all is what the readers are promised. */
static void leave_out_everywhere(struct plan *p, const struct event_feature *f)
{
	for (uint32_t i = 0; i < p->n_events; i++)
		event_leave_out(&p->events[i].attr, f);
}

/* With older attrs, one at a time. The plan only changes when that helps. */
static int open_poorer(struct opening *o, const struct write_event *ev, const struct site *s,
                       int errnum)
{
	struct abi_attr attr = ev->attr;
	const struct event_feature *f, *given[16];
	size_t n = 0;
	int fd = -errnum;
	while (fd < 0 && n < sizeof given / sizeof *given && (f = event_fall_back(&attr, -fd))) {
		given[n++] = f;
		fd = sys_perf_open(&attr, s->task, s->cpu, s->how);
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

/* Open, and give way as long as that gets us further. fd or -errno. */
static int open_one(struct opening *o, struct write_event *ev, const struct site *s)
{
	for (;;) {
		int fd = sys_perf_open(&ev->attr, s->task, s->cpu, s->how);
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
		return open_poorer(o, ev, s, errnum);
	}
}

/* Processes come into a cgroup and leave it: all are tracked, once for each CPU. */
static bool site_of(const struct opening *o, uint32_t event, uint32_t place, struct site *out)
{
	const struct target *t = o->t;
	*out = (struct site){ target_task(t, place), target_cpu(t, place), 0 };
	if (!t->cgroups)
		return true;
	if (event + 1 < o->p->n_events) {
		out->how = SYS_PERF_CGROUP;
		return true;
	}
	out->task = -1;
	return place < t->cpus.n;
}

/* 0, positive = its task has ended, or an error kind. */
static int open_place(struct opening *o, uint32_t place, struct err *e)
{
	struct plan *p = o->p;
	for (uint32_t i = 0; i < p->n_events; i++) {
		struct write_event *ev = &p->events[i];
		struct site site;
		if (!site_of(o, i, place, &site))
			continue;
		int fd = open_one(o, ev, &site);
		if (fd == -ESRCH && o->t->attached)
			return 1;
		if (fd < 0)
			return event_refused(ev->name, &ev->attr, -fd, &o->place, e);
		o->c->fds[i * p->n_places + place] = fd;
		int rc = sys_perf_id(fd, &p->ids[i * p->n_places + place]);
		if (rc < 0)
			return err_sys(e, -rc, "cannot get the id of event '%s'", ev->name);
	}
	return 0;
}

static void close_place(struct opening *o, uint32_t place)
{
	for (uint32_t i = 0; i < o->p->n_events; i++) {
		int *fd = &o->c->fds[i * o->p->n_places + place];
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

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
};

/* What turned out to be missing is left out of all events, those already open included: their attrs
 * go into the file, and one layout for all is what the readers are promised. */
static void leave_out_everywhere(struct plan *p, const struct event_feature *f)
{
	for (uint32_t i = 0; i < p->n_events; i++)
		event_leave_out(&p->events[i].attr, f);
}

/* With older attrs, one at a time. The plan only changes when that helps. */
static int open_poorer(struct opening *o, const struct write_event *ev, int cpu, int errnum)
{
	struct abi_attr attr = ev->attr;
	const struct event_feature *f, *given[16];
	size_t n = 0;
	int fd = -errnum;
	while (fd < 0 && n < sizeof given / sizeof *given && (f = event_fall_back(&attr, -fd))) {
		given[n++] = f;
		fd = sys_perf_open(&attr, o->t->pid, cpu);
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
static int open_one(struct opening *o, struct write_event *ev, int cpu)
{
	for (;;) {
		int fd = sys_perf_open(&ev->attr, o->t->pid, cpu);
		if (fd >= 0)
			return fd;
		int errnum = -fd;
		if (event_is_absent(errnum) && plan_next_default(o->p)) {
			log_say(o->log, LOG_NOTICE, "no hardware PMU here: sampling cpu-clock");
			continue;
		}
		if ((errnum == EACCES || errnum == EPERM) && may_be_user_only(o, ev)) {
			all_user_only(o);
			continue;
		}
		return open_poorer(o, ev, cpu, errnum);
	}
}

static int open_all(struct opening *o, struct err *e)
{
	struct plan *p = o->p;
	for (uint32_t i = 0; i < p->n_events; i++)
		for (uint32_t cpu = 0; cpu < p->n_cpus; cpu++) {
			struct write_event *ev = &p->events[i];
			int fd = open_one(o, ev, (int)o->t->cpus.v[cpu]);
			if (fd < 0)
				return event_refused(ev->name, &ev->attr, -fd, &o->place, e);
			o->c->fds[i * p->n_cpus + cpu] = fd;
			int rc = sys_perf_id(fd, &p->ids[i * p->n_cpus + cpu]);
			if (rc < 0)
				return err_sys(e, -rc, "cannot get the id of event '%s'", ev->name);
		}
	return 0;
}

int counters_open(struct counters *c, struct plan *p, const struct target *t, const struct log *log,
                  struct err *e)
{
	c->n = p->n_events * p->n_cpus;
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

int counters_enable(const struct counters *c, const struct plan *p, struct err *e)
{
	for (uint32_t i = 0; i < (p->n_events - 1) * p->n_cpus; i++) {
		int rc = sys_perf_enable(c->fds[i]);
		if (rc < 0)
			return err_sys(e, -rc, "cannot start event '%s'",
			               p->events[i / p->n_cpus].name);
	}
	return 0;
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

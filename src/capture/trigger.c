// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Events that are not recorded: whenever one occurs in what is recorded the output is switched.
 * They are opened as those of a recording are, into rings of a page of their own, of which nothing
 * is looked at but that something came.
 */
#include "capture/internal.h"

/* As each event says itself: what the options say is about what is recorded. */
static struct capture_options options_of(const struct capture_options *o)
{
	struct capture_options own = *o;
	own.events = o->switch_events;
	own.samples = (struct capture_samples){ 0 };
	own.freq = own.period = 0;
	own.strict_freq = own.starts_disabled = own.overwrite = false;
	own.tell_namespaces = own.tell_cgroups = own.tell_switches = false;
	own.no_buffering = true;
	return own;
}

int trigger_open(struct trigger *t, const struct capture_options *o, const struct target *target,
                 struct err *e)
{
	if (!o->switch_events || !o->switch_events->n)
		return 0;
	const struct capture_options own = options_of(o);
	int rc = plan_make(&t->plan, &own, target, e);
	if (rc < 0)
		return rc;
	attr_track_nothing(&plan_tracker(&t->plan)->attr);
	rings_plan(&t->rings, &t->plan, target_n_rings(target), sys_page_bytes(), o->log);
	if ((rc = counters_open(&t->counters, &t->plan, target, o->log, e)) < 0)
		return rc;
	return rings_map(&t->rings, &t->counters, &t->plan, target, o->log, e);
}

int trigger_start(const struct trigger *t, struct err *e)
{
	return t->rings.n ? counters_enable(&t->counters, &t->plan, NULL, e) : 0;
}

void trigger_watch(const struct trigger *t, struct pollfd *v)
{
	for (uint32_t i = 0; i < trigger_n_fds(t); i++)
		v[i] = (struct pollfd){ .fd = t->rings.fds[i], .events = POLLIN };
}

bool trigger_take(struct trigger *t, struct pollfd *v)
{
	bool any = false;
	for (uint32_t i = 0; i < trigger_n_fds(t); i++) {
		struct span part[2];
		if (!v[i].revents)
			continue;
		size_t n = sys_ring_peek(&t->rings.v[i], part);
		any |= n > 0;
		sys_ring_consume(&t->rings.v[i], n);
		if (!(v[i].revents & (POLLHUP | POLLERR | POLLNVAL)))
			continue;
		rings_next_fd(&t->rings, i, &t->counters, &t->plan);
		v[i].fd = t->rings.fds[i];
	}
	return any;
}

void trigger_close(struct trigger *t)
{
	rings_release(&t->rings);
	counters_close(&t->counters);
	plan_release(&t->plan);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What there is to say of a recording as a whole, from one more walk over its records and from the
 * profile. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "output/internal.h"

double info_seconds(const struct info *i)
{
	return i->samples.last_ns > i->samples.first_ns
	               ? (double)(i->samples.last_ns - i->samples.first_ns) / 1e9
	               : 0;
}

const char *info_chains(const struct data_event *ev)
{
	enum { CALL_STACK = 1 << 11 };
	const struct abi_attr *a = &ev->attr;
	if (!(a->sample_type & ABI_SAMPLE_CALLCHAIN))
		return "none";
	if ((a->sample_type & ABI_SAMPLE_STACK_USER) && a->sample_stack_user)
		return "dwarf";
	if ((a->sample_type & ABI_SAMPLE_BRANCH_STACK) && (a->branch_sample_type & CALL_STACK))
		return "lbr";
	return a->flags & ABI_DEFER_CALLCHAIN ? "fp,defer" : "fp";
}

const char *info_clock(const struct data *d, char *buf, size_t n)
{
	static const char *const clocks[] = { [0] = "realtime",
		                              [1] = "monotonic",
		                              [4] = "monotonic_raw",
		                              [7] = "boottime",
		                              [11] = "tai" };
	if (!d->n_events || !(d->events[0].attr.flags & ABI_USE_CLOCKID))
		return "perf";
	uint32_t id = (uint32_t)d->events[0].attr.clockid;
	if (id < sizeof clocks / sizeof *clocks && clocks[id])
		return clocks[id];
	snprintf(buf, n, "clock %u", id);
	return buf;
}

/* ------------------------------------------------------------------ the walk */

static void moment(struct info_moments *m, uint64_t time_ns)
{
	m->n++;
	if (!time_ns || time_ns == UINT64_MAX)
		return;
	if (!m->first_ns || time_ns < m->first_ns)
		m->first_ns = time_ns;
	if (time_ns > m->last_ns)
		m->last_ns = time_ns;
}

/* The kernel dumps a stack wherever it gives user registers: where there is none the recorder took
 * it out. */
static bool lacks_stack(const struct data *d, const struct record *r)
{
	const struct data_event *ev = data_record_event(d, r);
	struct sample s;
	if (!ev || !(ev->attr.sample_type & ABI_SAMPLE_STACK_USER) ||
	    !(ev->attr.sample_type & ABI_SAMPLE_REGS_USER))
		return false;
	return data_sample(ev, r, &s, NULL) == 0 && s.user_abi && !s.user_stack.p;
}

static void info_walk(struct info *i)
{
	struct data_cursor c;
	struct record r;
	struct body_lost lost;
	data_cursor_init(&c, i->d);
	while (data_next(&c, &r, NULL) == 0) {
		uint32_t type = abi_record_name(r.type) ? r.type : 0;
		uint64_t time_ns = data_record_time(i->d, &r);
		i->n[type]++;
		i->bytes[type] += r.n;
		switch (type) {
		case ABI_RECORD_SAMPLE:
			moment(&i->samples, time_ns);
			if (lacks_stack(i->d, &r))
				moment(&i->stackless, time_ns);
			break;
		case ABI_RECORD_LOST:
			moment(&i->lost, time_ns);
			if (body_lost(&r, NULL, &lost, NULL) == 0)
				i->n_lost += lost.lost;
			break;
		case ABI_RECORD_LOST_SAMPLES:
			moment(&i->lost_samples, time_ns);
			break;
		case ABI_RECORD_THROTTLE:
			moment(&i->throttled, time_ns);
			break;
		case ABI_RECORD_UNTHROTTLE:
			moment(&i->unthrottled, time_ns);
			break;
		}
	}
	data_cursor_release(&c);
}

/* ------------------------------------------------------------------ the profile */

static int more_samples(const void *a, const void *b, void *ctx)
{
	(void)ctx;
	return ((const struct info_process *)a)->samples >
	       ((const struct info_process *)b)->samples;
}

/* The entries in the order of their pid, so that those of a process stand together; its comm is
 * that of the entry that has most. */
static void info_processes(struct info *i)
{
	const struct profile *p = i->p;
	uint32_t n = 0;
	struct sort_pair *by_pid = mem_new((2 * (size_t)p->n + 1) * sizeof *by_pid);
	struct info_process *all = mem_new(((size_t)p->n + 1) * sizeof *all), **order;
	for (uint32_t k = 0; k < p->n; k++)
		by_pid[k] = (struct sort_pair){ p->v[k].pid, k };
	sort_pairs(by_pid, by_pid + p->n, p->n);
	uint64_t most = 0;
	for (uint32_t k = 0; k < p->n; k++) {
		const struct profile_entry *x = &p->v[by_pid[k].value];
		if (k == 0 || by_pid[k].key != by_pid[k - 1].key) {
			all[n++] = (struct info_process){ .pid = x->pid };
			most = 0;
		}
		all[n - 1].samples += x->samples;
		if (x->samples > most) {
			most = x->samples;
			all[n - 1].comm = x->comm;
		}
	}
	order = mem_new(((size_t)n + 1) * sizeof *order);
	for (uint32_t k = 0; k < n; k++)
		order[k] = &all[k];
	sort_pointers(order, n, more_samples, NULL);
	i->n_processes = n;
	i->processes = mem_new(((size_t)n + 1) * sizeof *i->processes);
	for (uint32_t k = 0; k < n; k++)
		i->processes[k] = *order[k];
	free(order);
	free(all);
	free(by_pid);
}

void output_info(struct buf *out, const struct profile *p, const struct info_options *o)
{
	struct info i = {
		.d = p->stacks.places->session->data, .p = p, .path = o->path, .mtime = o->mtime
	};
	info_walk(&i);
	coverage_build(&i.names, p);
	coverage_stacks(&i.names, p);
	info_processes(&i);
	if (o->json)
		info_json(out, &i);
	else
		info_text(out, &i);
	free(i.processes);
	coverage_release(&i.names);
}

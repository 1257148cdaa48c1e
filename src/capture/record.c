// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The order of a recording.
 *
 * Nothing is touched at the output's path until all events are open and the command has been
 * executed: what fails before leaves no file and no process. From then on there is a valid file at
 * every moment.
 */
#include "capture/internal.h"

enum { GRACE_MS = 2000 }; /* between asking the command to end and killing it */

struct recorder {
	const struct capture_options *o;
	struct capture_result *result;
	struct target target;
	struct plan plan;
	struct counters counters;
	struct rings rings;
	struct sink sink;
	struct sys_signals signals;
	struct sys_child child;
	struct buf early; /* records of what was before, until there is a file */
};

static int start_child(struct recorder *r, struct err *e)
{
	if (!r->o->command)
		return 0;
	int rc = sys_child_start(&r->child, r->o->command, &r->signals);
	if (rc < 0)
		return err_sys(e, -rc, "cannot start a process");
	if (!r->target.system_wide)
		r->target.pid = r->child.pid;
	return 0;
}

/* All that can fail for a reason of the person's or the machine's. */
static int prepare(struct recorder *r, struct err *e)
{
	const struct capture_options *o = r->o;
	int rc = sys_check_output(o->output);
	if (rc < 0)
		return err_sys(e, -rc, "cannot write '%s'", o->output);
	if ((rc = target_choose(&r->target, o, e)) < 0 ||
	    (rc = plan_make(&r->plan, o, &r->target, e)) < 0)
		return rc;
	rings_plan(&r->rings, &r->plan, o->ring_bytes, o->log);
	if ((rc = sys_signals_open(&r->signals)) < 0)
		return err_sys(e, -rc, "cannot take over signals");
	if ((rc = start_child(r, e)) < 0)
		return rc;
	if ((rc = counters_open(&r->counters, &r->plan, &r->target, o->log, e)) < 0)
		return rc;
	return rings_map(&r->rings, &r->counters, &r->plan, o->log, e);
}

/* Let everything run. Positive = the command could not be executed. */
static int start(struct recorder *r, struct err *e)
{
	int rc;
	synth(&r->early, &r->plan, r->target.pid, r->o->log);
	if (r->target.system_wide && (rc = counters_enable(&r->counters, &r->plan, e)) < 0)
		return rc;
	if (r->child.pid && (rc = sys_child_release(&r->child)) < 0) {
		r->result->exec_errno = -rc;
		return 1;
	}
	if ((rc = sink_open(&r->sink, r->o->output, &r->plan, e)) < 0)
		return rc;
	sink_add(&r->sink, span_of(r->early.p, r->early.n), (struct span){ 0 });
	sink_commit(&r->sink);
	buf_release(&r->early);
	return 0;
}

/* The kernel's count of samples that found no room, for each event; old kernels have none. */
static void add_lost(struct recorder *r)
{
	const struct plan *p = &r->plan;
	for (uint32_t i = 0; i + 1 < p->n_events; i++) {
		const struct write_event *ev = &p->events[i];
		struct write_id id = { .cpu = UINT32_MAX,
				       .id = ev->ids[0],
				       .time_ns = r->rings.tally.last_ns };
		struct sys_perf_count count;
		uint64_t lost = 0;
		if (!(ev->attr.read_format & ABI_FORMAT_LOST))
			continue;
		for (uint32_t cpu = 0; cpu < p->n_cpus; cpu++)
			if (sys_perf_read(counter_fd(&r->counters, p, i, cpu), true, &count) == 0)
				lost += count.lost;
		if (lost)
			write_lost_samples(&r->sink.own, &ev->attr, lost, &id);
	}
	sink_add(&r->sink, span_of(r->sink.own.p, r->sink.own.n), (struct span){ 0 });
	r->sink.own.n = 0;
}

static int exit_status(const struct loop *l, bool has_command)
{
	if (!has_command)
		return 0; /* a signal is the only end there is */
	if (l->signal)
		return 128 + l->signal;
	return l->status;
}

static int run(struct recorder *r, struct err *e)
{
	struct loop l = {
		.rings = &r->rings, .sink = &r->sink, .child = &r->child, .signals = &r->signals
	};
	int rc = loop_run(&l, e);
	counters_disable(&r->counters);
	/* Asked to end while the rest is written. What was typed on the terminal it got itself. */
	if (!l.typed)
		sys_child_signal(&r->child, SIGTERM);
	rings_drain(&r->rings, &r->sink);
	add_lost(r);
	sink_commit(&r->sink);
	if (r->sink.failed && !r->rings.tally.n_samples)
		sink_discard(&r->sink, r->o->output);
	else
		features_finish(&r->sink, &r->plan, r->o, &r->rings.tally);
	sys_child_end(&r->child, l.typed ? 0 : SIGTERM, GRACE_MS);
	r->result->status = exit_status(&l, r->o->command != NULL);
	r->result->n_samples = r->rings.tally.n_samples;
	r->result->n_lost = r->rings.tally.n_lost;
	r->result->file_bytes = r->sink.data_off + r->sink.data_bytes;
	if (rc == 0 && r->sink.failed)
		return err_sys(e, r->sink.failed, "cannot write all of '%s'", r->o->output);
	return rc;
}

int capture_record(const struct capture_options *o, struct capture_result *result, struct err *e)
{
	struct recorder r = { .o = o, .result = result, .sink.fd = -1, .signals.fd = -1 };
	*result = (struct capture_result){ 0 };
	int rc = prepare(&r, e);
	if (rc == 0)
		rc = start(&r, e);
	if (rc == 0)
		rc = run(&r, e);
	/* Before its command is executed the child ends by itself; after, it has to be told. */
	sys_child_end(&r.child, r.sink.fd >= 0 ? SIGTERM : SIGKILL, GRACE_MS);
	rings_release(&r.rings);
	counters_close(&r.counters);
	sink_close(&r.sink);
	plan_release(&r.plan);
	cpus_release(&r.target.cpus);
	buf_release(&r.early);
	sys_signals_close(&r.signals);
	return rc < 0 ? rc : 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The order of a recording.
 *
 * All that can fail does so before the command is executed: its events are open, and the file is
 * there with all that precedes the records, but not yet at its path. What fails until then leaves
 * no file and no process. Once the command was executed the file is placed, and valid at every
 * moment.
 */
#include "capture/internal.h"

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
	uint64_t files_max; /* that the command may have open */
};

static int start_child(struct recorder *r, struct err *e)
{
	if (!r->o->command)
		return 0;
	int rc = sys_child_start(&r->child, r->o->command, &r->signals, r->files_max);
	if (rc < 0)
		return err_sys(e, -rc, "cannot start a process");
	if (!r->target.system_wide)
		r->target.pid = r->child.pid;
	return 0;
}

static int prepare(struct recorder *r, struct err *e)
{
	const struct capture_options *o = r->o;
	int rc;
	r->files_max = sys_raise_file_limit();
	if ((rc = sys_signals_open(&r->signals)) < 0)
		return err_sys(e, -rc, "cannot take over signals");
	if ((rc = sys_output_open(&r->sink.file, o->output, e)) < 0 ||
	    (rc = target_choose(&r->target, o, e)) < 0 ||
	    (rc = plan_make(&r->plan, o, &r->target, e)) < 0)
		return rc;
	rings_plan(&r->rings, &r->plan, o->ring_bytes, o->log);
	if ((rc = start_child(r, e)) < 0)
		return rc;
	if ((rc = counters_open(&r->counters, &r->plan, &r->target, o->log, e)) < 0)
		return rc;
	return rings_map(&r->rings, &r->counters, &r->plan, o->log, e);
}

static int begin_file(struct recorder *r, struct err *e)
{
	struct buf early = { 0 };
	sink_begin(&r->sink, &r->plan);
	synth(&early, &r->plan, r->target.pid, r->o->log);
	sink_add(&r->sink, span_of(early.p, early.n), (struct span){ 0 });
	sink_commit(&r->sink);
	buf_release(&early);
	if (r->sink.failed)
		return err_sys(e, r->sink.failed, "cannot write '%s'", r->o->output);
	return 0;
}

/* A signal that came before there was anything to end: its status, or 0. */
static int ended_early(const struct recorder *r)
{
	bool typed;
	for (int sig; (sig = sys_signals_next(&r->signals, &typed));)
		if (loop_ends_by(sig))
			return 128 + sig;
	return 0;
}

/* Let everything run. Positive = there is nothing to record, and the result says why. */
static int start(struct recorder *r, struct err *e)
{
	int rc = begin_file(r, e);
	if (rc < 0)
		return rc;
	if (r->target.system_wide && (rc = counters_enable(&r->counters, &r->plan, e)) < 0)
		return rc;
	if (!r->child.pid)
		return 0;
	if ((r->result->status = ended_early(r)))
		return 1;
	if ((rc = sys_child_release(&r->child)) < 0) {
		r->result->exec_errno = -rc;
		return 1;
	}
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

static int finish(struct recorder *r, struct err *e)
{
	struct capture_result *result = r->result;
	counters_disable(&r->counters);
	rings_drain(&r->rings, &r->sink);
	add_lost(r);
	sink_commit(&r->sink);
	if (r->sink.failed && !r->rings.tally.n_samples)
		sink_discard(&r->sink);
	else
		features_finish(&r->sink, &r->plan, r->o, &r->rings.tally);
	result->n_samples = r->rings.tally.n_samples;
	result->n_lost = r->rings.tally.n_lost;
	result->file_bytes = r->sink.data_off + r->sink.data_bytes;
	if (r->sink.failed)
		return err_sys(e, r->sink.failed, "cannot write all of '%s'", r->o->output);
	return 0;
}

static int run(struct recorder *r, struct err *e)
{
	struct loop l = {
		.rings = &r->rings, .sink = &r->sink, .child = &r->child, .signals = &r->signals
	};
	r->sink.failed = -sys_output_place(&r->sink.file);
	int rc = loop_run(&l, e);
	r->result->status = exit_status(&l, r->o->command != NULL);
	return rc < 0 ? rc : finish(r, e);
}

int capture_record(const struct capture_options *o, struct capture_result *result, struct err *e)
{
	struct recorder r = { .o = o, .result = result, .sink.file.fd = -1, .signals.fd = -1 };
	*result = (struct capture_result){ 0 };
	int rc = prepare(&r, e);
	if (rc == 0)
		rc = start(&r, e);
	if (rc == 0)
		rc = run(&r, e);
	sys_child_end(&r.child);
	rings_release(&r.rings);
	counters_close(&r.counters);
	sink_close(&r.sink);
	plan_release(&r.plan);
	cpus_release(&r.target.cpus);
	sys_signals_close(&r.signals);
	return rc < 0 ? rc : 0;
}

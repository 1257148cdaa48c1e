// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The order of a recording.
 *
 * All that can fail does so before the command is executed: its events are open, and the file is
 * there with all that precedes the records, but not yet at its path. What fails until then leaves
 * no file and no process. Once the command was executed the file is placed, and valid at every
 * moment.
 */
#include <errno.h>

#include "capture/internal.h"

static int start_child(struct recorder *r, struct err *e)
{
	if (!r->o->command)
		return 0;
	int rc = sys_child_start(&r->child, r->o->command, &r->signals, r->files_max,
	                         strcmp(r->o->output, "-") == 0);
	if (rc < 0)
		return err_sys(e, -rc, "cannot start a process");
	if (!r->target.system_wide && !r->target.attached)
		target_set_command(&r->target, r->child.pid);
	return 0;
}

static int prepare_output(struct recorder *r, struct err *e)
{
	const struct capture_options *o = r->o;
	int rc = o->dry_run ? sys_output_try(&r->sink.file, o->output, e)
	                    : sys_output_open(&r->sink.file, o->output, e);
	if (rc < 0)
		return rc;
	if (o->switch_on && !r->sink.file.regular)
		return err_set(e, ERR_USAGE, "only files can be switched, and '%s' is none",
		               o->output);
	if (o->zstd_level)
		r->sink.zstd = write_zstd_new(o->zstd_level, o->zstd_old_form);
	return 0;
}

/* Before anything is let in: what the thread does must not become a sample either. */
static int start_reader(struct recorder *r, struct err *e)
{
	uint64_t bytes = r->o->buffer_bytes ? r->o->buffer_bytes : QUEUE_BYTES_DEFAULT;
	int rc = r->o->realtime ? sys_realtime(r->o->realtime) : 0;
	if (rc == -EPERM)
		return err_set(e, ERR_DENIED,
		               "a real-time priority is not permitted; CAP_SYS_NICE or a larger "
		               "'ulimit -r' would permit it");
	if (rc < 0)
		return err_sys(e, -rc, "cannot take real-time priority %u", r->o->realtime);
	rc = reader_start(r, bytes, e);
	if (rc < 0)
		return rc;
	const uint32_t us[] = { sys_thread_id(), reader_tid(r->reader) };
	return counters_exclude(&r->counters, &r->plan, us, sizeof us / sizeof *us, e);
}

static int prepare(struct recorder *r, struct err *e)
{
	const struct capture_options *o = r->o;
	int rc;
	if (o->control && (rc = control_open(&r->control, o->control, e)) < 0)
		return rc;
	r->files_max = sys_raise_file_limit();
	if ((rc = sys_signals_open(&r->signals)) < 0)
		return err_sys(e, -rc, "cannot take over signals");
	if ((rc = prepare_output(r, e)) < 0 || (rc = target_choose(&r->target, o, e)) < 0 ||
	    (rc = plan_make(&r->plan, o, &r->target, e)) < 0)
		return rc;
	if ((rc = depth_raise(r, e)) < 0)
		return rc;
	r->rings.overwrite = o->overwrite;
	r->rings.is_prompt = recorder_holds(o);
	r->rings.no_rounds = o->overwrite || o->tail_synthesize;
	rings_plan(&r->rings, &r->plan, target_n_rings(&r->target), o->ring_bytes, o->log);
	size_t wakeup_bytes = plan_wakeup_bytes(&r->plan);
	if (o->switch_on == CAPTURE_BY_SIZE && o->switch_at < wakeup_bytes)
		log_say(o->log, LOG_WARNING,
		        "the files will be larger than %llu bytes, as the kernel hands over %zu at "
		        "once; a smaller -m makes that less",
		        (unsigned long long)o->switch_at, wakeup_bytes);
	if ((rc = start_child(r, e)) < 0)
		return rc;
	if ((rc = counters_open(&r->counters, &r->plan, &r->target, o->log, e)) < 0)
		return rc;
	if ((rc = files_check(r, e)) < 0 || (rc = trigger_open(&r->trigger, o, &r->target, e)) < 0)
		return rc;
	if ((rc = rings_map(&r->rings, &r->counters, &r->plan, &r->target, o->log, e)) < 0)
		return rc;
	return start_reader(r, e);
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
	bool by_exec = !r->target.system_wide && !r->target.attached;
	int rc = files_begin(r, e);
	if (rc < 0)
		return rc;
	if (!by_exec && (rc = trigger_start(&r->trigger, e)) < 0)
		return rc;
	if (!by_exec && !r->o->starts_disabled &&
	    (rc = counters_enable(&r->counters, &r->plan, NULL, e)) < 0)
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

/* A signal is the only end there is without a command; what was limited or stopped has come to the
 * end that was wanted. */
static int exit_status(const struct loop *l)
{
	if (!l->r->o->command || (l->stopped && !l->signal))
		return 0;
	return l->signal ? 128 + l->signal : l->status;
}

static void tell_unwound(const struct recorder *r)
{
	if (!r->stacks)
		return;
	const struct unwinding_stats *u = stacks_stats(r->stacks);
	r->result->n_unwound = u->samples;
	r->result->n_unfinished = unwinding_unfinished(u, &r->result->unfinished);
}

static int finish(struct recorder *r, struct err *e)
{
	counters_disable(&r->counters);
	files_finish(r);
	struct dropped d = reader_dropped_all(r->reader);
	r->result->n_dropped = d.samples;
	r->result->n_switches = d.switches;
	r->result->n_stacks = d.stacks;
	r->result->n_tops = d.tops;
	tell_unwound(r);
	r->result->n_programs_left = bpf_left(r->bpf);
	if (r->sink.failed)
		return err_sys(e, r->sink.failed, "cannot write all of '%s'", r->o->output);
	return 0;
}

static uint64_t due_ns(bool at_all, uint64_t in_ns)
{
	uint64_t now = sys_now_ns();
	return at_all && in_ns < UINT64_MAX - now ? now + in_ns : UINT64_MAX;
}

static int run(struct recorder *r, struct err *e)
{
	const struct capture_options *o = r->o;
	uint64_t now_ns = sys_now_ns();
	struct loop l = {
		.r = r,
		.begun_ns = now_ns,
		.progress_ns = now_ns,
		.stop_ns = due_ns(o->duration_ns > 0, o->duration_ns),
		.switch_ns = due_ns(o->switch_on == CAPTURE_BY_TIME, o->switch_at),
	};
	if (o->starts_disabled)
		log_say(o->log, LOG_NOTICE, "events disabled");
	loop_next_turn(&l);
	r->sink.failed = -sys_output_place(&r->sink.file);
	int rc = loop_run(&l, e);
	if (rc == 0)
		rc = finish(r, e);
	reader_end(r);
	loop_end_command(&l);
	r->result->status = exit_status(&l);
	return rc;
}

int capture_record(const struct capture_options *o, struct capture_result *result, struct err *e)
{
	struct recorder r = { .o = o,
		              .result = result,
		              .sink.file.fd = -1,
		              .signals.fd = -1,
		              .control = { .fd = -1, .ack = -1 } };
	*result = (struct capture_result){ 0 };
	int rc = prepare(&r, e);
	if (rc == 0 && !o->dry_run)
		rc = start(&r, e);
	if (rc == 0 && !o->dry_run)
		rc = run(&r, e);
	sys_child_end(&r.child);
	reader_end(&r);
	trigger_close(&r.trigger);
	rings_release(&r.rings);
	counters_close(&r.counters);
	depth_restore(&r);
	sink_close(&r.sink);
	files_release(&r);
	plan_release(&r.plan);
	target_release(&r.target);
	control_close(&r.control);
	sys_signals_close(&r.signals);
	return rc < 0 ? rc : 0;
}

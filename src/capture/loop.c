// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Waiting for records, the command, signals, time and commands through a pipe, and writing what the
 * reader has queued. The kernel wakes the reader when a ring is a quarter full, and at least once a
 * second what there is goes to the file. In the steady state nothing is allocated.
 *
 * A command that is asked to end gets all the time it wants for that, and is recorded in it.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum { FLUSH_MS = 1000, MS_NS = 1000 * 1000, PROGRESS_NS = 1000 * MS_NS };

/* One reason to end may come as two signals: timeout(1) signals its child and then the group that
 * it is in. Nobody who insists is as fast. */
enum { AGAIN_NS = 50 * MS_NS };

/* ------------------------------------------------------------------ the command, signals */

/* Once: it may count them. */
static void ask_command(struct loop *l)
{
	if (!l->asked)
		sys_child_signal(&l->r->child, SIGTERM);
	l->asked = true;
}

/* A terminal that goes away says so itself and has its shell say it again, so SIGHUP does not
 * insist. */
static void told_to_end(struct loop *l, int sig, bool typed)
{
	uint64_t now_ns = sys_now_ns();
	if (!l->signal) {
		l->signal = sig;
		l->since_ns = now_ns;
		l->asked |= typed;
		ask_command(l);
	} else if (sig != SIGHUP && now_ns - l->since_ns > AGAIN_NS) {
		sys_child_signal(&l->r->child, SIGKILL);
	}
}

static int take_signals(struct loop *l, struct err *e)
{
	bool typed = false;
	for (int sig; (sig = sys_signals_next(&l->r->signals, &typed));) {
		if (sig == SIGUSR2) {
			if (!l->stopped)
				loop_command(l, "snapshot");
		} else if (loop_ends_by(sig)) {
			told_to_end(l, sig, typed);
		} else if (l->r->child.pid > 0) {
			int rc = sys_child_poll(&l->r->child, &l->status);
			if (rc < 0)
				return err_sys(e, -rc, "cannot wait for the command");
			l->ended |= rc == 1;
		}
	}
	return 0;
}

static bool goes_on(const struct loop *l)
{
	if (l->stopped)
		return false;
	if (l->r->child.pid > 0)
		return true;
	return !l->ended && !l->signal && !l->r->sink.failed;
}

void loop_end_command(struct loop *l)
{
	struct pollfd v = { .fd = l->r->signals.fd, .events = POLLIN };
	if (l->r->child.pid > 0)
		ask_command(l);
	while (l->r->child.pid > 0)
		if (sys_poll(&v, 1, FLUSH_MS) < 0 || take_signals(l, NULL) < 0)
			return;
}

/* ------------------------------------------------------------------ what is due */

static int wait_ms(const struct loop *l)
{
	uint64_t due = l->turn_ns, now = sys_now_ns();
	if (l->stop_ns < due)
		due = l->stop_ns;
	if (l->switch_ns < due)
		due = l->switch_ns;
	if (l->r->o->progress && l->progress_ns + PROGRESS_NS < due)
		due = l->progress_ns + PROGRESS_NS;
	if (due <= now)
		return 0;
	uint64_t ms = (due - now + MS_NS - 1) / MS_NS;
	return ms < FLUSH_MS ? (int)ms : FLUSH_MS;
}

void loop_next_turn(struct loop *l)
{
	const struct capture_options *o = l->r->o;
	const struct capture_window *w = &o->windows[l->n_turns / 2];
	l->turn_ns = UINT64_MAX;
	if (l->n_turns / 2 == o->n_windows)
		return;
	uint64_t ms = l->n_turns % 2 ? w->to_ms : w->from_ms;
	if (ms != UINT64_MAX)
		l->turn_ns = l->begun_ns + ms * MS_NS;
}

/* Behind the last window there is nothing more to come. */
static void take_turn(struct loop *l)
{
	loop_command(l, l->n_turns++ % 2 ? "disable" : "enable");
	loop_next_turn(l);
	l->stopped |= l->n_turns == 2 * l->r->o->n_windows;
}

static void take_time(struct loop *l)
{
	uint64_t now = sys_now_ns();
	const struct capture_options *o = l->r->o;
	if (now >= l->turn_ns)
		take_turn(l);
	if (now >= l->stop_ns)
		l->stopped = true;
	if (now >= l->switch_ns && !l->stopped) {
		files_switch(l->r);
		l->switch_ns = sys_now_ns() + o->switch_at;
	}
}

static void take_size(struct loop *l)
{
	const struct capture_options *o = l->r->o;
	uint64_t bytes = l->r->sink.data_off + l->r->sink.data_bytes;
	if (o->switch_on == CAPTURE_BY_SIZE && bytes >= o->switch_at && !l->stopped)
		files_switch(l->r);
	if (o->max_bytes && bytes >= o->max_bytes && !l->stopped) {
		log_say(o->log, LOG_NOTICE, "the file is %llu KiB large: recording ends",
		        (unsigned long long)(bytes / 1024));
		l->stopped = true;
	}
}

static void tell_progress(struct loop *l)
{
	const struct recorder *r = l->r;
	uint64_t now = sys_now_ns();
	if (!r->o->progress || now - l->progress_ns < PROGRESS_NS)
		return;
	l->progress_ns = now - (now - l->begun_ns) % PROGRESS_NS;
	struct capture_progress p = { .ns = now - l->begun_ns,
		                      .n_samples = r->result->n_samples + r->rings.tally.n_samples,
		                      .n_lost = r->result->n_lost + r->rings.tally.n_lost,
		                      .file_bytes = r->sink.data_off + r->sink.data_bytes };
	struct dropped d = reader_dropped_all(r->reader);
	p.n_dropped = d.samples;
	p.n_switches = d.switches;
	r->o->progress(&p);
}

/* ------------------------------------------------------------------ waiting */

static void take_control(struct loop *l, struct pollfd *v)
{
	if (v->revents)
		control_read(&l->r->control);
	for (const char *line; v->revents && (line = control_next(&l->r->control));)
		if (loop_command(l, line))
			control_ack(&l->r->control);
	v->fd = l->r->control.fd;
}

/* In the order in which they are waited for; the last one and those behind it are the trigger's. */
enum { READER, SIGNALS, CONTROL, TRIGGER };

static int loop_over(struct loop *l, struct pollfd *v, struct err *e)
{
	struct recorder *r = l->r;
	uint32_t n = TRIGGER + trigger_n_fds(&r->trigger);
	int rc = 0;
	v[READER] = (struct pollfd){ .fd = reader_fd(r->reader), .events = POLLIN };
	v[SIGNALS] = (struct pollfd){ .fd = r->signals.fd, .events = POLLIN };
	v[CONTROL] = (struct pollfd){ .fd = r->control.fd, .events = POLLIN };
	trigger_watch(&r->trigger, v + TRIGGER);
	while (rc == 0 && goes_on(l)) {
		if (r->sink.failed)
			ask_command(l);
		int ready = sys_poll(v, n, wait_ms(l));
		if (ready < 0)
			return err_sys(e, -ready, "cannot wait for records");
		if (v[READER].revents)
			sys_wakeup_taken(v[READER].fd);
		if (reader_tasks_ended(r->reader) && r->target.attached)
			l->stopped = true;
		rc = take_signals(l, e);
		take_control(l, &v[CONTROL]);
		take_time(l);
		if (trigger_take(&r->trigger, v + TRIGGER) && goes_on(l))
			files_switch(r);
		if (!goes_on(l))
			break;
		files_move(r, NULL);
		take_size(l);
		tell_progress(l);
	}
	return rc;
}

int loop_run(struct loop *l, struct err *e)
{
	struct pollfd *v = mem_new((TRIGGER + trigger_n_fds(&l->r->trigger)) * sizeof *v);
	int rc = loop_over(l, v, e);
	free(v);
	return rc;
}

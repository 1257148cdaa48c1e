// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Waiting for the kernel, the command and signals, and moving records in rounds. One thread: the
 * kernel wakes it when a ring is a quarter full, and at least once a second what there is goes to
 * the file. In the steady state nothing is allocated.
 *
 * A command that is asked to end gets all the time it wants for that, and is recorded in it.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum { FLUSH_MS = 1000 };

/* One reason to end may come as two signals: timeout(1) signals its child and then the group that
 * it is in. Nobody who insists is as fast. */
enum { AGAIN_NS = 50 * 1000 * 1000 };

/* A ring's fd reports the end of its task again and again: it is waited for no longer. */
static void leave_hung_up(struct pollfd *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (v[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			v[i].fd = -1;
}

/* Once: it may count them. */
static void ask_command(struct loop *l)
{
	if (!l->asked)
		sys_child_signal(l->child, SIGTERM);
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
		sys_child_signal(l->child, SIGKILL);
	}
}

static int take_signals(struct loop *l, struct err *e)
{
	bool typed = false;
	for (int sig; (sig = sys_signals_next(l->signals, &typed));) {
		if (loop_ends_by(sig)) {
			told_to_end(l, sig, typed);
		} else if (l->child->pid > 0) {
			int rc = sys_child_poll(l->child, &l->status);
			if (rc < 0)
				return err_sys(e, -rc, "cannot wait for the command");
			l->ended |= rc == 1;
		}
	}
	return 0;
}

static bool goes_on(const struct loop *l)
{
	if (l->child->pid > 0)
		return true;
	return !l->ended && !l->signal && !l->sink->failed;
}

int loop_run(struct loop *l, struct err *e)
{
	struct rings *r = l->rings;
	struct pollfd *v = mem_new((r->n + 1) * sizeof *v);
	int rc = 0;
	for (uint32_t i = 0; i < r->n; i++)
		v[i] = (struct pollfd){ .fd = r->fds[i], .events = POLLIN };
	v[r->n] = (struct pollfd){ .fd = l->signals->fd, .events = POLLIN };
	while (rc == 0 && goes_on(l)) {
		if (l->sink->failed)
			ask_command(l);
		int ready = sys_poll(v, r->n + 1, FLUSH_MS);
		if (ready < 0) {
			rc = err_sys(e, -ready, "cannot wait for records");
			break;
		}
		leave_hung_up(v, r->n);
		rc = take_signals(l, e);
		if (goes_on(l))
			rings_drain(r, l->sink);
	}
	free(v);
	return rc;
}

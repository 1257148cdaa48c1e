// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Waiting for the kernel, the command and signals, and moving records in rounds. One thread: the
 * kernel wakes it when a ring is a quarter full, and at least once a second what there is goes to
 * the file. In the steady state nothing is allocated.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum { FLUSH_MS = 1000 };

/* A ring's fd reports the end of its task again and again: it is waited for no longer. */
static void leave_hung_up(struct pollfd *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (v[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			v[i].fd = -1;
}

static int take_signals(struct loop *l, struct err *e)
{
	bool typed = false;
	for (int sig; (sig = sys_signals_next(l->signals, &typed));) {
		if (sig == SIGCHLD && l->child->pid > 0) {
			int rc = sys_child_poll(l->child, &l->status);
			if (rc < 0)
				return err_sys(e, -rc, "cannot wait for the command");
			l->ended |= rc == 1;
		} else if (sig != SIGCHLD && !l->signal) {
			l->signal = sig;
			l->typed = typed;
		}
	}
	return 0;
}

int loop_run(struct loop *l, struct err *e)
{
	struct rings *r = l->rings;
	struct pollfd *v = mem_new((r->n + 1) * sizeof *v);
	int rc = 0;
	for (uint32_t i = 0; i < r->n; i++)
		v[i] = (struct pollfd){ .fd = r->fds[i], .events = POLLIN };
	v[r->n] = (struct pollfd){ .fd = l->signals->fd, .events = POLLIN };
	while (rc == 0 && !l->ended && !l->signal && !l->sink->failed) {
		int ready = sys_poll(v, r->n + 1, FLUSH_MS);
		if (ready < 0) {
			rc = err_sys(e, -ready, "cannot wait for records");
			break;
		}
		leave_hung_up(v, r->n);
		rc = take_signals(l, e);
		if (!l->ended && !l->signal)
			rings_drain(r, l->sink);
	}
	free(v);
	return rc;
}

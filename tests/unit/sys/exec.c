// SPDX-License-Identifier: GPL-2.0-or-later
/* Commands behind a gate. */
#include "../tap.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/sys.h"

static int wait_for(struct sys_child *c, const struct sys_signals *s)
{
	int status = -1;
	bool typed;
	while (sys_child_poll(c, &status) == 0) {
		struct pollfd p = { .fd = s->fd, .events = POLLIN };
		sys_poll(&p, 1, 10000);
		sys_signals_next(s, &typed);
	}
	return status;
}

int main(void)
{
	struct sys_signals s = { .fd = -1 };
	struct sys_child c = { 0 };
	int status;
	bool typed = true;
	ok(sys_signals_open(&s) == 0, "signals are taken over");
	ok(sys_signals_next(&s, &typed) == 0, "none has come");

	static const char *const seven[] = { "sh", "-c", "exit 7", NULL };
	ok(sys_child_start(&c, seven, &s) == 0 && c.pid > 0, "a child");
	ok(sys_child_poll(&c, &status) == 0, "waits behind its gate");
	ok(sys_child_release(&c) == 0, "is let go");
	status = wait_for(&c, &s);
	is_u64((uint64_t)status, 7, "and gives its status");
	ok(c.pid == 0, "it is reaped");

	static const char *const killed[] = { "sh", "-c", "kill -9 $$", NULL };
	ok(sys_child_start(&c, killed, &s) == 0 && sys_child_release(&c) == 0,
	   "one that a signal ends");
	is_u64((uint64_t)wait_for(&c, &s), 128 + 9, "gives what a shell would");

	static const char *const none[] = { "/no/such/command", NULL };
	ok(sys_child_start(&c, none, &s) == 0, "a command that is not there");
	ok(sys_child_release(&c) == -ENOENT, "is told by errno");
	sys_child_end(&c, SIGTERM, 5000);
	ok(c.pid == 0 && waitpid(-1, NULL, WNOHANG) == -1, "and leaves no process");

	static const char *const denied[] = { "/etc/passwd", NULL };
	ok(sys_child_start(&c, denied, &s) == 0 && sys_child_release(&c) == -EACCES,
	   "one that is no program");
	sys_child_end(&c, SIGTERM, 5000);

	ok(sys_child_start(&c, seven, &s) == 0, "a child whose gate never opens");
	sys_child_end(&c, 0, 5000);
	ok(c.pid == 0 && waitpid(-1, NULL, WNOHANG) == -1, "ends when the gate is closed");

	static const char *const forever[] = { "sh", "-c",
					       "trap '' TERM; while :; do sleep 1; done", NULL };
	ok(sys_child_start(&c, forever, &s) == 0 && sys_child_release(&c) == 0,
	   "one that ignores SIGTERM");
	int pid = c.pid;
	sys_child_end(&c, SIGTERM, 50);
	ok(kill(pid, 0) < 0 && errno == ESRCH, "is killed");

	kill(getpid(), SIGTERM);
	int sig;
	while ((sig = sys_signals_next(&s, &typed)) == SIGCHLD)
		;
	ok(sig == SIGTERM && !typed, "a signal is read, not suffered");
	sys_signals_close(&s);
	sys_signals_close(&s);
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Commands behind a gate. */
#include "../tap.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
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

/* The text that a command prints. */
static void output_of(const char *const argv[], char *out, size_t n, uint64_t files_max,
                      const struct sys_signals *s)
{
	struct sys_child c;
	int ends[2], was = dup(1);
	out[0] = 0;
	if (pipe(ends) < 0)
		return;
	fflush(stdout);
	dup2(ends[1], 1);
	int rc = sys_child_start(&c, argv, s, files_max, false);
	dup2(was, 1);
	close(was);
	close(ends[1]);
	if (rc == 0 && sys_child_release(&c) == 0)
		wait_for(&c, s);
	ssize_t got = read(ends[0], out, n - 1);
	out[got > 0 ? got : 0] = 0;
	close(ends[0]);
}

/* The mask of ignored signals in /proc/PID/status (proc(5)), bit n - 1 for signal n. */
static unsigned long long ignored(const struct sys_signals *s)
{
	static const char *const argv[] = { "sed", "-n", "s/^SigIgn:.//p", "/proc/self/status",
		                            NULL };
	char text[100];
	output_of(argv, text, sizeof text, 0, s);
	return strtoull(text, NULL, 16);
}

/* A command runs as it would without us. */
static void inheritance(void)
{
	struct sys_signals s = { .fd = -1 };
	const unsigned long long pipe_bit = 1ull << (SIGPIPE - 1), size_bit = 1ull << (SIGXFSZ - 1);
	ok(sys_signals_open(&s) == 0 && !(ignored(&s) & (pipe_bit | size_bit)),
	   "no signal is ignored for the command");
	sys_signals_close(&s);
	signal(SIGPIPE, SIG_IGN);
	ok(sys_signals_open(&s) == 0 && ignored(&s) & pipe_bit,
	   "unless it was ignored for us as well");
	static const char *const limit[] = { "sh", "-c", "ulimit -Sn", NULL };
	struct rlimit r;
	char got[100];
	if (getrlimit(RLIMIT_NOFILE, &r) == 0) {
		r.rlim_cur = 20;
		setrlimit(RLIMIT_NOFILE, &r);
	}
	is_u64(sys_raise_file_limit(), 20, "the limit of open files");
	getrlimit(RLIMIT_NOFILE, &r);
	ok(r.rlim_cur == r.rlim_max, "is raised for us");
	output_of(limit, got, sizeof got, 20, &s);
	is_str(got, "20\n", "and not for the command");
	sys_signals_close(&s);
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
	ok(sys_child_start(&c, seven, &s, 0, false) == 0 && c.pid > 0, "a child");
	ok(sys_child_poll(&c, &status) == 0, "waits behind its gate");
	ok(sys_child_release(&c) == 0, "is let go");
	status = wait_for(&c, &s);
	is_u64((uint64_t)status, 7, "and gives its status");
	ok(c.pid == 0, "it is reaped");

	static const char *const killed[] = { "sh", "-c", "kill -9 $$", NULL };
	ok(sys_child_start(&c, killed, &s, 0, false) == 0 && sys_child_release(&c) == 0,
	   "one that a signal ends");
	is_u64((uint64_t)wait_for(&c, &s), 128 + 9, "gives what a shell would");

	static const char *const none[] = { "/no/such/command", NULL };
	ok(sys_child_start(&c, none, &s, 0, false) == 0, "a command that is not there");
	ok(sys_child_release(&c) == -ENOENT, "is told by errno");
	sys_child_end(&c);
	ok(c.pid == 0 && waitpid(-1, NULL, WNOHANG) == -1, "and leaves no process");

	static const char *const denied[] = { "/etc/passwd", NULL };
	ok(sys_child_start(&c, denied, &s, 0, false) == 0 && sys_child_release(&c) == -EACCES,
	   "one that is no program");
	sys_child_end(&c);

	ok(sys_child_start(&c, seven, &s, 0, false) == 0, "a child whose gate never opens");
	sys_child_end(&c);
	ok(c.pid == 0 && waitpid(-1, NULL, WNOHANG) == -1, "is ended");

	static const char *const forever[] = { "sh", "-c",
		                               "trap '' TERM; while :; do sleep 1; done", NULL };
	ok(sys_child_start(&c, forever, &s, 0, false) == 0 && sys_child_release(&c) == 0,
	   "one that ignores SIGTERM");
	int pid = c.pid;
	sys_child_end(&c);
	ok(kill(pid, 0) < 0 && errno == ESRCH, "is killed");

	kill(getpid(), SIGTERM);
	int sig;
	while ((sig = sys_signals_next(&s, &typed)) == SIGCHLD)
		;
	ok(sig == SIGTERM && !typed, "a signal is read, not suffered");
	kill(getpid(), SIGINT);
	sys_signals_close(&s);
	sys_signals_close(&s);
	kill(getpid(), SIGTERM);
	ok(true, "one that was not read, or comes later, does not end us");
	inheritance();
	return done_testing();
}

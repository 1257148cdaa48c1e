// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The command that is recorded, and the signals that end a recording.
 *
 * The child is there before its events are, as they are opened on its pid; it waits behind a pipe.
 * Should the recorder die, the pipe closes and the child ends without having run anything.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/sys.h"

/* ------------------------------------------------------------------ signals */

/* An inherited SIG_IGN of SIGCHLD would reap the child behind our back; the other two would end us
 * where write(2) can tell. In the order of sys_signals.before. */
static const struct {
	int signal;
	void (*handler)(int);
} handled[] = {
	{ SIGCHLD, SIG_DFL },
	{ SIGPIPE, SIG_IGN },
	{ SIGXFSZ, SIG_IGN },
};

enum { N_HANDLED = sizeof handled / sizeof *handled };

_Static_assert(sizeof(((struct sys_signals *)0)->before) / sizeof(struct sigaction) == N_HANDLED,
               "room for all");

static void handle_otherwise(struct sys_signals *s)
{
	for (size_t i = 0; i < N_HANDLED; i++) {
		struct sigaction a = { .sa_handler = handled[i].handler };
		sigaction(handled[i].signal, &a, &s->before[i]);
	}
}

static void handle_as_before(const struct sys_signals *s)
{
	for (size_t i = 0; i < N_HANDLED; i++)
		sigaction(handled[i].signal, &s->before[i], NULL);
}

int sys_signals_open(struct sys_signals *s)
{
	struct sigaction hup;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR2);
	/* Under nohup it stays ignored. SIGINT is taken even so: a shell ignores it for what runs
	 * in the background, and kill -INT must end that. */
	if (sigaction(SIGHUP, NULL, &hup) == 0 && hup.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP);
	s->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->fd < 0)
		return -errno;
	handle_otherwise(s);
	sigprocmask(SIG_BLOCK, &set, &s->held_before);
	return 0;
}

void sys_signals_close(struct sys_signals *s)
{
	if (s->fd < 0)
		return;
	close(s->fd);
	s->fd = -1;
	handle_as_before(s);
}

int sys_signals_next(const struct sys_signals *s, bool *typed)
{
	struct signalfd_siginfo info;
	ssize_t got = read(s->fd, &info, sizeof info);
	if (got != (ssize_t)sizeof info)
		return 0;
	/* The hangup of a terminal goes to the leader of its session alone, which may be us. */
	*typed = info.ssi_code == SI_KERNEL && info.ssi_signo == SIGINT;
	return (int)info.ssi_signo;
}

void sys_ignore_sigpipe(void)
{
	signal(SIGPIPE, SIG_IGN);
}

/* ------------------------------------------------------------------ the child */

static void files_as_before(uint64_t files_max)
{
	struct rlimit r;
	if (!files_max || getrlimit(RLIMIT_NOFILE, &r) < 0)
		return;
	r.rlim_cur = (rlim_t)files_max;
	setrlimit(RLIMIT_NOFILE, &r);
}

_Noreturn static void child_main(int gate, int failure, const char *const argv[],
                                 const struct sys_signals *signals, uint64_t files_max,
                                 bool to_stderr)
{
	char go;
	ssize_t got;
	/* Seen in samples of the time before its exec is done. */
	prctl(PR_SET_NAME, "pmrec-exec");
	while ((got = read(gate, &go, 1)) < 0 && errno == EINTR)
		;
	if (got != 1)
		_exit(0);
	files_as_before(files_max);
	if (to_stderr)
		dup2(2, 1);
	if (signals->fd >= 0) {
		handle_as_before(signals);
		sigprocmask(SIG_SETMASK, &signals->held_before, NULL);
	}
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	int errnum = errno;
	got = write(failure, &errnum, sizeof errnum);
	_exit(got < 0 ? 126 : 127);
}

int sys_child_start(struct sys_child *c, const char *const argv[],
                    const struct sys_signals *signals, uint64_t files_max, bool to_stderr)
{
	int gate[2], failure[2], errnum;
	*c = (struct sys_child){ 0 };
	if (pipe2(gate, O_CLOEXEC) < 0)
		return -errno;
	if (pipe2(failure, O_CLOEXEC) < 0) {
		errnum = errno;
		close(gate[0]);
		close(gate[1]);
		return -errnum;
	}
	int pid = fork();
	errnum = errno;
	if (pid == 0) {
		close(gate[1]);
		child_main(gate[0], failure[1], argv, signals, files_max, to_stderr);
	}
	close(gate[0]);
	close(failure[1]);
	if (pid < 0) {
		close(gate[1]);
		close(failure[0]);
		return -errnum;
	}
	*c = (struct sys_child){ pid, gate[1], failure[0] };
	return 0;
}

static void close_pipes(struct sys_child *c)
{
	if (c->gate > 0)
		close(c->gate);
	if (c->failure > 0)
		close(c->failure);
	c->gate = c->failure = 0;
}

int sys_child_release(struct sys_child *c)
{
	int errnum = 0;
	ssize_t got;
	if (write(c->gate, "", 1) != 1)
		return -errno;
	while ((got = read(c->failure, &errnum, sizeof errnum)) < 0 && errno == EINTR)
		;
	close_pipes(c);
	return got == (ssize_t)sizeof errnum ? -errnum : 0;
}

int sys_child_poll(struct sys_child *c, int *status)
{
	int how, pid = waitpid(c->pid, &how, WNOHANG);
	if (pid == 0)
		return 0;
	if (pid < 0)
		return -errno;
	*status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
	close_pipes(c);
	c->pid = 0;
	return 1;
}

/* ------------------------------------------------------------------ its descendants */

struct relation {
	int pid, parent;
};

/* All processes, by ascending pid, as /proc lists them. The caller frees *out. */
static size_t relations_read(struct relation **out)
{
	struct relation *v = NULL;
	size_t n = 0, cap = 0;
	struct sys_dir dir;
	if (sys_dir_open(&dir, -1, "/proc") < 0)
		return 0;
	for (const char *name; (name = sys_dir_next(&dir));) {
		char path[300], text[512];
		int pid = atoi(name);
		if (pid <= 0)
			continue;
		snprintf(path, sizeof path, "/proc/%d/stat", pid);
		const char *close = sys_head(path, text, sizeof text) > 0 ? strrchr(text, ')')
		                                                          : NULL;
		if (!close || !close[1] || !close[2])
			continue;
		VEC_ROOM(v, n, cap);
		v[n++] = (struct relation){ pid, atoi(close + 3) };
	}
	sys_dir_close(&dir);
	*out = v;
	return n;
}

static int parent_of(const struct relation *v, size_t n, int pid)
{
	size_t low = 0;
	while (low < n) {
		size_t at = low + (n - low) / 2;
		if (v[at].pid == pid)
			return v[at].parent;
		if (v[at].pid < pid)
			low = at + 1;
		else
			n = at;
	}
	return 0;
}

static bool descends(const struct relation *v, size_t n, int pid, int from)
{
	enum { GENERATIONS_MAX = 256 };
	for (int i = 0; i < GENERATIONS_MAX && pid > 0; i++, pid = parent_of(v, n, pid))
		if (pid == from)
			return true;
	return false;
}

/* Those that a process started and left behind when it ended are no longer its descendants: they
 * meant to. */
void sys_child_signal(const struct sys_child *c, int sig)
{
	struct relation *v = NULL;
	if (c->pid <= 0)
		return;
	size_t n = relations_read(&v);
	for (size_t i = 0; i < n; i++)
		if (v[i].pid != c->pid && descends(v, n, v[i].parent, c->pid))
			kill(v[i].pid, sig);
	kill(c->pid, sig);
	free(v);
}

/* ------------------------------------------------------------------ the end */

void sys_child_end(struct sys_child *c)
{
	int how;
	if (c->pid <= 0)
		return;
	sys_child_signal(c, SIGKILL);
	close_pipes(c);
	while (waitpid(c->pid, &how, 0) < 0 && errno == EINTR)
		;
	c->pid = 0;
}

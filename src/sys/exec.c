// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The command that is recorded, and the signals that end a recording.
 *
 * The child is there before its events are, as they are opened on its pid; it waits behind a pipe. Should the
 * recorder die, the pipe closes and the child ends without having run anything.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sys/sys.h"

/* ------------------------------------------------------------------ signals */

int sys_signals_open(struct sys_signals *s)
{
	struct sigaction hup;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	/* Under nohup it stays ignored. SIGINT is taken even so: a shell ignores it for what runs in the
	 * background, and kill -INT must end that. */
	if (sigaction(SIGHUP, NULL, &hup) == 0 && hup.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP);
	/* An inherited SIG_IGN would reap the child behind our back. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, &s->was);
	s->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->fd < 0) {
		int errnum = errno;
		sigprocmask(SIG_SETMASK, &s->was, NULL);
		return -errnum;
	}
	signal(SIGPIPE, SIG_IGN);
	return 0;
}

void sys_signals_close(struct sys_signals *s)
{
	if (s->fd < 0)
		return;
	close(s->fd);
	s->fd = -1;
	sigprocmask(SIG_SETMASK, &s->was, NULL);
	signal(SIGPIPE, SIG_DFL);
}

int sys_signals_next(const struct sys_signals *s, bool *typed)
{
	struct signalfd_siginfo info;
	ssize_t got = read(s->fd, &info, sizeof info);
	if (got != (ssize_t)sizeof info)
		return 0;
	*typed = info.ssi_code == SI_KERNEL;
	return (int)info.ssi_signo;
}

/* ------------------------------------------------------------------ the child */

_Noreturn static void child_main(int gate, int failure, const char *const argv[],
				 const struct sys_signals *signals)
{
	char go;
	ssize_t got;
	while ((got = read(gate, &go, 1)) < 0 && errno == EINTR)
		;
	if (got != 1)
		_exit(0);
	if (signals->fd >= 0) {
		signal(SIGPIPE, SIG_DFL);
		sigprocmask(SIG_SETMASK, &signals->was, NULL);
	}
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	int errnum = errno;
	got = write(failure, &errnum, sizeof errnum);
	_exit(got < 0 ? 126 : 127);
}

int sys_child_start(struct sys_child *c, const char *const argv[], const struct sys_signals *signals)
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
		child_main(gate[0], failure[1], argv, signals);
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
	int pid = waitpid(c->pid, status, WNOHANG);
	if (pid == 0)
		return 0;
	if (pid < 0)
		return -errno;
	close_pipes(c);
	c->pid = 0;
	return 1;
}

void sys_child_signal(const struct sys_child *c, int sig)
{
	if (c->pid > 0)
		kill(c->pid, sig);
}

void sys_child_end(struct sys_child *c, int sig, int grace_ms)
{
	int status;
	if (c->pid <= 0)
		return;
	close_pipes(c);
	if (sig)
		kill(c->pid, sig);
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	uint64_t until_ns = sys_now_ns() + (uint64_t)grace_ms * 1000000u;
	for (uint64_t now_ns; sys_child_poll(c, &status) == 0;) {
		if ((now_ns = sys_now_ns()) >= until_ns) {
			kill(c->pid, SIGKILL);
			while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
				;
			break;
		}
		uint64_t left_ns = until_ns - now_ns;
		struct timespec t = { (time_t)(left_ns / 1000000000u), (long)(left_ns % 1000000000u) };
		sigtimedwait(&set, NULL, &t);
	}
	c->pid = 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* A program that is run to its end for what it prints. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/sys.h"

enum { RUN_BYTES_MAX = 1 << 16 };

_Noreturn static void program_main(int to, const struct sys_program *p)
{
	int nowhere = open("/dev/null", O_RDWR);
	signal(SIGPIPE, SIG_DFL);
	dup2(nowhere, 0);
	dup2(nowhere, 2);
	dup2(to, 1);
	if (p->variable)
		setenv(p->variable, p->value, 1);
	execvp(p->argv[0], (char *const *)(uintptr_t)p->argv);
	_exit(127);
}

/* All it prints, until it closes its output. 0 or -errno; -ETIME: not in time. */
static int program_read(int from, uint64_t end_ns, struct buf *out)
{
	char part[4096];
	struct pollfd fd = { .fd = from, .events = POLLIN };
	for (;;) {
		uint64_t now = sys_now_ns();
		if (now >= end_ns)
			return -ETIME;
		int ready = sys_poll(&fd, 1, (int)((end_ns - now) / 1000000) + 1);
		if (ready < 0)
			return ready;
		if (!ready)
			continue;
		long n = sys_read_some(from, part, sizeof part);
		if (n == -EAGAIN || n == -EINTR)
			continue;
		if (n <= 0)
			return (int)n;
		if (out->n + (size_t)n > RUN_BYTES_MAX)
			return -E2BIG;
		buf_add(out, part, (size_t)n);
	}
}

int sys_run(const struct sys_program *p, struct buf *out, int *status)
{
	int ends[2], how = 0;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	int pid = fork(), errnum = errno;
	if (pid == 0)
		program_main(ends[1], p);
	close(ends[1]);
	int rc = pid < 0 ? -errnum
	                 : program_read(ends[0], sys_now_ns() + p->timeout_ms * 1000000ull, out);
	close(ends[0]);
	if (pid < 0)
		return rc;
	if (rc < 0)
		kill(pid, SIGKILL);
	while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
		;
	*status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The terminal and the pager in front of it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "sys/sys.h"

bool sys_is_terminal(int fd)
{
	const char *term = getenv("TERM");
	return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

uint32_t sys_terminal_columns(int fd)
{
	struct winsize size;
	return ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

bool sys_terminal_is_ours(int fd)
{
	struct termios t;
	pid_t foreground = tcgetpgrp(fd);
	if (foreground >= 0 && foreground != getpgrp())
		return false;
	return tcgetattr(fd, &t) == 0 && t.c_lflag & ICANON;
}

int sys_pager_start(const char *command, int *fd)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	int pid = fork();
	if (pid < 0) {
		int err = errno;
		close(ends[0]);
		close(ends[1]);
		return -err;
	}
	if (pid == 0) {
		signal(SIGINT, SIG_DFL);
		signal(SIGQUIT, SIG_DFL);
		signal(SIGPIPE, SIG_DFL);
		dup2(ends[0], 0);
		/* Leave at once when one screen holds it all, let colours through, keep the screen.
		 */
		setenv("LESS", "FRX", 0);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	close(ends[0]);
	signal(SIGINT, SIG_IGN); /* Ctrl-C is for what the pager does */
	signal(SIGQUIT, SIG_IGN);
	*fd = ends[1];
	return pid;
}

int sys_pager_wait(int pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool sys_program_exists(const char *name)
{
	const char *path = getenv("PATH");
	char full[4096];
	if (strchr(name, '/'))
		return access(name, X_OK) == 0;
	while (path && *path) {
		size_t n = strcspn(path, ":");
		snprintf(full, sizeof full, "%.*s/%s", (int)n, path, name);
		if (access(full, X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

int64_t sys_file_mtime(const char *path)
{
	struct stat st;
	return stat(path, &st) ? 0 : (int64_t)st.st_mtime;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* rusage COMMAND...: run it with its output thrown away; print its CPU seconds, wall seconds and
 * peak resident KB. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct timespec from, to;
	struct rusage use;
	int status;
	if (argc < 2)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &from);
	pid_t pid = fork();
	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);
		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &use) < 0)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%.3f %.3f %ld\n", seconds(use.ru_utime) + seconds(use.ru_stime),
	       (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9,
	       use.ru_maxrss);
	return status ? 1 : 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * maps N: maps the first page of itself so many times, as code; prints "ready PID", works in
 * busy() until standard input ends. No two mappings can become one, as each begins at the file's
 * start. Status 77: so many cannot be had.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile unsigned long sink;

static __attribute__((noinline)) void busy(void)
{
	for (int i = 0; i < 1000000; i++)
		sink += (unsigned long)i;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000;
	int fd = open("/proc/self/exe", O_RDONLY);
	for (long i = 0; i < n; i++)
		if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED)
			return 77;
	printf("ready %d\n", (int)getpid());
	fflush(stdout);
	struct pollfd end = { .fd = 0, .events = POLLIN };
	while (poll(&end, 1, 0) == 0)
		busy();
	return 0;
}

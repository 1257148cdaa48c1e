// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program of known counts: calls work() CALLS times, each of which stores once into the variable
 * watched and writes one byte to /dev/null. Prints the addresses of both, and the number.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

volatile long watched;

static __attribute__((noinline)) void work(int fd, long i)
{
	watched = i;
	if (write(fd, "x", 1) != 1)
		exit(1);
}

int main(int argc, char **argv)
{
	long calls = argc > 1 ? atol(argv[1]) : 1000;
	int fd = open("/dev/null", O_WRONLY);
	if (fd < 0)
		return 1;
	printf("watched %p work %p calls %ld\n", (void *)&watched, (void *)(unsigned long)work,
	       calls);
	fflush(stdout);
	for (long i = 0; i < calls; i++)
		work(fd, i);
	return 0;
}

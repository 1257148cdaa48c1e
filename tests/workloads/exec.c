// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program that becomes another: busy in old_busy, then exec of a different binary (exec_next.c),
 * which is busy in new_busy at addresses that meant something else before. exec NEXT [MS]: NEXT is
 * the path of the other; CPU time of each half (default 300). Build as the Makefile does: with
 * frame pointers in leaf functions too, without tail calls and inlining.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static long cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void old_busy(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink = sink * 31 + i;
}

int main(int argc, char **argv)
{
	long ms = argc > 2 ? atol(argv[2]) : 300;
	char text[32];
	if (argc < 2)
		return 2;
	printf("pid %d\nbefore old_busy\n", (int)getpid());
	fflush(stdout);
	while (cpu_ms() < ms)
		old_busy(1000000);
	/* CPU time goes on counting over exec: the other half ends at twice the time. */
	snprintf(text, sizeof text, "%ld", 2 * ms);
	execl(argv[1], argv[1], text, (char *)NULL);
	return 127;
}

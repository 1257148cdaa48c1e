// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What exec.c becomes: busy in new_busy until this process has used MS of CPU time (default 600).
 * Build as the Makefile does: with frame pointers in leaf functions too, without tail calls and
 * inlining.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sink, padding[512];

static long cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Other code in front, so that the busy loops of the two binaries lie at different places. */
static unsigned long in_front(unsigned long n)
{
	for (unsigned long i = 0; i < 512; i++)
		padding[i] = n / (i + 1) ^ padding[(i * 7) % 512];
	return padding[n % 512];
}

static void new_busy(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink = sink * 37 + i;
}

int main(int argc, char **argv)
{
	long ms = argc > 1 ? atol(argv[1]) : 600;
	sink = in_front((unsigned long)argc);
	puts("after new_busy");
	fflush(stdout);
	while (cpu_ms() < ms)
		new_busy(1000000);
	return 0;
}

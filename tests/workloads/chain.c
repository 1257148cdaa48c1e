// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One known stack: main -> outer -> mid -> inner -> busy, nearly all of the time in busy.
 * chain [MS]: use that much CPU time (default 500). Prints the stack it expects.
 * Build as the Makefile does: with frame pointers in leaf functions too, without tail calls and
 * inlining.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sink;

static long cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void busy(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink = sink * 31 + i;
}

static void inner(unsigned long n)
{
	busy(n);
	sink++;
}

static void mid(unsigned long n)
{
	inner(n);
	sink++;
}

static void outer(unsigned long n)
{
	mid(n);
	sink++;
}

int main(int argc, char **argv)
{
	long ms = argc > 1 ? atol(argv[1]) : 500;
	puts("stack main;outer;mid;inner;busy");
	fflush(stdout);
	while (cpu_ms() < ms)
		outer(1000000);
	return 0;
}

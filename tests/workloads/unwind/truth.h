/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the programs here share. Each keeps its CPU busy in leaf functions whose callers are known,
 * and prints these as lines
 *
 *     stack LEAF;CALLER;...;main;-;_start
 *     also  LEAF;CALLER;...
 *     torn  LEAF;CALLER;...
 *
 * innermost function first. A stack is seen in every run of some milliseconds; what is only also
 * true may not be. A stack that begins as a torn one is not judged: there is code that overwrites
 * what it saved, and then nothing tells its callers. The callers of a function are those of the
 * line's rest, too: the line tells the whole stack of every function that it names. The elements:
 *
 *     name        a function of the program, or of its own libraries
 *     -           frames of other files, or of the C library linked into this one: at least one
 *     element*N   N times in a row; element*A-B: A to B times; element*A-: at least A times
 *     ?           at the end: what lies outside a dump of 16 KB may be missing from here on
 *
 * The programs take the CPU time to use in ms (default 200). They are built with optimization and
 * without frame pointers.
 */
#ifndef TRUTH_H
#define TRUTH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A function that stays one, with the calls of it that the source has. */
#ifdef __clang__
#define STAYS __attribute__((noinline))
#else
#define STAYS __attribute__((noipa))
#endif
#ifdef __cplusplus
#define FN STAYS
#else
#define FN static STAYS
#endif

/* After a call: so that it is a call and no jump. */
#define RETURNS() __asm__ volatile("" ::: "memory")

/* Some microseconds of the function it stands in. */
#define SPIN 30000

static inline __attribute__((always_inline)) void spin(int n)
{
	while (n-- > 0)
		__asm__ volatile("" : "+r"(n));
}

static inline __attribute__((always_inline)) void truth(const char *const *lines, int n)
{
	for (int i = 0; i < n; i++)
		puts(lines[i]);
	fflush(stdout);
}

static inline __attribute__((always_inline)) long cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The body of main: each phase by turns until the time is used. */
#define RUN(lines, phases)                                                                   \
	do {                                                                                 \
		long until = argc > 1 ? atol(argv[1]) : 200;                                 \
		truth(lines, (int)(sizeof(lines) / sizeof *(lines)));                        \
		while (cpu_ms() < until)                                                     \
			for (int p = 0; p < (int)(sizeof(phases) / sizeof *(phases)); p++) { \
				(phases)[p]();                                               \
				RETURNS();                                                   \
			}                                                                    \
	} while (0)

#endif

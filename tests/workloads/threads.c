// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Threads and forked children, each busy in a function of its own: which thread ran what is known.
 * threads [MS [THREADS [CHILDREN]]]: CPU time of each (default 300), up to 8 threads and 8 children
 * (default 4 and 3). Prints "tid FUNCTION PID TID" for each. Build as the Makefile does: with frame
 * pointers in leaf functions too, without tail calls and inlining.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 8 };

static long ms = 300;

static long thread_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void say(const char *function)
{
	char line[128];
	int n = snprintf(line, sizeof line, "tid %s %d %ld\n", function, (int)getpid(),
	                 syscall(SYS_gettid));
	if (write(1, line, (size_t)n) != n)
		_exit(1);
}

/* The work stands in each function itself, so that it is the leaf of its samples. The clock is
 * asked rarely. */
#define BODY(name)                                         \
	do {                                               \
		volatile unsigned long x = 1;              \
		say(name);                                 \
		while (thread_ms() < ms)                   \
			for (long i = 0; i < 1000000; i++) \
				x = x * 31 + 7;            \
	} while (0)

#define THREAD(i)                             \
	static void *thread_fn_##i(void *arg) \
	{                                     \
		BODY("thread_fn_" #i);        \
		return arg;                   \
	}
#define CHILD(i)                       \
	static void child_fn_##i(void) \
	{                              \
		BODY("child_fn_" #i);  \
	}

THREAD(0)
THREAD(1)
THREAD(2)
THREAD(3)
THREAD(4)
THREAD(5)
THREAD(6)
THREAD(7)
CHILD(0)
CHILD(1)
CHILD(2)
CHILD(3)
CHILD(4)
CHILD(5)
CHILD(6)
CHILD(7)

static void *(*const thread_fns[MOST])(void *) = {
	thread_fn_0, thread_fn_1, thread_fn_2, thread_fn_3,
	thread_fn_4, thread_fn_5, thread_fn_6, thread_fn_7,
};
static void (*const child_fns[MOST])(void) = {
	child_fn_0, child_fn_1, child_fn_2, child_fn_3,
	child_fn_4, child_fn_5, child_fn_6, child_fn_7,
};

static int at_most(const char *text)
{
	int n = atoi(text);
	return n < 0 ? 0 : n > MOST ? MOST : n;
}

int main(int argc, char **argv)
{
	int n_threads = argc > 2 ? at_most(argv[2]) : 4,
	    n_children = argc > 3 ? at_most(argv[3]) : 3;
	pthread_t threads[MOST];
	if (argc > 1)
		ms = atol(argv[1]);
	for (int i = 0; i < n_children; i++)
		if (fork() == 0) {
			child_fns[i]();
			_exit(0);
		}
	for (int i = 0; i < n_threads; i++)
		if (pthread_create(&threads[i], NULL, thread_fns[i], NULL))
			return 1;
	for (int i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	while (wait(NULL) > 0)
		;
	return 0;
}

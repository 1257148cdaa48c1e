// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A process to attach to. attach one|two [MS [IDLE]]: works in busy_one or busy_two until a line
 * comes on standard input, then starts a thread, which works in late_thread, and a child, which
 * works in late_child, for MS of CPU time each (default 300), and ends with them. IDLE threads that
 * only sleep are there from the start. Prints "pid FUNCTION PID TID" for each that works, the first
 * once all threads are there.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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
	int n = snprintf(line, sizeof line, "pid %s %d %ld\n", function, (int)getpid(),
	                 syscall(SYS_gettid));
	if (write(1, line, (size_t)n) != n)
		_exit(1);
}

static int told(void)
{
	struct pollfd v = { .fd = 0, .events = POLLIN };
	return poll(&v, 1, 0) != 0;
}

/* The work stands in each function itself, so that it is the leaf of its samples. */
#define BODY(name, until)                                 \
	do {                                              \
		volatile unsigned long x = 1;             \
		say(name);                                \
		while (!(until))                          \
			for (long i = 0; i < 300000; i++) \
				x = x * 31 + 7;           \
	} while (0)

static void busy_one(void)
{
	BODY("busy_one", told());
}

static void busy_two(void)
{
	BODY("busy_two", told());
}

static void *late_thread(void *arg)
{
	BODY("late_thread", thread_ms() >= ms);
	return arg;
}

static void late_child(void)
{
	BODY("late_child", thread_ms() >= ms);
}

static void *idle(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static int start(void *(*function)(void *), pthread_t *thread)
{
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	return pthread_create(thread, &attr, function, NULL);
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int two = argc > 1 && strcmp(argv[1], "two") == 0;
	if (argc > 2)
		ms = atol(argv[2]);
	for (long i = 0, n = argc > 3 ? atol(argv[3]) : 0; i < n; i++)
		if (start(idle, &thread))
			return 1;
	if (two)
		busy_two();
	else
		busy_one();
	if (start(late_thread, &thread))
		return 1;
	if (fork() == 0) {
		ms += thread_ms();
		late_child();
		_exit(0);
	}
	pthread_join(thread, NULL);
	while (wait(NULL) > 0)
		;
	return 0;
}

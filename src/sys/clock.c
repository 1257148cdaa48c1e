// SPDX-License-Identifier: GPL-2.0-or-later
/* Time for waiting; that of records is the kernel's own, or that of a clock that was asked for. */
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "sys/sys.h"

static uint64_t ns_of(struct timespec t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t sys_now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return ns_of(t);
}

uint64_t sys_thread_cpu_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return ns_of(t);
}

int sys_clock_ns(int clock, uint64_t *ns)
{
	struct timespec t;
	if (clock_gettime(clock, &t) < 0)
		return -errno;
	*ns = ns_of(t);
	return 0;
}

int sys_clock_resolution_ns(int clock, uint64_t *ns)
{
	struct timespec t;
	if (clock_getres(clock, &t) < 0)
		return -errno;
	*ns = ns_of(t);
	return 0;
}

void sys_timestamp(char out[20], unsigned later_cs)
{
	struct timespec t;
	struct tm tm;
	clock_gettime(CLOCK_REALTIME, &t);
	long cs = t.tv_nsec / 10000000 + (long)later_cs;
	t.tv_sec += cs / 100;
	localtime_r(&t.tv_sec, &tm);
	size_t n = strftime(out, 20, "%Y%m%d%H%M%S", &tm);
	snprintf(out + n, 20 - n, "%02u", (unsigned)(cs % 100));
}

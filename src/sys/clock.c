// SPDX-License-Identifier: GPL-2.0-or-later
/* Time for waiting; that of records is the kernel's own. */
#include <stdio.h>
#include <time.h>

#include "sys/sys.h"

uint64_t sys_now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t sys_thread_cpu_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
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

// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls of the vdso's functions, see truth.h: a stack that begins in it. */
#include <sys/time.h>

#include "truth.h"

FN void asks_clock(void)
{
	struct timespec t;
	for (int i = 0; i < SPIN / 30; i++)
		clock_gettime(CLOCK_MONOTONIC, &t);
	RETURNS();
}

FN void asks_day(void)
{
	struct timeval t;
	for (int i = 0; i < SPIN / 30; i++)
		gettimeofday(&t, NULL);
	RETURNS();
}

static const char *const lines[] = {
	"stack -;asks_clock;main;-;_start",
	"stack -;asks_day;main;-;_start",
};

static void (*const phases[])(void) = { asks_clock, asks_day };

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}

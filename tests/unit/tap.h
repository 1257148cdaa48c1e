/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Test Anything Protocol for unit tests: each test is one program, its main calls ok(), is_u64(),
 * is_str() and returns done_testing().
 */
#ifndef PMREC_TESTS_TAP_H
#define PMREC_TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int tap_n, tap_failed;

__attribute__((format(printf, 2, 3), unused)) static bool ok(bool cond, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	printf("%sok %d - ", cond ? "" : "not ", ++tap_n);
	vprintf(fmt, ap);
	putchar('\n');
	va_end(ap);
	tap_failed += !cond;
	return cond;
}

__attribute__((unused)) static bool is_u64(uint64_t got, uint64_t want, const char *what)
{
	bool same = ok(got == want, "%s", what);
	if (!same)
		printf("#  got %" PRIu64 " (0x%" PRIx64 ")\n# want %" PRIu64 " (0x%" PRIx64 ")\n",
		       got, got, want, want);
	return same;
}

__attribute__((unused)) static bool is_str(const char *got, const char *want, const char *what)
{
	bool same = ok((got && want) ? strcmp(got, want) == 0 : got == want, "%s", what);
	if (!same)
		printf("#  got '%s'\n# want '%s'\n", got ? got : "(null)", want ? want : "(null)");
	return same;
}

__attribute__((unused)) static void skip(const char *why, const char *what)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_n, what, why);
}

static int done_testing(void)
{
	printf("1..%d\n", tap_n);
	return tap_failed ? 1 : 0;
}

#endif

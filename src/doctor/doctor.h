/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What this machine can do for a profiler, found by trying: which events open, which call graphs
 * come back, and whether what the kernel delivers is true. For people whose recording is not what
 * they hoped for, and for those who build kernels that implement this ABI.
 */
#ifndef PMREC_DOCTOR_DOCTOR_H
#define PMREC_DOCTOR_DOCTOR_H

#include <stdbool.h>

enum doctor_verdict {
	DOCTOR_PASS,
	DOCTOR_FAIL, /* and what is missing */
	DOCTOR_SKIP, /* there is nothing to try here */
};

struct doctor_result {
	enum doctor_verdict verdict;
	char detail[256]; /* what was found; why it failed */
	char fix[160];    /* what would help; "" = nothing is known to */
};

struct doctor_check {
	const char *group, *name;
	void (*run)(struct doctor_result *r); /* {0} before: it passes with nothing to say */
	bool is_vital;                        /* without it there is no profiling at all */
};

extern const struct doctor_check doctor_checks[]; /* ends with name NULL */

enum doctor_state { DOCTOR_FULL, DOCTOR_PARTIAL, DOCTOR_FAILED };
/* The sum of all checks: nothing failed, something did, something vital did. */
enum doctor_state doctor_sum(const struct doctor_result *results);

#endif

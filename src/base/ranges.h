/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of numbers such as "0-3,7": of CPUs, of processes, of bits.
 */
#ifndef PMREC_BASE_RANGES_H
#define PMREC_BASE_RANGES_H

#include <stdbool.h>
#include <stdint.h>

struct range {
	uint64_t from, to; /* inclusive; from <= to */
};

/* Take the next range off the list at *text. False at the list's end, which is a NUL byte, and at
 * what is no range: *text is then where it stands. */
bool range_next(const char **text, struct range *out);

#endif

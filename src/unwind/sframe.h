/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the entries of functions in SFrame and their rows. */
#ifndef PMREC_UNWIND_SFRAME_H
#define PMREC_UNWIND_SFRAME_H

#include "unwind/internal.h"

struct sframe {
	const struct unwind_source *src;
	struct span fdes, fres; /* entries of functions, and of the rows in them */
	uint8_t version;
	int8_t fp_off, ra_off; /* from the CFA, where they are always; 0 = in the rows */
	uint64_t n_left; /* rows that may still be read: more than there are would be a trick */
};

/* An entry of a function. */
struct sframe_fde {
	int64_t start;
	uint32_t n, first, n_fres;
	uint8_t addr_bytes, repeat; /* repeat: of stubs that are all alike; 0 = none */
	bool is_flex, is_signal;
	bool is_usable;
};

/* The rows of one run of a function's code, [begin, end), as far as they hold from an address on;
 * the last of them holds to its end. */
void sframe_rows(struct sframe *s, struct unwind_table *t, const struct sframe_fde *f,
                 uint64_t begin, uint64_t from, uint64_t end);

#endif

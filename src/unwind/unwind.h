/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From what a sample holds to the addresses of its call chain. Pure.
 */
#ifndef PMREC_UNWIND_UNWIND_H
#define PMREC_UNWIND_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* One address of a call chain, innermost first. */
struct chain_frame {
	uint64_t ip;
	uint8_t mode;   /* ABI_MISC_KERNEL, ABI_MISC_USER, ...: the context it belongs to */
	bool is_caller; /* a return address: the call is the instruction before it */
};

/* A walk over the chain as the kernel recorded it: context markers switch the mode and are not
 * given out. The first address after a marker is where that context was interrupted, all others are
 * return addresses. */
struct chain_walk {
	struct words chain, user;
	uint64_t at;
	uint8_t mode;
	bool is_first;
	bool is_incomplete; /* the user part was put off and is not at hand */
};

/* mode: the context of addresses before the first marker: the sample's own. user: the addresses
 * that stand for the end of a chain whose user part was put off; n = 0 = not at hand. */
void chain_walk_init(struct chain_walk *w, struct words chain, struct words user, uint8_t mode);
/* The next address in *out; false at the end. */
bool chain_next(struct chain_walk *w, struct chain_frame *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as DWARF writes them (DWARF 5, section 7.6), of this machine's byte order. */
#ifndef PMREC_UNWIND_DWARF_H
#define PMREC_UNWIND_DWARF_H

#include "base/span.h"

/* What is not there reads as 0, and ok is false from then on. */
struct dwarf_reader {
	struct span left;
	bool ok;
};
uint64_t dwarf_fixed(struct dwarf_reader *r, unsigned n); /* n bytes, 1 to 8 */
uint64_t dwarf_uleb(struct dwarf_reader *r);
int64_t dwarf_sleb(struct dwarf_reader *r);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the entries of call frame information and the instructions in them. */
#ifndef PMREC_UNWIND_CFI_H
#define PMREC_UNWIND_CFI_H

#include "unwind/internal.h"

/* A common information entry. */
struct cie {
	uint64_t off; /* in the section */
	uint64_t code_align, ra;
	int64_t data_align;
	struct span program;      /* instructions that set up the rules at a function's start */
	struct rule_set *initial; /* those rules; NULL until they are needed */
	uint8_t encoding;         /* of addresses */
	uint8_t segment_bytes;
	bool is_usable, is_signal, has_data;
};

/* Instructions on their way into rows. */
struct cfi_program {
	struct unwind_table *table;
	struct cie *cie;
	const struct unwind_source *src;
	struct unwind_section section;
	uint64_t at, from, end; /* rows are made for addresses [from, end) */
	struct rule_set now;
	uint32_t n_saved;
	bool is_bad; /* from here on the rules are not known */
};

/* Make cie->initial. */
void cie_prepare(struct cfi_program *p);
/* Run a function's instructions. */
void program_run(struct cfi_program *p, uint64_t addr, struct span program);

#endif

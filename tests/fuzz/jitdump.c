// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a jitdump file: no crash, and each symbol owns some address inside itself. */
#include "tests/fuzz/symtab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct symtab t;
	struct err e = { 0 };
	int r = jitdump_parse(span_of(data, n), &a, &t, &e);
	assert(r == 0 || (r == ERR_CORRUPT && *e.text && !t.n));
	symtab_check(&t);
	arena_release(&a);
	return 0;
}

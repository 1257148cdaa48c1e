// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a table of Go functions: no crash, and names that end within them. */
#include "symbols/internal.h"
#include "tests/fuzz/symtab.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct symtab t;
	struct symbol *v;
	struct err e = { 0 };
	uint32_t n_v;
	int r = gopclntab_functions(span_of(data, n), n & 1 ? 0x401000 : 0, &v, &n_v, &e);
	assert(r == 0 || ((r == ERR_CORRUPT || r == ERR_UNSUPPORTED) && *e.text && !n_v));
	assert(r != 0 || gopclntab_is(span_of(data, n)));
	symtab_build(v, n_v, &a, &t);
	symtab_check(&t);
	free(v);
	arena_release(&a);
	return 0;
}

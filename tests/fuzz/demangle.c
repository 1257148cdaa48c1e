// SPDX-License-Identifier: GPL-2.0-or-later
/* Any text as a mangled name: no crash, no endless work, no endless text. */
#include <assert.h>
#include <stdlib.h>

#include "symbols/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	char *name = arena_dup(&a, data, n);
	for (int params = 0; params < 2; params++) {
		char *shown = demangle(name, params, &a);
		assert(!shown || *shown);
	}
	arena_release(&a);
	return 0;
}

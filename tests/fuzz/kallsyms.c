// SPDX-License-Identifier: GPL-2.0-or-later
/* Any text as kallsyms: no crash, and no symbol reaches into the next. */
#include <assert.h>

#include "symbols/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct symtab t;
	struct err e = { 0 };
	int r = kallsyms_parse(span_of(data, n), &a, &t, &e);
	assert(r == 0 || r == ERR_DENIED);
	for (uint32_t i = 0; i < t.n; i++) {
		const struct symbol *s = &t.v[i];
		assert(s->start < s->end && *s->name && (!s->module || *s->module));
		assert(!i || s[-1].end <= s->start || s[-1].start == s->start);
		const struct symbol *at = symtab_find(&t, s->start);
		assert(at && at->start == s->start);
	}
	arena_release(&a);
	return 0;
}

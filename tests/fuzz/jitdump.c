// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a jitdump file: no crash, and each symbol owns some address inside itself. */
#include <assert.h>

#include "symbols/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct symtab t;
	struct err e = { 0 };
	int r = jitdump_parse(span_of(data, n), &a, &t, &e);
	assert(r == 0 || (r == ERR_CORRUPT && *e.text && !t.n));
	for (uint32_t i = 0; i < t.n; i++)
		assert(t.v[i].start < t.v[i].end && *t.v[i].name);
	for (uint32_t i = 0; i < t.n_pieces; i++) {
		const struct symbol *s = symtab_find(&t, t.pieces[i].at);
		assert(!i || t.pieces[i - 1].at < t.pieces[i].at);
		assert(!s || (s->start <= t.pieces[i].at && t.pieces[i].at < s->end));
	}
	arena_release(&a);
	return 0;
}

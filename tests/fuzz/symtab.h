/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PMREC_FUZZ_SYMTAB_H
#define PMREC_FUZZ_SYMTAB_H

#include <assert.h>

#include "symbols/symbols.h"

/* Each symbol has a name and owns some address inside itself. */
static inline void symtab_check(const struct symtab *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		assert(t->v[i].start < t->v[i].end && *t->v[i].name);
	for (uint32_t i = 0; i < t->n_pieces; i++) {
		const struct symbol *s = symtab_find(t, t->pieces[i].at);
		assert(!i || t->pieces[i - 1].at < t->pieces[i].at);
		assert(!s || (s->start <= t->pieces[i].at && t->pieces[i].at < s->end));
	}
}

#endif

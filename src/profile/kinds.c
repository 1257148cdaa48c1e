// SPDX-License-Identifier: GPL-2.0-or-later
/* Functions that are the same as far as sort keys tell: each is stood for by the first of its kind.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

struct kind {
	uint32_t function, file, line, path; /* TABLE_NONE where no key tells it */
};

static uint32_t first_of_kind(struct table *t, const struct kind *kinds, uint32_t function)
{
	const struct kind *k = &kinds[function];
	uint64_t hash = hash_bytes(k, sizeof *k, 0);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(t, hash, &i)) != TABLE_NONE)
		if (memcmp(&kinds[id], k, sizeof *k) == 0)
			return id;
	table_add(t, hash, function);
	return function;
}

static struct kind kind_of(const struct places *p, uint32_t function, unsigned keys)
{
	const struct function *f = &p->functions[function];
	struct kind k = { TABLE_NONE, TABLE_NONE, TABLE_NONE, TABLE_NONE };
	const struct site *site = f->site ? &p->sites.v[f->site] : NULL;
	if (keys & 1u << SORT_SYM)
		k.function = function_plain(p, function);
	if (keys & 1u << SORT_DSO)
		k.file = f->file;
	if (keys & 1u << SORT_SRCLINE) {
		k.line = site ? site->line : TABLE_NONE;
		if (k.line == TABLE_NONE) /* each has a place of its own then */
			k.function = function;
	}
	if (keys & 1u << SORT_SRCFILE)
		k.path = site ? site->path : TABLE_NONE;
	return k;
}

uint32_t *function_kinds(const struct places *p, unsigned keys)
{
	struct table t = { 0 };
	if (!p->sites.n)
		return NULL;
	uint32_t *first = mem_new(p->n_functions * sizeof *first);
	struct kind *kinds = mem_new(p->n_functions * sizeof *kinds);
	for (uint32_t i = 0; i < p->n_functions; i++) {
		kinds[i] = kind_of(p, i, keys);
		first[i] = first_of_kind(&t, kinds, i);
	}
	table_release(&t);
	free(kinds);
	return first;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each text once, as a small id. Ids count up from 0 in order of first sight; texts live until
 * release. The empty set is {0}.
 */
#ifndef PMREC_BASE_INTERN_H
#define PMREC_BASE_INTERN_H

#include "base/arena.h"
#include "base/table.h"

struct intern_text {
	const char *s; /* with a NUL byte behind it */
	uint32_t n;    /* length in bytes */
};

struct intern {
	struct arena arena;
	struct table table;
	struct intern_text *v;
	uint32_t n, cap;
};

uint32_t intern_n(struct intern *in, const void *s, size_t n);
uint32_t intern(struct intern *in, const char *s);
void intern_release(struct intern *in);

static inline const char *intern_str(const struct intern *in, uint32_t id)
{
	return in->v[id].s;
}

#endif

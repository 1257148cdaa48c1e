// SPDX-License-Identifier: GPL-2.0-or-later
/* The groups of a histogram in order: by weight mostly, or by what was asked for. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "profile/profile.h"

/* Below 0: a comes first. A text that is not there comes last. */
static int texts_compare(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a == NULL) - (b == NULL);
}

static int numbers_compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static const char *file_label(const struct places *p, const struct hist_entry *x)
{
	return x->file ? session_text(p->session, p->session->files[x->file].label) : NULL;
}

/* By what one key tells. */
static int keys_compare(const struct places *p, const struct hist_entry *x,
                        const struct hist_entry *y, enum sort_key key)
{
	const struct function *f = &p->functions[x->example], *g = &p->functions[y->example];
	switch (key) {
	case SORT_COMM:
		return x->comm == y->comm ? 0
		                          : strcmp(session_text(p->session, x->comm),
		                                   session_text(p->session, y->comm));
	case SORT_DSO:
		return texts_compare(file_label(p, x), file_label(p, y));
	case SORT_SYM:
		return texts_compare(function_name(p, f), function_name(p, g));
	case SORT_SRCLINE:
		return texts_compare(function_line(p, f), function_line(p, g));
	case SORT_SRCFILE:
		return texts_compare(function_path(p, f), function_path(p, g));
	case SORT_PID:
	case SORT_TID:
		return numbers_compare((int32_t)x->tid, (int32_t)y->tid);
	case SORT_TGID:
		return numbers_compare((int32_t)x->pid, (int32_t)y->pid);
	case SORT_CPU:
		return numbers_compare((int32_t)x->cpu, (int32_t)y->cpu);
	case SORT_KEYS:
		break;
	}
	return 0;
}

int hist_before(const void *a, const void *b, void *ctx)
{
	static const enum sort_key keys[] = { SORT_COMM, SORT_TGID, SORT_TID,
		                              SORT_CPU,  SORT_SYM,  SORT_SRCLINE };
	const struct hist_entry *x = a, *y = b;
	const struct places *p = ctx;
	if (x->self != y->self)
		return x->self > y->self;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		int c = keys_compare(p, x, y, keys[i]);
		if (c)
			return c < 0;
	}
	return p->functions[x->example].start < p->functions[y->example].start;
}

uint64_t hist_number(const struct hist_entry *x, enum hist_number number)
{
	switch (number) {
	case NUMBER_CHILDREN:
		return x->children;
	case NUMBER_SELF:
	case NUMBER_PERIOD:
		return x->self;
	case NUMBER_SAMPLES:
		return x->self_samples;
	case NUMBER_SYS:
	case NUMBER_USER:
	case NUMBER_GUEST_SYS:
	case NUMBER_GUEST_USER:
		return x->by_mode[number - NUMBER_SYS];
	case HIST_COLUMNS:
		break;
	}
	return 0;
}

int hist_compare(const struct hist *h, struct hist_entry *const *x, struct hist_entry *const *y,
                 uint32_t n_members)
{
	for (uint32_t i = 0; i < h->options.n_order; i++) {
		unsigned by = h->options.order[i];
		int c = 0;
		if (by < SORT_KEYS)
			c = keys_compare(h->places, hist_any(x), hist_any(y), by);
		for (uint32_t k = 0; by >= SORT_KEYS && k < n_members && !c; k++) {
			uint64_t a = x[k] ? hist_number(x[k], by) : 0;
			uint64_t b = y[k] ? hist_number(y[k], by) : 0;
			c = (a < b) - (a > b); /* the largest first */
		}
		if (c)
			return c;
	}
	return 0;
}

static int asked_before(const void *a, const void *b, void *ctx)
{
	const struct hist *h = ctx;
	struct hist_entry *x = (void *)(uintptr_t)a, *y = (void *)(uintptr_t)b;
	int c = hist_compare(h, &x, &y, 1);
	return c ? c < 0 : hist_before(x, y, (void *)(uintptr_t)h->places);
}

static void sort_as_asked(const struct hist *h, struct hist_entry **v)
{
	for (uint32_t i = 0; i < h->n; i++)
		v[i] = &h->v[i];
	sort_pointers(v, h->n, asked_before, (void *)(uintptr_t)h);
}

/* Sort n pairs, whose values are indices into h->v, by what key_of() gives; equal ones stay as they
 * are. */
static void pairs_by(struct sort_pair *pairs, const struct hist *h,
                     uint64_t (*key_of)(const struct hist *h, const struct hist_entry *x))
{
	for (uint32_t i = 0; i < h->n; i++)
		pairs[i].key = key_of(h, &h->v[pairs[i].value]);
	sort_pairs(pairs, pairs + h->n, h->n);
}

static uint64_t key_start(const struct hist *h, const struct hist_entry *x)
{
	return h->places->functions[x->example].start;
}

static uint64_t key_comm(const struct hist *h, const struct hist_entry *x)
{
	return (uint64_t)x->comm << 1 | (h->places->functions[x->example].name == TABLE_NONE);
}

static uint64_t key_self(const struct hist *h, const struct hist_entry *x)
{
	(void)h;
	return ~x->self;
}

static uint64_t key_children(const struct hist *h, const struct hist_entry *x)
{
	(void)h;
	return ~x->children;
}

/* As numbers first, from the least to the most that decides. What is left to compare are names: the
 * many without one are in their order then. */
struct hist_entry **hist_sorted(const struct hist *h, bool children)
{
	struct hist_entry **v = mem_resize(NULL, h->n, sizeof *v);
	if (h->options.n_order) {
		sort_as_asked(h, v);
		return v;
	}
	struct sort_pair *pairs = mem_resize(NULL, 2 * (size_t)h->n, sizeof *pairs);
	for (uint32_t i = 0; i < h->n; i++)
		pairs[i].value = i;
	pairs_by(pairs, h, key_start);
	pairs_by(pairs, h, key_comm);
	pairs_by(pairs, h, children ? key_children : key_self);
	for (uint32_t i = 0, next; i < h->n; i = next) {
		for (next = i; next < h->n && pairs[next].key == pairs[i].key; next++)
			v[next] = &h->v[pairs[next].value];
		sort_pointers(v + i, next - i, hist_before, (void *)(uintptr_t)h->places);
	}
	free(pairs);
	return v;
}

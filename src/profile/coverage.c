// SPDX-License-Identifier: GPL-2.0-or-later
/* How many samples fell on functions with a name, and in which files those lie that have none; and
 * how many have whole stacks. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "profile/profile.h"

static int more_samples(const void *a, const void *b, void *ctx)
{
	const struct coverage_file *x = a, *y = b;
	(void)ctx;
	return x->samples != y->samples ? x->samples > y->samples : x->file < y->file;
}

/* The files that have any, largest first. */
static void coverage_files(struct coverage *c, const struct places *p, const uint64_t *samples,
                           uint32_t n_files)
{
	struct coverage_file *all = mem_new(((size_t)n_files + 1) * sizeof *all), **order;
	order = mem_new(((size_t)n_files + 1) * sizeof *order);
	for (uint32_t f = 0; f < n_files; f++) {
		if (!samples[f])
			continue;
		struct coverage_file *x = &all[c->n];
		*x = (struct coverage_file){ .file = f, .samples = samples[f] };
		x->miss = place_file_state(p, f, &x->why);
		order[c->n++] = x;
	}
	sort_pointers(order, c->n, more_samples, NULL);
	c->v = mem_new(((size_t)c->n + 1) * sizeof *c->v);
	for (uint32_t i = 0; i < c->n; i++)
		c->v[i] = *order[i];
	free(order);
	free(all);
}

void coverage_build(struct coverage *c, const struct profile *p)
{
	const struct places *places = p->stacks.places;
	uint32_t n_files = places->session->n_files;
	uint64_t *samples = mem_new(((size_t)n_files + 1) * sizeof *samples);
	*c = (struct coverage){ 0 };
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *x = &p->v[i];
		const struct function *f = &places->functions[p->stacks.v[x->stack].leaf];
		c->all += x->samples;
		if (f->name != TABLE_NONE) {
			c->named += x->samples;
			continue;
		}
		if (!f->file)
			c->homeless += x->samples;
		samples[f->file] += x->samples;
	}
	coverage_files(c, places, samples, n_files);
	free(samples);
}

void coverage_stacks(struct coverage *c, const struct profile *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		c->by_end[profile_end(p, &p->v[i])] += p->v[i].samples;
}

void coverage_release(struct coverage *c)
{
	free(c->v);
	*c = (struct coverage){ 0 };
}

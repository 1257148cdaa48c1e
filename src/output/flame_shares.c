// SPDX-License-Identifier: GPL-2.0-or-later
/* How wide the frames of a flame graph are, how much they changed, and which are worth a frame. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "output/flame.h"

uint64_t *flame_totals(const struct flame *f, const struct flame_side *side,
                       const struct stack_measure *m, uint64_t *sum)
{
	const struct stacktree *t = &f->tree;
	uint64_t *own = stacktree_new_weights(t), *total = stacktree_new_weights(t);
	stacktree_own(t, side->paths, side->profile, m, own);
	stacktree_totals(t, own, total);
	*sum = 0;
	for (uint32_t i = 0; i < t->n; i++)
		*sum += own[i];
	free(own);
	return total;
}

static void add_shares(const struct flame *f, const struct flame_side *side, const char *event,
                       double part, double *shares)
{
	uint64_t sum,
		*total = flame_totals(f, side, &(struct stack_measure){ .event = event }, &sum);
	for (uint32_t i = 0; i < f->tree.n && sum; i++)
		shares[i] += part * (double)total[i] / (double)sum;
	free(total);
}

double *flame_shares(const struct flame *f, const char *event)
{
	double *shares = mem_new((f->tree.n + (size_t)1) * sizeof *shares);
	double part = f->before.profile ? 0.5 : 1;
	add_shares(f, &f->shown, event, part, shares);
	if (f->before.profile)
		add_shares(f, &f->before, event, part, shares);
	return shares;
}

double flame_change(double now, double before, double n_now, double n_before)
{
	if (now + before <= 0)
		return 0;
	/* The spread of the difference of two shares, each of so many samples. */
	double spread =
		sqrt(now / (n_now > 0 ? n_now : 1) + before / (n_before > 0 ? n_before : 1));
	double sure = fmin(1, fabs(now - before) / spread / 3);
	return sure * (now - before) / (now + before);
}

void flame_prune(struct flame *f, const char *event, double min_share)
{
	const struct data *d = f->session->data;
	bool *keep = mem_new(f->tree.n + (size_t)1);
	char name[64];
	for (uint32_t i = 0; i < d->n_events; i++) {
		if (!f->shown.profile->event_samples[i] ||
		    (event && strcmp(event, d->events[i].name)))
			continue;
		double *shares = flame_shares(f, d->events[i].name);
		for (uint32_t j = 0; j < f->tree.n; j++)
			keep[j] |= shares[j] >= min_share;
		free(shares);
	}
	snprintf(name, sizeof name, "[less than %g %%]", 100 * min_share);
	stacktree_prune(&f->tree, keep, name);
	free(keep);
}

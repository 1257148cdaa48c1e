// SPDX-License-Identifier: GPL-2.0-or-later
/* The recording that another one is compared with. */
#include "cli/cli.h"

/* Weights of different events have different units. */
static int baseline_check_event(const struct input *in, const char *event, struct err *e)
{
	char names[256] = "";
	if (!*event)
		return 0;
	for (uint32_t i = 0; i < in->data.n_events; i++) {
		const char *name = in->data.events[i].name;
		size_t n = strlen(names);
		if (strcmp(name, event) == 0)
			return 0;
		snprintf(names + n, sizeof names - n, "%s'%s'", n ? ", " : "", name);
	}
	return err_set(e, ERR_USAGE, "'%s' has no event '%s' to compare with: it has %s", in->path,
	               event, *names ? names : "none");
}

int baseline_read(struct baseline *b, const char *path, const struct baseline_like *like,
                  struct filter *f, struct err *e)
{
	*b = (struct baseline){ 0 };
	int rc = input_open_path(&b->in, path, like->options, e);
	if (!rc)
		rc = filter_check(f, &b->in.data, e);
	if (!rc)
		rc = baseline_check_event(&b->in, like->event, e);
	if (rc)
		return rc;
	b->in.places.unnamed = like->in->places.unnamed;
	b->in.places.sites.wanted = like->in->places.sites.wanted;
	uint64_t n_taken = f->n_taken;
	f->n_taken = 0;
	input_profile(&b->in, &b->profile, f, like->profile->keys);
	b->n_taken = f->n_taken;
	f->n_taken = n_taken;
	return 0;
}

int baseline_verdict(const struct baseline *b, const struct filter *f, int rc)
{
	if (rc < 0 || !b->in.path)
		return rc;
	struct filter of_it = *f;
	of_it.n_taken = b->n_taken;
	int own = input_verdict(&b->in, &of_it);
	return own > rc ? own : rc;
}

void baseline_release(struct baseline *b)
{
	profile_release(&b->profile);
	input_close(&b->in);
}

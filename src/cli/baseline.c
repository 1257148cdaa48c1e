// SPDX-License-Identifier: GPL-2.0-or-later
/* The recording that another one is compared with. */
#include "cli/cli.h"

/* A recording that was cut off does not hold the names of its events: what they are called then may
 * differ from what the same ones are called where they are named. */
static bool is_same_event(const struct abi_attr *a, const struct abi_attr *b)
{
	enum { HARDWARE, SOFTWARE, TRACEPOINT, HW_CACHE, RAW };
	const uint64_t who = ABI_EXCLUDE_USER | ABI_EXCLUDE_KERNEL;
	bool is_fixed = a->type <= RAW && a->type != TRACEPOINT; /* the same on any machine */
	return is_fixed && a->type == b->type && a->config == b->config &&
	       (a->flags & who) == (b->flags & who);
}

static void baseline_name_events(struct data *d, const struct data *like)
{
	for (uint32_t i = 0; i < d->n_events; i++) {
		if (data_event_named(like, d->events[i].name))
			continue;
		for (uint32_t k = 0; k < like->n_events; k++)
			if (is_same_event(&d->events[i].attr, &like->events[k].attr)) {
				d->events[i].name = like->events[k].name;
				break;
			}
	}
}

void baseline_event_names(const struct input *in, const struct profile *p, char *out, size_t room)
{
	size_t n = 0;
	*out = 0;
	for (uint32_t i = 0; i < in->data.n_events && n < room; i++)
		if (p->event_samples[i])
			n += (size_t)snprintf(out + n, room - n, "%s'%s'", n ? ", " : "",
			                      in->data.events[i].name);
}

/* Weights of different events have different units. */
static int baseline_check_event(const struct baseline *b, const char *event, struct err *e)
{
	char names[256];
	if (!*event || data_event_named(&b->in.data, event))
		return 0;
	baseline_event_names(&b->in, &b->profile, names, sizeof names);
	return err_set(e, ERR_USAGE, "'%s' has no event '%s' to compare with: it has %s",
	               b->in.name, event, *names ? names : "no samples");
}

int baseline_check(const char *path, const char *other, struct err *e)
{
	return strcmp(path, "-") == 0 && strcmp(other, "-") == 0
	               ? err_set(e, ERR_USAGE, "only one recording can be read from standard input")
	               : 0;
}

int baseline_read(struct baseline *b, const char *path, const struct baseline_like *like,
                  struct filter *f, struct err *e)
{
	*b = (struct baseline){ 0 };
	int rc = baseline_check(path, like->in->path, e);
	if (!rc)
		rc = input_open_path(&b->in, path, like->options, e);
	if (rc)
		return rc;
	baseline_name_events(&b->in.data, &like->in->data);
	if (filter_check(f, &b->in.data, e))
		rc = err_context(e, "'%s'", b->in.name);
	if (rc)
		return rc;
	b->is_same = strcmp(path, like->in->path) == 0;
	b->in.places.unnamed = like->in->places.unnamed;
	b->in.places.sites.wanted = like->in->places.sites.wanted;
	uint64_t n_taken = f->n_taken;
	f->n_taken = 0;
	input_profile(&b->in, &b->profile, f, like->profile->keys);
	b->n_taken = f->n_taken;
	f->n_taken = n_taken;
	return baseline_check_event(b, like->event, e);
}

int baseline_verdict(const struct baseline *b, const struct filter *f, int rc)
{
	if (rc < 0 || !b->in.path || b->is_same)
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

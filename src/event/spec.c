// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * "cycles:u,page-faults" -> attrs. The names are those of abi_events[]; a modifier is a row below.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/words.h"
#include "event/event.h"

/* ------------------------------------------------------------------ modifiers */

enum modifier_kind {
	ONLY_HERE, /* one of a set: whatever of the set is not named is excluded */
	PRECISE,   /* counts up */
	EXCLUDE,   /* sets its bit */
};

struct modifier {
	char letter;
	enum modifier_kind kind;
	uint64_t flags; /* ONLY_HERE: the exclusion that naming it lifts */
	uint64_t set;   /* ONLY_HERE: all exclusions of its set */
};

#define PRIVILEGES (ABI_EXCLUDE_USER | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV)
#define MACHINES (ABI_EXCLUDE_HOST | ABI_EXCLUDE_GUEST)

static const struct modifier modifiers[] = {
	{ 'u', ONLY_HERE, ABI_EXCLUDE_USER, PRIVILEGES },
	{ 'k', ONLY_HERE, ABI_EXCLUDE_KERNEL, PRIVILEGES },
	{ 'h', ONLY_HERE, ABI_EXCLUDE_HV, PRIVILEGES },
	{ 'H', ONLY_HERE, ABI_EXCLUDE_HOST, MACHINES },
	{ 'G', ONLY_HERE, ABI_EXCLUDE_GUEST, MACHINES },
	{ 'I', EXCLUDE, ABI_EXCLUDE_IDLE, 0 },
	{ 'p', PRECISE, 0, 0 },
};

static const struct modifier *modifier_find(char letter)
{
	for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
		if (modifiers[i].letter == letter)
			return &modifiers[i];
	return NULL;
}

static int modifiers_parse(const char *s, size_t n, const char *name, struct abi_attr *attr,
                           struct err *e)
{
	uint64_t named = 0, sets = 0, precise = 0;
	if (!n)
		return err_set(e, ERR_USAGE, "event '%s' has no modifiers behind its ':'", name);
	for (size_t i = 0; i < n; i++) {
		const struct modifier *m = modifier_find(s[i]);
		if (!m)
			return err_set(
				e, ERR_USAGE,
				"'%c' in event '%s' is no modifier known here (u k h H G I p)",
				s[i], name);
		if (m->kind == PRECISE && ++precise > 3)
			return err_set(e, ERR_USAGE, "event '%s' has more than three p", name);
		if (m->kind == EXCLUDE)
			attr->flags |= m->flags;
		if (m->kind == ONLY_HERE) {
			named |= m->flags;
			sets |= m->set;
		}
	}
	attr->flags |= (sets & ~named) | precise << ABI_PRECISE_SHIFT;
	return 0;
}

/* ------------------------------------------------------------------ names */

static const struct abi_event *name_find(const char *s, size_t n)
{
	for (const struct abi_event *ev = abi_events; ev->name; ev++) {
		if (strlen(ev->name) == n && memcmp(ev->name, s, n) == 0)
			return ev;
		if (ev->alias && strlen(ev->alias) == n && memcmp(ev->alias, s, n) == 0)
			return ev;
	}
	return NULL;
}

static void nearer(struct span word, const char *name, const char **best, unsigned *least)
{
	unsigned d = name ? word_distance(word, span_str(name)) : *least;
	if (d < *least) {
		*least = d;
		*best = name;
	}
}

static int unknown(const char *s, size_t n, struct err *e)
{
	struct span word = span_of(s, n);
	const char *near = NULL;
	unsigned least = word_distance_bound(word);
	for (const struct abi_event *ev = abi_events; ev->name; ev++) {
		nearer(word, ev->name, &near, &least);
		nearer(word, ev->alias, &near, &least);
	}
	if (near)
		return err_set(e, ERR_USAGE, "event '%.*s' is not known, did you mean '%s'?",
		               (int)n, s, near);
	return err_set(e, ERR_USAGE, "event '%.*s' is not known, see 'man pmrec-record'", (int)n,
	               s);
}

static int event_parse_one(const char *s, size_t n, struct event_spec *out, struct err *e)
{
	*out = (struct event_spec){ 0 };
	if (!n)
		return err_set(e, ERR_USAGE, "an event has no name");
	if (n >= EVENT_NAME_MAX - 2)
		return err_set(e, ERR_USAGE, "event name '%.*s...' is too long", 40, s);
	memcpy(out->name, s, n);
	const char *colon = memchr(s, ':', n);
	size_t n_name = colon ? (size_t)(colon - s) : n;
	const struct abi_event *ev = name_find(s, n_name);
	if (!ev)
		return unknown(s, n_name, e);
	out->attr.type = ev->type;
	out->attr.config = ev->config;
	return colon ? modifiers_parse(colon + 1, n - n_name - 1, out->name, &out->attr, e) : 0;
}

int event_parse(const char *text, struct event_list *list, struct err *e)
{
	for (const char *s = text;; s++) {
		size_t n = strcspn(s, ",");
		if (list->n == EVENTS_MAX)
			return err_set(e, ERR_USAGE, "more than %d events", EVENTS_MAX);
		VEC_ROOM(list->v, list->n, list->cap);
		int rc = event_parse_one(s, n, &list->v[list->n], e);
		if (rc < 0)
			return rc;
		list->n++;
		s += n;
		if (!*s)
			return 0;
	}
}

void event_list_release(struct event_list *list)
{
	free(list->v);
	*list = (struct event_list){ 0 };
}

void event_user_only(struct abi_attr *attr, char name[EVENT_NAME_MAX])
{
	if (!event_has_kernel(attr))
		return;
	attr->flags |= ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV;
	size_t n = strlen(name);
	const char *more = strchr(name, ':') ? "u" : ":u";
	if (n + strlen(more) < EVENT_NAME_MAX)
		memcpy(name + n, more, strlen(more) + 1);
}

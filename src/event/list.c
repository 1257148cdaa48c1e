// SPDX-License-Identifier: GPL-2.0-or-later
/* The list of events, and what is changed in those that are in it already. */
#include <stdlib.h>

#include "base/alloc.h"
#include "event/internal.h"

struct event_spec *parse_add(struct parse *p)
{
	struct event_list *list = p->list;
	if (list->n == EVENTS_MAX) {
		err_set(p->e, ERR_USAGE, "more than %d events", EVENTS_MAX);
		return NULL;
	}
	VEC_ROOM(list->v, list->n, list->cap);
	struct event_spec *spec = &list->v[list->n];
	*spec = (struct event_spec){ .leader = list->n++, .stack_bytes = EVENT_STACK_BYTES };
	return spec;
}

int parse_name(const struct parse *p, struct event_spec *spec, const char *s, size_t n)
{
	/* Room for the modifier of event_user_only(). */
	if (n >= EVENT_NAME_MAX - 2)
		return parse_fault(p, s, "the name is too long; 'name=' gives another");
	memcpy(spec->name, s, n);
	spec->name[n] = 0;
	return 0;
}

const struct event_pmus *parse_pmus(struct parse *p)
{
	if (!p->list->pmus)
		p->list->pmus = event_pmus_load(p->source, &p->list->arena);
	return p->list->pmus;
}

void event_list_release(struct event_list *list)
{
	free(list->v);
	arena_release(&list->arena);
	*list = (struct event_list){ 0 };
}

uint32_t event_attr_bytes(const struct abi_attr *attr)
{
	return attr->config4 ? ABI_ATTR_VER9 : attr->config3 ? ABI_ATTR_VER8 : ABI_ATTR_VER0;
}

/* ------------------------------------------------------------------ changes */

/* The events of the last event_parse() are tracepoints, or ERR_USAGE for the option. */
static int check_tracepoints(const struct event_list *list, const char *option, struct err *e)
{
	if (list->last == list->n)
		return err_set(e, ERR_USAGE, "%s stands behind the -e that it is for", option);
	for (uint32_t i = list->last; i < list->n; i++)
		if (list->v[i].attr.type != ABI_TYPE_TRACEPOINT)
			return err_set(e, ERR_USAGE, "%s is for tracepoints, and '%s' is none",
			               option, list->v[i].name);
	return 0;
}

int event_add_filter(struct event_list *list, const char *filter, struct err *e)
{
	int rc = check_tracepoints(list, "--filter", e);
	for (uint32_t i = list->last; rc == 0 && i < list->n; i++) {
		struct event_spec *spec = &list->v[i];
		spec->filter = spec->filter ? arena_printf(&list->arena, "(%s) && (%s)",
		                                           spec->filter, filter)
		                            : arena_dup(&list->arena, filter, strlen(filter));
	}
	return rc;
}

int event_exclude_us(struct event_list *list, struct err *e)
{
	int rc = check_tracepoints(list, "--exclude-perf", e);
	for (uint32_t i = list->last; rc == 0 && i < list->n; i++)
		list->v[i].not_by_us = true;
	return rc;
}

void event_user_only(struct abi_attr *attr, char name[EVENT_NAME_MAX])
{
	if (!event_has_kernel(attr))
		return;
	attr->flags |= ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV;
	/* Their names have colons of their own. */
	if (attr->type == ABI_TYPE_TRACEPOINT || attr->type == ABI_TYPE_BREAKPOINT)
		return;
	size_t n = strlen(name);
	const char *more = strchr(name, ':') || (n && name[n - 1] == '/') ? "u" : ":u";
	if (n + strlen(more) < EVENT_NAME_MAX)
		memcpy(name + n, more, strlen(more) + 1);
}

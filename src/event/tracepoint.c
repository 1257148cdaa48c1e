// SPDX-License-Identifier: GPL-2.0-or-later
/* "sched:sched_switch", "sched:*": tracepoints by the names and ids of tracefs. */
#include <fnmatch.h>

#include "event/internal.h"

static bool is_pattern(const char *s)
{
	return strpbrk(s, "*?[") != NULL;
}

static bool is_called(const char *name, const char *pattern)
{
	return is_pattern(pattern) ? fnmatch(pattern, name, 0) == 0 : strcmp(name, pattern) == 0;
}

/* 1 = it has no id and so cannot be opened. */
static int add_event(struct parse *p, const char *system, const char *name,
                     const struct terms *terms)
{
	char text[2 * EVENT_NAME_MAX];
	uint64_t id;
	struct arena *a = &p->list->arena;
	const char *line = source_line(p->source, a, "events/%s/%s/id", system, name);
	if (!line || !number_parse(span_str(line), &id))
		return 1;
	struct event_spec *spec = parse_add(p);
	if (!spec)
		return ERR_USAGE;
	spec->attr.type = ABI_TYPE_TRACEPOINT;
	spec->attr.config = id;
	spec->once = true;
	size_t n_system = strlen(system), n_name = strlen(name);
	if (n_system + 1 + n_name >= sizeof text)
		return parse_name(p, spec, text, sizeof text);
	memcpy(text, system, n_system);
	text[n_system] = ':';
	memcpy(text + n_system + 1, name, n_name);
	spec->tracepoint = arena_dup(a, text, n_system + 1 + n_name);
	int rc = terms_apply(p, terms, span_of(text, n_system + 1 + n_name), spec);
	if (rc == 0 && !*spec->name)
		rc = parse_name(p, spec, text, n_system + 1 + n_name);
	return rc;
}

static int add_system(struct parse *p, const char *system, const char *pattern,
                      const struct terms *terms)
{
	struct names names;
	struct arena *a = &p->list->arena;
	if (!is_pattern(pattern)) {
		int rc = add_event(p, system, pattern, terms);
		return rc < 0 ? rc : 0;
	}
	names_list(p->source, arena_printf(a, "events/%s", system), a, &names);
	for (uint32_t i = 0; i < names.n; i++) {
		if (!is_called(names.v[i], pattern))
			continue;
		int rc = add_event(p, system, names.v[i], terms);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int unknown(const struct parse *p, const struct names *systems, const char *system,
                   struct span name)
{
	struct nearest near;
	struct names events;
	struct arena *a = &p->list->arena;
	bool has = false;
	for (uint32_t i = 0; i < systems->n; i++)
		has |= strcmp(systems->v[i], system) == 0;
	if (!has && modifiers_are((const char *)name.p, name.n))
		return 1;
	if (!systems->n)
		return parse_fault(
			p, (const char *)name.p,
			"tracepoints need tracefs, which cannot be read; as root 'mount -t "
			"tracefs nodev /sys/kernel/tracing'");
	nearest_begin(&near, has ? name : span_str(system));
	if (has)
		names_list(p->source, arena_printf(a, "events/%s", system), a, &events);
	else
		events = *systems;
	for (uint32_t i = 0; i < events.n; i++)
		nearest_try(&near, events.v[i]);
	const char *hint = near.best ? near.best : "";
	const char *did = near.best ? ", did you mean '" : "", *end = near.best ? "'?" : "";
	if (has)
		return parse_fault(p, (const char *)name.p, "'%s' has no tracepoint '%.*s'%s%s%s",
		                   system, (int)name.n, (const char *)name.p, did, hint, end);
	return parse_fault(p, (const char *)name.p - 1 - strlen(system),
	                   "'%s' is neither an event nor a system of tracepoints%s%s%s", system,
	                   did, hint, end);
}

int tracepoint_events(struct parse *p, struct span system, struct span name,
                      const struct terms *terms)
{
	struct arena *a = &p->list->arena;
	char *of = arena_dup(a, system.p, system.n), *called = arena_dup(a, name.p, name.n);
	uint32_t was = p->list->n;
	struct names systems;
	names_list(p->source, "events", a, &systems);
	for (uint32_t i = 0; i < systems.n; i++) {
		if (!is_called(systems.v[i], of))
			continue;
		int rc = add_system(p, systems.v[i], called, terms);
		if (rc < 0)
			return rc;
	}
	/* What may be reached need not be listed: tracefs can be closed to its folders' readers. */
	return p->list->n > was ? 0 : unknown(p, &systems, of, name);
}

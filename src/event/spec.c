// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The grammar of event descriptions, as perf-list(1) has it:
 *
 *	list    = item { "," item }
 *	item    = event | [ name ] "{" event { "," event } "}" [ ":" letters ]
 *	event   = name [ "/" terms "/" ] [ [ ":" ] letters ]
 *	        | system ":" name [ "/" terms "/" ] [ [ ":" ] letters ]
 *	        | "mem:" address [ "/" length ] [ ":" kinds ] [ ":" letters ]
 *
 * A name is an event that every kernel has, a raw code, a PMU (before terms), or an event of one.
 * Where there are several core PMUs an event that all kernels know is an event of each.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "event/internal.h"

/* ------------------------------------------------------------------ names */

static int unknown(struct parse *p, struct span word)
{
	const struct event_pmus *pmus = parse_pmus(p);
	struct nearest near;
	nearest_begin(&near, word);
	for (const struct abi_event *ev = abi_events; ev->name; ev++) {
		nearest_try(&near, ev->name);
		nearest_try(&near, ev->alias);
	}
	char name[32];
	uint64_t config;
	for (unsigned i = 0; cache_name(i, name, &config); i++)
		nearest_try(&near, arena_dup(&p->list->arena, name, strlen(name)));
	for (uint32_t i = 0; i < pmus->n; i++)
		for (uint32_t k = 0; k < pmus->v[i].n_aliases; k++)
			nearest_try(&near, pmus->v[i].aliases[k].name);
	if (near.best)
		return parse_fault(p, (const char *)word.p,
		                   "event '%.*s' is not known, did you mean '%s'?", (int)word.n,
		                   (const char *)word.p, near.best);
	return parse_fault(p, (const char *)word.p, "event '%.*s' is not known, see 'pmrec list'",
	                   (int)word.n, (const char *)word.p);
}

/* An event of each core PMU, or of the only one there is. */
static int core_events(struct parse *p, struct span name, const struct abi_attr *attr,
                       const struct terms *terms)
{
	const struct event_pmus *pmus = parse_pmus(p);
	char text[EVENT_NAME_MAX];
	uint32_t n = 0;
	for (uint32_t i = 0; i < pmus->n || !pmus->n_core; i++) {
		const struct event_pmu *pmu = pmus->n_core ? &pmus->v[i] : NULL;
		if (pmu && !pmu->is_core)
			continue;
		struct event_spec *spec = parse_add(p);
		if (!spec)
			return ERR_USAGE;
		spec->attr.type = attr->type;
		spec->attr.config = attr->config;
		spec->is_core = true;
		if (pmu)
			pmu_to_spec(pmus, pmu, spec);
		if (spec->core && attr->type == ABI_TYPE_RAW)
			spec->attr.type = pmu->type;
		else if (spec->core)
			spec->attr.config |= (uint64_t)pmu->type << 32;
		int rc = terms_apply(p, terms, name, spec);
		if (rc == 0 && spec->core && !*spec->name) {
			snprintf(text, sizeof text, "%s/%.*s/", pmu->name, (int)name.n,
			         (const char *)name.p);
			rc = parse_name(p, spec, text, strlen(text));
		}
		if (rc < 0 || ++n == pmus->n_core || !pmus->n_core)
			return rc;
	}
	return 0;
}

/* 1 = it is no name that every kernel knows. */
static int plain_events(struct parse *p, struct span name, const struct terms *terms)
{
	struct abi_attr attr = { 0 };
	if (!legacy_find(name, &attr)) {
		if (!raw_find(name, &attr.config))
			return 1;
		attr.type = ABI_TYPE_RAW;
	}
	if (attr.type != ABI_TYPE_SOFTWARE)
		return core_events(p, name, &attr, terms);
	struct event_spec *spec = parse_add(p);
	if (!spec)
		return ERR_USAGE;
	spec->attr = attr;
	spec->once = attr.config == ABI_SW_BPF_OUTPUT;
	return terms_apply(p, terms, name, spec);
}

static bool is_plain(struct span name)
{
	struct abi_attr attr;
	return legacy_find(name, &attr) || raw_find(name, &attr.config);
}

/* ------------------------------------------------------------------ events */

/* The characters of a name; patterns are for PMUs and tracepoints. */
static struct span take_name(struct parse *p)
{
	size_t n = 0;
	while (p->at[n] && !strchr(",{}/:", p->at[n]))
		n++;
	struct span s = span_of(p->at, n);
	p->at += n;
	return s;
}

static int take_terms(struct parse *p, struct terms *terms, bool *has)
{
	terms->n = 0;
	*has = *p->at == '/';
	if (!*has)
		return 0;
	p->at++;
	return terms_read(p, &p->at, '/', terms);
}

/* Does "name:" lead to modifiers, not to a tracepoint? */
static bool has_modifiers(struct parse *p, struct span name)
{
	size_t n = strcspn(p->at + 1, ",{}/:");
	if (is_plain(name))
		return true;
	if (!modifiers_are(p->at + 1, n))
		return false;
	const struct event_pmus *pmus = parse_pmus(p);
	for (uint32_t i = 0; i < pmus->n; i++) {
		pmu_read(p->source, &pmus->v[i], &p->list->arena);
		if (pmu_alias(&pmus->v[i], name))
			return true;
	}
	return false;
}

static int take_event(struct parse *p)
{
	struct terms terms;
	bool has_terms;
	struct span name = take_name(p), second;
	if (!name.n)
		return parse_fault(p, p->at, "an event has no name");
	if (*p->at == ':' && span_is(name, "mem")) {
		p->at++;
		return breakpoint_event(p);
	}
	if (*p->at == ':' && !has_modifiers(p, name)) {
		p->at++;
		second = take_name(p);
		if (!second.n)
			return parse_fault(p, p->at, "the name of the tracepoint is missing");
		int rc = take_terms(p, &terms, &has_terms);
		rc = rc < 0 ? rc : tracepoint_events(p, name, second, &terms);
		return rc > 0 ? unknown(p, name) : rc;
	}
	int rc = take_terms(p, &terms, &has_terms);
	if (rc == 0)
		rc = plain_events(p, name, &terms);
	if (rc <= 0)
		return rc;
	rc = pmu_alias_events(p, name, &terms);
	if (rc <= 0)
		return rc;
	return has_terms ? pmu_events(p, name, &terms) : unknown(p, name);
}

/* The name that was made for one of several gets the modifiers too. */
static int add_letters(const struct parse *p, struct event_spec *spec, size_t len,
                       const char *letters, size_t n)
{
	if (len + n >= EVENT_NAME_MAX - 2)
		return parse_fault(p, letters, "the name is too long; 'name=' gives another");
	memcpy(spec->name + len, letters, n);
	spec->name[len + n] = 0;
	return 0;
}

/* Those from first on get modifiers, and a name when they have none. */
static int finish_events(struct parse *p, uint32_t first, const char *start)
{
	struct event_list *list = p->list;
	const char *letters = p->at + (*p->at == ':');
	size_t n = strcspn(letters, ",{}/:");
	bool has = letters != p->at || n;
	int rc = 0;
	for (uint32_t i = first; rc == 0 && i < list->n; i++) {
		struct event_spec *spec = &list->v[i];
		if (has)
			rc = modifiers_apply(p, letters, n, false, spec);
		size_t len = strlen(spec->name);
		if (rc == 0 && !len)
			rc = parse_name(p, spec, start, (size_t)(letters + n - start));
		else if (rc == 0 && has && spec->name[len - 1] == '/')
			rc = add_letters(p, spec, len, letters, n);
	}
	p->at = letters + n;
	return rc;
}

static int parse_event(struct parse *p)
{
	const char *start = p->at;
	uint32_t first = p->list->n;
	int rc = take_event(p);
	return rc < 0 ? rc : finish_events(p, first, start);
}

/* ------------------------------------------------------------------ groups */

/* A group counts on one PMU: the events of each core PMU become a group of their own. Those of the
 * kernel go with the first. */
static void split_group(struct event_list *list, uint32_t first)
{
	uint32_t n = list->n - first, done = 0;
	struct event_spec *sorted = mem_new((n + 1) * sizeof *sorted), *v = list->v + first;
	uint32_t home = 0;
	for (uint32_t i = 0; i < n && !home; i++)
		home = v[i].core;
	for (uint32_t i = 0; i < n; i++)
		if (!v[i].core)
			v[i].core = home;
	while (done < n) {
		uint32_t core = 0, leader = done;
		bool found = false;
		for (uint32_t i = 0; i < n; i++) {
			if (v[i].leader == UINT32_MAX || (found && v[i].core != core))
				continue;
			core = v[i].core;
			found = true;
			sorted[done] = v[i];
			sorted[done++].leader = first + leader;
			v[i].leader = UINT32_MAX;
		}
	}
	memcpy(v, sorted, n * sizeof *v);
	free(sorted);
}

static int parse_group(struct parse *p)
{
	uint32_t first = p->list->n;
	int rc = 0;
	const char *open = p->at;
	do {
		p->at++;
		rc = parse_event(p);
	} while (rc == 0 && *p->at == ',');
	if (rc < 0)
		return rc;
	if (*p->at != '}')
		return parse_fault(p, *p->at ? p->at : open,
		                   *p->at ? "this is no part of an event"
		                          : "the group does not end");
	p->at++;
	if (*p->at == ':') {
		const char *letters = ++p->at;
		size_t n = strcspn(letters, ",{}/:");
		for (uint32_t i = first; rc == 0 && i < p->list->n; i++)
			rc = modifiers_apply(p, letters, n, true, &p->list->v[i]);
		p->at += n;
	}
	split_group(p->list, first);
	return rc;
}

int event_parse(const char *text, const struct event_source *source, struct event_list *list,
                struct err *e)
{
	struct parse p = { .text = text, .at = text, .source = source, .list = list, .e = e };
	list->last = list->n;
	for (;; p.at++) {
		size_t n = strcspn(p.at, ",{}/:");
		if (p.at[n] == '{')
			p.at += n; /* the name of a group is not kept */
		int rc = *p.at == '{' ? parse_group(&p) : parse_event(&p);
		if (rc < 0)
			return rc;
		if (!*p.at)
			return 0;
		if (*p.at != ',')
			return parse_fault(&p, p.at, "this is no part of an event");
	}
}

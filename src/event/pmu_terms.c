// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * "pmu/term=value,.../": the terms of a PMU's events -> config bits. A term is one that says how to
 * sample (terms.c), a format of the PMU, a named event of it, or a raw code; on a core PMU a name
 * that every kernel has will do as well.
 */
#include <stdio.h>

#include "event/internal.h"

struct applying {
	struct parse *p;
	const struct event_pmu *pmu;
	const struct terms *said; /* by the person, for what a named event leaves open */
	struct event_spec *spec;
};

static uint64_t *config_of(struct abi_attr *attr, unsigned config)
{
	uint64_t *const v[CONFIGS] = { &attr->config, &attr->config1, &attr->config2,
		                       &attr->config3, &attr->config4 };
	return v[config];
}

/* The bits of v, from the lowest on, to where the mask has bits. Whether all found room. */
static bool scatter(uint64_t v, uint64_t mask, uint64_t *out)
{
	for (; mask; mask &= mask - 1, v >>= 1)
		if (v & 1)
			*out |= mask & -mask;
	return !v;
}

static int apply_format(const struct applying *a, const struct event_format *f,
                        const struct term *t)
{
	uint64_t v = 1, most = 0;
	const char *place = (const char *)(t->has_value ? t->value.p : t->name.p);
	if (t->has_value && !number_parse(t->value, &v))
		return parse_fault(a->p, place, "'%s' wants a number", f->name);
	if (scatter(v, f->mask, config_of(&a->spec->attr, f->config)))
		return 0;
	for (uint64_t m = f->mask; m; m &= m - 1)
		most = most << 1 | 1;
	return parse_fault(a->p, place, "the value is too large for '%s', at most 0x%llx", f->name,
	                   (unsigned long long)most);
}

static const struct event_format *format_find(const struct event_pmu *pmu, struct span name)
{
	for (uint32_t i = 0; i < pmu->n_formats; i++)
		if (span_is(name, pmu->formats[i].name))
			return &pmu->formats[i];
	return NULL;
}

static const struct term *term_find(const struct terms *terms, struct span name)
{
	for (uint32_t i = 0; i < terms->n; i++)
		if (span_equal(terms->v[i].name, name))
			return &terms->v[i];
	return NULL;
}

/* The terms that a named event stands for; what is "?" in them the person has to say. */
static int apply_alias(const struct applying *a, const struct event_alias *alias,
                       const struct term *by)
{
	struct terms terms;
	struct err e;
	const char *place = (const char *)by->name.p, *at = alias->terms;
	struct parse inner = { .text = at, .source = a->p->source, .list = a->p->list, .e = &e };
	if (terms_read(&inner, &at, 0, &terms) < 0)
		return parse_fault(a->p, place, "what the kernel says of '%s' is not understood",
		                   alias->name);
	for (uint32_t i = 0; i < terms.n; i++) {
		const struct term *t = &terms.v[i];
		if (span_is(t->value, "?"))
			t = term_find(a->said, t->name);
		if (!t || !t->has_value)
			t = t && !terms.v[i].has_value ? t : NULL;
		if (!t)
			return parse_fault(a->p, place, "'%s' needs '%.*s=NUMBER' beside it",
			                   alias->name, (int)terms.v[i].name.n,
			                   (const char *)terms.v[i].name.p);
		const struct event_format *f = format_find(a->pmu, t->name);
		int rc = f ? apply_format(a, f, t) : term_apply(a->p, t, a->spec);
		if (rc < 0)
			return rc;
		if (rc > 0)
			return parse_fault(
				a->p, place,
				"'%s' is of '%.*s', for which the kernel tells no format",
				alias->name, (int)t->name.n, (const char *)t->name.p);
	}
	return 0;
}

/* A core PMU's attr for an event that all kernels know. */
static bool apply_legacy(const struct applying *a, struct span name)
{
	struct abi_attr legacy = { 0 };
	if (!a->pmu->is_core || !legacy_find(name, &legacy) || legacy.type == ABI_TYPE_SOFTWARE)
		return false;
	a->spec->attr.type = legacy.type;
	a->spec->attr.config = legacy.config;
	if (a->p->list->pmus->n_core > 1)
		a->spec->attr.config |= (uint64_t)a->pmu->type << 32;
	return true;
}

static int unknown_term(const struct applying *a, struct span name)
{
	struct nearest near;
	nearest_begin(&near, name);
	for (uint32_t i = 0; i < a->pmu->n_formats; i++)
		nearest_try(&near, a->pmu->formats[i].name);
	for (uint32_t i = 0; i < a->pmu->n_aliases; i++)
		nearest_try(&near, a->pmu->aliases[i].name);
	terms_nearest(&near);
	if (near.best)
		return parse_fault(a->p, (const char *)name.p,
		                   "PMU '%s' has no '%.*s', did you mean '%s'?", a->pmu->name,
		                   (int)name.n, (const char *)name.p, near.best);
	return parse_fault(a->p, (const char *)name.p,
	                   "PMU '%s' has no '%.*s', see 'pmrec list %s'", a->pmu->name, (int)name.n,
	                   (const char *)name.p, a->pmu->name);
}

static int apply_term(const struct applying *a, const struct term *t)
{
	int rc = term_apply(a->p, t, a->spec);
	if (rc <= 0)
		return rc;
	const struct event_format *f = format_find(a->pmu, t->name);
	if (f)
		return apply_format(a, f, t);
	const struct event_alias *alias = pmu_alias(a->pmu, t->name);
	if (alias && !t->has_value)
		return apply_alias(a, alias, t);
	uint64_t config;
	if (!t->has_value && raw_find(t->name, &config)) {
		a->spec->attr.config |= config;
		return 0;
	}
	if (!t->has_value && apply_legacy(a, t->name))
		return 0;
	return unknown_term(a, t->name);
}

int pmu_apply(struct parse *p, const struct event_pmu *pmu, const struct terms *terms,
              struct event_spec *spec)
{
	const struct applying a = { .p = p, .pmu = pmu, .said = terms, .spec = spec };
	spec->attr.type = pmu->type;
	if (probe_is(pmu))
		return probe_apply(p, pmu, terms, spec);
	for (uint32_t i = 0; i < terms->n; i++) {
		int rc = apply_term(&a, &terms->v[i]);
		if (rc < 0)
			return rc;
	}
	return 0;
}

void pmu_to_spec(const struct event_pmus *pmus, const struct event_pmu *pmu,
                 struct event_spec *spec)
{
	spec->cpus = pmu->cpus;
	spec->needs_cpu = pmu->needs_cpu;
	spec->is_core = pmu->is_core;
	spec->core = pmu->is_core && pmus->n_core > 1 ? pmu->type : 0;
}

/* ------------------------------------------------------------------ events */

/* One of several: its name says of which PMU. */
static int name_by_pmu(const struct parse *p, const struct event_pmu *pmu,
                       const struct terms *terms, struct event_spec *spec)
{
	char name[2 * EVENT_NAME_MAX];
	size_t n = 0;
	if (*spec->name)
		return 0;
	const char *from = terms->n ? (const char *)terms->v[0].name.p : "";
	const struct term *last = terms->n ? &terms->v[terms->n - 1] : NULL;
	if (last)
		n = (size_t)((const char *)(last->has_value ? last->value.p + last->value.n
		                                            : last->name.p + last->name.n) -
		             from);
	int len = snprintf(name, sizeof name, "%s/%.*s/", pmu->name,
	                   n < EVENT_NAME_MAX ? (int)n : EVENT_NAME_MAX, from);
	return parse_name(p, spec, name, (size_t)len);
}

static int add_event(struct parse *p, struct event_pmu *pmu, const struct terms *terms, bool one)
{
	struct event_spec *spec = parse_add(p);
	if (!spec)
		return ERR_USAGE;
	pmu_read(p->source, pmu, &p->list->arena);
	pmu_to_spec(p->list->pmus, pmu, spec);
	int rc = pmu_apply(p, pmu, terms, spec);
	return rc < 0 || one ? rc : name_by_pmu(p, pmu, terms, spec);
}

static int unknown_pmu(struct parse *p, struct span word)
{
	const struct event_pmus *pmus = parse_pmus(p);
	struct nearest near;
	nearest_begin(&near, word);
	for (uint32_t i = 0; i < pmus->n; i++)
		nearest_try(&near, pmus->v[i].name);
	for (const struct abi_event *ev = abi_events; ev->name; ev++) {
		nearest_try(&near, ev->name);
		nearest_try(&near, ev->alias);
	}
	return parse_fault(p, (const char *)word.p,
	                   "neither a PMU of this machine nor an event is called '%.*s'%s%s%s",
	                   (int)word.n, (const char *)word.p, near.best ? ", did you mean '" : "",
	                   near.best ? near.best : "", near.best ? "'?" : "");
}

int pmu_events(struct parse *p, struct span word, const struct terms *terms)
{
	const struct event_pmus *pmus = parse_pmus(p);
	uint32_t n = 0, exact = 0;
	for (uint32_t i = 0; i < pmus->n; i++) {
		n += pmu_is(&pmus->v[i], word);
		exact += span_is(word, pmus->v[i].name);
	}
	if (!n)
		return unknown_pmu(p, word);
	for (uint32_t i = 0; i < pmus->n; i++) {
		if (exact ? !span_is(word, pmus->v[i].name) : !pmu_is(&pmus->v[i], word))
			continue;
		int rc = add_event(p, &pmus->v[i], terms, exact || n == 1);
		if (rc < 0)
			return rc;
	}
	return 0;
}

int pmu_alias_events(struct parse *p, struct span name, const struct terms *terms)
{
	const struct event_pmus *pmus = parse_pmus(p);
	struct terms all = { .v = { { .name = name } }, .n = 1 };
	uint32_t n = 0;
	for (uint32_t i = 0; i < pmus->n; i++) {
		pmu_read(p->source, &pmus->v[i], &p->list->arena);
		n += pmu_alias(&pmus->v[i], name) != NULL;
	}
	if (!n)
		return 1;
	for (uint32_t i = 0; i < terms->n && all.n < TERMS_MAX; i++)
		all.v[all.n++] = terms->v[i];
	for (uint32_t i = 0; i < pmus->n; i++) {
		if (!pmu_alias(&pmus->v[i], name))
			continue;
		int rc = add_event(p, &pmus->v[i], &all, n == 1);
		if (rc < 0)
			return rc;
	}
	return 0;
}

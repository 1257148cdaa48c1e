// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * "/period=1000,call-graph=fp,name=x/": reading terms, and those that say how an event is sampled.
 */
#include "event/internal.h"

/* ------------------------------------------------------------------ reading */

/* A value in quotes; a path up to a comma, as it has slashes itself; else up to the end of the
 * term.
 */
static int read_value(const struct parse *p, const char **at, char end, struct term *t)
{
	const char *s = *at;
	size_t n;
	if (*s == '\'' || *s == '"') {
		const char *close = strchr(s + 1, *s);
		if (!close)
			return parse_fault(p, s, "the quote is not closed");
		t->value = span_of(s + 1, (size_t)(close - s - 1));
		*at = close + 1;
		return 0;
	}
	if (span_is(t->name, "path")) {
		n = strcspn(s, ",");
		if (!s[n])
			return parse_fault(p, s,
			                   "a path is followed by ',' and other terms, or quoted");
	} else {
		n = 0;
		while (s[n] && s[n] != ',' && s[n] != end)
			n++;
	}
	t->value = span_of(s, n);
	*at = s + n;
	return 0;
}

static int read_term(const struct parse *p, const char **at, char end, struct term *t)
{
	const char *s = *at;
	size_t n = 0;
	while (s[n] && !strchr("=,", s[n]) && s[n] != end)
		n++;
	if (!n)
		return parse_fault(p, s, "a term is missing");
	*t = (struct term){ .name = span_of(s, n) };
	*at = s + n;
	if (s[n] != '=')
		return 0;
	++*at;
	t->has_value = true;
	return read_value(p, at, end, t);
}

int terms_read(const struct parse *p, const char **at, char end, struct terms *out)
{
	const char *start = *at;
	int rc = 0;
	out->n = 0;
	while (**at && **at != end) {
		if (out->n == TERMS_MAX)
			return parse_fault(p, *at, "more than %d terms", TERMS_MAX);
		rc = read_term(p, at, end, &out->v[out->n++]);
		if (rc < 0)
			return rc;
		if (**at != ',')
			break;
		++*at;
	}
	if (**at != end)
		return parse_fault(p, start, "the terms do not end with '/'");
	if (end)
		++*at;
	return 0;
}

/* ------------------------------------------------------------------ meaning */

struct term_kind {
	const char *name;
	const char *value; /* what is expected, NULL = none is needed */
	bool (*set)(struct event_spec *spec, const struct term *t, uint64_t number);
};

static bool set_config(struct event_spec *spec, const struct term *t, uint64_t v)
{
	switch (t->name.p[t->name.n - 1]) {
	case '1':
		spec->attr.config1 = v;
		break;
	case '2':
		spec->attr.config2 = v;
		break;
	case '3':
		spec->attr.config3 = v;
		break;
	case '4':
		spec->attr.config4 = v;
		break;
	default:
		spec->attr.config = v;
	}
	return true;
}

static bool set_period(struct event_spec *spec, const struct term *t, uint64_t v)
{
	(void)t;
	spec->attr.period_or_freq = v;
	spec->attr.flags &= ~ABI_FREQ;
	spec->said |= EVENT_SAID_PERIOD;
	return v > 0 && v <= INT64_MAX;
}

static bool set_freq(struct event_spec *spec, const struct term *t, uint64_t v)
{
	bool is = set_period(spec, t, v);
	spec->attr.flags |= ABI_FREQ;
	return is;
}

static bool set_chain(struct event_spec *spec, const struct term *t, uint64_t v)
{
	static const char *const words[] = {
		[EVENT_CHAIN_NONE] = "no",     [EVENT_CHAIN_FP] = "fp",
		[EVENT_CHAIN_DWARF] = "dwarf", [EVENT_CHAIN_AUTO] = "auto",
		[EVENT_CHAIN_LBR] = "lbr",     [EVENT_CHAIN_DEFER] = "defer",
	};
	(void)v;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_is(t->value, words[i])) {
			spec->chain = (enum event_chain)i;
			spec->said |= EVENT_SAID_CHAIN;
			return true;
		}
	return false;
}

/* The kernel takes a multiple of 8 that fits a record. */
static bool set_stack(struct event_spec *spec, const struct term *t, uint64_t v)
{
	(void)t;
	spec->stack_bytes = (uint32_t)((v + 7) & ~7ull);
	return v > 0 && v <= 65528;
}

static bool set_max_stack(struct event_spec *spec, const struct term *t, uint64_t v)
{
	(void)t;
	spec->attr.sample_max_stack = (uint16_t)v;
	spec->said |= EVENT_SAID_MAX_STACK;
	return v > 0 && v <= UINT16_MAX;
}

static bool set_inherit(struct event_spec *spec, const struct term *t, uint64_t v)
{
	spec->no_inherit = (*t->name.p == 'n') == (!t->has_value || v);
	spec->said |= EVENT_SAID_INHERIT;
	return true;
}

/* Only what is done anyway: records are put in order by their times, and a ring that overwrites is
 * one for all events. */
static bool set_time(struct event_spec *spec, const struct term *t, uint64_t v)
{
	(void)spec;
	(void)t;
	return v == 1;
}

static bool set_no_overwrite(struct event_spec *spec, const struct term *t, uint64_t v)
{
	(void)spec;
	return !t->has_value || v;
}

static bool set_overwrite(struct event_spec *spec, const struct term *t, uint64_t v)
{
	(void)spec;
	return t->has_value && !v;
}

#define NUMBER "a number"

static const struct term_kind kinds[] = {
	{ "config", NUMBER, set_config },
	{ "config1", NUMBER, set_config },
	{ "config2", NUMBER, set_config },
	{ "config3", NUMBER, set_config },
	{ "config4", NUMBER, set_config },
	{ "period", NUMBER, set_period },
	{ "freq", NUMBER, set_freq },
	{ "call-graph", "fp, dwarf, auto, lbr, defer or no", set_chain },
	{ "stack-size", NUMBER, set_stack },
	{ "max-stack", NUMBER, set_max_stack },
	{ "time", "1 (records always tell their time)", set_time },
	{ "inherit", NULL, set_inherit },
	{ "no-inherit", NULL, set_inherit },
	{ "overwrite", "0 (a ring that overwrites is one for all events)", set_overwrite },
	{ "no-overwrite", NULL, set_no_overwrite },
	{ "name", "a name", NULL },
};

void terms_nearest(struct nearest *n)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		nearest_try(n, kinds[i].name);
}

static int wrong_value(const struct parse *p, const struct term *t, const char *expected)
{
	const struct span at = t->has_value ? t->value : t->name;
	return parse_fault(p, (const char *)at.p, "'%.*s' cannot be '%.*s', it wants %s",
	                   (int)t->name.n, (const char *)t->name.p, (int)t->value.n,
	                   t->value.n ? (const char *)t->value.p : "",
	                   expected ? expected : "0, 1 or no value");
}

int term_apply(const struct parse *p, const struct term *t, struct event_spec *spec)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const struct term_kind *k = &kinds[i];
		uint64_t v = 0;
		if (!span_is(t->name, k->name))
			continue;
		if (!k->set)
			return t->value.n
			               ? parse_name(p, spec, (const char *)t->value.p, t->value.n)
			               : wrong_value(p, t, k->value);
		bool is = t->has_value ? number_parse(t->value, &v) : !k->value;
		if ((!is && k->set != set_chain) || !k->set(spec, t, v))
			return wrong_value(p, t, k->value);
		return 0;
	}
	return 1;
}

int terms_apply(const struct parse *p, const struct terms *terms, const struct span event,
                struct event_spec *spec)
{
	for (uint32_t i = 0; i < terms->n; i++) {
		const struct term *t = &terms->v[i];
		bool is_config = t->name.n >= 6 && memcmp(t->name.p, "config", 6) == 0;
		int rc = is_config ? 1 : term_apply(p, t, spec);
		if (rc < 0)
			return rc;
		if (!rc)
			continue;
		struct nearest near;
		nearest_begin(&near, t->name);
		terms_nearest(&near);
		return parse_fault(p, (const char *)t->name.p, "'%.*s' is no term of '%.*s'%s%s%s",
		                   (int)t->name.n, (const char *)t->name.p, (int)event.n,
		                   (const char *)event.p, near.best ? ", did you mean '" : "",
		                   near.best ? near.best : "", near.best ? "'?" : "");
	}
	return 0;
}

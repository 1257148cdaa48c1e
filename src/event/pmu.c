// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The PMUs of sysfs: which there are, on which CPUs, with which formats and named events. Layout:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-* of Linux 7.2.
 */
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ranges.h"
#include "base/sort.h"
#include "event/internal.h"

enum { PATH_BYTES = 512 };

/* ------------------------------------------------------------------ texts of the source */

static int by_name(const void *a, const void *b, void *ctx)
{
	(void)ctx;
	return strcmp(a, b) < 0;
}

void names_list(const struct event_source *source, const char *path, struct arena *a,
                struct names *out)
{
	struct buf b = { 0 };
	*out = (struct names){ 0 };
	if (source && source->names && source->names(source->ctx, path, &b) == 0 && b.n) {
		char *all = arena_dup(a, b.p, b.n), *end = all + b.n;
		for (const char *s = all; s < end; s += strlen(s) + 1)
			out->n++;
		out->v = arena_new(a, out->n * sizeof *out->v);
		size_t i = 0;
		for (const char *s = all; s < end; s += strlen(s) + 1)
			out->v[i++] = s;
		sort_pointers(out->v, out->n, by_name, NULL);
	}
	buf_release(&b);
}

const char *source_line(const struct event_source *source, struct arena *a, const char *fmt, ...)
{
	char path[PATH_BYTES];
	const char *line = NULL;
	struct buf b = { 0 };
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(path, sizeof path, fmt, ap);
	va_end(ap);
	if (source && source->text && n > 0 && (size_t)n < sizeof path &&
	    source->text(source->ctx, path, &b) == 0) {
		const char *s = buf_cstr(&b);
		s += strspn(s, " \t");
		size_t len = strcspn(s, "\n");
		while (len && (s[len - 1] == ' ' || s[len - 1] == '\t'))
			len--;
		line = arena_dup(a, s, len);
	}
	buf_release(&b);
	return line;
}

/* ------------------------------------------------------------------ PMUs */

/* Core PMUs tell their CPUs in "cpus"; where there is but one, of all CPUs, it is called cpu. In
 * "cpumask" the others tell one CPU of each package that they count for. */
static bool pmu_load(const struct event_source *source, const char *name, struct arena *a,
                     struct event_pmu *out)
{
	uint64_t type;
	const char *text = source_line(source, a, "devices/%s/type", name);
	if (!text || !number_parse(span_str(text), &type) || type > UINT32_MAX)
		return false;
	*out = (struct event_pmu){ .name = name, .type = (uint32_t)type };
	out->cpus = source_line(source, a, "devices/%s/cpus", name);
	out->is_core = out->cpus || strcmp(name, "cpu") == 0;
	if (!out->cpus)
		out->cpus = source_line(source, a, "devices/%s/cpumask", name);
	out->needs_cpu = out->cpus && !out->is_core;
	if (out->cpus && !*out->cpus)
		out->cpus = NULL;
	return true;
}

struct event_pmus *event_pmus_load(const struct event_source *source, struct arena *a)
{
	struct event_pmus *p = arena_zero(a, sizeof *p);
	struct names names;
	names_list(source, "devices", a, &names);
	p->v = arena_new(a, (names.n + 1) * sizeof *p->v);
	for (uint32_t i = 0; i < names.n; i++)
		if (pmu_load(source, names.v[i], a, &p->v[p->n])) {
			p->n_core += p->v[p->n].is_core;
			p->n++;
		}
	return p;
}

/* ------------------------------------------------------------------ formats, aliases */

bool format_parse(const char *text, struct event_format *out)
{
	const char *s = text;
	if (strncmp(s, "config", 6) != 0)
		return false;
	s += 6;
	out->config = 0;
	if (*s >= '1' && *s < '0' + CONFIGS)
		out->config = (unsigned)(*s++ - '0');
	if (*s++ != ':')
		return false;
	out->mask = 0;
	struct range r;
	while (range_next(&s, &r)) {
		if (r.to > 63)
			return false;
		out->mask |= (r.to - r.from == 63 ? ~0ull : (1ull << (r.to - r.from + 1)) - 1)
		             << r.from;
	}
	return !*s && out->mask;
}

static void read_formats(const struct event_source *source, struct event_pmu *pmu, struct arena *a)
{
	struct names names;
	names_list(source, arena_printf(a, "devices/%s/format", pmu->name), a, &names);
	pmu->formats = arena_new(a, (names.n + 1) * sizeof *pmu->formats);
	for (uint32_t i = 0; i < names.n; i++) {
		struct event_format *f = &pmu->formats[pmu->n_formats];
		const char *text = source_line(source, a, "devices/%s/format/%s", pmu->name,
		                               names.v[i]);
		f->name = names.v[i];
		pmu->n_formats += text && format_parse(text, f);
	}
}

/* Beside an event's file are those that tell of it, such as "EVENT.scale". */
static bool tells_of_another(const char *name)
{
	static const char *const endings[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	size_t n = strlen(name);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t len = strlen(endings[i]);
		if (n > len && strcmp(name + n - len, endings[i]) == 0)
			return true;
	}
	return false;
}

static void read_aliases(const struct event_source *source, struct event_pmu *pmu, struct arena *a)
{
	struct names names;
	names_list(source, arena_printf(a, "devices/%s/events", pmu->name), a, &names);
	pmu->aliases = arena_new(a, (names.n + 1) * sizeof *pmu->aliases);
	for (uint32_t i = 0; i < names.n; i++) {
		struct event_alias *alias = &pmu->aliases[pmu->n_aliases];
		if (tells_of_another(names.v[i]))
			continue;
		*alias = (struct event_alias){ .name = names.v[i] };
		alias->terms = source_line(source, a, "devices/%s/events/%s", pmu->name,
		                           alias->name);
		alias->unit = source_line(source, a, "devices/%s/events/%s.unit", pmu->name,
		                          alias->name);
		alias->scale = source_line(source, a, "devices/%s/events/%s.scale", pmu->name,
		                           alias->name);
		pmu->n_aliases += alias->terms != NULL;
	}
}

void pmu_read(const struct event_source *source, struct event_pmu *pmu, struct arena *a)
{
	if (pmu->is_read)
		return;
	read_formats(source, pmu, a);
	read_aliases(source, pmu, a);
	pmu->is_read = true;
}

const struct event_alias *pmu_alias(const struct event_pmu *pmu, struct span name)
{
	for (uint32_t i = 0; i < pmu->n_aliases; i++)
		if (span_is(name, pmu->aliases[i].name))
			return &pmu->aliases[i];
	return NULL;
}

/* "imc" and "uncore_imc" call uncore_imc_0 and its like. */
static bool is_numbered(const char *name, struct span word)
{
	if (strncmp(name, "uncore_", 7) == 0 && (word.n < 7 || memcmp(word.p, "uncore_", 7) != 0))
		name += 7;
	if (strncmp(name, (const char *)word.p, word.n) != 0)
		return false;
	name += word.n;
	if (!*name)
		return true;
	if (*name == '_')
		name++;
	return *name && strspn(name, "0123456789") == strlen(name);
}

bool pmu_is(const struct event_pmu *pmu, struct span word)
{
	char pattern[EVENT_NAME_MAX];
	if (span_is(word, pmu->name))
		return true;
	if (!word.n || word.n >= sizeof pattern)
		return false;
	memcpy(pattern, word.p, word.n);
	pattern[word.n] = 0;
	if (strpbrk(pattern, "*?["))
		return fnmatch(pattern, pmu->name, 0) == 0;
	return is_numbered(pmu->name, word);
}

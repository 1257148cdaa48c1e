// SPDX-License-Identifier: GPL-2.0-or-later
/* The events that a machine offers, as text in groups and as JSON. */
#include <fnmatch.h>

#include "output/json.h"
#include "output/output.h"

static const char *const headings[EVENT_KINDS] = {
	[EVENT_HARDWARE] = "Hardware events", [EVENT_SOFTWARE] = "Software events",
	[EVENT_CACHE] = "Cache events",       [EVENT_PMU] = "Events of PMUs",
	[EVENT_RAW] = "Raw events",           [EVENT_PROBE] = "Probes",
	[EVENT_BREAKPOINT] = "Breakpoints",   [EVENT_TRACEPOINT] = "Tracepoints",
};

enum { NAME_WIDTH = 50 };

static bool is_called(const char *name, const char *word)
{
	if (!name)
		return false;
	return strpbrk(word, "*?[") ? fnmatch(word, name, 0) == 0 : strstr(name, word) != NULL;
}

static bool is_kind(const char *word)
{
	for (int k = 0; k < EVENT_KINDS; k++)
		if (strcmp(word, event_kind_words[k]) == 0)
			return true;
	return false;
}

/* "pmu" is the kind, though names may have it in them. */
static bool is_meant(const struct event_entry *entry, const char *const *words)
{
	if (!*words)
		return true;
	for (; *words; words++)
		if (is_kind(*words)
		            ? strcmp(*words, event_kind_words[entry->kind]) == 0
		            : is_called(entry->name, *words) || is_called(entry->alias, *words) ||
		                      is_called(entry->pmu, *words))
			return true;
	return false;
}

static void put_entry(struct buf *b, const struct event_entry *entry)
{
	size_t from = b->n;
	buf_str(b, "  ");
	buf_text(b, entry->name);
	if (entry->alias)
		buf_printf(b, " OR %s", entry->alias);
	const char *about = entry->about ? entry->about : entry->terms;
	if (about) {
		size_t n = b->n - from;
		buf_fill(b, ' ', n < NAME_WIDTH ? NAME_WIDTH - n : 1);
		buf_char(b, ' ');
		buf_text(b, about);
	}
	if (entry->scale) {
		buf_str(b, ", times ");
		buf_text(b, entry->scale);
	}
	if (entry->unit) {
		buf_str(b, entry->scale ? " " : ", ");
		buf_text(b, entry->unit);
	}
	buf_char(b, '\n');
}

uint32_t output_events(struct buf *b, const struct event_catalog *c, const char *const *words)
{
	uint32_t n = 0;
	for (int kind = 0; kind < EVENT_KINDS; kind++) {
		bool any = false;
		for (uint32_t i = 0; i < c->n; i++) {
			const struct event_entry *entry = &c->v[i];
			if ((int)entry->kind != kind || !is_meant(entry, words))
				continue;
			if (!any)
				buf_printf(b, "%s%s (%s):\n", n ? "\n" : "", headings[kind],
				           event_kind_words[kind]);
			any = true;
			put_entry(b, entry);
			n++;
		}
	}
	return n;
}

uint32_t output_events_json(struct buf *b, const struct event_catalog *c, const char *const *words)
{
	uint32_t n = 0;
	buf_char(b, '[');
	for (uint32_t i = 0; i < c->n; i++) {
		const struct event_entry *entry = &c->v[i];
		if (!is_meant(entry, words))
			continue;
		json_element(b);
		json_text(b, "kind", event_kind_words[entry->kind]);
		json_text(b, "name", entry->name);
		json_text(b, "alias", entry->alias);
		json_text(b, "pmu", entry->pmu);
		json_text(b, "about", entry->about);
		json_text(b, "terms", entry->terms);
		json_text(b, "unit", entry->unit);
		json_text(b, "scale", entry->scale);
		buf_char(b, '}');
		n++;
	}
	buf_str(b, "]\n");
	return n;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The tracing data of a recording: what of tracefs is needed to read its tracepoints elsewhere. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "capture/internal.h"

enum { PATH_BYTES = 1024 };

/* A file's text, in the arena; empty when it cannot be had. */
static struct span text_of(struct arena *a, const char *name)
{
	struct buf path = { 0 }, b = { 0 };
	buf_printf(&path, "%s/%s", tracefs_path(), name);
	sys_text(-1, buf_cstr(&path), &b);
	struct span s = span_of(arena_dup(a, b.p, b.n), b.n);
	buf_release(&path);
	buf_release(&b);
	return s;
}

static int by_name(const void *a, const void *b, void *ctx)
{
	(void)ctx;
	return strcmp(a, b) < 0;
}

/* The tracepoints of the plan, "system:name", each once. */
static uint32_t tracepoints(const struct plan *p, const char **v)
{
	uint32_t n = 0, kept = 0;
	for (uint32_t i = 0; i < p->n_specs; i++)
		if (p->specs[i].tracepoint)
			v[n++] = p->specs[i].tracepoint;
	sort_pointers(v, n, by_name, NULL);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || strcmp(v[kept - 1], v[i]) != 0)
			v[kept++] = v[i];
	return kept;
}

static void event_of(struct arena *a, const char *tracepoint, struct write_tracing_event *out)
{
	char name[PATH_BYTES];
	const char *colon = strchr(tracepoint, ':');
	out->system = arena_dup(a, tracepoint, (size_t)(colon - tracepoint));
	snprintf(name, sizeof name, "events/%s/%s/format", out->system, colon + 1);
	out->format = text_of(a, name);
}

void tracing_collect(struct buf *b, const struct plan *p)
{
	struct arena a = { 0 };
	const char **names = mem_new((p->n_specs + 1) * sizeof *names);
	uint32_t n = tracepoints(p, names);
	if (n) {
		struct write_tracing_event *events = arena_new(&a, n * sizeof *events);
		for (uint32_t i = 0; i < n; i++)
			event_of(&a, names[i], &events[i]);
		struct write_tracing t = {
			.header_page = text_of(&a, "events/header_page"),
			.header_event = text_of(&a, "events/header_event"),
			.printk = text_of(&a, "printk_formats"),
			.cmdlines = text_of(&a, "saved_cmdlines"),
			.events = events,
			.n_events = n,
			.page_bytes = (uint32_t)sys_page_bytes(),
		};
		write_tracing(b, &t);
	}
	free(names);
	arena_release(&a);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Event descriptions and filters on a made-up machine, whose format and event files are of the
 * input too: its lines are the description, a filter, a format, the terms of a named event. */
#include <stdlib.h>

#include "event/event.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { LINES = 4 };

struct lines {
	char *v[LINES];
};

static int text(void *ctx, const char *path, struct buf *out)
{
	const struct lines *l = ctx;
	const char *last = strrchr(path, '/') + 1;
	if (strcmp(last, "type") == 0)
		buf_str(out, "4");
	else if (strcmp(last, "id") == 0)
		buf_str(out, "300");
	else if (strcmp(last, "cpus") == 0)
		buf_str(out, "0-3");
	else if (strstr(path, "/format/"))
		buf_str(out, l->v[2]);
	else
		buf_str(out, l->v[3]);
	return 0;
}

static int names(void *ctx, const char *path, struct buf *out)
{
	static const char pmus[] = "cpu\0cpu_atom\0uprobe", events[] = "a\0a.unit\0b";
	(void)ctx;
	if (strcmp(path, "devices") == 0)
		buf_add(out, pmus, sizeof pmus);
	else
		buf_add(out, events, sizeof events);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *copy = malloc(n + 1), *s = copy;
	struct lines l;
	struct event_list list = { 0 };
	struct event_catalog c;
	struct err e;
	struct event_source source = { .text = text, .names = names, .ctx = &l };
	if (!copy)
		return 0;
	memcpy(copy, data, n);
	copy[n] = 0;
	for (int i = 0; i < LINES; i++) {
		l.v[i] = s;
		s += strcspn(s, "\n");
		if (*s)
			*s++ = 0;
	}
	event_parse(l.v[0], &source, &list, &e);
	event_add_filter(&list, l.v[1], &e);
	event_filter_refused(l.v[1], "s:e", span_str(l.v[2]), &e);
	event_list_release(&list);
	event_catalog(&source, &c);
	event_catalog_release(&c);
	free(copy);
	return 0;
}

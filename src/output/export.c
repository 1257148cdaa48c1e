// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of formats, and what they share. */
#include "output/export.h"

#define EXPORT_FORMAT_ROW(NAME, ID) { NAME, &export_##ID },
static const struct {
	const char *name;
	const struct export_format *format;
} formats[] = { EXPORT_FORMATS(EXPORT_FORMAT_ROW) };

const struct export_format *export_find(const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (strcmp(formats[i].name, name) == 0)
			return formats[i].format;
	return NULL;
}

uint64_t export_day_ns(const struct exporter *x, uint64_t from_ns, uint64_t to_ns)
{
	struct feature_reader r;
	struct data_clock c;
	uint64_t end_ns = x->mtime > 0 ? (uint64_t)x->mtime * 1000000000 : 0;
	if (feature_open(x->places->session->data, ABI_FEATURE_CLOCK_DATA, &r) &&
	    data_clock(&r, &c))
		return from_ns + (c.day_ns - c.recorded_ns);
	return end_ns > to_ns - from_ns ? end_ns - (to_ns - from_ns) : 0;
}

const char *event_unit(const struct data_event *ev)
{
	enum { SOFTWARE = 1, CPU_CLOCK = 0, TASK_CLOCK = 1 };
	bool is_clock = ev->attr.type == SOFTWARE &&
	                (ev->attr.config == CPU_CLOCK || ev->attr.config == TASK_CLOCK);
	return is_clock ? "nanoseconds" : "count";
}

static void folded_end(struct exporter *x)
{
	output_fold(x->out, x->profile, &(struct fold_options){ .event = x->event });
}

const struct export_format export_folded = { .end = folded_end };

// SPDX-License-Identifier: GPL-2.0-or-later
/* What script prints, with the fields that perf has by default: many programs read that text. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"

struct perf_script {
	struct script_options options;
	struct script script;
};

static void perf_script_begin(struct exporter *x)
{
	struct perf_script *s = x->state = mem_new(sizeof *s);
	struct err e;
	s->options.max_stack = MAX_STACK_DEFAULT;
	script_fields_settle(&s->options.fields, x->places->session->data,
	                     &e); /* none is asked for */
	script_open(&s->script, x->places, &s->options);
}

static void perf_script_record(struct exporter *x, const struct session_event *ev)
{
	struct perf_script *s = x->state;
	output_script(x->out, &s->script, ev);
}

static void perf_script_end(struct exporter *x)
{
	struct perf_script *s = x->state;
	script_close(&s->script);
	free(s);
}

const struct export_format export_perf_script = {
	.has_all_events = true,
	.has_no_profile = true,
	.begin = perf_script_begin,
	.record = perf_script_record,
	.end = perf_script_end,
};

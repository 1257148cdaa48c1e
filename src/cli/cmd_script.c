// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/cli.h"
#include "output/output.h"

struct script_args {
	struct input_options input;
	struct filter filter;
	struct script_options script;
};

static const struct {
	const char *name;
	unsigned field;
} fields[] = {
	{ "comm", FIELD_COMM },   { "pid", FIELD_PID },   { "tid", FIELD_TID },
	{ "cpu", FIELD_CPU },     { "time", FIELD_TIME }, { "period", FIELD_PERIOD },
	{ "event", FIELD_EVENT }, { "ip", FIELD_IP },     { "sym", FIELD_SYM },
	{ "dso", FIELD_DSO },     { "addr", FIELD_ADDR }, { "symoff", FIELD_SYMOFF },
	{ "trace", FIELD_TRACE },
};

static int set_fields(void *options, const char *arg, bool negated, struct err *e)
{
	struct script_args *o = options;
	(void)negated;
	o->script.fields = 0;
	o->script.asked_for = true;
	while (*arg) {
		size_t n = strcspn(arg, ","), i = 0;
		while (i < sizeof fields / sizeof *fields &&
		       (strlen(fields[i].name) != n || strncmp(fields[i].name, arg, n)))
			i++;
		if (i == sizeof fields / sizeof *fields)
			return err_set(e, ERR_USAGE, "unknown field '%.*s', see 'man pmrec-script'",
			               (int)n, arg);
		o->script.fields |= fields[i].field;
		arg += n + (arg[n] == ',');
	}
	return 0;
}

static int set_max_stack(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_max_stack(arg, &((struct script_args *)options)->script.max_stack, e);
}

FILTER_SETTERS(struct script_args)
FILTER_THREAD_SETTERS(struct script_args)

#define FLAG(NAME, FIELD, HELP)                                                                    \
	{                                                                                          \
		.kind = OPT_FLAG, .name = NAME, .off = offsetof(struct script_args, script.FIELD), \
		.help = HELP                                                                       \
	}

const struct opt script_opts[] = {
	INPUT_OPTS(struct script_args),
	{ .kind = OPT_CALL,
	  .letter = 'F',
	  .name = "fields",
	  .arg = "LIST",
	  .set = set_fields,
	  .help = "what to print: "
	          "comm,tid,pid,time,cpu,period,event,trace,ip,sym,symoff,dso,addr" },
	{ .kind = OPT_CALL,
	  .name = "max-stack",
	  .arg = "N",
	  .set = set_max_stack,
	  .help = "print so many frames of a call chain (default 127)" },
	FLAG("show-mmap-events", mmap_events, "print MMAP and MMAP2 records too"),
	FLAG("show-task-events", task_events, "print COMM, FORK and EXIT records too"),
	FLAG("show-lost-events", lost_events, "print LOST records too"),
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct script_args),
	NAME_OPTS(struct script_args),
	{ .kind = OPT_END },
};

/* perf pads event names to the longest of the recording. */
static int event_width(const struct data *d)
{
	size_t width = 0;
	for (uint32_t i = 0; i < d->n_events; i++)
		if (strlen(d->events[i].name) > width)
			width = strlen(d->events[i].name);
	return (int)width;
}

int cmd_script(int argc, char **argv, struct err *e)
{
	struct script_args o = { .input = { .demangle = true },
		                 .script = { .max_stack = MAX_STACK_DEFAULT } };
	struct input in;
	struct session_event ev;
	struct traces traces = { 0 };
	struct output out;
	int rc = input_open(&in, script_opts, &o, &o.input, argc, argv, e);
	if (!rc)
		rc = filter_check(&o.filter, &in.data, e);
	if (rc)
		goto out;
	if (!o.script.asked_for)
		o.script.fields = script_default_fields(&in.data);
	o.script.tracepoint_fields = script_tracepoint_fields(&in.data);
	o.script.event_width = event_width(&in.data);
	in.places.unnamed = UNNAMED_BY_FILE;
	traces_init(&traces, &in.data);
	o.script.traces = &traces;
	output_open(&out, true);
	while (!out.buf.failed && session_next(&in.session, &ev) == 0)
		if (ev.rec.type != ABI_RECORD_SAMPLE || filter_takes(&o.filter, &in.places, &ev))
			output_script(&out.buf, &in.places, &ev, &o.script);
	rc = output_close(&out, e);
	if (!rc)
		rc = input_verdict(&in);
out:
	traces_release(&traces);
	filter_release(&o.filter);
	input_close(&in);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/cli.h"
#include "output/output.h"
#include "sys/sys.h"

struct script_args {
	struct input_options input;
	struct filter filter;
	struct script_options script;
	bool header, header_only, info;
};

static int set_fields(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return script_fields_parse(&((struct script_args *)options)->script.fields, arg, e);
}

static int set_max_stack(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_max_stack(arg, &((struct script_args *)options)->script.max_stack, e);
}

FILTER_SETTERS(struct script_args)
FILTER_THREAD_SETTERS(struct script_args)

#define FLAG(LETTER, NAME, FIELD, HELP)                                  \
	{                                                                \
		.kind = OPT_FLAG, .letter = LETTER, .name = NAME,        \
		.off = offsetof(struct script_args, FIELD), .help = HELP \
	}

const struct opt script_opts[] = {
	INPUT_OPTS(struct script_args),
	{ .kind = OPT_CALL,
	  .letter = 'F',
	  .name = "fields",
	  .arg = "LIST",
	  .words = SCRIPT_FIELD_WORDS,
	  .set = set_fields,
	  .help = "what to print: FIELD,... or +FIELD,-FIELD; hw:, sw:, trace: or raw: in front" },
	FLAG('G', "hide-call-graph", script.hide_chains, "print no call chains"),
	{ .kind = OPT_CALL,
	  .name = "max-stack",
	  .arg = "N",
	  .set = set_max_stack,
	  .help = "print so many frames of a call chain (default 127)" },
	FLAG(0, "ns", script.ns, "print times with nine decimals"),
	FLAG(0, "reltime", script.reltime, "print times since the first"),
	FLAG(0, "deltatime", script.deltatime, "print times since the one before"),
	FLAG(0, "json", script.json, "print every record as an object of JSON, a line each"),
	FLAG(0, "show-mmap-events", script.mmap_events, "print MMAP and MMAP2 records too"),
	FLAG(0, "show-task-events", script.task_events, "print COMM, FORK and EXIT records too"),
	FLAG(0, "show-lost-events", script.lost_events, "print LOST records too"),
	FLAG(0, "show-switch-events", script.switch_events, "print SWITCH records too"),
	FLAG(0, "show-namespace-events", script.namespace_events, "print NAMESPACES records too"),
	FLAG(0, "show-cgroup-events", script.cgroup_events, "print CGROUP records too"),
	FLAG(0, "show-bpf-events", script.bpf_events, "print KSYMBOL and BPF_EVENT records too"),
	FLAG(0, "show-text-poke-events", script.text_poke_events,
	     "print KSYMBOL and TEXT_POKE records too"),
	FLAG(0, "show-round-events", script.round_events, "print FINISHED_ROUND records too"),
	FLAG(0, "header", header, "print what the file says of the recording before the samples"),
	FLAG(0, "header-only", header_only, "print only that"),
	FLAG('I', "show-info", info, "with a header: its long sections too"),
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct script_args),
	NAME_OPTS(struct script_args),
	DEBUGINFOD_OPT(struct script_args),
	INLINE_OPT(struct script_args),
	FULL_PATH_OPT(struct script_args),
	HABIT_OPTS(struct script_args),
	{ .kind = OPT_END },
};

/* What cannot be had together, or not of this recording. */
static int script_check(struct script_args *o, const struct data *d, struct err *e)
{
	const struct script_options *s = &o->script;
	bool tod = false;
	if (s->reltime && s->deltatime)
		return err_set(e, ERR_USAGE, "take one of --reltime and --deltatime");
	if (s->json && (s->fields.begun || o->header || o->header_only))
		return err_set(e, ERR_USAGE,
		               "--json prints all that was recorded: it takes no --fields and "
		               "no --header");
	int rc = script_fields_settle(&o->script.fields, d, e);
	for (int k = 0; k < SCRIPT_KINDS; k++)
		tod |= (s->fields.v[k] & FIELD(TOD)) != 0;
	if (!rc && tod && !data_has_feature(d, ABI_FEATURE_CLOCK_DATA))
		return err_set(e, ERR_USAGE,
		               "field 'tod': the recording does not say how its clock and the "
		               "day's relate (record with -k)");
	return rc ? rc : filter_check(&o->filter, d, e);
}

static void print_records(struct input *in, struct script_args *o, struct buf *out)
{
	struct script script;
	struct session_event ev;
	in->places.unnamed = UNNAMED_BY_FILE;
	bool lines = o->script.json && o->input.inlined;
	for (int k = 0; k < SCRIPT_KINDS; k++)
		lines |= (o->script.fields.v[k] & FIELD(SRCLINE)) != 0;
	if (lines)
		in->places.sites.wanted |= SITES_LINES;
	script_open(&script, &in->places, &o->script);
	while (!out->failed && input_next(in, &o->filter, &ev))
		output_script(out, &script, &ev);
	script_close(&script);
}

int cmd_script(int argc, char **argv, struct err *e)
{
	struct script_args o = { .input = { .demangle = true },
		                 .script = { .max_stack = MAX_STACK_DEFAULT } };
	struct input in;
	struct output out;
	int rc = input_open(&in, script_opts, &o, &o.input, argc, argv, e);
	if (!rc)
		rc = script_check(&o, &in.data, e);
	if (rc)
		goto out;
	output_open(&out, true);
	if (o.header || o.header_only)
		output_header(&out.buf, &in.data, sys_file_mtime(in.path), o.info);
	if (!o.header_only)
		print_records(&in, &o, &out.buf);
	bool left = out.buf.failed; /* not all was read */
	rc = output_close(&out, e);
	if (!rc && !left)
		rc = input_verdict(&in, &o.filter);
out:
	filter_release(&o.filter);
	input_close(&in);
	return rc;
}

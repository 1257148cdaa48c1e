// SPDX-License-Identifier: GPL-2.0-or-later
/* evlist, buildid-list, version: commands that list what is there. */
#include "cli/cli.h"
#include "output/output.h"
#include "symbols/symbols.h"
#include "sys/sys.h"

struct list_args {
	struct input_options input;
	struct evlist_options events;
	bool only_hit, kernel;
};

#define FLAG(LETTER, NAME, FIELD, HELP)                                \
	{                                                              \
		.kind = OPT_FLAG, .letter = LETTER, .name = NAME,      \
		.off = offsetof(struct list_args, FIELD), .help = HELP \
	}

const struct opt evlist_opts[] = {
	INPUT_OPTS(struct list_args),
	FLAG('F', "freq", events.periods, "print the frequency or period of each event"),
	FLAG('g', "group", events.groups, "print the events of a group in one line"),
	FLAG('v', "verbose", events.attrs, "print the attributes of each event"),
	FLAG(0, "trace-fields", events.trace_fields, "print the names of a tracepoint's fields"),
	FLAG('f', "force", input.force, "read a recording whoever owns it (as it is anyway)"),
	{ .kind = OPT_END },
};

const struct opt buildid_list_opts[] = {
	INPUT_OPTS(struct list_args),
	FLAG('H', "with-hits", only_hit, "only those of files that samples fell on"),
	FLAG('k', "kernel", kernel, "print that of the running kernel instead"),
	HABIT_OPTS(struct list_args),
	{ .kind = OPT_END },
};

const struct opt version_opts[] = { { .kind = OPT_END } };

static void list_events(struct buf *out, struct input *in, const struct list_args *o)
{
	output_evlist(out, &in->data, &o->events);
}

static void list_build_ids(struct buf *out, struct input *in, const struct list_args *o)
{
	output_build_ids(out, &in->places, o->only_hit);
}

static int list_recorded(const struct list_args *o,
                         void (*list)(struct buf *out, struct input *in, const struct list_args *o),
                         struct err *e)
{
	struct input in;
	struct output out;
	int rc = input_open_path(&in, input_path(&o->input), &o->input, e);
	if (!rc) {
		output_open(&out, true);
		list(&out.buf, &in, o);
		rc = output_close(&out, e);
	}
	if (!rc)
		rc = input_verdict(&in, NULL);
	input_close(&in);
	return rc;
}

int cmd_evlist(int argc, char **argv, struct err *e)
{
	struct list_args o = { 0 };
	const struct evlist_options *events = &o.events;
	int rc = input_parse(evlist_opts, &o, argc, argv, e);
	if (!rc && events->groups && (events->attrs || events->periods || events->trace_fields))
		rc = err_set(e, ERR_USAGE,
		             "-g prints names alone: not with -F, -v or --trace-fields");
	return rc ? rc : list_recorded(&o, list_events, e);
}

/* The build-id in a file that is no recording but a program. */
static bool program_build_id(const char *path, struct build_id *id)
{
	struct bytes image;
	if (strcmp(path, "-") == 0 || sys_map_file(path, &image, NULL))
		return false;
	bool found = elf_build_id(image, id, NULL) == 0 && id->n;
	sys_unmap(image);
	return found;
}

static int print_build_id(const struct build_id *id, struct err *e)
{
	struct output out;
	output_open(&out, false);
	output_build_id(&out.buf, id->id, id->n);
	buf_char(&out.buf, '\n');
	return output_close(&out, e);
}

int cmd_buildid_list(int argc, char **argv, struct err *e)
{
	struct list_args o = { 0 };
	struct build_id id;
	int rc = input_parse(buildid_list_opts, &o, argc, argv, e);
	if (rc)
		return rc;
	if (o.kernel && !capture_notes_read(CAPTURE_KERNEL_NOTES, &id))
		return err_set(e, ERR_UNSUPPORTED, "there is no build-id in '%s'",
		               CAPTURE_KERNEL_NOTES);
	if (o.kernel || program_build_id(input_path(&o.input), &id))
		return print_build_id(&id, e);
	return list_recorded(&o, list_build_ids, e);
}

int cmd_version(int argc, char **argv, struct err *e)
{
	struct output out;
	int rest, rc = opts_parse(version_opts, NULL, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	if (rest < argc)
		return err_set(e, ERR_USAGE, "unexpected word '%s'", argv[rest]);
	output_open(&out, false);
	buf_str(&out.buf, "pmrec ");
	buf_str(&out.buf, pmrec_version);
	buf_char(&out.buf, '\n');
	return output_close(&out, e);
}

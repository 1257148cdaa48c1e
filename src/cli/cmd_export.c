// SPDX-License-Identifier: GPL-2.0-or-later
/* export: a recording's profile in the format of another program. */
#include "cli/cli.h"
#include "output/export.h"

struct export_args {
	struct input_options input;
	struct filter filter;
	const struct export_format *format;
	const char *output;
};

FILTER_SETTERS(struct export_args)
FILTER_THREAD_SETTERS(struct export_args)

static int set_format(void *options, const char *arg, bool negated, struct err *e)
{
	struct export_args *o = options;
	char names[256] = "";
	(void)negated;
	o->format = export_find(arg);
	if (o->format)
		return 0;
	for (const struct export_format *f = export_formats; f->name; f++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
		         *names ? ", " : "", f->name);
	return err_set(e, ERR_USAGE, "unknown format '%s': %s", arg, names);
}

const struct opt export_opts[] = {
	INPUT_OPTS(struct export_args),
	{ .kind = OPT_CALL,
	  .name = "format",
	  .arg = "FORMAT",
	  .words = "pprof speedscope callgrind folded",
	  .set = set_format,
	  .help = "what to write: pprof, speedscope, callgrind or folded" },
	{ .kind = OPT_TEXT,
	  .letter = 'o',
	  .name = "output",
	  .arg = "FILE",
	  .flags = OPT_IS_FILE,
	  .off = offsetof(struct export_args, output),
	  .help = "file to write (default standard output)" },
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct export_args),
	NAME_OPTS(struct export_args),
	DEBUGINFOD_OPT(struct export_args),
	INLINE_OPT(struct export_args),
	HABIT_OPTS(struct export_args),
	{ .kind = OPT_END },
};

static int export_write(struct input *in, const struct export_args *o, const struct profile *p,
                        const char *event, struct err *e)
{
	struct outfile out;
	struct buf command = { 0 };
	struct export_options options = { .event = event };
	options.title = output_command(&command, &in->data) ? buf_cstr(&command) : in->path;
	int rc = outfile_open(&out, o->output ? o->output : "-", in, e);
	if (!rc) {
		o->format->write(&out.buf, p, &options);
		rc = outfile_close(&out, e);
	}
	buf_release(&command);
	return rc;
}

int cmd_export(int argc, char **argv, struct err *e)
{
	struct export_args o = { .input = { .demangle = true } };
	struct input in;
	struct profile profile = { 0 };
	int rc = input_open(&in, export_opts, &o, &o.input, argc, argv, e);
	if (!rc && !o.format)
		rc = err_set(e, ERR_USAGE, "which format? see --format");
	if (!rc)
		rc = filter_check(&o.filter, &in.data, e);
	if (rc)
		goto out;
	in.places.unnamed = UNNAMED_BY_FILE;
	if (o.input.inlined)
		in.places.sites.wanted |= SITES_LINES;
	input_profile(&in, &profile, &o.filter, PROFILE_PID | PROFILE_TID | PROFILE_TIME);
	const char *event = input_event(&in, &profile, &o.filter);
	rc = export_write(&in, &o, &profile, event, e);
	input_say_left_out(&in, &profile, o.format->has_all_events ? NULL : event, "exported");
	if (!rc)
		rc = input_verdict(&in, &o.filter);
out:
	filter_release(&o.filter);
	profile_release(&profile);
	input_close(&in);
	return rc;
}

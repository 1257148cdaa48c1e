// SPDX-License-Identifier: GPL-2.0-or-later
/* export: a recording in the format of another program. */
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
	(void)negated;
	o->format = export_find(arg);
	return o->format ? 0
	                 : err_set(e, ERR_USAGE,
	                           "unknown format '%s', it is none of" EXPORT_FORMAT_WORDS, arg);
}

const struct opt export_opts[] = {
	INPUT_OPTS(struct export_args),
	{ .kind = OPT_CALL,
	  .name = "format",
	  .arg = "FORMAT",
	  .words = EXPORT_FORMAT_WORDS,
	  .set = set_format,
	  .help = "what to write:" EXPORT_FORMAT_WORDS },
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

/* Each record goes to the format, and the samples into its profile. */
static void export_records(struct input *in, struct export_args *o, struct profile *p,
                           struct exporter *x)
{
	const struct export_format *f = o->format;
	struct session_event ev;
	if (f->begin)
		f->begin(x);
	if (!f->has_no_profile)
		input_profile_begin(in, p, f->keys);
	while (!x->out->failed && input_next(in, &o->filter, &ev)) {
		if (f->record)
			f->record(x, &ev);
		if (!f->has_no_profile && ev.rec.type == ABI_RECORD_SAMPLE)
			profile_add(p, &ev);
	}
	if (!f->has_no_profile)
		profile_finish(p);
	x->event = f->has_all_events ? NULL : input_event(in, p, &o->filter);
	f->end(x);
}

static int export_write(struct input *in, struct export_args *o, struct profile *p, struct err *e)
{
	struct outfile out;
	struct buf command = { 0 };
	struct exporter x = { .out = &out.buf,
		              .places = &in->places,
		              .profile = p,
		              .mtime = sys_file_mtime(in->path) };
	int rc = outfile_open(&out, o->output ? o->output : "-", in, NULL, e);
	if (rc)
		return rc;
	x.title = output_command(&command, &in->data) ? buf_cstr(&command) : in->name;
	export_records(in, o, p, &x);
	bool left = out.buf.failed; /* not all was read */
	rc = outfile_close(&out, e);
	if (!rc && !left) {
		input_say_left_out(in, p, x.event, "exported");
		rc = input_verdict(in, &o->filter);
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
	rc = export_write(&in, &o, &profile, e);
out:
	filter_release(&o.filter);
	profile_release(&profile);
	input_close(&in);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* flame: a flame graph as a page that a browser shows. */
#include <strings.h>

#include "cli/cli.h"
#include "output/output.h"

struct flame_args {
	struct input_options input;
	struct filter filter;
	struct flame_options flame;
	const char *output, *baseline;
};

static int set_min_share(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_percent(arg, "--min-share", &((struct flame_args *)options)->flame.min_share,
	                     e);
}

FILTER_SETTERS(struct flame_args)
FILTER_THREAD_SETTERS(struct flame_args)

const struct opt flame_opts[] = {
	INPUT_OPTS(struct flame_args),
	{ .kind = OPT_TEXT,
	  .letter = 'o',
	  .name = "output",
	  .arg = "FILE",
	  .flags = OPT_IS_FILE,
	  .off = offsetof(struct flame_args, output),
	  .help = "page to write, picture if FILE.svg (default flame.html; - standard output)" },
	{ .kind = OPT_TEXT,
	  .name = "title",
	  .arg = "TEXT",
	  .off = offsetof(struct flame_args, flame.title),
	  .help = "title of the page (default: the recorded command)" },
	{ .kind = OPT_FLAG,
	  .name = "reverse",
	  .off = offsetof(struct flame_args, flame.reverse),
	  .help = "begin with the innermost functions and go to their callers" },
	{ .kind = OPT_CALL,
	  .name = "min-share",
	  .arg = "PERCENT",
	  .set = set_min_share,
	  .help = "sum up what is less of all beside it (default 0; of a picture 0.01)" },
	{ .kind = OPT_FLAG,
	  .name = "addrs",
	  .off = offsetof(struct flame_args, flame.addrs),
	  .help = "show the address of what has no name" },
	{ .kind = OPT_TEXT,
	  .name = "diff",
	  .arg = "FILE",
	  .flags = OPT_IS_FILE,
	  .off = offsetof(struct flame_args, baseline),
	  .help = "compare with this older recording: red grew, blue shrank" },
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct flame_args),
	NAME_OPTS(struct flame_args),
	DEBUGINFOD_OPT(struct flame_args),
	INLINE_OPT(struct flame_args),
	HABIT_OPTS(struct flame_args),
	{ .kind = OPT_END },
};

/* Percent: a tenth of a pixel of a picture. */
#define PICTURE_MIN_SHARE 0.01

static const char *output_path(const struct flame_args *o)
{
	return o->output ? o->output : "flame.html";
}

static bool is_picture(const char *path)
{
	size_t n = strlen(path);
	return n > 4 && strcasecmp(path + n - 4, ".svg") == 0;
}

static int flame_write(struct input *in, const struct flame_args *o, const struct profile *p,
                       const char *event, const struct baseline *b, struct err *e)
{
	const char *path = output_path(o);
	struct flame_options flame = o->flame;
	struct outfile out;
	struct buf command = { 0 };
	flame.is_svg = is_picture(path);
	if (flame.min_share < 0)
		flame.min_share = flame.is_svg ? PICTURE_MIN_SHARE : 0;
	if (!flame.title)
		flame.title = output_command(&command, &in->data) ? buf_cstr(&command) : in->name;
	flame.event = flame.is_svg ? event : o->filter.event;
	if (o->baseline) {
		flame.before = &b->profile;
		flame.before_title = b->in.name;
	}
	int rc = outfile_open(&out, path, in, o->baseline ? &b->in : NULL, e);
	if (!rc) {
		output_flame(&out.buf, p, &flame);
		rc = outfile_close(&out, e);
	}
	buf_release(&command);
	return rc;
}

/* Two recordings have other processes and times: they are not told apart by these. */
enum { FLAME_KEYS = PROFILE_PID | PROFILE_TID | PROFILE_CPU | PROFILE_TIME };

int cmd_flame(int argc, char **argv, struct err *e)
{
	struct flame_args o = { .input = { .demangle = true }, .flame.min_share = -1 };
	struct input in;
	struct profile profile = { 0 };
	struct baseline baseline = { 0 };
	int rc = input_open(&in, flame_opts, &o, &o.input, argc, argv, e);
	if (!rc)
		rc = filter_check(&o.filter, &in.data, e);
	if (rc)
		goto out;
	in.places.unnamed = o.flame.addrs ? UNNAMED_BY_IP : UNNAMED_BY_FILE;
	input_profile(&in, &profile, &o.filter, o.baseline ? 0 : FLAME_KEYS);
	const char *event = input_event(&in, &profile, &o.filter);
	const struct baseline_like like = { &in, &o.input, &profile, event };
	if (o.baseline)
		rc = baseline_read(&baseline, o.baseline, &like, &o.filter, e);
	if (!rc)
		rc = flame_write(&in, &o, &profile, event, &baseline, e);
	input_say_left_out(&in, &profile, is_picture(output_path(&o)) ? event : NULL, "drawn");
	if (!rc)
		rc = baseline_verdict(&baseline, &o.filter, input_verdict(&in, &o.filter));
out:
	baseline_release(&baseline);
	filter_release(&o.filter);
	profile_release(&profile);
	input_close(&in);
	return rc;
}

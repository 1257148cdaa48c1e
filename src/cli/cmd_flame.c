// SPDX-License-Identifier: GPL-2.0-or-later
/* flame: a flame graph as a page that a browser shows. */
#include "cli/cli.h"
#include "output/output.h"

struct flame_args {
	struct input_options input;
	struct filter filter;
	struct flame_options flame;
	const char *output;
};

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
	  .help = "page to write (default flame.html; - for standard output)" },
	{ .kind = OPT_TEXT,
	  .name = "title",
	  .arg = "TEXT",
	  .off = offsetof(struct flame_args, flame.title),
	  .help = "title of the page (default: the recorded command)" },
	{ .kind = OPT_FLAG,
	  .name = "reverse",
	  .off = offsetof(struct flame_args, flame.reverse),
	  .help = "begin with the innermost functions and go to their callers" },
	{ .kind = OPT_FLAG,
	  .name = "addrs",
	  .off = offsetof(struct flame_args, flame.addrs),
	  .help = "show the address of what has no name" },
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct flame_args),
	NAME_OPTS(struct flame_args),
	DEBUGINFOD_OPT(struct flame_args),
	INLINE_OPT(struct flame_args),
	HABIT_OPTS(struct flame_args),
	{ .kind = OPT_END },
};

/* The slots cover what was sampled, or of that what was asked for. */
static void profile_span(struct profile *p, struct input *in)
{
	uint64_t first, last;
	if (!session_sample_time(&in->session, &first, &last))
		return;
	p->slot_ns = flame_slot_ns(last - first);
	p->from_ns = first - first % p->slot_ns;
}

static void say_refused(const struct input *in, const struct profile *p)
{
	struct log log = cli_log(in->quiet, in->verbose);
	if (p->stacks.n_refused)
		log_say(&log, LOG_WARNING,
		        "%llu samples are without their call chain: all chains are larger than "
		        "their recording",
		        (unsigned long long)p->stacks.n_refused);
}

static int flame_write(struct input *in, const struct flame_args *o, const struct profile *p,
                       struct err *e)
{
	const char *path = o->output ? o->output : "flame.html";
	struct flame_options flame = o->flame;
	struct outfile out;
	struct buf command = { 0 };
	if (!flame.title)
		flame.title = output_command(&command, &in->data) ? buf_cstr(&command) : in->path;
	flame.event = o->filter.event;
	int rc = outfile_open(&out, path, in, e);
	if (!rc) {
		output_flame(&out.buf, p, &flame);
		rc = outfile_close(&out, e);
	}
	buf_release(&command);
	return rc;
}

int cmd_flame(int argc, char **argv, struct err *e)
{
	struct flame_args o = { .input = { .demangle = true } };
	struct input in;
	struct profile profile = { 0 };
	struct session_event ev;
	int rc = input_open(&in, flame_opts, &o, &o.input, argc, argv, e);
	if (!rc)
		rc = filter_check(&o.filter, &in.data, e);
	if (rc)
		goto out;
	in.places.unnamed = o.flame.addrs ? UNNAMED_BY_IP : UNNAMED_BY_FILE;
	profile_init(&profile, &in.places, PROFILE_PID | PROFILE_TID | PROFILE_CPU | PROFILE_TIME);
	profile_span(&profile, &in);
	while (session_next(&in.session, &ev) == 0)
		if (ev.rec.type == ABI_RECORD_SAMPLE && filter_takes(&o.filter, &in.places, &ev))
			profile_add(&profile, &ev);
	profile_finish(&profile);
	rc = flame_write(&in, &o, &profile, e);
	say_refused(&in, &profile);
	if (!rc)
		rc = input_verdict(&in, &o.filter);
out:
	filter_release(&o.filter);
	profile_release(&profile);
	input_close(&in);
	return rc;
}

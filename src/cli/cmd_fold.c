// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "output/output.h"

struct fold_args {
	struct input_options input;
	struct filter filter;
	struct fold_options fold;
	const char *baseline;
};

static int set_all(void *options, const char *arg, bool negated, struct err *e)
{
	struct fold_args *o = options;
	(void)arg, (void)e;
	o->fold.kernel = o->fold.jit = o->fold.mark_inlined = !negated;
	return 0;
}

static int set_weight(void *options, const char *arg, bool negated, struct err *e)
{
	struct fold_args *o = options;
	(void)negated;
	if (strcmp(arg, "samples") && strcmp(arg, "period"))
		return err_set(e, ERR_USAGE, "--weight is 'period' or 'samples', not '%s'", arg);
	o->fold.samples = *arg == 's';
	return 0;
}

FILTER_SETTERS(struct fold_args)

/* FlameGraph's --pid and --tid put them into the lines; with an argument they choose samples as
 * elsewhere. */
static int set_pid(void *options, const char *arg, bool negated, struct err *e)
{
	struct fold_args *o = options;
	(void)negated;
	o->fold.pid |= !arg;
	return arg ? filter_numbers(&o->filter.pids, arg, "--pid", e) : 0;
}

static int set_tid(void *options, const char *arg, bool negated, struct err *e)
{
	struct fold_args *o = options;
	(void)negated;
	o->fold.tid |= !arg;
	return arg ? filter_numbers(&o->filter.tids, arg, "--tid", e) : 0;
}

#define FLAG(NAME, FIELD, HELP)                                                                \
	{                                                                                      \
		.kind = OPT_FLAG, .name = NAME, .off = offsetof(struct fold_args, fold.FIELD), \
		.help = HELP                                                                   \
	}

const struct opt fold_opts[] = {
	INPUT_OPTS(struct fold_args),
	FLAG("kernel", kernel, "mark kernel functions with _[k]"),
	FLAG("jit", jit, "mark functions of a perf map with _[j]"),
	{ .kind = OPT_CALL,
	  .name = "all",
	  .set = set_all,
	  .help = "all marks: --kernel, --jit, and _[i] for inlined functions" },
	{ .kind = OPT_CALL,
	  .name = "pid",
	  .arg = "LIST",
	  .flags = OPT_MAYBE,
	  .set = set_pid,
	  .help = "after the command name: -PID; with LIST take samples of these processes" },
	{ .kind = OPT_CALL,
	  .name = "tid",
	  .arg = "LIST",
	  .flags = OPT_MAYBE,
	  .set = set_tid,
	  .help = "after the command name: -PID/TID; with LIST take samples of these threads" },
	FLAG("addrs", addrs, "show the address of what has no name"),
	{ .kind = OPT_CALL,
	  .name = "weight",
	  .arg = "WHAT",
	  .words = "period samples",
	  .set = set_weight,
	  .help = "what is counted: period (default) or samples" },
	{ .kind = OPT_TEXT,
	  .name = "diff",
	  .arg = "FILE",
	  .flags = OPT_IS_FILE,
	  .off = offsetof(struct fold_args, baseline),
	  .help = "compare with this older recording: its weight, then that of the other" },
	FLAG("normalize", normalize, "with --diff: as if both recordings weighed the same"),
	FILTER_OPTS(struct fold_args),
	NAME_OPTS(struct fold_args),
	DEBUGINFOD_OPT(struct fold_args),
	INLINE_OPT(struct fold_args),
	{ .kind = OPT_END },
};

static void fold_print(struct buf *out, const struct fold_args *o, const struct profile *p,
                       const struct baseline *b)
{
	if (o->baseline)
		output_fold_diff(out, &b->profile, p, &o->fold);
	else
		output_fold(out, p, &o->fold);
}

int cmd_fold(int argc, char **argv, struct err *e)
{
	struct fold_args o = { .input = { .demangle = true } };
	struct input in;
	struct profile profile = { 0 };
	struct baseline baseline = { 0 };
	struct output out;
	int rc = input_open(&in, fold_opts, &o, &o.input, argc, argv, e);
	if (!rc && o.fold.normalize && !o.baseline)
		rc = err_set(e, ERR_USAGE, "--normalize goes with --diff");
	if (!rc)
		rc = filter_check(&o.filter, &in.data, e);
	if (rc)
		goto out;
	in.places.unnamed = o.fold.addrs ? UNNAMED_BY_IP : UNNAMED_BY_FILE;
	input_profile(&in, &profile, &o.filter,
	              (o.fold.pid || o.fold.tid ? PROFILE_PID : 0u) |
	                      (o.fold.tid ? PROFILE_TID : 0u));
	o.fold.event = input_event(&in, &profile, &o.filter);
	const struct baseline_like like = { &in, &o.input, &profile, o.fold.event };
	if (o.baseline)
		rc = baseline_read(&baseline, o.baseline, &like, &o.filter, e);
	if (rc)
		goto out;
	output_open(&out, false);
	fold_print(&out.buf, &o, &profile, &baseline);
	rc = output_close(&out, e);
	input_say_left_out(&in, &profile, o.fold.event, "folded");
	if (!rc)
		rc = baseline_verdict(&baseline, &o.filter, input_verdict(&in, &o.filter));
out:
	baseline_release(&baseline);
	filter_release(&o.filter);
	profile_release(&profile);
	input_close(&in);
	return rc;
}

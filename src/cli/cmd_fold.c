// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "output/output.h"

struct fold_args {
	struct input_options input;
	struct fold_options fold;
};

static int set_all(void *options, const char *arg, bool negated, struct err *e)
{
	struct fold_args *o = options;
	(void)arg, (void)negated, (void)e;
	o->fold.kernel = o->fold.jit = true;
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

#define FLAG(NAME, FIELD, HELP) \
	{ .kind = OPT_FLAG, .name = NAME, .off = offsetof(struct fold_args, fold.FIELD), .help = HELP }

const struct opt fold_opts[] = {
	INPUT_OPTS(struct fold_args),
	FLAG("kernel", kernel, "mark kernel functions with _[k]"),
	FLAG("jit", jit, "mark functions of a perf map with _[j]"),
	{ .kind = OPT_CALL, .name = "all", .set = set_all, .help = "both marks: --kernel --jit" },
	FLAG("pid", pid, "after the command name: -PID"),
	FLAG("tid", tid, "after the command name: -PID/TID"),
	FLAG("addrs", addrs, "show the address of what has no name"),
	{ .kind = OPT_CALL, .name = "weight", .arg = "WHAT", .words = "period samples", .set = set_weight,
	  .help = "what is counted: period (default) or samples" },
	NAME_OPTS(struct fold_args),
	{ .kind = OPT_END },
};

/* Events are never mixed: the first one that has samples is folded. A machine with several core PMUs has one
 * event of the same name for each. */
static bool is_chosen(const struct data_event **chosen, const struct data_event *ev)
{
	if (!*chosen)
		*chosen = ev;
	return ev == *chosen || strcmp(ev->name, (*chosen)->name) == 0;
}

int cmd_fold(int argc, char **argv, struct err *e)
{
	struct fold_args o = { .input = { .demangle = true } };
	struct input in;
	struct profile profile;
	struct session_event ev;
	struct output out;
	int rc = input_open(&in, fold_opts, &o, &o.input, argc, argv, e);
	if (rc)
		goto out;
	in.places.keep_ips = o.fold.addrs;
	profile_init(&profile, &in.places,
		     (o.fold.pid || o.fold.tid ? PROFILE_PID : 0u) | (o.fold.tid ? PROFILE_TID : 0u));
	const struct data_event *chosen = NULL;
	uint64_t others = 0;
	while (session_next(&in.session, &ev) == 0) {
		if (ev.rec.type != ABI_RECORD_SAMPLE)
			continue;
		if (is_chosen(&chosen, ev.event))
			profile_add(&profile, &ev);
		else
			others++;
	}
	output_open(&out, false);
	output_fold(&out.buf, &profile, &o.fold);
	rc = output_close(&out, e);
	if (others) {
		struct log log = cli_log(0, 0);
		log_say(&log, LOG_NOTICE, "folded event '%s' only: %llu samples of other events are left out",
			chosen->name, (unsigned long long)others);
	}
	profile_release(&profile);
	if (!rc)
		rc = input_verdict(&in);
out:
	input_close(&in);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of commands, and the search for what a mistyped word may have meant. */
#include "base/words.h"
#include "cli/cli.h"

const struct command commands[] = {
	{ "record", "run a command, or watch processes or all CPUs, and record samples",
	  "[options] [--] command [args]", record_opts, cmd_record },
	{ "list", "list the events that this machine offers", "[options] [kind|pattern] ...",
	  list_opts, cmd_list },
	{ "report", "print where the samples fell, as a table", "[options]", report_opts,
	  cmd_report },
	{ "fold", "print folded stacks, one a line, for flame graphs", "[options]", fold_opts,
	  cmd_fold },
	{ "diff", "show what changed from one recording to another", "[options] [OLD [NEW]]",
	  diff_opts, cmd_diff },
	{ "flame", "make a flame graph, a page for a browser or a picture", "[options]", flame_opts,
	  cmd_flame },
	{ "export", "write a profile that other programs read", "--format FORMAT [options]",
	  export_opts, cmd_export },
	{ "script", "print every sample as text", "[options]", script_opts, cmd_script },
	{ "info", "print what a recording is, as a whole", "[options]", info_opts, cmd_info },
	{ "archive", "pack the files that a recording was made of, for another machine",
	  "[options]", archive_opts, cmd_archive },
	{ "inject", "write a recording again, with call chains in place of copies of stacks",
	  "[options] -o FILE", inject_opts, cmd_inject },
	{ "doctor", "try what this machine can do", "[options]", doctor_opts, cmd_doctor },
	{ "evlist", "list the events of a recording", "[options]", evlist_opts, cmd_evlist },
	{ "buildid-list", "list the build-ids in a recording", "[options]", buildid_list_opts,
	  cmd_buildid_list },
	{ "completion", "print completions for a shell", "bash|zsh|fish", completion_opts,
	  cmd_completion },
	{ "help", "say how a command is used", "[command]", help_opts, cmd_help },
	{ "version", "print the version", "", version_opts, cmd_version },
	{ NULL, NULL, NULL, NULL, NULL },
};

const struct command *command_find(const char *name)
{
	for (const struct command *c = commands; c->name; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

static void nearer(const char *word, const char *name, const char **best, unsigned *least)
{
	unsigned d = word_distance(span_str(word), span_str(name));
	if (d < *least) {
		*least = d;
		*best = name;
	}
}

const char *nearest_command(const char *word)
{
	const char *best = NULL;
	unsigned least = word_distance_bound(span_str(word));
	for (const struct command *c = commands; c->name; c++)
		nearer(word, c->name, &best, &least);
	return best;
}

const char *nearest_option(const struct opt *opts, const char *word)
{
	const char *best = NULL;
	unsigned least = word_distance_bound(span_str(word));
	for (const struct opt *o = opts; o->kind; o++)
		if (o->name)
			nearer(word, o->name, &best, &least);
	return best;
}

/* Options of perf. */
static const struct {
	const char *command, *option, *why;
} absent[] = {
	{ "record", "aux-sample", "traces of the hardware (AUX) are not recorded" },
	{ "record", "snapshot", "traces of the hardware (AUX) are not recorded" },
	{ "record", "debuginfod", "recording fetches nothing; report, script and fold have it" },
	{ "record", "kcore", "the kernel's memory is not copied" },
	{ "record", "off-cpu", "it takes a BPF program; -e sched:sched_switch tells who waits" },
	{ "record", "off-cpu-thresh",
	  "it takes a BPF program; -e sched:sched_switch tells who waits" },
	{ "record", "setup-filter", "it takes a BPF program; --filter is the kernel's own" },
	{ "record", "threads", "one thread empties the rings and another one writes" },
};

const char *absent_option(const char *command, const char *word)
{
	struct span option = span_of(word, strcspn(word, "="));
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
		if (strcmp(command, absent[i].command) == 0 &&
		    span_equal(option, span_str(absent[i].option)))
			return absent[i].why;
	return NULL;
}

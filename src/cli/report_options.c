// SPDX-License-Identifier: GPL-2.0-or-later
/* The options of pmrec report. */
#include "cli/report.h"

FILTER_SETTERS(struct report_args)
FILTER_THREAD_SETTERS(struct report_args)

#define FLAG(LETTER, NAME, FIELD, HELP)                                  \
	{                                                                \
		.kind = OPT_FLAG, .letter = LETTER, .name = NAME,        \
		.off = offsetof(struct report_args, FIELD), .help = HELP \
	}

const struct opt report_opts[] = {
	INPUT_OPTS(struct report_args),
	{ .kind = OPT_CALL,
	  .letter = 's',
	  .name = "sort",
	  .arg = "KEYS",
	  .set = report_set_sort,
	  .words = NUMBER_WORDS(WORD_OF) SORT_WORDS(WORD_OF),
	  .help = "group by these, default comm,dso,sym; also pid, tid, tgid, cpu, srcline, "
	          "srcfile" },
	{ .kind = OPT_CALL,
	  .name = "by",
	  .arg = "WHAT",
	  .set = report_set_by,
	  .words = BY_WORDS(WORD_OF),
	  .help = "group by comm, dso, symbol, line, source, thread, pid or cpu" },
	{ .kind = OPT_CALL,
	  .letter = 'F',
	  .name = "fields",
	  .arg = "LIST",
	  .set = report_set_fields,
	  .words = NUMBER_WORDS(WORD_OF) SORT_WORDS(WORD_OF),
	  .help = "print these columns: sort keys and numbers; +LIST: besides the default ones" },
	{ .kind = OPT_CALL,
	  .name = "children",
	  .flags = OPT_NEGATE,
	  .set = report_set_children,
	  .help = "give callers the weight of what they call (default with call chains)" },
	{ .kind = OPT_CALL,
	  .letter = 'g',
	  .name = "call-graph",
	  .arg = "HOW",
	  .flags = OPT_MAYBE | OPT_NEGATE,
	  .words = "none caller callee function srcline",
	  .set = report_set_graph,
	  .help = "call graphs: none, caller, callee, srcline, a least percentage" },
	{ .kind = OPT_CALL,
	  .name = "tree",
	  .arg = "HOW",
	  .flags = OPT_MAYBE,
	  .words = "top-down bottom-up",
	  .set = report_set_tree,
	  .help = "print all call chains as one tree: top-down (default), bottom-up" },
	{ .kind = OPT_CALL,
	  .letter = 'b',
	  .name = "branch-stack",
	  .flags = OPT_NEGATE,
	  .set = report_set_branches,
	  .help = "count each recorded branch where it went (default where there are any)" },
	{ .kind = OPT_CALL,
	  .name = "percent-limit",
	  .arg = "PERCENT",
	  .set = report_set_percent_limit,
	  .help = "leave out entries below this" },
	{ .kind = OPT_CALL,
	  .name = "max-stack",
	  .arg = "N",
	  .set = report_set_max_stack,
	  .help = "take so many frames of a call chain, innermost first (default 127)" },
	{ .kind = OPT_CALL,
	  .name = "group",
	  .flags = OPT_NEGATE,
	  .set = report_set_group,
	  .help = "show the events of a group beside each other (default)" },
	FLAG('n', "show-nr-samples", report.samples, "print the number of samples of each entry"),
	FLAG(0, "show-total-period", total_period, "print the weight of each entry"),
	FLAG(0, "showcpuutilization", cpu_utilization,
	     "print what of each entry ran in the kernel and in user space"),
	{ .kind = OPT_CALL,
	  .name = "color",
	  .arg = "WHEN",
	  .words = "auto never always",
	  .set = report_set_color,
	  .help = "use colours: auto (default: on a terminal), never or always" },
	{ .kind = OPT_CALL,
	  .letter = 't',
	  .name = "field-separator",
	  .arg = "CHAR",
	  .set = report_set_separator,
	  .help = "put this between the columns of a table, and no spaces" },
	FLAG(0, "csv", csv, "print comma-separated values, for programs"),
	FLAG(0, "json", json, "print one object of JSON, for programs"),
	FLAG(0, "stats", stats, "print the number of records of each type instead"),
	FLAG(0, "header", header, "print what the file says of the recording before the report"),
	FLAG(0, "header-only", header_only, "print only that"),
	FLAG('I', "show-info", info, "with a header: its long sections too"),
	FLAG('D', "dump-raw-trace", dump, "print every record, bytes and meaning, instead"),
	FLAG(0, "stdio", stdio, "print to standard output (it always is)"),
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct report_args),
	NAME_OPTS(struct report_args),
	DEBUGINFOD_OPT(struct report_args),
	INLINE_OPT(struct report_args),
	FULL_PATH_OPT(struct report_args),
	HABIT_OPTS(struct report_args),
	{ .kind = OPT_END },
};

/* What was not said: branches where they were recorded, children and call graphs where there are
 * call chains. */
void report_options_settle(struct report_args *o, const struct data *d)
{
	struct hist_options *h = &o->report.hist;
	o->report.tree_threads = o->keys_given;
	if (!o->branches_given && !o->report.tree)
		o->branches = data_has_feature(d, ABI_FEATURE_BRANCH_STACK);
	if (o->branches || !data_has_sample_bit(d, ABI_SAMPLE_CALLCHAIN)) {
		h->children = false;
		h->chains = CHAIN_NONE;
	} else {
		if (!o->children_given)
			h->children = true;
		if (!o->chains_given)
			h->chains = h->children ? CHAIN_CALLER : CHAIN_CALLEE;
	}
	report_columns_settle(o);
}

int report_options_check(const struct report_args *o, const struct data *d, struct err *e)
{
	if (o->dump + o->stats + o->header_only > 1)
		return err_set(e, ERR_USAGE,
		               "-D, --stats and --header-only are printed one at a time");
	if ((o->dump || o->stats || o->header_only) && !filter_is_empty(&o->filter))
		return err_set(e, ERR_USAGE,
		               "samples are chosen for the report, not for -D, --stats or "
		               "--header-only");
	if (o->csv + o->json + (o->dump || o->stats || o->header || o->header_only) > 1)
		return err_set(e, ERR_USAGE, "--csv and --json print the report alone");
	if ((o->columns_from || o->cpu_utilization) && (o->report.tree || o->csv || o->json))
		return err_set(
			e, ERR_USAGE,
			"only a table's columns can be chosen: not those of --tree, --csv and "
			"--json");
	if (o->report.tree && o->csv)
		return err_set(e, ERR_USAGE, "a tree has no form as CSV, but one as JSON");
	if (o->report.tree && o->branches)
		return err_set(e, ERR_USAGE, "a tree is of call chains, not of branches");
	if (o->report.tree && o->keys_given && o->report.hist.keys != 1u << SORT_COMM)
		return err_set(e, ERR_USAGE, "a tree is grouped by comm, or by nothing");
	return filter_check(&o->filter, d, e);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "base/alloc.h"
#include "base/words.h"
#include "cli/cli.h"
#include "output/output.h"
#include "sys/sys.h"

struct report_args {
	struct input_options input;
	struct filter filter;
	struct report_options report;
	uint8_t columns[SORT_KEYS];
	bool children_given, chains_given, branches_given, branches;
	bool stats, header, header_only, info, dump, stdio, no_group;
};

static const struct {
	const char *name;
	enum sort_key key;
} sort_names[] = {
	{ "comm", SORT_COMM },  { "dso", SORT_DSO },         { "sym", SORT_SYM },
	{ "symbol", SORT_SYM }, { "pid", SORT_PID },         { "tid", SORT_TID },
	{ "cpu", SORT_CPU },    { "srcline", SORT_SRCLINE }, { "srcfile", SORT_SRCFILE },
};
#define SORT_NAMES "comm, dso, sym, pid, tid, cpu, srcline, srcfile"

static int set_sort(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)negated;
	o->report.n_columns = 0;
	o->report.hist.keys = 0;
	for (struct span word; word_next(&arg, &word);) {
		size_t i = 0, known = sizeof sort_names / sizeof *sort_names;
		if (!word.n)
			continue;
		while (i < known && !span_equal(word, span_str(sort_names[i].name)))
			i++;
		if (i == known)
			return err_set(e, ERR_USAGE, "unknown sort key '%.*s': " SORT_NAMES,
			               (int)word.n, (const char *)word.p);
		if (!(o->report.hist.keys & 1u << sort_names[i].key))
			o->columns[o->report.n_columns++] = (uint8_t)sort_names[i].key;
		o->report.hist.keys |= 1u << sort_names[i].key;
	}
	if (!o->report.n_columns)
		return err_set(e, ERR_USAGE, "--sort needs a key: " SORT_NAMES);
	return 0;
}

static int set_percent_limit(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_percent(arg, &((struct report_args *)options)->report.percent_limit, e);
}

/* perf's -g takes words in any order: none, graph, caller, callee, what tells functions apart, a
 * minimum percentage, and more that say what is the default here. */
static int set_graph(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	static const char *const defaults[] = { "graph", "percent" };
	const size_t n_defaults = sizeof defaults / sizeof *defaults;
	if (negated)
		arg = "none";
	o->chains_given = true;
	o->report.hist.chains = CHAIN_CALLER;
	for (struct span next; word_next(&arg, &next);) {
		char word[32];
		size_t i = 0;
		if (!next.n)
			continue;
		snprintf(word, sizeof word, "%.*s", (int)next.n, (const char *)next.p);
		while (i < n_defaults && strcmp(word, defaults[i]))
			i++;
		if (strcmp(word, "none") == 0)
			o->report.hist.chains = CHAIN_NONE;
		else if (strcmp(word, "caller") == 0)
			o->report.hist.chains = CHAIN_CALLER;
		else if (strcmp(word, "callee") == 0)
			o->report.hist.chains = CHAIN_CALLEE;
		else if (strcmp(word, "function") == 0 || strcmp(word, "srcline") == 0)
			o->report.hist.chain_lines = *word == 's';
		else if (*word >= '0' && *word <= '9') {
			if (parse_percent(word, &o->report.chain_limit, e))
				return ERR_USAGE;
		} else if (i == n_defaults)
			return err_set(e, ERR_USAGE,
			               "-g takes none, caller, callee, function, srcline or a "
			               "percentage, not '%s'",
			               word);
	}
	return 0;
}

static int set_branches(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)arg, (void)e;
	o->branches_given = true;
	o->branches = !negated;
	return 0;
}

static int set_group(void *options, const char *arg, bool negated, struct err *e)
{
	(void)arg, (void)e;
	((struct report_args *)options)->no_group = negated;
	return 0;
}

static int set_children(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)arg, (void)e;
	o->children_given = true;
	o->report.hist.children = !negated;
	return 0;
}

static int set_max_stack(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_max_stack(arg, &((struct report_args *)options)->report.hist.max_stack, e);
}

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
	  .set = set_sort,
	  .words = "comm dso sym pid tid cpu srcline srcfile",
	  .help = "group by these, default comm,dso,sym; also pid, tid, cpu, srcline, srcfile" },
	{ .kind = OPT_CALL,
	  .name = "children",
	  .flags = OPT_NEGATE,
	  .set = set_children,
	  .help = "give callers the weight of what they call (default with call chains)" },
	{ .kind = OPT_CALL,
	  .letter = 'g',
	  .name = "call-graph",
	  .arg = "HOW",
	  .flags = OPT_MAYBE | OPT_NEGATE,
	  .words = "none caller callee function srcline",
	  .set = set_graph,
	  .help = "call graphs: none, caller, callee, srcline, a least percentage" },
	{ .kind = OPT_CALL,
	  .letter = 'b',
	  .name = "branch-stack",
	  .flags = OPT_NEGATE,
	  .set = set_branches,
	  .help = "count each recorded branch where it went (default where there are any)" },
	{ .kind = OPT_CALL,
	  .name = "percent-limit",
	  .arg = "PERCENT",
	  .set = set_percent_limit,
	  .help = "leave out entries below this" },
	{ .kind = OPT_CALL,
	  .name = "max-stack",
	  .arg = "N",
	  .set = set_max_stack,
	  .help = "take so many frames of a call chain, innermost first (default 127)" },
	{ .kind = OPT_CALL,
	  .name = "group",
	  .flags = OPT_NEGATE,
	  .set = set_group,
	  .help = "show the events of a group beside each other (default)" },
	FLAG('n', "show-nr-samples", report.samples, "print the number of samples of each entry"),
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

static bool has_sample_bit(const struct data *d, uint64_t bit)
{
	for (uint32_t i = 0; i < d->n_events; i++)
		if (d->events[i].attr.sample_type & bit)
			return true;
	return false;
}

/* What was not said: branches where they were recorded, children and call graphs where there are
 * call chains. */
static void report_defaults(struct report_args *o, const struct data *d)
{
	struct hist_options *h = &o->report.hist;
	if (!o->branches_given)
		o->branches = data_has_feature(d, ABI_FEATURE_BRANCH_STACK);
	if (o->branches || !has_sample_bit(d, ABI_SAMPLE_CALLCHAIN)) {
		h->children = false;
		h->chains = CHAIN_NONE;
		return;
	}
	if (!o->children_given)
		h->children = true;
	if (!o->chains_given)
		h->chains = h->children ? CHAIN_CALLER : CHAIN_CALLEE;
}

enum { REPORT_GROUP_MAX = 64 }; /* a larger group is shown event by event */

static void report_events(struct input *in, const struct profile *p, const struct report_args *o,
                          struct buf *out)
{
	const struct data *d = &in->data;
	const struct session_stats *stats = &in->session.stats;
	bool any = false;
	struct feature_reader reader;
	struct data_groups groups = { .r = &reader };
	struct data_group group = { .leader = d->n_events }, g;
	feature_open(d, ABI_FEATURE_GROUP_DESC, &reader);
	bool more = !o->no_group && !o->filter.event && data_groups_next(d, &groups, &group);
	for (uint32_t i = 0; i < d->n_events; i += g.n) {
		g = (struct data_group){ .leader = i, .n = 1 };
		if (more && group.leader == i) {
			if (group.n <= REPORT_GROUP_MAX)
				g = group;
			more = data_groups_next(d, &groups, &group);
		}
		uint64_t n = 0, lost = 0;
		for (uint32_t k = i; k < i + g.n; k++) {
			n += p->event_samples[k];
			lost += stats->event_lost[k];
		}
		/* Of several events those without a sample are passed over: so is the one for
		 * tracking. */
		if (!n)
			continue;
		output_report(out, p, &g, lost, &o->report);
		any = true;
	}
	uint64_t samples = stats->records[ABI_RECORD_SAMPLE];
	if (!any)
		buf_str(out, !samples      ? "# the recording has no samples\n"
		             : o->branches ? "# no sample that was chosen has a branch stack\n"
		                           : "# no sample is as chosen\n");
	if (p->stacks.n_refused)
		buf_printf(
			out,
			"# %llu samples are without their call chain: all chains are larger than "
			"their recording\n",
			(unsigned long long)p->stacks.n_refused);
	if (p->n_incomplete)
		buf_printf(out,
		           "# %llu samples lack their user call chain: it was put off and never "
		           "came\n",
		           (unsigned long long)p->n_incomplete);
}

static unsigned profile_keys(const struct hist_options *h)
{
	return (h->keys & (1 << SORT_PID | 1 << SORT_TID) ? PROFILE_TID : 0u) |
	       (h->keys & 1 << SORT_CPU ? PROFILE_CPU : 0u);
}

/* Of a sample with a branch stack, each branch counts where it went. */
static void add_branches(struct profile *p, const struct session_event *ev)
{
	enum { WORDS_EACH = 3, TO = 1 };
	for (uint64_t i = TO; i < ev->sample.branches.n; i += WORDS_EACH)
		profile_add_address(p, ev, words_at(ev->sample.branches, i));
}

static void report_profile(struct input *in, struct report_args *o, struct buf *out)
{
	struct profile profile;
	struct session_event ev;
	report_defaults(o, &in->data);
	if (!(o->report.hist.keys & (1 << SORT_SYM | 1 << SORT_SRCLINE)) &&
	    o->report.hist.chains == CHAIN_NONE)
		in->places.unnamed = UNNAMED_BY_FILE;
	if (o->report.hist.chain_lines ||
	    o->report.hist.keys & (1 << SORT_SRCLINE | 1 << SORT_SRCFILE))
		in->places.sites.wanted |= SITES_LINES;
	profile_init(&profile, &in->places, profile_keys(&o->report.hist));
	while (session_next(&in->session, &ev) == 0) {
		if (ev.rec.type != ABI_RECORD_SAMPLE || !filter_takes(&o->filter, &in->places, &ev))
			continue;
		if (o->branches)
			add_branches(&profile, &ev);
		else
			profile_add(&profile, &ev);
	}
	profile_finish(&profile);
	buf_str(out, "# To display what the file says of the recording, use --header or "
	             "--header-only.\n#\n");
	report_events(in, &profile, o, out);
	in->names_told = output_coverage(out, &profile,
	                                 o->report.hist.chains != CHAIN_NONE && !o->branches);
	profile_release(&profile);
}

static void replay_only(struct input *in)
{
	struct session_event ev;
	while (session_next(&in->session, &ev) == 0)
		;
}

/* In the order of the file, past the session: where the walk ended is a fault like any other. */
static void dump_records(struct input *in, struct buf *out)
{
	struct err e;
	if (output_dump(out, &in->data, in->path, &e))
		data_fault(&in->data, e.off, "%s", e.text);
}

/* What cannot be had together. */
static int report_check(const struct report_args *o, const struct data *d, struct err *e)
{
	if (o->dump + o->stats + o->header_only > 1)
		return err_set(e, ERR_USAGE,
		               "-D, --stats and --header-only are printed one at a time");
	if ((o->dump || o->stats || o->header_only) && !filter_is_empty(&o->filter))
		return err_set(e, ERR_USAGE,
		               "samples are chosen for the report, not for -D, --stats or "
		               "--header-only");
	return filter_check(&o->filter, d, e);
}

int cmd_report(int argc, char **argv, struct err *e)
{
	struct report_args o = { .input = { .demangle = true },
		                 .report = { .chain_limit = 0.5,
		                             .hist = { .max_stack = MAX_STACK_DEFAULT } } };
	struct input in;
	struct output out;
	o.report.columns = o.columns;
	set_sort(&o, "comm,dso,sym", false, e);
	int rc = input_open(&in, report_opts, &o, &o.input, argc, argv, e);
	if (!rc)
		rc = report_check(&o, &in.data, e);
	if (rc)
		goto out;
	output_open(&out, true);
	o.report.colour = out.is_terminal;
	if (o.header || o.header_only)
		output_header(&out.buf, &in.data, sys_file_mtime(in.path), o.info);
	if (o.dump) {
		dump_records(&in, &out.buf);
	} else if (o.stats) {
		replay_only(&in);
		output_stats(&out.buf, &in.session);
	} else if (!o.header_only) {
		report_profile(&in, &o, &out.buf);
	}
	rc = output_close(&out, e);
	if (!rc)
		rc = input_verdict(&in, &o.filter);
out:
	filter_release(&o.filter);
	input_close(&in);
	return rc;
}

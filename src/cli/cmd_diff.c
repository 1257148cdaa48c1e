// SPDX-License-Identifier: GPL-2.0-or-later
/* diff: what changed from one recording to another. */
#include "base/words.h"
#include "cli/cli.h"
#include "output/output.h"

struct diff_args {
	struct input_options input;
	struct filter filter;
	struct diff_options diff;
	bool no_totals;
};

FILTER_SETTERS(struct diff_args)
FILTER_THREAD_SETTERS(struct diff_args)

static int set_sort(void *options, const char *arg, bool negated, struct err *e)
{
	static const struct {
		const char *name;
		enum sort_key key;
	} names[] = { { "comm", SORT_COMM },
		      { "dso", SORT_DSO },
		      { "sym", SORT_SYM },
		      { "symbol", SORT_SYM } };
	struct diff_options *o = &((struct diff_args *)options)->diff;
	const size_t known = sizeof names / sizeof *names;
	(void)negated;
	o->keys = 0;
	for (struct span word; word_next(&arg, &word);) {
		size_t i = 0;
		while (i < known && !span_equal(word, span_str(names[i].name)))
			i++;
		if (i == known)
			return err_set(e, ERR_USAGE, "--sort takes comm, dso and sym, not '%.*s'",
			               (int)word.n, (const char *)word.p);
		o->keys |= 1u << names[i].key;
	}
	return 0;
}

static int set_compute(void *options, const char *arg, bool negated, struct err *e)
{
	struct diff_options *o = &((struct diff_args *)options)->diff;
	(void)negated;
	if (strcmp(arg, "delta") && strcmp(arg, "delta-abs"))
		return err_set(e, ERR_USAGE, "--compute is 'delta' or 'delta-abs', not '%s'", arg);
	o->is_signed = !strcmp(arg, "delta");
	return 0;
}

static int set_percent_limit(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_percent(arg, "--percent-limit",
	                     &((struct diff_args *)options)->diff.percent_limit, e);
}

static int set_children(void *options, const char *arg, bool negated, struct err *e)
{
	struct diff_args *o = options;
	(void)arg, (void)e;
	o->no_totals = negated;
	o->diff.by_total = !negated;
	return 0;
}

const struct opt diff_opts[] = {
	{ .kind = OPT_CALL,
	  .letter = 's',
	  .name = "sort",
	  .arg = "KEYS",
	  .set = set_sort,
	  .words = "comm dso sym",
	  .help = "group by these: comm, dso, sym (default dso,sym)" },
	{ .kind = OPT_CALL,
	  .name = "compute",
	  .arg = "HOW",
	  .set = set_compute,
	  .words = "delta-abs delta",
	  .help = "rows in order of the largest change (delta-abs, default) or of growth (delta)" },
	{ .kind = OPT_CALL,
	  .name = "children",
	  .flags = OPT_NEGATE,
	  .set = set_children,
	  .help = "order by the change with all that is called; --no-children: leave that out" },
	{ .kind = OPT_CALL,
	  .name = "percent-limit",
	  .arg = "PERCENT",
	  .set = set_percent_limit,
	  .help = "leave out rows below this before and after (default 0.05)" },
	{ .kind = OPT_FLAG,
	  .name = "normalize",
	  .off = offsetof(struct diff_args, diff.normalize),
	  .help = "samples as if both recordings weighed the same" },
	FILTER_THREAD_OPTS,
	FILTER_OPTS(struct diff_args),
	NAME_OPTS(struct diff_args),
	DEBUGINFOD_OPT(struct diff_args),
	INLINE_OPT(struct diff_args),
	HABIT_OPTS(struct diff_args),
	{ .kind = OPT_END },
};

/* As perf: [OLD [NEW]], one word is the older one. */
static int diff_words(struct diff_args *o, int n, char **words, struct err *e)
{
	o->diff.names[0] = n > 0 ? words[0] : "perf.data.old";
	o->diff.names[1] = n > 1 ? words[1] : "perf.data";
	if (n > 2)
		return err_set(e, ERR_USAGE, "unexpected word '%s': two recordings are compared",
		               words[2]);
	return baseline_check(o->diff.names[0], o->diff.names[1], e);
}

static uint64_t n_samples(const struct input *in, const struct profile *p)
{
	uint64_t n = 0;
	for (uint32_t i = 0; i < in->data.n_events; i++)
		n += p->event_samples[i];
	return n;
}

/* Why there is no table. That a choice took nothing is said at the end, as by other commands. */
static int diff_nothing(const struct input *in, const struct profile *p, const struct baseline *b,
                        struct err *e)
{
	char before[256], after[256];
	struct log log = cli_log(in->quiet, in->verbose);
	const struct input *empty = !n_samples(in, p)                 ? in
	                            : !n_samples(&b->in, &b->profile) ? &b->in
	                                                              : NULL;
	if (empty) {
		if (!empty->session.stats.records[ABI_RECORD_SAMPLE])
			log_say(&log, LOG_NOTICE, "there are no samples in '%s'", empty->name);
		return 0;
	}
	baseline_event_names(&b->in, &b->profile, before, sizeof before);
	baseline_event_names(in, p, after, sizeof after);
	return err_set(
		e, ERR_USAGE,
		"there is no event that both recordings have samples of: '%s' has %s, '%s' %s",
		b->in.name, before, in->name, after);
}

static int diff_print(struct diff_args *o, const struct input *in, const struct profile *p,
                      const struct baseline *b, struct err *e)
{
	struct output out;
	output_open(&out, true);
	o->diff.colour = output_has_colour(&out, COLOUR_AUTO);
	o->diff.line_columns = output_columns(&out);
	uint32_t n = output_diff(&out.buf, &b->profile, p, &o->diff);
	int rc = output_close(&out, e);
	return rc || n ? rc : diff_nothing(in, p, b, e);
}

int cmd_diff(int argc, char **argv, struct err *e)
{
	struct diff_args o = { .input = { .demangle = true },
		               .diff = { .keys = 1u << SORT_DSO | 1u << SORT_SYM,
		                         .percent_limit = 0.05 } };
	struct input in = { 0 };
	struct profile profile = { 0 };
	struct baseline baseline = { 0 };
	const struct baseline_like like = { &in, &o.input, &profile, "" };
	int rest, rc = opts_parse(diff_opts, &o, false, argc, argv, &rest, e);
	if (!rc)
		rc = diff_words(&o, argc - rest, argv + rest, e);
	if (!rc)
		rc = input_open_path(&in, o.diff.names[1], &o.input, e);
	if (!rc && filter_check(&o.filter, &in.data, e))
		rc = err_context(e, "'%s'", in.name);
	if (rc)
		goto out;
	in.places.unnamed = UNNAMED_BY_FILE;
	o.diff.event = o.filter.event;
	/* With call chains totals are worth a column. */
	o.diff.totals = data_has_sample_bit(&in.data, ABI_SAMPLE_CALLCHAIN) && !o.no_totals;
	input_profile(&in, &profile, &o.filter, 0);
	rc = baseline_read(&baseline, o.diff.names[0], &like, &o.filter, e);
	o.diff.names[0] = baseline.in.name;
	o.diff.names[1] = in.name;
	if (!rc)
		rc = diff_print(&o, &in, &profile, &baseline, e);
	if (!rc)
		rc = baseline_verdict(&baseline, &o.filter, input_verdict(&in, &o.filter));
out:
	filter_release(&o.filter);
	baseline_release(&baseline);
	profile_release(&profile);
	input_close(&in);
	return rc;
}

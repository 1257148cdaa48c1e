// SPDX-License-Identifier: GPL-2.0-or-later
/* report: where the samples fell, as a table. */
#include "cli/report.h"

enum { REPORT_GROUP_MAX = 64 }; /* a larger group is shown event by event */

/* The tables of those events, or groups of them, that have samples. */
static void report_tables(const struct input *in, const struct profile *p,
                          const struct report_args *o, struct buf *out)
{
	const struct data *d = &in->data;
	const struct session_stats *stats = &in->session.stats;
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
		if (n)
			output_report(out, p, &g, lost, &o->report);
	}
}

/* Why there is no table, NULL = input_verdict() is where that is said: beside a table for programs
 * both would be notices. */
static const char *why_nothing(const struct input *in, const struct report_args *o)
{
	if (!in->session.stats.records[ABI_RECORD_SAMPLE])
		return "# the recording has no samples\n";
	if (!o->filter.n_taken && (o->csv || o->json))
		return NULL;
	return o->branches ? "# no sample that was chosen has a branch stack\n"
	                   : "# no sample is as chosen\n";
}

/* What is missing, why, and what helps. */
static void report_comments(struct input *in, const struct profile *p, const struct report_args *o,
                            struct buf *out)
{
	uint64_t taken = 0;
	for (uint32_t i = 0; i < in->data.n_events; i++)
		taken += p->event_samples[i];
	const char *why = taken ? NULL : why_nothing(in, o);
	if (why)
		buf_str(out, why);
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
	in->names_told = output_coverage(out, p,
	                                 o->report.hist.chains != CHAIN_NONE && !o->branches);
}

static unsigned profile_keys(const struct hist_options *h)
{
	return (h->keys & (1 << SORT_PID | 1 << SORT_TID) ? PROFILE_TID : 0u) |
	       (h->keys & 1 << SORT_TGID ? PROFILE_PID : 0u) |
	       (h->keys & 1 << SORT_CPU ? PROFILE_CPU : 0u);
}

/* Of a sample with a branch stack, each branch counts where it went. */
static void add_branches(struct profile *p, const struct session_event *ev)
{
	enum { WORDS_EACH = 3, TO = 1 };
	for (uint64_t i = TO; i < ev->sample.branches.n; i += WORDS_EACH)
		profile_add_address(p, ev, words_at(ev->sample.branches, i));
}

static void report_profile(struct input *in, struct report_args *o, struct profile *p)
{
	struct session_event ev;
	if (o->report.tree || (!(o->report.hist.keys & (1 << SORT_SYM | 1 << SORT_SRCLINE)) &&
	                       o->report.hist.chains == CHAIN_NONE))
		in->places.unnamed = UNNAMED_BY_FILE;
	if (o->report.hist.chain_lines ||
	    o->report.hist.keys & (1 << SORT_SRCLINE | 1 << SORT_SRCFILE))
		in->places.sites.wanted |= SITES_LINES;
	profile_init(p, &in->places, profile_keys(&o->report.hist));
	while (session_next(&in->session, &ev) == 0) {
		if (ev.rec.type != ABI_RECORD_SAMPLE || !filter_takes(&o->filter, &in->places, &ev))
			continue;
		if (o->branches)
			add_branches(p, &ev);
		else
			profile_add(p, &ev);
	}
	profile_finish(p);
}

static void report_text(struct input *in, const struct profile *p, const struct report_args *o,
                        struct buf *out)
{
	buf_str(out, "# To display what the file says of the recording, use --header or "
	             "--header-only.\n#\n");
	if (o->report.tree)
		output_report_tree(out, p, &o->report);
	else
		report_tables(in, p, o, out);
}

/* The comments are for people: in what programs read there is no place for them. */
static void report_print(struct input *in, struct report_args *o, struct buf *out,
                         struct buf *comments)
{
	struct profile profile;
	report_profile(in, o, &profile);
	if (o->csv)
		output_report_csv(out, &profile, &o->report);
	else if (o->json)
		output_report_json(out, &profile, &o->report);
	else
		report_text(in, &profile, o, out);
	report_comments(in, &profile, o, o->csv || o->json ? comments : out);
	profile_release(&profile);
}

/* Comments that had no place in the output: a line each. */
static void say_comments(const struct input *in, struct buf *comments)
{
	struct log log = cli_log(in->quiet, in->verbose);
	buf_char(comments, 0);
	for (char *line = strtok(comments->p, "\n"); line; line = strtok(NULL, "\n")) {
		line += strspn(line, "# ");
		if (*line)
			log_say(&log, LOG_NOTICE, "%s", line);
	}
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

int cmd_report(int argc, char **argv, struct err *e)
{
	struct report_args o = { .input = { .demangle = true },
		                 .report = { .chain_limit = 0.5,
		                             .hist = { .max_stack = MAX_STACK_DEFAULT } } };
	struct input in;
	struct output out;
	struct buf comments = { 0 };
	report_set_sort(&o, "comm,dso,sym", false, e);
	o.keys_given = false;
	int rc = input_open(&in, report_opts, &o, &o.input, argc, argv, e);
	if (rc)
		goto out;
	report_options_settle(&o, &in.data);
	rc = report_options_check(&o, &in.data, e);
	if (rc)
		goto out;
	output_open(&out, true);
	o.report.colour = output_has_colour(&out, o.colour);
	o.report.line_columns = output_columns(&out);
	o.report.utf8 = output_is_utf8();
	if (o.header || o.header_only)
		output_header(&out.buf, &in.data, sys_file_mtime(in.path), o.info);
	if (o.dump) {
		dump_records(&in, &out.buf);
	} else if (o.stats) {
		replay_only(&in);
		output_stats(&out.buf, &in.session);
	} else if (!o.header_only) {
		report_print(&in, &o, &out.buf, &comments);
	}
	rc = output_close(&out, e);
	if (!rc) {
		say_comments(&in, &comments);
		input_say_lost(&in);
		rc = input_verdict(&in, &o.filter);
	}
out:
	buf_release(&comments);
	filter_release(&o.filter);
	input_close(&in);
	return rc;
}

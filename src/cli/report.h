/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of pmrec report share. */
#ifndef PMREC_CLI_REPORT_H
#define PMREC_CLI_REPORT_H

#include "cli/cli.h"
#include "output/output.h"

/* enum sort_key and hist_number, each once. */
struct report_columns {
	uint8_t v[HIST_COLUMNS];
	uint32_t n;
};

struct report_args {
	struct input_options input;
	struct filter filter;
	struct report_options report;
	struct report_columns sort, fields; /* as said */
	enum { COLUMNS_DEFAULT, COLUMNS_ADDED, COLUMNS_CHOSEN } columns_from;
	struct report_columns columns, order; /* as settled */
	bool sorted_by_weight, cpu_utilization, total_period;
	bool children_given, chains_given, branches_given, branches;
	enum colour colour;
	bool keys_given, csv, json;
	bool stats, header, header_only, info, dump, stdio, no_group;
};

/* The words of options -> fields of a struct report_args; as opt.set (report_words.c). */
typedef int report_setter(void *options, const char *arg, bool negated, struct err *e);
report_setter report_set_tree, report_set_separator, report_set_color, report_set_percent_limit,
	report_set_graph, report_set_branches, report_set_group, report_set_children,
	report_set_max_stack;
/* What columns there are (report_columns.c). */
report_setter report_set_sort, report_set_by, report_set_fields;

/* The words of --sort and --fields: numbers and keys; and those of --by besides: what they stand
 * for. The rows feed the parsers, the completions and the help. */
#define NUMBER_WORDS(X)                           \
	X("overhead", NUMBER_SELF)                \
	X("overhead_children", NUMBER_CHILDREN)   \
	X("overhead_sys", NUMBER_SYS)             \
	X("overhead_us", NUMBER_USER)             \
	X("overhead_guest_sys", NUMBER_GUEST_SYS) \
	X("overhead_guest_us", NUMBER_GUEST_USER) \
	X("sample", NUMBER_SAMPLES)               \
	X("period", NUMBER_PERIOD)
#define SORT_WORDS(X)              \
	X("comm", SORT_COMM)       \
	X("dso", SORT_DSO)         \
	X("sym", SORT_SYM)         \
	X("pid", SORT_PID)         \
	X("tid", SORT_TID)         \
	X("tgid", SORT_TGID)       \
	X("cpu", SORT_CPU)         \
	X("srcline", SORT_SRCLINE) \
	X("srcfile", SORT_SRCFILE)
#define BY_WORDS(X)            \
	X("comm", "comm")      \
	X("dso", "dso")        \
	X("symbol", "sym,dso") \
	X("line", "srcline")   \
	X("source", "srcfile") \
	X("thread", "tid")     \
	X("pid", "tgid")       \
	X("cpu", "cpu")
#define WORD_OF(NAME, MEANING) NAME " "

/* The options are all there: what is not said, as the recording has it. */
void report_options_settle(struct report_args *o, const struct data *d);
/* The columns, when it is known whether there are children. */
void report_columns_settle(struct report_args *o);
/* What cannot be had together: ERR_USAGE. */
int report_options_check(const struct report_args *o, const struct data *d, struct err *e);

#endif

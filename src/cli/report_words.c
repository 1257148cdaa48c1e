// SPDX-License-Identifier: GPL-2.0-or-later
/* The words that options of pmrec report take. */
#include <stdlib.h>

#include "base/words.h"
#include "cli/report.h"

/* perf's: a tab may be written as it is in C. What is no separator takes its place in names, and so
 * cannot be one. */
int report_set_separator(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	char c = strcmp(arg, "\\t") == 0 ? '\t' : *arg;
	if (!c || (c != '\t' && arg[1]) || c == '.')
		return err_set(e, ERR_USAGE, "--field-separator is one character, and no '.'");
	((struct report_args *)options)->report.separator = c;
	return 0;
}

int report_set_tree(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)negated;
	if (!arg || strcmp(arg, "top-down") == 0)
		o->report.tree = REPORT_TREE_DOWN;
	else if (strcmp(arg, "bottom-up") == 0)
		o->report.tree = REPORT_TREE_UP;
	else
		return err_set(e, ERR_USAGE, "--tree is top-down or bottom-up, not '%s'", arg);
	return 0;
}

int report_set_color(void *options, const char *arg, bool negated, struct err *e)
{
	static const char *const words[] = {
		[COLOUR_AUTO] = "auto", [COLOUR_NEVER] = "never", [COLOUR_ALWAYS] = "always"
	};
	(void)negated;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(arg, words[i]) == 0) {
			((struct report_args *)options)->colour = (enum colour)i;
			return 0;
		}
	return err_set(e, ERR_USAGE, "--color is auto, never or always, not '%s'", arg);
}

int report_set_percent_limit(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_percent(arg, "--percent-limit",
	                     &((struct report_args *)options)->report.percent_limit, e);
}

/* perf's -g takes words in any order: none, graph, caller, callee, what tells functions apart, a
 * minimum percentage, and more that say what is the default here. */
int report_set_graph(void *options, const char *arg, bool negated, struct err *e)
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
			if (parse_percent(word, "-g", &o->report.chain_limit, e))
				return ERR_USAGE;
		} else if (i == n_defaults)
			return err_set(e, ERR_USAGE,
			               "-g takes none, caller, callee, function, srcline or a "
			               "percentage, not '%s'",
			               word);
	}
	return 0;
}

int report_set_branches(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)arg, (void)e;
	o->branches_given = true;
	o->branches = !negated;
	return 0;
}

int report_set_group(void *options, const char *arg, bool negated, struct err *e)
{
	(void)arg, (void)e;
	((struct report_args *)options)->no_group = negated;
	return 0;
}

int report_set_children(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)arg, (void)e;
	o->children_given = true;
	o->report.hist.children = !negated;
	return 0;
}

int report_set_max_stack(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_max_stack(arg, &((struct report_args *)options)->report.hist.max_stack, e);
}

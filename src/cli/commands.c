// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of commands, and the search for what a mistyped word may have meant. */
#include "cli/cli.h"

const struct command commands[] = {
	{ "record", "run a command, or watch all CPUs, and record samples", "[options] [--] command [args]",
	  record_opts, cmd_record },
	{ "report", "print where the samples fell, as a table", "[options]", report_opts, cmd_report },
	{ "fold", "print folded stacks, one a line, for flame graphs", "[options]", fold_opts, cmd_fold },
	{ "script", "print every sample as text", "[options]", script_opts, cmd_script },
	{ "evlist", "list the events of a recording", "[options]", evlist_opts, cmd_evlist },
	{ "buildid-list", "list the build-ids in a recording", "[options]", buildid_list_opts,
	  cmd_buildid_list },
	{ "completion", "print completions for a shell", "bash|zsh|fish", completion_opts, cmd_completion },
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

enum { WORD_MAX = 32 };

/* The number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
static int word_distance(const char *a, const char *b)
{
	int n = (int)strlen(a), m = (int)strlen(b), d[WORD_MAX + 1][WORD_MAX + 1];
	if (n > WORD_MAX || m > WORD_MAX)
		return WORD_MAX;
	for (int i = 0; i <= n; i++)
		for (int j = 0; j <= m; j++) {
			if (!i || !j) {
				d[i][j] = i + j;
				continue;
			}
			int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			if (d[i - 1][j] + 1 < best)
				best = d[i - 1][j] + 1;
			if (d[i][j - 1] + 1 < best)
				best = d[i][j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    d[i - 2][j - 2] + 1 < best)
				best = d[i - 2][j - 2] + 1;
			d[i][j] = best;
		}
	return d[n][m];
}

static void nearer(const char *word, const char *name, const char **best, int *least)
{
	int d = word_distance(word, name);
	if (d < *least) {
		*least = d;
		*best = name;
	}
}

/* A word that is wrong in more than a third of its letters is another word. */
static int distance_bound(const char *word)
{
	return (int)strlen(word) / 3 + 2;
}

const char *nearest_command(const char *word)
{
	const char *best = NULL;
	int least = distance_bound(word);
	for (const struct command *c = commands; c->name; c++)
		nearer(word, c->name, &best, &least);
	return best;
}

const char *nearest_option(const struct opt *opts, const char *word)
{
	const char *best = NULL;
	int least = distance_bound(word);
	for (const struct opt *o = opts; o->kind; o++)
		if (o->name)
			nearer(word, o->name, &best, &least);
	return best;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The option parser on a table of its own: what each spelling does, and what is said of a wrong
 * one. */
#include "cli/cli.h"

#include "tests/unit/tap.h"

struct args {
	bool flag, other, dark;
	uint64_t bits;
	int verbose;
	const char *text, *graph;
	uint64_t number;
	int graph_calls;
};

static int set_graph(void *options, const char *arg, bool negated, struct err *e)
{
	struct args *o = options;
	o->graph_calls++;
	o->graph = negated ? "none" : arg;
	return arg && strcmp(arg, "bad") == 0 ? err_set(e, ERR_USAGE, "no such graph") : 0;
}

static int set_number(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return parse_u64(arg, "the frequency", 0, UINT64_MAX, &((struct args *)options)->number, e);
}

static const struct opt opts[] = {
	{ .kind = OPT_FLAG,
	  .letter = 'f',
	  .name = "flag",
	  .flags = OPT_NEGATE,
	  .off = offsetof(struct args, flag) },
	{ .kind = OPT_FLAG, .name = "other", .off = offsetof(struct args, other) },
	{ .kind = OPT_FLAG, .name = "no-light", .off = offsetof(struct args, dark) },
	{ .kind = OPT_BITS, .name = "six", .bits = 6, .off = offsetof(struct args, bits) },
	{ .kind = OPT_BITS, .name = "four", .bits = 4, .off = offsetof(struct args, bits) },
	{ .kind = OPT_COUNT,
	  .letter = 'v',
	  .name = "verbose",
	  .off = offsetof(struct args, verbose) },
	{ .kind = OPT_TEXT,
	  .letter = 'o',
	  .name = "output",
	  .arg = "FILE",
	  .off = offsetof(struct args, text) },
	{ .kind = OPT_CALL, .letter = 'F', .name = "frequency", .arg = "N", .set = set_number },
	{ .kind = OPT_CALL,
	  .letter = 'g',
	  .name = "graph",
	  .arg = "HOW",
	  .flags = OPT_NEGATE | OPT_MAYBE,
	  .set = set_graph },
	{ .kind = OPT_END },
};

enum { WORDS = 8 };

static const struct {
	const char *words[WORDS];
	bool leading;
	int rc, rest; /* rest: index of the first word that is no option; -1 = not looked at */
	struct args want;
	const char *says; /* part of the error's text */
} rows[] = {
	{ { "x" }, 0, 0, 1, { 0 }, NULL },
	{ { "x", "-f", "-vv", "--verbose" }, 0, 0, 4, { .flag = 1, .verbose = 3 }, NULL },
	{ { "x", "-fv" }, 0, 0, 2, { .flag = 1, .verbose = 1 }, NULL },
	{ { "x", "-f", "--no-flag" }, 0, 0, 3, { 0 }, NULL },
	{ { "x", "--other", "--no-other", "--no-other" }, 0, 0, 4, { 0 }, NULL },
	{ { "x", "--no-other", "--other" }, 0, 0, 3, { .other = 1 }, NULL },
	{ { "x", "-vv", "--no-verbose", "-v" }, 0, 0, 4, { .verbose = 1 }, NULL },
	{ { "x", "--no-light" }, 0, 0, 2, { .dark = 1 }, NULL },
	{ { "x", "--no-light", "--light" }, 0, 0, 3, { 0 }, NULL },
	{ { "x", "--six" }, 0, 0, 2, { .bits = 6 }, NULL },
	{ { "x", "--six", "--no-four" }, 0, 0, 3, { .bits = 2 }, NULL },
	{ { "x", "--no-output" }, 0, ERR_USAGE, -1, { 0 }, "unknown option '--no-output'" },
	{ { "x", "--no-no-light" }, 0, ERR_USAGE, -1, { 0 }, "unknown option" },
	{ { "x", "--no-other=1" }, 0, ERR_USAGE, -1, { 0 }, "takes no argument" },
	{ { "x", "-oa" }, 0, 0, 2, { .text = "a" }, NULL },
	{ { "x", "-o", "a" }, 0, 0, 3, { .text = "a" }, NULL },
	{ { "x", "--output=a", "--output", "b" }, 0, 0, 4, { .text = "b" }, NULL },
	{ { "x", "--out", "b" }, 0, 0, 3, { .text = "b" }, NULL },
	{ { "x", "-o", "-f" }, 0, 0, 3, { .text = "-f" }, NULL },
	{ { "x", "-F", "4000" }, 0, 0, 3, { .number = 4000 }, NULL },
	{ { "x", "-F", "4x" }, 0, ERR_USAGE, -1, { 0 }, "'4x' is not a number" },
	{ { "x", "-F", "-4" }, 0, ERR_USAGE, -1, { 0 }, "not a number" },
	{ { "x", "-F", "" }, 0, ERR_USAGE, -1, { 0 }, "not a number" },
	{ { "x", "-F", "18446744073709551615" }, 0, 0, 3, { .number = UINT64_MAX }, NULL },
	{ { "x", "-F", "18446744073709551616" }, 0, ERR_USAGE, -1, { 0 }, "not between" },
	{ { "x", "-g" }, 0, 0, 2, { .graph_calls = 1 }, NULL },
	{ { "x", "-g", "fp" }, 0, 0, 3, { .graph = "fp", .graph_calls = 1 }, NULL },
	{ { "x", "-gfp" }, 0, 0, 2, { .graph = "fp", .graph_calls = 1 }, NULL },
	{ { "x", "--graph=fp" }, 0, 0, 2, { .graph = "fp", .graph_calls = 1 }, NULL },
	{ { "x", "-g", "-f" }, 0, 0, 3, { .flag = 1, .graph_calls = 1 }, NULL },
	{ { "x", "--no-graph" }, 0, 0, 2, { .graph = "none", .graph_calls = 1 }, NULL },
	{ { "x", "-g", "bad" },
	  0,
	  ERR_USAGE,
	  -1,
	  { .graph = "bad", .graph_calls = 1 },
	  "no such graph" },
	/* Before a command to run, "-g ls" is not an argument. */
	{ { "x", "-g", "ls", "-v" }, true, 0, 2, { .graph_calls = 1 }, NULL },
	{ { "x", "-f", "ls", "-v" }, true, 0, 2, { .flag = 1 }, NULL },
	{ { "x", "-f", "--", "-v" }, true, 0, 3, { .flag = 1 }, NULL },
	{ { "x", "-f", "--", "-v" }, 0, 0, 3, { .flag = 1 }, NULL },
	{ { "x", "-h" }, 0, OPTS_HELP, -1, { 0 }, NULL },
	{ { "x", "--help" }, 0, OPTS_HELP, -1, { 0 }, NULL },
	{ { "x", "-z" }, 0, ERR_USAGE, -1, { 0 }, "unknown option '-z'" },
	{ { "x", "--frequenzy", "1" }, 0, ERR_USAGE, -1, { 0 }, "did you mean '--frequency'" },
	{ { "x", "--quite-another" }, 0, ERR_USAGE, -1, { 0 }, "unknown option '--quite-another'" },
	{ { "x", "-o" }, 0, ERR_USAGE, -1, { 0 }, "'-o' needs an argument" },
	{ { "x", "--output" }, 0, ERR_USAGE, -1, { 0 }, "'--output' needs an argument" },
	{ { "x", "--flag=yes" }, 0, ERR_USAGE, -1, { 0 }, "takes no argument" },
};

static bool text_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char words[WORDS][32], *argv[WORDS + 1] = { 0 }, line[128] = "";
		int argc = 0, rest = 0;
		struct args got = { 0 };
		struct err e = { 0 };
		const struct args *want = &rows[i].want;
		for (; argc < WORDS && rows[i].words[argc]; argc++) {
			snprintf(words[argc], sizeof words[argc], "%s", rows[i].words[argc]);
			argv[argc] = words[argc];
			snprintf(line + strlen(line), sizeof line - strlen(line), " %s",
			         argv[argc]);
		}
		int rc = opts_parse(opts, &got, rows[i].leading, argc, argv, &rest, &e);
		ok(rc == rows[i].rc && (rows[i].rest < 0 || rest == rows[i].rest), "%s: outcome",
		   line);
		ok(got.flag == want->flag && got.other == want->other && got.dark == want->dark &&
		           got.bits == want->bits && got.verbose == want->verbose &&
		           got.number == want->number && got.graph_calls == want->graph_calls &&
		           text_same(got.text, want->text) && text_same(got.graph, want->graph),
		   "%s: values", line);
		if (rows[i].says)
			ok(strstr(e.text, rows[i].says) != NULL, "%s: '%s'", line, e.text);
	}
	uint64_t v = 7;
	ok(parse_u64("5", "n", 1, 10, &v, NULL) == 0 && v == 5, "a number in its range");
	ok(parse_u64("0", "n", 1, 10, &v, NULL) == ERR_USAGE && v == 5, "one below");
	ok(parse_u64("11", "n", 1, 10, &v, NULL) == ERR_USAGE && v == 5, "one above");
	ok(parse_u64(" 5", "n", 1, 10, &v, NULL) == ERR_USAGE, "blanks");
	return done_testing();
}

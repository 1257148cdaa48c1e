// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From a table of options to getopt_long and back. getopt_long does the walking (joined letters,
 * "--", name prefixes); this file turns its answers into fields and its refusals into one clear
 * line.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"

int parse_u64(const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *out,
              struct err *e)
{
	char *end;
	errno = 0;
	unsigned long long v = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end)
		return err_set(e, ERR_USAGE, "%s '%s' is not a number", what, text);
	if (errno || v < min || v > max)
		return err_set(e, ERR_USAGE, "%s %s is not between %llu and %llu", what, text,
		               (unsigned long long)min, (unsigned long long)max);
	*out = v;
	return 0;
}

static int opt_apply(const struct opt *o, void *options, const char *arg, bool negated,
                     struct err *e)
{
	void *field = (char *)options + o->off;
	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)field = !negated;
		return 0;
	case OPT_BITS:
		*(uint64_t *)field &= ~o->bits;
		*(uint64_t *)field |= negated ? 0 : o->bits;
		return 0;
	case OPT_COUNT:
		*(int *)field = negated ? 0 : *(int *)field + 1;
		return 0;
	case OPT_TEXT:
		*(const char **)field = arg ? arg : "";
		return 0;
	case OPT_CALL:
		return o->set(options, arg, negated, e);
	case OPT_END:
		break;
	}
	return 0;
}

/* The name that takes an option back; room for sizeof "no-" more than its own. false = none does.
 */
static bool opt_negation(const struct opt *o, char *out)
{
	const bool has_no = o->name && strncmp(o->name, "no-", 3) == 0;
	if (!o->name || (o->arg && !(o->flags & OPT_NEGATE)))
		return false;
	strcpy(out, has_no ? "" : "no-");
	strcat(out, o->name + (has_no ? 3 : 0));
	return true;
}

/* getopt's tables. val of a long option: its index + VAL_LONG, with VAL_NO added for what takes it
 * back. */
enum { VAL_LONG = 1000, VAL_NO = 100000, VAL_HELP = 500 };

struct getopt_tables {
	struct option *longs;
	char *shorts;
	char *names; /* room for the names that take options back */
};

static void getopt_tables(const struct opt *opts, bool leading, struct getopt_tables *t)
{
	size_t n = 0, names = 0;
	for (const struct opt *o = opts; o->kind; o++, n++)
		names += o->name ? strlen(o->name) + sizeof "no-" : 0;
	t->longs = mem_new((2 * n + 2) * sizeof *t->longs);
	t->shorts = mem_new(3 * n + 8);
	t->names = mem_new(names + 1);
	char *s = t->shorts, *name = t->names;
	struct option *l = t->longs;
	if (leading)
		*s++ = '+';
	*s++ = ':';
	*s++ = 'h';
	*l++ = (struct option){ "help", no_argument, NULL, VAL_HELP };
	for (size_t i = 0; i < n; i++) {
		const struct opt *o = &opts[i];
		int has = !o->arg                ? no_argument
		          : o->flags & OPT_MAYBE ? optional_argument
		                                 : required_argument;
		if (o->letter) {
			*s++ = o->letter;
			for (int c = 0; c < has; c++)
				*s++ = ':';
		}
		if (!o->name)
			continue;
		*l++ = (struct option){ o->name, has, NULL, VAL_LONG + (int)i };
		if (opt_negation(o, name)) {
			*l++ = (struct option){ name, no_argument, NULL,
				                VAL_LONG + VAL_NO + (int)i };
			name += strlen(name) + 1;
		}
	}
}

static void getopt_tables_release(struct getopt_tables *t)
{
	free(t->longs);
	free(t->shorts);
	free(t->names);
}

static int opt_refuse(const struct opt *opts, int answer, char **argv, struct err *e)
{
	const char *word = argv[optind - 1];
	if (answer == ':') {
		if (optopt < VAL_HELP)
			return err_set(e, ERR_USAGE, "option '-%c' needs an argument", optopt);
		return err_set(e, ERR_USAGE, "option '%s' needs an argument", word);
	}
	if (optopt > 0 && optopt < VAL_HELP)
		return err_set(e, ERR_USAGE, "unknown option '-%c', see 'pmrec %s -h'", optopt,
		               argv[0]);
	if (optopt >= VAL_HELP)
		return err_set(e, ERR_USAGE, "option '%s' takes no argument", word);
	const char *why = absent_option(argv[0], word + strspn(word, "-"));
	if (why)
		return err_set(e, ERR_USAGE, "option '%s' of perf is not here: %s", word, why);
	const char *near = nearest_option(opts, word + strspn(word, "-"));
	if (near)
		return err_set(e, ERR_USAGE, "unknown option '%s', did you mean '--%s'?", word,
		               near);
	return err_set(e, ERR_USAGE, "unknown option '%s', see 'pmrec %s -h'", word, argv[0]);
}

static const struct opt *opt_of(const struct opt *opts, int val, bool *negated)
{
	*negated = val >= VAL_LONG + VAL_NO;
	if (val >= VAL_LONG)
		return &opts[val - VAL_LONG - (*negated ? VAL_NO : 0)];
	for (const struct opt *o = opts; o->kind; o++)
		if (o->letter == val)
			return o;
	return NULL;
}

int opts_parse(const struct opt *opts, void *options, bool leading, int argc, char **argv,
               int *rest, struct err *e)
{
	struct getopt_tables t;
	getopt_tables(opts, leading, &t);
	int rc = 0, val;
	optind = 0; /* start afresh */
	opterr = 0;
	while (!rc && (val = getopt_long(argc, argv, t.shorts, t.longs, NULL)) != -1) {
		if (val == 'h' || val == VAL_HELP) {
			rc = OPTS_HELP;
			break;
		}
		if (val == '?' || val == ':') {
			rc = opt_refuse(opts, val, argv, e);
			break;
		}
		bool negated;
		const struct opt *o = opt_of(opts, val, &negated);
		const char *arg = optarg;
		/* An argument that may be left out may also stand as a word of its own, as perf has
		 * it. */
		if (o->arg && (o->flags & OPT_MAYBE) && !arg && !negated && !leading &&
		    optind < argc && argv[optind][0] != '-')
			arg = argv[optind++];
		rc = opt_apply(o, options, arg, negated, e);
	}
	*rest = optind;
	getopt_tables_release(&t);
	return rc;
}

int parse_percent(const char *text, const char *what, double *out, struct err *e)
{
	char *end;
	*out = strtod(text, &end);
	if (end == text || *end || !(*out >= 0 && *out <= 100))
		return err_set(e, ERR_USAGE, "%s: '%s' is not a percentage", what, text);
	return 0;
}

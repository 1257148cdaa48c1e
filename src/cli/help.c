// SPDX-License-Identifier: GPL-2.0-or-later
/* `pmrec help`, `pmrec help COMMAND`, -h: written from the tables. */
#include "cli/cli.h"

void help_all(struct buf *out)
{
	buf_str(out,
	        "pmrec - a sampling profiler\n\nusage: pmrec COMMAND [options]\n\ncommands:\n");
	for (const struct command *c = commands; c->name; c++) {
		buf_str(out, "  ");
		buf_left(out, c->name, 16);
		buf_printf(out, "%s\n", c->summary);
	}
	buf_str(out, "\na first look:\n"
	             "  pmrec record -g ./program     record it with call chains into perf.data\n"
	             "  pmrec report                  where its time went\n"
	             "  pmrec fold > out.folded       stacks for a flame graph\n"
	             "\n'pmrec help COMMAND' or 'pmrec COMMAND -h' tells the options, 'man pmrec' "
	             "the rest.\n");
}

static void help_option(struct buf *out, const struct opt *o)
{
	struct buf words = { 0 };
	buf_str(&words, "  ");
	if (o->letter)
		buf_printf(&words, "-%c%s", o->letter, o->name ? ", " : "");
	else
		buf_str(&words, "    ");
	if (o->name)
		buf_printf(&words, "--%s%s", o->flags & OPT_NEGATE ? "[no-]" : "", o->name);
	if (o->arg)
		buf_printf(&words, o->flags & OPT_MAYBE ? "[=%s]" : " %s", o->arg);
	enum { COLUMN = 34 };
	if (words.n + 2 > COLUMN) {
		buf_char(&words, '\n');
		buf_add(out, words.p, words.n);
		buf_fill(out, ' ', COLUMN);
	} else {
		buf_left(out, buf_cstr(&words), COLUMN);
	}
	buf_printf(out, "%s\n", o->help);
	buf_release(&words);
}

void help_command(struct buf *out, const struct command *c)
{
	buf_printf(out, "pmrec %s - %s\n\nusage: pmrec %s %s\n", c->name, c->summary, c->name,
	           c->usage);
	const struct opt help = { .letter = 'h', .name = "help", .help = "print this" };
	buf_str(out, "\noptions:\n");
	for (const struct opt *o = c->opts; o->kind; o++)
		help_option(out, o);
	help_option(out, &help);
}

int help_print(const struct command *c, struct err *e)
{
	struct output out;
	output_open(&out, true);
	if (c)
		help_command(&out.buf, c);
	else
		help_all(&out.buf);
	return output_close(&out, e);
}

const struct opt help_opts[] = { { .kind = OPT_END } };

int cmd_help(int argc, char **argv, struct err *e)
{
	int rest, rc = opts_parse(help_opts, NULL, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	if (rest == argc)
		return help_print(NULL, e);
	if (rest + 1 < argc)
		return err_set(e, ERR_USAGE, "unexpected word '%s'", argv[rest + 1]);
	const struct command *c = command_find(argv[rest]);
	if (!c)
		return err_set(e, ERR_USAGE, "'%s' is not a pmrec command, see 'pmrec help'",
		               argv[rest]);
	return help_print(c, e);
}

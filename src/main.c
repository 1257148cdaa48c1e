// SPDX-License-Identifier: GPL-2.0-or-later
/* argv -> a row of the command table; an error's kind -> an exit status. */
#include <stdlib.h>

#include "cli/cli.h"

static const int statuses[] = {
	[-ERR_SYS] = EXIT_FAILED,          [-ERR_CORRUPT] = EXIT_FOREIGN,
	[-ERR_UNSUPPORTED] = EXIT_FOREIGN, [-ERR_LIMIT] = EXIT_FAILED,
	[-ERR_DENIED] = EXIT_REFUSED,      [-ERR_USAGE] = EXIT_USAGE,
};

static int run(int argc, char **argv, struct err *e)
{
	if (argc < 2) {
		struct buf text = { 0 };
		help_all(&text);
		fwrite(text.p, 1, text.n, stderr);
		buf_release(&text);
		return EXIT_USAGE;
	}
	const char *name = argv[1];
	if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
		return help_print(NULL, e);
	if (strcmp(name, "--version") == 0 || strcmp(name, "-v") == 0)
		name = "version";
	const struct command *c = command_find(name);
	if (!c) {
		const char *near = nearest_command(name);
		return near ? err_set(e, ERR_USAGE,
		                      "'%s' is not a pmrec command, did you mean '%s'?", name, near)
		            : err_set(e, ERR_USAGE, "'%s' is not a pmrec command, see 'pmrec help'",
		                      name);
	}
	int rc = c->run(argc - 1, argv + 1, e);
	return rc == OPTS_HELP ? help_print(c, e) : rc;
}

int main(int argc, char **argv)
{
	struct err e = { 0 };
	int rc = run(argc, argv, &e);
	if (rc >= 0)
		exit(rc);
	message_print(e.text);
	exit(statuses[-rc]);
}

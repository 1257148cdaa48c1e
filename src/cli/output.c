// SPDX-License-Identifier: GPL-2.0-or-later
/* Standard output, the pager, and notices on stderr. */
#include <errno.h>
#include <stdlib.h>

#include "base/words.h"
#include "cli/cli.h"
#include "sys/sys.h"

static int output_drain(void *ctx, const void *p, size_t n)
{
	return sys_write(&((struct output *)ctx)->fd, p, n);
}

/* The program that shows long text: the first of these that is set, less when none is; "" or "cat"
 * = none, and so is one that is not installed. */
static const char *pager_command(void)
{
	const char *command = getenv("PMREC_PAGER");
	if (!command)
		command = getenv("PAGER");
	if (!command)
		command = "less";
	char name[256];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(command, " "), command);
	return *name && strcmp(name, "cat") && sys_program_exists(name) ? command : NULL;
}

void output_open(struct output *o, bool pager)
{
	*o = (struct output){ .fd = 1, .is_terminal = sys_is_terminal(1) };
	sys_ignore_sigpipe();
	const char *command = pager && o->is_terminal ? pager_command() : NULL;
	if (command) {
		int fd, pid = sys_pager_start(command, &fd);
		if (pid > 0) {
			o->pager_pid = pid;
			o->fd = fd;
		}
	}
	o->buf.drain = output_drain;
	o->buf.ctx = o;
}

bool output_has_colour(const struct output *o, enum colour said)
{
	const char *no = getenv("NO_COLOR");
	return said == COLOUR_AUTO ? o->is_terminal && !(no && *no) : said == COLOUR_ALWAYS;
}

size_t output_columns(const struct output *o)
{
	enum { MOST = 65535 };
	const char *said = getenv("COLUMNS");
	uint64_t n;
	if (!o->is_terminal)
		return 0;
	return said && word_number(span_str(said), 1, MOST, &n) ? n : sys_terminal_columns(1);
}

bool output_is_utf8(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *locale = getenv(variables[i]);
		if (locale && *locale)
			return strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
	}
	return false;
}

int output_close(struct output *o, struct err *e)
{
	buf_flush(&o->buf);
	int failed = o->buf.failed;
	buf_release(&o->buf);
	if (o->pager_pid) {
		sys_close(o->fd);
		sys_pager_wait(o->pager_pid);
	}
	return failed && failed != EPIPE ? err_sys(e, failed, "standard output") : 0;
}

void message_print(const char *text)
{
	struct buf safe = { 0 };
	buf_text(&safe, text);
	progress_clear();
	fprintf(stderr, "pmrec: %s\n", buf_cstr(&safe));
	buf_release(&safe);
}

static void say(void *ctx, enum log_level level, const char *text)
{
	enum log_level most = (enum log_level)(uintptr_t)ctx;
	if (level <= most)
		message_print(text);
}

struct log cli_log(int quiet, int verbose)
{
	enum log_level most = quiet ? LOG_WARNING : verbose ? LOG_DETAIL : LOG_NOTICE;
	return (struct log){ say, (void *)(uintptr_t)most };
}

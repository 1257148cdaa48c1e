// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One line on the terminal that tells how far a recording has come, or what is waited for. Behind
 * it the cursor goes back to its start, so that what the recorded command writes takes its place.
 * Whoever writes to standard error clears it first.
 */
#include <stdarg.h>
#include <stdio.h>

#include "cli/cli.h"
#include "sys/sys.h"

#define ERASE "\r\033[K"

static bool shown;

static void put_losses(uint64_t n, const char *what)
{
	if (n)
		fprintf(stderr, ", %llu %s", (unsigned long long)n, what);
}

void progress_show(const struct capture_progress *p)
{
	unsigned long long s = p->ns / 1000000000;
	if (!sys_terminal_is_ours(2))
		return;
	fprintf(stderr, ERASE "[ %llu:%02llu, %llu samples, %.1f MB", s / 60, s % 60,
	        (unsigned long long)p->n_samples, (double)p->file_bytes / 1024 / 1024);
	put_losses(p->n_lost, "lost");
	put_losses(p->n_dropped, "dropped");
	put_losses(p->n_switches, "context switches dropped");
	fprintf(stderr, " ]\r");
	fflush(stderr);
	shown = true;
}

void progress_say(const char *fmt, ...)
{
	struct buf text = { 0 };
	char line[1024];
	va_list ap;
	if (!sys_terminal_is_ours(2))
		return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	buf_text(&text, line);
	fprintf(stderr, ERASE "[ %s ]\r", buf_cstr(&text));
	fflush(stderr);
	buf_release(&text);
	shown = true;
}

void progress_clear(void)
{
	if (shown)
		fprintf(stderr, ERASE);
	shown = false;
}

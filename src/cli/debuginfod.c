// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Debug files that are fetched from servers, when that is asked for: by the client of elfutils,
 * which keeps what it fetched and asks only once in a while for what was not there
 * (debuginfod-find(1)).
 */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "sys/sys.h"

#define PROGRAM "debuginfod-find"
#define SERVERS "DEBUGINFOD_URLS"

enum { TIMEOUT_MS = 120000 };

int debuginfod_check(const char *url, struct err *e)
{
	const char *servers = getenv(SERVERS);
	if (!sys_program_exists(PROGRAM))
		return err_set(e, ERR_SYS,
		               "--debuginfod: there is no '" PROGRAM "' here; it is in the package "
		               "'debuginfod', or 'elfutils-debuginfod-client'");
	if (!*url && !(servers && *servers))
		return err_set(e, ERR_USAGE,
		               "--debuginfod: no server is named, and " SERVERS " is not set");
	return 0;
}

/* The first line of what it printed. */
static const char *first_line(struct buf *said)
{
	buf_cstr(said);
	said->p[strcspn(said->p, "\n")] = 0;
	return said->p;
}

int debuginfod_fetch(void *ctx, const char *path, const char *build_id, struct bytes *out,
                     struct err *e)
{
	struct debuginfod *d = ctx;
	struct buf said = { 0 };
	int status = 0, rc;
	const char *const argv[] = { PROGRAM, "debuginfo", build_id, NULL };
	struct sys_program program = { .argv = argv,
		                       .variable = *d->url ? SERVERS : NULL,
		                       .value = d->url,
		                       .timeout_ms = TIMEOUT_MS };
	if (d->is_slow)
		return err_set(e, ERR_LIMIT, "no answer came in time");
	progress_say("fetching the debug file of '%s'", path);
	int failed = sys_run(&program, &said, &status);
	progress_clear();
	d->is_slow = failed == -ETIME;
	if (failed)
		rc = err_sys(e, -failed, "'" PROGRAM "'");
	else if (status)
		rc = err_set(e, ERR_UNSUPPORTED, "'" PROGRAM "' did not find it");
	else
		rc = sys_map_file(first_line(&said), out, e);
	buf_release(&said);
	struct log log = cli_log(d->quiet, d->verbose);
	log_say(&log, d->is_slow ? LOG_NOTICE : LOG_DETAIL, "debug file of '%s': %s", path,
	        !rc          ? "fetched"
	        : d->is_slow ? "no answer came in time; nothing more is fetched"
	                     : e->text);
	return rc;
}

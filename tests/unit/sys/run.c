// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs that are run for what they print. */
#include "../tap.h"

#include <errno.h>

#include "sys/sys.h"

/* What a shell does with a command. */
static int shell(const char *command, unsigned timeout_ms, struct buf *out, int *status)
{
	const char *const argv[] = { "sh", "-c", command, NULL };
	out->n = 0;
	*status = -1;
	return sys_run(&(struct sys_program){ argv, "PMREC_TEST", "a value", timeout_ms }, out,
	               status);
}

int main(void)
{
	enum { LONG_MS = 60000 };
	struct buf out = { 0 };
	int status;
	ok(shell("echo one; echo two >&2; exit 3", LONG_MS, &out, &status) == 0 && status == 3,
	   "its exit status");
	is_str(buf_cstr(&out), "one\n", "what it prints, without its standard error");
	ok(shell("printf %s \"$PMREC_TEST\"", LONG_MS, &out, &status) == 0, "its environment");
	is_str(buf_cstr(&out), "a value", "has the variable");
	ok(shell("cat; exit 0", LONG_MS, &out, &status) == 0 && out.n == 0,
	   "it has nothing to read");
	ok(shell("kill -TERM $$", LONG_MS, &out, &status) == 0 && status == 128 + 15,
	   "the signal that ended it");
	uint64_t from = sys_now_ns();
	is_u64((uint64_t)-shell("exec sleep 60", 50, &out, &status), ETIME, "it takes too long");
	ok(sys_now_ns() - from < 30000000000u, "and is not waited for");
	is_u64((uint64_t)-shell("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", LONG_MS,
	                        &out, &status),
	       E2BIG, "it prints without end");
	const char *const none[] = { "/nowhere/program", NULL };
	ok(sys_run(&(struct sys_program){ none, NULL, NULL, LONG_MS }, &out, &status) == 0 &&
	           status == 127,
	   "a program that is not there");
	buf_release(&out);
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Each errno with the state of the machine that explains it: the cause that is named, and the remedy. */
#include "../tap.h"

#include <errno.h>

#include "event/event.h"

enum { HARDWARE, SOFTWARE, TRACEPOINT, CACHE, RAW, BREAKPOINT, OTHER_PMU };
enum { USER_ONLY = 1 << 5, FREQ = 1 << 10, PRECISE = 1 << 15, RAW_DATA = 1 << 10 };

#define USER(level) { .paranoid = level, .max_rate = 100000 }
#define ROOT { .paranoid = 2, .max_rate = 100000, .privileged = true }

static const struct {
	const char *what;
	struct abi_attr attr;
	int errnum;
	struct event_place place;
	int kind;
	const char *cause, *fix; /* must be in the text; fix NULL = there is none to be had */
} rows[] = {
	/* kernel.perf_event_paranoid */
	{ "own code at 3", { .type = SOFTWARE, .flags = USER_ONLY }, EACCES, { .rights = { .paranoid = 3, .denies_all = true } }, ERR_DENIED, "is 3", "paranoid=2" },
	{ "another's process at 3", { .type = SOFTWARE, .flags = USER_ONLY }, EACCES, { .rights = USER(3), .foreign = true }, ERR_DENIED, "another user's", "CAP_PERFMON" },
	{ "the kernel at 2", { .type = SOFTWARE }, EACCES, { .rights = USER(2) }, ERR_DENIED, "is 2", "paranoid=1" },
	{ "all CPUs at 1", { .type = SOFTWARE }, EACCES, { .rights = USER(1), .all_cpus = true }, ERR_DENIED, "on all CPUs", "paranoid=0" },
	{ "fields of tracepoints at 0", { .type = TRACEPOINT, .sample_type = RAW_DATA }, EPERM, { .rights = USER(0) }, ERR_DENIED, "is 0", "paranoid=-1" },
	{ "a tracepoint without fields at 2", { .type = TRACEPOINT }, EACCES, { .rights = USER(2) }, ERR_DENIED, "is 2", "paranoid=1" },
	/* containers */
	{ "root of a user namespace",
	  { .type = SOFTWARE },
	  EACCES,
	  { .rights = { .paranoid = 2, .in_user_namespace = true } },
	  ERR_DENIED,
	  "user namespace",
	  "paranoid=1' outside" },
	{ "a filter", { .type = SOFTWARE }, EPERM, { .rights = { .paranoid = 2, .privileged = true, .has_seccomp = true } }, ERR_DENIED, "seccomp", "unconfined" },
	{ "a filter before paranoid", { .type = SOFTWARE }, EPERM, { .rights = { .paranoid = 2, .has_seccomp = true } }, ERR_DENIED, "seccomp", "unconfined" },
	{ "a filter that is not the cause", { .type = SOFTWARE }, EACCES, { .rights = { .paranoid = 2, .has_seccomp = true } }, ERR_DENIED, "is 2", "paranoid=1" },
	{ "a filter that says EACCES",
	  { .type = SOFTWARE, .flags = USER_ONLY },
	  EACCES,
	  { .rights = { .paranoid = 2, .has_seccomp = true } },
	  ERR_DENIED,
	  "seccomp",
	  "unconfined" },
	/* others */
	{ "lockdown", { .type = SOFTWARE }, EPERM, { .rights = { .paranoid = -1, .privileged = true, .locked_down = true } }, ERR_DENIED, "locked down", "lockdown=" },
	{ "another's process", { .type = SOFTWARE, .flags = USER_ONLY }, EACCES, { .rights = USER(2), .foreign = true }, ERR_DENIED, "another user's", "CAP_PERFMON" },
	{ "root", { .type = SOFTWARE }, EPERM, { .rights = ROOT }, ERR_DENIED, "SELinux", "dmesg" },
	/* not there */
	{ "no PMU", { .type = HARDWARE }, ENOENT, { .rights = ROOT }, ERR_UNSUPPORTED, "hardware PMU", "-e cpu-clock" },
	{ "no PMU, a cache", { .type = CACHE }, ENOENT, { .rights = ROOT }, ERR_UNSUPPORTED, "hardware PMU", "-e cpu-clock" },
	{ "no PMU, raw", { .type = RAW }, EOPNOTSUPP, { .rights = ROOT }, ERR_UNSUPPORTED, "hardware PMU", "-e cpu-clock" },
	{ "no precise", { .type = HARDWARE, .flags = PRECISE }, EOPNOTSUPP, { .rights = ROOT }, ERR_UNSUPPORTED, "precisely", "leave the p" },
	{ "no such event", { .type = SOFTWARE }, ENOENT, { .rights = ROOT }, ERR_UNSUPPORTED, "no event 'x'", NULL },
	{ "no such breakpoint", { .type = BREAKPOINT }, EOPNOTSUPP, { .rights = ROOT }, ERR_UNSUPPORTED, "breakpoints", NULL },
	{ "an uncore PMU elsewhere", { .type = OTHER_PMU }, ENODEV, { .rights = ROOT }, ERR_UNSUPPORTED, "chosen CPUs", "cpumask" },
	{ "no perf events", { .type = SOFTWARE }, ENOSYS, { .rights = ROOT }, ERR_UNSUPPORTED, "no perf events", NULL },
	/* words */
	{ "too often", { .type = SOFTWARE, .flags = FREQ, .period_or_freq = 200000 }, EINVAL, { .rights = ROOT }, ERR_LIMIT, "200000 times", "-F max" },
	{ "only counts", { .type = OTHER_PMU }, EINVAL, { .rights = ROOT }, ERR_UNSUPPORTED, "only counts", "pmrec list" },
	{ "a breakpoint of 3 bytes", { .type = BREAKPOINT }, EINVAL, { .rights = ROOT }, ERR_UNSUPPORTED, "length", NULL },
	{ "old", { .type = SOFTWARE }, E2BIG, { .rights = ROOT }, ERR_UNSUPPORTED, "too old", NULL },
	{ "nothing to probe", { .type = OTHER_PMU }, EFAULT, { .rights = ROOT }, ERR_UNSUPPORTED, "address", NULL },
	/* limits */
	{ "files", { .type = SOFTWARE }, EMFILE, { .rights = ROOT }, ERR_LIMIT, "open files", "ulimit -n" },
	{ "files of all", { .type = SOFTWARE }, ENFILE, { .rights = ROOT }, ERR_LIMIT, "open files", "fs.file-max" },
	{ "memory", { .type = SOFTWARE }, ENOMEM, { .rights = ROOT }, ERR_LIMIT, "memory", "fewer" },
	{ "debug registers", { .type = BREAKPOINT }, ENOSPC, { .rights = ROOT }, ERR_LIMIT, "debug register", "fewer" },
	{ "depth", { .type = SOFTWARE }, EOVERFLOW, { .rights = ROOT }, ERR_LIMIT, "so deep", "perf_event_max_stack" },
	{ "in use", { .type = HARDWARE }, EBUSY, { .rights = ROOT }, ERR_UNSUPPORTED, "in use", "nmi_watchdog" },
	{ "gone", { .type = SOFTWARE }, ESRCH, { .rights = ROOT }, ERR_SYS, "has ended", NULL },
	{ "whatever", { .type = SOFTWARE }, EIO, { .rights = ROOT }, ERR_SYS, "cannot open event 'x'", NULL },
};

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct err e = { 0 };
		int kind = event_refused("x", &rows[i].attr, rows[i].errnum, &rows[i].place, &e);
		ok(kind == rows[i].kind && e.kind == kind, "%s: the kind", rows[i].what);
		ok(strstr(e.text, rows[i].cause) && strstr(e.text, "'x'"), "%s: %s", rows[i].what, e.text);
		/* "reason; remedy" */
		const char *fix = strstr(e.text, "; ");
		ok(rows[i].fix ? strstr(e.text, rows[i].fix) != NULL : !fix, "%s: what helps", rows[i].what);
		ok(strlen(e.text) < sizeof e.text - 1, "%s: the text is whole", rows[i].what);
	}
	return done_testing();
}

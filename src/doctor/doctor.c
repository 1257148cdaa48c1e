// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of checks, and how their results are put. */
#include <stdarg.h>
#include <stdio.h>

#include "doctor/internal.h"

const struct doctor_check doctor_checks[] = {
	{ "access", "own code", check_own_code, true },
	{ "access", "kernel code", check_kernel_code, false },
	{ "access", "all CPUs", check_all_cpus, false },
	{ "access", "kernel names", check_kernel_names, false },
	{ "access", "tracepoints", check_tracefs, false },
	{ "limits", "ring memory", check_rings, false },
	{ "limits", "open files", check_open_files, false },
	{ "limits", "sampling rate", check_rate, false },
	{ "events", "cycles", check_cycles, false },
	{ "events", "instructions", check_instructions, false },
	{ "events", "cpu-clock", check_cpu_clock, false },
	{ "events", "page-faults", check_page_faults, false },
	{ "events", "context-switches", check_context_switches, false },
	{ "events", "breakpoints", check_breakpoints, false },
	{ "events", "kprobes", check_kprobes, false },
	{ "events", "uprobes", check_uprobes, false },
	{ "call graphs", "frame pointers", check_chain_user, false },
	{ "call graphs", "kernel", check_chain_kernel, false },
	{ "call graphs", "stack copies", check_stack_dump, false },
	{ "call graphs", "branch records", check_branches, false },
	{ "call graphs", "deferred", check_deferred, false },
	{ "truth", "thread ids", check_thread_ids, false },
	{ "truth", "losses add up", check_losses, false },
	{ "truth", "multiplexing", check_multiplexing, false },
	{ "truth", "core PMUs", check_core_pmus, false },
	{ NULL, NULL, NULL, false },
};

enum doctor_state doctor_sum(const struct doctor_result *results)
{
	enum doctor_state state = DOCTOR_FULL;
	for (size_t i = 0; doctor_checks[i].name; i++) {
		if (results[i].verdict != DOCTOR_FAIL)
			continue;
		if (doctor_checks[i].is_vital)
			return DOCTOR_FAILED;
		state = DOCTOR_PARTIAL;
	}
	return state;
}

#define PUT_DETAIL(verdict_)                                     \
	do {                                                     \
		va_list ap;                                      \
		r->verdict = (verdict_);                         \
		va_start(ap, fmt);                               \
		vsnprintf(r->detail, sizeof r->detail, fmt, ap); \
		va_end(ap);                                      \
	} while (0)

void doctor_fail(struct doctor_result *r, const char *fix, const char *fmt, ...)
{
	PUT_DETAIL(DOCTOR_FAIL);
	snprintf(r->fix, sizeof r->fix, "%s", fix);
}

void doctor_skip(struct doctor_result *r, const char *fmt, ...)
{
	PUT_DETAIL(DOCTOR_SKIP);
}

void doctor_note(struct doctor_result *r, const char *fmt, ...)
{
	PUT_DETAIL(DOCTOR_PASS);
}

void doctor_refused(struct doctor_result *r, const char *name, const struct abi_attr *attr,
                    int errnum, bool all_cpus)
{
	struct err e = { 0 };
	struct event_place place = { .all_cpus = all_cpus };
	sys_rights(&place.rights);
	event_refused(name, attr, errnum, &place, &e);
	/* "reason; remedy" */
	char *cut = strstr(e.text, "; ");
	if (cut)
		*cut = 0;
	doctor_fail(r, cut ? cut + 2 : "", "%s", e.text);
}

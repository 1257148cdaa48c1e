// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Why a kernel refused an event, and what would help. It says so by an errno alone; what else is
 * known of the event, of this machine and of the limits of this process tells most causes apart
 * (perf_event_open(2), "Errors", and the order of the checks in kernel/events/core.c).
 */
#include <errno.h>

#include "event/event.h"

bool event_is_absent(int errnum)
{
	return errnum == ENOENT || errnum == ENODEV || errnum == EOPNOTSUPP || errnum == ENXIO;
}

/* ------------------------------------------------------------------ permission */

/* What a tracepoint says may be anybody's secret: its fields are for the privileged, whatever is
 * sampled. */
static bool is_tracing(const struct abi_attr *attr)
{
	return attr->type == ABI_TYPE_TRACEPOINT && attr->sample_type & ABI_SAMPLE_RAW;
}

/* The highest kernel.perf_event_paranoid that permits it: 2 own user code, 1 the kernel, 0 whole
 * CPUs, -1 fields of tracepoints. */
static int paranoid_needed(const struct abi_attr *attr, const struct event_place *place)
{
	if (is_tracing(attr))
		return -1;
	return place->all_cpus ? 0 : event_has_kernel(attr) ? 1 : 2;
}

enum refused_by {
	BY_LOCKDOWN,
	BY_NAMESPACE,
	BY_PARANOID,
	BY_OWNER,
	BY_SECCOMP,
	BY_POLICY,
};

static enum refused_by who_refuses(const struct abi_attr *attr, int errnum,
                                   const struct event_place *place)
{
	/* Above 2 it means something to the kernels of Debian and Android only. */
	int needed = paranoid_needed(attr, place);
	bool by_paranoid = !place->rights.privileged && place->rights.paranoid > needed &&
	                   (needed < 2 || place->rights.denies_all);
	if (place->rights.locked_down && errnum == EPERM)
		return BY_LOCKDOWN;
	/* A filter answers before the kernel looks at anything, mostly with EPERM; the kernel
	 * itself says EACCES, but of tracepoints EPERM. */
	if (place->rights.has_seccomp && errnum == EPERM && !(is_tracing(attr) && by_paranoid))
		return BY_SECCOMP;
	if (by_paranoid)
		return place->rights.in_user_namespace ? BY_NAMESPACE : BY_PARANOID;
	if (place->foreign && errnum == EACCES)
		return BY_OWNER;
	return place->rights.has_seccomp ? BY_SECCOMP : BY_POLICY;
}

static int refused_denied(const char *name, const struct abi_attr *attr, int errnum,
                          const struct event_place *place, struct err *e)
{
	int needed = paranoid_needed(attr, place), kind = ERR_DENIED;
	const char *where = place->all_cpus ? " on all CPUs" : "";
	switch (who_refuses(attr, errnum, place)) {
	case BY_LOCKDOWN:
		kind = err_set(e, ERR_DENIED,
		               "not permitted to record '%s': the kernel is locked down for "
		               "confidentiality; boot without lockdown=confidentiality",
		               name);
		break;
	case BY_NAMESPACE:
		kind = err_set(
			e, ERR_DENIED,
			"not permitted to record '%s'%s: kernel.perf_event_paranoid is %lld, and "
			"this user has rights in a user namespace (a container) only; 'sysctl "
			"kernel.perf_event_paranoid=%d' outside permits it, or recording there",
			name, where, place->rights.paranoid, needed);
		break;
	case BY_PARANOID:
		kind = err_set(
			e, ERR_DENIED,
			"not permitted to record '%s'%s, as kernel.perf_event_paranoid is %lld; "
			"'sysctl kernel.perf_event_paranoid=%d' permits it, and so does "
			"CAP_PERFMON or root",
			name, where, place->rights.paranoid, needed);
		break;
	case BY_OWNER:
		kind = err_set(
			e, ERR_DENIED,
			"not permitted to record '%s': the process is another user's, or may "
			"not be traced (ptrace(2)); be its user, have CAP_PERFMON or be root",
			name);
		break;
	case BY_SECCOMP:
		kind = err_set(
			e, ERR_DENIED,
			"not permitted to record '%s'%s: a seccomp filter, such as a container's, "
			"refuses perf_event_open; start it with a profile that permits it, as "
			"'docker run --security-opt seccomp=unconfined'",
			name, where);
		break;
	case BY_POLICY:
		kind = err_set(
			e, ERR_DENIED,
			"not permitted to record '%s'%s: a security module (SELinux, AppArmor) or "
			"the host refuses it; its log, such as 'dmesg', says which",
			name, where);
		break;
	}
	if (e)
		e->sys = errnum;
	return kind;
}

/* ------------------------------------------------------------------ what is not there */

static bool needs_pmu(const struct abi_attr *attr)
{
	return attr->type == ABI_TYPE_HARDWARE || attr->type == ABI_TYPE_HW_CACHE ||
	       attr->type == ABI_TYPE_RAW;
}

static int refused_absent(const char *name, const struct abi_attr *attr, int errnum, struct err *e)
{
	if (errnum == EOPNOTSUPP && attr->flags & ABI_PRECISE_MASK)
		return err_set(
			e, ERR_UNSUPPORTED,
			"event '%s' cannot be sampled precisely here; leave the p modifier out",
			name);
	if (errnum == EOPNOTSUPP && attr->type == ABI_TYPE_BREAKPOINT)
		return err_set(e, ERR_UNSUPPORTED,
		               "event '%s': this processor has no such breakpoints", name);
	if (errnum == ENODEV && attr->type > ABI_TYPE_BREAKPOINT)
		return err_set(e, ERR_UNSUPPORTED,
		               "the PMU of event '%s' does not count on the chosen CPUs; see its "
		               "cpumask in /sys/bus/event_source/devices, or record with -a",
		               name);
	if (needs_pmu(attr))
		return err_set(e, ERR_UNSUPPORTED,
		               "event '%s' needs a hardware PMU, and this machine shows none for "
		               "it (as most virtual "
		               "machines); use -e cpu-clock",
		               name);
	return err_set(e, ERR_UNSUPPORTED, "this kernel has no event '%s'", name);
}

/* ------------------------------------------------------------------ limits and words */

static int refused_invalid(const char *name, const struct abi_attr *attr,
                           const struct event_place *place, struct err *e)
{
	if (attr->flags & ABI_FREQ && place->rights.max_rate > 0 &&
	    attr->period_or_freq > (uint64_t)place->rights.max_rate)
		return err_set(e, ERR_LIMIT,
		               "event '%s' cannot be sampled %llu times a second, as "
		               "kernel.perf_event_max_sample_rate is %lld; raise it, or use -F max",
		               name, (unsigned long long)attr->period_or_freq,
		               place->rights.max_rate);
	if (attr->type == ABI_TYPE_BREAKPOINT)
		return err_set(e, ERR_UNSUPPORTED,
		               "event '%s': the processor takes no breakpoint of this length or "
		               "kind at this address",
		               name);
	if (attr->type > ABI_TYPE_BREAKPOINT)
		return err_set(
			e, ERR_UNSUPPORTED,
			"event '%s' cannot be sampled: its PMU only counts, or does not take "
			"these terms; 'pmrec list' shows them",
			name);
	return err_sys(e, EINVAL, "event '%s' is not what this kernel takes", name);
}

/* One line for each errno that has one cause. */
static const struct {
	int errnum, kind;
	const char *says; /* of the event's name */
} causes[] = {
	{ ENOSYS, ERR_UNSUPPORTED,
	  "cannot open event '%s': this kernel has no perf events, or a sandbox hides them" },
	{ EMFILE, ERR_LIMIT, "too many open files for event '%s'; raise ulimit -n" },
	{ ENFILE, ERR_LIMIT,
	  "too many open files on this machine for event '%s'; raise fs.file-max" },
	{ ENOMEM, ERR_LIMIT,
	  "no memory for event '%s'; free some, or record fewer events or CPUs" },
	{ EBUSY, ERR_UNSUPPORTED,
	  "event '%s' is in use by another profiler or the watchdog; end it, or 'sysctl "
	  "kernel.nmi_watchdog=0'" },
	{ ENOSPC, ERR_LIMIT,
	  "no debug register is left for event '%s'; fewer breakpoints, or end the debugger that "
	  "has them" },
	{ EOVERFLOW, ERR_LIMIT,
	  "call chains of event '%s' cannot be so deep; raise kernel.perf_event_max_stack, or use "
	  "a smaller --max-stack" },
	{ E2BIG, ERR_UNSUPPORTED, "this kernel is too old for event '%s' as it was asked for" },
	{ EFAULT, ERR_UNSUPPORTED, "event '%s': there is nothing at its address" },
	{ ESRCH, ERR_SYS, "the process that event '%s' was to watch has ended" },
	{ 0, 0, NULL },
};

int event_refused(const char *name, const struct abi_attr *attr, int errnum,
                  const struct event_place *place, struct err *e)
{
	if (errnum == EACCES || errnum == EPERM)
		return refused_denied(name, attr, errnum, place, e);
	if (event_is_absent(errnum))
		return refused_absent(name, attr, errnum, e);
	if (errnum == EINVAL)
		return refused_invalid(name, attr, place, e);
	for (size_t i = 0; causes[i].says; i++)
		if (causes[i].errnum == errnum)
			return err_set(e, causes[i].kind, causes[i].says, name);
	return err_sys(e, errnum, "cannot open event '%s'", name);
}

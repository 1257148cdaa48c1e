// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernels refuse an attr with a bit they do not know (EINVAL, E2BIG) without saying which. They
 * only ever gained bits, so the newest is taken out first, and the first attr that is accepted has
 * lost no more than it had to.
 */
#include <errno.h>

#include "event/event.h"

const struct event_feature event_features[] = {
	{ 0, ABI_FORMAT_LOST, "counts of lost samples by event" },         /* 6.0 */
	{ ABI_BPF_EVENT, 0, "records of BPF programs" },                   /* 5.1 */
	{ ABI_KSYMBOL, 0, "records of kernel code that comes and goes" },  /* 5.1 */
	{ ABI_COMM_EXEC, 0, "telling exec from other changes of a name" }, /* 3.16 */
	{ ABI_MMAP2, 0, "identity of mapped files" },                      /* 3.16 */
	{ ABI_EXCLUDE_GUEST, 0, "leaving guests out" },                    /* 3.2 */
	{ 0, 0, NULL },
};

static bool attr_has(const struct abi_attr *attr, const struct event_feature *f)
{
	return (attr->flags & f->flags) || (attr->read_format & f->read_format);
}

void event_leave_out(struct abi_attr *attr, const struct event_feature *f)
{
	attr->flags &= ~f->flags;
	attr->read_format &= ~f->read_format;
}

const struct event_feature *event_fall_back(struct abi_attr *attr, int errnum)
{
	if (errnum != EINVAL && errnum != E2BIG)
		return NULL;
	for (const struct event_feature *f = event_features; f->what; f++) {
		if (!attr_has(attr, f))
			continue;
		event_leave_out(attr, f);
		return f;
	}
	return NULL;
}

bool event_is_absent(int errnum)
{
	return errnum == ENOENT || errnum == ENODEV || errnum == EOPNOTSUPP || errnum == ENXIO;
}

/* ------------------------------------------------------------------ reasons */

/* The highest kernel.perf_event_paranoid that permits it: 2 own user code, 1 the kernel, 0 whole
 * CPUs. */
static int paranoid_needed(const struct abi_attr *attr, const struct event_place *place)
{
	return place->all_cpus ? 0 : event_has_kernel(attr) ? 1 : 2;
}

static int refused_denied(const char *name, const struct abi_attr *attr, int errnum,
                          const struct event_place *place, struct err *e)
{
	int needed = paranoid_needed(attr, place), kind;
	const char *where = place->all_cpus ? " on all CPUs" : "";
	if (place->privileged || place->paranoid <= needed)
		kind = err_set(e, ERR_DENIED,
		               "not permitted to record '%s'%s: a security policy (seccomp, "
		               "lockdown, SELinux) "
		               "refuses it",
		               name, where);
	else
		kind = err_set(
			e, ERR_DENIED,
			"not permitted to record '%s'%s, as kernel.perf_event_paranoid is %lld; "
			"'sysctl kernel.perf_event_paranoid=%d' permits it, and so does "
			"CAP_PERFMON or root",
			name, where, place->paranoid, needed);
	if (e)
		e->sys = errnum;
	return kind;
}

static int refused_absent(const char *name, const struct abi_attr *attr, int errnum, struct err *e)
{
	if (errnum == EOPNOTSUPP && attr->flags & ABI_PRECISE_MASK)
		return err_set(
			e, ERR_UNSUPPORTED,
			"event '%s' cannot be sampled precisely here; leave the p modifier out",
			name);
	if (attr->type == ABI_TYPE_HARDWARE || attr->type == ABI_TYPE_HW_CACHE ||
	    attr->type == ABI_TYPE_RAW)
		return err_set(e, ERR_UNSUPPORTED,
		               "event '%s' needs a hardware PMU, and this machine shows none for "
		               "it (as most virtual "
		               "machines); use -e cpu-clock",
		               name);
	return err_set(e, ERR_UNSUPPORTED, "this kernel has no event '%s'", name);
}

int event_refused(const char *name, const struct abi_attr *attr, int errnum,
                  const struct event_place *place, struct err *e)
{
	if (errnum == EACCES || errnum == EPERM)
		return refused_denied(name, attr, errnum, place, e);
	if (event_is_absent(errnum))
		return refused_absent(name, attr, errnum, e);
	switch (errnum) {
	case ENOSYS:
		return err_set(e, ERR_UNSUPPORTED, "this kernel has no perf events");
	case EMFILE:
		return err_set(e, ERR_LIMIT, "too many open files for event '%s'; raise ulimit -n",
		               name);
	case EBUSY:
		return err_set(e, ERR_UNSUPPORTED,
		               "event '%s' is in use by another profiler or the watchdog", name);
	case EINVAL:
		if (attr->type > ABI_TYPE_BREAKPOINT)
			return err_set(e, ERR_UNSUPPORTED,
			               "event '%s' cannot be sampled: its PMU only counts, or does "
			               "not take these terms",
			               name);
		/* fallthrough */
	default:
		return err_sys(e, errnum, "cannot open event '%s'", name);
	}
}

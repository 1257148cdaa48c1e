// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernels refuse an attr with a bit they do not know (EINVAL, E2BIG) without saying which. They
 * only ever gained bits, so the newest is taken out first, and the first attr that is accepted has
 * lost no more than it had to.
 */
#include <errno.h>

#include "event/event.h"

#define FLAGS(bits, what)               \
	{                               \
		bits, 0, 0, 0, 0, what, \
	}

const struct event_feature event_features[] = {
	/* 6.19 */
	FLAGS(ABI_DEFER_CALLCHAIN | ABI_DEFER_OUTPUT,
	      "deferred call chains (they are taken at once instead)"),
	/* 6.0 */
	{ 0, ABI_FORMAT_LOST, 0, 0, 0, "counts of lost samples by event" },
	/* 5.12 */
	FLAGS(ABI_BUILD_ID, "build-ids with mappings (they are read from the files)"),
	{ 0, 0, 0, ABI_SAMPLE_WEIGHT_STRUCT, ABI_SAMPLE_WEIGHT, "weights in parts" },
	/* 5.7 */
	{ ABI_CGROUP, 0, 0, ABI_SAMPLE_CGROUP, 0, "records of cgroups" },
	{ 0, 0, ABI_BRANCH_HW_INDEX, 0, 0, "places of branch records in the hardware" },
	/* 5.1 */
	FLAGS(ABI_BPF_EVENT, "records of BPF programs"),
	FLAGS(ABI_KSYMBOL, "records of kernel code that comes and goes"),
	/* 4.12 */
	FLAGS(ABI_NAMESPACES, "records of namespaces"),
	/* 4.3 */
	FLAGS(ABI_CONTEXT_SWITCH, "records of context switches"),
	/* 3.16 */
	FLAGS(ABI_COMM_EXEC, "telling exec from other changes of a name"),
	FLAGS(ABI_MMAP2, "identity of mapped files"),
	/* 3.2 */
	FLAGS(ABI_EXCLUDE_GUEST, "leaving guests out"),
	FLAGS(0, NULL),
};

static bool attr_has(const struct abi_attr *attr, const struct event_feature *f)
{
	return (attr->flags & f->flags) || (attr->read_format & f->read_format) ||
	       (attr->branch_sample_type & f->branches) || (attr->sample_type & f->samples);
}

void event_leave_out(struct abi_attr *attr, const struct event_feature *f)
{
	if (attr->sample_type & f->samples)
		attr->sample_type |= f->instead;
	attr->sample_type &= ~f->samples;
	attr->flags &= ~f->flags;
	attr->read_format &= ~f->read_format;
	attr->branch_sample_type &= ~f->branches;
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

/* ------------------------------------------------------------------ parts */

#define PART(samples, flags, depth, what, why)   \
	{                                        \
		samples, flags, depth, what, why \
	}

const struct event_part event_parts[] = {
	PART(0, ABI_NAMESPACES, false, "records of namespaces", "they need CAP_PERFMON"),
	PART(ABI_SAMPLE_BRANCH_STACK, 0, false, "branch records",
	     "they need an event of a hardware PMU that keeps them (LBR, BRBE)"),
	PART(ABI_SAMPLE_REGS_INTR, 0, false, "these registers at interrupts",
	     "this kernel and this event do not give all of them"),
	PART(ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER, 0, false, "user registers and stacks",
	     "this kernel does not give all that were asked for"),
	PART(ABI_SAMPLE_PHYS_ADDR, 0, false, "physical addresses",
	     "they need Linux 4.13, and CAP_PERFMON or kernel.perf_event_paranoid=1"),
	PART(ABI_SAMPLE_DATA_PAGE_SIZE | ABI_SAMPLE_CODE_PAGE_SIZE, 0, false, "sizes of pages",
	     "they need Linux 5.11"),
	PART(ABI_SAMPLE_WEIGHT | ABI_SAMPLE_WEIGHT_STRUCT, 0, false, "weights",
	     "they need Linux 3.10"),
	PART(0, ABI_USE_CLOCKID, false, "times of this clock",
	     "all events have monotonic and monotonic_raw, and only some the others"),
	PART(0, 0, true, "call chains so deep",
	     "kernel.perf_event_max_stack is less, and --raise-max-stack raises it"),
	PART(0, 0, false, NULL, NULL),
};

/* Some kernels look at a field whatever the bit says. */
bool event_without(struct abi_attr *attr, const struct event_part *part)
{
	bool has = (attr->sample_type & part->samples) || (attr->flags & part->flags) ||
	           (part->depth && attr->sample_max_stack);
	attr->sample_type &= ~part->samples;
	attr->flags &= ~part->flags;
	if (part->samples & ABI_SAMPLE_BRANCH_STACK)
		attr->branch_sample_type = 0;
	if (part->samples & ABI_SAMPLE_REGS_INTR)
		attr->sample_regs_intr = 0;
	if (part->samples & ABI_SAMPLE_REGS_USER)
		attr->sample_regs_user = attr->sample_stack_user = 0;
	if (part->flags & ABI_USE_CLOCKID)
		attr->clockid = 0;
	if (part->depth)
		attr->sample_max_stack = 0;
	return has;
}

int event_part_refused(const char *name, const struct event_part *part, struct err *e)
{
	return err_set(e, ERR_UNSUPPORTED, "event '%s' cannot be sampled with %s here: %s", name,
	               part->what, part->why);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The attrs of a recording. What an event says of itself goes first, then the options. All attrs
 * have the same sample_id layout, with the id at its fixed place, so that a reader finds the event
 * of any record; all of them tell the time by the same clock.
 */
#include "capture/internal.h"

#define SAMPLE_BITS                                                                 \
	(ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME | \
	 ABI_SAMPLE_CPU | ABI_SAMPLE_PERIOD)
#define TRACKING_FLAGS                                                              \
	(ABI_MMAP | ABI_MMAP2 | ABI_COMM | ABI_COMM_EXEC | ABI_TASK | ABI_KSYMBOL | \
	 ABI_BPF_EVENT | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV)
#define LBR_CHAIN                                                                               \
	(ABI_BRANCH_USER | ABI_BRANCH_CALL_STACK | ABI_BRANCH_NO_FLAGS | ABI_BRANCH_NO_CYCLES | \
	 ABI_BRANCH_HW_INDEX)

/* What every event has. */
static void attr_common(struct abi_attr *a, const struct capture_options *o, const struct target *t)
{
	/* The length of 4.1 holds all that is mostly used; no kernel refuses it. */
	uint32_t needed = event_attr_bytes(a);
	a->size = needed > ABI_ATTR_VER5 ? needed : ABI_ATTR_VER5;
	a->sample_type = SAMPLE_BITS | (o->tell_cgroups ? ABI_SAMPLE_CGROUP : 0);
	a->read_format = ABI_FORMAT_ID | ABI_FORMAT_LOST;
	a->flags |= ABI_SAMPLE_ID_ALL | (o->no_buffering ? 0 : ABI_WATERMARK);
	if (o->samples.has_clock) {
		a->flags |= ABI_USE_CLOCKID;
		a->clockid = o->samples.clock;
	}
	/* What is inherited has no ring when it is bound to no CPU (perf_mmap() of the kernel). */
	if (!o->no_inherit && !t->per_thread)
		a->flags |= ABI_INHERIT;
	if (!t->system_wide && !t->attached)
		a->flags |= ABI_DISABLED | ABI_ENABLE_ON_EXEC;
}

static void attr_rate(struct abi_attr *a, const struct event_spec *spec,
                      const struct capture_options *o, uint64_t freq)
{
	if (spec->said & EVENT_SAID_PERIOD)
		return;
	bool by_freq = !o->period && (o->freq || !spec->once);
	a->flags |= by_freq ? ABI_FREQ : 0;
	a->period_or_freq = by_freq ? freq : o->period ? o->period : 1;
	if (o->samples.none)
		a->period_or_freq = 0;
}

/* Asked to tell the period, the kernel makes a sample of each occurrence of its own events
 * (perf_swevent_event); and where it is fixed the attr tells it. */
static void attr_period(struct abi_attr *a, const struct capture_samples *s)
{
	bool fixed = !(a->flags & ABI_FREQ) && a->period_or_freq > 1;
	if ((fixed && !s->with_period) || s->without_period)
		a->sample_type &= ~ABI_SAMPLE_PERIOD;
}

/* ------------------------------------------------------------------ call chains */

static enum event_chain chain_of(const struct event_spec *spec, const struct capture_samples *s)
{
	if (spec->said & EVENT_SAID_CHAIN)
		return spec->chain;
	return spec->said & EVENT_SAID_MAX_STACK ? EVENT_CHAIN_FP : s->chain;
}

static void attr_dwarf(struct abi_attr *a, uint64_t wanted_regs, uint32_t stack_bytes)
{
	const struct abi_registers *r = abi_registers_here;
	a->sample_type |= ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER;
	a->flags |= ABI_EXCLUDE_CALLCHAIN_USER;
	a->sample_regs_user |= wanted_regs ? wanted_regs | r->minimal : r->user;
	a->sample_stack_user = stack_bytes;
}

/* Branch records are those of user code only, and kept for one purpose at a time. */
static void attr_lbr(struct abi_attr *a, const struct capture_samples *s)
{
	if (s->branches || a->flags & ABI_EXCLUDE_USER)
		return;
	a->sample_type |= ABI_SAMPLE_BRANCH_STACK;
	a->branch_sample_type = LBR_CHAIN;
}

void attr_lbr_to_fp(struct abi_attr *a)
{
	a->sample_type &= ~ABI_SAMPLE_BRANCH_STACK;
	a->branch_sample_type = 0;
}

/* A function without a frame of its own hides its caller from who follows frame pointers: what a
 * walk over the first frames needs. */
static void attr_leaf(struct abi_attr *a)
{
	const struct abi_registers *r = abi_registers_here;
	if (!r->leaf)
		return;
	a->sample_type |= ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER;
	a->sample_regs_user |= r->leaf;
	a->sample_stack_user = UNWINDING_LEAF_BYTES;
}

bool attr_leaf_out(struct abi_attr *a)
{
	return !unwinding_has_dump(a) && attr_unstack(a, false, true);
}

static void attr_chain(struct abi_attr *a, const struct event_spec *spec,
                       const struct capture_options *o)
{
	const struct capture_samples *s = &o->samples;
	enum event_chain chain = chain_of(spec, s);
	if (chain == EVENT_CHAIN_NONE)
		return;
	a->sample_type |= ABI_SAMPLE_CALLCHAIN;
	if (!(spec->said & EVENT_SAID_MAX_STACK))
		a->sample_max_stack = s->max_stack;
	if (s->no_user_chain)
		a->flags |= ABI_EXCLUDE_CALLCHAIN_USER;
	if (s->no_kernel_chain)
		a->flags |= ABI_EXCLUDE_CALLCHAIN_KERNEL;
	if (chain == EVENT_CHAIN_DWARF || chain == EVENT_CHAIN_AUTO)
		attr_dwarf(a, s->user_regs,
		           spec->said & EVENT_SAID_CHAIN ? spec->stack_bytes : s->stack_bytes);
	if (chain == EVENT_CHAIN_AUTO && !s->no_user_chain)
		a->flags &= ~ABI_EXCLUDE_CALLCHAIN_USER;
	if (chain == EVENT_CHAIN_LBR)
		attr_lbr(a, s);
	else if (chain == EVENT_CHAIN_DEFER && !(a->flags & ABI_EXCLUDE_CALLCHAIN_USER))
		a->flags |= ABI_DEFER_CALLCHAIN;
	else if (chain == EVENT_CHAIN_FP && recorder_unwinds(o) && !s->user_regs &&
	         !(a->flags & (ABI_EXCLUDE_CALLCHAIN_USER | ABI_EXCLUDE_USER)))
		attr_leaf(a);
	/* Where a function that calls none keeps its caller, for a reader that unwinds. */
	if (chain == EVENT_CHAIN_FP && abi_registers_here->link) {
		a->sample_type |= ABI_SAMPLE_REGS_USER;
		a->sample_regs_user |= abi_registers_here->link;
	}
}

static bool same_cpus(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* A deferred chain is a record of its own, of whichever event takes them; it goes where samples go,
 * not among the tracking records, which it could crowd out. One event is enough on each CPU; on
 * whole CPUs the kernel only asks those that track something (is_sb_event()): COMM_EXEC, which
 * alone has no records. */
void attr_defer_output(struct plan *p, uint32_t i, const struct target *t)
{
	struct abi_attr *a = &p->events[i].attr;
	if (!(a->flags & ABI_DEFER_CALLCHAIN))
		return;
	for (uint32_t k = 0; k < i; k++)
		if ((p->events[k].attr.flags & ABI_DEFER_OUTPUT) &&
		    (!p->specs[k].cpus || same_cpus(p->specs[k].cpus, p->specs[i].cpus)))
			return;
	a->flags |= ABI_DEFER_OUTPUT | (t->system_wide ? ABI_COMM_EXEC : 0);
}

/* ------------------------------------------------------------------ the rest of a sample */

static void attr_content(struct abi_attr *a, const struct event_spec *spec,
                         const struct capture_samples *s)
{
	a->sample_type |= s->bits | (s->weight ? abi_registers_here->weight : 0);
	if (spec->tracepoint || (a->type == ABI_TYPE_SOFTWARE && a->config == ABI_SW_BPF_OUTPUT))
		a->sample_type |= ABI_SAMPLE_RAW;
	if (s->branches) {
		a->sample_type |= ABI_SAMPLE_BRANCH_STACK;
		a->branch_sample_type = s->branches;
	}
	if (s->user_regs) {
		a->sample_type |= ABI_SAMPLE_REGS_USER;
		a->sample_regs_user |= s->user_regs;
	}
	if (s->intr_regs) {
		a->sample_type |= ABI_SAMPLE_REGS_INTR;
		a->sample_regs_intr = s->intr_regs;
	}
	if (s->stat)
		a->flags |= ABI_INHERIT_STAT;
	if (s->stat || s->times)
		a->read_format |= ABI_FORMAT_TOTAL_TIME_ENABLED | ABI_FORMAT_TOTAL_TIME_RUNNING;
}

static void attr_privileges(struct abi_attr *a, const struct capture_samples *s)
{
	if (s->only_user)
		a->flags = (a->flags & ~ABI_EXCLUDE_USER) | ABI_EXCLUDE_KERNEL;
	if (s->only_kernel)
		a->flags = (a->flags & ~ABI_EXCLUDE_KERNEL) | ABI_EXCLUDE_USER;
}

/* When it begins, and which end of its ring it is written from. */
static void attr_start(struct abi_attr *a, const struct capture_options *o)
{
	a->flags |= ABI_DISABLED;
	if (o->starts_disabled)
		a->flags &= ~ABI_ENABLE_ON_EXEC;
	if (o->overwrite)
		a->flags |= ABI_WRITE_BACKWARD;
}

void attr_sampling(struct abi_attr *a, const struct event_spec *spec,
                   const struct capture_options *o, const struct target *t, uint64_t freq)
{
	attr_common(a, o, t);
	attr_start(a, o);
	if (spec->said & EVENT_SAID_INHERIT)
		a->flags = (a->flags & ~ABI_INHERIT) | (spec->no_inherit ? 0 : ABI_INHERIT);
	attr_rate(a, spec, o, freq);
	attr_period(a, &o->samples);
	attr_privileges(a, &o->samples);
	attr_chain(a, spec, o);
	attr_content(a, spec, &o->samples);
	if (spec->is_core && !(a->flags & (ABI_EXCLUDE_HOST | ABI_EXCLUDE_GUEST)))
		a->flags |= ABI_EXCLUDE_GUEST;
}

/* In a group of which samples hold the counts only the leader samples. All of a group start with
 * their leader. On all CPUs the counts are those of a CPU: readers take what is inherited for those
 * of a thread. */
void attr_group(struct abi_attr *a, const struct event_spec *specs, uint32_t i, uint32_t n,
                const struct target *t)
{
	uint32_t leader = specs[i].leader;
	bool has_members = leader + 1 < n && specs[leader + 1].leader == leader;
	if (specs[leader].reads_group) {
		a->flags &= t->system_wide ? ~ABI_INHERIT : UINT64_MAX;
		a->sample_type |= ABI_SAMPLE_READ;
		a->read_format |= i == leader && has_members ? ABI_FORMAT_GROUP : 0;
	}
	if (i == leader)
		return;
	a->flags &= ~(ABI_DISABLED | ABI_ENABLE_ON_EXEC);
	if (specs[leader].reads_group) {
		a->flags &= ~ABI_FREQ;
		a->period_or_freq = 0;
	}
}

/* Where things run already it starts as soon as it is open: what happens while /proc is walked must
 * not be missed. A stack is unwound by tables that may lie in mappings that are no code. */
void attr_tracking(struct abi_attr *a, const struct plan *p, const struct capture_options *o,
                   const struct target *t)
{
	*a = (struct abi_attr){ .type = ABI_TYPE_SOFTWARE, .config = ABI_SW_DUMMY };
	attr_common(a, o, t);
	a->flags |= TRACKING_FLAGS | (o->tell_namespaces ? ABI_NAMESPACES : 0) |
	            (o->tell_cgroups ? ABI_CGROUP : 0);
	if (o->no_bpf)
		a->flags &= ~ABI_BPF_EVENT;
	if (o->build_ids_mapped && !o->no_build_ids)
		a->flags |= ABI_BUILD_ID;
	/* Who unwinds raw copies of stacks may look there. */
	bool data = o->samples.data_mappings;
	for (uint32_t i = 0; i < p->n_specs && !recorder_unwinds(o); i++)
		data = data || p->events[i].attr.sample_type & ABI_SAMPLE_STACK_USER;
	if (data)
		a->flags |= ABI_MMAP_DATA;
	a->period_or_freq = 1;
}

void attr_track_nothing(struct abi_attr *a)
{
	const uint64_t excluded = ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV;
	a->flags &= ~(TRACKING_FLAGS | ABI_BUILD_ID | ABI_MMAP_DATA) | excluded;
}

/* Context switches are as many as samples: they go where those go, and as those they go first when
 * there is no room, so that they cost no mapping and no name. An event of their own, so that what
 * the kernel lost of an event that is sampled is samples only; it is let in when that is. */
void attr_switches(struct abi_attr *a, const struct capture_options *o, const struct target *t)
{
	*a = (struct abi_attr){ .type = ABI_TYPE_SOFTWARE, .config = ABI_SW_DUMMY };
	attr_common(a, o, t);
	attr_start(a, o);
	a->flags |= ABI_CONTEXT_SWITCH | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV;
	a->period_or_freq = 1;
}

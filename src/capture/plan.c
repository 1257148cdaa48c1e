// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The attrs of a recording.
 *
 * Mappings, names and tasks are told by an event of their own, the software dummy, whose records
 * have their own ring: so a flood of samples can never cost one of them. All attrs have the same
 * sample_id layout, with the id at its fixed place, so that a reader finds the event of any record.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum { FREQ_DEFAULT = 4000 };
enum { COUNTERS_MAX = 1 << 24 }; /* more than a process can have open */

#define SAMPLE_BITS                                                                 \
	(ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME | \
	 ABI_SAMPLE_CPU | ABI_SAMPLE_PERIOD)
#define TRACKING_FLAGS                                                              \
	(ABI_MMAP | ABI_MMAP2 | ABI_COMM | ABI_COMM_EXEC | ABI_TASK | ABI_KSYMBOL | \
	 ABI_BPF_EVENT | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV)

static const char default_event[] = "cycles";
static const struct event_spec next_default = {
	.attr = { .type = ABI_TYPE_SOFTWARE, .config = ABI_SW_CPU_CLOCK },
	.name = "cpu-clock",
};

/* What every event has. */
static void attr_common(struct abi_attr *a, const struct capture_options *o, const struct target *t)
{
	/* The length of 4.1 holds all that is mostly used; no kernel refuses it. */
	uint32_t needed = event_attr_bytes(a);
	a->size = needed > ABI_ATTR_VER5 ? needed : ABI_ATTR_VER5;
	a->sample_type = SAMPLE_BITS;
	a->read_format = ABI_FORMAT_ID | ABI_FORMAT_LOST;
	a->flags |= ABI_SAMPLE_ID_ALL | ABI_WATERMARK;
	/* What is inherited has no ring when it is bound to no CPU (perf_mmap() of the kernel). */
	if (!o->no_inherit && !t->per_thread)
		a->flags |= ABI_INHERIT;
	if (!t->system_wide && !t->attached)
		a->flags |= ABI_DISABLED | ABI_ENABLE_ON_EXEC;
}

/* What an event says of itself goes first, then the options. */
static void attr_rate(struct abi_attr *a, const struct event_spec *spec,
                      const struct capture_options *o, uint64_t freq)
{
	if (spec->said & EVENT_SAID_PERIOD)
		return;
	bool by_freq = !o->period && (o->freq || !spec->once);
	a->flags |= by_freq ? ABI_FREQ : 0;
	a->period_or_freq = by_freq ? freq : o->period ? o->period : 1;
}

/* The registers that a stack dump is unwound with, by their bits in perf_regs.h. */
#if defined __x86_64__
#define REGS_USER 0xff0fffull /* all but the segments ds to gs */
#elif defined __aarch64__
#define REGS_USER 0x1ffffffffull /* x0 to x30, sp, pc */
#else
#define REGS_USER 0ull
#endif

static void attr_chain(struct abi_attr *a, const struct event_spec *spec,
                       const struct capture_options *o)
{
	enum event_chain chain = spec->said & EVENT_SAID_CHAIN ? spec->chain
	                         : o->callchain                ? EVENT_CHAIN_FP
	                                                       : EVENT_CHAIN_NONE;
	if (chain != EVENT_CHAIN_NONE)
		a->sample_type |= ABI_SAMPLE_CALLCHAIN;
	if (chain == EVENT_CHAIN_DWARF) {
		a->sample_type |= ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER;
		a->flags |= ABI_EXCLUDE_CALLCHAIN_USER;
		a->sample_regs_user = REGS_USER;
		a->sample_stack_user = spec->stack_bytes;
	} else if (chain == EVENT_CHAIN_LBR) {
		/* PERF_SAMPLE_BRANCH_USER | CALL_STACK | NO_FLAGS | NO_CYCLES */
		a->sample_type |= ABI_SAMPLE_BRANCH_STACK;
		a->branch_sample_type = 1 << 0 | 1 << 11 | 1 << 14 | 1 << 15;
		a->flags |= ABI_EXCLUDE_CALLCHAIN_USER;
	}
}

/* In a group of which samples hold the counts only the leader samples. All of a group start with
 * their leader. On all CPUs the counts are those of a CPU: readers take what is inherited for those
 * of a thread. */
static void attr_group(struct abi_attr *a, const struct event_spec *specs, uint32_t i, uint32_t n,
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

static void attr_sampling(struct abi_attr *a, const struct event_spec *spec,
                          const struct capture_options *o, const struct target *t, uint64_t freq)
{
	attr_common(a, o, t);
	a->flags |= ABI_DISABLED;
	if (o->delay_ms)
		a->flags &= ~ABI_ENABLE_ON_EXEC;
	if (o->overwrite)
		a->flags |= ABI_WRITE_BACKWARD;
	if (spec->said & EVENT_SAID_INHERIT)
		a->flags = (a->flags & ~ABI_INHERIT) | (spec->no_inherit ? 0 : ABI_INHERIT);
	attr_rate(a, spec, o, freq);
	/* Asked to tell the period, the kernel makes a sample of each occurrence of its own events
	 * (perf_swevent_event); and where it is fixed the attr tells it. */
	if (!(a->flags & ABI_FREQ) && a->period_or_freq > 1)
		a->sample_type &= ~ABI_SAMPLE_PERIOD;
	attr_chain(a, spec, o);
	if (spec->tracepoint || (a->type == ABI_TYPE_SOFTWARE && a->config == ABI_SW_BPF_OUTPUT))
		a->sample_type |= ABI_SAMPLE_RAW;
	if (spec->is_core && !(a->flags & (ABI_EXCLUDE_HOST | ABI_EXCLUDE_GUEST)))
		a->flags |= ABI_EXCLUDE_GUEST;
}

/* Where things run already it starts as soon as it is open: what happens while /proc is walked must
 * not be missed. */
static void attr_tracking(struct abi_attr *a, const struct capture_options *o,
                          const struct target *t)
{
	*a = (struct abi_attr){ .type = ABI_TYPE_SOFTWARE, .config = ABI_SW_DUMMY };
	attr_common(a, o, t);
	a->flags |= TRACKING_FLAGS;
	a->period_or_freq = 1;
}

static int choose_freq(const struct capture_options *o, uint64_t *freq, struct err *e)
{
	long long most = sys_number("/proc/sys/kernel/perf_event_max_sample_rate", 0);
	*freq = o->freq ? o->freq : FREQ_DEFAULT;
	if (*freq == CAPTURE_FREQ_MAX && most <= 0)
		return err_set(e, ERR_UNSUPPORTED,
		               "this kernel does not tell its highest frequency; use -F NUMBER");
	if (most <= 0 || *freq <= (uint64_t)most)
		return 0;
	if (*freq != CAPTURE_FREQ_MAX)
		log_say(o->log, LOG_NOTICE,
		        "sampling at %lld Hz, the most that kernel.perf_event_max_sample_rate "
		        "allows",
		        most);
	*freq = (uint64_t)most;
	return 0;
}

/* Where the events may be opened, as their PMUs say. */
static int plan_places(struct plan *p, const struct target *t, struct err *e)
{
	for (uint32_t i = 0; i < p->n_specs; i++) {
		const struct event_spec *spec = &p->specs[i];
		bool any = false;
		if (spec->needs_cpu && !t->system_wide)
			return err_set(e, ERR_USAGE,
			               "event '%s' counts for whole CPUs, not for a command or "
			               "a process; use -a or -C",
			               spec->name);
		if (t->per_thread && spec->said & EVENT_SAID_INHERIT && !spec->no_inherit)
			return err_set(e, ERR_USAGE,
			               "event '%s' cannot be inherited with --per-thread",
			               spec->name);
		int rc = spec->cpus ? cpus_parse(spec->cpus, &p->where[i], e) : 0;
		if (rc < 0)
			return err_context(e, "event '%s'", spec->name);
		for (uint32_t cpu = 0; cpu < t->cpus.n; cpu++)
			any |= plan_covers(p, i, (int)t->cpus.v[cpu]);
		if (!any)
			return err_set(e, ERR_USAGE,
			               "event '%s' is only on CPUs %s, none of which is recorded",
			               spec->name, spec->cpus);
	}
	return 0;
}

bool plan_covers(const struct plan *p, uint32_t event, int cpu)
{
	return cpu < 0 || !p->where[event].n || cpus_have(&p->where[event], (uint32_t)cpu);
}

int plan_make(struct plan *p, const struct capture_options *o, const struct target *t,
              struct err *e)
{
	uint64_t freq = 0;
	int rc = o->period ? 0 : choose_freq(o, &freq, e);
	if (rc < 0)
		return rc;
	p->is_default = !o->events || !o->events->n;
	if (p->is_default && (rc = event_parse(default_event, &capture_source, &p->own, e)) < 0)
		return rc;
	const struct event_list *list = p->is_default ? &p->own : o->events;
	const struct event_spec *specs = p->specs = list->v;
	uint32_t n = p->n_specs = list->n;
	p->n_events = n + 1;
	p->n_places = target_n_places(t);
	if (p->n_events > COUNTERS_MAX / p->n_places)
		return err_set(e, ERR_LIMIT, "%u events at %u places are too many to be opened", n,
		               p->n_places);
	p->events = mem_new(p->n_events * sizeof *p->events);
	p->texts = mem_new(p->n_events * sizeof *p->texts);
	p->ids = mem_new((size_t)p->n_events * p->n_places * sizeof *p->ids);
	p->leaders = mem_new(p->n_events * sizeof *p->leaders);
	p->where = mem_new(p->n_events * sizeof *p->where);
	for (uint32_t i = 0; i < p->n_events; i++) {
		struct write_event *ev = &p->events[i];
		p->leaders[i] = i < n ? specs[i].leader : i;
		if (i < n) {
			ev->attr = specs[i].attr;
			memcpy(p->texts[i], specs[i].name, EVENT_NAME_MAX);
			attr_sampling(&ev->attr, &specs[i], o, t, freq);
			attr_group(&ev->attr, specs, i, n, t);
		} else {
			memcpy(p->texts[i], "dummy:u", sizeof "dummy:u");
			attr_tracking(&ev->attr, o, t);
		}
		ev->name = p->texts[i];
		ev->ids = p->ids + (size_t)i * p->n_places;
	}
	return plan_places(p, t, e);
}

bool plan_next_default(struct plan *p)
{
	struct abi_attr *a = &p->events[0].attr;
	if (!p->is_default || p->n_specs > 1 || a->type != ABI_TYPE_HARDWARE)
		return false;
	a->type = next_default.attr.type;
	a->config = next_default.attr.config;
	cpus_release(&p->where[0]);
	a->flags &= ~(ABI_EXCLUDE_GUEST | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	memcpy(p->texts[0], next_default.name, EVENT_NAME_MAX);
	if (p->user_only)
		event_user_only(a, p->texts[0]);
	return true;
}

bool plan_samples_kernel(const struct plan *p)
{
	for (uint32_t i = 0; i + 1 < p->n_events; i++)
		if (event_has_kernel(&p->events[i].attr))
			return true;
	return false;
}

void plan_release(struct plan *p)
{
	for (uint32_t i = 0; p->where && i < p->n_events; i++)
		cpus_release(&p->where[i]);
	free(p->where);
	free(p->leaders);
	event_list_release(&p->own);
	free(p->events);
	free(p->texts);
	free(p->ids);
	*p = (struct plan){ 0 };
}

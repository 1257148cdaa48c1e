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

#define SAMPLE_BITS                                                                 \
	(ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME | \
	 ABI_SAMPLE_CPU | ABI_SAMPLE_PERIOD)
#define TRACKING_FLAGS                                                              \
	(ABI_MMAP | ABI_MMAP2 | ABI_COMM | ABI_COMM_EXEC | ABI_TASK | ABI_KSYMBOL | \
	 ABI_BPF_EVENT | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV)

static const struct event_spec defaults[] = {
	{ { .type = ABI_TYPE_HARDWARE }, "cycles" },
	{ { .type = ABI_TYPE_SOFTWARE, .config = ABI_SW_CPU_CLOCK }, "cpu-clock" },
};

/* What every event has. */
static void attr_common(struct abi_attr *a, const struct capture_options *o, const struct target *t)
{
	/* The length of 4.1 holds all that is used; no kernel refuses it. */
	a->size = ABI_ATTR_VER5;
	a->sample_type = SAMPLE_BITS;
	a->read_format = ABI_FORMAT_ID | ABI_FORMAT_LOST;
	a->flags |= ABI_SAMPLE_ID_ALL | ABI_WATERMARK;
	/* What is inherited has no ring when it is bound to no CPU (perf_mmap() of the kernel). */
	if (!o->no_inherit && !t->per_thread)
		a->flags |= ABI_INHERIT;
	if (!t->system_wide && !t->attached)
		a->flags |= ABI_DISABLED | ABI_ENABLE_ON_EXEC;
}

static void attr_sampling(struct abi_attr *a, const struct capture_options *o,
                          const struct target *t, uint64_t freq)
{
	attr_common(a, o, t);
	a->flags |= ABI_DISABLED | (o->period ? 0 : ABI_FREQ);
	if (o->delay_ms)
		a->flags &= ~ABI_ENABLE_ON_EXEC;
	if (o->overwrite)
		a->flags |= ABI_WRITE_BACKWARD;
	a->period_or_freq = o->period ? o->period : freq;
	if (o->callchain)
		a->sample_type |= ABI_SAMPLE_CALLCHAIN;
	if (a->type != ABI_TYPE_SOFTWARE && !(a->flags & (ABI_EXCLUDE_HOST | ABI_EXCLUDE_GUEST)))
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

int plan_make(struct plan *p, const struct capture_options *o, const struct target *t,
              struct err *e)
{
	uint64_t freq = 0;
	int rc = o->period ? 0 : choose_freq(o, &freq, e);
	if (rc < 0)
		return rc;
	p->is_default = !o->events || !o->events->n;
	const struct event_spec *specs = p->is_default ? defaults : o->events->v;
	uint32_t n = p->is_default ? 1 : o->events->n;
	p->n_events = n + 1;
	p->n_places = target_n_places(t);
	p->events = mem_new(p->n_events * sizeof *p->events);
	p->texts = mem_new(p->n_events * sizeof *p->texts);
	p->ids = mem_new((size_t)p->n_events * p->n_places * sizeof *p->ids);
	for (uint32_t i = 0; i < p->n_events; i++) {
		struct write_event *ev = &p->events[i];
		if (i < n) {
			ev->attr = specs[i].attr;
			memcpy(p->texts[i], specs[i].name, EVENT_NAME_MAX);
			attr_sampling(&ev->attr, o, t, freq);
		} else {
			memcpy(p->texts[i], "dummy:u", sizeof "dummy:u");
			attr_tracking(&ev->attr, o, t);
		}
		ev->name = p->texts[i];
		ev->ids = p->ids + (size_t)i * p->n_places;
		ev->n_ids = p->n_places;
	}
	return 0;
}

bool plan_next_default(struct plan *p)
{
	struct abi_attr *a = &p->events[0].attr;
	if (!p->is_default || a->type != defaults[0].attr.type)
		return false;
	a->type = defaults[1].attr.type;
	a->config = defaults[1].attr.config;
	a->flags &= ~(ABI_EXCLUDE_GUEST | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	memcpy(p->texts[0], defaults[1].name, EVENT_NAME_MAX);
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
	free(p->events);
	free(p->texts);
	free(p->ids);
	*p = (struct plan){ 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The events of a recording, and where they are opened. Mappings, names and tasks are told by an
 * event of their own, the software dummy, whose records have their own ring: so a flood of samples
 * can never cost one of them.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum { FREQ_DEFAULT = 4000 };
enum { COUNTERS_MAX = 1 << 24 }; /* more than a process can have open */

static const char default_event[] = "cycles";
static const struct event_spec next_default = {
	.attr = { .type = ABI_TYPE_SOFTWARE, .config = ABI_SW_CPU_CLOCK },
	.name = "cpu-clock",
};

static int choose_freq(const struct capture_options *o, uint64_t *freq, struct err *e)
{
	long long most = sys_number("/proc/sys/kernel/perf_event_max_sample_rate", 0);
	*freq = o->freq ? o->freq : FREQ_DEFAULT;
	if (*freq == CAPTURE_FREQ_MAX && most <= 0)
		return err_set(e, ERR_UNSUPPORTED,
		               "this kernel does not tell its highest frequency; use -F NUMBER");
	if (most <= 0 || *freq <= (uint64_t)most)
		return 0;
	if (*freq != CAPTURE_FREQ_MAX && o->strict_freq)
		return err_set(e, ERR_DENIED,
		               "%llu Hz is more than kernel.perf_event_max_sample_rate, which is "
		               "%lld, allows; raise that, or use a lower -F",
		               (unsigned long long)*freq, most);
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

/* What was asked for and is not there to be had, whatever the machine. */
static void say_no_lbr(const struct plan *p, const struct capture_options *o)
{
	if (o->samples.chain != EVENT_CHAIN_LBR)
		return;
	if (o->samples.branches)
		log_say(o->log, LOG_NOTICE,
		        "branch records are kept for -b or -j: call chains follow frame pointers");
	for (uint32_t i = 0; !o->samples.branches && i < p->n_specs; i++)
		if (p->events[i].attr.flags & ABI_EXCLUDE_USER)
			log_say(o->log, LOG_NOTICE,
			        "branch records are of user code, and '%s' is not: its call chains "
			        "follow frame pointers",
			        p->events[i].name);
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
	p->n_events = n + 1 + o->tell_switches;
	p->switches = o->tell_switches ? n : p->n_events;
	p->n_places = target_n_places(t);
	p->has_branches = o->samples.branches;
	if (p->n_events > COUNTERS_MAX / p->n_places)
		return err_set(e, ERR_LIMIT, "%u events at %u places are too many to be opened", n,
		               p->n_places);
	p->events = mem_new(p->n_events * sizeof *p->events);
	p->written = p->events;
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
			attr_defer_output(p, i, t);
		} else {
			memcpy(p->texts[i], "dummy:u", sizeof "dummy:u");
			if (i == p->switches)
				attr_switches(&ev->attr, o, t);
			else
				attr_tracking(&ev->attr, p, o, t);
		}
		ev->name = p->texts[i];
		ev->ids = p->ids + (size_t)i * p->n_places;
	}
	say_no_lbr(p, o);
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

bool plan_unwind(struct plan *p, bool keep_regs, bool no_user_chain)
{
	bool any = false;
	p->written = mem_new(p->n_events * sizeof *p->written);
	for (uint32_t i = 0; i < p->n_events; i++) {
		p->written[i] = p->events[i];
		any |= attr_unstack(&p->written[i].attr, keep_regs, no_user_chain);
	}
	return any;
}

bool plan_samples_kernel(const struct plan *p)
{
	for (uint32_t i = 0; i + 1 < p->n_events; i++)
		if (event_has_kernel(&p->events[i].attr))
			return true;
	return false;
}

size_t plan_wakeup_bytes(const struct plan *p)
{
	const struct abi_attr *a = &p->events[0].attr;
	return a->flags & ABI_WATERMARK ? a->wakeup : 0;
}

void plan_release(struct plan *p)
{
	for (uint32_t i = 0; p->where && i < p->n_events; i++)
		cpus_release(&p->where[i]);
	free(p->where);
	if (p->written != p->events)
		free(p->written);
	free(p->leaders);
	event_list_release(&p->own);
	free(p->events);
	free(p->texts);
	free(p->ids);
	*p = (struct plan){ 0 };
}

/* ------------------------------------------------------------------ ids */

void plan_ids_init(struct plan_ids *ids, const struct plan *p)
{
	uint32_t n = 0;
	*ids = (struct plan_ids){ 0 };
	for (uint32_t i = 0; i < p->n_events; i++)
		n += p->events[i].n_ids;
	ids->v = mem_new(n * sizeof *ids->v);
	for (uint32_t i = 0; i < p->n_events; i++)
		for (uint32_t k = 0; k < p->events[i].n_ids; k++) {
			uint64_t id = p->events[i].ids[k];
			table_add(&ids->table, hash_mix(id, 0), ids->n);
			ids->v[ids->n++] = (struct plan_id){ id, i };
		}
}

void plan_ids_release(struct plan_ids *ids)
{
	table_release(&ids->table);
	free(ids->v);
	*ids = (struct plan_ids){ 0 };
}

uint32_t plan_ids_event(const struct plan_ids *ids, uint64_t id)
{
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&ids->table, hash_mix(id, 0), &i)) != TABLE_NONE)
		if (ids->v[at].id == id)
			return ids->v[at].event;
	return TABLE_NONE;
}

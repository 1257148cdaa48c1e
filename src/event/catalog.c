// SPDX-License-Identifier: GPL-2.0-or-later
/* All events that a machine offers. */
#include <stdlib.h>

#include "base/alloc.h"
#include "event/internal.h"

const char *const event_kind_words[EVENT_KINDS] = { "hw",  "sw",    "cache",      "pmu",
	                                            "raw", "probe", "breakpoint", "tracepoint" };

struct gathering {
	const struct event_source *source;
	struct event_catalog *c;
	struct event_pmus *pmus;
};

static struct event_entry *add(struct gathering *g, enum event_kind kind, const char *name)
{
	struct event_catalog *c = g->c;
	VEC_ROOM(c->v, c->n, c->cap);
	struct event_entry *entry = &c->v[c->n++];
	*entry = (struct event_entry){ .kind = kind, .name = name };
	return entry;
}

static bool opens(const struct gathering *g, uint32_t type, uint64_t config)
{
	struct abi_attr attr = { .type = type, .config = config };
	if (!g->source->opens)
		return type == ABI_TYPE_SOFTWARE || g->pmus->n_core;
	/* Where there are several core PMUs, one that has it is enough. */
	for (uint32_t i = 0; i < g->pmus->n && g->pmus->n_core > 1; i++) {
		attr.config = config | (uint64_t)g->pmus->v[i].type << 32;
		if (type != ABI_TYPE_SOFTWARE && g->pmus->v[i].is_core &&
		    g->source->opens(g->source->ctx, &attr))
			return true;
	}
	attr.config = config;
	return g->source->opens(g->source->ctx, &attr);
}

/* ------------------------------------------------------------------ those with fixed numbers */

static const char *const hardware_about[] = {
	"cycles of the CPU, at its changing frequency",
	"instructions that were retired",
	"accesses to the last level of cache",
	"accesses that the last level of cache did not hold",
	"branch instructions that were retired",
	"branches that went another way than predicted",
	"cycles of the bus",
	"cycles in which no instruction was issued",
	"cycles in which no instruction was retired",
	"cycles at a frequency that does not change",
};

static const char *const software_about[] = {
	[ABI_SW_CPU_CLOCK] = "time on the CPU, in ns: a timer of each CPU",
	[ABI_SW_TASK_CLOCK] = "time on the CPU, in ns: a timer of each thread",
	[ABI_SW_PAGE_FAULTS] = "page faults",
	[ABI_SW_CONTEXT_SWITCHES] = "switches to another thread",
	[ABI_SW_CPU_MIGRATIONS] = "moves to another CPU",
	[ABI_SW_PAGE_FAULTS_MIN] = "page faults without input or output",
	[ABI_SW_PAGE_FAULTS_MAJ] = "page faults that had to read",
	[ABI_SW_ALIGNMENT_FAULTS] = "unaligned accesses that the kernel carried out",
	[ABI_SW_EMULATION_FAULTS] = "instructions that the kernel carried out",
	[ABI_SW_DUMMY] = "never occurs; tells of mappings and tasks",
	[ABI_SW_BPF_OUTPUT] = "what BPF programs write",
	[ABI_SW_CGROUP_SWITCHES] = "switches to a thread of another cgroup",
};

static void add_fixed(struct gathering *g)
{
	for (const struct abi_event *ev = abi_events; ev->name; ev++) {
		bool is_software = ev->type == ABI_TYPE_SOFTWARE;
		if (!opens(g, ev->type, ev->config))
			continue;
		struct event_entry *entry = add(g, is_software ? EVENT_SOFTWARE : EVENT_HARDWARE,
		                                ev->name);
		entry->alias = ev->alias;
		entry->about = (is_software ? software_about : hardware_about)[ev->config];
	}
}

static void add_caches(struct gathering *g)
{
	char name[32];
	uint64_t config;
	for (unsigned i = 0; cache_name(i, name, &config); i++)
		if (opens(g, ABI_TYPE_HW_CACHE, config))
			add(g, EVENT_CACHE, arena_dup(&g->c->arena, name, strlen(name)));
}

/* ------------------------------------------------------------------ PMUs */

static void add_pmu_events(struct gathering *g, const struct event_pmu *pmu)
{
	for (uint32_t i = 0; i < pmu->n_aliases; i++) {
		const struct event_alias *alias = &pmu->aliases[i];
		struct event_entry *entry = add(
			g, EVENT_PMU, arena_printf(&g->c->arena, "%s/%s/", pmu->name, alias->name));
		entry->pmu = pmu->name;
		entry->terms = alias->terms;
		entry->unit = alias->unit;
		entry->scale = alias->scale;
	}
}

static void add_raw_forms(struct gathering *g, const struct event_pmu *pmu)
{
	struct arena *a = &g->c->arena;
	char *form = arena_printf(a, "%s/", pmu->name);
	for (uint32_t i = 0; i < pmu->n_formats; i++) {
		int bits = __builtin_popcountll(pmu->formats[i].mask);
		uint64_t most = bits == 64 ? ~0ull : (1ull << bits) - 1;
		const char *name = pmu->formats[i].name;
		form = most == 1 ? arena_printf(a, "%s%s%s", form, i ? "," : "", name)
		                 : arena_printf(a, "%s%s%s=0..0x%llx", form, i ? "," : "", name,
		                                (unsigned long long)most);
	}
	if (pmu->n_formats && !probe_is(pmu))
		add(g, EVENT_RAW, arena_printf(a, "%s/MODIFIERS", form))->pmu = pmu->name;
}

static void add_pmus(struct gathering *g)
{
	for (uint32_t i = 0; i < g->pmus->n; i++)
		pmu_read(g->source, &g->pmus->v[i], &g->c->arena);
	for (uint32_t i = 0; i < g->pmus->n; i++)
		add_pmu_events(g, &g->pmus->v[i]);
	if (g->pmus->n_core)
		add(g, EVENT_RAW, "rNNN")->about = "code NNN, hexadecimal, of the core PMU";
	for (uint32_t i = 0; i < g->pmus->n; i++)
		add_raw_forms(g, &g->pmus->v[i]);
}

static void add_probes(struct gathering *g)
{
	static const struct {
		const char *pmu, *form, *about;
	} forms[] = {
		{ "kprobe", "kprobe/func=NAME,offset=N,retprobe/", "a place in the kernel" },
		{ "kprobe", "kprobe/addr=N/", "an address in the kernel" },
		{ "uprobe", "uprobe/path=FILE,func=NAME,offset=N,retprobe/",
		  "a place in a function of a program" },
		{ "uprobe", "uprobe/path=FILE,offset=N,ref_ctr_offset=N/", "a place in a file" },
		{ "breakpoint", "mem:ADDRESS[/LENGTH][:rwx]", "accesses to an address" },
	};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		for (uint32_t k = 0; k < g->pmus->n; k++) {
			if (strcmp(forms[i].pmu, g->pmus->v[k].name) != 0)
				continue;
			bool is_breakpoint = *forms[i].pmu == 'b';
			add(g, is_breakpoint ? EVENT_BREAKPOINT : EVENT_PROBE, forms[i].form)
				->about = forms[i].about;
		}
}

/* ------------------------------------------------------------------ tracepoints */

/* A folder "events/SYSTEM/EVENT" with a file id; those without belong to other tracers. */
static void add_tracepoints(struct gathering *g)
{
	struct arena *a = &g->c->arena;
	struct names systems, events;
	names_list(g->source, "events", a, &systems);
	for (uint32_t i = 0; i < systems.n; i++) {
		names_list(g->source, arena_printf(a, "events/%s", systems.v[i]), a, &events);
		for (uint32_t k = 0; k < events.n; k++)
			if (source_line(g->source, a, "events/%s/%s/id", systems.v[i], events.v[k]))
				add(g, EVENT_TRACEPOINT,
				    arena_printf(a, "%s:%s", systems.v[i], events.v[k]));
	}
}

void event_catalog(const struct event_source *source, struct event_catalog *out)
{
	*out = (struct event_catalog){ 0 };
	struct gathering g = { .source = source, .c = out };
	g.pmus = event_pmus_load(source, &out->arena);
	add_fixed(&g);
	add_caches(&g);
	add_pmus(&g);
	add_probes(&g);
	add_tracepoints(&g);
}

void event_catalog_release(struct event_catalog *c)
{
	free(c->v);
	arena_release(&c->arena);
	*c = (struct event_catalog){ 0 };
}

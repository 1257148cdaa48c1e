// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sections on PMUs: their numbers, what they can, and on which CPUs the core ones are. Source:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices and -caps.
 */
#include <stdio.h>

#include "capture/features.h"
#include "data/write_machine.h"

#define DEVICES "/sys/bus/event_source/devices"

/* All PMUs, the core ones first: readers that know no others take what comes first for theirs. */
static struct event_pmus *pmus_in_order(struct arena *a)
{
	struct event_pmus *all = event_pmus_load(&capture_source, a);
	struct event_pmu *v = arena_new(a, (all->n + 1) * sizeof *v);
	uint32_t n = 0;
	for (int core = 1; core >= 0; core--)
		for (uint32_t i = 0; i < all->n; i++)
			if (all->v[i].is_core == core)
				v[n++] = all->v[i];
	all->v = v;
	return all;
}

void add_pmu_mappings(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct event_pmus *pmus = pmus_in_order(&a);
	(void)f;
	if (pmus->n)
		write_u32(b, pmus->n);
	for (uint32_t i = 0; i < pmus->n; i++) {
		write_u32(b, pmus->v[i].type);
		write_string(b, pmus->v[i].name);
	}
	arena_release(&a);
}

/* ------------------------------------------------------------------ what they can */

/* In the order of the folder. */
static struct write_pmu caps_of(struct arena *a, const char *pmu)
{
	enum { CAPS_MAX = 64 };
	char folder[400];
	struct sys_dir dir;
	struct write_pair *v = arena_new(a, CAPS_MAX * sizeof *v);
	uint32_t n = 0;
	snprintf(folder, sizeof folder, DEVICES "/%.255s/caps", pmu);
	if (sys_dir_open(&dir, -1, folder) < 0)
		return (struct write_pmu){ pmu, v, 0 };
	for (const char *name; n < CAPS_MAX && (name = sys_dir_next(&dir));) {
		const char *value = machine_text(a, "%s/%s", folder, name);
		if (value)
			v[n++] = (struct write_pair){ arena_dup(a, name, strlen(name)), value };
	}
	sys_dir_close(&dir);
	return (struct write_pmu){ pmu, v, n };
}

/* Of several the first. Of none a file says so; a stream leaves it out, as perf stops at a feature
 * that it does not know. */
void add_cpu_pmu_caps(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct event_pmus *pmus = pmus_in_order(&a);
	struct write_pmu cpu = caps_of(&a, pmus->n_core ? pmus->v[0].name : "cpu");
	if (cpu.n_caps || !f->sink->file.stream)
		write_cpu_pmu_caps(b, &cpu);
	arena_release(&a);
}

/* That of a machine with one core PMU has a section of its own. */
void add_pmu_caps(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct event_pmus *pmus = pmus_in_order(&a);
	struct write_pmu *v = arena_new(&a, (pmus->n + 1) * sizeof *v);
	uint32_t n = 0;
	for (uint32_t i = 0; i < pmus->n; i++) {
		if (strcmp(pmus->v[i].name, "cpu") == 0)
			continue;
		v[n] = caps_of(&a, pmus->v[i].name);
		n += v[n].n_caps > 0;
	}
	if (n || !f->sink->file.stream)
		write_pmu_caps(b, v, n);
	arena_release(&a);
}

void add_hybrid_topology(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct event_pmus *pmus = pmus_in_order(&a);
	struct write_pair *v = arena_new(&a, (pmus->n + 1) * sizeof *v);
	uint32_t n = 0;
	(void)f;
	for (uint32_t i = 0; i < pmus->n_core; i++)
		if (pmus->v[i].cpus)
			v[n++] = (struct write_pair){ pmus->v[i].name, pmus->v[i].cpus };
	if (n > 1)
		write_hybrid_topology(b, v, n);
	arena_release(&a);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sections on PMUs: their numbers, what they can, and on which CPUs the core ones are. Source:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices and -caps.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/features.h"
#include "data/write_machine.h"

#define DEVICES "/sys/bus/event_source/devices"

/* Core PMUs tell their CPUs in "cpus"; where there is but one it is called cpu. */
static bool is_core(const char *pmu)
{
	char path[400];
	snprintf(path, sizeof path, DEVICES "/%.255s/cpus", pmu);
	return strcmp(pmu, "cpu") == 0 || sys_exists(path);
}

/* The names of all PMUs, the n_core core ones first: readers that know no others take what comes
 * first for theirs. */
static struct machine_names pmu_names(struct arena *a, uint32_t *n_core)
{
	struct machine_names all = machine_names(a, DEVICES);
	const char **v = mem_new((all.n + 1) * sizeof *v);
	uint32_t n = 0;
	for (uint32_t i = 0; i < all.n; i++)
		if (is_core(all.v[i]))
			v[n++] = all.v[i];
	*n_core = n;
	for (uint32_t i = 0; i < all.n; i++)
		if (!is_core(all.v[i]))
			v[n++] = all.v[i];
	machine_names_release(&all);
	return (struct machine_names){ v, n, n + 1 };
}

void add_pmu_mappings(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	uint32_t n = 0, n_core;
	struct machine_names names = pmu_names(&a, &n_core);
	size_t at = b->n;
	(void)f;
	write_u32(b, 0);
	for (uint32_t i = 0; i < names.n; i++) {
		const char *type = machine_text(&a, DEVICES "/%s/type", names.v[i]);
		if (!type)
			continue;
		write_u32(b, machine_number(type));
		write_string(b, names.v[i]);
		n++;
	}
	if (n)
		store32(b->p + at, n);
	else
		b->n = at;
	machine_names_release(&names);
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
	uint32_t n_core;
	struct machine_names names = pmu_names(&a, &n_core);
	struct write_pmu cpu = caps_of(&a, n_core ? names.v[0] : "cpu");
	if (cpu.n_caps || !f->sink->file.stream)
		write_cpu_pmu_caps(b, &cpu);
	machine_names_release(&names);
	arena_release(&a);
}

/* That of a machine with one core PMU has a section of its own. */
void add_pmu_caps(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	uint32_t n_core, n = 0;
	struct machine_names names = pmu_names(&a, &n_core);
	struct write_pmu *v = mem_new((names.n + 1) * sizeof *v);
	for (uint32_t i = 0; i < names.n; i++) {
		if (strcmp(names.v[i], "cpu") == 0)
			continue;
		v[n] = caps_of(&a, names.v[i]);
		n += v[n].n_caps > 0;
	}
	if (n || !f->sink->file.stream)
		write_pmu_caps(b, v, n);
	free(v);
	machine_names_release(&names);
	arena_release(&a);
}

void add_hybrid_topology(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct machine_names names = machine_names(&a, DEVICES);
	struct write_pair *v = mem_new((names.n + 1) * sizeof *v);
	uint32_t n = 0;
	(void)f;
	for (uint32_t i = 0; i < names.n; i++) {
		const char *cpus = machine_text(&a, DEVICES "/%s/cpus", names.v[i]);
		if (cpus)
			v[n++] = (struct write_pair){ names.v[i], cpus };
	}
	if (n > 1)
		write_hybrid_topology(b, v, n);
	free(v);
	machine_names_release(&names);
	arena_release(&a);
}

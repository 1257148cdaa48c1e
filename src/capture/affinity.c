// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the reader runs: on the CPU of the ring that it empties, or the CPUs of that one's node, so
 * that the ring's memory is near. A CPU that went offline is no reason not to read its ring.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

struct affinity {
	struct cpus *of; /* of each ring's CPU */
	uint32_t n, last;
};

/* false = the machine does not tell nodes. */
static bool node_of(uint32_t cpu, struct cpus *out)
{
	char path[100], list[4096];
	struct sys_dir dir;
	bool found = false;
	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u", cpu);
	if (sys_dir_open(&dir, -1, path) < 0)
		return false;
	for (const char *name; !found && (name = sys_dir_next(&dir));) {
		if (strncmp(name, "node", 4) != 0 || name[4] < '0' || name[4] > '9')
			continue;
		snprintf(path, sizeof path, "/sys/devices/system/node/%.20s/cpulist", name);
		found = sys_line(path, list, sizeof list) > 0 && cpus_parse(list, out, NULL) == 0;
	}
	sys_dir_close(&dir);
	return found;
}

struct affinity *affinity_new(const struct target *t, enum capture_affinity kind)
{
	if (kind == CAPTURE_AFFINITY_SYS || t->per_thread)
		return NULL;
	struct affinity *a = mem_new(sizeof *a);
	a->n = t->cpus.n;
	a->last = UINT32_MAX;
	a->of = mem_new(a->n * sizeof *a->of);
	for (uint32_t i = 0; i < a->n; i++) {
		char one[20];
		if (kind == CAPTURE_AFFINITY_NODE && node_of(t->cpus.v[i], &a->of[i]))
			continue;
		cpus_release(&a->of[i]);
		snprintf(one, sizeof one, "%u", t->cpus.v[i]);
		cpus_parse(one, &a->of[i], NULL);
	}
	return a;
}

void affinity_free(struct affinity *a)
{
	for (uint32_t i = 0; a && i < a->n; i++)
		cpus_release(&a->of[i]);
	if (a)
		free(a->of);
	free(a);
}

static bool same(const struct cpus *x, const struct cpus *y)
{
	return x->n == y->n && memcmp(x->v, y->v, x->n * sizeof *x->v) == 0;
}

void affinity_move(struct affinity *a, uint32_t ring)
{
	uint32_t i = a ? ring % a->n : 0;
	if (!a || (a->last < a->n && same(&a->of[i], &a->of[a->last])))
		return;
	sys_run_on(a->of[i].v, a->of[i].n);
	a->last = i;
}

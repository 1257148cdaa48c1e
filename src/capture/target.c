// SPDX-License-Identifier: GPL-2.0-or-later
/* Whom to watch, and on which CPUs. */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

static int cpus_add(struct cpus *c, uint64_t first, uint64_t last, const char *text, struct err *e)
{
	if (last < first || last >= CPUS_MAX)
		return err_set(e, ERR_USAGE, "'%s' is no list of CPUs such as 0-3,7", text);
	for (uint64_t cpu = first; cpu <= last; cpu++) {
		uint32_t at = c->n;
		while (at > 0 && c->v[at - 1] > cpu)
			at--;
		if (at > 0 && c->v[at - 1] == cpu)
			continue;
		VEC_ROOM(c->v, c->n, c->cap);
		memmove(c->v + at + 1, c->v + at, (c->n - at) * sizeof *c->v);
		c->v[at] = (uint32_t)cpu;
		c->n++;
	}
	return 0;
}

int cpus_parse(const char *text, struct cpus *out, struct err *e)
{
	const char *s = text;
	int rc;
	for (;;) {
		char *end;
		uint64_t first = strtoull(s, &end, 10), last = first;
		if (*s < '0' || *s > '9')
			break;
		if (*end == '-') {
			s = end + 1;
			if (*s < '0' || *s > '9')
				break;
			last = strtoull(s, &end, 10);
		}
		if ((rc = cpus_add(out, first, last, text, e)) < 0)
			return rc;
		if (!*end)
			return 0;
		if (*end != ',')
			break;
		s = end + 1;
	}
	return err_set(e, ERR_USAGE, "'%s' is no list of CPUs such as 0-3,7", text);
}

void cpus_release(struct cpus *c)
{
	free(c->v);
	*c = (struct cpus){ 0 };
}

static void cpus_online(struct cpus *out)
{
	char text[1024];
	if (sys_line("/sys/devices/system/cpu/online", text, sizeof text) > 0 &&
	    cpus_parse(text, out, NULL) == 0)
		return;
	/* No sysfs: take it that those that are online are the first ones. */
	struct sys_machine m;
	sys_machine(&m);
	out->n = 0;
	cpus_add(out, 0, m.cpus_online - 1, "", NULL);
}

static bool cpus_have(const struct cpus *c, uint32_t cpu)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->v[i] == cpu)
			return true;
	return false;
}

int target_choose(struct target *t, const struct capture_options *o, struct err *e)
{
	struct cpus online = { 0 };
	int rc = 0;
	t->system_wide = o->all_cpus || o->cpu_list;
	t->pid = -1;
	cpus_online(&online);
	if (!o->cpu_list) {
		t->cpus = online;
		return 0;
	}
	rc = cpus_parse(o->cpu_list, &t->cpus, e);
	for (uint32_t i = 0; rc == 0 && i < t->cpus.n; i++)
		if (!cpus_have(&online, t->cpus.v[i]))
			rc = err_set(e, ERR_USAGE, "CPU %u is not online", t->cpus.v[i]);
	cpus_release(&online);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of CPUs, and which are online. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/ranges.h"
#include "capture/internal.h"

static void cpus_add(struct cpus *c, struct range r)
{
	for (uint64_t cpu = r.from; cpu <= r.to; cpu++) {
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
}

int cpus_parse(const char *text, struct cpus *out, struct err *e)
{
	const char *s = text;
	struct range r;
	bool good = *text;
	while (good && range_next(&s, &r)) {
		good = r.to < CPUS_MAX;
		if (good)
			cpus_add(out, r);
	}
	return good && !*s ? 0
	                   : err_set(e, ERR_USAGE, "'%s' is no list of CPUs such as 0-3,7", text);
}

void cpus_release(struct cpus *c)
{
	free(c->v);
	*c = (struct cpus){ 0 };
}

void cpus_online(struct cpus *out)
{
	char text[1024];
	if (sys_line("/sys/devices/system/cpu/online", text, sizeof text) > 0 &&
	    cpus_parse(text, out, NULL) == 0)
		return;
	/* No sysfs: take it that those that are online are the first ones. */
	struct sys_machine m;
	sys_machine(&m);
	out->n = 0;
	cpus_add(out, (struct range){ 0, m.cpus_online - 1 });
}

bool cpus_have(const struct cpus *c, uint32_t cpu)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->v[i] == cpu)
			return true;
	return false;
}

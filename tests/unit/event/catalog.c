// SPDX-License-Identifier: GPL-2.0-or-later
/* What made-up machines offer. */
#include "../tap.h"

#include "machine.h"

static const struct event_entry *find(const struct event_catalog *c, const char *name)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (strcmp(c->v[i].name, name) == 0)
			return &c->v[i];
	return NULL;
}

static uint32_t count(const struct event_catalog *c, enum event_kind kind)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < c->n; i++)
		n += c->v[i].kind == kind;
	return n;
}

/* A kernel that has cycles on one of its core PMUs only, and cpu-clock. */
static bool opens(void *ctx, const struct abi_attr *attr)
{
	(void)ctx;
	return (attr->type == 0 && attr->config == 4ull << 32) ||
	       (attr->type == 1 && attr->config == 0);
}

int main(void)
{
	struct event_source source = machine_source(plain);
	struct event_catalog c;
	event_catalog(&source, &c);
	is_u64(count(&c, EVENT_HARDWARE), 10, "hardware events: PERF_COUNT_HW_MAX");
	is_u64(count(&c, EVENT_SOFTWARE), 12, "software events: PERF_COUNT_SW_MAX");
	/* L1D 6, L1I 4, LL 6, DTLB 6, ITLB 2, BPU 2, NODE 6 */
	is_u64(count(&c, EVENT_CACHE), 32, "cache events");
	is_u64(count(&c, EVENT_PMU), 6, "named events of PMUs");
	is_u64(count(&c, EVENT_TRACEPOINT), 4, "tracepoints, without what has no id");
	is_u64(count(&c, EVENT_PROBE), 4, "forms of probes");
	is_u64(count(&c, EVENT_BREAKPOINT), 1, "and of breakpoints");
	const struct event_entry *e = find(&c, "uncore_imc_0/cas_count_read/");
	if (ok(e != NULL, "an event with unit and scale")) {
		is_str(e->terms, "event=0x04,umask=0x03", "its terms");
		is_str(e->unit, "MiB", "its unit");
		is_str(e->scale, "6.103515625e-5", "its scale");
		is_str(e->pmu, "uncore_imc_0", "its PMU");
	}
	ok(!find(&c, "uncore_imc_0/cas_count_read.unit/"), "what tells of an event is none");
	ok(find(&c, "cpu/cmask=0..0xff,edge,event=0..0xff,inv,ldlat=0..0xffff,"
	            "offcore_rsp=0..0xffffffffffffffff,umask=0..0xff/MODIFIERS") != NULL,
	   "a raw form");
	ok(find(&c, "rNNN") != NULL, "raw codes");
	for (uint32_t i = 0; i < c.n; i++) {
		struct event_list list = { 0 };
		struct err err = { 0 };
		if (c.v[i].kind == EVENT_RAW || c.v[i].kind == EVENT_PROBE ||
		    c.v[i].kind == EVENT_BREAKPOINT || strstr(c.v[i].name, "total-slots") ||
		    (c.v[i].terms && strchr(c.v[i].terms, '?')))
			continue;
		ok(event_parse(c.v[i].name, &source, &list, &err) == 0 && list.n == 1,
		   "'%s' is taken %s", c.v[i].name, err.text);
		event_list_release(&list);
	}
	event_catalog_release(&c);

	source = machine_source(hybrid);
	source.opens = opens;
	event_catalog(&source, &c);
	is_u64(count(&c, EVENT_HARDWARE), 1, "what one core PMU has is there");
	is_u64(count(&c, EVENT_SOFTWARE), 1, "what does not open is not");
	is_u64(count(&c, EVENT_CACHE), 0, "nor caches");
	event_catalog_release(&c);

	struct event_source none = { 0 };
	event_catalog(&none, &c);
	ok(c.n == 12 && c.v[0].kind == EVENT_SOFTWARE, "without sysfs the kernel's own remain");
	event_catalog_release(&c);
	event_catalog_release(&c);
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Events of made-up machines. Configs are put together by hand from the formats; names and the
 * extended type (PMU type in the upper half of config) are as perf-list(1) and perf_event_open(2)
 * have them.
 */
#include "../tap.h"

#include "machine.h"

struct want {
	const char *name;
	uint32_t type;
	uint64_t config, config1, config2;
	const char *cpus; /* NULL = all */
};

enum { WANTS_MAX = 5 };

static const struct {
	const struct machine_file *machine;
	const char *text;
	struct want v[WANTS_MAX]; /* those with a name */
} good[] = {
	{ plain, "cycles", { { "cycles", 0, 0, 0, 0, NULL } } },
	{ plain, "cpu/event=0x3c/", { { "cpu/event=0x3c/", 4, 0x3c, 0, 0, NULL } } },
	{ plain,
	  "cpu/event=0xd0,umask=0x81,cmask=1,inv,edge/u",
	  { { "cpu/event=0xd0,umask=0x81,cmask=1,inv,edge/u", 4, 0x18481d0, 0, 0, NULL } } },
	{ plain,
	  "cpu/mem-loads,ldlat=30/P",
	  { { "cpu/mem-loads,ldlat=30/P", 4, 0x1cd, 31, 0, NULL } } },
	{ plain, "cpu/mem-loads/", { { "cpu/mem-loads/", 4, 0x1cd, 3, 0, NULL } } },
	{ plain, "mem-loads:pp", { { "mem-loads:pp", 4, 0x1cd, 3, 0, NULL } } },
	{ plain, "mem-loads/name=x/u", { { "x", 4, 0x1cd, 3, 0, NULL } } },
	{ plain, "cpu/r1a8/", { { "cpu/r1a8/", 4, 0x1a8, 0, 0, NULL } } },
	{ plain, "cpu/instructions/", { { "cpu/instructions/", 0, 1, 0, 0, NULL } } },
	{ plain, "cpu/cpu-cycles/", { { "cpu/cpu-cycles/", 4, 0x3c, 0, 0, NULL } } },
	{ plain, "cpu-cycles", { { "cpu-cycles", 0, 0, 0, 0, NULL } } },
	{ plain,
	  "cpu/LLC-load-misses,period=100/",
	  { { "cpu/LLC-load-misses,period=100/", 3, 0x10002, 0, 0, NULL } } },
	{ plain,
	  "cpu/config=0x1b7,config1=0x3fbfc00001,name=off/",
	  { { "off", 4, 0x1b7, 0x3fbfc00001, 0, NULL } } },
	{ plain,
	  "uncore_imc_1/cas_count_read/",
	  { { "uncore_imc_1/cas_count_read/", 21, 0x304, 0, 0, "0,18" } } },
	{ plain,
	  "uncore_imc/event=4,umask=3/",
	  { { "uncore_imc_0/event=4,umask=3/", 20, 0x304, 0, 0, "0,18" },
	    { "uncore_imc_1/event=4,umask=3/", 21, 0x304, 0, 0, "0,18" } } },
	{ plain,
	  "imc/cas_count_read/",
	  { { "uncore_imc_0/cas_count_read/", 20, 0x304, 0, 0, "0,18" },
	    { "uncore_imc_1/cas_count_read/", 21, 0x304, 0, 0, "0,18" } } },
	{ plain,
	  "uncore_imc_[01]/event=4/",
	  { { "uncore_imc_0/event=4/", 20, 4, 0, 0, "0,18" },
	    { "uncore_imc_1/event=4/", 21, 4, 0, 0, "0,18" } } },
	{ plain,
	  "cas_count_read",
	  { { "uncore_imc_0/cas_count_read/", 20, 0x304, 0, 0, "0,18" },
	    { "uncore_imc_1/cas_count_read/", 21, 0x304, 0, 0, "0,18" } } },
	/* 0xabc: 8 bits 0xbc, and 0xa from bit 32 on. 0b101111: bits 1 and 3, then 60 to 63. */
	{ plain,
	  "split/event=0xabc,gap=0x3f/",
	  { { "split/event=0xabc,gap=0x3f/", 30, 0xa000000bc, 0, 0xf00000000000000a, NULL } } },
	{ plain,
	  "split/open,gap=0x5/",
	  { { "split/open,gap=0x5/", 30, 0x1000000f5, 0, 1ull << 60 | 2, NULL } } },
	{ plain, "software/config=1/", { { "software/config=1/", 1, 1, 0, 0, NULL } } },
	{ hybrid,
	  "cycles",
	  { { "cpu_atom/cycles/", 0, 10ull << 32, 0, 0, "4-7" },
	    { "cpu_core/cycles/", 0, 4ull << 32, 0, 0, "0-3" } } },
	{ hybrid,
	  "LLC-load-misses:u",
	  { { "cpu_atom/LLC-load-misses/u", 3, 10ull << 32 | 0x10002, 0, 0, "4-7" },
	    { "cpu_core/LLC-load-misses/u", 3, 4ull << 32 | 0x10002, 0, 0, "0-3" } } },
	{ hybrid,
	  "r1a8",
	  { { "cpu_atom/r1a8/", 10, 0x1a8, 0, 0, "4-7" },
	    { "cpu_core/r1a8/", 4, 0x1a8, 0, 0, "0-3" } } },
	{ hybrid, "cpu_core/cycles/k", { { "cpu_core/cycles/k", 0, 4ull << 32, 0, 0, "0-3" } } },
	{ hybrid,
	  "mem-loads",
	  { { "cpu_atom/mem-loads/", 10, 0x5d0, 0, 0, "4-7" },
	    { "cpu_core/mem-loads/", 4, 0x1cd, 0, 0, "0-3" } } },
	{ hybrid, "slots", { { "slots", 4, 0x400, 0, 0, "0-3" } } },
	{ hybrid, "cpu-clock", { { "cpu-clock", 1, 0, 0, 0, NULL } } },
	{ hybrid,
	  "{cycles,instructions,cs}:k",
	  { { "cpu_atom/cycles/", 0, 10ull << 32, 0, 0, "4-7" },
	    { "cpu_atom/instructions/", 0, 10ull << 32 | 1, 0, 0, "4-7" },
	    { "cs", 1, 3, 0, 0, NULL },
	    { "cpu_core/cycles/", 0, 4ull << 32, 0, 0, "0-3" },
	    { "cpu_core/instructions/", 0, 4ull << 32 | 1, 0, 0, "0-3" } } },
	{ big_little,
	  "instructions:u",
	  { { "armv8_cortex_a53/instructions/u", 0, 8ull << 32 | 1, 0, 0, "0-3" },
	    { "armv8_cortex_a72/instructions/u", 0, 9ull << 32 | 1, 0, 0, "4-5" } } },
	{ big_little,
	  "cpu_cycles",
	  { { "armv8_cortex_a53/cpu_cycles/", 8, 0x11, 0, 0, "0-3" },
	    { "armv8_cortex_a72/cpu_cycles/", 9, 0x11, 0, 0, "4-5" } } },
	{ big_little,
	  "armv8_cortex_a53/cpu_cycles,long/",
	  { { "armv8_cortex_a53/cpu_cycles,long/", 8, 0x11, 1, 0, "0-3" } } },
	{ big_little, "inst_spec:u", { { "inst_spec:u", 9, 0x1b, 0, 0, "4-5" } } },
	{ plain, "sched:sched_switch", { { "sched:sched_switch", 2, 372, 0, 0, NULL } } },
	{ plain,
	  "sched:*",
	  { { "sched:sched_switch", 2, 372, 0, 0, NULL },
	    { "sched:sched_wakeup", 2, 374, 0, 0, NULL } } },
	{ plain,
	  "*:*_write:u",
	  { { "syscalls:sys_enter_write", 2, 740, 0, 0, NULL },
	    { "syscalls:sys_exit_write", 2, 739, 0, 0, NULL } } },
	{ plain,
	  "sched:sched_w[a]keup/name=woken/,cs",
	  { { "woken", 2, 374, 0, 0, NULL }, { "cs", 1, 3, 0, 0, NULL } } },
	{ plain, "kprobe/addr=0x1000/", { { "kprobe/addr=0x1000/", 6, 0, 0, 0x1000, NULL } } },
};

static const struct {
	const struct machine_file *machine;
	const char *text, *says;
} bad[] = {
	{ plain, "cpu/evnt=1/", "'event'? (at 'evnt=1/' in 'cpu/evnt=1/')" },
	{ plain, "cpu/mem-load/", "'mem-loads'" },
	{ plain, "cpu/event=0x100/", "at most 0xff (at '0x100/' in 'cpu/event=0x100/')" },
	{ plain, "split/gap=64/", "at most 0x3f" },
	{ plain, "cpu/edge=2/", "at most 0x1" },
	{ plain, "cpu/event=z/", "wants a number" },
	{ plain, "cpu/topdown-total-slots/", "no format" },
	{ plain, "split/open/", "'gap=NUMBER'" },
	{ plain, "split/new=1/", "has no 'new'" },
	{ plain, "split/torn=1/", "has no 'torn'" },
	{ plain, "split/wide=1/", "has no 'wide'" },
	{ plain, "cpu/cs/", "has no 'cs'" },
	{ plain, "uncore_imc_free/event=4/", "neither a PMU" },
	{ plain, "cpux/event=4/", "'cpu'" },
	{ plain, "split/cycles/", "has no 'cycles'" },
	{ plain, "mem-loadz", "'mem-loads'" },
	{ plain, "sched:sched_swich", "'sched_switch'" },
	{ plain, "shed:sched_switch", "'sched'" },
	{ plain, "sched:enable", "has no tracepoint" },
	{ plain, "sched:", "missing" },
	{ plain, "ftrace:function", "has no tracepoint" },
	{ plain, "sched:sched_switch/event=1/", "no term" },
	{ plain, "uprobe/path='/bin/app'/", "needs" },
	{ plain, "uprobe/offset=1/", "'path=FILE'" },
	{ plain, "uprobe/path=/bin/app,func=none/", "no function 'none'" },
	{ plain, "kprobe/retprobe/", "needs" },
	{ plain, "kprobe/func=/", "wants a name" },
};

static void check_good(size_t i)
{
	struct event_source source = machine_source(good[i].machine);
	struct event_list list = { 0 };
	struct err e = { 0 };
	uint32_t n = 0;
	while (n < WANTS_MAX && good[i].v[n].name)
		n++;
	if (!ok(event_parse(good[i].text, &source, &list, &e) == 0, "%s %s", good[i].text, e.text))
		return;
	is_u64(list.n, n, "so many events");
	for (uint32_t k = 0; k < n && k < list.n; k++) {
		const struct want *w = &good[i].v[k];
		is_str(list.v[k].name, w->name, "its name");
		is_u64(list.v[k].attr.type, w->type, "its type");
		is_u64(list.v[k].attr.config, w->config, "its config");
		is_u64(list.v[k].attr.config1, w->config1, "its config1");
		is_u64(list.v[k].attr.config2, w->config2, "its config2");
		is_str(list.v[k].cpus, w->cpus, "its CPUs");
	}
	event_list_release(&list);
}

static void probes(void)
{
	static const struct {
		const char *text, *points;
		uint32_t type;
		uint64_t config, config2;
	} v[] = {
		{ "uprobe/path=/bin/app,offset=0x10/", "/bin/app", 7, 0, 0x10 },
		{ "uprobe/path='/bin/a,b',offset=16,retprobe/", "/bin/a,b", 7, 1, 0x10 },
		{ "uprobe/path=\"/bin/app\",func=work/u", "/bin/app", 7, 0, 0x1130 },
		{ "uprobe/path=/bin/app,func=work,offset=4,ref_ctr_offset=0x20/", "/bin/app", 7,
		  0x2000000000, 0x1134 },
		{ "uprobe/retprobe,path=/bin/app,offset=1,name=x/", "/bin/app", 7, 1, 1 },
		{ "kprobe/func=do_exit,offset=4,retprobe/", "do_exit", 6, 1, 4 },
	};
	struct event_source source = machine_source(plain);
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct event_list list = { 0 };
		struct err e = { 0 };
		if (!ok(event_parse(v[i].text, &source, &list, &e) == 0 && list.n == 1, "%s %s",
		        v[i].text, e.text))
			continue;
		is_u64(list.v[0].attr.type, v[i].type, "its type");
		is_u64(list.v[0].attr.config, v[i].config, "its config");
		is_u64(list.v[0].attr.config2, v[i].config2, "its place");
		ok(list.v[0].is_pointed && list.v[0].once, "a text, and each is a sample");
		is_str((const char *)(uintptr_t)list.v[0].attr.config1, v[i].points, "of");
		event_list_release(&list);
	}
}

/* Groups of a machine with two core PMUs: one of each, the kernel's own events with the first. */
static void hybrid_groups(void)
{
	struct event_source source = machine_source(hybrid);
	struct event_list list = { 0 };
	struct err e = { 0 };
	static const uint32_t leaders[] = { 0, 1, 1, 1, 4, 4 };
	ok(event_parse("cs,{cycles,cs,instructions}:S", &source, &list, &e) == 0, "groups %s",
	   e.text);
	is_u64(list.n, 6, "six events");
	for (uint32_t i = 0; i < list.n && i < 6; i++)
		is_u64(list.v[i].leader, leaders[i], list.v[i].name);
	ok(!list.v[1].needs_cpu && list.v[1].is_core && !list.v[2].is_core, "what counts in cores");
	event_list_release(&list);
	source = machine_source(plain);
	ok(event_parse("uncore_imc_0/event=1/", &source, &list, &e) == 0 && list.v[0].needs_cpu,
	   "what counts for packages");
	event_list_release(&list);
	ok(event_parse("split/three=5/,split/four=3/,cs", &source, &list, &e) == 0, "new configs");
	is_u64(list.v[0].attr.config3, 5, "config3");
	is_u64(list.v[1].attr.config4, 0x30, "config4");
	is_u64(event_attr_bytes(&list.v[0].attr), 136, "PERF_ATTR_SIZE_VER8");
	is_u64(event_attr_bytes(&list.v[1].attr), 144, "PERF_ATTR_SIZE_VER9");
	ok(event_attr_bytes(&list.v[2].attr) <= 112, "else none is needed");
	event_list_release(&list);
}

int main(void)
{
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		check_good(i);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct event_source source = machine_source(bad[i].machine);
		struct event_list list = { 0 };
		struct err e = { 0 };
		ok(event_parse(bad[i].text, &source, &list, &e) == ERR_USAGE &&
		           strstr(e.text, bad[i].says),
		   "%s: %s", bad[i].text, e.text);
		event_list_release(&list);
	}
	probes();
	hybrid_groups();
	return done_testing();
}

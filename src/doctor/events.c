// SPDX-License-Identifier: GPL-2.0-or-later
/* Which events there are: each is opened, and must count what it is for. */
#include "doctor/internal.h"

enum { BURN_MS = 20, FAULTS = 100, KINDS_MAX = 8 };

/* The counters of one event: one for each kind of cores. */
struct tries {
	int fds[KINDS_MAX];
	unsigned n;
};

/* 0 or -errno. */
static int tries_open(struct tries *t, const struct abi_attr *attr)
{
	struct sys_dir dir;
	struct core_pmu pmu;
	int fd = 0;
	t->n = 0;
	if (attr->type == ABI_TYPE_HARDWARE && core_pmus_open(&dir)) {
		while (fd >= 0 && t->n < KINDS_MAX && core_pmu_next(&dir, &pmu)) {
			struct abi_attr own = core_pmu_attr(*attr, &pmu);
			t->fds[t->n++] = fd = sys_perf_open(&own, 0, -1, -1, 0);
		}
		sys_dir_close(&dir);
	}
	if (t->n == 0)
		t->fds[t->n++] = fd = sys_perf_open(attr, 0, -1, -1, 0);
	return fd < 0 ? fd : 0;
}

/* Count an event over work that makes it happen. */
static void try_count(struct doctor_result *r, const char *name, struct abi_attr attr,
                      void (*work)(void), uint64_t least)
{
	struct tries t;
	uint64_t sum = 0;
	attr.sample_type = 0;
	attr.period_or_freq = 0;
	attr.read_format = ABI_FORMAT_ID;
	int rc = tries_open(&t, &attr);
	for (unsigned i = 0; rc == 0 && i < t.n; i++)
		sys_perf_enable(t.fds[i]);
	if (rc == 0)
		work();
	for (unsigned i = 0; i < t.n; i++) {
		struct sys_perf_count count = { 0 };
		if (rc == 0 && sys_perf_read(t.fds[i], ABI_FORMAT_ID, &count) == 0)
			sum += count.value;
		sys_close(t.fds[i]);
	}
	if (rc < 0)
		doctor_refused(r, name, &attr, -rc, false);
	else if (sum < least)
		doctor_fail(r, "", "it counts %llu where %llu or more happened",
		            (unsigned long long)sum, (unsigned long long)least);
}

static void burn(void)
{
	struct code level[WORK_DEPTH];
	work_deep(BURN_MS, level);
}

static void touch(void)
{
	sys_touch_pages(FAULTS);
}

static void wait_a_little(void)
{
	for (int i = 0; i < 3; i++)
		sys_poll(NULL, 0, 2);
}

void check_cycles(struct doctor_result *r)
{
	enum { HW_CYCLES = 0 };
	try_count(r, "cycles", probe_attr(ABI_TYPE_HARDWARE, HW_CYCLES, 0), burn, 100000);
}

void check_instructions(struct doctor_result *r)
{
	enum { HW_INSTRUCTIONS = 1 };
	try_count(r, "instructions", probe_attr(ABI_TYPE_HARDWARE, HW_INSTRUCTIONS, 0), burn,
	          100000);
}

/* The unit is nanoseconds. */
void check_cpu_clock(struct doctor_result *r)
{
	try_count(r, "cpu-clock", probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, 0), burn,
	          BURN_MS * 1000000 / 2);
}

void check_page_faults(struct doctor_result *r)
{
	try_count(r, "page-faults", probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_PAGE_FAULTS, 0), touch,
	          FAULTS);
}

/* They happen in the kernel. */
void check_context_switches(struct doctor_result *r)
{
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CONTEXT_SWITCHES, 0);
	attr.flags &= ~(ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	try_count(r, "context-switches", attr, wait_a_little, 1);
}

static volatile uint64_t watched;

static void write_watched(void)
{
	for (int i = 0; i < 10; i++)
		watched++;
}

void check_breakpoints(struct doctor_result *r)
{
	enum { WRITE = 2, LENGTH = 8 };
	struct abi_attr attr = probe_attr(ABI_TYPE_BREAKPOINT, 0, 0);
	attr.bp_type = WRITE;
	attr.config1 = (uintptr_t)&watched;
	attr.config2 = LENGTH;
	try_count(r, "mem:ADDRESS:w", attr, write_watched, 10);
}

static void check_pmu(struct doctor_result *r, const char *name, const char *config)
{
	struct buf b = { 0 };
	buf_printf(&b, "/sys/bus/event_source/devices/%s/type", name);
	bool there = sys_number(buf_cstr(&b), -1) >= 0;
	buf_release(&b);
	if (!there)
		doctor_fail(r, config, "this kernel has no PMU '%s'", name);
	else if (!sys_may_profile())
		doctor_fail(r, "CAP_PERFMON or root", "they are there, but not for this user");
}

void check_kprobes(struct doctor_result *r)
{
	check_pmu(r, "kprobe", "Linux 4.17 or newer with CONFIG_KPROBE_EVENTS");
}

void check_uprobes(struct doctor_result *r)
{
	check_pmu(r, "uprobe", "Linux 4.17 or newer with CONFIG_UPROBE_EVENTS");
}

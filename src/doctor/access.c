// SPDX-License-Identifier: GPL-2.0-or-later
/* What this user may look at, and how much of it. */
#include "doctor/internal.h"

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

static void try_open(struct doctor_result *r, const char *name, struct abi_attr attr, bool all_cpus)
{
	int fd = sys_perf_open(&attr, all_cpus ? -1 : 0, all_cpus ? 0 : -1, -1, 0);
	if (fd < 0)
		doctor_refused(r, name, &attr, -fd, all_cpus);
	else
		sys_close(fd);
}

void check_own_code(struct doctor_result *r)
{
	if (!sys_exists(PARANOID)) {
		doctor_fail(r, "a kernel with CONFIG_PERF_EVENTS",
		            "this kernel has no perf events");
		return;
	}
	try_open(r, "cpu-clock:u", probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, 1000000), false);
}

void check_kernel_code(struct doctor_result *r)
{
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, 1000000);
	attr.flags &= ~(ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	try_open(r, "cpu-clock", attr, false);
}

void check_all_cpus(struct doctor_result *r)
{
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, 1000000);
	attr.flags &= ~(ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	try_open(r, "cpu-clock", attr, true);
}

void check_kernel_names(struct doctor_result *r)
{
	char head[64];
	if (sys_head("/proc/kallsyms", head, sizeof head) < 0)
		doctor_fail(r, "a kernel with CONFIG_KALLSYMS", "there is no /proc/kallsyms");
	else if (sys_number("/proc/sys/kernel/kptr_restrict", 0) == 2)
		doctor_fail(r, "sysctl kernel.kptr_restrict=1",
		            "the kernel hides all its addresses");
	else if (strspn(head, "0") >= 8 && !sys_may_profile())
		doctor_fail(r, "sysctl kernel.kptr_restrict=0, CAP_SYSLOG or root",
		            "the kernel hides its addresses from this user");
}

void check_tracefs(struct doctor_result *r)
{
	static const char *const places[] = {
		"/sys/kernel/tracing/events/sched/sched_switch/id",
		"/sys/kernel/debug/tracing/events/sched/sched_switch/id"
	};
	long long id = -1;
	for (size_t i = 0; i < sizeof places / sizeof *places && id < 0; i++)
		id = sys_number(places[i], -1);
	if (id < 0) {
		doctor_fail(r, "root: mount -t tracefs nodev /sys/kernel/tracing",
		            "tracefs is not mounted, or this user may not read it");
		return;
	}
	struct abi_attr attr = probe_attr(ABI_TYPE_TRACEPOINT, (uint64_t)id, 1);
	attr.flags &= ~(ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	try_open(r, "sched:sched_switch", attr, false);
}

void check_rings(struct doctor_result *r)
{
	enum { WANTED_PAGES = 128 };
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, 1000000);
	struct probe p;
	uint32_t n = WANTED_PAGES;
	int rc;
	while ((rc = probe_open(&p, &attr, -1, n)) < 0 && p.fd < 0 && n > 1)
		n /= 2;
	probe_close(&p);
	if (rc < 0)
		doctor_fail(r, "sysctl kernel.perf_event_mlock_kb, ulimit -l",
		            "no memory for a ring: %s", strerror(-rc));
	else if (n < WANTED_PAGES)
		doctor_fail(r, "sysctl kernel.perf_event_mlock_kb, ulimit -l",
		            "a ring of %zu KiB at most: samples may be lost",
		            n * sys_page_bytes() / 1024);
	else
		doctor_note(r, "kernel.perf_event_mlock_kb is %lld",
		            sys_number("/proc/sys/kernel/perf_event_mlock_kb", -1));
}

void check_open_files(struct doctor_result *r)
{
	enum { EVENTS = 2, OTHERS = 32 }; /* of a recording, for each CPU; besides */
	struct sys_machine m;
	sys_machine(&m);
	sys_raise_file_limit();
	uint64_t most = sys_raise_file_limit(), need = (uint64_t)m.cpus_online * EVENTS + OTHERS;
	if (most < need)
		doctor_fail(r, "ulimit -Hn",
		            "%llu files may be open, a recording of %u CPUs needs %llu",
		            (unsigned long long)most, m.cpus_online, (unsigned long long)need);
	else
		doctor_note(r, "%llu, a recording of %u CPUs needs %llu", (unsigned long long)most,
		            m.cpus_online, (unsigned long long)need);
}

void check_rate(struct doctor_result *r)
{
	enum { RATE_DEFAULT = 4000 };
	long long most = sys_number("/proc/sys/kernel/perf_event_max_sample_rate", -1);
	if (most < 0)
		doctor_skip(r, "this kernel does not tell");
	else if (most < RATE_DEFAULT)
		doctor_fail(r, "sysctl kernel.perf_event_max_sample_rate=100000",
		            "%lld Hz at most: the kernel may have lowered it under load", most);
	else
		doctor_note(r, "up to %lld Hz", most);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The machine and what this process may do on it.
 */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <errno.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "base/ranges.h"
#include "sys/sys.h"

/* What a list such as "0-3,7" of sysfs holds: how many, and one more than the last. false = there
 * is no list. */
static bool count_cpus(const char *path, uint32_t *n, uint32_t *end)
{
	char text[4096];
	const char *s = text;
	struct range r;
	*n = *end = 0;
	if (sys_line(path, text, sizeof text) <= 0)
		return false;
	while (range_next(&s, &r)) {
		*n += (uint32_t)(r.to - r.from + 1);
		*end = (uint32_t)r.to + 1;
	}
	return *n > 0;
}

/* sysconf() of musl counts the CPUs that this process may run on. */
static void machine_cpus(struct sys_machine *out)
{
	uint32_t n;
	long available = sysconf(_SC_NPROCESSORS_CONF), online = sysconf(_SC_NPROCESSORS_ONLN);
	if (!count_cpus("/sys/devices/system/cpu/present", &n, &out->cpus_available))
		out->cpus_available = available > 0 ? (uint32_t)available : 1;
	if (!count_cpus("/sys/devices/system/cpu/online", &out->cpus_online, &n))
		out->cpus_online = online > 0 ? (uint32_t)online : 1;
}

void sys_machine(struct sys_machine *out)
{
	struct utsname u;
	struct sysinfo si;
	*out = (struct sys_machine){ 0 };
	if (uname(&u) == 0) {
		snprintf(out->hostname, sizeof out->hostname, "%s", u.nodename);
		snprintf(out->release, sizeof out->release, "%s", u.release);
		snprintf(out->arch, sizeof out->arch, "%s", u.machine);
	}
	machine_cpus(out);
	if (sysinfo(&si) == 0)
		out->memory_kib = (uint64_t)si.totalram * si.mem_unit / 1024;
}

size_t sys_page_bytes(void)
{
	long n = sysconf(_SC_PAGESIZE);
	return n > 0 ? (size_t)n : 4096;
}

uint64_t sys_mlock_limit_bytes(void)
{
	struct rlimit r;
	if (getrlimit(RLIMIT_MEMLOCK, &r) < 0)
		return 0;
	return r.rlim_cur == RLIM_INFINITY ? UINT64_MAX : (uint64_t)r.rlim_cur;
}

bool sys_cpuid(char *out, size_t n)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned a, b, c, d;
	if (!__get_cpuid(0, &a, &b, &c, &d))
		return false;
	char vendor[13] = { 0 };
	memcpy(vendor, &b, 4);
	memcpy(vendor + 4, &d, 4);
	memcpy(vendor + 8, &c, 4);
	if (!__get_cpuid(1, &a, &b, &c, &d))
		return false;
	unsigned family = a >> 8 & 0xf, model = a >> 4 & 0xf;
	if (family == 0xf)
		family += a >> 20 & 0xff;
	if (family >= 6)
		model += (a >> 16 & 0xf) << 4;
	snprintf(out, n, "%s,%u,%u,%u", vendor, family, model, a & 0xf);
	return true;
#else
	return sys_line("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", out, n) > 0;
#endif
}

uint64_t sys_raise_file_limit(void)
{
	struct rlimit r;
	if (getrlimit(RLIMIT_NOFILE, &r) < 0)
		return 0;
	uint64_t was = r.rlim_cur;
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
	return was;
}

uint32_t sys_thread_id(void)
{
	return (uint32_t)syscall(SYS_gettid);
}

int sys_realtime(uint32_t priority)
{
	struct sched_param p = { .sched_priority = (int)priority };
	/* The system call itself: musl's function refuses what it takes for a process. */
	return syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &p.sched_priority) < 0 ? -errno : 0;
}

int sys_run_on(const uint32_t *cpus, uint32_t n)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < n; i++)
		most = cpus[i] > most ? cpus[i] : most;
	cpu_set_t *set = CPU_ALLOC(most + 1);
	size_t bytes = CPU_ALLOC_SIZE(most + 1);
	if (!set)
		return -ENOMEM;
	CPU_ZERO_S(bytes, set);
	for (uint32_t i = 0; i < n; i++)
		CPU_SET_S(cpus[i], bytes, set);
	int rc = sched_setaffinity(0, bytes, set) < 0 ? -errno : 0;
	CPU_FREE(set);
	return rc;
}

uint64_t sys_touch_pages(uint64_t n)
{
	size_t page = sys_page_bytes();
	volatile unsigned char *p = mmap(NULL, n * page, PROT_READ | PROT_WRITE,
	                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return 0;
	madvise((void *)p, n * page, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < n; i++)
		p[i * page] = 1;
	munmap((void *)p, n * page);
	return n;
}

void sys_raise_file_limit_most(void)
{
	long long most = sys_number("/proc/sys/fs/nr_open", 0);
	struct rlimit r = { (rlim_t)most, (rlim_t)most };
	if (most > 0)
		setrlimit(RLIMIT_NOFILE, &r);
}

bool sys_user_id(const char *name, uint32_t *uid)
{
	const struct passwd *u = getpwnam(name);
	if (!u)
		return false;
	*uid = u->pw_uid;
	return true;
}

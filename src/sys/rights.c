// SPDX-License-Identifier: GPL-2.0-or-later
/* What this process may do, and what confines it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys/sys.h"

enum { CAP_FOWNER = 3, CAP_IPC_LOCK = 14, CAP_SYS_ADMIN = 21, CAP_PERFMON = 38 };

/* capget(2), version 3: two words for each of the three sets, the effective one first. */
static bool has_capability(int cap)
{
	struct {
		uint32_t version;
		int pid;
	} header = { 0x20080522, 0 };
	uint32_t sets[2][3] = { { 0 } };
	if (syscall(SYS_capget, &header, sets) < 0)
		return geteuid() == 0;
	return sets[cap / 32][0] >> (cap % 32) & 1;
}

bool sys_may_lock(void)
{
	return has_capability(CAP_IPC_LOCK);
}

bool sys_may_own(void)
{
	return has_capability(CAP_FOWNER);
}

/* All user and group numbers of the machine are there only in the first user namespace. */
static bool in_user_namespace(void)
{
	char map[64];
	unsigned long long inside, outside, n;
	return sys_head("/proc/self/uid_map", map, sizeof map) > 0 &&
	       sscanf(map, "%llu %llu %llu", &inside, &outside, &n) == 3 &&
	       (inside || outside || n != UINT32_MAX);
}

/* The kernel looks for these in the first user namespace, whatever they are in this one. */
bool sys_may_profile(void)
{
	return (has_capability(CAP_PERFMON) || has_capability(CAP_SYS_ADMIN)) &&
	       !in_user_namespace();
}

/* May not even one's own code be recorded? */
static bool denies_all(void)
{
	struct abi_attr attr = { .type = ABI_TYPE_SOFTWARE,
		                 .size = sizeof attr,
		                 .config = ABI_SW_DUMMY,
		                 .flags = ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV };
	int fd = sys_perf_open(&attr, 0, -1, -1, 0);
	sys_close(fd);
	return fd == -EACCES;
}

void sys_rights(struct abi_rights *out)
{
	char text[4096];
	const char *seccomp = NULL;
	*out = (struct abi_rights){
		.paranoid = sys_number("/proc/sys/kernel/perf_event_paranoid", 2),
		.max_rate = sys_number("/proc/sys/kernel/perf_event_max_sample_rate", 0),
		.privileged = sys_may_profile(),
		.in_user_namespace = in_user_namespace(),
	};
	out->denies_all = !out->privileged && out->paranoid > 2 && denies_all();
	struct buf status = { 0 }; /* a user may be in hundreds of groups */
	if (sys_text(-1, "/proc/self/status", &status) == 0)
		seccomp = strstr(buf_cstr(&status), "\nSeccomp:");
	out->has_seccomp = seccomp && strtoul(seccomp + 9, NULL, 10) == 2;
	buf_release(&status);
	out->locked_down = sys_line("/sys/kernel/security/lockdown", text, sizeof text) > 0 &&
	                   strstr(text, "[confidentiality]");
}

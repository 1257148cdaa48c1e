// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_event_open(2) and the ioctls of what it gives (Linux 7.2, include/uapi/linux/perf_event.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys/sys.h"

enum { GROUP_MAX = 128 }; /* of events that are read at once */

enum { PERF_FLAG_PID_CGROUP = 1 << 2, PERF_FLAG_FD_CLOEXEC = 1 << 3 }; /* the latter since 3.14 */

#define PERF_IOC_ENABLE _IO('$', 0)
#define PERF_IOC_DISABLE _IO('$', 1)
#define PERF_IOC_SET_OUTPUT _IO('$', 5)
#define PERF_IOC_SET_FILTER _IOW('$', 6, char *)
#define PERF_IOC_ID _IOR('$', 7, uint64_t *)

static int perf_open(const struct abi_attr *attr, int pid, int cpu, int group, unsigned long flags)
{
	return (int)syscall(SYS_perf_event_open, attr, pid, cpu, group, flags);
}

int sys_perf_open(const struct abi_attr *attr, int pid, int cpu, int group, unsigned how)
{
	unsigned long flags = how & SYS_PERF_CGROUP ? PERF_FLAG_PID_CGROUP : 0;
	int fd = perf_open(attr, pid, cpu, group, flags | PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 && errno == EINVAL) {
		fd = perf_open(attr, pid, cpu, group, flags);
		if (fd >= 0)
			fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	return fd < 0 ? -errno : fd;
}

/* glibc and musl declare the request of ioctl() with different types. */
static int perf_ioctl(int fd, unsigned long request, const void *arg)
{
	return (int)syscall(SYS_ioctl, fd, request, arg);
}

int sys_perf_enable(int fd)
{
	return perf_ioctl(fd, PERF_IOC_ENABLE, NULL) < 0 ? -errno : 0;
}

int sys_perf_disable(int fd)
{
	return perf_ioctl(fd, PERF_IOC_DISABLE, NULL) < 0 ? -errno : 0;
}

int sys_perf_set_output(int fd, int to)
{
	return perf_ioctl(fd, PERF_IOC_SET_OUTPUT, (void *)(intptr_t)to) < 0 ? -errno : 0;
}

int sys_perf_filter(int fd, const char *filter)
{
	return perf_ioctl(fd, PERF_IOC_SET_FILTER, filter) < 0 ? -errno : 0;
}

/* Kernels before 3.12 lack the ioctl; there read() tells. */
int sys_perf_id(int fd, uint64_t *id)
{
	if (perf_ioctl(fd, PERF_IOC_ID, id) == 0)
		return 0;
	uint64_t v[2];
	if (read(fd, v, sizeof v) != (ssize_t)sizeof v)
		return -errno;
	*id = v[1];
	return 0;
}

int sys_perf_read_words(int fd, uint64_t *out, size_t n)
{
	ssize_t got = read(fd, out, n * sizeof *out);
	return got < 0 ? -errno : got == (ssize_t)(n * sizeof *out) ? 0 : -EIO;
}

/* A group's counts come behind their number and the times, the leader's first; a single one comes
 * before its times. */
int sys_perf_read(int fd, uint64_t read_format, struct sys_perf_count *out)
{
	uint64_t v[3 + 3 * GROUP_MAX] = { 0 };
	bool is_group = read_format & ABI_FORMAT_GROUP, has_lost = read_format & ABI_FORMAT_LOST;
	size_t times = (read_format & ABI_FORMAT_TOTAL_TIME_ENABLED ? 1u : 0u) +
	               (read_format & ABI_FORMAT_TOTAL_TIME_RUNNING ? 1u : 0u);
	size_t own = is_group ? 1 + times : 0, id = own + 1 + (is_group ? 0 : times);
	ssize_t want = (ssize_t)(8 * (id + 1 + has_lost));
	ssize_t got = read(fd, v, is_group ? sizeof v : (size_t)want);
	if (got < want)
		return got < 0 ? -errno : -EIO;
	*out = (struct sys_perf_count){ v[own], v[id], has_lost ? v[id + 1] : 0 };
	return 0;
}

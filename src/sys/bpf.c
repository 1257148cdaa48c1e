// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF programs of the kernel (bpf(2); include/uapi/linux/bpf.h of Linux 6.1). */
#include <sys/syscall.h>
#include <errno.h>
#include <unistd.h>

#include "sys/sys.h"

enum {
	PROG_GET_NEXT_ID = 11,
	PROG_GET_FD_BY_ID = 13,
	OBJ_GET_INFO_BY_FD = 15,
	BTF_GET_FD_BY_ID = 19,
};

/* The parts of union bpf_attr that these take. */
struct by_id {
	uint32_t id, next_id, open_flags;
};
struct by_fd {
	uint32_t fd, info_bytes;
	uint64_t info;
};

static long bpf(int command, void *attr, size_t n)
{
#ifdef SYS_bpf
	long rc = syscall(SYS_bpf, command, attr, n);
	return rc < 0 ? -errno : rc;
#else
	(void)command;
	(void)attr;
	(void)n;
	return -ENOSYS;
#endif
}

int sys_bpf_prog_next(uint32_t *id)
{
	struct by_id attr = { .id = *id };
	long rc = bpf(PROG_GET_NEXT_ID, &attr, sizeof attr);
	if (rc == 0)
		*id = attr.next_id;
	return (int)rc;
}

int sys_bpf_prog_open(uint32_t id)
{
	struct by_id attr = { .id = id };
	return (int)bpf(PROG_GET_FD_BY_ID, &attr, sizeof attr);
}

int sys_bpf_btf_open(uint32_t id)
{
	struct by_id attr = { .id = id };
	return (int)bpf(BTF_GET_FD_BY_ID, &attr, sizeof attr);
}

int sys_bpf_info(int fd, void *info, uint32_t *n)
{
	struct by_fd attr = { (uint32_t)fd, *n, (uint64_t)(uintptr_t)info };
	long rc = bpf(OBJ_GET_INFO_BY_FD, &attr, sizeof attr);
	if (rc == 0)
		*n = attr.info_bytes;
	return (int)rc;
}

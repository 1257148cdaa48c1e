// SPDX-License-Identifier: GPL-2.0-or-later
/* A way to wake a thread that waits in poll(2): eventfd(2). */
#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "sys/sys.h"

int sys_wakeup_open(void)
{
	int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

void sys_wakeup(int fd)
{
	static const uint64_t one = 1;
	ssize_t n;
	do
		n = write(fd, &one, sizeof one);
	while (n < 0 && errno == EINTR);
}

void sys_wakeup_taken(int fd)
{
	uint64_t count;
	ssize_t n;
	do
		n = read(fd, &count, sizeof count);
	while (n < 0 && errno == EINTR);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Pipes that carry commands. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/sys.h"

/* Opened for both directions it neither waits for the other side nor ends when that goes away. */
int sys_fifo_open(const char *path)
{
	struct stat st;
	int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode))
		return fd;
	close(fd);
	return -EINVAL;
}

long sys_read_some(int fd, void *p, size_t n)
{
	ssize_t got = read(fd, p, n);
	if (got >= 0)
		return got;
	return errno == EINTR || errno == EWOULDBLOCK ? -EAGAIN : -errno;
}

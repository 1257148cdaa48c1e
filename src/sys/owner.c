// SPDX-License-Identifier: GPL-2.0-or-later
/* Who a file belongs to: what others put in a shared folder is not to be believed. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/sys.h"

int sys_map_trusted(const char *path, struct bytes *out, struct err *e)
{
	struct stat st;
	int rc, fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	*out = (struct bytes){ 0 };
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (fstat(fd, &st) < 0)
		rc = err_sys(e, errno, "cannot read '%s'", path);
	else if (!S_ISREG(st.st_mode))
		rc = err_set(e, ERR_UNSUPPORTED, "'%s' is not a regular file", path);
	else if (st.st_uid != 0 && st.st_uid != geteuid())
		rc = err_set(e, ERR_DENIED, "'%s' belongs to somebody else", path);
	else
		rc = sys_read_fd_all(fd, path, NULL, out, e);
	close(fd);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Files as processes have them: reached through /proc while they live, held open after that. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "sys/sys.h"

static uint64_t ns_of(struct timespec t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct sys_file_id id_of(const struct stat *st)
{
	return (struct sys_file_id){
		.maj = major(st->st_dev),
		.min = minor(st->st_dev),
		.ino = st->st_ino,
		.n_bytes = (uint64_t)st->st_size,
		.mtime_ns = ns_of(st->st_mtim),
		.ctime_ns = ns_of(st->st_ctim),
		.owner = st->st_uid,
	};
}

/* It is looked at before it is opened, as to open a device may do something. */
int sys_hold_file(const char *path, struct sys_file_id *id)
{
	struct stat st;
	if (stat(path, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	if (!sys_held_id(fd, id)) {
		close(fd);
		return -EINVAL;
	}
	return fd;
}

int sys_hold_folder(const char *path)
{
	int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

bool sys_held_id(int fd, struct sys_file_id *id)
{
	struct stat st;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	*id = id_of(&st);
	return true;
}

int sys_map_held(int fd, const char *name, struct bytes *out, struct err *e)
{
	struct sys_file_id id;
	*out = (struct bytes){ 0 };
	if (!sys_held_id(fd, &id))
		return err_sys(e, EINVAL, "cannot read '%s'", name);
	if (!id.n_bytes)
		return 0;
	int rc = sys_map_fd(fd, (size_t)id.n_bytes, out);
	return rc < 0 ? err_sys(e, -rc, "cannot map '%s'", name) : 0;
}

int sys_map_in(int folder, const char *name, uint32_t owner, struct bytes *out, struct err *e)
{
	struct sys_file_id id;
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW), rc;
	*out = (struct bytes){ 0 };
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", name);
	if (!sys_held_id(fd, &id))
		rc = err_set(e, ERR_UNSUPPORTED, "'%s' is not a regular file", name);
	else if (id.owner != 0 && id.owner != owner)
		rc = err_set(e, ERR_DENIED, "'%s' belongs to somebody else", name);
	else
		rc = sys_read_fd_all(fd, name, NULL, out, e);
	close(fd);
	return rc;
}

uint64_t sys_file_limit(void)
{
	struct rlimit r;
	return getrlimit(RLIMIT_NOFILE, &r) < 0 ? 0 : r.rlim_cur;
}

bool sys_process_owner(uint32_t pid, uint32_t *uid)
{
	char path[32];
	struct stat st;
	snprintf(path, sizeof path, "/proc/%u", pid);
	if (stat(path, &st) < 0)
		return false;
	*uid = st.st_uid;
	return true;
}

/* The last of its numbers, one for each pid namespace that it is in ("NSpid:", since Linux 4.1). */
uint32_t sys_inner_pid(uint32_t pid)
{
	char path[40], text[4096];
	snprintf(path, sizeof path, "/proc/%u/status", pid);
	if (sys_head(path, text, sizeof text) <= 0)
		return pid;
	char *line = strstr(text, "\nNSpid:");
	if (!line)
		return pid;
	line += sizeof "\nNSpid:" - 1;
	line[strcspn(line, "\n")] = 0;
	const char *last = strrchr(line, '\t');
	uint32_t inner = last ? (uint32_t)strtoul(last, NULL, 10) : 0;
	return inner ? inner : pid;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The file a recording goes into. It is made in the folder it is to lie in, but without its name,
 * so that all that can fail does so before anything that was there is touched; placing it is a
 * rename and a link. Where the file system has it, the file has no name at all until then
 * (O_TMPFILE of open(2)) and whatever ends us leaves nothing behind; else it has one of its own.
 *
 * Nothing is ever given to another owner, or cut, but files that were made here.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/sys.h"

/* ------------------------------------------------------------------ names */

/* The folder's part of a path, with its '/'; empty for the current one. */
static int folder_bytes(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (int)(slash - path) + 1 : 0;
}

/* Where a link leads in the end, whether something is there or not. A ring ends at the bound. */
static const char *follow(const char *path, struct arena *names)
{
	enum { LINKS_MAX = 40 };
	const char *at = path;
	char to[PATH_MAX];
	for (int i = 0; i < LINKS_MAX; i++) {
		ssize_t n = readlink(at, to, sizeof to - 1);
		if (n < 0)
			break;
		to[n] = 0;
		at = arena_printf(names, "%.*s%s", *to == '/' ? 0 : folder_bytes(at), at, to);
	}
	return at;
}

static bool by_sudo(uid_t *uid, gid_t *gid)
{
	const char *u = getenv("SUDO_UID"), *g = getenv("SUDO_GID");
	char *u_end, *g_end;
	if (geteuid() != 0 || !u || !g)
		return false;
	*uid = (uid_t)strtoul(u, &u_end, 10);
	*gid = (gid_t)strtoul(g, &g_end, 10);
	return u_end != u && !*u_end && g_end != g && !*g_end;
}

/* ------------------------------------------------------------------ what may be written */

/* Names of what the shell has opened for us, not of files. */
static bool names_a_stream(const char *path)
{
	static const char *const starts[] = { "/dev/std", "/dev/fd/", "/proc/self/fd/" };
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (strncmp(path, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

/* In a folder with the sticky bit only root and the owners of the file and of the folder may
 * rename it (may_delete() in the kernel's fs/namei.c). */
static int check_sticky(const char *path, const char *folder)
{
	struct stat file, around;
	if (lstat(path, &file) < 0 || stat(folder, &around) < 0 || !(around.st_mode & S_ISVTX))
		return 0;
	bool owned = file.st_uid == geteuid() || around.st_uid == geteuid();
	return owned || sys_may_own() ? 0 : -EPERM;
}

/* Can what is at o->path be moved away? */
static int check_old(const struct sys_output *o)
{
	struct stat st;
	if (lstat(o->path, &st) < 0)
		return 0;
	int rc = check_sticky(o->path, o->folder);
	if (rc < 0)
		return rc;
	if (S_ISREG(st.st_mode) && !st.st_size)
		return 0; /* it is not kept */
	if (lstat(o->old, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return S_ISDIR(st.st_mode) ? -EISDIR : check_sticky(o->old, o->folder);
}

static int refused(const char *path, int errnum, struct err *e)
{
	return err_sys(e, errnum, "cannot write '%s'", path);
}

/* Look at what is there, and set o->path. 0, 1 = it is a device to be opened, 2 = a pipe, or an
 * error kind. */
static int choose(struct sys_output *o, const char *path, struct err *e)
{
	struct stat st, own;
	uid_t uid;
	gid_t gid;
	bool there = stat(path, &st) == 0;
	if (!there && (errno != ENOENT || !*path))
		return refused(path, errno, e);
	bool link = lstat(path, &own) == 0 && S_ISLNK(own.st_mode), sudo = by_sudo(&uid, &gid);
	if (there && S_ISDIR(st.st_mode))
		return refused(path, EISDIR, e);
	if (there && S_ISCHR(st.st_mode) && !(link && sudo))
		return 1;
	if (there && S_ISFIFO(st.st_mode))
		return 2;
	if (names_a_stream(path))
		return err_set(e, ERR_USAGE,
		               "output '%s' may hold something already; use -o - for the stream "
		               "form, or name a file",
		               path);
	if (there && !S_ISREG(st.st_mode))
		return err_set(e, ERR_USAGE, "output '%s' is neither a file nor a free name", path);
	/* As perf: a link to what is worth keeping is kept itself, and a file put in its place. Who
	 * is root for another follows none, as it may have been laid for him. */
	bool through = link && !sudo && !(there && st.st_size);
	o->path = through ? follow(path, &o->names) : path;
	o->folder = arena_printf(&o->names, "%.*s.", folder_bytes(o->path), o->path);
	o->old = arena_printf(&o->names, "%s.old", o->path);
	int rc = check_old(o);
	return rc < 0 ? err_sys(e, -rc, "cannot rename '%s' to '%s'", o->path, o->old) : 0;
}

/* ------------------------------------------------------------------ a file without its name */

/* A recording is as private as perf makes it: it holds addresses of the kernel, and maybe copies of
 * stacks. */
enum { RECORDING_MODE = 0600, SHARED_MODE = 0666 };

static int link_fd(int fd, const char *path)
{
	char from[40];
	snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
}

static int open_unnamed(const char *folder, mode_t mode)
{
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	return fd < 0 ? -errno : fd;
}

/* That such a file can be had does not say that it can get a name (no /proc, a folder that is
 * gone): tried with one that is thrown away, as each can be linked but once. */
static int open_unnamed_proved(const char *folder, const char *temp, mode_t mode)
{
	int fd = open_unnamed(folder, mode);
	if (fd < 0)
		return fd;
	int rc = link_fd(fd, temp);
	close(fd);
	if (rc < 0)
		return rc;
	unlink(temp);
	return open_unnamed(folder, mode);
}

enum { TRIES_MAX = 100 };

/* Beside where it is to lie. */
static const char *temp_name(struct sys_output *o, int i)
{
	return arena_printf(&o->names, "%.*s.pmrec-%d-%d", folder_bytes(o->path), o->path,
	                    (int)getpid(), i);
}

static int open_new(struct sys_output *o)
{
	int fd = -EEXIST;
	for (int i = 0; i < TRIES_MAX && fd == -EEXIST; i++) {
		const char *temp = temp_name(o, i);
		fd = open_unnamed_proved(o->folder, temp, o->mode);
		if (fd >= 0 || fd == -EEXIST)
			continue;
		fd = open(temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, o->mode);
		if (fd >= 0)
			o->temp = temp;
		else
			fd = -errno;
	}
	return fd;
}

static int open_device(const char *path)
{
	struct stat st;
	uid_t uid;
	gid_t gid;
	int flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (by_sudo(&uid, &gid) ? O_NOFOLLOW : 0);
	int fd = open(path, flags);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) == 0 && S_ISCHR(st.st_mode))
		return fd;
	close(fd);
	return -EEXIST;
}

/* Until the other side comes there is nothing that a signal would have to leave whole. SIGINT ends
 * us even where a shell had it ignored, as when we record. */
static int open_pipe(const char *path)
{
	struct sigaction ends = { .sa_handler = SIG_DFL }, before;
	sigset_t set, was;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaction(SIGINT, &ends, &before);
	sigprocmask(SIG_UNBLOCK, &set, &was);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int errnum = errno;
	sigprocmask(SIG_SETMASK, &was, NULL);
	sigaction(SIGINT, &before, NULL);
	return fd < 0 ? -errnum : fd;
}

static int open_standard(struct sys_output *o, struct err *e)
{
	if (isatty(1))
		return err_set(e, ERR_USAGE,
		               "output '-': standard output is a terminal; pipe it to a reader, "
		               "or name a file");
	o->stream = true;
	o->fd = fcntl(1, F_DUPFD_CLOEXEC, 3);
	return o->fd < 0 ? refused("-", errno, e) : 0;
}

/* Without a pipe to be opened: its reader would take what follows for the end of a recording. */
static int output_find(struct sys_output *o, const char *path, bool no_pipe, struct err *e)
{
	if (strcmp(path, "-") == 0)
		return open_standard(o, e);
	int rc = choose(o, path, e);
	if (rc < 0)
		return rc;
	o->regular = rc == 0;
	o->stream = rc == 2;
	if (o->stream && no_pipe)
		return access(path, W_OK) < 0 ? refused(path, errno, e) : 0;
	int fd = o->regular ? open_new(o) : o->stream ? open_pipe(path) : open_device(path);
	if (fd < 0)
		return refused(path, -fd, e);
	o->fd = fd;
	return 0;
}

static int output_open(struct sys_output *o, const char *path, mode_t mode, bool no_pipe,
                       struct err *e)
{
	*o = (struct sys_output){ .fd = -1, .mode = mode };
	int rc = output_find(o, path, no_pipe, e);
	if (rc < 0)
		sys_output_close(o);
	return rc;
}

int sys_output_open(struct sys_output *o, const char *path, struct err *e)
{
	return output_open(o, path, RECORDING_MODE, false, e);
}

int sys_output_try(struct sys_output *o, const char *path, struct err *e)
{
	return output_open(o, path, RECORDING_MODE, true, e);
}

int sys_output_open_shared(struct sys_output *o, const char *path, struct err *e)
{
	return output_open(o, path, SHARED_MODE, false, e);
}

/* ------------------------------------------------------------------ its name */

/* What is at path, if anything. Something else than a file may have come there since it was looked
 * at. 0 = nothing, 1, or -errno. */
static int look_at(const char *path, struct stat *st)
{
	if (lstat(path, st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return S_ISREG(st->st_mode) || S_ISLNK(st->st_mode) ? 1 : -EEXIST;
}

/* Make way at path. */
static int set_aside(struct sys_output *o)
{
	struct stat st;
	int rc = look_at(o->path, &st);
	if (rc <= 0)
		return rc;
	if (S_ISREG(st.st_mode) && !st.st_size)
		return o->temp || unlink(o->path) == 0 ? 0 : -errno;
	if (rename(o->path, o->old) < 0)
		return -errno;
	o->kept = true;
	o->old_dev = st.st_dev;
	o->old_ino = st.st_ino;
	return 0;
}

/* It has its name, or not. */
static int placed(struct sys_output *o, int rc)
{
	uid_t uid;
	gid_t gid;
	o->placed = rc == 0;
	if (rc < 0)
		sys_output_discard(o);
	else if (by_sudo(&uid, &gid) && fchown(o->fd, uid, gid) < 0)
		return 0; /* it stays root's: still a good file */
	return rc;
}

int sys_output_place(struct sys_output *o)
{
	if (!o->regular || o->placed)
		return 0;
	int rc = set_aside(o);
	if (rc == 0 && o->temp)
		rc = rename(o->temp, o->path) < 0 ? -errno : 0;
	else if (rc == 0)
		rc = link_fd(o->fd, o->path);
	return placed(o, rc);
}

/* A link replaces nothing, a rename does: what has no name gets one for it. */
int sys_output_replace(struct sys_output *o)
{
	struct stat st;
	if (!o->regular || o->placed)
		return 0;
	int rc = o->temp ? 0 : -EEXIST;
	for (int i = 0; i < TRIES_MAX && rc == -EEXIST; i++) {
		const char *temp = temp_name(o, i);
		rc = link_fd(o->fd, temp);
		if (rc == 0)
			o->temp = temp;
	}
	if (rc == 0 && (rc = look_at(o->path, &st)) >= 0)
		rc = rename(o->temp, o->path) < 0 ? -errno : 0;
	return placed(o, rc);
}

/* Is what is at path still the file it was? Another recorder may have put its own there by now. */
static bool is_still(const char *path, const struct stat *was)
{
	struct stat st;
	return lstat(path, &st) == 0 && st.st_dev == was->st_dev && st.st_ino == was->st_ino;
}

/* As a link, so that nothing is replaced. Where there are none, nobody else has the name in that
 * hundredth of a second. */
const char *sys_output_rename(struct sys_output *o, const char *suffix)
{
	struct stat own;
	const char *to = arena_printf(&o->names, "%s.%s", o->path, suffix);
	if (!o->placed || fstat(o->fd, &own) < 0 || !is_still(o->path, &own)) {
		errno = ENOENT;
		return NULL;
	}
	if (link(o->path, to) == 0) {
		unlink(o->path);
	} else if (errno == EEXIST || sys_exists(to)) {
		errno = EEXIST;
		return NULL;
	} else if (rename(o->path, to) < 0) {
		return NULL;
	}
	o->path = to;
	o->kept = false;
	return to;
}

void sys_output_discard(struct sys_output *o)
{
	struct stat own, set_aside = { .st_dev = o->old_dev, .st_ino = o->old_ino };
	if (!o->path)
		return; /* it was never opened */
	bool ours = o->placed && fstat(o->fd, &own) == 0 && is_still(o->path, &own);
	bool free = !o->placed && !sys_exists(o->path);
	if (o->kept && (ours || free) && is_still(o->old, &set_aside))
		rename(o->old, o->path);
	else if (ours)
		unlink(o->path);
	if (o->temp && !o->placed)
		unlink(o->temp);
	o->placed = o->kept = false;
	o->temp = NULL;
}

void sys_output_close(struct sys_output *o)
{
	if (!o->placed)
		sys_output_discard(o);
	sys_close(o->fd);
	arena_release(&o->names);
	*o = (struct sys_output){ .fd = -1 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Files: whole into memory, and whole out of it; directories.
 */
#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "sys/sys.h"

/* Since Linux 5.14; musl's headers may be older. */
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

enum { READ_CHUNK_BYTES = 1 << 16, VDSO_BYTES_MAX = 1 << 16 };

/* ------------------------------------------------------------------ in */

/* Into an anonymous mapping that grows, so that sys_unmap() need not know how the bytes came. */
static int read_to_end(int fd, sys_wanted *wanted, struct bytes *out)
{
	size_t cap = READ_CHUNK_BYTES, n = 0;
	unsigned char *p = mmap(NULL, cap, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	                        0);
	if (p == MAP_FAILED)
		return -errno;
	for (;;) {
		if (n == cap) {
			void *wide = mremap(p, cap, 2 * cap, MREMAP_MAYMOVE);
			if (wide == MAP_FAILED)
				goto fail;
			p = wide;
			cap *= 2;
		}
		ssize_t got = read(fd, p + n, cap - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			goto fail;
		if (got == 0)
			break;
		n += (size_t)got;
		if (wanted && n >= WANTED_BYTES && !wanted(p, n))
			break;
	}
	size_t page = sys_page_bytes(), keep = (n + page - 1) & ~(page - 1);
	if (keep < cap)
		munmap(p + keep, cap - keep);
	*out = (struct bytes){ .p = n ? p : NULL, .n = n };
	return 0;
fail:;
	int errnum = errno;
	munmap(p, cap);
	return -errnum;
}

int sys_read_fd_all(int fd, const char *name, sys_wanted *wanted, struct bytes *out, struct err *e)
{
	struct stat st;
	*out = (struct bytes){ 0 };
	if (fstat(fd, &st) < 0)
		return err_sys(e, errno, "cannot read '%s'", name);
	if (S_ISDIR(st.st_mode))
		return err_sys(e, EISDIR, "cannot read '%s'", name);
	if (S_ISREG(st.st_mode) && st.st_size > 0 && lseek(fd, 0, SEEK_CUR) == 0 &&
	    sys_map_fd(fd, (size_t)st.st_size, out) == 0)
		return 0;
	int rc = read_to_end(fd, wanted, out);
	return rc < 0 ? err_sys(e, -rc, "cannot read '%s'", name) : 0;
}

int sys_map(const char *path, sys_wanted *wanted, struct bytes *out, struct err *e)
{
	*out = (struct bytes){ 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	int rc = sys_read_fd_all(fd, path, wanted, out, e);
	close(fd);
	return rc;
}

/* Of a regular file only. ours: it must be ours or root's, and no link; judged by the descriptor,
 * as the path may lead elsewhere by the time it is read. */
static int map_regular(const char *path, bool ours, struct bytes *out, struct err *e)
{
	struct stat st;
	int rc, fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (ours ? O_NOFOLLOW : 0));
	*out = (struct bytes){ 0 };
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (fstat(fd, &st) < 0)
		rc = err_sys(e, errno, "cannot read '%s'", path);
	else if (!S_ISREG(st.st_mode))
		rc = err_set(e, ERR_UNSUPPORTED, "'%s' is not a regular file", path);
	else if (ours && st.st_uid != 0 && st.st_uid != geteuid())
		rc = err_set(e, ERR_DENIED, "'%s' belongs to somebody else", path);
	else
		rc = sys_read_fd_all(fd, path, NULL, out, e);
	close(fd);
	return rc;
}

int sys_map_file(const char *path, struct bytes *out, struct err *e)
{
	return map_regular(path, false, out, e);
}

int sys_map_trusted(const char *path, struct bytes *out, struct err *e)
{
	return map_regular(path, true, out, e);
}

void sys_unmap(struct bytes b)
{
	if (b.p && (uintptr_t)b.p != getauxval(AT_SYSINFO_EHDR))
		munmap(b.p, b.n);
}

void sys_forget(struct bytes b, uint64_t from, uint64_t to)
{
	uint64_t page = sys_page_bytes();
	from = (from + page - 1) & ~(page - 1);
	to &= ~(page - 1);
	if (b.is_view && from < to && to <= b.n)
		madvise(b.p + from, to - from, MADV_DONTNEED);
}

void sys_expect(struct bytes b, uint64_t from, uint64_t to)
{
	from &= ~(sys_page_bytes() - 1);
	to = to < b.n ? to : b.n;
	if (b.is_view && from < to)
		madvise(b.p + from, to - from, MADV_POPULATE_READ);
}

/* The kernel tells where the vdso starts, not how long it is: its section headers stand at its end.
 * Only the pages that are mapped may be looked at, and the image's own headers bound it (ELF:
 * e_shoff, e_shnum). */
bool sys_vdso(struct bytes *out)
{
	unsigned char *p = (unsigned char *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	*out = (struct bytes){ 0 };
	if (!p || memcmp(p, "\177ELF", 4) != 0)
		return false;
	bool wide = p[4] == 2;
	uint64_t shoff = wide ? load64(p + 40) : load32(p + 32);
	uint64_t each = load16(p + (wide ? 58 : 46)), n = load16(p + (wide ? 60 : 48));
	uint64_t end = shoff + each * n;
	if (end < 64 || end > VDSO_BYTES_MAX)
		return false;
	*out = (struct bytes){ .p = p, .n = (size_t)end };
	return true;
}

int sys_text(int at, const char *path, struct buf *b)
{
	int fd = openat(at < 0 ? AT_FDCWD : at, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	size_t was = b->n;
	int rc = 0;
	for (;;) {
		if (b->cap - b->n < 4096)
			buf_room(b, 4096);
		ssize_t got = read(fd, b->p + b->n, b->cap - b->n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			rc = -errno;
		if (got <= 0)
			break;
		b->n += (size_t)got;
	}
	if (rc < 0)
		b->n = was;
	close(fd);
	return rc;
}

/* Files of /proc give a page a read at most. */
int sys_head(const char *path, char *out, size_t n)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	out[0] = 0;
	if (fd < 0)
		return -errno;
	size_t have = 0;
	ssize_t got = 0;
	while (have < n - 1 &&
	       ((got = read(fd, out + have, n - 1 - have)) > 0 || (got < 0 && errno == EINTR)))
		have += got > 0 ? (size_t)got : 0;
	int errnum = errno;
	close(fd);
	out[have] = 0;
	return got < 0 ? -errnum : (int)have;
}

int sys_line(const char *path, char *out, size_t n)
{
	int rc = sys_head(path, out, n);
	if (rc < 0)
		return rc;
	out[strcspn(out, "\n")] = 0;
	return (int)strlen(out);
}

long long sys_number(const char *path, long long missing)
{
	char text[64], *end;
	if (sys_line(path, text, sizeof text) <= 0)
		return missing;
	long long v = strtoll(text, &end, 10);
	return end == text ? missing : v;
}

int sys_put_number(const char *path, long long v)
{
	char text[32];
	int n = snprintf(text, sizeof text, "%lld\n", v);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	int rc = write(fd, text, (size_t)n) == n ? 0 : -errno;
	close(fd);
	return rc;
}

bool sys_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool sys_is_own_folder(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* ------------------------------------------------------------------ out */

int sys_write(void *fd, const void *p, size_t n)
{
	return sys_write_two(*(const int *)fd, span_of(p, n), (struct span){ 0 }, NULL);
}

int sys_write_two(int fd, struct span a, struct span b, size_t *written)
{
	size_t total = 0;
	if (written)
		*written = 0;
	while (a.n + b.n) {
		struct iovec v[2] = { { (void *)(uintptr_t)a.p, a.n },
			              { (void *)(uintptr_t)b.p, b.n } };
		ssize_t put = a.n ? writev(fd, v, b.n ? 2 : 1) : write(fd, b.p, b.n);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return put < 0 ? errno : EIO;
		size_t n = (size_t)put, first = n < a.n ? n : a.n;
		total += n;
		if (written)
			*written = total;
		a = (struct span){ a.p + first, a.n - first };
		b = (struct span){ b.p + (n - first), b.n - (n - first) };
	}
	return 0;
}

int sys_write_at(int fd, const void *p, size_t n, uint64_t off)
{
	const unsigned char *at = p;
	while (n) {
		ssize_t put = pwrite(fd, at, n, (off_t)off);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return put < 0 ? errno : EIO;
		at += put;
		off += (uint64_t)put;
		n -= (size_t)put;
	}
	return 0;
}

int sys_truncate(int fd, uint64_t n)
{
	return ftruncate(fd, (off_t)n) < 0 ? errno : 0;
}

void sys_unlink(const char *path)
{
	unlink(path);
}

int sys_dup(int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return copy < 0 ? -errno : copy;
}

void sys_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* ------------------------------------------------------------------ directories */

int sys_identity(int at, const char *path, uint64_t *dev, uint64_t *ino)
{
	struct stat st;
	if (fstatat(at < 0 ? AT_FDCWD : at, path, &st, 0) < 0)
		return -errno;
	*dev = st.st_dev;
	*ino = st.st_ino;
	return 0;
}

int sys_handle(int fd, uint64_t *handle)
{
	struct {
		struct file_handle head;
		unsigned char bytes[sizeof *handle];
	} h = { .head.handle_bytes = sizeof h.bytes };
	int mount;
	if (name_to_handle_at(fd, "", &h.head, &mount, AT_EMPTY_PATH) < 0)
		return -errno;
	if (h.head.handle_bytes != sizeof h.bytes)
		return -EINVAL;
	memcpy(handle, h.head.f_handle, sizeof *handle);
	return 0;
}

int sys_dir_open(struct sys_dir *d, int at, const char *path)
{
	d->dir = NULL;
	int fd = openat(at < 0 ? AT_FDCWD : at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	d->dir = fdopendir(fd);
	if (!d->dir) {
		int errnum = errno;
		close(fd);
		return -errnum;
	}
	return 0;
}

const char *sys_dir_next(struct sys_dir *d)
{
	const struct dirent *found;
	while (d->dir && (found = readdir(d->dir)))
		if (found->d_name[0] != '.')
			return found->d_name;
	return NULL;
}

int sys_dir_fd(const struct sys_dir *d)
{
	return d->dir ? dirfd(d->dir) : -1;
}

void sys_dir_close(struct sys_dir *d)
{
	if (d->dir)
		closedir(d->dir);
	d->dir = NULL;
}

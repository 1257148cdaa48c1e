// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Files that were mapped as code, kept open until the recording ends, so that each can be read then
 * though it was deleted or replaced, or its process and all that it saw are gone.
 *
 * A file is reached by the mapping itself (/proc/PID/map_files, which takes rights), as the
 * program of the process, in the root that the process has, or by its path. Only the first is sure
 * to lead to what is mapped; what is found on another way must be what the record told. On some
 * file systems, whose device has major number 0, a mapping and stat(2) tell of different devices
 * (btrfs) or inodes too (overlayfs): there a file that has stood where it is since before the
 * recording is taken for what was mapped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "capture/embed.h"

enum {
	HELD_MAX = 4096,   /* open at once, and no more than */
	LIMIT_PART = 4,    /* this part of what the process may have open */
	FILES_MAX = 65536, /* known at all */
};

struct held {
	struct held_file *files;
	uint32_t n, cap;
	struct table table;
	struct intern paths;
	struct code_folders folders;
	uint32_t n_open, open_max;
	uint64_t began_ns; /* CLOCK_REALTIME */
	uint32_t *last_of; /* by path id: the file seen last under it + 1; 0 = none */
	uint32_t cap_last;
	struct buf whole, text;
};

struct held *held_new(void)
{
	struct held *h = mem_new(sizeof *h);
	uint64_t part = sys_file_limit() / LIMIT_PART;
	sys_clock_ns(CLOCK_REALTIME, &h->began_ns);
	h->open_max = part < HELD_MAX ? (uint32_t)part : HELD_MAX;
	return h;
}

void held_free(struct held *h)
{
	if (!h)
		return;
	for (uint32_t i = 0; i < h->n; i++)
		sys_close(h->files[i].fd);
	code_folders_release(&h->folders);
	table_release(&h->table);
	intern_release(&h->paths);
	buf_release(&h->whole);
	buf_release(&h->text);
	free(h->last_of);
	free(h->files);
	free(h);
}

/* ------------------------------------------------------------------ identity */

static bool has_build_id(int fd, const struct build_id *want)
{
	struct bytes image;
	struct build_id has;
	if (sys_map_held(fd, "", &image, NULL) < 0)
		return false;
	bool same = elf_build_id(image, &has, NULL) == 0 && build_id_equal(&has, want);
	sys_unmap(image);
	return same;
}

static bool is_told(const struct held *h, const struct file_told *told, int fd,
                    const struct sys_file_id *is)
{
	if (told->build_id.n)
		return has_build_id(fd, &told->build_id);
	if (told->ino == is->ino && (!is->maj || (told->maj == is->maj && told->min == is->min)))
		return true;
	return !is->maj && is->ctime_ns < h->began_ns;
}

bool held_same(const struct held_file *a, const struct held_file *b)
{
	if (a == b)
		return true;
	return a->fd >= 0 && b->fd >= 0 && a->is.maj == b->is.maj && a->is.min == b->is.min &&
	       a->is.ino == b->is.ino;
}

/* ------------------------------------------------------------------ opening */

static bool try_open(const struct held *h, struct held_file *f, const char *path, bool is_sure)
{
	int fd = sys_hold_file(path, &f->is);
	if (fd >= 0 && !is_sure && !is_told(h, &f->told, fd, &f->is)) {
		sys_close(fd);
		fd = -1;
	}
	f->fd = fd < 0 ? -1 : fd;
	return fd >= 0;
}

/* m may be NULL: its process is not known any more. */
static void file_open_held(struct held *h, struct held_file *f, const struct body_mmap *m)
{
	char text[128];
	f->fd = -1;
	if (m && h->n_open >= h->open_max)
		return;
	bool found = false;
	if (m) {
		snprintf(text, sizeof text, "/proc/%u/map_files/%llx-%llx", m->pid,
		         (unsigned long long)m->start, (unsigned long long)(m->start + m->len));
		found = try_open(h, f, text, true);
		snprintf(text, sizeof text, "/proc/%u/exe", m->pid);
		found = found || try_open(h, f, text, false);
		h->text.n = 0;
		buf_printf(&h->text, "/proc/%u/root%s", m->pid, f->told.path);
		found = found || try_open(h, f, buf_cstr(&h->text), false);
	}
	h->n_open += found || try_open(h, f, f->told.path, false);
}

/* The id of a path; room is made for what is known of it. */
static uint32_t path_of(struct held *h, const char *path)
{
	uint32_t id = intern(&h->paths, path);
	while (id >= h->cap_last) {
		uint32_t was = h->cap_last;
		h->cap_last = was ? 2 * was : 64;
		h->last_of = mem_resize(h->last_of, h->cap_last, sizeof *h->last_of);
		memset(h->last_of + was, 0, (h->cap_last - was) * sizeof *h->last_of);
	}
	return id;
}

static struct held_file *file_known(struct held *h, const struct file_told *told)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&h->table, file_told_hash(told), &i)) != TABLE_NONE)
		if (file_told_equal(&h->files[id].told, told))
			return &h->files[id];
	return NULL;
}

/* A new one, which nobody has opened yet; NULL = too many. Others may move. */
static struct held_file *file_add(struct held *h, const struct file_told *told)
{
	if (h->n == FILES_MAX)
		return NULL;
	VEC_ROOM(h->files, h->n, h->cap);
	struct held_file *f = &h->files[h->n];
	uint32_t path = path_of(h, told->path);
	*f = (struct held_file){ .told = *told, .fd = -1, .before = h->last_of[path] };
	f->told.path = intern_str(&h->paths, path);
	table_add(&h->table, file_told_hash(told), h->n++);
	h->last_of[path] = h->n;
	return f;
}

/* The file of what is told; m may be NULL: then it is looked for again. NULL = too many. */
static const struct held_file *file_of(struct held *h, const struct file_told *told,
                                       const struct body_mmap *m)
{
	struct held_file *f = file_known(h, told);
	bool is_new = !f;
	if (is_new)
		f = file_add(h, told);
	if (f && f->fd < 0 && (is_new || !m))
		file_open_held(h, f, m);
	return f;
}

/* ------------------------------------------------------------------ the records */

static void see(void *ctx, struct span r)
{
	struct held *h = ctx;
	struct body_mmap m;
	struct file_told told;
	struct record rec = {
		.p = r.p, .type = load32(r.p), .misc = load16(r.p + 4), .n = (uint32_t)r.n
	};
	if (rec.type != ABI_RECORD_MMAP2 || body_mmap(&rec, NULL, &m, NULL) < 0 ||
	    !(m.prot & ABI_PROT_EXEC))
		return;
	file_told_by(&m, &told);
	switch (session_file_kind(m.path)) {
	case FILE_USER:
		file_of(h, &told, &m);
		break;
	case FILE_ANON:
		code_folders_add(&h->folders, m.pid);
		break;
	default:
		break;
	}
}

void held_see(struct held *h, const struct span part[2], size_t n)
{
	parts_each(part, n, &h->whole, see, h);
}

/* ------------------------------------------------------------------ told by inode */

/* The same file, known by its build-id from now on; it has a descriptor of its own. */
static void know_by_build_id(struct held *h, const struct held_file *f, const struct build_id *id)
{
	struct file_told told = { .path = f->told.path, .build_id = *id };
	struct sys_file_id is = f->is;
	int fd = file_known(h, &told) ? -1 : sys_dup(f->fd);
	struct held_file *twin = fd < 0 ? NULL : file_add(h, &told);
	if (!twin) {
		sys_close(fd);
		return;
	}
	twin->fd = fd;
	twin->is = is;
	h->n_open++;
}

/* Where the id and its length stand in a MMAP2 record, and the mark that they do in any. */
enum { MISC_OFF = 4, ID_BYTES_OFF = 40, ID_OFF = 44 };

static void tell_build_id(struct held *h, unsigned char *record, const struct body_mmap *m)
{
	struct file_told told;
	const struct held_file *f;
	struct build_id id;
	file_told_by(m, &told);
	if (told.build_id.n || session_file_kind(m->path) != FILE_USER ||
	    held_by_path(h, m->path, &f) < 2)
		return;
	f = file_of(h, &told, m);
	if (!f || f->fd < 0 || !held_build_id(f, &id))
		return;
	know_by_build_id(h, f, &id);
	memset(record + ID_BYTES_OFF, 0, ID_OFF - ID_BYTES_OFF + sizeof id.id);
	record[ID_BYTES_OFF] = id.n;
	memcpy(record + ID_OFF, id.id, id.n);
	store16(record + MISC_OFF, load16(record + MISC_OFF) | ABI_MISC_MMAP_BUILD_ID);
}

void held_tell_apart(struct held *h, unsigned char *records, size_t n)
{
	for (size_t at = 0, size; at + ABI_HEADER_BYTES <= n; at += size) {
		struct body_mmap m;
		struct record r = { .p = records + at,
			            .type = load32(records + at),
			            .misc = load16(records + at + MISC_OFF),
			            .n = load16(records + at + 6) };
		size = r.n;
		if (size < ABI_HEADER_BYTES || size > n - at)
			return;
		if (r.type == ABI_RECORD_MMAP2 && body_mmap(&r, NULL, &m, NULL) == 0 &&
		    m.prot & ABI_PROT_EXEC)
			tell_build_id(h, records + at, &m);
	}
}

/* ------------------------------------------------------------------ at the end */

const struct held_file *held_find(struct held *h, const struct file_told *told)
{
	return file_of(h, told, NULL);
}

int held_by_path(struct held *h, const char *path, const struct held_file **out)
{
	uint32_t id = path_of(h, path);
	*out = NULL;
	for (uint32_t at = h->last_of[id]; at; at = h->files[at - 1].before) {
		struct held_file *f = &h->files[at - 1];
		if (f->fd < 0)
			file_open_held(h, f, NULL);
		if (f->fd < 0 && f->told.build_id.n)
			continue; /* it is told of anyway */
		if (f->fd < 0 || (*out && !held_same(*out, f)))
			return 2;
		*out = f;
	}
	return *out != NULL;
}

int held_map(const struct held_file *f, struct bytes *out, struct err *e)
{
	struct sys_file_id now;
	*out = (struct bytes){ 0 };
	if (f->fd < 0)
		return err_set(e, ERR_UNSUPPORTED, "'%s' could not be had", f->told.path);
	if (!sys_held_id(f->fd, &now) || now.n_bytes != f->is.n_bytes ||
	    now.mtime_ns != f->is.mtime_ns)
		return err_set(e, ERR_UNSUPPORTED, "'%s' was changed while it was recorded",
		               f->told.path);
	return sys_map_held(f->fd, f->told.path, out, e);
}

bool held_build_id(const struct held_file *f, struct build_id *id)
{
	struct bytes image;
	*id = (struct build_id){ 0 };
	if (held_map(f, &image, NULL) < 0)
		return false;
	bool found = elf_build_id(image, id, NULL) == 0 && id->n;
	sys_unmap(image);
	return found;
}

uint32_t held_inner_pid(const struct held *h, uint32_t pid)
{
	const struct code_folder *f = code_folders_of(&h->folders, pid);
	return f ? f->inner_pid : pid;
}

int held_perfmap(const struct held *h, uint32_t pid, struct bytes *out, struct err *e)
{
	return code_folders_perfmap(&h->folders, pid, out, e);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The hierarchy of cgroups that the kernel's events belong to: that of version 1 which has them,
 * else that of version 2.
 */
#include <stdio.h>

#include "capture/internal.h"

enum { PATH_BYTES = 4096, DEPTH_MAX = 64 };

/* The next field of a line, which is cut off and in which "\\040" and the like become the bytes
 * they stand for (mangle_path() in the kernel's fs/seq_file.c); empty behind the last one. */
static char *field_next(char **line)
{
	char *field = *line, *to = field, *s = field;
	for (; *s && *s != ' '; s++) {
		unsigned byte, n = 0;
		if (*s == '\\' && s[1] >= '0' && s[1] <= '3' &&
		    sscanf(s + 1, "%3o%n", &byte, (int *)&n) == 1 && n == 3) {
			*to++ = (char)byte;
			s += n;
		} else {
			*to++ = *s;
		}
	}
	*line = *s ? s + 1 : s;
	*to = 0;
	return field;
}

/* What, where, type, options: one a line. */
bool cgroup_mount(char *mounts, char *where, size_t n)
{
	bool found = false;
	for (char *line = mounts, *next; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		field_next(&line);
		const char *at = field_next(&line), *type = field_next(&line);
		bool has_events = strcmp(type, "cgroup") == 0 &&
		                  strstr(field_next(&line), "perf_event");
		if (!has_events && (found || strcmp(type, "cgroup2") != 0))
			continue;
		if (strlen(at) >= n)
			continue;
		memcpy(where, at, strlen(at) + 1);
		found = true;
		if (has_events)
			return true;
	}
	return found;
}

static int find_mount(char *where, size_t n, struct err *e)
{
	struct buf mounts = { 0 };
	if (sys_text(-1, "/proc/mounts", &mounts) < 0)
		return err_set(e, ERR_UNSUPPORTED, "cannot find the cgroups: /proc is not mounted");
	buf_char(&mounts, 0);
	bool found = cgroup_mount(mounts.p, where, n);
	buf_release(&mounts);
	return found ? 0 : err_set(e, ERR_UNSUPPORTED, "no hierarchy of cgroups is mounted");
}

/* A hierarchy is a file system of its own. */
static bool is_within(const struct sys_dir *dir, const char *where)
{
	uint64_t top, own, ino;
	return sys_identity(-1, where, &top, &ino) == 0 &&
	       sys_identity(sys_dir_fd(dir), ".", &own, &ino) == 0 && own == top;
}

/* The name may be that of the folder itself. */
int cgroup_open(struct sys_dir *out, const char *name, struct err *e)
{
	char where[PATH_BYTES], path[2 * PATH_BYTES];
	int rc = find_mount(where, sizeof where, e);
	if (rc < 0)
		return err_context(e, "cgroup '%s'", name);
	snprintf(path, sizeof path, "%s/%s", where, name);
	rc = sys_dir_open(out, -1, path);
	if (rc < 0 && strncmp(name, where, strlen(where)) == 0)
		rc = sys_dir_open(out, -1, name);
	if (rc < 0)
		return err_sys(e, -rc, "cannot open cgroup '%s'", name);
	if (is_within(out, where))
		return 0;
	sys_dir_close(out);
	return err_set(e, ERR_USAGE, "'%s' is no cgroup, it leads out of '%s'", name, where);
}

/* The walk down. */
struct descent {
	struct walk *w;
	char path[PATH_BYTES]; /* of the folder at hand; "" at the top */
	bool is_cut;           /* something is deeper, or its path longer, than we go */
};

static void synth_folder(struct descent *d, const struct sys_dir *dir, unsigned depth)
{
	struct write_id id = { .pid = UINT32_MAX, .id = d->w->id };
	size_t n = strlen(d->path);
	uint64_t number;
	struct sys_dir walked, below;
	if (sys_handle(sys_dir_fd(dir), &number) == 0)
		write_cgroup(d->w->out, d->w->attr, number, n ? d->path : "/", &id);
	if (sys_dir_open(&walked, sys_dir_fd(dir), ".") < 0)
		return;
	for (const char *name; (name = sys_dir_next(&walked));) {
		if (sys_dir_open(&below, sys_dir_fd(dir), name) < 0)
			continue;
		if (depth == DEPTH_MAX || n + 1 + strlen(name) >= PATH_BYTES) {
			d->is_cut = true;
		} else {
			snprintf(d->path + n, PATH_BYTES - n, "/%s", name);
			synth_folder(d, &below, depth + 1);
			d->path[n] = 0;
		}
		sys_dir_close(&below);
	}
	sys_dir_close(&walked);
}

void cgroup_synth(struct walk *w, const struct log *log)
{
	char where[PATH_BYTES];
	struct descent d = { .w = w };
	struct sys_dir top;
	if (find_mount(where, sizeof where, NULL) < 0 || sys_dir_open(&top, -1, where) < 0)
		return;
	synth_folder(&d, &top, 0);
	sys_dir_close(&top);
	if (d.is_cut)
		log_say(log, LOG_WARNING,
		        "cgroups more than %d levels deep, or of paths longer than %d bytes, have "
		        "no names in the recording",
		        DEPTH_MAX, PATH_BYTES - 1);
}

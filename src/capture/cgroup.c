// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The hierarchy of cgroups that the kernel's events belong to: that of version 1 which has them,
 * else that of version 2.
 */
#include <stdio.h>

#include "capture/internal.h"

enum { PATH_BYTES = 4096, DEPTH_MAX = 64 };

/* What, where, type, options: one a line. */
bool cgroup_mount(char *mounts, char *where, size_t n)
{
	bool found = false;
	for (char *line = mounts, *next; *line; line = next) {
		char at[400], type[32], how[400];
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		if (sscanf(line, "%*s %399s %31s %399s", at, type, how) != 3)
			continue;
		bool has_events = strcmp(type, "cgroup") == 0 && strstr(how, "perf_event");
		if (!has_events && (found || strcmp(type, "cgroup2") != 0))
			continue;
		snprintf(where, n, "%s", at);
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
	return rc < 0 ? err_sys(e, -rc, "cannot open cgroup '%s'", name) : 0;
}

/* path, of the folder in dir, has room for PATH_BYTES; it is "" at the top. */
static void synth_folder(struct walk *w, const struct sys_dir *dir, char *path, unsigned depth)
{
	struct write_id id = { .pid = UINT32_MAX, .id = w->id };
	size_t n = strlen(path);
	uint64_t number;
	struct sys_dir walked, below;
	if (sys_handle(sys_dir_fd(dir), &number) == 0)
		write_cgroup(w->out, w->attr, number, n ? path : "/", &id);
	if (depth == DEPTH_MAX || sys_dir_open(&walked, sys_dir_fd(dir), ".") < 0)
		return;
	for (const char *name; (name = sys_dir_next(&walked));) {
		if (n + 1 + strlen(name) >= PATH_BYTES ||
		    sys_dir_open(&below, sys_dir_fd(dir), name) < 0)
			continue;
		snprintf(path + n, PATH_BYTES - n, "/%s", name);
		synth_folder(w, &below, path, depth + 1);
		path[n] = 0;
		sys_dir_close(&below);
	}
	sys_dir_close(&walked);
}

void cgroup_synth(struct walk *w)
{
	char where[PATH_BYTES], path[PATH_BYTES] = "";
	struct sys_dir top;
	if (find_mount(where, sizeof where, NULL) < 0 || sys_dir_open(&top, -1, where) < 0)
		return;
	synth_folder(w, &top, path, 0);
	sys_dir_close(&top);
}

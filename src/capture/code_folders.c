// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where processes that make code tell of it: /tmp as each sees it, kept open until the recording
 * ends, so that it can be read when they are gone.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/embed.h"

enum { FOLDERS_MAX = 1024 };

const struct code_folder *code_folders_of(const struct code_folders *all, uint32_t pid)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->v[i].pid == pid)
			return &all->v[i];
	return NULL;
}

void code_folders_add(struct code_folders *all, uint32_t pid)
{
	char path[40];
	struct code_folder f = { .pid = pid };
	if (code_folders_of(all, pid) || all->n == FOLDERS_MAX || !sys_process_owner(pid, &f.owner))
		return;
	snprintf(path, sizeof path, "/proc/%u/root/tmp", pid);
	f.inner_pid = sys_inner_pid(pid);
	f.fd = sys_hold_folder(path);
	if (f.fd < 0)
		return;
	VEC_ROOM(all->v, all->n, all->cap);
	all->v[all->n++] = f;
}

int code_folders_perfmap(const struct code_folders *all, uint32_t pid, struct bytes *out,
                         struct err *e)
{
	char name[40];
	const struct code_folder *f = code_folders_of(all, pid);
	snprintf(name, sizeof name, "%sperf-%u.map", f ? "" : "/tmp/", f ? f->inner_pid : pid);
	return f ? sys_map_in(f->fd, name, f->owner, out, e) : sys_map_trusted(name, out, e);
}

void code_folders_release(struct code_folders *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		sys_close(all->v[i].fd);
	free(all->v);
}

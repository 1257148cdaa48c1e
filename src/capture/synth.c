// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records that stand for what happened before the recording: where the kernel and its modules lie,
 * which processes run, what they are called and have mapped. The kernel tells none of that by
 * itself. Which kernel it is stands first, so that the file of a recorder that was killed says it.
 * They carry time 0, so that they come before all others.
 *
 * /proc changes under the walk: whatever has gone is passed over, and what comes is told by the
 * tracking events, which run by then.
 */
#include <stdio.h>
#include <stdlib.h>

#include "capture/internal.h"

enum { COMM_BYTES = 16 };

/* Of mmap(2), in MMAP2 records. */
enum { PROT_READ_BIT = 1, PROT_WRITE_BIT = 2, MAP_SHARED_BIT = 1, MAP_PRIVATE_BIT = 2 };

/* ------------------------------------------------------------------ parsers */

/* Cut a hex number off *s; false when there is none. */
static bool take_hex(char **s, char end, uint64_t *out)
{
	char *stop;
	*out = strtoull(*s, &stop, 16);
	if (stop == *s || *stop != end)
		return false;
	*s = stop + 1;
	return true;
}

/* start-end perms offset maj:min inode   path */
bool synth_maps_line(char *line, bool data, struct write_mmap2 *out)
{
	uint64_t end, maj, min;
	char *s = line;
	if (!take_hex(&s, '-', &out->start) || !take_hex(&s, ' ', &end) || end <= out->start)
		return false;
	if (strnlen(s, 5) < 5 || s[4] != ' ' || (s[2] != 'x' && !data))
		return false;
	out->len = end - out->start;
	out->prot = (s[0] == 'r' ? PROT_READ_BIT : 0) | (s[1] == 'w' ? PROT_WRITE_BIT : 0) |
	            (s[2] == 'x' ? ABI_PROT_EXEC : 0);
	out->flags = s[3] == 's' ? MAP_SHARED_BIT : MAP_PRIVATE_BIT;
	s += 5;
	if (!take_hex(&s, ' ', &out->pgoff) || !take_hex(&s, ':', &maj) || !take_hex(&s, ' ', &min))
		return false;
	out->maj = (uint32_t)maj;
	out->min = (uint32_t)min;
	out->ino = strtoull(s, &s, 10);
	out->ino_generation = 0;
	while (*s == ' ')
		s++;
	out->path = *s ? s : "//anon";
	return true;
}

/* The name may hold spaces and brackets: it ends at the last bracket. */
bool synth_stat(const char *text, char name[COMM_BYTES], uint32_t *ppid)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	if (!open || !close || close < open || close[1] != ' ' || !close[2])
		return false;
	size_t n = (size_t)(close - open - 1);
	if (n >= COMM_BYTES)
		n = COMM_BYTES - 1;
	memcpy(name, open + 1, n);
	name[n] = 0;
	*ppid = (uint32_t)strtoul(close + 3, NULL, 10);
	return true;
}

/* ------------------------------------------------------------------ processes */

static void synth_maps(struct walk *w, int proc, uint32_t pid)
{
	struct write_mmap2 m = { .pid = pid, .tid = pid };
	struct write_id id = { .pid = pid, .tid = pid, .id = w->id };
	char path[32];
	snprintf(path, sizeof path, "%u/maps", pid);
	w->text.n = 0;
	if (sys_text(proc, path, &w->text) < 0)
		return;
	buf_char(&w->text, 0);
	for (char *line = w->text.p, *next; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		if (!synth_maps_line(line, w->attr->flags & ABI_MMAP_DATA, &m))
			continue;
		bool is_code = m.prot & ABI_PROT_EXEC;
		write_mmap2(w->out, w->attr, ABI_MISC_USER | (is_code ? 0 : ABI_MISC_MMAP_DATA), &m,
		            &id);
	}
}

/* What cannot be seen stays 0. */
static void synth_namespaces(struct walk *w, int tasks, uint32_t pid, uint32_t tid)
{
	static const char *const kinds[WRITE_NAMESPACES] = { "net",  "uts", "ipc",   "pid",
		                                             "user", "mnt", "cgroup" };
	struct write_namespace v[WRITE_NAMESPACES] = { 0 };
	struct write_id id = { .pid = pid, .tid = tid, .id = w->id };
	for (size_t i = 0; i < WRITE_NAMESPACES; i++) {
		char path[40];
		snprintf(path, sizeof path, "%u/ns/%s", tid, kinds[i]);
		sys_identity(tasks, path, &v[i].dev, &v[i].ino);
	}
	write_namespaces(w->out, w->attr, pid, tid, v, &id);
}

/* A thread's parent is its process's main thread; a process's its parent process. FORK_EXEC tells
 * readers that no mappings were inherited: they are all told. */
static void synth_thread(struct walk *w, int tasks, uint32_t pid, uint32_t tid)
{
	char path[32], name[COMM_BYTES];
	uint32_t ppid;
	snprintf(path, sizeof path, "%u/stat", tid);
	w->text.n = 0;
	if (sys_text(tasks, path, &w->text) < 0 || !synth_stat(buf_cstr(&w->text), name, &ppid))
		return;
	uint32_t parent = tid == pid ? ppid : pid;
	struct write_id id = { .pid = pid, .tid = tid, .id = w->id };
	write_fork(w->out, w->attr, ABI_MISC_FORK_EXEC, pid, parent, tid, parent, 0, &id);
	if (w->namespaces)
		synth_namespaces(w, tasks, pid, tid);
	write_comm(w->out, w->attr, 0, pid, tid, name, &id);
}

static void synth_process(struct walk *w, int proc, uint32_t pid, bool only_main)
{
	struct sys_dir tasks;
	char path[32];
	snprintf(path, sizeof path, "%u/task", pid);
	if (sys_dir_open(&tasks, proc, path) < 0)
		return;
	/* The main thread first: the others refer to it. */
	synth_thread(w, sys_dir_fd(&tasks), pid, pid);
	if (only_main) {
		sys_dir_close(&tasks);
		return;
	}
	for (const char *name; (name = sys_dir_next(&tasks));) {
		uint32_t tid = (uint32_t)strtoul(name, NULL, 10);
		if (tid && tid != pid)
			synth_thread(w, sys_dir_fd(&tasks), pid, tid);
	}
	sys_dir_close(&tasks);
	if (w->mappings)
		synth_maps(w, proc, pid);
}

static void synth_processes(struct walk *w)
{
	struct sys_dir proc;
	if (sys_dir_open(&proc, -1, "/proc") < 0)
		return;
	for (const char *name; (name = sys_dir_next(&proc));) {
		uint32_t pid = (uint32_t)strtoul(name, NULL, 10);
		if (pid)
			synth_process(w, sys_dir_fd(&proc), pid, false);
	}
	sys_dir_close(&proc);
}

/* Of a command only its name: its first samples fall into its exec, before its new name is told,
 * and it has nothing mapped yet. */
static void synth_some(struct walk *w, const struct target *t)
{
	struct sys_dir proc;
	if (sys_dir_open(&proc, -1, "/proc") < 0)
		return;
	if (!t->attached)
		synth_process(w, sys_dir_fd(&proc), (uint32_t)t->tasks[0], true);
	for (uint32_t i = 0; i < t->n_pids; i++)
		synth_process(w, sys_dir_fd(&proc), t->pids[i], false);
	sys_dir_close(&proc);
}

/* ------------------------------------------------------------------ */

static void synth_with(struct buf *b, const struct recorder *r, bool all, const struct log *log)
{
	const struct write_event *tracker = plan_tracker(&r->plan);
	struct walk w = { .out = b,
		          .attr = &tracker->attr,
		          .id = tracker->ids[0],
		          .mappings = r->o->synth & CAPTURE_SYNTH_MAPPINGS,
		          .namespaces = tracker->attr.flags & ABI_NAMESPACES };
	struct write_id id = { .pid = UINT32_MAX, .id = w.id };
	bool samples_kernel = plan_samples_kernel(&r->plan);
	if (samples_kernel)
		ids_add_kernel(&(struct ids){ .out = b, .as_records = true });
	synth_kernel(&w, samples_kernel, log);
	bpf_synth(r->bpf, w.attr, &id, b);
	if (r->o->synth & CAPTURE_SYNTH_CGROUPS && tracker->attr.flags & ABI_CGROUP)
		cgroup_synth(&w, log);
	if (r->o->synth & CAPTURE_SYNTH_TASKS && all)
		synth_processes(&w);
	else if (r->o->synth & CAPTURE_SYNTH_TASKS)
		synth_some(&w, &r->target);
	write_finished_init(b);
	buf_release(&w.text);
}

void synth(struct buf *b, const struct recorder *r)
{
	synth_with(b, r, r->target.system_wide, r->o->log);
}

/* Which processes descend from those that were watched at first is not known. */
void synth_again(struct buf *b, const struct recorder *r)
{
	synth_with(b, r, true, NULL);
}

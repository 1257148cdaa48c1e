// SPDX-License-Identifier: GPL-2.0-or-later
/* Whom to watch. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

/* ------------------------------------------------------------------ tasks */

int target_parse_ids(const char *text, const char *what, int **v, uint32_t *n, uint32_t *cap,
                     struct err *e)
{
	for (const char *s = text;; s++) {
		char *end;
		unsigned long id = strtoul(s, &end, 10);
		if (*s < '0' || *s > '9' || !id || id > INT32_MAX || (*end && *end != ','))
			return err_set(e, ERR_USAGE, "'%s' is no list of %s such as 12,34", text,
			               what);
		VEC_ROOM(*v, *n, *cap);
		(*v)[(*n)++] = (int)id;
		if (!*end)
			return 0;
		s = end;
	}
}

static void add_task(struct target *t, int tid)
{
	VEC_ROOM(t->tasks, t->n_tasks, t->cap_tasks);
	t->tasks[t->n_tasks++] = tid;
}

static void add_pid(struct target *t, uint32_t pid)
{
	VEC_ROOM(t->pids, t->n_pids, t->cap_pids);
	t->pids[t->n_pids++] = pid;
}

/* The number behind a key such as "\nTgid:" in /proc/ID/status; false when there is no such task.
 */
static bool status_number(uint32_t id, const char *key, unsigned column, uint32_t *out)
{
	char path[40], text[4096], *s;
	snprintf(path, sizeof path, "/proc/%u/status", id);
	if (sys_head(path, text, sizeof text) <= 0 || !(s = strstr(text, key)))
		return false;
	s += strlen(key);
	for (unsigned i = 0; i <= column; i++)
		*out = (uint32_t)strtoul(s, &s, 10);
	return true;
}

/* All threads of a process. */
static bool add_threads(struct target *t, uint32_t pid)
{
	char path[40];
	struct sys_dir tasks;
	uint32_t was = t->n_tasks;
	snprintf(path, sizeof path, "/proc/%u/task", pid);
	if (sys_dir_open(&tasks, -1, path) < 0)
		return false;
	for (const char *name; (name = sys_dir_next(&tasks));)
		add_task(t, atoi(name));
	sys_dir_close(&tasks);
	if (t->n_tasks == was)
		return false;
	add_pid(t, pid);
	return true;
}

static int add_listed(struct target *t, const char *text, bool threads,
                      const struct capture_options *o, struct err *e)
{
	const char *what = threads ? "thread" : "process";
	int *ids = NULL;
	uint32_t n = 0, cap = 0, pid;
	int rc = target_parse_ids(text, threads ? "threads" : "processes", &ids, &n, &cap, e);
	for (uint32_t i = 0; rc == 0 && i < n; i++) {
		uint32_t id = (uint32_t)ids[i];
		bool there = status_number(id, "\nTgid:", 0, &pid);
		if (there && threads) {
			add_task(t, ids[i]);
			add_pid(t, pid);
		} else if (!there || !add_threads(t, pid)) {
			log_say(o->log, LOG_NOTICE, "there is no %s %u", what, id);
		}
	}
	free(ids);
	return rc;
}

static int add_user(struct target *t, const char *user, struct err *e)
{
	char *end;
	uint32_t uid = (uint32_t)strtoul(user, &end, 10), of;
	struct sys_dir proc;
	if ((*user < '0' || *user > '9' || *end) && !sys_user_id(user, &uid))
		return err_set(e, ERR_USAGE, "there is no user '%s'", user);
	int rc = sys_dir_open(&proc, -1, "/proc");
	if (rc < 0)
		return err_sys(e, -rc, "cannot read '/proc'");
	/* Its second number is the effective one. */
	for (const char *name; (name = sys_dir_next(&proc));) {
		uint32_t pid = (uint32_t)strtoul(name, NULL, 10);
		if (pid && status_number(pid, "\nUid:", 1, &of) && of == uid)
			add_threads(t, pid);
	}
	sys_dir_close(&proc);
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

/* Each once: a process may have been named twice, or with one of its threads. */
static uint32_t sort_ids(void *ids, uint32_t n)
{
	uint32_t *v = ids, kept = 0;
	if (n)
		qsort(v, n, sizeof *v, compare_ids);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || v[kept - 1] != v[i])
			v[kept++] = v[i];
	return kept;
}

/* As perf has it: processes go before threads, and those before a user. */
static void say_ignored(const struct capture_options *o)
{
	if (o->pids && o->tids)
		log_say(o->log, LOG_WARNING, "-p is given: -t %s is ignored", o->tids);
	if ((o->pids || o->tids) && o->user)
		log_say(o->log, LOG_WARNING, "%s is given: -u %s is ignored", o->pids ? "-p" : "-t",
		        o->user);
}

static int choose_attached(struct target *t, const struct capture_options *o, struct err *e)
{
	int rc = 0;
	t->attached = true;
	say_ignored(o);
	if (o->pids)
		rc = add_listed(t, o->pids, false, o, e);
	else if (o->tids)
		rc = add_listed(t, o->tids, true, o, e);
	else
		rc = add_user(t, o->user, e);
	if (rc < 0)
		return rc;
	t->n_tasks = sort_ids(t->tasks, t->n_tasks);
	t->n_pids = sort_ids(t->pids, t->n_pids);
	if (t->n_tasks)
		return 0;
	if (o->pids || o->tids)
		return err_set(e, ERR_SYS, "there is nothing to record");
	return err_set(e, ERR_SYS, "the user '%s' has no process", o->user);
}

/* ------------------------------------------------------------------ cgroups */

static int open_cgroup(struct target *t, const char *name, struct err *e)
{
	struct sys_dir dir;
	int rc = cgroup_open(&dir, name, e);
	if (rc < 0)
		return rc;
	VEC_ROOM(t->dirs, t->n_dirs, t->cap_dirs);
	t->dirs[t->n_dirs++] = dir;
	add_task(t, sys_dir_fd(&dir));
	return 0;
}

static int choose_cgroups(struct target *t, const char *names, struct err *e)
{
	char *text = mem_dup(names, strlen(names));
	int rc = 0;
	t->cgroups = true;
	for (char *name = text, *next; rc == 0 && name; name = next) {
		next = strchr(name, ',');
		if (next)
			*next++ = 0;
		rc = *name ? open_cgroup(t, name, e)
		           : err_set(e, ERR_USAGE, "'%s' is no list of cgroups", names);
	}
	free(text);
	return rc;
}

/* ------------------------------------------------------------------ */

static int choose_cpus(struct target *t, const struct capture_options *o, struct err *e)
{
	struct cpus online = { 0 };
	cpus_online(&online);
	if (!o->cpu_list) {
		t->cpus = online;
		return 0;
	}
	int rc = cpus_parse(o->cpu_list, &t->cpus, e);
	for (uint32_t i = 0; rc == 0 && i < t->cpus.n; i++)
		if (!cpus_have(&online, t->cpus.v[i]))
			rc = err_set(e, ERR_USAGE, "CPU %u is not online", t->cpus.v[i]);
	cpus_release(&online);
	return rc;
}

int target_choose(struct target *t, const struct capture_options *o, struct err *e)
{
	int rc = choose_cpus(t, o, e);
	if (rc < 0)
		return rc;
	t->per_thread = o->per_thread;
	if (o->pids || o->tids || o->user)
		return choose_attached(t, o, e);
	t->system_wide = o->all_cpus || o->cpu_list;
	if (o->cgroups)
		return choose_cgroups(t, o->cgroups, e);
	add_task(t, -1);
	return 0;
}

void target_set_command(struct target *t, int pid)
{
	t->tasks[0] = pid;
}

void target_release(struct target *t)
{
	for (uint32_t i = 0; i < t->n_dirs; i++)
		sys_dir_close(&t->dirs[i]);
	cpus_release(&t->cpus);
	free(t->tasks);
	free(t->pids);
	free(t->dirs);
	*t = (struct target){ 0 };
}

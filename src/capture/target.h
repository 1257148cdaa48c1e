/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whom to watch, and where. */
#ifndef PMREC_CAPTURE_TARGET_H
#define PMREC_CAPTURE_TARGET_H

#include "capture/capture.h"
#include "sys/sys.h"

struct cpus {
	uint32_t *v; /* ascending */
	uint32_t n, cap;
};

enum { CPUS_MAX = 8192 };

/* "0-3,7" -> 0 1 2 3 7. 0 or ERR_USAGE. */
int cpus_parse(const char *text, struct cpus *out, struct err *e);
bool cpus_have(const struct cpus *c, uint32_t cpu);
void cpus_online(struct cpus *out);
void cpus_release(struct cpus *c);

/* Whom to watch. An event is opened once for each place: a task on a CPU, or with per_thread a task
 * wherever it runs. */
struct target {
	struct cpus cpus;
	bool system_wide; /* all processes, or those of cgroups */
	bool attached;    /* tasks that run already, and may end at any time */
	bool cgroups;     /* a task is a cgroup, by an open fd */
	bool per_thread;
	int *tasks; /* tids; a single -1 = all */
	uint32_t n_tasks, cap_tasks;
	uint32_t *pids; /* attached: the processes that the tasks belong to, ascending */
	uint32_t n_pids, cap_pids;
	struct sys_dir *dirs; /* those of the cgroups */
	uint32_t n_dirs, cap_dirs;
};
int target_choose(struct target *t, const struct capture_options *o, struct err *e);
/* The only task, of a target that is not attached. */
void target_set_command(struct target *t, int pid);
void target_release(struct target *t);
/* "12,34" -> numbers. 0 or ERR_USAGE that names what. */
int target_parse_ids(const char *text, const char *what, int **v, uint32_t *n, uint32_t *cap,
                     struct err *e);

static inline uint32_t target_n_places(const struct target *t)
{
	return t->per_thread ? t->n_tasks : t->n_tasks * t->cpus.n;
}
/* The places that share a ring are those of one CPU. */
static inline uint32_t target_n_rings(const struct target *t)
{
	return t->per_thread ? t->n_tasks : t->cpus.n;
}
static inline uint32_t target_ring(const struct target *t, uint32_t place)
{
	return place % target_n_rings(t);
}
static inline int target_task(const struct target *t, uint32_t place)
{
	return t->tasks[t->per_thread ? place : place / t->cpus.n];
}
static inline int target_cpu(const struct target *t, uint32_t place)
{
	return t->per_thread ? -1 : (int)t->cpus.v[place % t->cpus.n];
}

/* ------------------------------------------------------------------ cgroups */

/* Where the hierarchy of the kernel's events is mounted, of a text of /proc/mounts, which is cut
 * up; false = none is. */
bool cgroup_mount(char *mounts, char *where, size_t n);
/* The folder of a cgroup. 0 or an error kind. */
int cgroup_open(struct sys_dir *out, const char *name, struct err *e);
struct walk;
/* Records of the numbers and names of all there are; that some are too deep is said. */
void cgroup_synth(struct walk *w, const struct log *log);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of CPUs, in the form of cpuset(7), "List format", and of processes; the places of a target.
 */
#include "../tap.h"

#include <stdio.h>
#include <stdlib.h>

#include "capture/internal.h"

static const struct {
	const char *text, *cpus; /* NULL = refused */
} lists[] = {
	{ "0", "0" },
	{ "0-3", "0 1 2 3" },
	{ "0,2", "0 2" },
	{ "2,0", "0 2" },
	{ "0-2,1-4", "0 1 2 3 4" },
	{ "5,5,5", "5" },
	{ "0-1,8", "0 1 8" },
	{ "8191", "8191" },
	{ "", NULL },
	{ "a", NULL },
	{ "1-", NULL },
	{ "-1", NULL },
	{ "3-1", NULL },
	{ "1,,2", NULL },
	{ "1,", NULL },
	{ "1 2", NULL },
	{ "8192", NULL },
	{ "0-99999999999", NULL },
	{ "18446744073709551616", NULL },
};

static const struct {
	const char *text;
	uint32_t n; /* 0 = refused */
	int last;
} ids[] = {
	{ "1", 1, 1 },          { "12,34", 2, 34 }, { "7,7,8", 3, 8 },
	{ "", 0, 0 },           { "0", 0, 0 },      { "-1", 0, 0 },
	{ "1,", 0, 0 },         { ",1", 0, 0 },     { "1,,2", 0, 0 },
	{ "1 2", 0, 0 },        { "1x", 0, 0 },     { "2147483647", 1, 2147483647 },
	{ "2147483648", 0, 0 },
};

static void check_ids(void)
{
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		int *v = NULL;
		uint32_t n = 0, cap = 0;
		int rc = target_parse_ids(ids[i].text, "threads", &v, &n, &cap, NULL);
		if (ids[i].n)
			ok(rc == 0 && n == ids[i].n && v[n - 1] == ids[i].last, "'%s'",
			   ids[i].text);
		else
			ok(rc == ERR_USAGE, "'%s' is refused", ids[i].text);
		free(v);
	}
}

/* Three tasks on CPUs 1 and 4: a task's places lie together, and share rings by CPU. */
static void check_places(void)
{
	uint32_t cpus[] = { 1, 4 };
	int tasks[] = { 10, 11, 12 };
	struct target t = { .cpus = { cpus, 2, 2 }, .tasks = tasks, .n_tasks = 3 };
	is_u64(target_n_places(&t), 6, "a place for each task and CPU");
	is_u64(target_n_rings(&t), 2, "a ring for each CPU");
	ok(target_task(&t, 3) == 11 && target_cpu(&t, 3) == 4 && target_ring(&t, 3) == 1,
	   "the second task on the second CPU");
	t.per_thread = true;
	is_u64(target_n_places(&t), 3, "by thread: a place for each task");
	is_u64(target_n_rings(&t), 3, "and as many rings");
	ok(target_task(&t, 2) == 12 && target_cpu(&t, 2) == -1 && target_ring(&t, 2) == 2,
	   "the third task, wherever it runs");
}

/* Lines as proc_pid_mounts(5) has them. */
static const struct {
	const char *text, *where; /* NULL = none */
} mounts[] = {
	{ "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n", "/sys/fs/cgroup" },
	{ "cgroup2 /u cgroup2 rw 0 0\ncgroup /p cgroup rw,perf_event 0 0\n", "/p" },
	{ "cgroup /p cgroup rw,perf_event 0 0\ncgroup2 /u cgroup2 rw 0 0\n", "/p" },
	{ "cgroup /cpu cgroup rw,cpu 0 0\ncgroup2 /u cgroup2 rw 0 0", "/u" },
	{ "cgroup /cpu cgroup rw,cpu 0 0\nproc /proc proc rw 0 0\n", NULL },
	{ "cgroup2\n", NULL },
	{ "a\\040b /with\\040space\\134\\011tab cgroup2 rw 0 0\n", "/with space\\\ttab" },
	{ "a /no\\04escape\\ cgroup2 rw 0 0\n", "/no\\04escape\\" },
	{ "", NULL },
};

static void check_mounts(void)
{
	for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++) {
		char text[200], where[100];
		snprintf(text, sizeof text, "%s", mounts[i].text);
		bool found = cgroup_mount(text, where, sizeof where);
		is_str(found ? where : NULL, mounts[i].where, "the hierarchy of the events");
	}
}

int main(void)
{
	check_ids();
	check_mounts();
	check_places();
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct cpus c = { 0 };
		struct err e = { 0 };
		struct buf b = { 0 };
		int rc = cpus_parse(lists[i].text, &c, &e);
		for (uint32_t k = 0; k < c.n; k++)
			buf_printf(&b, "%s%u", k ? " " : "", c.v[k]);
		if (lists[i].cpus)
			is_str(rc == 0 ? buf_cstr(&b) : NULL, lists[i].cpus, lists[i].text);
		else
			ok(rc == ERR_USAGE, "'%s' is refused", lists[i].text);
		cpus_release(&c);
		buf_release(&b);
	}
	return done_testing();
}

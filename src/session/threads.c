// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Threads and processes over time. A thread that has exited keeps its name and its mappings for
 * records that come late; a FORK record that brings its tid again replaces it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

enum { HUGE_PAGE_BYTES = 1 << 21 };

static uint64_t number_hash(uint32_t v)
{
	return hash_mix(v, 1);
}

static struct thread *thread_find(struct session *s, uint32_t tid)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->thread_table, number_hash(tid), &i)) != TABLE_NONE)
		if (s->threads[id]->tid == tid)
			return s->threads[id];
	return NULL;
}

static uint32_t process_get(struct session *s, uint32_t pid)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->process_table, number_hash(pid), &i)) != TABLE_NONE)
		if (s->processes[id].pid == pid)
			return id;
	VEC_ROOM(s->processes, s->n_processes, s->cap_processes);
	s->processes[s->n_processes] = (struct session_process){ pid, space_new() };
	table_add(&s->process_table, number_hash(pid), s->n_processes);
	return s->n_processes++;
}

static uint32_t nameless(struct session *s, uint32_t tid)
{
	char text[16];
	snprintf(text, sizeof text, ":%d", (int)tid);
	return intern(&s->texts, text);
}

struct thread *thread_get(struct session *s, uint32_t pid, uint32_t tid)
{
	struct thread *t = thread_find(s, tid);
	/* The idle threads all have tid 0, and so has what a recorder in a container cannot see. */
	if (t && (t->pid == pid || pid == UINT32_MAX || tid == 0))
		return t;
	if (!t) {
		t = mem_new(sizeof *t);
		t->tid = tid;
		VEC_ROOM(s->threads, s->n_threads, s->cap_threads);
		s->threads[s->n_threads] = t;
		table_add(&s->thread_table, number_hash(tid), s->n_threads++);
	}
	/* The tid is new, or another process's by now. */
	t->pid = pid == UINT32_MAX ? tid : pid;
	t->has_comm = false;
	t->comm = nameless(s, t->tid);
	t->process = process_get(s, t->pid);
	return t;
}

/* Give a process other mappings. */
static void process_space(struct session *s, uint32_t process, struct space *sp)
{
	space_free(s, s->processes[process].space);
	s->processes[process].space = sp;
}

void thread_comm(struct session *s, const struct body_comm *c, bool exec)
{
	struct thread *t = thread_get(s, c->pid, c->tid);
	t->comm = intern(&s->texts, c->comm);
	t->has_comm = true;
	if (exec)
		process_space(s, t->process, space_new());
}

struct thread *thread_fork(struct session *s, const struct body_task *f, bool exec)
{
	const struct thread *parent = thread_get(s, f->ppid, f->ptid);
	struct thread *t = thread_get(s, f->pid, f->tid);
	/* What the parent is called for want of a name is its own number. */
	t->comm = parent->has_comm ? parent->comm : nameless(s, t->tid);
	t->has_comm = parent->has_comm;
	if (t->process != parent->process) {
		const struct space *from = s->processes[parent->process].space;
		/* A synthesized record tells of a process that lives already: its own mappings
		 * follow. */
		process_space(s, t->process, exec ? space_new() : space_copy(from));
	}
	return t;
}

/* A program may move its text into huge pages, which have no file: anonymous memory in the middle
 * of a file's mapping, all of it huge pages. The code is still the file's. */
static bool is_text_moved(const struct session *s, struct space *sp, const struct mapping *m)
{
	uint32_t at = space_find(sp, m->start);
	return at && m->start % HUGE_PAGE_BYTES == 0 && m->end % HUGE_PAGE_BYTES == 0 &&
	       space_find(sp, m->end - 1) == at && session_file_of(s, at)->kind == FILE_USER;
}

struct thread *thread_mmap(struct session *s, const struct body_mmap *m)
{
	struct thread *t = thread_get(s, m->pid, m->tid);
	struct space *sp = s->processes[t->process].space;
	struct mapping map = { .start = m->start, .end = m->start + m->len, .pgoff = m->pgoff };
	if (map.end <= map.start)
		return t;
	map.file = file_of_mmap(s, m, t->pid);
	if (s->files[map.file].kind == FILE_ANON && is_text_moved(s, sp, &map))
		return t;
	space_add(s, sp, mapping_intern(s, map));
	return t;
}

void threads_init(struct session *s)
{
	struct thread *idle = thread_get(s, 0, 0);
	idle->comm = intern(&s->texts, "swapper");
	idle->has_comm = true;
}

void threads_release(struct session *s)
{
	for (uint32_t i = 0; i < s->n_threads; i++)
		free(s->threads[i]);
	for (uint32_t i = 0; i < s->n_processes; i++)
		space_free(s, s->processes[i].space);
	free(s->threads);
	free(s->processes);
	table_release(&s->thread_table);
	table_release(&s->process_table);
}

/* The kernel has -1 for both numbers of a thread that it has let go of already, at its last steps:
 * as in perf all such are one thread, which has no name but ":-1". */
const struct thread *session_thread(struct session *s, uint32_t pid, uint32_t tid)
{
	return thread_get(s, pid, tid == UINT32_MAX ? pid : tid);
}

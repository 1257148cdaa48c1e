// SPDX-License-Identifier: GPL-2.0-or-later
/* The threads of a profile, for formats that show each apart. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"

static uint32_t thread_intern(struct export_threads *t, struct table *seen,
                              const struct profile_entry *e, bool by_event)
{
	struct export_thread x = { .pid = e->pid, .tid = e->tid, .event = by_event ? e->event : 0 };
	uint64_t hash = hash_mix((uint64_t)x.pid << 32 | x.tid, x.event);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(seen, hash, &i)) != TABLE_NONE)
		if (t->v[id].pid == x.pid && t->v[id].tid == x.tid && t->v[id].event == x.event)
			return id;
	VEC_ROOM(t->v, t->n, t->cap);
	t->v[t->n] = x;
	table_add(seen, hash, t->n);
	return t->n++;
}

/* What its first thread is called, or else the one at hand. */
static void name_processes(struct export_threads *t)
{
	struct table leaders = { 0 };
	for (uint32_t i = 0; i < t->n; i++)
		if (t->v[i].pid == t->v[i].tid)
			table_add(&leaders, hash_mix(t->v[i].pid, 0), i);
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t at = TABLE_START, id;
		while ((id = table_probe(&leaders, hash_mix(t->v[i].pid, 0), &at)) != TABLE_NONE)
			if (t->v[id].pid == t->v[i].pid)
				break;
		t->v[i].process_comm = t->v[id == TABLE_NONE ? i : id].comm;
	}
	table_release(&leaders);
}

void export_threads_build(struct export_threads *t, const struct profile *p, bool by_event)
{
	struct table seen = { 0 };
	*t = (struct export_threads){ .of_entry =
		                              mem_new((p->n + (size_t)1) * sizeof *t->of_entry) };
	for (uint32_t i = 0; i < p->n; i++)
		t->of_entry[i] = thread_intern(t, &seen, &p->v[i], by_event);
	for (uint32_t i = 0; i < p->n_samples; i++) {
		struct export_thread *thread = &t->v[t->of_entry[p->samples[i].entry]];
		thread->comm = p->v[p->samples[i].entry].comm;
		thread->n_samples++;
	}
	name_processes(t);
	table_release(&seen);
}

void export_threads_release(struct export_threads *t)
{
	free(t->v);
	free(t->of_entry);
	*t = (struct export_threads){ 0 };
}

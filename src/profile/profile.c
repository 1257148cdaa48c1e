// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/profile.h"

#include <stdlib.h>

#include "base/alloc.h"

void profile_add(struct profile *p, uint32_t stack, const struct session_event *ev, unsigned keys)
{
	const struct sample_id *sid = &ev->sample.id;
	struct profile_entry x = { .stack = stack,
				   .comm = ev->thread->comm,
				   .pid = keys & PROFILE_PID ? ev->thread->pid : 0,
				   .tid = keys & PROFILE_TID ? ev->thread->tid : 0,
				   .cpu = keys & PROFILE_CPU ? sid->cpu : 0 };
	uint64_t hash = hash_mix((uint64_t)stack << 32 | x.comm, (uint64_t)x.pid << 32 | x.tid) ^ x.cpu;
	uint32_t i = TABLE_START, id;
	p->weight += ev->sample.period;
	p->samples++;
	while ((id = table_probe(&p->table, hash, &i)) != TABLE_NONE) {
		struct profile_entry *k = &p->v[id];
		if (k->stack == stack && k->comm == x.comm && k->pid == x.pid && k->tid == x.tid &&
		    k->cpu == x.cpu) {
			k->weight += ev->sample.period;
			k->samples++;
			return;
		}
	}
	x.weight = ev->sample.period;
	x.samples = 1;
	VEC_ROOM(p->v, p->n, p->cap);
	p->v[p->n] = x;
	table_add(&p->table, hash, p->n++);
}

void profile_release(struct profile *p)
{
	free(p->v);
	table_release(&p->table);
	*p = (struct profile){ 0 };
}

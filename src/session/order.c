// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Order by time. A recorder drains its rings in rounds and says so with FINISHED_ROUND: what comes
 * after the end of a round is not older than the newest record at the end of the round before it.
 * So at each such record everything up to that time is handed out. Without rounds everything waits
 * for the end of the file. A record costs 16 bytes while it waits.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

void order_add(struct order *o, uint64_t time_ns, const unsigned char *p)
{
	VEC_ROOM(o->v, o->n, o->cap);
	o->v[o->n++] = (struct sort_pair){ time_ns, (uintptr_t)p };
	if (time_ns > o->newest_ns)
		o->newest_ns = time_ns;
}

static void order_sort(struct order *o)
{
	if (o->at) /* what was handed out makes room */
		memmove(o->v, o->v + o->at, (o->n - o->at) * sizeof *o->v);
	o->n -= o->at;
	o->at = o->ready = 0;
	if (o->cap_tmp < o->n) {
		o->cap_tmp = o->cap;
		o->tmp = mem_resize(o->tmp, o->cap_tmp, sizeof *o->tmp);
	}
	sort_pairs(o->v, o->tmp, o->n);
}

void order_round(struct order *o)
{
	order_sort(o);
	while (o->ready < o->n && o->v[o->ready].key <= o->flush_ns)
		o->ready++;
	o->flush_ns = o->newest_ns;
}

void order_finish(struct order *o)
{
	order_sort(o);
	o->ready = o->n;
}

bool order_next(struct order *o, const unsigned char **p)
{
	if (o->at == o->ready)
		return false;
	*p = (const unsigned char *)(uintptr_t)o->v[o->at++].value;
	return true;
}

void order_release(struct order *o)
{
	free(o->v);
	free(o->tmp);
	*o = (struct order){ 0 };
}

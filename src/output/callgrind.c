// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Callgrind's format (valgrind's manual, "Callgrind Format Specification"). Its readers take for a
 * function's inclusive cost its own and that of all its calls, or that of all calls of it. So that
 * either comes out as what lies in and below it, a function that a stack has several times stands
 * there where it is innermost alone: who recurses is called once.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"

struct call {
	uint32_t from, to; /* frames */
	uint64_t weight;
	uint32_t next; /* of the same caller: index + 1 */
};

struct callgrind {
	struct frame_ids names;
	struct call *calls;
	uint32_t n_calls, cap_calls;
	struct table call_table;
	uint64_t *own;               /* by frame */
	uint32_t *first, *seen, cap; /* by frame: calls + 1; the last stack it was in + 1 */
	bool *is_named[2]; /* objects and functions have numbers of their own; by text: it was there
	                      before with its number */
};

static void frame_room(struct callgrind *g)
{
	uint32_t n = g->names.frames->cap;
	if (n <= g->cap)
		return;
	g->own = mem_resize(g->own, n, sizeof *g->own);
	g->first = mem_resize(g->first, n, sizeof *g->first);
	g->seen = mem_resize(g->seen, n, sizeof *g->seen);
	memset(g->own + g->cap, 0, (n - g->cap) * sizeof *g->own);
	memset(g->first + g->cap, 0, (n - g->cap) * sizeof *g->first);
	memset(g->seen + g->cap, 0, (n - g->cap) * sizeof *g->seen);
	g->cap = n;
}

static void call_add(struct callgrind *g, uint32_t from, uint32_t to, uint64_t weight)
{
	uint64_t hash = hash_mix(from, to);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&g->call_table, hash, &i)) != TABLE_NONE)
		if (g->calls[id].from == from && g->calls[id].to == to)
			break;
	if (id == TABLE_NONE) {
		VEC_ROOM(g->calls, g->n_calls, g->cap_calls);
		g->calls[id = g->n_calls++] = (struct call){ from, to, 0, g->first[from] };
		g->first[from] = id + 1;
		table_add(&g->call_table, hash, id);
	}
	g->calls[id].weight += weight;
}

/* The i-th frame from outside, that of the comm being the outermost. */
static uint32_t frame_at(struct callgrind *g, const struct profile_entry *e, uint32_t i)
{
	const struct stacks *st = &g->names.profile->stacks;
	const struct stack *k = &st->v[e->stack];
	uint32_t frame = i ? frame_of_function(&g->names, st->frames[k->first + k->n - i])
	                   : frame_of_comm(&g->names, e->comm);
	frame_room(g);
	return frame;
}

static void entry_add(struct callgrind *g, const struct profile_entry *e, uint32_t mark)
{
	uint32_t n = g->names.profile->stacks.v[e->stack].n, leaf = frame_at(g, e, n);
	g->own[leaf] += e->weight;
	g->seen[leaf] = mark;
	for (uint32_t i = n, inner = leaf; i--;) {
		uint32_t frame = frame_at(g, e, i);
		if (g->seen[frame] == mark)
			continue;
		g->seen[frame] = mark;
		call_add(g, frame, inner, e->weight);
		inner = frame;
	}
}

/* "fn=(3) name", and without the name when it was there before. */
static void put_name(struct buf *b, struct callgrind *g, const char *what, uint32_t text)
{
	bool *is_named = g->is_named[strchr(what, 'f') != NULL];
	const struct intern_text *t = &g->names.frames->texts.v[text];
	buf_printf(b, "%s=(%u)", what, text + 1);
	if (!is_named[text]) {
		buf_char(b, ' ');
		buf_add(b, t->n ? t->s : "[thread]", t->n ? t->n : strlen("[thread]"));
	}
	is_named[text] = true;
	buf_char(b, '\n');
}

static void put_cost(struct buf *b, uint64_t weight)
{
	buf_str(b, "0 ");
	buf_u64(b, weight);
	buf_char(b, '\n');
}

static void put_frame(struct buf *b, struct callgrind *g, uint32_t frame)
{
	const struct frame_shown *v = g->names.frames->v;
	buf_char(b, '\n');
	put_name(b, g, "ob", v[frame].module);
	put_name(b, g, "fn", v[frame].name);
	put_cost(b, g->own[frame]);
	for (uint32_t c = g->first[frame]; c; c = g->calls[c - 1].next) {
		put_name(b, g, "cob", v[g->calls[c - 1].to].module);
		put_name(b, g, "cfn", v[g->calls[c - 1].to].name);
		buf_str(b, "calls=1 0\n");
		put_cost(b, g->calls[c - 1].weight);
	}
}

static void callgrind_end(struct exporter *x)
{
	const struct data_event *events = x->places->session->data->events;
	const struct profile *p = x->profile;
	struct buf *out = x->out;
	struct frames frames = { 0 };
	struct callgrind g = { 0 };
	uint64_t sum = 0;
	frame_ids_init(&g.names, &frames, p);
	for (uint32_t i = 0; i < p->n; i++) {
		if (strcmp(events[p->v[i].event].name, x->event))
			continue;
		entry_add(&g, &p->v[i], i + 1);
		sum += p->v[i].weight;
	}
	for (unsigned i = 0; i < 2; i++)
		g.is_named[i] = mem_new(g.names.frames->texts.n + (size_t)1);
	buf_str(out, "# callgrind format\nversion: 1\ncreator: pmrec\ncmd: ");
	buf_text(out, x->title);
	buf_str(out, "\npositions: line\nevents: ");
	/* The name of an event may have no space there. */
	for (const char *s = x->event; *s; s++)
		buf_char(out, *s > ' ' && *s < 0x7f ? *s : '_');
	buf_str(out, "\nsummary: ");
	buf_u64(out, sum);
	/* Source files are not told, and a reader that wants one would complain of each line. */
	buf_str(out, "\n\nfl=(1) ???\n");
	for (uint32_t i = 0; i < g.names.frames->n; i++)
		put_frame(out, &g, i);
	frame_ids_release(&g.names);
	frames_release(&frames);
	free(g.calls);
	table_release(&g.call_table);
	free(g.own);
	free(g.first);
	free(g.seen);
	free(g.is_named[0]);
	free(g.is_named[1]);
}

const struct export_format export_callgrind = { .end = callgrind_end };

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The histogram behind `report`: a profile's entries grouped by the sort keys. With children a
 * group also gets the weight of the stacks it is on, once a stack, however often it recurs there.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

/* Keys that tell functions of one file apart. */
#define FUNCTION_KEYS (1u << SORT_SYM | 1u << SORT_SRCLINE | 1u << SORT_SRCFILE)

/* What tells the groups of one function apart; 0 where it is not sorted by. */
struct who {
	uint32_t comm, pid, tid, cpu;
};

static struct who who_of(const struct profile_entry *e, unsigned keys)
{
	bool threads = keys & (1 << SORT_PID | 1 << SORT_TID);
	return (struct who){ .comm = threads || keys & 1 << SORT_COMM ? e->comm : 0,
		             .pid = keys & 1 << SORT_TGID ? e->pid : 0,
		             .tid = threads ? e->tid : 0,
		             .cpu = keys & 1 << SORT_CPU ? e->cpu : 0 };
}

/* The entries of an event, those of one who behind each other. */
struct by_who {
	struct who *whos;
	uint32_t n_whos, cap_whos;
	uint32_t *ends;    /* of each who in entries */
	uint32_t *entries; /* indices */
	struct table table;
};

static uint32_t who_intern(struct by_who *b, struct who w)
{
	uint64_t hash = hash_mix((uint64_t)w.comm << 32 | w.tid, (uint64_t)w.pid << 32 | w.cpu);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&b->table, hash, &i)) != TABLE_NONE)
		if (memcmp(&b->whos[id], &w, sizeof w) == 0)
			return id;
	VEC_ROOM(b->whos, b->n_whos, b->cap_whos);
	b->whos[b->n_whos] = w;
	table_add(&b->table, hash, b->n_whos);
	return b->n_whos++;
}

static void by_who_init(struct by_who *b, const struct profile *p, uint32_t event, unsigned keys)
{
	*b = (struct by_who){ 0 };
	uint32_t *who = mem_resize(NULL, p->n, sizeof *who), at = 0;
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].event == event)
			who[i] = who_intern(b, who_of(&p->v[i], keys));
	b->ends = mem_new(b->n_whos * sizeof *b->ends);
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].event == event)
			b->ends[who[i]]++;
	for (uint32_t w = 0; w < b->n_whos; w++) { /* from counts to beginnings */
		uint32_t count = b->ends[w];
		b->ends[w] = at;
		at += count;
	}
	b->entries = mem_resize(NULL, at, sizeof *b->entries);
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].event == event)
			b->entries[b->ends[who[i]]++] = i; /* and on to the ends */
	free(who);
}

static void by_who_release(struct by_who *b)
{
	free(b->whos);
	free(b->ends);
	free(b->entries);
	table_release(&b->table);
}

/* A stack's frames in the order of the chains: as they are, or for trees that are drawn from the
 * outermost function from there inwards. */
struct ordered {
	const uint32_t *v;
	int step;
	uint32_t n;
};

/*
 * The walk over one who's entries: the first adds up the weights, the second notes the chains of
 * those groups that can show a branch. Most groups of a large recording are too small for one.
 */
struct hist_walk {
	struct hist *h;
	const struct hist_options *o;
	const struct profile *profile;
	struct who who;
	struct ordered frames;
	uint32_t *kinds; /* by function: the one that stands for it in groups; NULL = itself */
	/* The group of a function (of a file, when functions are not told apart), if it is of this
	 * who. */
	struct hist_slot {
		uint32_t who, group; /* who: its index + 1 */
	} *slots;
	uint32_t who_stamp;
	uint32_t *stamps, n_stamps; /* by group: the stack that last gave it its weight */
	uint32_t stack_stamp;
	bool chains;
};

static struct ordered order_frames(const struct profile *p, const struct hist_options *o,
                                   const struct profile_entry *e)
{
	const struct stack *k = &p->stacks.v[e->stack];
	const uint32_t *v = p->stacks.frames + k->first;
	uint32_t n = k->n < o->max_stack ? k->n : o->max_stack;
	return n && o->chains == CHAIN_CALLER ? (struct ordered){ v + n - 1, -1, n }
	                                      : (struct ordered){ v, 1, n };
}

static uint32_t hist_add(struct hist_walk *w, uint32_t function, uint32_t file)
{
	struct hist *h = w->h;
	unsigned keys = w->o->keys;
	VEC_ROOM(h->v, h->n, h->cap);
	h->v[h->n] = (struct hist_entry){
		.comm = w->who.comm,
		.pid = w->who.pid,
		.tid = w->who.tid,
		.cpu = w->who.cpu,
		.file = keys & 1 << SORT_DSO ? file : 0,
		.function = keys & FUNCTION_KEYS ? function : 0,
		.example = function,
	};
	return h->n++;
}

/* The group of a function of this who. */
static uint32_t hist_group(struct hist_walk *w, uint32_t function)
{
	uint32_t at = 0, file = 0;
	if (w->kinds)
		function = w->kinds[function];
	if (w->o->keys & FUNCTION_KEYS)
		at = function;
	else if (w->o->keys & 1 << SORT_DSO)
		at = file = w->h->places->functions[function].file;
	struct hist_slot *slot = &w->slots[at];
	if (slot->who != w->who_stamp) {
		file = w->h->places->functions[function].file;
		*slot = (struct hist_slot){ w->who_stamp, hist_add(w, function, file) };
	}
	return slot->group;
}

/* The weight of an entry by where its own function runs; what the hypervisor has is in none. */
static void mode_add(struct hist_walk *w, uint32_t group, const struct profile_entry *e)
{
	static const uint8_t numbers[] = { [ABI_MISC_KERNEL] = NUMBER_SYS,
		                           [ABI_MISC_USER] = NUMBER_USER,
		                           [ABI_MISC_GUEST_KERNEL] = NUMBER_GUEST_SYS,
		                           [ABI_MISC_GUEST_USER] = NUMBER_GUEST_USER };
	const struct profile *p = w->profile;
	uint8_t mode = p->stacks.places->functions[p->stacks.v[e->stack].leaf].mode;
	uint8_t number = mode < sizeof numbers ? numbers[mode] : 0;
	if (number)
		w->h->v[group].by_mode[number - NUMBER_SYS] += e->weight;
}

/* True the first time a group is met for a stack. */
static bool seen_first(struct hist_walk *w, uint32_t group)
{
	if (group >= w->n_stamps) {
		w->stamps = mem_resize(w->stamps, w->h->cap, sizeof *w->stamps);
		memset(w->stamps + w->n_stamps, 0, (w->h->cap - w->n_stamps) * sizeof *w->stamps);
		w->n_stamps = w->h->cap;
	}
	bool first = w->stamps[group] != w->stack_stamp;
	w->stamps[group] = w->stack_stamp;
	return first;
}

/* A group that is on the stack of an entry: its chain begins at frame from. */
static void hist_visit(struct hist_walk *w, uint32_t entry, uint32_t group, uint32_t from)
{
	struct hist *h = w->h;
	struct hist_entry *x = &h->v[group];
	if (!w->chains) {
		x->children += w->profile->v[entry].weight;
		x->n_chains += from < w->frames.n;
	} else if (x->children >= w->o->chain_min && from < w->frames.n) {
		h->chains[x->first_chain + x->n_chains++] = (struct hist_chain){ entry, from };
	}
}

static void hist_stack(struct hist_walk *w, uint32_t entry)
{
	struct hist *h = w->h;
	const struct profile_entry *e = &w->profile->v[entry];
	uint32_t self = hist_group(w, w->profile->stacks.v[e->stack].leaf);
	w->stack_stamp++;
	if (!w->chains) {
		h->v[self].self += e->weight;
		h->v[self].self_samples += e->samples;
		if (w->o->modes)
			mode_add(w, self, e);
	}
	w->frames = order_frames(w->profile, w->o, e);
	hist_visit(w, entry, self, 0);
	if (!w->o->children)
		return;
	seen_first(w, self);
	const uint32_t *f = w->frames.v;
	for (uint32_t i = 0; i < w->frames.n; i++, f += w->frames.step) {
		uint32_t group = hist_group(w, *f);
		if (seen_first(w, group))
			hist_visit(w, entry, group, i);
	}
}

/* Room for the chains of the groups from this one on. */
static void hist_chain_room(struct hist *h, uint32_t from)
{
	for (uint32_t i = from; i < h->n; i++) {
		struct hist_entry *x = &h->v[i];
		x->first_chain = h->n_chains;
		if (x->children >= h->options.chain_min)
			h->n_chains += x->n_chains;
		x->n_chains = 0;
	}
	if (h->n_chains > h->cap_chains) {
		h->cap_chains = h->n_chains + h->n_chains / 2;
		h->chains = mem_resize(h->chains, h->cap_chains, sizeof *h->chains);
	}
}

static void hist_pass(struct hist_walk *w, const uint32_t *entries, uint32_t n, bool chains)
{
	w->chains = chains;
	for (uint32_t k = 0; k < n; k++)
		hist_stack(w, entries[k]);
}

void hist_build(struct hist *h, const struct profile *p, uint32_t event,
                const struct hist_options *o)
{
	struct hist_walk w = { .h = h, .o = o, .profile = p };
	const struct places *places = p->stacks.places;
	struct by_who b;
	*h = (struct hist){ .places = places, .profile = p, .options = *o };
	by_who_init(&b, p, event, o->keys);
	w.kinds = function_kinds(places, o->keys);
	uint32_t n_files = places->session->n_files, n_functions = places->n_functions;
	w.slots = mem_new((n_functions > n_files ? n_functions : n_files) * sizeof *w.slots);
	for (uint32_t i = 0, begin = 0; i < b.n_whos; begin = b.ends[i++]) {
		uint32_t first = h->n;
		w.who = b.whos[i];
		w.who_stamp = i + 1;
		hist_pass(&w, b.entries + begin, b.ends[i] - begin, false);
		if (o->chains == CHAIN_NONE)
			continue;
		hist_chain_room(h, first);
		hist_pass(&w, b.entries + begin, b.ends[i] - begin, true);
	}
	if (o->chains != CHAIN_NONE) {
		h->drawn = o->chain_lines ? NULL : function_kinds(places, 1u << SORT_SYM);
		chains_init(&h->trees, places, h->drawn, o->chains == CHAIN_CALLER ? -1 : 1);
	}
	free(w.slots);
	free(w.kinds);
	free(w.stamps);
	by_who_release(&b);
}

struct chain_node *hist_tree(struct hist *h, const struct hist_entry *x)
{
	if (!x->n_chains || h->options.chains == CHAIN_NONE)
		return NULL;
	struct chain *v = mem_resize(NULL, x->n_chains, sizeof *v);
	for (uint32_t i = 0; i < x->n_chains; i++) {
		const struct hist_chain *c = &h->chains[x->first_chain + i];
		const struct profile_entry *e = &h->profile->v[c->entry];
		struct ordered frames = order_frames(h->profile, &h->options, e);
		v[i] = (struct chain){ .v = frames.v + frames.step * (ptrdiff_t)c->from,
			               .n = frames.n - c->from,
			               .weight = e->weight };
	}
	struct chain_node *root = chain_tree(&h->trees, v, x->n_chains, h->options.chain_min);
	free(v);
	return root;
}

void hist_release(struct hist *h)
{
	free(h->v);
	free(h->chains);
	free(h->drawn);
	chains_release(&h->trees);
	*h = (struct hist){ 0 };
}

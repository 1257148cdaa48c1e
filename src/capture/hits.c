// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which addresses samples hold: their own, those of their call chains and branches. Records come in
 * the order of the file, not of time; so each address of a process is kept once, and belongs to
 * whatever the process, or one that it began as a copy of, ever had mapped there. That may be a
 * little more than what was hit, and no less.
 *
 * Addresses of processes become places in files, which are far fewer, whenever there are many.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "capture/hit_maps.h"
#include "unwind/unwind.h"

enum {
	ADDRESSES_MAX = 1 << 20, /* 32 MB with their table */
	PLACES_MAX = 1 << 20,    /* as much */
	RECENT = 4096,           /* a power of two */
	ANCESTORS_MAX = 64,
};

struct address {
	uint64_t ip;
	uint32_t process;
	bool is_caller;
};

struct hits {
	struct data_event *events;
	uint32_t n_events;
	bool is_uniform; /* samples of all events look alike */
	struct plan_ids ids;

	struct address *v;
	uint32_t n, cap;
	struct table table;
	struct address recent[RECENT];

	struct hit_maps maps;

	struct hit_place *places;
	uint32_t n_places, cap_places;
	struct table place_table;
	uint64_t n_refused;
};

/* ------------------------------------------------------------------ events */

static bool looks_alike(const struct abi_attr *a, const struct abi_attr *b)
{
	return a->sample_type == b->sample_type && a->read_format == b->read_format &&
	       a->branch_sample_type == b->branch_sample_type &&
	       a->sample_regs_user == b->sample_regs_user &&
	       a->sample_regs_intr == b->sample_regs_intr;
}

struct hits *hits_new(const struct plan *p)
{
	struct hits *h = mem_new(sizeof *h);
	h->events = mem_new(p->n_events * sizeof *h->events);
	h->n_events = p->n_events;
	h->is_uniform = true;
	for (uint32_t i = 0; i < p->n_events; i++) {
		const struct write_event *ev = &p->written[i];
		h->events[i] = (struct data_event){ .attr = ev->attr, .name = ev->name };
		h->is_uniform = h->is_uniform && looks_alike(&ev->attr, &p->written[0].attr);
	}
	plan_ids_init(&h->ids, p);
	memset(h->recent, 0xff, sizeof h->recent);
	return h;
}

void hits_free(struct hits *h)
{
	if (!h)
		return;
	plan_ids_release(&h->ids);
	table_release(&h->table);
	table_release(&h->place_table);
	hit_maps_release(&h->maps);
	free(h->events);
	free(h->v);
	free(h->places);
	free(h);
}

/* Every event has IDENTIFIER: its id is the first word. */
static const struct data_event *event_of(const struct hits *h, const struct record *r)
{
	if (h->is_uniform || r->n < ABI_HEADER_BYTES + 8)
		return &h->events[0];
	uint32_t event = plan_ids_event(&h->ids, load64(r->p + ABI_HEADER_BYTES));
	return event == TABLE_NONE ? NULL : &h->events[event];
}

/* TID is the first word of the trailer. */
uint32_t hits_trailer_pid(const struct hits *h, const struct record *r)
{
	const uint64_t words = ABI_SAMPLE_TID | ABI_SAMPLE_TIME | ABI_SAMPLE_ID |
	                       ABI_SAMPLE_STREAM_ID | ABI_SAMPLE_CPU | ABI_SAMPLE_IDENTIFIER;
	uint64_t type = h->events[0].attr.sample_type & words;
	uint32_t n = 8 * (uint32_t)__builtin_popcountll(type);
	return type & ABI_SAMPLE_TID && r->n >= ABI_HEADER_BYTES + n ? load32(r->p + r->n - n) : 0;
}

void hits_mapping(struct hits *h, uint32_t process, const struct body_mmap *m, uint8_t mode)
{
	hit_maps_add(&h->maps, process, m, mode);
}

/* ------------------------------------------------------------------ addresses */

static void add_address(struct hits *h, struct address a)
{
	uint64_t hash = hash_mix(a.ip, (uint64_t)a.process << 1 | a.is_caller);
	struct address *recent = &h->recent[hash % RECENT];
	if (recent->ip == a.ip && recent->process == a.process && recent->is_caller == a.is_caller)
		return;
	*recent = a;
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&h->table, hash, &i)) != TABLE_NONE)
		if (h->v[id].ip == a.ip && h->v[id].process == a.process &&
		    h->v[id].is_caller == a.is_caller)
			return;
	if (h->n == ADDRESSES_MAX) {
		h->n_refused++;
		return;
	}
	VEC_ROOM(h->v, h->n, h->cap);
	h->v[h->n] = a;
	table_add(&h->table, hash, h->n++);
}

static void add_moded(struct hits *h, uint32_t process, uint64_t ip, uint8_t mode, bool is_caller)
{
	if (mode == ABI_MISC_KERNEL)
		add_address(h, (struct address){ ip, HIT_KERNEL, is_caller });
	else if (mode == ABI_MISC_USER)
		add_address(h, (struct address){ ip, process, is_caller });
}

static void add_any(struct hits *h, uint32_t process, uint64_t ip)
{
	if (ip)
		add_moded(h, process, ip, ip >> 63 ? ABI_MISC_KERNEL : ABI_MISC_USER, false);
}

static void add_chain(struct hits *h, uint32_t process, struct words chain, uint8_t mode)
{
	struct chain_walk w;
	struct chain_frame f;
	chain_walk_init(&w, chain, (struct words){ 0 }, mode);
	while (chain_next(&w, &f))
		add_moded(h, process, f.ip, f.mode, f.is_caller);
}

void hits_sample(struct hits *h, uint32_t process, const struct record *r)
{
	struct sample s;
	const struct data_event *ev = event_of(h, r);
	uint8_t mode = r->misc & ABI_MISC_CPUMODE_MASK;
	if (!ev || data_sample(ev, r, &s, NULL) < 0)
		return;
	add_moded(h, process, s.ip, mode, false);
	add_any(h, process, s.addr);
	add_chain(h, process, s.chain, mode);
	for (uint64_t i = 0; i + 3 <= s.branches.n; i += 3) {
		add_any(h, process, words_at(s.branches, i));
		add_any(h, process, words_at(s.branches, i + 1));
	}
}

/* The words of such a record are user addresses, without a mark before them. */
void hits_deferred(struct hits *h, uint32_t process, const struct record *r)
{
	struct body_deferred d;
	if (body_deferred(r, NULL, &d, NULL) == 0)
		add_chain(h, process, d.ips, ABI_MISC_USER);
}

/* ------------------------------------------------------------------ addresses become places */

static void add_place(struct hits *h, struct hit_place at)
{
	uint64_t hash = hash_mix(at.addr, (uint64_t)at.file << 1 | at.is_caller);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&h->place_table, hash, &i)) != TABLE_NONE)
		if (h->places[id].addr == at.addr && h->places[id].file == at.file &&
		    h->places[id].is_caller == at.is_caller)
			return;
	if (h->n_places == PLACES_MAX) {
		h->n_refused++;
		return;
	}
	VEC_ROOM(h->places, h->n_places, h->cap_places);
	h->places[h->n_places] = at;
	table_add(&h->place_table, hash, h->n_places++);
}

/* In all that a process ever had there; of the kernel and a module the module. */
static void places_of(struct hits *h, const struct address *a, uint32_t process)
{
	const struct hit_map *m;
	uint32_t at = HIT_MAPS_START;
	while ((m = hit_maps_holding(&h->maps, process, a->ip, &at))) {
		uint64_t addr = file_kind_has_offsets(h->maps.files[m->file].kind)
		                        ? a->ip - m->start + m->pgoff
		                        : a->ip;
		add_place(h, (struct hit_place){ addr, m->file, a->is_caller });
		if (process == HIT_KERNEL)
			return;
	}
}

void hits_finish(struct hits *h, hits_parent *parent_of, void *ctx)
{
	hit_maps_sort(&h->maps);
	for (uint32_t i = 0; i < h->n; i++) {
		uint32_t process = h->v[i].process;
		for (int step = 0; step < ANCESTORS_MAX; step++) {
			places_of(h, &h->v[i], process);
			uint32_t up = process == HIT_KERNEL ? process : parent_of(ctx, process);
			if (up == process)
				break;
			process = up;
		}
	}
	table_release(&h->table);
	h->n = 0;
	memset(h->recent, 0xff, sizeof h->recent);
}

void hits_round(struct hits *h, hits_parent *parent_of, void *ctx)
{
	if (h->n > ADDRESSES_MAX / 2)
		hits_finish(h, parent_of, ctx);
}

/* ------------------------------------------------------------------ what was found */

static int place_before(const void *a, const void *b, void *ctx)
{
	const struct hit_place *x = a, *y = b;
	(void)ctx;
	return x->file != y->file ? x->file < y->file : x->addr < y->addr;
}

const struct hit_place *hits_places(struct hits *h, uint32_t *n)
{
	struct hit_place **order = mem_resize(NULL, h->n_places, sizeof *order);
	struct hit_place *sorted = mem_resize(NULL, h->n_places, sizeof *sorted);
	for (uint32_t i = 0; i < h->n_places; i++)
		order[i] = &h->places[i];
	sort_pointers(order, h->n_places, place_before, NULL);
	for (uint32_t i = 0; i < h->n_places; i++)
		sorted[i] = *order[i];
	free(order);
	free(h->places);
	table_release(&h->place_table);
	h->places = sorted;
	h->cap_places = *n = h->n_places;
	return h->places;
}

const struct hit_file *hits_files(const struct hits *h, uint32_t *n)
{
	*n = h->maps.n_files;
	return h->maps.files;
}

uint64_t hits_n_refused(const struct hits *h)
{
	return h->n_refused + h->maps.n_refused;
}

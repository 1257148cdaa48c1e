// SPDX-License-Identifier: GPL-2.0-or-later
/* The names of what samples hit, written into the recording, as the recorder does it of what it
 * knows. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "capture/embed_message.h"
#include "output/inject.h"

enum { HITS_MAX = 1 << 22 };

/* ------------------------------------------------------------------ hits */

static void add_hit(struct inject_hits *h, uint32_t file, uint64_t addr)
{
	uint64_t hash = hash_mix(addr, file);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&h->table, hash, &i)) != TABLE_NONE)
		if (h->v[id].addr == addr && h->v[id].file == file)
			return;
	if (h->n == HITS_MAX) {
		h->n_refused++;
		return;
	}
	VEC_ROOM(h->v, h->n, h->cap);
	h->v[h->n] = (struct inject_hit){ addr, file };
	table_add(&h->table, hash, h->n++);
}

/* A caller is looked up in its call; where the frame inside it was struck, at the address itself.
 */
static void add_address(struct inject_hits *h, struct places *p, struct address a)
{
	const struct mapping *m = &p->session->mappings[a.mapping];
	if (!m->file)
		return;
	uint64_t addr = address_in_file(places_file(p, m->file), m, a.ip);
	if (a.is_caller)
		add_hit(h, m->file, addr - 1);
	add_hit(h, m->file, addr);
}

void inject_hits_add(struct inject_hits *h, struct places *p, const struct session_event *ev)
{
	struct address chain[FRAMES_MAX];
	const struct sample *s = &ev->sample;
	bool incomplete;
	uint32_t n = place_walk(p, ev, chain, &incomplete);
	add_address(h, p, place_own(p, ev));
	for (uint32_t i = 0; i < n; i++)
		add_address(h, p, chain[i]);
	for (uint64_t i = 0; i + 3 <= s->branches.n; i += 3) {
		add_address(h, p, place_of(p, ev, words_at(s->branches, i)));
		add_address(h, p, place_of(p, ev, words_at(s->branches, i + 1)));
	}
	if (s->addr)
		add_address(h, p, place_of(p, ev, s->addr));
}

void inject_hits_release(struct inject_hits *h)
{
	free(h->v);
	table_release(&h->table);
	*h = (struct inject_hits){ 0 };
}

static int hit_before(const void *a, const void *b, void *ctx)
{
	const struct inject_hit *x = a, *y = b;
	(void)ctx;
	return x->file != y->file ? x->file < y->file : x->addr < y->addr;
}

static struct inject_hit **hits_sorted(const struct inject_hits *h)
{
	struct inject_hit **v = mem_new(h->n * sizeof *v);
	for (uint32_t i = 0; i < h->n; i++)
		v[i] = &h->v[i];
	sort_pointers(v, h->n, hit_before, NULL);
	return v;
}

/* ------------------------------------------------------------------ messages */

struct naming {
	struct buf *out;
	struct places *places;
	const struct log *log;
	struct intern written; /* paths and build-ids */
	uint32_t *n_of_path;   /* how many files have it; by text id */
};

static uint32_t written_id(struct naming *n, const char *path, struct span build_id)
{
	struct buf key = { 0 };
	buf_add(&key, path, strlen(path) + 1);
	buf_add(&key, build_id.p, build_id.n);
	uint32_t id = intern_n(&n->written, key.p, key.n);
	buf_release(&key);
	return id;
}

/* False: it has no names of its own, or nobody could tell for which file they are. */
static bool head_of(const struct naming *n, const struct session_file *f, const char *path,
                    struct write_embedded *out)
{
	*out = (struct write_embedded){ .path = path,
		                        .build_id = span_of(f->build_id, f->n_build_id),
		                        .is_untold = !f->n_build_id && f->kind != FILE_ANON };
	if (out->is_untold && n->n_of_path[f->path] > 1)
		return false;
	switch (f->kind) {
	case FILE_USER:
	case FILE_VDSO:
		out->kind = EMBEDDED_ELF;
		return true;
	case FILE_KERNEL:
		out->kind = EMBEDDED_KERNEL;
		return true;
	case FILE_MODULE:
		out->kind = EMBEDDED_MODULE;
		out->min_vaddr = f->ref_addr;
		return f->ref_addr;
	case FILE_ANON:
		out->kind = EMBEDDED_PERFMAP;
		return true;
	default:
		return false;
	}
}

static void add_file(struct naming *n, uint32_t file, struct inject_hit **hits, uint32_t n_hits)
{
	struct places *p = n->places;
	struct symbols_id id = places_id(p, file);
	struct embed_message msg = {
		.out = n->out, .symbols = p->resolver, .log = n->log, .last_from = UINT64_MAX
	};
	if (!head_of(n, &p->session->files[file], id.path, &msg.head))
		return;
	msg.handle = places_handle(p, file);
	if (msg.head.kind == EMBEDDED_ELF)
		embed_message_code(&msg);
	for (uint32_t i = 0; i < n_hits; i++)
		embed_message_add(&msg, hits[i]->addr);
	embed_message_end(&msg);
	if (msg.is_begun)
		written_id(n, id.path, msg.head.build_id);
}

/* Also that names must not be taken, as several files had one path. */
static void add_others(struct naming *n)
{
	struct data *d = n->places->session->data;
	struct data_embedded f;
	uint64_t at = 0;
	uint32_t n_own = n->written.n;
	while (data_embedded_next(d, &at, &f) == 0) {
		/* One of the old form is in a section of its own. */
		if (!f.is_proto || written_id(n, f.path, f.build_id) < n_own)
			continue;
		write_u32(n->out, (uint32_t)f.symbols.n);
		buf_add(n->out, f.symbols.p, f.symbols.n);
	}
}

void inject_names(struct buf *b, struct inject_hits *h, struct places *p, const struct log *log)
{
	const struct session *s = p->session;
	struct naming n = { .out = b, .places = p, .log = log };
	struct inject_hit **hits = hits_sorted(h);
	n.n_of_path = mem_new(s->texts.n * sizeof *n.n_of_path);
	for (uint32_t i = 0; i < s->n_files; i++)
		n.n_of_path[s->files[i].path]++;
	for (uint32_t from = 0, to; from < h->n; from = to) {
		for (to = from + 1; to < h->n && hits[to]->file == hits[from]->file;)
			to++;
		add_file(&n, hits[from]->file, hits + from, to - from);
	}
	add_others(&n);
	if (h->n_refused || embed_is_full(b))
		log_say(log, LOG_NOTICE,
		        "more code was hit than there is room for: some names are not in the "
		        "recording");
	intern_release(&n.written);
	free(n.n_of_path);
	free(hits);
}

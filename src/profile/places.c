// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Places: addresses in files, each named once.
 *
 * A return address is looked up one byte before it, in the call; else a call at the end of a
 * function that does not return would be named after the function that lies behind it. Two kinds of
 * code were not called, so that the frame outside them is not a return address but where they
 * struck: the kernel's interrupt and exception entries, and the trampoline below a signal handler.
 * The latter's own frame is its first byte, as if it had called the handler just before itself.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"
#include "unwind/unwind.h"

enum { PLACES_AHEAD = 32 };

static const char *const trampolines[] = { "__restore_rt",          "__restore",
	                                   "__kernel_rt_sigreturn", "__kernel_sigreturn",
	                                   "__vdso_rt_sigreturn",   NULL };

/* What the names of the kernel's entries begin with: x86-64 before and after Linux 5.8, arm64. */
static const char *const entries[] = { "asm_sysvec_",
	                               "asm_exc_",
	                               "asm_common_interrupt",
	                               "asm_spurious_interrupt",
	                               "apic_timer_interrupt",
	                               "common_interrupt",
	                               "ret_from_intr",
	                               "page_fault",
	                               "async_page_fault",
	                               "general_protection",
	                               "end_repeat_nmi",
	                               "el1h_64_",
	                               "el1_irq",
	                               "el1_sync",
	                               NULL };

void places_init(struct places *p, struct session *s, struct symbols *resolver)
{
	*p = (struct places){ .session = s, .resolver = resolver };
}

void places_finish(struct places *p)
{
	table_release(&p->table);
	table_release(&p->function_table);
	symbols_finish(p->resolver);
	free(p->v);
	p->v = NULL;
	p->n = p->cap = 0;
}

void places_release(struct places *p)
{
	table_release(&p->table);
	table_release(&p->function_table);
	intern_release(&p->texts);
	arena_release(&p->embedded);
	free(p->v);
	free(p->functions);
	free(p->files);
	*p = (struct places){ 0 };
}

static const enum symbols_kind symbols_kinds[] = {
	[FILE_UNKNOWN] = SYMBOLS_NONE,  [FILE_USER] = SYMBOLS_USER,
	[FILE_KERNEL] = SYMBOLS_KERNEL, [FILE_MODULE] = SYMBOLS_MODULE,
	[FILE_VDSO] = SYMBOLS_VDSO,     [FILE_ANON] = SYMBOLS_PERFMAP,
	[FILE_SPECIAL] = SYMBOLS_NONE,  [FILE_KSYMBOL] = SYMBOLS_NONE,
};

static struct places_file *file_at(struct places *p, uint32_t file)
{
	if (file >= p->n_files) {
		uint32_t n = p->session->n_files;
		p->files = mem_resize(p->files, n, sizeof *p->files);
		memset(p->files + p->n_files, 0, (n - p->n_files) * sizeof *p->files);
		p->n_files = n;
	}
	return &p->files[file];
}

/* The resolver's handle of a session file. */
static uint32_t file_handle(struct places *p, uint32_t file)
{
	struct places_file *pf = file_at(p, file);
	if (!pf->handle) {
		const struct session_file *f = &p->session->files[file];
		struct symbols_id id = { .kind = symbols_kinds[f->kind],
			                 .path = session_text(p->session, f->path),
			                 .pid = f->pid,
			                 .ref_addr = f->ref_addr };
		id.build_id.n = f->n_build_id;
		memcpy(id.build_id.id, f->build_id, sizeof id.build_id.id);
		if (f->ref_addr)
			id.ref_name = session_text(p->session, f->ref_name);
		pf->handle = symbols_file(p->resolver, &id) + 1;
	}
	return pf->handle - 1;
}

enum symbols_miss place_file_state(const struct places *p, uint32_t file, const char **why)
{
	if (file >= p->n_files || !p->files[file].handle)
		return SYMBOLS_NOTHING;
	return symbols_state(p->resolver, p->files[file].handle - 1, why);
}

static uint32_t function_intern(struct places *p, struct function f)
{
	uint64_t hash = hash_mix(f.start, (uint64_t)f.file << 32 | f.name);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->function_table, hash, &i)) != TABLE_NONE) {
		const struct function *k = &p->functions[id];
		if (k->file == f.file && k->name == f.name && k->start == f.start &&
		    k->mode == f.mode)
			return id;
	}
	VEC_ROOM(p->functions, p->n_functions, p->cap_functions);
	p->functions[p->n_functions] = f;
	table_add(&p->function_table, hash, p->n_functions);
	return p->n_functions++;
}

static bool is_trampoline(const char *name)
{
	for (const char *const *t = trampolines; *t; t++)
		if (strcmp(name, *t) == 0)
			return true;
	return false;
}

static bool is_entry(const char *name)
{
	for (const char *const *t = entries; *t; t++)
		if (strncmp(name, *t, strlen(*t)) == 0)
			return true;
	return false;
}

/* Code that a KSYMBOL record told of is its own function; start: of its mapping. */
static void place_ksymbol(struct places *p, struct place *at, uint64_t start)
{
	const struct session_file *file = &p->session->files[at->file];
	struct function f = { start, at->file,
		              intern(&p->texts, session_text(p->session, file->path)), at->mode };
	at->function = function_intern(p, f);
}

/* False: it has no name. Then it is a function of its own, unless all such are one
 * (place_nameless). */
static bool place_find(struct places *p, struct place *at, uint64_t ip)
{
	struct function f = { at->addr, at->file, TABLE_NONE, at->mode };
	struct symbols_name name;
	enum symbols_miss miss = SYMBOLS_NOTHING;
	if (at->file) {
		uint32_t handle = file_handle(p, at->file);
		miss = symbols_find(p->resolver, handle, at->addr, &name);
		if (miss == SYMBOLS_FOUND && name.start == at->addr && at->mode == ABI_MISC_USER)
			at->struck = is_trampoline(name.name);
		bool covers = miss == SYMBOLS_FOUND && name.from < at->addr;
		if (at->is_caller && !at->struck && !covers)
			miss = symbols_find(p->resolver, handle, at->addr - 1, &name);
		if (miss == SYMBOLS_FOUND && at->mode == ABI_MISC_KERNEL)
			at->struck = is_entry(name.name);
	}
	if (miss == SYMBOLS_FOUND) {
		f.name = intern(&p->texts, name.name);
		f.start = name.start;
	} else if (p->unnamed == UNNAMED_BY_FILE) {
		f.start = 0;
	} else if (p->unnamed == UNNAMED_BY_IP) {
		f.start = ip;
	}
	at->function = function_intern(p, f);
	return miss == SYMBOLS_FOUND;
}

static uint32_t place_new(struct places *p, const struct place *at)
{
	VEC_ROOM(p->v, p->n, p->cap);
	p->v[p->n] = *at;
	return p->n++;
}

/* The place of all that has no name in a file: UNNAMED_BY_FILE. */
static uint32_t place_nameless(struct places *p, uint32_t file, uint8_t mode)
{
	uint32_t known = file_at(p, file)->nameless[mode];
	if (known)
		return known - 1;
	struct place at = { .file = file, .mode = mode };
	at.function = function_intern(p, (struct function){ 0, file, TABLE_NONE, mode });
	uint32_t id = place_new(p, &at);
	file_at(p, file)->nameless[mode] = id + 1;
	return id;
}

static bool is_offset(const struct places *p, const struct mapping *m)
{
	enum file_kind kind = p->session->files[m->file].kind;
	return kind == FILE_USER || kind == FILE_VDSO;
}

static struct place place_key(const struct places *p, const struct address *a)
{
	const struct mapping *m = &p->session->mappings[a->mapping];
	return (struct place){ .addr = is_offset(p, m) ? a->ip - m->start + m->pgoff : a->ip,
		               .file = m->file,
		               .mode = a->mode,
		               .is_caller = a->is_caller };
}

static uint64_t place_hash(const struct place *at)
{
	return hash_mix(at->addr,
	                (uint64_t)at->file << 9 | (uint64_t)at->mode << 1 | at->is_caller);
}

static uint32_t place_intern(struct places *p, const struct address *a)
{
	struct place at = place_key(p, a);
	enum file_kind kind = p->session->files[at.file].kind;
	bool by_file = p->unnamed == UNNAMED_BY_FILE && kind != FILE_KSYMBOL;
	if (by_file && file_at(p, at.file)->has_none) {
		p->files[at.file].n_unnamed++;
		return place_nameless(p, at.file, at.mode);
	}
	uint64_t hash = place_hash(&at);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->table, hash, &i)) != TABLE_NONE) {
		const struct place *k = &p->v[id];
		if (k->addr == at.addr && k->file == at.file && k->mode == at.mode &&
		    k->is_caller == at.is_caller)
			return id;
	}
	bool named = true;
	if (kind == FILE_KSYMBOL)
		place_ksymbol(p, &at, p->session->mappings[a->mapping].start);
	else
		named = place_find(p, &at, a->ip);
	if (!named) {
		struct places_file *pf = file_at(p, at.file);
		pf->n_unnamed++;
		pf->has_none = !pf->handle || !symbols_any(p->resolver, pf->handle - 1);
		if (by_file && pf->has_none)
			return place_nameless(p, at.file, at.mode);
	}
	id = place_new(p, &at);
	table_add(&p->table, hash, id);
	return id;
}

/* ------------------------------------------------------------------ addresses of samples */

static struct address address_of(const struct places *p, const struct thread *t, uint64_t ip,
                                 uint8_t mode, bool is_caller)
{
	uint32_t mapping = session_mapping(p->session, t, mode, ip);
	__builtin_prefetch(&p->session->mappings[mapping]);
	return (struct address){ ip, mapping, mode, is_caller };
}

struct address place_own(const struct places *p, const struct session_event *ev)
{
	return address_of(p, ev->thread, ev->sample.ip, ev->rec.misc & ABI_MISC_CPUMODE_MASK,
	                  false);
}

struct address place_of(const struct places *p, const struct session_event *ev, uint64_t ip)
{
	return address_of(p, ev->thread, ip, ip >> 63 ? ABI_MISC_KERNEL : ABI_MISC_USER, false);
}

uint32_t place_walk(const struct places *p, const struct session_event *ev, struct address *out,
                    bool *incomplete)
{
	struct chain_walk w;
	struct chain_frame f;
	uint32_t n = 0;
	*incomplete = false;
	if (!(ev->event->attr.sample_type & ABI_SAMPLE_CALLCHAIN)) {
		*out = place_own(p, ev);
		return 1;
	}
	chain_walk_init(&w, ev->sample.chain, ev->sample.user_chain,
	                ev->rec.misc & ABI_MISC_CPUMODE_MASK);
	while (n < FRAMES_MAX && chain_next(&w, &f))
		out[n++] = address_of(p, ev->thread, f.ip, f.mode, f.is_caller);
	*incomplete = w.is_incomplete;
	return n;
}

/* The table does not fit into the caches that are near, so a few addresses wait for it together. */
static void places_prefetch(const struct places *p, const struct address *a, uint32_t n)
{
	uint64_t hashes[PLACES_AHEAD];
	for (uint32_t i = 0; i < n; i++) {
		struct place at = place_key(p, &a[i]);
		hashes[i] = place_hash(&at);
		table_prefetch(&p->table, hashes[i]);
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t slot = TABLE_START, id = table_probe(&p->table, hashes[i], &slot);
		if (id != TABLE_NONE)
			__builtin_prefetch(&p->v[id]);
	}
}

void place_resolve(struct places *p, const struct address *a, uint32_t n, uint32_t *out)
{
	bool struck = false;
	for (uint32_t at = 0; at < n; at++) {
		if (at % PLACES_AHEAD == 0)
			places_prefetch(p, a + at, n - at < PLACES_AHEAD ? n - at : PLACES_AHEAD);
		struct address x = a[at];
		x.is_caller = x.is_caller && !struck;
		out[at] = place_intern(p, &x);
		struck = p->v[out[at]].struck;
	}
}

static struct frame place_frame(struct places *p, struct address a)
{
	uint32_t place = place_intern(p, &a);
	return (struct frame){ a.ip, place, p->v[place].function };
}

struct frame place_leaf(struct places *p, const struct session_event *ev)
{
	return place_frame(p, place_own(p, ev));
}

struct frame place_address(struct places *p, const struct session_event *ev, uint64_t ip)
{
	return place_frame(p, place_of(p, ev, ip));
}

uint32_t place_chain(struct places *p, const struct session_event *ev, struct frame *out,
                     bool *incomplete)
{
	struct address addresses[FRAMES_MAX];
	uint32_t places[FRAMES_MAX];
	uint32_t n = place_walk(p, ev, addresses, incomplete);
	place_resolve(p, addresses, n, places);
	for (uint32_t i = 0; i < n; i++)
		out[i] = (struct frame){ addresses[i].ip, places[i], p->v[places[i]].function };
	return n;
}

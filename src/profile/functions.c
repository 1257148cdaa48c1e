// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Functions of addresses.
 *
 * A return address is looked up one byte before it, in the call; else a call at the end of a
 * function that does not return would be named after the function that lies behind it. Two kinds of
 * code were not called, so that the frame outside them is not a return address but where they
 * struck: the kernel's interrupt and exception entries, and the trampoline below a signal handler.
 * The latter's own frame is its first byte, as if it had called the handler just before itself.
 *
 * What was learned of an address is remembered for a while, as those of the outer frames come again
 * and again, and what was learned of a symbol is noted with it, so that an address that is new
 * costs one search among the symbols of its file.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

enum {
	FUNCTIONS_AHEAD = 32,
	KNOWN = 1 << 15, /* a power of 2; 512 KB, so that a near cache holds them */
};
#define KNOWN_NAMELESS UINT32_MAX

/* A place in a file, however often that is mapped. A file is the kernel's or a process's: so it
 * tells the mode, too. */
enum { IS_CALLER = 1 };
struct spot {
	uint64_t addr;
	uint32_t file_caller; /* session id << 1 | IS_CALLER of a return address */
};

/* One that was looked up. All zero is none: file 0 has no names to look for. */
struct known_spot {
	uint64_t addr;
	uint32_t file_caller;
	uint32_t function_struck; /* id << 1 | is the frame outside it no return address; or
	                             KNOWN_NAMELESS */
};

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

/* Which frames outside a function are no return addresses: see above. */
static uint8_t struck_by(const struct function *f, const char *name)
{
	if (f->mode == ABI_MISC_USER)
		return is_trampoline(name) ? STRIKES_FROM_START : STRIKES_NEVER;
	return f->mode == ABI_MISC_KERNEL && is_entry(name) ? STRIKES_ALWAYS : STRIKES_NEVER;
}

static uint64_t function_hash(const struct function *f)
{
	return hash_mix(f->start ^ (uint64_t)f->site << 32, (uint64_t)f->file << 32 | f->name);
}

uint32_t function_intern(struct places *p, struct function f)
{
	uint64_t hash = function_hash(&f);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&p->function_table, hash, &i)) != TABLE_NONE) {
		const struct function *k = &p->functions[id];
		if (k->file == f.file && k->name == f.name && k->start == f.start &&
		    k->mode == f.mode && k->site == f.site && k->is_inlined == f.is_inlined)
			return id;
	}
	VEC_ROOM(p->functions, p->n_functions, p->cap_functions);
	p->functions[p->n_functions] = f;
	table_add(&p->function_table, hash, p->n_functions);
	return p->n_functions++;
}

static bool function_fits(const struct places *p, uint32_t id, uint32_t file, uint8_t mode)
{
	return p->functions[id].file == file && p->functions[id].mode == mode;
}

/* Code that a KSYMBOL record told of is its own function; start: of its mapping. */
static uint32_t function_ksymbol(struct places *p, uint32_t file, uint8_t mode, uint64_t start)
{
	uint32_t *last = &p->files[file].last;
	if (*last && function_fits(p, *last - 1, file, mode) &&
	    p->functions[*last - 1].start == start)
		return *last - 1;
	const char *name = session_text(p->session, p->session->files[file].path);
	uint32_t id = function_intern(p, (struct function){ .start = start,
	                                                    .file = file,
	                                                    .name = intern(&p->texts, name),
	                                                    .mode = mode });
	*last = id + 1;
	return id;
}

/* What has no name is a function of its own, or all of it in a file is one. */
static struct function function_unnamed(const struct places *p, uint32_t file, uint8_t mode,
                                        uint64_t addr, uint64_t ip)
{
	return (struct function){ .start = p->unnamed == UNNAMED_BY_FILE ? 0
		                           : p->unnamed == UNNAMED_BY_IP ? ip
		                                                         : addr,
		                  .file = file,
		                  .name = TABLE_NONE,
		                  .mode = mode };
}

static uint32_t function_nameless(struct places *p, struct function f)
{
	uint32_t *last = &p->files[f.file].last;
	p->files[f.file].n_unnamed++;
	if (p->unnamed != UNNAMED_BY_FILE)
		return function_intern(p, f);
	if (!*last || !function_fits(p, *last - 1, f.file, f.mode))
		*last = function_intern(p, f) + 1;
	return *last - 1;
}

/* The function of a symbol; TABLE_NONE = it is not one of the file. */
static uint32_t function_of_spot(struct places *p, uint32_t file, uint8_t mode,
                                 const struct symbols_spot *at)
{
	uint32_t *note = symbols_note(p->resolver, at);
	struct symbols_name name;
	if (*note && function_fits(p, *note - 1, file, mode))
		return *note - 1;
	if (symbols_name(p->resolver, p->files[file].handle - 1, at, &name) != SYMBOLS_FOUND)
		return TABLE_NONE;
	struct function f = { .start = name.start,
		              .file = file,
		              .name = intern(&p->texts, name.name),
		              .mode = mode };
	f.strikes = struck_by(&f, name.name);
	uint32_t id = function_intern(p, f);
	*note = id + 1;
	return id;
}

static uint32_t spot_file(const struct spot *s)
{
	return s->file_caller >> 1;
}

static uint32_t function_named(struct places *p, uint8_t mode, const struct spot *s, bool *struck)
{
	struct symbols_spot at;
	uint32_t file = spot_file(s);
	uint32_t handle = places_handle(p, file), id = TABLE_NONE;
	uint64_t addr = s->addr;
	bool covers = false;
	*struck = false;
	if (symbols_locate(p->resolver, handle, addr, &at) == SYMBOLS_FOUND)
		id = function_of_spot(p, file, mode, &at);
	if (id != TABLE_NONE) {
		const struct function *f = &p->functions[id];
		covers = at.from < addr;
		*struck = f->strikes == STRIKES_FROM_START && f->start == addr;
	}
	bool is_call = (s->file_caller & IS_CALLER) && !*struck;
	if (is_call && !covers) {
		id = TABLE_NONE;
		if (symbols_locate(p->resolver, handle, addr - 1, &at) == SYMBOLS_FOUND)
			id = function_of_spot(p, file, mode, &at);
	}
	if (id != TABLE_NONE && p->functions[id].strikes == STRIKES_ALWAYS)
		*struck = true;
	if (id != TABLE_NONE && p->sites.wanted & (SITES_INLINED | SITES_LINES))
		return function_at_site(p, id, addr - is_call);
	return id;
}

static void known_begin(struct places *p)
{
	if (!p->known)
		p->known = mem_new(KNOWN * sizeof *p->known);
}

static struct spot spot_of(struct places *p, const struct address *a)
{
	const struct mapping *m = &p->session->mappings[a->mapping];
	return (struct spot){ address_in_file(places_file(p, m->file), m, a->ip),
		              m->file << 1 | a->is_caller };
}

static struct known_spot *known_place(const struct places *p, const struct spot *s)
{
	return &p->known[hash_mix(s->addr, s->file_caller) & (KNOWN - 1)];
}

static bool known_is(const struct known_spot *k, const struct spot *s)
{
	return k->addr == s->addr && k->file_caller == s->file_caller;
}

/* Look a place up in its file. */
static void known_find(struct places *p, uint8_t mode, const struct spot *s,
                       struct known_spot *place)
{
	bool struck;
	uint32_t id = function_named(p, mode, s, &struck);
	if (id == TABLE_NONE) {
		struct places_file *pf = &p->files[spot_file(s)];
		pf->has_none = !symbols_any(p->resolver, pf->handle - 1);
	}
	*place = (struct known_spot){ s->addr, s->file_caller,
		                      id == TABLE_NONE ? KNOWN_NAMELESS : id << 1 | struck };
}

static uint32_t function_at(struct places *p, const struct address *a, const struct spot *s,
                            struct known_spot *place, bool *struck)
{
	uint32_t file = spot_file(s);
	const struct places_file *pf = &p->files[file];
	*struck = false;
	if (pf->kind == FILE_KSYMBOL)
		return function_ksymbol(p, file, a->mode, p->session->mappings[a->mapping].start);
	if (!pf->has_none) {
		if (!known_is(place, s))
			known_find(p, a->mode, s, place);
		if (place->function_struck != KNOWN_NAMELESS) {
			*struck = place->function_struck & 1;
			return place->function_struck >> 1;
		}
	}
	return function_nameless(p, function_unnamed(p, file, a->mode, s->addr, a->ip));
}

uint32_t function_of(struct places *p, const struct address *a, bool *struck)
{
	struct spot s = spot_of(p, a);
	known_begin(p);
	return function_at(p, a, &s, known_place(p, &s), struck);
}

/* Tables of symbols, and of functions where each address without a name is one, do not fit into the
 * caches that are near, so a few addresses wait for them together. */
static void functions_prefetch(struct places *p, const struct address *a, const struct spot *at,
                               struct known_spot *const *places, uint32_t n)
{
	uint64_t hashes[FUNCTIONS_AHEAD];
	uint32_t n_hashes = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t file = spot_file(&at[i]);
		const struct places_file *pf = &p->files[file];
		if (known_is(places[i], &at[i]))
			continue;
		if (pf->handle && !pf->has_none) {
			symbols_prefetch(p->resolver, pf->handle - 1,
			                 at[i].addr - (at[i].file_caller & IS_CALLER));
		} else if (pf->has_none && p->unnamed != UNNAMED_BY_FILE) {
			struct function f = function_unnamed(p, file, a[i].mode, at[i].addr,
			                                     a[i].ip);
			hashes[n_hashes] = function_hash(&f);
			table_prefetch(&p->function_table, hashes[n_hashes++]);
		}
	}
	for (uint32_t i = 0; i < n_hashes; i++) {
		uint32_t slot = TABLE_START, id = table_probe(&p->function_table, hashes[i], &slot);
		if (id != TABLE_NONE)
			__builtin_prefetch(&p->functions[id]);
	}
}

void functions_of(struct places *p, const struct address *a, uint32_t n, uint32_t *out)
{
	struct spot at[FUNCTIONS_AHEAD];
	struct known_spot *places[FUNCTIONS_AHEAD];
	bool struck = false;
	known_begin(p);
	for (uint32_t from = 0; from < n; from += FUNCTIONS_AHEAD) {
		uint32_t n_at = n - from < FUNCTIONS_AHEAD ? n - from : FUNCTIONS_AHEAD;
		for (uint32_t i = 0; i < n_at; i++) {
			at[i] = spot_of(p, &a[from + i]);
			places[i] = known_place(p, &at[i]);
			__builtin_prefetch(places[i]);
		}
		functions_prefetch(p, a + from, at, places, n_at);
		for (uint32_t i = 0; i < n_at; i++) {
			if (struck && at[i].file_caller & IS_CALLER) {
				at[i].file_caller &= ~(uint32_t)IS_CALLER;
				places[i] = known_place(p, &at[i]);
			}
			out[from + i] = function_at(p, &a[from + i], &at[i], places[i], &struck);
		}
	}
}

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
 * Addresses of samples seldom come twice, their symbols do: what was learned of a symbol is noted
 * with it, so that an address costs one search among those of its file.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

enum { FUNCTIONS_AHEAD = 32 };

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

static uint32_t function_named(struct places *p, uint32_t file, const struct address *a,
                               uint64_t addr, bool *struck)
{
	struct symbols_spot at;
	uint32_t handle = places_handle(p, file), id = TABLE_NONE;
	bool covers = false;
	*struck = false;
	if (symbols_locate(p->resolver, handle, addr, &at) == SYMBOLS_FOUND)
		id = function_of_spot(p, file, a->mode, &at);
	if (id != TABLE_NONE) {
		const struct function *f = &p->functions[id];
		covers = at.from < addr;
		*struck = f->strikes == STRIKES_FROM_START && f->start == addr;
	}
	bool is_call = a->is_caller && !*struck;
	if (is_call && !covers) {
		id = TABLE_NONE;
		if (symbols_locate(p->resolver, handle, addr - 1, &at) == SYMBOLS_FOUND)
			id = function_of_spot(p, file, a->mode, &at);
	}
	if (id != TABLE_NONE && p->functions[id].strikes == STRIKES_ALWAYS)
		*struck = true;
	if (id != TABLE_NONE && p->sites.wanted & (SITES_INLINED | SITES_LINES))
		return function_at_site(p, id, addr - is_call);
	return id;
}

uint32_t function_of(struct places *p, const struct address *a, bool *struck)
{
	const struct mapping *m = &p->session->mappings[a->mapping];
	struct places_file *pf = places_file(p, m->file);
	uint64_t addr = address_in_file(pf, m, a->ip);
	*struck = false;
	if (pf->kind == FILE_KSYMBOL)
		return function_ksymbol(p, m->file, a->mode, m->start);
	if (!pf->has_none) {
		uint32_t id = function_named(p, m->file, a, addr, struck);
		if (id != TABLE_NONE)
			return id;
		pf->has_none = !symbols_any(p->resolver, pf->handle - 1);
	}
	return function_nameless(p, function_unnamed(p, m->file, a->mode, addr, a->ip));
}

/* Tables of symbols, and of functions where each address without a name is one, do not fit into the
 * caches that are near, so a few addresses wait for them together. */
static void functions_prefetch(struct places *p, const struct address *a, uint32_t n)
{
	uint64_t hashes[FUNCTIONS_AHEAD];
	uint32_t n_hashes = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct mapping *m = &p->session->mappings[a[i].mapping];
		const struct places_file *pf = places_file(p, m->file);
		uint64_t addr = address_in_file(pf, m, a[i].ip);
		if (pf->handle && !pf->has_none) {
			symbols_prefetch(p->resolver, pf->handle - 1, addr - a[i].is_caller);
		} else if (pf->has_none && p->unnamed != UNNAMED_BY_FILE) {
			struct function f = function_unnamed(p, m->file, a[i].mode, addr, a[i].ip);
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
	bool struck = false;
	for (uint32_t i = 0; i < n; i++) {
		if (i % FUNCTIONS_AHEAD == 0)
			functions_prefetch(p, a + i,
			                   n - i < FUNCTIONS_AHEAD ? n - i : FUNCTIONS_AHEAD);
		struct address x = a[i];
		x.is_caller = x.is_caller && !struck;
		out[i] = function_of(p, &x, &struck);
	}
}

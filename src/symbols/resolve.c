// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The resolver: a register of file identities, each with what was parsed for it at the first
 * question. All it allocates lives in its arena or is mapped, until symbols_free().
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/table.h"
#include "symbols/internal.h"

struct symbols *symbols_new(const struct symbols_source *src)
{
	struct symbols *s = mem_new(sizeof *s);
	s->src = *src;
	if (!s->src.symfs)
		s->src.symfs = "";
	debug_dirs_init(s);
	return s;
}

void symbols_finish(struct symbols *s)
{
	for (uint32_t i = 0; i < s->n_files; i++) {
		(s->src.ends_process ? lines_leave : lines_close)(s->files[i]->lines);
		unwind_table_free(s->files[i]->frames);
	}
	for (uint32_t i = 0; i < s->n_maps; i++)
		s->src.unmap(s->maps[i]);
	free(s->maps);
	s->maps = NULL;
	s->n_maps = s->cap_maps = 0;
	for (uint32_t i = 0; i < s->n_files; i++) {
		struct file *f = s->files[i];
		f->own = f->base = (struct names){ 0 };
		f->names = &f->own;
		f->elf = (struct elf_file){ 0 };
		f->lines = NULL;
		f->frames = NULL;
		f->beside = NULL;
	}
	s->kernel.names = (struct names){ 0 };
	arena_release(&s->tables);
}

void symbols_free(struct symbols *s)
{
	if (!s)
		return;
	symbols_finish(s);
	free(s->files);
	table_release(&s->table);
	free(s->embedded);
	table_release(&s->embedded_table);
	arena_release(&s->arena);
	free(s);
}

enum symbols_miss source_map(struct symbols *s, const char *path, struct bytes *out,
                             const char **why)
{
	struct err e = { 0 };
	*out = (struct bytes){ 0 };
	int r = s->src.map(s->src.ctx, path, out, &e);
	if (r == 0)
		return SYMBOLS_FOUND;
	if (why)
		*why = *e.text ? arena_dup(&s->arena, e.text, strlen(e.text))
		               : arena_printf(&s->arena, "cannot open '%s'", path);
	if (r == ERR_DENIED || e.sys == EACCES || e.sys == EPERM)
		return SYMBOLS_DENIED;
	return SYMBOLS_NO_FILE;
}

void source_keep(struct symbols *s, struct bytes b)
{
	VEC_ROOM(s->maps, s->n_maps, s->cap_maps);
	s->maps[s->n_maps++] = b;
	if (s->src.forget)
		s->src.forget(b, 0, b.n);
}

/* ------------------------------------------------------------------ the register */

static bool text_equal(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool id_equal(const struct symbols_id *a, const struct symbols_id *b)
{
	return a->kind == b->kind && a->pid == b->pid && a->ref_addr == b->ref_addr &&
	       text_equal(a->path, b->path) && text_equal(a->ref_name, b->ref_name) &&
	       text_equal(a->jitdump, b->jitdump) && build_id_equal(&a->build_id, &b->build_id);
}

static uint64_t id_hash(const struct symbols_id *id)
{
	uint64_t h = hash_mix((uint64_t)id->kind << 32 | id->pid, id->ref_addr);
	h = hash_bytes(id->path, strlen(id->path), h);
	return hash_bytes(id->build_id.id, id->build_id.n, h);
}

static const char *text_copy(struct arena *a, const char *text)
{
	return text ? arena_dup(a, text, strlen(text)) : NULL;
}

uint32_t symbols_file(struct symbols *s, const struct symbols_id *given)
{
	struct symbols_id id = *given;
	if (!id.path)
		id.path = "";
	if (id.build_id.n > BUILD_ID_MAX)
		id.build_id.n = BUILD_ID_MAX;
	uint64_t hash = id_hash(&id);
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&s->table, hash, &i)) != TABLE_NONE)
		if (id_equal(&s->files[at]->id, &id))
			return at;
	struct file *f = arena_zero(&s->arena, sizeof *f);
	f->id = id;
	f->id.path = text_copy(&s->arena, id.path);
	f->id.ref_name = text_copy(&s->arena, id.ref_name);
	f->id.jitdump = text_copy(&s->arena, id.jitdump);
	VEC_ROOM(s->files, s->n_files, s->cap_files);
	s->files[s->n_files] = f;
	table_add(&s->table, hash, s->n_files);
	return s->n_files++;
}

struct file *file_at(struct symbols *s, uint32_t at)
{
	assert(at < s->n_files);
	struct file *f = s->files[at];
	if (!f->opened)
		file_open(s, f);
	return f;
}

enum symbols_miss symbols_state(struct symbols *s, uint32_t file, const char **why)
{
	const struct file *f = file_at(s, file);
	if (why)
		*why = f->state == SYMBOLS_FOUND ? NULL : f->why;
	return f->state;
}

/* ------------------------------------------------------------------ looking up */

bool symbols_code(struct symbols *s, uint32_t file, uint64_t *vaddr, uint64_t *off)
{
	const struct elf_file *elf = &file_at(s, file)->elf;
	for (uint32_t i = 0; i < elf->n_segments; i++)
		if (elf->segments[i].exec) {
			*vaddr = elf->segments[i].vaddr;
			*off = elf->segments[i].off;
			return true;
		}
	return false;
}

bool symbols_any(struct symbols *s, uint32_t file)
{
	const struct file *f = file_at(s, file);
	/* One without functions may still have stubs. */
	return (f->state == SYMBOLS_FOUND || f->state == SYMBOLS_STRIPPED) &&
	       (f->names->syms.n || f->base.syms.n);
}

static const char *name_shown(struct symbols *s, struct names *names, const struct symbol *sym)
{
	if (!s->src.demangle)
		return sym->name;
	if (!names->shown)
		names->shown = arena_zero(&s->tables, names->syms.n * sizeof *names->shown);
	const char **shown = &names->shown[sym - names->syms.v];
	if (!*shown) {
		*shown = demangle(sym->name, false, &s->tables);
		if (!*shown)
			*shown = sym->name;
	}
	return *shown;
}

/* Does a symbol of kallsyms belong to what was recorded as this file? */
static bool module_fits(const struct file *f, const struct symbol *sym)
{
	bool is_own = f->names == &f->own; /* embedded, or from a file of its own */
	switch (f->id.kind) {
	case SYMBOLS_KERNEL: /* __builtin__kprobes and the like: the kernel's own pages */
		return !sym->module || strncmp(sym->module, "__builtin__", 11) == 0;
	case SYMBOLS_MODULE:
		return is_own ||
		       (sym->module && module_name_equal(f->module, f->n_module, sym->module));
	default:
		return true;
	}
}

static enum symbols_miss none_of(const struct file *f)
{
	return f->state == SYMBOLS_FOUND ? SYMBOLS_GAP : f->state;
}

bool place_in_file(const struct file *f, uint64_t addr, uint64_t *place)
{
	uint64_t vaddr;
	*place = 0;
	if (f->id.kind != SYMBOLS_USER && f->id.kind != SYMBOLS_VDSO)
		return true;
	if (!elf_offset_to_vaddr(&f->elf, addr, &vaddr))
		return false;
	*place = addr - vaddr;
	return true;
}

static bool locate_in(struct names *names, uint64_t addr, uint64_t shift, struct symbols_spot *out)
{
	*out = (struct symbols_spot){ .names = names, .shift = shift };
	if (!symtab_find_piece(&names->syms, addr - shift, &out->symbol, &out->from))
		return false;
	out->from += shift;
	return true;
}

static bool locate_file(struct file *f, uint64_t addr, struct symbols_spot *out)
{
	uint64_t place;
	return place_in_file(f, addr, &place) &&
	       (locate_in(f->names, addr, f->shift + place, out) ||
	        locate_in(&f->base, addr, place, out));
}

enum symbols_miss symbols_locate(struct symbols *s, uint32_t file, uint64_t addr,
                                 struct symbols_spot *out)
{
	struct file *f = file_at(s, file), *itself;
	/* One without functions may still have stubs. */
	if (f->state != SYMBOLS_FOUND && f->state != SYMBOLS_STRIPPED)
		return f->state;
	if (locate_file(f, addr, out) ||
	    ((itself = file_beside(s, f)) && locate_file(itself, addr, out)))
		return SYMBOLS_FOUND;
	return none_of(f);
}

void symbols_prefetch(const struct symbols *s, uint32_t file, uint64_t addr)
{
	const struct file *f = s->files[file];
	uint64_t place;
	if (f->opened && place_in_file(f, addr, &place))
		symtab_prefetch(&f->names->syms, addr - f->shift - place);
}

uint32_t *symbols_note(struct symbols *s, const struct symbols_spot *at)
{
	struct names *names = at->names;
	if (!names->notes)
		names->notes = arena_zero(&s->tables, names->syms.n * sizeof *names->notes);
	return &names->notes[at->symbol];
}

enum symbols_miss symbols_name(struct symbols *s, uint32_t file, const struct symbols_spot *at,
                               struct symbols_name *out)
{
	const struct file *f = s->files[file];
	const struct symbol *sym = &at->names->syms.v[at->symbol];
	if (!module_fits(f, sym))
		return none_of(f);
	*out = (struct symbols_name){
		.name = f->id.kind == SYMBOLS_PERFMAP ? sym->name : name_shown(s, at->names, sym),
		.start = sym->start + at->shift,
		.end = sym->end + at->shift,
		.from = at->from,
	};
	return SYMBOLS_FOUND;
}

enum symbols_miss symbols_find(struct symbols *s, uint32_t file, uint64_t addr,
                               struct symbols_name *out)
{
	struct symbols_spot at;
	enum symbols_miss miss = symbols_locate(s, file, addr, &at);
	return miss == SYMBOLS_FOUND ? symbols_name(s, file, &at, out) : miss;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names for what a process runs: its ELF files, the vdso, and the map of its generated code. The
 * identity that was recorded has to be met; a path alone is not one when a build-id is known.
 */
#include <stdlib.h>

#include "symbols/internal.h"

size_t symbols_path_bytes(const char *path)
{
	static const char mark[] = " (deleted)";
	size_t n = strlen(path), n_mark = sizeof mark - 1;
	while (n > n_mark && memcmp(path + n - n_mark, mark, n_mark) == 0)
		n -= n_mark;
	return n;
}

/* Of a deleted one there may be another file by now. */
const char *user_path(struct symbols *s, const struct symbols_id *id, bool *deleted)
{
	size_t n = symbols_path_bytes(id->path);
	*deleted = id->path[n] != 0;
	return *deleted ? arena_dup(&s->arena, id->path, n) : id->path;
}

static enum symbols_miss differs(struct symbols *s, struct file *f, const char *path,
                                 const struct build_id *has)
{
	f->why = arena_printf(&s->arena, "'%s': build-id is %s, recorded %s", path,
	                      build_id_text(has, &s->arena),
	                      build_id_text(&f->id.build_id, &s->arena));
	return SYMBOLS_DIFFERS;
}

enum symbols_miss user_file_read(struct symbols *s, struct file *f, const char *path, bool proof,
                                 struct elf_file *out)
{
	struct bytes image;
	struct build_id has;
	struct err e = { 0 };
	enum symbols_miss miss = source_map(s, path, &image, &f->why);
	if (miss != SYMBOLS_FOUND)
		return miss;
	if (elf_build_id(image, &has, &e) != 0)
		miss = SYMBOLS_BROKEN;
	else if (!build_id_met(&has, &f->id.build_id, proof))
		miss = differs(s, f, path, &has);
	else if (elf_parse(image, &s->tables, out, &e) != 0)
		miss = SYMBOLS_BROKEN;
	if (miss == SYMBOLS_BROKEN)
		f->why = arena_printf(&s->arena, "'%s': %s", path, e.text);
	if (miss == SYMBOLS_FOUND)
		source_keep(s, image);
	else
		s->src.unmap(image);
	return miss;
}

enum symbols_miss user_file_find(struct symbols *s, struct file *f, const char *path, bool deleted,
                                 struct elf_file *out)
{
	const char *cached;
	enum symbols_miss miss = user_file_read(s, f, path, deleted, out);
	if (miss == SYMBOLS_FOUND ||
	    !(cached = cache_path(s, &f->id.build_id, f->id.kind == SYMBOLS_VDSO ? "vdso" : "elf")))
		return miss;
	const char *why = f->why; /* worth more than that the cache has none */
	if (user_file_read(s, f, cached, true, out) == SYMBOLS_FOUND)
		miss = SYMBOLS_FOUND;
	f->why = miss == SYMBOLS_FOUND ? NULL : why;
	return miss;
}

const char *user_place(struct symbols *s, const struct file *f, bool *deleted)
{
	const char *path = user_path(s, &f->id, deleted);
	return f->id.kind == SYMBOLS_VDSO ? path
	                                  : arena_printf(&s->arena, "%s%s", s->src.symfs, path);
}

bool user_file_itself(struct symbols *s, struct file *f, struct elf_file *out)
{
	bool deleted;
	const char *why = f->why;
	*out = f->elf;
	if (out->image.n)
		return true;
	const char *there = user_place(s, f, &deleted);
	bool found = user_file_find(s, f, there, deleted, out) == SYMBOLS_FOUND;
	f->why = why;
	return found;
}

/* Has it names but those of stubs? */
static bool has_functions(const struct symtab *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->v[i].kind != SYMBOL_PLT)
			return true;
	return false;
}

static bool can_place(const struct elf_file *f)
{
	for (uint32_t i = 0; i < f->n_segments; i++)
		if (f->segments[i].exec && f->segments[i].n)
			return true;
	return false;
}

/* Take the names of a debug file. */
static void debug_file_take(struct file *f, const struct elf_file *debug)
{
	/* prelink moves a file, not its debug file. */
	if (f->elf.n_segments && debug->n_segments)
		f->shift = f->elf.segments[0].vaddr - debug->segments[0].vaddr;
	else if (!f->elf.n_segments)
		f->elf = *debug;
	f->base.syms = f->own.syms;
	f->own.syms = debug->syms;
	f->debug_image = debug->image;
	f->why = NULL;
	f->state = SYMBOLS_FOUND;
}

/* The names a stripped file has packed within itself; one that cannot be unpacked is as good as
 * none, and said. */
static bool minidebug_find(struct symbols *s, struct file *f, const char *path,
                           struct elf_file *out)
{
	struct err e = { 0 };
	if (!f->elf.minidebug.n)
		return false;
	if (minidebug_parse(&f->elf, &s->tables, out, &e) == 0)
		return out->syms.n != 0;
	f->why = arena_printf(&s->arena, "'%s': %s", path, e.text);
	return false;
}

static void file_open_user(struct symbols *s, struct file *f)
{
	bool deleted;
	const char *path = user_path(s, &f->id, &deleted);
	const char *there = user_place(s, f, &deleted);
	struct elf_file debug;
	f->state = user_file_find(s, f, there, deleted, &f->elf);
	if (f->state != SYMBOLS_FOUND) {
		/* Some debug files still say where in the file their code was (elfutils makes
		 * such). */
		f->elf = (struct elf_file){ 0 };
		if (debug_file_find(s, path, NULL, &f->id.build_id, &debug) && can_place(&debug))
			debug_file_take(f, &debug);
		return;
	}
	f->own.syms = f->elf.syms;
	bool named = has_functions(&f->own.syms);
	if (f->elf.has_symtab && named)
		return;
	if (debug_file_find(s, path, &f->elf, &f->elf.build_id, &debug) ||
	    minidebug_find(s, f, there, &debug)) {
		debug_file_take(f, &debug);
	} else if (f->elf.go.n) {
		f->base.syms = f->elf.go;
	} else if (!named) {
		f->state = SYMBOLS_STRIPPED;
		f->why = arena_printf(&s->arena, "'%s' has no symbols", there);
	}
}

static void file_open_vdso(struct symbols *s, struct file *f)
{
	if (!build_id_known(&f->id.build_id) && !s->src.same_kernel) {
		f->state = SYMBOLS_DIFFERS;
		f->why = "no build-id of the vdso was recorded, and its kernel is not proven to be "
			 "the one that runs here";
		return;
	}
	f->state = user_file_find(s, f, "[vdso]", false, &f->elf);
	f->own.syms = f->elf.syms;
	if (f->state == SYMBOLS_FOUND && !f->own.syms.n)
		f->state = SYMBOLS_STRIPPED;
}

/* Add what a file tells of made code; false and *why when it tells nothing. */
static bool made_code_read(struct symbols *s, const char *path, bool is_dump,
                           struct code_lines *lines, enum symbols_miss *state, const char **why)
{
	struct bytes text;
	struct err e = { 0 };
	uint32_t was = lines->n;
	*state = source_map(s, path, &text, why);
	if (*state != SYMBOLS_FOUND)
		return false;
	int rc = (is_dump ? jitdump_lines : perfmap_lines)(span_of(text.p, text.n), &s->tables,
	                                                   lines, &e);
	s->src.unmap(text);
	if (rc == 0 && lines->n > was)
		return true;
	*state = rc == 0 ? SYMBOLS_STRIPPED : SYMBOLS_BROKEN;
	*why = arena_printf(&s->arena, "'%s': %s", path, *e.text ? e.text : "no symbols in it");
	return false;
}

/* The map, and over it the dump. */
static void file_open_perfmap(struct symbols *s, struct file *f)
{
	struct code_lines lines = { 0 };
	const char *why;
	enum symbols_miss dump_state;
	const char *path = arena_printf(&s->arena, "%s/tmp/perf-%u.map", s->src.symfs,
	                                (unsigned)f->id.pid);
	made_code_read(s, path, false, &lines, &f->state, &f->why);
	if (f->id.jitdump) {
		path = arena_printf(&s->arena, "%s%s", s->src.symfs, f->id.jitdump);
		made_code_read(s, path, true, &lines, &dump_state, &why);
	}
	if (lines.n)
		f->state = SYMBOLS_FOUND;
	lines_to_symtab(&lines, &s->tables, &f->own.syms);
	free(lines.v);
}

void file_open(struct symbols *s, struct file *f)
{
	if (!file_open_embedded(s, f))
		file_open_itself(s, f);
}

void file_open_itself(struct symbols *s, struct file *f)
{
	f->opened = true;
	f->names = &f->own;
	switch (f->id.kind) {
	case SYMBOLS_USER:
		file_open_user(s, f);
		break;
	case SYMBOLS_VDSO:
		file_open_vdso(s, f);
		break;
	case SYMBOLS_PERFMAP:
		file_open_perfmap(s, f);
		break;
	case SYMBOLS_KERNEL:
		file_open_kernel(s, f);
		break;
	case SYMBOLS_MODULE:
		file_open_module(s, f);
		break;
	default:
		f->state = SYMBOLS_NOTHING;
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Which debugging information tells the lines of a recorded file: its own, else that of its
 * separate debug file, of a kernel the vmlinux its names are from. All have proven to belong to it.
 */
#include "symbols/internal.h"

/* Whose units are looked for. */
struct owner {
	struct symbols *s;
	const struct file *f;
};

static bool dwo_map(void *ctx, const char *path, struct bytes *out)
{
	struct symbols *s = ((const struct owner *)ctx)->s;
	if (source_map(s, arena_printf(&s->arena, "%s%s", s->src.symfs, path), out, NULL) !=
	    SYMBOLS_FOUND)
		return false;
	source_keep(s, *out);
	return true;
}

static bool package_map(void *ctx, struct bytes *out)
{
	const struct owner *o = ctx;
	const struct file *f = o->f;
	bool deleted;
	return debug_package_find(
		o->s, user_path(o->s, &f->id, &deleted),
		build_id_known(&f->elf.build_id) ? &f->elf.build_id : &f->id.build_id, out);
}

static bool lines_try(struct symbols *s, struct file *f, struct bytes image, uint64_t shift)
{
	f->lines_shift = shift;
	if (!image.n || lines_open(image, &f->lines, NULL) != 0)
		return false;
	struct owner *o = arena_new(&s->arena, sizeof *o);
	*o = (struct owner){ s, f };
	lines_open_split(f->lines, &(struct lines_split){ dwo_map, package_map, o });
	return true;
}

/* Part of the debugging information may lie in a file that others share. */
static void lines_find_shared(struct symbols *s, struct file *f, const char *path)
{
	const char *name;
	struct build_id id;
	struct bytes image;
	bool differs;
	if (!f->lines || !lines_shared(f->lines, &name, &id))
		return;
	if (debug_alt_find(s, path, name, &id, &image, &differs))
		lines_share(f->lines, image);
	else
		f->lines_why = arena_printf(
			&s->arena,
			"'%s', which it shares with others (dwz), %s: install the debugging "
			"information it came with, or name its folder (--debug-dir)",
			name, differs ? "has another build-id" : "is not there");
}

/* The units that were split are found as they are needed. */
static void lines_find_gap(struct symbols *s, struct file *f)
{
	struct lines_missing m = lines_missing(f->lines);
	bool deleted;
	if (!f->lines_why && m.path)
		f->lines_why = arena_printf(
			&s->arena,
			"'%s' %s: keep it where it was compiled, or pack all with dwp into "
			"'%s.dwp'",
			m.path, m.differs ? "is of another compilation" : "is not there",
			user_path(s, &f->id, &deleted));
}

const char *symbols_lines_gap(const struct symbols *s, uint32_t file)
{
	return s->files[file]->lines_why;
}

static void lines_find_file(struct symbols *s, struct file *f)
{
	bool deleted;
	if (f->id.kind == SYMBOLS_KERNEL)
		lines_try(s, f, f->elf.image, f->shift);
	if (f->id.kind != SYMBOLS_USER)
		return;
	const char *path = user_path(s, &f->id, &deleted);
	struct elf_file own, debug;
	bool is_there = user_file_itself(s, f, &own);
	if (!(is_there && lines_try(s, f, own.image, 0)) &&
	    !lines_try(s, f, f->debug_image, f->shift) &&
	    debug_file_find(s, path, is_there ? &own : NULL,
	                    is_there ? &own.build_id : &f->id.build_id, &debug))
		lines_try(s, f, debug.image, 0);
	lines_find_shared(s, f, path);
}

uint32_t symbols_lines(struct symbols *s, uint32_t file, uint64_t addr, bool inlined,
                       struct line_frame *out, uint32_t max)
{
	struct file *f = file_at(s, file);
	uint64_t place;
	if (!place_in_file(f, addr, &place))
		return 0;
	if (!f->lines_tried)
		lines_find_file(s, f);
	f->lines_tried = true;
	if (!f->lines)
		return 0;
	uint32_t n = lines_find(f->lines, addr - place - f->lines_shift, inlined, out, max);
	lines_find_gap(s, f);
	for (uint32_t i = 0; i < n && s->src.demangle; i++) {
		const char *shown = out[i].name ? demangle(out[i].name, false, &s->tables) : NULL;
		if (shown)
			out[i].name = shown;
	}
	return n;
}

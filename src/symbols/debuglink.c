// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Separate debug files (GDB manual, "Debugging Information in Separate Files"): by build-id under
 * DIR/.build-id, DIR being those that were named and /usr/lib/debug, or in perf's cache; or by the
 * name and CRC in .gnu_debuglink, beside the file and below each DIR. A file is taken only when it
 * proves itself: by the build-id it carries, or by its CRC.
 */
#include <zlib.h>

#include "base/words.h"
#include "symbols/internal.h"

#define DEBUG_DIR "/usr/lib/debug"

void debug_dirs_init(struct symbols *s)
{
	const char *rest = s->src.debug_dirs;
	struct span dir;
	size_t most = 1;
	while (folder_next(&rest, &dir))
		most++;
	s->debug_dirs = arena_zero(&s->arena, most * sizeof *s->debug_dirs);
	rest = s->src.debug_dirs;
	while (folder_next(&rest, &dir))
		if (dir.n)
			s->debug_dirs[s->n_debug_dirs++] = arena_dup(&s->arena, dir.p, dir.n);
	s->debug_dirs[s->n_debug_dirs++] = arena_printf(&s->arena, "%s" DEBUG_DIR, s->src.symfs);
}

static uint32_t crc_of(struct bytes b)
{
	uLong crc = crc32(0, NULL, 0);
	for (size_t at = 0; at < b.n;) {
		size_t n = b.n - at < 1 << 30 ? b.n - at : 1 << 30;
		crc = crc32(crc, b.p + at, (uInt)n);
		at += n;
	}
	return (uint32_t)crc;
}

/* What a debug file has to prove: its CRC, or its build-id. */
struct proof {
	const struct build_id *build_id;
	const uint32_t *crc; /* NULL: the build-id is the proof */
};

static bool proven(const struct proof *want, struct bytes image, const struct elf_file *f)
{
	bool ids = build_id_known(want->build_id) && build_id_known(&f->build_id);
	if (ids && !build_id_same(want->build_id, &f->build_id))
		return false;
	return want->crc ? crc_of(image) == *want->crc : ids;
}

/* Is an image what is wanted? It is kept, or given back. */
static bool debug_image_take(struct symbols *s, struct bytes image, const struct proof *want,
                             struct elf_file *out)
{
	struct build_id id;
	/* A glance before the whole is parsed into memory that stays. */
	bool taken = (want->crc || (elf_build_id(image, &id, NULL) == 0 &&
	                            build_id_same(&id, want->build_id))) &&
	             elf_parse(image, &s->tables, out, NULL) == 0 && out->has_symtab &&
	             out->syms.n && proven(want, image, out);
	if (taken)
		source_keep(s, image);
	else
		s->src.unmap(image);
	return taken;
}

static bool debug_file_try(struct symbols *s, const char *path, const struct proof *want,
                           struct elf_file *out)
{
	struct bytes image;
	return source_map(s, path, &image, NULL) == SYMBOLS_FOUND &&
	       debug_image_take(s, image, want, out);
}

const char *debug_path(struct symbols *s, uint32_t dir, const char *hex, const char *suffix)
{
	return arena_printf(&s->arena, "%s/.build-id/%.2s/%s%s", s->debug_dirs[dir], hex, hex + 2,
	                    suffix);
}

static bool by_build_id(struct symbols *s, const struct build_id *id, struct elf_file *out)
{
	if (!build_id_known(id))
		return false;
	const struct proof want = { .build_id = id };
	const char *hex = build_id_text(id, &s->arena);
	if (strlen(hex) < 4)
		return false;
	for (uint32_t i = 0; i < s->n_debug_dirs; i++)
		if (debug_file_try(s, debug_path(s, i, hex, ".debug"), &want, out))
			return true;
	const char *cached = cache_path(s, id, "debug");
	return cached && debug_file_try(s, cached, &want, out);
}

static bool by_debuglink(struct symbols *s, const char *path, const struct elf_file *elf,
                         struct elf_file *out)
{
	const char *name = elf->debuglink, *slash = strrchr(path, '/');
	if (!name || strchr(name, '/') || !slash || strlen(name) > 255)
		return false;
	static const char *const beside[] = { "", "/.debug" };
	struct proof want = { .build_id = &elf->build_id, .crc = &elf->debuglink_crc };
	int n = (int)(slash - path);
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
		if (debug_file_try(s,
		                   arena_printf(&s->arena, "%s%.*s%s/%s", s->src.symfs, n, path,
		                                beside[i], name),
		                   &want, out))
			return true;
	for (uint32_t i = 0; i < s->n_debug_dirs; i++)
		if (debug_file_try(
			    s,
			    arena_printf(&s->arena, "%s%.*s/%s", s->debug_dirs[i], n, path, name),
			    &want, out))
			return true;
	return false;
}

static bool by_fetching(struct symbols *s, const char *path, const struct build_id *id,
                        struct elf_file *out)
{
	struct bytes image = { 0 };
	struct err e = { 0 };
	if (!s->src.fetch || !build_id_known(id))
		return false;
	return s->src.fetch(s->src.ctx, path, build_id_text(id, &s->arena), &image, &e) == 0 &&
	       debug_image_take(s, image, &(struct proof){ .build_id = id }, out);
}

bool debug_file_find(struct symbols *s, const char *path, const struct elf_file *elf,
                     const struct build_id *build_id, struct elf_file *out)
{
	return by_build_id(s, build_id, out) || (elf && by_debuglink(s, path, elf, out)) ||
	       by_fetching(s, path, build_id, out);
}

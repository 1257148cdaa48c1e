// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What dwz(1) has moved out of several files of debugging information into one (.gnu_debugaltlink,
 * DWARF 5 section 7.3.6 "Supplementary Object Files"): names of inlined functions, among others. By
 * build-id under DIR/.build-id, DIR as for separate debug files (debuglink.c); where the file says
 * that it lies; or below DIR/.dwz. It is taken only when its build-id is the one that was asked
 * for.
 */
#include "symbols/internal.h"

/* *differs: there was one, but another. */
static bool alt_try(struct symbols *s, const char *path, const struct build_id *want,
                    struct bytes *out, bool *differs)
{
	struct build_id has;
	if (source_map(s, path, out, NULL) != SYMBOLS_FOUND)
		return false;
	if (elf_build_id(*out, &has, NULL) == 0 && build_id_same(&has, want)) {
		source_keep(s, *out);
		return true;
	}
	s->src.unmap(*out);
	*differs = true;
	return false;
}

static bool alt_by_build_id(struct symbols *s, const struct build_id *id, struct bytes *out,
                            bool *differs)
{
	const char *hex = build_id_text(id, &s->arena);
	for (uint32_t i = 0; strlen(hex) > 2 && i < s->n_debug_dirs; i++)
		if (alt_try(s, debug_path(s, i, hex, ".debug"), id, out, differs))
			return true;
	return false;
}

/* The last part of a name below .dwz, which distributions have beside .build-id. */
static bool alt_by_folder(struct symbols *s, const char *name, const struct build_id *id,
                          struct bytes *out, bool *differs)
{
	const char *below = strstr(name, ".dwz/");
	for (uint32_t i = 0; below && !strstr(below, "..") && i < s->n_debug_dirs; i++)
		if (alt_try(s, arena_printf(&s->arena, "%s/%s", s->debug_dirs[i], below), id, out,
		            differs))
			return true;
	return false;
}

bool debug_alt_find(struct symbols *s, const char *path, const char *name,
                    const struct build_id *id, struct bytes *out, bool *differs)
{
	const char *slash = strrchr(path, '/');
	*differs = false;
	if (!build_id_known(id) || strlen(name) > 4096)
		return false;
	if (alt_by_build_id(s, id, out, differs) || alt_by_folder(s, name, id, out, differs))
		return true;
	if (*name == '/')
		return alt_try(s, arena_printf(&s->arena, "%s%s", s->src.symfs, name), id, out,
		               differs);
	return slash && alt_try(s,
	                        arena_printf(&s->arena, "%s%.*s/%s", s->src.symfs,
	                                     (int)(slash - path), path, name),
	                        id, out, differs);
}

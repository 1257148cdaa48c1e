// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the package of a program's split debugging information lies (dwp(1)): PROGRAM.dwp beside it
 * and below DIR, DIR as for separate debug files (debuglink.c); or by build-id under DIR/.build-id,
 * beside the debug file there or in its place.
 */
#include "symbols/internal.h"

static bool package_try(struct symbols *s, const char *path, struct bytes *out)
{
	if (source_map(s, path, out, NULL) != SYMBOLS_FOUND)
		return false;
	source_keep(s, *out);
	return true;
}

bool debug_package_find(struct symbols *s, const char *path, const struct build_id *id,
                        struct bytes *out)
{
	static const char *const suffixes[] = { ".dwp", ".debug.dwp" };
	const char *hex = build_id_known(id) ? build_id_text(id, &s->arena) : "";
	if (package_try(s, arena_printf(&s->arena, "%s%s.dwp", s->src.symfs, path), out))
		return true;
	for (uint32_t i = 0; i < s->n_debug_dirs; i++) {
		for (size_t k = 0; strlen(hex) > 2 && k < sizeof suffixes / sizeof *suffixes; k++)
			if (package_try(s, debug_path(s, i, hex, suffixes[k]), out))
				return true;
		if (package_try(s, arena_printf(&s->arena, "%s%s.dwp", s->debug_dirs[i], path),
		                out))
			return true;
	}
	return false;
}

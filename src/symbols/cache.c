// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf's cache of files (perf-buildid-cache(1)), which perf-archive(1) carries elsewhere:
 * DIR/.build-id/xx/yyyy is a link to a folder that holds what belongs to the file of that build-id,
 * "elf" and perhaps "debug", for a kernel "kallsyms", for a vdso "vdso". What has a build-id of its
 * own has to prove itself by it.
 */
#include "symbols/internal.h"

const char *cache_path(struct symbols *s, const struct build_id *id, const char *what)
{
	if (!s->src.buildid_dir || !build_id_known(id) || id->n < 2)
		return NULL;
	const char *hex = build_id_text(id, &s->arena);
	return arena_printf(&s->arena, "%s/.build-id/%.2s/%s/%s", s->src.buildid_dir, hex, hex + 2,
	                    what);
}

/* Its kallsyms, as it was in some boot: without the modules, which lie elsewhere in each. */
static bool open_kallsyms(struct symbols *s, struct file *f)
{
	struct bytes text;
	uint64_t addr = 0;
	const char *path = cache_path(s, &f->id.build_id, "kallsyms");
	if (!path || source_map(s, path, &text, NULL) != SYMBOLS_FOUND)
		return false;
	struct span t = span_of(text.p, text.n);
	bool found = kallsyms_parse(t, &s->tables, &f->own.syms, NULL) == 0 && f->own.syms.n &&
	             (!f->id.ref_name || kallsyms_address(t, f->id.ref_name, &addr));
	s->src.unmap(text);
	f->shift = f->id.ref_name ? f->id.ref_addr - addr : 0;
	f->names = &f->own;
	f->state = found ? SYMBOLS_FOUND : SYMBOLS_BROKEN;
	f->why = NULL;
	return found;
}

bool file_open_cached_kernel(struct symbols *s, struct file *f)
{
	const char *path = cache_path(s, &f->id.build_id, "elf");
	return path && (open_kallsyms(s, f) || file_open_vmlinux(s, f, path, true));
}

bool file_open_cached_module(struct symbols *s, struct file *f)
{
	const char *path = cache_path(s, &f->id.build_id, "elf");
	return path && image_open(s, f, path, true, true);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel names from the files a kernel was built into: vmlinux, and modules, which may be packed.
 * A file that the person named, or whose path was recorded, is refused when its build-id is another
 * one; one that was looked for has to prove itself by it.
 *
 * A module's sections lie nowhere until it is loaded. The kernel puts those with code one behind
 * the other, in the order of the file, each aligned as it asks (kernel/module/main.c,
 * layout_sections); but what is for its start goes elsewhere, and some CPUs make their .plt larger.
 * So up to the first that may be one of these the places are certain, and behind it there are no
 * names.
 */
#include <stdlib.h>

#include "symbols/internal.h"

static const char *const packed_as[] = { "", ".xz", ".gz", ".zst" };
enum { N_PACKED = sizeof packed_as / sizeof *packed_as };

/* Is the image the recorded file? */
static bool image_met(struct symbols *s, struct file *f, const char *path, struct bytes image,
                      bool proof)
{
	struct build_id has;
	struct err e = { 0 };
	if (elf_build_id(image, &has, &e) != 0) {
		f->state = SYMBOLS_BROKEN;
		f->why = arena_printf(&s->arena, "'%s': %s", path, e.text);
		return false;
	}
	if (build_id_met(&has, &f->id.build_id, proof))
		return true;
	f->state = SYMBOLS_DIFFERS;
	f->why = arena_printf(&s->arena, "'%s': build-id is %s, recorded %s", path,
	                      build_id_text(&has, &s->arena),
	                      build_id_text(&f->id.build_id, &s->arena));
	return false;
}

bool image_open(struct symbols *s, struct file *f, const char *path, bool module, bool proof)
{
	struct bytes mapped, image;
	struct err e = { 0 };
	f->state = source_map(s, path, &mapped, &f->why);
	if (f->state != SYMBOLS_FOUND)
		return false;
	enum packing how = packing_of(span_of(mapped.p, mapped.n));
	image = mapped;
	if (how != PACKED_NOT &&
	    unpack(how, span_of(mapped.p, mapped.n), &s->tables, &image, &e) != 0) {
		f->state = SYMBOLS_BROKEN;
		f->why = arena_printf(&s->arena, "'%s': %s", path, e.text);
	} else if (image_met(s, f, path, image, proof || f->is_whole) && f->is_whole) {
		f->image = image;
		f->image_path = path;
	} else if (f->state == SYMBOLS_FOUND) {
		int rc = module ? elf_module_parse(image, &s->tables, &f->own.syms, &e)
		                : elf_parse(image, &s->tables, &f->elf, &e);
		if (!module)
			f->own.syms = f->elf.syms;
		if (rc != 0 || !f->own.syms.n) {
			f->state = rc || !module ? SYMBOLS_BROKEN : SYMBOLS_STRIPPED;
			f->why = arena_printf(&s->arena, "'%s': %s", path,
			                      rc ? e.text : "no symbols in it");
		}
	}
	if (f->state != SYMBOLS_FOUND)
		f->elf = (struct elf_file){ 0 };
	if (f->state == SYMBOLS_FOUND && how == PACKED_NOT)
		source_keep(s, mapped);
	else
		s->src.unmap(mapped);
	f->names = &f->own;
	f->shift = 0;
	return f->state == SYMBOLS_FOUND;
}

/* How far the recorded kernel lay from where its file says. */
static bool image_shift(struct symbols *s, struct file *f, const char *path)
{
	struct bytes image;
	uint64_t addr = 0;
	if (!f->id.ref_name)
		return true;
	if (source_map(s, path, &image, NULL) == SYMBOLS_FOUND) {
		if (!elf_symbol_address(image, f->id.ref_name, &addr))
			addr = 0;
		s->src.unmap(image);
	}
	f->shift = f->id.ref_addr - addr;
	if (addr)
		return true;
	f->state = SYMBOLS_DIFFERS;
	f->why = arena_printf(&s->arena, "'%s' has no '%s' to measure the kernel's place by", path,
	                      f->id.ref_name);
	return false;
}

bool file_open_vmlinux(struct symbols *s, struct file *f, const char *path, bool proof)
{
	return image_open(s, f, path, false, proof) && image_shift(s, f, path);
}

bool file_find_vmlinux(struct symbols *s, struct file *f)
{
	/* Where perf looks too. */
	static const char *const places[] = {
		"/boot/vmlinux-%s",
		"/usr/lib/debug/boot/vmlinux-%s",
		"/lib/modules/%s/build/vmlinux",
		"/usr/lib/debug/lib/modules/%s/vmlinux",
		"/usr/lib/debug/boot/vmlinux-%s.debug",
	};
	const char *release = s->src.release;
	if (!build_id_known(&f->id.build_id) || !release || strchr(release, '/'))
		return false;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *mark = strstr(places[i], "%s");
		const char *path = arena_printf(&s->arena, "%s%.*s%s%s", s->src.symfs,
		                                (int)(mark - places[i]), places[i], release,
		                                mark + 2);
		if (file_open_vmlinux(s, f, path, true))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------ modules */

/* The path of a module in a line of modules.dep, "kernel/fs/ext4/ext4.ko.xz: ...". */
static bool line_is_of(struct span line, const struct file *f, struct span *path)
{
	const unsigned char *colon = line.n ? memchr(line.p, ':', line.n) : NULL;
	if (!colon)
		return false;
	*path = span_of(line.p, (size_t)(colon - line.p));
	const unsigned char *slash = memrchr(path->p, '/', path->n);
	struct span name = slash ? span_behind(*path, (size_t)(slash - path->p) + 1) : *path;
	const unsigned char *dot = name.n ? memchr(name.p, '.', name.n) : NULL;
	size_t n = dot ? (size_t)(dot - name.p) : name.n;
	if (n != f->n_module || n > 255)
		return false;
	char text[256];
	memcpy(text, name.p, n);
	text[n] = 0;
	return module_name_equal(f->module, f->n_module, text);
}

/* By its name: depmod lists the modules of a release. NULL = it has none of it. */
static const char *module_listed(struct symbols *s, const struct file *f)
{
	struct bytes list;
	struct span path;
	const char *found = NULL, *release = s->src.release;
	if (!release || strchr(release, '/'))
		return NULL;
	const char *dep = arena_printf(&s->arena, "%s/lib/modules/%s/modules.dep", s->src.symfs,
	                               release);
	if (source_map(s, dep, &list, NULL) != SYMBOLS_FOUND)
		return NULL;
	for (struct span rest = span_of(list.p, list.n), line = { 0 }; rest.n && !found;) {
		const unsigned char *nl = memchr(rest.p, '\n', rest.n);
		size_t n = nl ? (size_t)(nl - rest.p) : rest.n;
		span_take(&rest, n, &line);
		span_take(&rest, nl != NULL, &path);
		if (line_is_of(line, f, &path))
			found = arena_printf(&s->arena, "/lib/modules/%s/%.*s", release,
			                     (int)path.n, (const char *)path.p);
	}
	s->src.unmap(list);
	return found;
}

/* The file at the path, or packed in another way. */
static bool module_try(struct symbols *s, struct file *f, const char *path, bool proof)
{
	const char *ko = strstr(path, ".ko");
	int n = ko ? (int)(ko - path) + 3 : (int)strlen(path);
	const char *whole = arena_printf(&s->arena, "%s%s", s->src.symfs, path);
	if (image_open(s, f, whole, true, proof))
		return true;
	for (size_t i = 0; f->state == SYMBOLS_NO_FILE && i < N_PACKED; i++) {
		whole = arena_printf(&s->arena, "%s%.*s%s", s->src.symfs, n, path, packed_as[i]);
		if (image_open(s, f, whole, true, proof))
			return true;
	}
	return false;
}

bool file_open_ko(struct symbols *s, struct file *f)
{
	const char *path = f->id.path;
	bool is_path = *path == '/', found = false;
	if (!f->id.ref_addr && !f->is_whole)
		return false; /* nobody knows where it lay */
	if (is_path)
		found = module_try(s, f, path, false);
	if (!found && (!is_path || f->state == SYMBOLS_NO_FILE) && (path = module_listed(s, f)))
		found = module_try(s, f, path, true);
	if (!found) {
		struct file told = *f; /* worth more than that the cache has none */
		found = file_open_cached_module(s, f);
		*f = found ? *f : told;
	}
	f->shift = f->id.ref_addr;
	return found;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The files that a recorded file's names come from, as a whole, for who hands them on. A name that
 * is wrong for want of a build-id is one person's; a file that is handed on as another one misleads
 * all who take it. So here the build-id is to be known, and met.
 */
#include "symbols/internal.h"

/* Addresses that are all zero name nothing. */
static enum symbols_miss kallsyms_check(struct symbols *s, struct file *f, struct bytes text)
{
	struct symtab syms = { 0 };
	struct err e = { 0 };
	int rc = kallsyms_parse(span_of(text.p, text.n), &s->tables, &syms, &e);
	if (rc == 0 && syms.n)
		return SYMBOLS_FOUND;
	f->why = arena_printf(&s->arena, "'/proc/kallsyms': %s",
	                      *e.text ? e.text : "no symbols in it");
	return rc == ERR_DENIED ? SYMBOLS_DENIED : rc ? SYMBOLS_BROKEN : SYMBOLS_STRIPPED;
}

static enum symbols_miss kallsyms_image(struct symbols *s, struct file *f, struct bytes *out)
{
	struct bytes text;
	if (s->src.recorded_kallsyms.n) {
		*out = (struct bytes){ .p = (unsigned char *)s->src.recorded_kallsyms.p,
			               .n = s->src.recorded_kallsyms.n };
		return kallsyms_check(s, f, *out);
	}
	if (!kernel_proven(s, &f->id.build_id, &f->why))
		return SYMBOLS_DIFFERS;
	enum symbols_miss miss = source_map(s, "/proc/kallsyms", &text, &f->why);
	if (miss != SYMBOLS_FOUND)
		return miss;
	source_keep(s, text);
	miss = kallsyms_check(s, f, text);
	if (miss == SYMBOLS_FOUND)
		*out = text;
	return miss;
}

static enum symbols_miss kernel_images(struct symbols *s, struct file *f,
                                       struct symbols_images *out)
{
	struct file vmlinux = { .id = f->id, .is_whole = true };
	enum symbols_miss miss = kallsyms_image(s, f, &out->own);
	out->path = "[kernel.kallsyms]";
	out->is_kallsyms = true;
	if (miss == SYMBOLS_FOUND || !file_find_vmlinux(s, &vmlinux))
		return miss;
	*out = (struct symbols_images){ .own = vmlinux.image, .path = vmlinux.image_path };
	return SYMBOLS_FOUND;
}

static enum symbols_miss module_images(struct symbols *s, struct file *f,
                                       struct symbols_images *out)
{
	struct file module = { .id = f->id, .is_whole = true, .state = SYMBOLS_NO_FILE };
	struct elf_file debug;
	module_of(&module);
	if (file_open_ko(s, &module))
		*out = (struct symbols_images){ .own = module.image, .path = module.image_path };
	else
		f->why = module.why ? module.why : "no file of it was found";
	if (debug_file_find(s, out->path, NULL, &f->id.build_id, &debug))
		out->debug = debug.image;
	return module.state;
}

static enum symbols_miss user_images(struct symbols *s, struct file *f, struct symbols_images *out)
{
	bool deleted;
	struct elf_file own, debug;
	out->path = user_path(s, &f->id, &deleted);
	const char *there = user_place(s, f, &deleted);
	enum symbols_miss miss = user_file_read(s, f, there, true, &own);
	bool is_there = miss == SYMBOLS_FOUND;
	if (is_there)
		out->own = own.image;
	if (f->id.kind == SYMBOLS_USER &&
	    debug_file_find(s, out->path, is_there ? &own : NULL, &f->id.build_id, &debug))
		out->debug = debug.image;
	return miss;
}

enum symbols_miss symbols_images(struct symbols *s, uint32_t file, struct symbols_images *out,
                                 const char **why)
{
	struct file *f = s->files[file];
	enum symbols_miss miss = SYMBOLS_DIFFERS;
	*out = (struct symbols_images){ .path = f->id.path };
	f->why = NULL;
	if (f->id.kind == SYMBOLS_PERFMAP)
		f->why = "code made at run time has no build-id";
	else if (!build_id_known(&f->id.build_id))
		f->why = "no build-id of it was recorded";
	else if (f->id.kind == SYMBOLS_KERNEL)
		miss = kernel_images(s, f, out);
	else if (f->id.kind == SYMBOLS_MODULE)
		miss = module_images(s, f, out);
	else if (f->id.kind == SYMBOLS_USER || f->id.kind == SYMBOLS_VDSO)
		miss = user_images(s, f, out);
	*why = miss == SYMBOLS_FOUND ? NULL : f->why;
	return miss;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Build-ids of files, of the kernel and its modules, on their way into the recording. */
#include <stdio.h>

#include "capture/embed.h"

static void add_id(const struct ids *ids, uint16_t misc, const struct build_id *id,
                   const char *path)
{
	(ids->as_records ? write_build_id_record : write_build_id)(ids->out, misc, -1, id->id,
	                                                           id->n, path);
}

void ids_add_file(const struct ids *ids, const struct build_id *told, const char *path)
{
	struct build_id id = { 0 };
	struct bytes image;
	if (told->n) {
		add_id(ids, ABI_MISC_USER, told, path);
		return;
	}
	if (path[0] == '[') {
		if (sys_vdso(&image) && elf_build_id(image, &id, NULL) == 0 && id.n)
			add_id(ids, ABI_MISC_USER, &id, path);
		return;
	}
	/* Not that of another file that has taken its place. */
	const struct held_file *held = NULL;
	int n_held = ids->held ? held_by_path(ids->held, path, &held) : 0;
	if (n_held > 1 ||
	    (n_held ? held_map(held, &image, NULL) : sys_map_file(path, &image, NULL)) < 0)
		return;
	if (elf_build_id(image, &id, NULL) == 0 && id.n)
		add_id(ids, ABI_MISC_USER, &id, path);
	sys_unmap(image);
}

bool capture_notes_read(const char *path, struct build_id *id)
{
	struct bytes notes;
	*id = (struct build_id){ 0 };
	if (sys_map(path, NULL, &notes, NULL) < 0)
		return false;
	bool found = notes_build_id(span_of(notes.p, notes.n), false, id);
	sys_unmap(notes);
	return found;
}

static void add_notes(const struct ids *ids, const char *path, const char *name)
{
	struct build_id id = { 0 };
	if (capture_notes_read(path, &id))
		add_id(ids, ABI_MISC_KERNEL, &id, name);
}

void ids_add_kernel(const struct ids *ids)
{
	add_notes(ids, CAPTURE_KERNEL_NOTES, "[kernel.kallsyms]");
}

void ids_add_modules(const struct ids *ids)
{
	struct buf modules = { 0 };
	if (sys_text(-1, "/proc/modules", &modules) == 0)
		for (const char *line = buf_cstr(&modules); *line;
		     line += strcspn(line, "\n"), line += *line == '\n') {
			char path[200], name[128];
			int n = (int)strcspn(line, " \n");
			snprintf(path, sizeof path, "/sys/module/%.*s/notes/.note.gnu.build-id", n,
			         line);
			snprintf(name, sizeof name, "[%.*s]", n, line);
			add_notes(ids, path, name);
		}
	buf_release(&modules);
}

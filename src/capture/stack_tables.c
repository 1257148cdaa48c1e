// SPDX-License-Identifier: GPL-2.0-or-later
/* What the files that are mapped say of their frames: each is read once, at its first sample. */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/embed.h"
#include "capture/stacks.h"
#include "sys/sys.h"

/* Whatever was mapped under the name, if that is certain. */
static const struct held_file *held_of(const struct stack_tables *t, const struct session_file *f)
{
	const struct held_file *found = NULL;
	struct file_told told = { .path = session_text(t->session, f->path) };
	told.build_id.n = f->n_build_id;
	memcpy(told.build_id.id, f->build_id, f->n_build_id);
	if (f->n_build_id)
		found = held_find(t->held, &told);
	if (found && found->fd >= 0)
		return found;
	return held_by_path(t->held, told.path, &found) == 1 ? found : NULL;
}

static bool image_of(const struct stack_tables *t, const struct session_file *f, struct bytes *out)
{
	if (f->kind == FILE_VDSO)
		return sys_vdso(out);
	const struct held_file *held = held_of(t, f);
	return held && held_map(held, out, NULL) == 0;
}

/* Of all tables together; large programs take some MiB each. */
enum { TABLES_BYTES_MAX = 256 << 20 };

static void table_make(struct stack_tables *t, const struct session_file *f,
                       struct stack_table *out)
{
	struct bytes image;
	struct elf_file layout;
	if (t->n_bytes > TABLES_BYTES_MAX || !image_of(t, f, &image))
		return;
	if (elf_parse_layout(image, &t->arena, &layout, NULL) == 0)
		out->table = elf_unwind_table(&layout, (struct bytes){ 0 });
	layout.image = (struct bytes){ 0 };
	if (out->table) {
		out->layout = arena_new(&t->arena, sizeof *out->layout);
		*out->layout = layout;
		t->n_bytes += unwind_table_size(out->table).bytes;
	}
	if (f->kind != FILE_VDSO)
		sys_unmap(image);
}

const struct unwind_table *stack_tables_find(void *ctx, uint32_t file, uint64_t off,
                                             uint64_t *vaddr)
{
	struct stack_tables *t = ctx;
	if (file >= t->n) {
		uint32_t n = t->session->n_files + 16;
		t->v = mem_resize(t->v, n, sizeof *t->v);
		memset(t->v + t->n, 0, (n - t->n) * sizeof *t->v);
		t->n = n;
	}
	struct stack_table *at = &t->v[file];
	if (!at->is_tried)
		table_make(t, &t->session->files[file], at);
	at->is_tried = true;
	return at->table && elf_offset_to_vaddr(at->layout, off, vaddr) ? at->table : NULL;
}

void stack_tables_release(struct stack_tables *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		unwind_table_free(t->v[i].table);
	free(t->v);
	arena_release(&t->arena);
	*t = (struct stack_tables){ 0 };
}

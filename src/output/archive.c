// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Files by their build-ids, laid out as perf keeps them in ~/.debug, its cache of build-ids. A link
 * has the id's first byte as its folder and the others as its name; what it leads to has a file for
 * each thing that belongs to the id: elf and its separate debug file, of the vdso and of the kernel
 * one.
 *
 *     .build-id/xx/yyyy...              a link to ../../FOLDER/BUILDID
 *     FOLDER/BUILDID/elf                FOLDER is the file's path
 *     FOLDER/BUILDID/debug
 *     [vdso]/BUILDID/vdso
 *     [kernel.kallsyms]/BUILDID/kallsyms
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/output.h"

static uint64_t id_hash(const struct build_id *id)
{
	return hash_bytes(id->id, id->n, 0);
}

const char *archive_find(const struct archive *a, const struct build_id *id)
{
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&a->table, id_hash(id), &i)) != TABLE_NONE)
		if (build_id_equal(&a->v[at].id, id))
			return a->v[at].folder;
	return NULL;
}

bool archive_takes(const char *folder)
{
	bool is_path = *folder && *folder != '/';
	for (const char *at = folder; is_path; at += *at == '/') {
		size_t n = strcspn(at, "/");
		is_path = n && !(n == 1 && at[0] == '.') && !(n == 2 && memcmp(at, "..", 2) == 0);
		at += n;
		if (!*at)
			break;
	}
	return is_path;
}

static const char *folder_of(struct archive *a, const char *folder, const struct build_id *id)
{
	struct buf path = { 0 };
	buf_str(&path, folder);
	buf_char(&path, '/');
	output_build_id(&path, id->id, id->n);
	const char *kept = arena_dup(&a->arena, path.p, path.n);
	buf_release(&path);
	return kept;
}

/* Its link, the name by which it is found. */
static void add_link(struct archive *a, const struct build_id *id, const char *folder)
{
	struct buf path = { 0 }, target = { 0 };
	buf_str(&path, a->folder);
	buf_str(&path, ".build-id/");
	output_build_id(&path, id->id, 1);
	buf_char(&path, '/');
	output_build_id(&path, id->id + 1, (uint8_t)(id->n - 1));
	buf_str(&target, "../../");
	buf_str(&target, folder);
	struct tar_entry e = { .path = buf_cstr(&path),
		               .target = buf_cstr(&target),
		               .mode = 0777,
		               .mtime = a->mtime };
	tar_begin(a->out, &e);
	buf_release(&path);
	buf_release(&target);
}

void archive_add(struct archive *a, const char *folder, const struct build_id *id, const char *name,
                 struct span file)
{
	const char *there = archive_find(a, id);
	if (!there) {
		there = folder_of(a, folder, id);
		VEC_ROOM(a->v, a->n, a->cap);
		a->v[a->n] = (struct archive_id){ *id, there };
		table_add(&a->table, id_hash(id), a->n++);
		add_link(a, id, there);
	}
	struct tar_entry e = { .path = arena_printf(&a->arena, "%s%s/%s", a->folder, there, name),
		               .mode = 0600,
		               .mtime = a->mtime,
		               .n_bytes = file.n };
	tar_file(a->out, &e, file);
	a->n_files++;
}

void archive_release(struct archive *a)
{
	table_release(&a->table);
	free(a->v);
	arena_release(&a->arena);
	*a = (struct archive){ 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What processes ever had mapped, and of which files. Records come in the order of the file, not of
 * time: mappings are kept whether others took their place or not.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "capture/hit_maps.h"

enum {
	MAPPINGS_MAX = 1 << 20, /* 40 MB */
	FILES_MAX = 1 << 16,
};

void hit_maps_release(struct hit_maps *maps)
{
	table_release(&maps->table);
	arena_release(&maps->paths);
	free(maps->v);
	free(maps->files);
}

static uint32_t file_of(struct hit_maps *maps, const struct hit_file *given)
{
	uint64_t hash = hash_mix(file_told_hash(&given->told), given->pid);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&maps->table, hash, &i)) != TABLE_NONE) {
		const struct hit_file *f = &maps->files[id];
		if (f->kind == given->kind && f->pid == given->pid && f->start == given->start &&
		    file_told_equal(&f->told, &given->told))
			return id;
	}
	if (maps->n_files == FILES_MAX)
		return TABLE_NONE;
	VEC_ROOM(maps->files, maps->n_files, maps->cap_files);
	struct hit_file *f = &maps->files[maps->n_files];
	*f = *given;
	f->told.path = arena_dup(&maps->paths, given->told.path, strlen(given->told.path));
	table_add(&maps->table, hash, maps->n_files);
	return maps->n_files++;
}

/* The kernel's record covers its text alone; what it runs beyond is its own too, unless a module
 * has it. */
static bool kernel_file(const struct body_mmap *m, struct hit_file *f, uint64_t *end)
{
	static const char kernel[] = "[kernel.kallsyms]";
	f->told = (struct file_told){ .path = m->path };
	if (strncmp(m->path, kernel, sizeof kernel - 1) == 0) {
		f->kind = FILE_KERNEL;
		f->told.path = kernel;
		*end = UINT64_MAX;
		return true;
	}
	f->kind = FILE_MODULE;
	f->start = m->start;
	return *m->path == '[';
}

void hit_maps_add(struct hit_maps *maps, uint32_t process, const struct body_mmap *m, uint8_t mode)
{
	struct hit_file f = { 0 };
	uint64_t end = m->start + m->len;
	if (end <= m->start)
		return;
	if (mode == ABI_MISC_KERNEL) {
		process = HIT_KERNEL;
		if (!kernel_file(m, &f, &end))
			return;
	} else {
		f.kind = session_file_kind(m->path);
		file_told_by(m, &f.told);
		if (f.kind == FILE_VDSO && session_vdso_is_narrow(m->start))
			f.kind = FILE_SPECIAL;
	}
	if (f.kind == FILE_SPECIAL)
		return;
	if (f.kind == FILE_ANON) {
		f.told = (struct file_told){ .path = "//anon" };
		f.pid = m->pid;
	}
	uint32_t file = file_of(maps, &f);
	if (file == TABLE_NONE || maps->n == MAPPINGS_MAX) {
		maps->n_refused++;
		return;
	}
	VEC_ROOM(maps->v, maps->n, maps->cap);
	maps->v[maps->n++] = (struct hit_map){
		.start = m->start, .end = end, .pgoff = m->pgoff, .process = process, .file = file
	};
}

static int mapped_before(const void *a, const void *b, void *ctx)
{
	const struct hit_map *x = a, *y = b;
	(void)ctx;
	return x->process != y->process ? x->process < y->process : x->start < y->start;
}

static bool mapped_same(const struct hit_map *a, const struct hit_map *b)
{
	return a->process == b->process && a->start == b->start && a->end == b->end &&
	       a->pgoff == b->pgoff && a->file == b->file;
}

void hit_maps_sort(struct hit_maps *maps)
{
	if (maps->n_sorted == maps->n)
		return;
	struct hit_map *all = maps->v, **order = mem_resize(NULL, maps->n, sizeof *order);
	for (uint32_t i = 0; i < maps->n; i++)
		order[i] = &all[i];
	sort_pointers(order, maps->n, mapped_before, NULL);
	struct hit_map *sorted = mem_resize(NULL, maps->n, sizeof *sorted);
	uint32_t n = 0;
	for (uint32_t i = 0; i < maps->n; i++) {
		struct hit_map m = *order[i];
		m.reach = m.end;
		if (n && sorted[n - 1].process == m.process) {
			if (mapped_same(&sorted[n - 1], &m))
				continue;
			if (sorted[n - 1].reach > m.reach)
				m.reach = sorted[n - 1].reach;
		}
		sorted[n++] = m;
	}
	free(all);
	free(order);
	maps->v = sorted;
	maps->cap = maps->n;
	maps->n = maps->n_sorted = n;
}

/* The first mapping that lies behind an address of a process. */
static uint32_t mapped_behind(const struct hit_maps *maps, uint32_t process, uint64_t ip)
{
	uint32_t lo = 0, hi = maps->n;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		const struct hit_map *m = &maps->v[mid];
		if (m->process < process || (m->process == process && m->start <= ip))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct hit_map *hit_maps_holding(const struct hit_maps *maps, uint32_t process, uint64_t ip,
                                       uint32_t *at)
{
	if (*at == HIT_MAPS_START)
		*at = mapped_behind(maps, process, ip);
	while (*at > 0) {
		const struct hit_map *m = &maps->v[--*at];
		if (m->process != process || m->reach <= ip)
			return NULL;
		if (m->end > ip)
			return m;
	}
	return NULL;
}

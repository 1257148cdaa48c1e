// SPDX-License-Identifier: GPL-2.0-or-later
/* What a mapped path stands for. The names with a special meaning are those of the kernel and of
 * perf. */
#include <stdlib.h>

#include "base/alloc.h"
#include "session/internal.h"

/* In prot, of simpleperf: symbols of the file have the addresses of the code. */
enum { PROT_JIT_FILE = 0x4000 };

static bool starts(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* The prefix of a path decides; the first row that fits. */
static const struct {
	const char *prefix;
	enum file_kind kind;
} kinds[] = {
	{ "[kernel.kallsyms]", FILE_KERNEL },
	{ "[guest.kernel.kallsyms", FILE_SPECIAL },
	{ "[vdso]", FILE_VDSO },
	{ "//anon", FILE_ANON },
	{ "/dev/zero", FILE_ANON },
	{ "/anon_hugepage", FILE_ANON },
	{ "[stack", FILE_ANON },
	{ "[heap]", FILE_ANON },
	{ "/SYSV", FILE_ANON },
	{ "[", FILE_SPECIAL },
	{ "", FILE_USER },
};

enum file_kind session_file_kind(const char *path)
{
	for (size_t i = 0;; i++)
		if (starts(path, kinds[i].prefix))
			return kinds[i].kind;
}

static bool file_same(const struct session_file *a, const struct session_file *b)
{
	if (a->kind == FILE_MODULE && a->ref_addr != b->ref_addr)
		return false; /* loaded again, elsewhere */
	return a->kind == b->kind && a->path == b->path && a->n_build_id == b->n_build_id &&
	       memcmp(a->build_id, b->build_id, a->n_build_id) == 0;
}

uint32_t file_intern(struct session *s, struct session_file f)
{
	uint64_t hash = hash_bytes(f.build_id, f.n_build_id, hash_mix(f.path, f.kind));
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->file_table, hash, &i)) != TABLE_NONE)
		if (file_same(&s->files[id], &f))
			return id;
	if (!f.label)
		f.label = f.short_name;
	VEC_ROOM(s->files, s->n_files, s->cap_files);
	s->files[s->n_files] = f;
	table_add(&s->file_table, hash, s->n_files);
	return s->n_files++;
}

static uint32_t base_name(struct session *s, const char *path)
{
	const char *slash = strrchr(path, '/');
	return intern(&s->texts, slash && slash[1] ? slash + 1 : path);
}

void file_build_id(struct session *s, struct session_file *f, uint16_t misc)
{
	uint32_t i = TABLE_START, id, text = f->path;
	while (!f->n_build_id &&
	       (id = table_probe(&s->build_id_table, hash_mix(text, 0), &i)) != TABLE_NONE) {
		const struct data_build_id *b = &s->build_ids[id];
		if ((misc && b->misc != misc) || strcmp(b->path, session_text(s, text)))
			continue;
		f->n_build_id = b->n;
		memcpy(f->build_id, b->id, sizeof f->build_id);
	}
}

void build_id_add(struct session *s, const struct data_build_id *b)
{
	uint32_t path = intern(&s->texts, b->path);
	struct session_file known = { .path = path };
	file_build_id(s, &known, b->misc);
	if (known.n_build_id)
		return;
	VEC_ROOM(s->build_ids, s->n_build_ids, s->cap_build_ids);
	s->build_ids[s->n_build_ids] = *b;
	table_add(&s->build_id_table, hash_mix(path, 0), s->n_build_ids++);
}

static bool is_wide(const struct session *s)
{
	const char *arch = data_text(s->data, ABI_FEATURE_ARCH);
	return !arch || strstr(arch, "64") || strcmp(arch, "s390x") == 0;
}

uint32_t file_of_mmap(struct session *s, const struct body_mmap *m, uint32_t pid)
{
	struct session_file f = { .kind = session_file_kind(m->path), .n_build_id = m->n_build_id };
	memcpy(f.build_id, m->build_id, sizeof f.build_id);
	if (f.kind == FILE_ANON && !(m->prot & ABI_PROT_EXEC))
		f.kind = FILE_SPECIAL;
	if (f.kind == FILE_ANON) {
		char *path = arena_printf(&s->data->arena, "/tmp/perf-%u.map", pid);
		f.path = intern(&s->texts, path);
		f.pid = pid;
		f.short_name = base_name(s, path);
		f.label = intern(&s->texts, arena_printf(&s->data->arena, "[JIT] tid %u", pid));
		return file_intern(s, f);
	}
	if (f.kind == FILE_USER && m->prot & PROT_JIT_FILE)
		f.kind = FILE_ANON;
	f.path = intern(&s->texts, m->path);
	f.short_name = base_name(s, m->path);
	/* What is listed under the name is not of that one. */
	if (f.kind == FILE_VDSO && !f.n_build_id && session_vdso_is_narrow(m->start) && is_wide(s))
		f.kind = FILE_SPECIAL;
	else
		file_build_id(s, &f, 0);
	return file_intern(s, f);
}

void files_init(struct session *s)
{
	struct session_file unknown = { .kind = FILE_UNKNOWN };
	unknown.path = unknown.short_name = intern(&s->texts, "[unknown]");
	file_intern(s, unknown);
	mapping_intern(s, (struct mapping){ 0 });
	struct data_build_id b;
	uint64_t at = 0;
	while (data_build_id_next(s->data, &at, &b) == 0)
		build_id_add(s, &b);
}

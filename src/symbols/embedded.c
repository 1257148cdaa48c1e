// SPDX-License-Identifier: GPL-2.0-or-later
/* Names that a recording brings with it: known to be right, wherever it is read. */
#include "base/alloc.h"
#include "symbols/internal.h"

static uint64_t path_hash(enum symbols_kind kind, const char *path)
{
	return hash_bytes(path, strlen(path), kind);
}

static const struct symbols_embedded *embedded_find(const struct symbols *s, enum symbols_kind kind,
                                                    const char *path)
{
	uint64_t hash = path_hash(kind, path);
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&s->embedded_table, hash, &i)) != TABLE_NONE)
		if (s->embedded[at].kind == kind && strcmp(s->embedded[at].path, path) == 0)
			return &s->embedded[at];
	return NULL;
}

void symbols_embed(struct symbols *s, const struct symbols_embedded *given)
{
	if (!given->n || embedded_find(s, given->kind, given->path))
		return;
	VEC_ROOM(s->embedded, s->n_embedded, s->cap_embedded);
	s->embedded[s->n_embedded] = *given;
	table_add(&s->embedded_table, path_hash(given->kind, given->path), s->n_embedded++);
}

bool file_open_embedded(struct symbols *s, struct file *f)
{
	const struct symbols_embedded *e = embedded_find(s, f->id.kind, f->id.path);
	if (!e)
		return false;
	symtab_build(e->raw, e->n, &s->tables, &f->own.syms);
	if (e->kind == SYMBOLS_USER) {
		/* One segment: all of the file, as far as its addresses do not wrap. */
		uint64_t back = e->min_off < e->min_vaddr ? e->min_off : e->min_vaddr;
		f->elf.segments = arena_zero(&s->tables, sizeof *f->elf.segments);
		f->elf.segments[0] = (struct elf_segment){ .off = e->min_off - back,
			                                   .vaddr = e->min_vaddr - back,
			                                   .n = UINT64_MAX / 2,
			                                   .exec = true };
		f->elf.n_segments = 1;
	}
	f->state = SYMBOLS_FOUND;
	return true;
}

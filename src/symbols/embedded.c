// SPDX-License-Identifier: GPL-2.0-or-later
/* Names that a recording brings with it: known to be right, wherever it is read. */
#include "base/alloc.h"
#include "symbols/internal.h"

static uint64_t path_hash(enum symbols_kind kind, const char *path)
{
	return hash_bytes(path, strlen(path), kind);
}

/* How well names fit a file: 0 = not at all. Those of a file whose build-id is known fit one whose
 * build-id is not only where nothing else does. */
static int embedded_fits(const struct symbols_embedded *e, const struct symbols_id *id)
{
	if (e->kind != id->kind || strcmp(e->path, id->path) != 0)
		return 0;
	if (!e->has_build_id)
		return 1;
	if (!build_id_known(&e->build_id))
		return build_id_known(&id->build_id) ? 0 : 2;
	if (!build_id_known(&id->build_id))
		return 1;
	return build_id_same(&e->build_id, &id->build_id) ? 2 : 0;
}

static const struct symbols_embedded *embedded_find(const struct symbols *s,
                                                    const struct symbols_id *id)
{
	const struct symbols_embedded *best = NULL;
	uint64_t hash = path_hash(id->kind, id->path);
	uint32_t i = TABLE_START, at;
	int fit, most = 0;
	while ((at = table_probe(&s->embedded_table, hash, &i)) != TABLE_NONE)
		if ((fit = embedded_fits(&s->embedded[at], id)) > most) {
			best = &s->embedded[at];
			most = fit;
		}
	return best;
}

void symbols_embed(struct symbols *s, const struct symbols_embedded *given)
{
	struct symbols_id id = { .kind = given->kind, .path = given->path };
	id.build_id = given->build_id;
	const struct symbols_embedded *there = embedded_find(s, &id);
	bool is_doubt = given->has_build_id && !build_id_known(&given->build_id);
	if ((!given->n && !is_doubt) || (there && (!there->has_build_id || !given->has_build_id)))
		return;
	VEC_ROOM(s->embedded, s->n_embedded, s->cap_embedded);
	s->embedded[s->n_embedded] = *given;
	table_add(&s->embedded_table, path_hash(given->kind, given->path), s->n_embedded++);
}

bool file_open_embedded(struct symbols *s, struct file *f)
{
	const struct symbols_embedded *e = embedded_find(s, &f->id);
	if (!e)
		return false;
	f->opened = true;
	f->names = &f->own;
	f->is_embedded = true;
	if (!e->n) {
		f->state = SYMBOLS_DIFFERS;
		f->why = "several files of this path ran, and nothing tells which of them it was";
		return true;
	}
	symtab_build(e->raw, e->n, &s->tables, &f->own.syms);
	if (e->kind == SYMBOLS_USER || e->kind == SYMBOLS_VDSO) {
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

struct file *file_beside(struct symbols *s, struct file *f)
{
	bool is_user = f->id.kind == SYMBOLS_USER || f->id.kind == SYMBOLS_VDSO;
	if (!f->is_embedded || !is_user || !build_id_known(&f->id.build_id))
		return NULL;
	if (!f->beside) {
		f->beside = arena_zero(&s->arena, sizeof *f->beside);
		f->beside->id = f->id;
		file_open_itself(s, f->beside);
	}
	return f->beside;
}

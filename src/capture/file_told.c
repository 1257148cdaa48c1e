// SPDX-License-Identifier: GPL-2.0-or-later
/* What the record of a mapping tells of its file. */
#include "capture/embed.h"

void file_told_by(const struct body_mmap *m, struct file_told *out)
{
	*out = (struct file_told){ .path = m->path, .maj = m->maj, .min = m->min, .ino = m->ino };
	out->build_id.n = m->n_build_id;
	memcpy(out->build_id.id, m->build_id, m->n_build_id);
}

bool file_told_equal(const struct file_told *a, const struct file_told *b)
{
	return build_id_equal(&a->build_id, &b->build_id) && a->maj == b->maj && a->min == b->min &&
	       a->ino == b->ino && strcmp(a->path, b->path) == 0;
}

uint64_t file_told_hash(const struct file_told *f)
{
	uint64_t hash = hash_mix((uint64_t)f->maj << 32 | f->min, f->ino);
	hash = hash_bytes(f->build_id.id, f->build_id.n, hash);
	return hash_bytes(f->path, strlen(f->path), hash);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The BPF programs that the kernel has compiled: those that are there when the recording begins,
 * and those that are loaded meanwhile. What the kernel tells of a program is kept, as it may be
 * gone at the end, up to a bound: who loads programs without end must not fill the memory. The
 * kernel's own record of a program that is not kept, or gone before it was read, after a second,
 * names it all the same.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/table.h"
#include "capture/features.h"
#include "data/data.h"
#include "data/write_machine.h"

/* Of struct bpf_prog_info: as much as Linux 6.1 has. */
enum {
	INFO_BYTES = 232,
	INFO_TAG = 8,
	INFO_NAME = 64,
	INFO_NAME_BYTES = 16,
	INFO_BTF_ID = 128,
	INFO_TYPE_BYTES = 132,
};
enum { BTF_INFO_BYTES = 32, BTF_INFO_SIZE = 8, TAG_BYTES = 8 };
enum { ARRAY_BYTES_MAX = 64 << 20 };

/* Where the kernel's structure has an array's pointer and count, and how large an element is: 0 =
 * it says so at each_off. */
static const struct {
	enum write_bpf_array array;
	uint8_t pointer_off, count_off, each, each_off;
} arrays[] = {
	{ WRITE_BPF_CODE, 24, 16, 1, 0 },           { WRITE_BPF_SYMBOLS, 112, 104, 8, 0 },
	{ WRITE_BPF_LENGTHS, 120, 108, 4, 0 },      { WRITE_BPF_TYPES, 136, 144, 0, 132 },
	{ WRITE_BPF_LINES, 152, 148, 0, 172 },      { WRITE_BPF_CODE_LINES, 160, 168, 0, 176 },
	{ WRITE_BPF_TAGS, 184, 180, TAG_BYTES, 0 },
};
enum { N_ARRAYS = sizeof arrays / sizeof *arrays };

struct prog {
	uint32_t id;
	struct write_bpf_prog bytes; /* in the arena, as the next ones */
};
struct btf {
	uint32_t id;
	struct span blob;
};
struct bpf {
	struct arena arena;
	struct prog *progs; /* in the order in which they were met */
	struct btf *btfs;
	uint32_t n_progs, cap_progs, n_btfs, cap_btfs;
	struct table by_id; /* of the programs */
	uint64_t bytes_max; /* none is kept from then on */
	uint64_t n_left;    /* and so many were not */
	bool collected;
};

/* ------------------------------------------------------------------ what the kernel tells */

static const struct btf *btf_find(const struct bpf *bpf, uint32_t id)
{
	for (uint32_t i = 0; i < bpf->n_btfs; i++)
		if (bpf->btfs[i].id == id)
			return &bpf->btfs[i];
	return NULL;
}

static void btf_take(struct bpf *bpf, uint32_t id)
{
	unsigned char info[BTF_INFO_BYTES] = { 0 };
	uint32_t n = sizeof info;
	if (!id || btf_find(bpf, id))
		return;
	int fd = sys_bpf_btf_open(id);
	if (fd < 0)
		return;
	uint32_t size = sys_bpf_info(fd, info, &n) == 0 ? load32(info + BTF_INFO_SIZE) : 0;
	if (size && size <= ARRAY_BYTES_MAX) {
		unsigned char *blob = arena_zero(&bpf->arena, size);
		memset(info, 0, sizeof info);
		store64(info, (uint64_t)(uintptr_t)blob);
		store32(info + BTF_INFO_SIZE, size);
		n = sizeof info;
		if (sys_bpf_info(fd, info, &n) == 0) {
			VEC_ROOM(bpf->btfs, bpf->n_btfs, bpf->cap_btfs);
			bpf->btfs[bpf->n_btfs++] = (struct btf){ id, span_of(blob, size) };
		}
	}
	sys_close(fd);
}

static uint64_t array_bytes(const unsigned char *info, int i)
{
	uint64_t each = arrays[i].each ? arrays[i].each : load32(info + arrays[i].each_off);
	return each * load32(info + arrays[i].count_off);
}

/* First the counts, then the arrays. What it may not show the kernel counts as 0. */
static bool prog_read(struct arena *a, int fd, struct write_bpf_prog *out)
{
	unsigned char first[INFO_BYTES] = { 0 }, *info = arena_zero(a, INFO_BYTES);
	uint32_t n = sizeof first;
	if (sys_bpf_info(fd, first, &n) < 0)
		return false;
	*out = (struct write_bpf_prog){ 0 };
	for (int i = 0; i < N_ARRAYS; i++) {
		uint64_t bytes = array_bytes(first, i);
		if (!bytes || bytes > ARRAY_BYTES_MAX)
			continue;
		void *room = arena_zero(a, (size_t)bytes);
		store64(info + arrays[i].pointer_off, (uint64_t)(uintptr_t)room);
		memcpy(info + arrays[i].count_off, first + arrays[i].count_off, 4);
		if (!arrays[i].each)
			memcpy(info + arrays[i].each_off, first + arrays[i].each_off, 4);
		out->arrays[arrays[i].array] = span_of(room, (size_t)bytes);
	}
	n = INFO_BYTES;
	if (sys_bpf_info(fd, info, &n) < 0)
		return false;
	for (int i = 0; i < N_ARRAYS; i++)
		if (array_bytes(info, i) != out->arrays[arrays[i].array].n)
			out->arrays[arrays[i].array] = (struct span){ 0 };
	out->info = span_of(info, n < INFO_BYTES ? n : INFO_BYTES);
	return true;
}

/* NULL = it is known, or gone. */
static const struct prog *prog_take(struct bpf *bpf, uint32_t id)
{
	struct prog p = { .id = id };
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&bpf->by_id, hash_mix(id, 0), &i)) != TABLE_NONE)
		if (bpf->progs[at].id == id)
			return NULL;
	if (bpf->arena.n_bytes >= bpf->bytes_max) {
		bpf->n_left++;
		return NULL;
	}
	int fd = sys_bpf_prog_open(id);
	if (fd < 0)
		return NULL;
	bool done = prog_read(&bpf->arena, fd, &p.bytes);
	sys_close(fd);
	if (!done)
		return NULL;
	btf_take(bpf, load32(p.bytes.info.p + INFO_BTF_ID));
	VEC_ROOM(bpf->progs, bpf->n_progs, bpf->cap_progs);
	table_add(&bpf->by_id, hash_mix(id, 0), bpf->n_progs);
	bpf->progs[bpf->n_progs] = p;
	return &bpf->progs[bpf->n_progs++];
}

struct bpf *bpf_new(uint64_t bytes_max)
{
	struct bpf *bpf = mem_new(sizeof *bpf);
	bpf->bytes_max = bytes_max;
	return bpf;
}

void bpf_collect(struct bpf *bpf)
{
	uint64_t n_left = bpf->n_left;
	for (uint32_t id = 0; sys_bpf_prog_next(&id) == 0;)
		prog_take(bpf, id);
	/* What was loaded since was counted when it was. */
	if (bpf->collected)
		bpf->n_left = n_left;
	bpf->collected = true;
}

uint64_t bpf_left(const struct bpf *bpf)
{
	return bpf->n_left;
}

void bpf_free(struct bpf *bpf)
{
	if (!bpf)
		return;
	table_release(&bpf->by_id);
	free(bpf->progs);
	free(bpf->btfs);
	arena_release(&bpf->arena);
	free(bpf);
}

void bpf_see(struct bpf *bpf, const struct span part[2])
{
	size_t n = part[0].n + part[1].n, size;
	for (size_t at = 0; at + ABI_HEADER_BYTES <= n; at += size) {
		uint32_t type;
		unsigned char body[8];
		size = parts_record(part, at, &type);
		if (size < ABI_HEADER_BYTES || size > n - at)
			return;
		if (type != ABI_RECORD_BPF_EVENT || size < ABI_HEADER_BYTES + sizeof body)
			continue;
		store64(body, parts_word(part, at + ABI_HEADER_BYTES));
		if (load16(body) == WRITE_BPF_LOADED)
			prog_take(bpf, load32(body + 4));
	}
}

/* ------------------------------------------------------------------ as records */

/* As the kernel calls it in /proc/kallsyms: bpf_prog_TAG_NAME, the name being that of the function
 * where the types tell it. */
static void part_name(const struct bpf *bpf, const struct prog *p, uint32_t part, struct buf *out)
{
	const unsigned char *info = p->bytes.info.p;
	const struct span *types = &p->bytes.arrays[WRITE_BPF_TYPES];
	const struct btf *btf = btf_find(bpf, load32(info + INFO_BTF_ID));
	uint64_t at = (uint64_t)part * load32(info + INFO_TYPE_BYTES);
	const char *name = NULL;
	struct span type, text = span_of(info + INFO_NAME, INFO_NAME_BYTES);
	buf_str(out, "bpf_prog_");
	for (uint32_t i = 0; i < TAG_BYTES; i++)
		buf_hex_width(out, p->bytes.arrays[WRITE_BPF_TAGS].p[TAG_BYTES * part + i], 2, '0');
	if (btf && span_sub(*types, at, 8, &type))
		name = btf_type_name(btf->blob, load32(type.p + 4));
	if (name)
		text = span_str(name);
	if (!text.p[0])
		return;
	buf_char(out, '_');
	buf_add(out, text.p, span_strnlen(text));
}

static void prog_records(const struct bpf *bpf, const struct prog *p, const struct abi_attr *attr,
                         const struct write_id *id, struct buf *out)
{
	const struct span *v = p->bytes.arrays;
	uint64_t n = v[WRITE_BPF_TAGS].n / TAG_BYTES;
	struct buf name = { 0 };
	if (v[WRITE_BPF_SYMBOLS].n != 8 * n || v[WRITE_BPF_LENGTHS].n != 4 * n)
		return;
	for (uint32_t i = 0; i < n; i++) {
		name.n = 0;
		part_name(bpf, p, i, &name);
		write_ksymbol(out, attr, load64(v[WRITE_BPF_SYMBOLS].p + 8 * (size_t)i),
		              load32(v[WRITE_BPF_LENGTHS].p + 4 * (size_t)i), WRITE_KSYMBOL_BPF,
		              buf_cstr(&name), id);
	}
	write_bpf_event(out, attr, WRITE_BPF_LOADED, p->id, p->bytes.info.p + INFO_TAG, id);
	buf_release(&name);
}

void bpf_synth(const struct bpf *bpf, const struct abi_attr *attr, const struct write_id *id,
               struct buf *out)
{
	for (uint32_t i = 0; i < bpf->n_progs; i++)
		prog_records(bpf, &bpf->progs[i], attr, id, out);
}

/* ------------------------------------------------------------------ as sections */

void add_bpf_progs(struct buf *b, const struct features *f)
{
	write_u32(b, f->bpf->n_progs);
	for (uint32_t i = 0; i < f->bpf->n_progs; i++)
		write_bpf_prog(b, &f->bpf->progs[i].bytes);
}

void add_bpf_btf(struct buf *b, const struct features *f)
{
	write_u32(b, f->bpf->n_btfs);
	for (uint32_t i = 0; i < f->bpf->n_btfs; i++)
		write_bpf_btf(b, f->bpf->btfs[i].id, f->bpf->btfs[i].blob);
}

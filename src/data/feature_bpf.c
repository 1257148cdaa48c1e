// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * BPF_PROG_INFO and BPF_BTF: the programs the kernel had compiled, as the bpf(2) command
 * BPF_OBJ_GET_INFO_BY_FD tells of them (include/uapi/linux/bpf.h, struct bpf_prog_info), and the
 * types that name their functions (Documentation/bpf/btf.rst). Where the kernel gives a pointer to
 * an array, the file has an offset into the bytes that follow the structure.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "data/internal.h"

/* Offsets into bpf_prog_info. */
enum {
	PROG_ID = 4,
	PROG_TAG = 8,
	PROG_NAME = 64,
	PROG_NAME_BYTES = 16,
	PROG_N_KSYMS = 104,
	PROG_N_LENS = 108,
	PROG_KSYMS = 112,
	PROG_LENS = 120,
	PROG_BTF_ID = 128,
	PROG_TYPE_BYTES = 132,
	PROG_TYPES = 136,
	PROG_N_TYPES = 144,
	PROG_N_TAGS = 180,
	PROG_TAGS = 184,
	PROG_BYTES = 192,
};

static struct span array_at(const struct feature_reader *r, struct span info, struct span data,
                            size_t at, uint64_t n)
{
	struct span s = { 0 };
	span_sub(data, feature_u64_at(r, info, at), n, &s);
	return s;
}

static bool prog_decode(const struct feature_reader *r, struct span info, struct span data,
                        struct arena *a, struct data_bpf_prog *out)
{
	if (info.n < PROG_BYTES)
		return false;
	uint64_t n = feature_u32_at(r, info, PROG_N_TAGS);
	*out = (struct data_bpf_prog){ .id = feature_u32_at(r, info, PROG_ID),
		                       .btf_id = feature_u32_at(r, info, PROG_BTF_ID),
		                       .n_parts = (uint32_t)n,
		                       .type_bytes = feature_u32_at(r, info, PROG_TYPE_BYTES) };
	/* The recorder drops what it has no arrays of; that the counts differ is the same to its
	 * reader. */
	if (n == 0 || feature_u32_at(r, info, PROG_N_KSYMS) != n ||
	    feature_u32_at(r, info, PROG_N_LENS) != n)
		return false;
	memcpy(out->tag, info.p + PROG_TAG, sizeof out->tag);
	struct span name = span_of(info.p + PROG_NAME, PROG_NAME_BYTES);
	out->name = arena_dup(a, name.p, span_strnlen(name));
	out->addrs = array_at(r, info, data, PROG_KSYMS, 8 * n);
	out->bytes = array_at(r, info, data, PROG_LENS, 4 * n);
	out->tags = array_at(r, info, data, PROG_TAGS, 8 * n);
	if (out->type_bytes >= 8 && feature_u32_at(r, info, PROG_N_TYPES) == n)
		out->types = array_at(r, info, data, PROG_TYPES, n * out->type_bytes);
	return out->addrs.n && out->bytes.n && out->tags.n;
}

const struct data_bpf_prog *data_bpf_progs(struct data *d, uint32_t *n)
{
	struct feature_reader r;
	struct data_bpf_prog *v = NULL;
	uint32_t cap = 0, count;
	*n = 0;
	feature_open(d, ABI_FEATURE_BPF_PROG_INFO, &r);
	count = feature_u32(&r);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t info_bytes = feature_u32(&r), data_bytes = feature_u32(&r);
		struct data_bpf_prog prog;
		feature_u64(&r); /* which arrays there are */
		struct span info = feature_bytes(&r, info_bytes),
			    data = feature_bytes(&r, data_bytes);
		if (!r.ok)
			break;
		if (!prog_decode(&r, info, data, &d->arena, &prog))
			continue;
		VEC_ROOM(v, *n, cap);
		v[(*n)++] = prog;
	}
	const struct data_bpf_prog *kept = NULL;
	if (*n)
		kept = memcpy(arena_new(&d->arena, *n * sizeof *v), v, *n * sizeof *v);
	free(v);
	return kept;
}

void data_btf_init(struct data_btf *t, struct data *d)
{
	uint32_t cap = 0, count;
	*t = (struct data_btf){ .d = d };
	feature_open(d, ABI_FEATURE_BPF_BTF, &t->reader);
	count = feature_u32(&t->reader);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t id = feature_u32(&t->reader), bytes = feature_u32(&t->reader),
			 at = TABLE_START;
		struct data_btf_blob blob = { .id = id, .bytes = feature_bytes(&t->reader, bytes) };
		uint64_t hash = hash_mix(id, 0);
		if (!t->reader.ok)
			break;
		/* The first of an id is the one that counts. */
		uint32_t known;
		while ((known = table_probe(&t->ids, hash, &at)) != TABLE_NONE &&
		       t->blobs[known].id != id)
			;
		if (known != TABLE_NONE)
			continue;
		VEC_ROOM(t->blobs, t->n, cap);
		t->blobs[t->n] = blob;
		table_add(&t->ids, hash, t->n++);
	}
}

void data_btf_release(struct data_btf *t)
{
	free(t->blobs);
	table_release(&t->ids);
	*t = (struct data_btf){ 0 };
}

/* Bytes behind the 12 that every type has; UINT64_MAX for a kind nobody knows. */
static uint64_t type_tail(uint32_t info)
{
	enum {
		INT = 1,
		ARRAY = 3,
		STRUCT,
		UNION,
		ENUM,
		FUNC_PROTO = 13,
		VAR,
		DATASEC,
		FLOAT,
		DECL_TAG,
		TYPE_TAG,
		ENUM64
	};
	uint64_t n = info & 0xffff;
	switch (info >> 24 & 0x1f) {
	case INT:
	case VAR:
	case DECL_TAG:
		return 4;
	case ARRAY:
		return 12;
	case STRUCT:
	case UNION:
	case DATASEC:
	case ENUM64:
		return 12 * n;
	case ENUM:
	case FUNC_PROTO:
		return 8 * n;
	default:
		return (info >> 24 & 0x1f) <= ENUM64 ? 0 : UINT64_MAX;
	}
}

/* The header: u16 magic, u8 version, u8 flags, u32 header bytes, then offset and length of types
 * and strings. */
static void blob_index(const struct feature_reader *r, struct arena *a, struct data_btf_blob *b)
{
	struct span types = { 0 }, one;
	b->types = arena_zero(a, sizeof *b->types);
	if (b->bytes.n < 24)
		return;
	uint64_t head = feature_u32_at(r, b->bytes, 4);
	if (!span_sub(b->bytes, head + feature_u32_at(r, b->bytes, 8),
	              feature_u32_at(r, b->bytes, 12), &types) ||
	    !span_sub(b->bytes, head + feature_u32_at(r, b->bytes, 16),
	              feature_u32_at(r, b->bytes, 20), &b->strings))
		return;
	uint32_t *names = arena_new(a, (types.n / 12 + 1) * sizeof *names), n = 1;
	while (span_take(&types, 12, &one)) {
		names[n++] = feature_u32_at(r, one, 0);
		uint64_t tail = type_tail(feature_u32_at(r, one, 4));
		if (!span_take(&types, tail, &one))
			break;
	}
	b->types = names;
	b->n_types = n;
}

static const char *blob_name(const struct data_btf_blob *b, uint32_t type)
{
	if (type == 0 || type >= b->n_types || b->types[type] >= b->strings.n)
		return NULL;
	struct span text = span_of(b->strings.p + b->types[type], b->strings.n - b->types[type]);
	return memchr(text.p, 0, text.n) ? (const char *)text.p : NULL;
}

const char *data_btf_name(struct data_btf *t, uint32_t id, uint32_t type)
{
	uint32_t at = TABLE_START, known;
	while ((known = table_probe(&t->ids, hash_mix(id, 0), &at)) != TABLE_NONE &&
	       t->blobs[known].id != id)
		;
	if (known == TABLE_NONE)
		return NULL;
	struct data_btf_blob *b = &t->blobs[known];
	if (!b->types)
		blob_index(&t->reader, &t->d->arena, b);
	return blob_name(b, type);
}

const char *btf_type_name(struct span blob, uint32_t type)
{
	const struct feature_reader host = { .ok = true };
	struct data_btf_blob b = { .bytes = blob };
	struct arena a = { 0 };
	blob_index(&host, &a, &b);
	const char *name = blob_name(&b, type);
	arena_release(&a);
	return name;
}

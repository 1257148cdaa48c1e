// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Symbols that a recording brings with it, in the sections that simpleperf made for them and perf
 * passes over. Both are a run of (u32 size, one file). In the old form a file is
 *
 *	path NUL, u32 kind, u64 min_vaddr, u32 count, count of (u64 addr, u32 len, name NUL),
 *	DEX: u32 count, count of u64    ELF, from some version on: u64 min_off
 *
 * In the new one it is a protobuf message: 1 path, 2 kind, 3 min_vaddr, 4 symbol (1 addr, 2 len,
 * 3 name), 6 ELF (1 min_off), 7 module (1 min_off), and of this program 1000 build-id.
 */
#include "data/internal.h"

static bool text_take(struct span *s, struct span *out)
{
	size_t n = span_strnlen(*s);
	if (n == s->n)
		return false;
	*out = span_of(s->p, n);
	s->p += n + 1;
	s->n -= n + 1;
	return true;
}

/* ------------------------------------------------------------------ protobuf */

/* One field of a message: v of a number, bytes of the others. */
struct field {
	uint64_t number, v;
	struct span bytes;
};

static bool varint_take(struct span *s, uint64_t *v)
{
	*v = 0;
	for (unsigned shift = 0; shift < 64 && s->n; shift += 7) {
		unsigned char c = *s->p++;
		s->n--;
		*v |= (uint64_t)(c & 0x7f) << shift;
		if (c < 0x80)
			return true;
	}
	return false;
}

static bool field_take(struct span *s, struct field *f)
{
	uint64_t tag, n;
	*f = (struct field){ 0 };
	if (!varint_take(s, &tag))
		return false;
	f->number = tag >> 3;
	switch (tag & 7) {
	case EMBEDDED_WIRE_VARINT:
		return varint_take(s, &f->v);
	case EMBEDDED_WIRE_BYTES:
		return varint_take(s, &n) && span_take(s, n, &f->bytes);
	case EMBEDDED_WIRE_64:
		return span_take(s, 8, &f->bytes);
	case EMBEDDED_WIRE_32:
		return span_take(s, 4, &f->bytes);
	default:
		return false;
	}
}

static void proto_file(struct span s, struct data_embedded *out, struct span *path)
{
	struct field f, g;
	out->symbols = s;
	out->is_proto = true;
	while (field_take(&s, &f)) {
		if (f.number == EMBEDDED_FIELD_PATH) {
			*path = f.bytes;
		} else if (f.number == EMBEDDED_FIELD_KIND) {
			out->kind = f.v < EMBEDDED_OTHER ? (unsigned)f.v : EMBEDDED_OTHER;
		} else if (f.number == EMBEDDED_FIELD_MIN_VADDR) {
			out->min_vaddr = f.v;
		} else if (f.number == EMBEDDED_FIELD_ELF || f.number == EMBEDDED_FIELD_MODULE) {
			if (field_take(&f.bytes, &g) && g.number == EMBEDDED_FIELD_MIN_OFF)
				out->min_off = g.v;
		} else if (f.number == EMBEDDED_FIELD_BUILD_ID) {
			out->has_build_id = true;
			out->build_id = f.bytes;
		}
	}
}

static bool proto_symbol(struct data_embedded *file, struct data_embedded_symbol *out)
{
	struct field f, g;
	while (field_take(&file->symbols, &f)) {
		if (f.number != EMBEDDED_FIELD_SYMBOL)
			continue;
		while (field_take(&f.bytes, &g)) {
			if (g.number == EMBEDDED_FIELD_ADDR)
				out->addr = g.v;
			else if (g.number == EMBEDDED_FIELD_LEN)
				out->len = (uint32_t)g.v;
			else if (g.number == EMBEDDED_FIELD_NAME)
				out->name = g.bytes;
		}
		return true;
	}
	return false;
}

/* ------------------------------------------------------------------ the old form */

static bool old_symbol(struct data_embedded *file, struct data_embedded_symbol *out)
{
	struct span head;
	if (!file->n_symbols || !span_take(&file->symbols, 12, &head) ||
	    !text_take(&file->symbols, &out->name))
		return false;
	file->n_symbols--;
	out->addr = swap64(load64(head.p), file->swapped);
	out->len = swap32(load32(head.p + 8), file->swapped);
	return true;
}

static void old_file(struct span s, struct data_embedded *out, struct span *path)
{
	struct span head;
	struct data_embedded_symbol symbol;
	if (!text_take(&s, path) || !span_take(&s, 16, &head)) {
		*path = (struct span){ 0 };
		return;
	}
	uint32_t kind = swap32(load32(head.p), out->swapped);
	out->kind = kind < EMBEDDED_OTHER ? kind : EMBEDDED_OTHER;
	out->min_vaddr = swap64(load64(head.p + 4), out->swapped);
	out->n_symbols = swap32(load32(head.p + 12), out->swapped);
	out->symbols = s;
	struct data_embedded rest = *out;
	while (old_symbol(&rest, &symbol))
		;
	if (out->kind == EMBEDDED_ELF && rest.symbols.n >= 8)
		out->min_off = swap64(load64(rest.symbols.p), out->swapped);
}

/* ------------------------------------------------------------------ the sections */

static const unsigned sections[] = { ABI_FEATURE_SIMPLEPERF_FILE, ABI_FEATURE_SIMPLEPERF_FILE2 };

/* *at is an offset into the sections as if they lay behind each other. */
int data_embedded_next(struct data *d, uint64_t *at, struct data_embedded *out)
{
	uint64_t before = 0;
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		struct span s = d->feature[sections[i]], head, file, path = { 0 };
		uint64_t n = s.n;
		while (data_has_feature(d, sections[i]) && *at - before < n) {
			s = d->feature[sections[i]];
			s.p += *at - before;
			s.n -= *at - before;
			if (!span_take(&s, 4, &head) || !span_take(&s, get32(d, head.p), &file)) {
				data_fault(d, d->feature_file_off[sections[i]] + *at - before,
				           "names in the recording: a file that is cut");
				*at = before + n;
				break;
			}
			*at += 4 + file.n;
			*out = (struct data_embedded){ .min_off = UINT64_MAX,
				                       .swapped = d->swapped };
			if (i)
				proto_file(file, out, &path);
			else
				old_file(file, out, &path);
			if (!path.n)
				continue;
			out->path = arena_dup(&d->arena, path.p, path.n);
			return 0;
		}
		before += n;
	}
	return 1;
}

bool data_embedded_symbol(struct data_embedded *f, struct data_embedded_symbol *out)
{
	*out = (struct data_embedded_symbol){ 0 };
	return f->is_proto ? proto_symbol(f, out) : old_symbol(f, out);
}

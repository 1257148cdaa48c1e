// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names in the recording: a section of (u32 size, a protobuf message), one for each file, as
 * simpleperf's record_file.proto has it (see embedded.c). What is ours alone has a number that
 * others pass over.
 */
#include "data/embedded.h"
#include "data/write.h"

static void add_varint(struct buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buf_char(b, (char)(v | 0x80));
	buf_char(b, (char)v);
}

static void add_number(struct buf *b, unsigned field, uint64_t v)
{
	add_varint(b, (uint64_t)field << 3 | EMBEDDED_WIRE_VARINT);
	add_varint(b, v);
}

static void add_bytes(struct buf *b, unsigned field, const void *p, size_t n)
{
	add_varint(b, (uint64_t)field << 3 | EMBEDDED_WIRE_BYTES);
	add_varint(b, n);
	buf_add(b, p, n);
}

static unsigned varint_bytes(uint64_t v)
{
	unsigned n = 1;
	for (; v >= 0x80; v >>= 7)
		n++;
	return n;
}

/* A message with one number in it. */
static void add_place(struct buf *b, unsigned field, unsigned inner, uint64_t v)
{
	add_varint(b, (uint64_t)field << 3 | EMBEDDED_WIRE_BYTES);
	add_varint(b, 1 + varint_bytes(v));
	add_number(b, inner, v);
}

size_t write_embedded(struct buf *b, const struct write_embedded *f)
{
	size_t at = b->n;
	write_u32(b, 0);
	add_bytes(b, EMBEDDED_FIELD_PATH, f->path, strlen(f->path));
	add_number(b, EMBEDDED_FIELD_KIND, (uint64_t)f->kind);
	add_number(b, EMBEDDED_FIELD_MIN_VADDR, f->min_vaddr);
	if (f->kind == EMBEDDED_ELF)
		add_place(b, EMBEDDED_FIELD_ELF, EMBEDDED_FIELD_MIN_OFF, f->min_off);
	else if (f->kind == EMBEDDED_MODULE)
		add_place(b, EMBEDDED_FIELD_MODULE, EMBEDDED_FIELD_MIN_OFF, f->min_off);
	if (!f->is_untold)
		add_bytes(b, EMBEDDED_FIELD_BUILD_ID, f->build_id.p, f->build_id.n);
	return at;
}

void write_embedded_symbol(struct buf *b, uint64_t addr, uint32_t len, const char *name)
{
	size_t n = strlen(name);
	add_varint(b, EMBEDDED_FIELD_SYMBOL << 3 | EMBEDDED_WIRE_BYTES);
	add_varint(b, 3 + varint_bytes(addr) + varint_bytes(len) + varint_bytes(n) + n);
	add_number(b, EMBEDDED_FIELD_ADDR, addr);
	add_number(b, EMBEDDED_FIELD_LEN, len);
	add_bytes(b, EMBEDDED_FIELD_NAME, name, n);
}

void write_embedded_end(struct buf *b, size_t at)
{
	store32(b->p + at, (uint32_t)(b->n - at - 4));
}

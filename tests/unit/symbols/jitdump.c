// SPDX-License-Identifier: GPL-2.0-or-later
/* jitdump files put together here, field by field, as the kernel's jitdump-specification.txt says.
 */
#include "../tap.h"

#include "base/buf.h"
#include "symbols/symbols.h"

static bool big;

static void u32(struct buf *b, uint32_t v)
{
	v = big ? __builtin_bswap32(v) : v;
	buf_add(b, &v, sizeof v);
}

static void u64(struct buf *b, uint64_t v)
{
	v = big ? __builtin_bswap64(v) : v;
	buf_add(b, &v, sizeof v);
}

/* magic, version, its size, machine, padding, pid, time, flags */
static void header(struct buf *b, uint32_t size)
{
	b->n = 0;
	u32(b, 0x4a695444);
	u32(b, 1);
	u32(b, size);
	u32(b, 62);
	u32(b, 0);
	u32(b, 7);
	u64(b, 1);
	u64(b, 0);
	buf_fill(b, 'x', size > 40 ? size - 40 : 0);
}

static void load(struct buf *b, uint64_t time, uint64_t addr, uint64_t size, uint64_t number,
                 const char *name)
{
	u32(b, 0);
	u32(b, (uint32_t)(16 + 40 + strlen(name) + 1 + 3)); /* and 3 bytes of code */
	u64(b, time);
	u32(b, 7);
	u32(b, 8);
	u64(b, addr);
	u64(b, addr);
	u64(b, size);
	u64(b, number);
	buf_add(b, name, strlen(name) + 1);
	buf_fill(b, 'c', 3);
}

static void move(struct buf *b, uint64_t time, uint64_t from, uint64_t to, uint64_t size,
                 uint64_t number)
{
	u32(b, 1);
	u32(b, 16 + 48);
	u64(b, time);
	u32(b, 7);
	u32(b, 8);
	u64(b, to);
	u64(b, from);
	u64(b, to);
	u64(b, size);
	u64(b, number);
}

/* The names at addresses 0x1000, 0x1010, ... of n, "-" = none. */
static const char *names(struct buf *b, uint64_t from, int n, struct buf *out)
{
	struct arena a = { 0 };
	struct symtab t;
	struct err e = { 0 };
	out->n = 0;
	int rc = jitdump_parse(span_of(b->p, b->n), &a, &t, &e);
	if (rc < 0)
		buf_printf(out, "error %d", rc);
	for (int i = 0; rc == 0 && i < n; i++) {
		const struct symbol *s = symtab_find(&t, from + 0x10 * (uint64_t)i);
		buf_printf(out, "%s%s", i ? " " : "", s ? s->name : "-");
	}
	arena_release(&a);
	return buf_cstr(out);
}

int main(void)
{
	struct buf b = { 0 }, out = { 0 };
	for (int i = 0; i < 2; i++) {
		big = i == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
		const char *order = i ? "foreign" : "own";
		header(&b, 40);
		load(&b, 10, 0x1000, 0x20, 1, "one");
		load(&b, 20, 0x1020, 0x10, 2, "two words");
		is_str(names(&b, 0xff0, 5, &out), "- one one two words -", order);

		header(&b, 48);
		load(&b, 30, 0x1000, 0x20, 1, "later");
		load(&b, 20, 0x1010, 0x20, 2, "earlier");
		is_str(names(&b, 0x1000, 4, &out), "later later earlier -",
		       "a longer header; times decide, not their order");

		header(&b, 40);
		load(&b, 10, 0x1000, 0x10, 1, "one");
		load(&b, 10, 0x1010, 0x10, 2, "two");
		move(&b, 20, 0x1000, 0x1010, 0x10, 1);
		move(&b, 30, 0x1000, 0x1020, 0x10, 9);
		is_str(names(&b, 0x1000, 3, &out), "one one -",
		       "moved, and a move of what nobody knows");

		header(&b, 40);
		u32(&b, 2); /* debug info is passed over */
		u32(&b, 16 + 8);
		u64(&b, 5);
		u64(&b, 0);
		load(&b, 10, 0x1000, 0x10, 1, "one");
		load(&b, 10, 0x1010, 0x10, 2, "two");
		b.n -= 2;
		is_str(names(&b, 0x1000, 2, &out), "one -", "other records, and one that is cut");

		header(&b, 40);
		load(&b, 10, 0x1000, 0, 1, "empty");
		load(&b, 10, UINT64_MAX - 1, 0x10, 1, "wraps");
		load(&b, 10, 0x1000, 0x10, 1, "");
		is_str(names(&b, 0x1000, 1, &out), "-", "none that makes no sense");
		is_str(names(&b, UINT64_MAX - 1, 1, &out), "-", "none that wraps");
		u32(&b, 0);
		u32(&b, 8); /* smaller than its own header */
		u64(&b, 0);
		load(&b, 10, 0x1000, 0x10, 1, "behind");
		is_str(names(&b, 0x1000, 1, &out), "-", "nothing behind a record that cannot be");
	}
	b.n = 0;
	buf_str(&b, "no jitdump file, but long enough to have its header");
	is_str(names(&b, 0, 1, &out), "error -2", "another file");
	header(&b, 40);
	b.n = 39;
	is_str(names(&b, 0, 1, &out), "error -2", "a cut header");
	header(&b, 40);
	store32(b.p + 8, 16);
	is_str(names(&b, 0, 1, &out), "error -2", "a header that is too short");
	buf_release(&b);
	buf_release(&out);
	return done_testing();
}

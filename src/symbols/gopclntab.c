// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The table of functions that each Go program carries for its own run time, and which survives
 * strip. It begins with a header that names its age (golang.org/s/go12symtab; runtime/symtab.go,
 * pcHeader, of Go 1.16, 1.18 and 1.20):
 *
 *     u32 magic, u8 0, 0, bytes of an instruction, bytes of a pointer; then words of a pointer's
 *     size:  1.2   number of functions; the functions begin behind it
 *            1.16  that, number of files, offsets of names, units, files, lines, functions
 *            1.18  the same with runtime.text behind the second; 0 since Go 1.26
 *
 * The functions are pairs (address, offset of what is told of it), sorted, and one more address,
 * where the last one ends. Up to 1.17 they are pointers, since 1.18 u32, addresses from
 * runtime.text on. What is told of one begins with its address and the offset of its name, so that
 * each is said twice: where the two differ there is no name.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "symbols/internal.h"

enum { HEAD_BYTES = 8 };

/* Which word of the header tells what; 0 = none (the first one is the number of functions). */
static const struct layout {
	uint32_t magic;
	uint8_t text, names, functions;
} layouts[] = {
	{ 0xfffffffb, 0, 0, 0 }, /* Go 1.2 */
	{ 0xfffffffa, 0, 2, 6 }, /* 1.16 */
	{ 0xfffffff0, 2, 3, 7 }, /* 1.18 */
	{ 0xfffffff1, 2, 3, 7 }, /* 1.20 */
};

struct table_read {
	struct span bytes, names, told; /* told: offsets in the pairs are from here */
	const struct layout *layout;
	unsigned pointer, each; /* bytes of a pointer, and of one of a pair */
	bool swap;
	uint64_t text;
};

/* The number of n bytes at off, which are there. */
static uint64_t number_at(const struct table_read *t, struct span in, uint64_t off, unsigned n)
{
	if (n == 8)
		return t->swap ? __builtin_bswap64(load64(in.p + off)) : load64(in.p + off);
	uint32_t v = load32(in.p + off);
	return t->swap ? __builtin_bswap32(v) : v;
}

static uint64_t head_word(const struct table_read *t, unsigned at)
{
	return number_at(t, t->bytes, HEAD_BYTES + at * t->pointer, t->pointer);
}

static const struct layout *layout_of(uint32_t magic)
{
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
		if (layouts[i].magic == magic)
			return &layouts[i];
	return NULL;
}

/* All that is told before the functions. */
static bool head_read(struct span bytes, struct table_read *t)
{
	*t = (struct table_read){ .bytes = bytes };
	if (bytes.n < HEAD_BYTES)
		return false;
	uint32_t magic = load32(bytes.p);
	t->layout = layout_of(magic);
	if (!t->layout) {
		t->layout = layout_of(__builtin_bswap32(magic));
		t->swap = true;
	}
	unsigned quantum = bytes.p[6];
	t->pointer = bytes.p[7];
	if (!t->layout || bytes.p[4] || bytes.p[5] || (t->pointer != 4 && t->pointer != 8) ||
	    (quantum != 1 && quantum != 2 && quantum != 4))
		return false;
	t->each = t->layout->text ? 4 : t->pointer;
	return bytes.n >= HEAD_BYTES + (t->layout->functions + UINT64_C(1)) * t->pointer;
}

bool gopclntab_is(struct span bytes)
{
	struct table_read t;
	return head_read(bytes, &t);
}

/* Where the pairs begin, and how many there are; false = not all of them. */
static bool pairs_find(struct table_read *t, struct span *pairs, uint64_t *n)
{
	const struct layout *l = t->layout;
	uint64_t names = l->names ? head_word(t, l->names) : 0;
	uint64_t told = l->functions ? head_word(t, l->functions) : 0;
	uint64_t from = l->functions ? told : HEAD_BYTES + t->pointer;
	*n = head_word(t, 0);
	if (names > t->bytes.n || told > t->bytes.n || *n > t->bytes.n / (2 * t->each) ||
	    *n > SYMBOLS_MAX || !span_sub(t->bytes, from, *n * 2 * t->each + t->each, pairs))
		return false;
	t->names = span_behind(t->bytes, (size_t)names);
	t->told = span_behind(t->bytes, (size_t)told);
	return true;
}

/* The name of the function that is at addr by its pair; NULL where what is told of it does not
 * agree. */
static const char *name_read(const struct table_read *t, uint64_t told_off, uint64_t addr)
{
	struct span told;
	if (!span_sub(t->told, told_off, t->each + 4, &told) ||
	    number_at(t, told, 0, t->each) != addr)
		return NULL;
	uint64_t off = number_at(t, told, t->each, 4);
	if (off >= t->names.n)
		return NULL;
	struct span name = span_behind(t->names, (size_t)off);
	if (name.n > NAME_BYTES_MAX)
		name.n = NAME_BYTES_MAX;
	size_t n = span_strnlen(name);
	return n && n < name.n ? (const char *)name.p : NULL;
}

int gopclntab_functions(struct span table, uint64_t text, struct symbol **out, uint32_t *n,
                        struct err *e)
{
	struct table_read t;
	struct span pairs;
	uint64_t n_pairs;
	*out = NULL;
	*n = 0;
	if (!head_read(table, &t))
		return err_set(e, ERR_UNSUPPORTED, "no table of Go functions that is known");
	if (t.layout->text && head_word(&t, t.layout->text))
		text = head_word(&t, t.layout->text);
	if (t.layout->text && !text)
		return err_set(e, ERR_UNSUPPORTED, "nothing tells where the Go functions begin");
	if (!pairs_find(&t, &pairs, &n_pairs))
		return err_corrupt(e, 0, "the table of Go functions is cut");
	t.text = t.layout->text ? text : 0;
	struct symbol *v = mem_resize(NULL, (size_t)n_pairs, sizeof *v);
	for (uint64_t i = 0; i < n_pairs; i++) {
		uint64_t at = 2 * i * t.each;
		uint64_t start = number_at(&t, pairs, at, t.each);
		uint64_t end = number_at(&t, pairs, at + 2 * t.each, t.each);
		uint64_t told = number_at(&t, pairs, at + t.each, t.each);
		const char *name = end > start && t.text <= UINT64_MAX - end
		                           ? name_read(&t, told, start)
		                           : NULL;
		if (name)
			v[(*n)++] = (struct symbol){ .start = t.text + start,
				                     .end = t.text + end,
				                     .name = name,
				                     .kind = SYMBOL_FUNC };
	}
	*out = v;
	return 0;
}

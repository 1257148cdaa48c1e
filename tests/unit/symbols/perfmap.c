// SPDX-License-Identifier: GPL-2.0-or-later
#include "../tap.h"

#include <stdlib.h>

#include "symbols/internal.h"

static const char text[] = "7f0000001000 100 LazyCompile:~foo /a/b.js:12\n"
			   "0x7f0000001100 0x80 with prefix\r\n"
			   "7F0000001200 40 old\n"
			   "garbage\n"
			   "7f0000009000\n"
			   "7f0000009000 \n"
			   "7f0000009000 10\n"
			   "7f0000009000 10 \n"
			   "7f0000009000 0 empty\n"
			   "ffffffffffffff00 1000 wraps\n"
			   "11112222333344445 10 too wide\n"
			   "7f0000001210 10 newer inside\n"
			   "7f0000001180 90 across\n"
			   "7f0000002000 20 twice\n"
			   "7f0000002000 20 twice, again\n"
			   "7f0000003000 10 small\n"
			   "7f0000002f00 200 over it\n"
			   "7f0000004000 10 no newline";

int main(void)
{
	static const struct {
		uint64_t addr;
		const char *want;
		uint64_t start, end;
	} rows[] = {
		{ 0x7f0000000fff, NULL, 0, 0 },
		{ 0x7f0000001000, "LazyCompile:~foo /a/b.js:12", 0x7f0000001000, 0x7f0000001100 },
		{ 0x7f00000010ff, "LazyCompile:~foo /a/b.js:12", 0x7f0000001000, 0x7f0000001100 },
		{ 0x7f0000001100, "with prefix", 0x7f0000001100, 0x7f0000001180 },
		{ 0x7f0000001180, "across", 0x7f0000001180, 0x7f0000001210 },
		{ 0x7f000000120f, "across", 0x7f0000001180, 0x7f0000001210 },
		{ 0x7f0000001210, "newer inside", 0x7f0000001210, 0x7f0000001220 },
		{ 0x7f0000001220, "old", 0x7f0000001200, 0x7f0000001240 },
		{ 0x7f000000123f, "old", 0x7f0000001200, 0x7f0000001240 },
		{ 0x7f0000001240, NULL, 0, 0 },
		{ 0x7f0000002010, "twice, again", 0x7f0000002000, 0x7f0000002020 },
		{ 0x7f0000003008, "over it", 0x7f0000002f00, 0x7f0000003100 },
		{ 0x7f0000004000, "no newline", 0x7f0000004000, 0x7f0000004010 },
		{ 0x7f0000009000, NULL, 0, 0 },
		{ 0xffffffffffffff10, NULL, 0, 0 },
	};
	struct arena a = { 0 };
	struct symtab t;
	is_u64((uint64_t)perfmap_parse(span_str(text), &a, &t, NULL), 0, "parses");
	is_u64(t.n, 8, "symbols that own something");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char what[64];
		snprintf(what, sizeof what, "name at %" PRIx64, rows[i].addr);
		const struct symbol *s = symtab_find(&t, rows[i].addr);
		is_str(s ? s->name : NULL, rows[i].want, what);
		if (s && rows[i].want) {
			is_u64(s->start, rows[i].start, "start");
			is_u64(s->end, rows[i].end, "end");
		}
	}
	is_u64((uint64_t)perfmap_parse((struct span){ 0 }, &a, &t, NULL), 0, "empty text");
	is_u64(t.n, 0, "no symbols");

	/* Against painting byte by byte. */
	unsigned wrong = 0;
	uint32_t seed = 7;
	for (int round = 0; round < 200; round++) {
		char s[4096], *p = s;
		int owner[256];
		memset(owner, 0xff, sizeof owner);
		for (int l = 0; l < 1 + round % 50; l++) {
			seed = seed * 1664525 + 1013904223;
			unsigned start = seed >> 8 & 127, size = 1 + (seed >> 20 & 63);
			p += sprintf(p, "%x %x n%d\n", start, size, l);
			for (unsigned i = start; i < start + size; i++)
				owner[i] = l;
		}
		perfmap_parse(span_str(s), &a, &t, NULL);
		for (unsigned i = 0; i < 256; i++) {
			const struct symbol *sym = symtab_find(&t, i);
			wrong += (sym ? atoi(sym->name + 1) : -1) != owner[i];
		}
	}
	is_u64(wrong, 0, "51200 random questions answered as by painting bytes");

	/* One address rewritten over and over: near linear work, small table. */
	size_t n = 200000, at = 0;
	char *big = malloc(n * 32);
	for (size_t i = 0; i < n; i++)
		at += (size_t)sprintf(big + at, "%zx %zx f%zu\n", 0x1000 + i, 0x100000 - i, i);
	perfmap_parse(span_of(big, at), &a, &t, NULL);
	const struct symbol *s = symtab_find(&t, 0x1000 + n);
	is_str(s ? s->name : NULL, "f199999", "the last of many");
	free(big);
	arena_release(&a);
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as an ELF file: no crash, and symbols that keep the promises of symbols.h. */
#include <assert.h>
#include <stdlib.h>

#include "symbols/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void check(const struct elf_file *f)
{
	for (uint32_t i = 0; i < f->syms.n; i++) {
		const struct symbol *s = &f->syms.v[i];
		assert(s->end > s->start && *s->name);
		assert(!i || s[-1].start <= s->start);
		assert(strlen(s->name) > 0);
		const struct symbol *at = symtab_find(&f->syms, s->start);
		assert(at && at->start == s->start);
		at = symtab_find(&f->syms, s->end - 1);
		assert(at && at->start >= s->start && at->start < s->end && at->end >= s->end);
	}
	assert(f->build_id.n <= BUILD_ID_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct bytes image = { .p = malloc(n ? n : 1), .n = n };
	struct arena a = { 0 };
	struct elf_file f;
	struct build_id id;
	struct err e = { 0 };
	memcpy(image.p, data, n);
	int r = elf_parse(image, &a, &f, &e);
	if (r == 0) {
		check(&f);
		uint64_t vaddr;
		for (uint64_t off = 0; off < n + 8192; off += 512)
			elf_offset_to_vaddr(&f, off, &vaddr);
	} else {
		assert(e.kind == r && *e.text);
	}
	elf_build_id(image, &id, NULL);
	notes_build_id(span_of(data, n), n & 1, &id);
	/* The image has to stay for as long as the names are used, and it must not have been
	 * written to. */
	assert(!n || memcmp(image.p, data, n) == 0);
	arena_release(&a);
	free(image.p);
	return 0;
}

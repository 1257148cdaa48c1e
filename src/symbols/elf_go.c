// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions of a Go program, from the table that strip leaves (gopclntab.c). It has a section
 * of its own, unless an external linker made a program of it that can lie anywhere: then it is
 * somewhere in .data.rel.ro. What the loader would put into it is put into a copy.
 *
 * Since Go 1.26 the table does not tell where the code begins; moduledata does, which has a section
 * then. (The first section of code need not be it: with cgo, C's functions come before.)
 */
#include <elf.h>
#include <gelf.h>
#include <stdlib.h>

#include "symbols/internal.h"

enum { TABLE_ALIGN = 32 }; /* within .data.rel.ro */

/* Words of moduledata (runtime/symtab.go, Go 1.26): the table's address, that of the first
 * function, and where the code begins. The last two are one. */
enum { MODULE_TABLE = 0, MODULE_FIRST = 20, MODULE_TEXT = 22 };

static const struct elf_section *section_named(const struct elf_image *im, const char *name)
{
	for (uint32_t i = 0; i < im->n_sections; i++)
		if (strcmp(im->sections[i].name, name) == 0)
			return &im->sections[i];
	return NULL;
}

static bool is_relative(const struct elf_image *im, uint64_t info)
{
	uint64_t type = GELF_R_TYPE(info);
	switch (im->machine) {
	case EM_X86_64:
		return type == R_X86_64_RELATIVE;
	case EM_AARCH64:
		return type == R_AARCH64_RELATIVE;
	case EM_PPC64:
		return type == R_PPC64_RELATIVE;
	case EM_RISCV:
		return type == R_RISCV_RELATIVE;
	case EM_S390:
		return type == R_390_RELATIVE;
	default:
		return false;
	}
}

static uint64_t word_at(const struct elf_image *im, struct span words, unsigned at)
{
	if (!im->is_64)
		return elf_u32(im, words.p + 4 * at);
	uint64_t v = load64(words.p + 8 * at);
	return im->swap ? __builtin_bswap64(v) : v;
}

static void word_put(const struct elf_image *im, unsigned char *p, uint64_t v)
{
	if (im->is_64)
		store64(p, im->swap ? __builtin_bswap64(v) : v);
	else
		store32(p, im->swap ? __builtin_bswap32((uint32_t)v) : (uint32_t)v);
}

/* Put what relocation section at puts into the bytes of s, which *copy becomes if there is any. */
static void section_relocate(const struct elf_image *im, size_t at, const struct elf_section *s,
                             struct span bytes, struct arena *a, unsigned char **copy)
{
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, at), NULL);
	size_t word = im->is_64 ? 8 : 4;
	GElf_Rela r;
	if (!data || data->d_type != ELF_T_RELA)
		return;
	for (int i = 0; gelf_getrela(data, i, &r); i++) {
		uint64_t off = r.r_offset - s->addr;
		if (!is_relative(im, r.r_info) || off >= bytes.n || bytes.n - off < word)
			continue;
		if (!*copy)
			*copy = (unsigned char *)arena_dup(a, bytes.p, bytes.n);
		word_put(im, *copy + off, (uint64_t)r.r_addend);
	}
}

/* The section's bytes as they are in a program loaded where its addresses say. Relocations without
 * addends have the values in place. */
static bool bytes_loaded(const struct elf_image *im, const struct elf_section *s, struct arena *a,
                         struct span *out)
{
	unsigned char *copy = NULL;
	size_t left = im->bytes.n; /* sections of an honest file do not overlap */
	struct span bytes;
	if (!elf_image_bytes(im, s, out))
		return false;
	for (uint32_t i = 0; i < im->n_sections; i++) {
		const struct elf_section *r = &im->sections[i];
		if (r->type != SHT_RELA || !elf_image_bytes(im, r, &bytes) || bytes.n > left)
			continue;
		left -= bytes.n;
		section_relocate(im, i, s, *out, a, &copy);
	}
	if (copy)
		out->p = copy;
	return true;
}

/* Where the table is, as loaded, and its address. */
static bool table_find(const struct elf_image *im, struct arena *a, struct span *out,
                       uint64_t *addr)
{
	static const char *const names[] = { ".gopclntab", ".data.rel.ro.gopclntab" };
	const struct elf_section *s;
	struct span bytes;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((s = section_named(im, names[i]))) {
			*addr = s->addr;
			return bytes_loaded(im, s, a, out);
		}
	s = section_named(im, ".data.rel.ro");
	if (!s || !section_named(im, ".go.buildinfo") || !elf_image_bytes(im, s, &bytes))
		return false;
	size_t at = (size_t)(-s->addr & (TABLE_ALIGN - 1));
	while (at < bytes.n && !gopclntab_is(span_behind(bytes, at)))
		at += TABLE_ALIGN;
	if (at >= bytes.n || !bytes_loaded(im, s, a, &bytes))
		return false;
	*out = span_behind(bytes, at);
	*addr = s->addr + at;
	return true;
}

/* Where the code begins by moduledata, the one that belongs to the table at addr; 0 = not told. */
static uint64_t module_text(const struct elf_image *im, uint64_t addr, struct arena *a)
{
	const struct elf_section *s = section_named(im, ".go.module");
	struct span words;
	if (!s || !bytes_loaded(im, s, a, &words) ||
	    words.n < (MODULE_TEXT + 1) * (im->is_64 ? 8u : 4u) ||
	    word_at(im, words, MODULE_TABLE) != addr ||
	    word_at(im, words, MODULE_FIRST) != word_at(im, words, MODULE_TEXT))
		return 0;
	return word_at(im, words, MODULE_TEXT);
}

/* The section of code that holds addr. */
static const struct elf_section *code_at(const struct elf_image *im, uint64_t addr)
{
	for (uint32_t i = 0; i < im->n_sections; i++) {
		const struct elf_section *s = &im->sections[i];
		if (s->exec && addr >= s->addr && addr - s->addr < s->size)
			return s;
	}
	return NULL;
}

void elf_go_functions(const struct elf_image *im, struct arena *a, struct symtab *out)
{
	struct span table;
	struct symbol *v;
	uint64_t addr;
	uint32_t n, kept = 0;
	*out = (struct symtab){ 0 };
	if (!table_find(im, a, &table, &addr) ||
	    gopclntab_functions(table, module_text(im, addr, a), &v, &n, NULL) != 0)
		return;
	/* All lie in one section. */
	const struct elf_section *code = n ? code_at(im, v[0].start) : NULL;
	for (uint32_t i = 0; code && i < n; i++) {
		if (v[i].start < code->addr || v[i].start - code->addr >= code->size)
			continue;
		v[kept] = v[i];
		if (v[i].end - code->addr > code->size)
			v[kept].end = code->addr + code->size;
		kept += v[kept].end > v[kept].start;
	}
	symtab_build(v, kept, a, out);
	free(v);
}

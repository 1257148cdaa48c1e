/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes small ELF images of either class and byte order from tables, for tests. Written from the
 * System V gABI and sharing nothing with src/, so that both have to understand the format alike.
 */
#ifndef PMREC_TESTS_ELF_MAKE_H
#define PMREC_TESTS_ELF_MAKE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MK_BYTES = 65536 };

struct mk_sym {
	const char *name;
	uint64_t value, size;
	unsigned type, bind,
		section; /* section: number in the file, 1 = the first of mk_elf.sections */
};

struct mk_section {
	const char *name;
	uint32_t type;       /* 1 PROGBITS, 7 NOTE, 8 NOBITS */
	uint64_t flags;      /* 2 ALLOC, 4 EXECINSTR */
	uint64_t addr, size; /* size: bytes are zero unless data is given */
	const void *data;
};

struct mk_load {
	uint32_t type, flags; /* type 1 LOAD, 4 NOTE; flags 1 X, 2 W, 4 R */
	uint64_t off, vaddr, filesz;
};

struct mk_elf {
	bool is_32, big;
	uint16_t machine;
	const struct mk_section *sections;
	unsigned n_sections;
	const struct mk_load *loads;
	unsigned n_loads;
	const struct mk_sym *syms;
	unsigned n_syms;
	bool dynamic; /* the table is .dynsym */
};

struct mk {
	unsigned char *p;
	size_t at, n;
	bool is_32, big;
};

static void mk_put(struct mk *m, uint64_t v, unsigned n_bytes)
{
	for (unsigned i = 0; i < n_bytes; i++)
		m->p[m->at + i] = (unsigned char)(v >> 8 * (m->big ? n_bytes - 1 - i : i));
	m->at += n_bytes;
	if (m->at > m->n)
		m->n = m->at;
}

static void mk_word(struct mk *m, uint64_t v)
{
	mk_put(m, v, m->is_32 ? 4 : 8);
}

static void mk_shdr(struct mk *m, uint32_t name, uint32_t type, uint64_t flags, uint64_t addr,
                    uint64_t off, uint64_t size, uint32_t link, uint64_t each)
{
	mk_put(m, name, 4);
	mk_put(m, type, 4);
	mk_word(m, flags);
	mk_word(m, addr);
	mk_word(m, off);
	mk_word(m, size);
	mk_put(m, link, 4);
	mk_put(m, 0, 4);
	mk_word(m, 1);
	mk_word(m, each);
}

static void mk_symbol(struct mk *m, uint32_t name, const struct mk_sym *s)
{
	unsigned info = s->bind << 4 | s->type;
	mk_put(m, name, 4);
	if (m->is_32) {
		mk_put(m, s->value, 4);
		mk_put(m, s->size, 4);
	}
	mk_put(m, info, 1);
	mk_put(m, 0, 1);
	mk_put(m, s->section, 2);
	if (!m->is_32) {
		mk_put(m, s->value, 8);
		mk_put(m, s->size, 8);
	}
}

static uint32_t mk_string(struct mk *m, size_t table, const char *s)
{
	size_t at = m->n;
	memcpy(m->p + at, s, strlen(s) + 1);
	m->n = at + strlen(s) + 1;
	return (uint32_t)(at - table);
}

/* The image, in memory of exactly its size (so that a sanitizer sees a read beyond it); free() it.
 * Section numbers: those given from 1 on, then the symbol table, then the one string table. */
static unsigned char *mk_elf(const struct mk_elf *in, size_t *n_bytes)
{
	struct mk m = { .p = calloc(1, MK_BYTES), .is_32 = in->is_32, .big = in->big };
	unsigned head = in->is_32 ? 52 : 64, phent = in->is_32 ? 32 : 56,
		 shent = in->is_32 ? 40 : 64;
	unsigned n_sections = in->n_sections + 3;
	m.n = head + in->n_loads * phent;
	uint64_t offs[32] = { 0 };
	for (unsigned i = 0; i < in->n_sections; i++) {
		const struct mk_section *s = &in->sections[i];
		m.n = (m.n + 7) & ~(size_t)7;
		offs[i] = m.n;
		if (s->type == 8)
			continue;
		if (s->data)
			memcpy(m.p + m.n, s->data, s->size);
		if (s->data || !(s->flags & 2)) /* code has a place but takes no bytes here */
			m.n += s->size;
	}
	size_t strings = m.n;
	uint32_t names[512] = { 0 }, section_names[32];
	mk_string(&m, strings, "");
	for (unsigned i = 0; i < in->n_syms; i++)
		names[i] = mk_string(&m, strings, in->syms[i].name);
	for (unsigned i = 0; i < in->n_sections; i++)
		section_names[i] = mk_string(&m, strings, in->sections[i].name);
	uint32_t name_syms = mk_string(&m, strings, in->dynamic ? ".dynsym" : ".symtab");
	uint32_t name_strings = mk_string(&m, strings, ".strtab");
	size_t n_strings = m.n - strings;
	m.n = (m.n + 7) & ~(size_t)7;
	size_t syms = m.at = m.n;
	mk_symbol(&m, 0, &(struct mk_sym){ .name = "" });
	for (unsigned i = 0; i < in->n_syms; i++)
		mk_symbol(&m, names[i], &in->syms[i]);
	size_t n_syms = m.n - syms;
	size_t headers = m.at = m.n = (m.n + 7) & ~(size_t)7;
	mk_shdr(&m, 0, 0, 0, 0, 0, 0, 0, 0);
	for (unsigned i = 0; i < in->n_sections; i++)
		mk_shdr(&m, section_names[i], in->sections[i].type, in->sections[i].flags,
		        in->sections[i].addr, offs[i], in->sections[i].size, 0, 0);
	mk_shdr(&m, name_syms, in->dynamic ? 11 : 2, 0, 0, syms, n_syms, n_sections - 1,
	        in->is_32 ? 16 : 24);
	mk_shdr(&m, name_strings, 3, 0, 0, strings, n_strings, 0, 0);

	m.at = 0;
	static const unsigned char magic[] = { 0x7f, 'E', 'L', 'F' };
	memcpy(m.p, magic, 4);
	m.p[4] = in->is_32 ? 1 : 2;
	m.p[5] = in->big ? 2 : 1;
	m.p[6] = 1;
	m.at = 16;
	mk_put(&m, 3, 2); /* ET_DYN */
	mk_put(&m, in->machine, 2);
	mk_put(&m, 1, 4);
	mk_word(&m, 0);
	mk_word(&m, in->n_loads ? head : 0);
	mk_word(&m, headers);
	mk_put(&m, 0, 4);
	mk_put(&m, head, 2);
	mk_put(&m, phent, 2);
	mk_put(&m, in->n_loads, 2);
	mk_put(&m, shent, 2);
	mk_put(&m, n_sections, 2);
	mk_put(&m, n_sections - 1, 2);
	for (unsigned i = 0; i < in->n_loads; i++) {
		const struct mk_load *l = &in->loads[i];
		/* A note's place is that of the section of its number in vaddr. */
		uint64_t off = l->type == 4 ? offs[l->vaddr - 1] : l->off;
		mk_put(&m, l->type, 4);
		if (!m.is_32)
			mk_put(&m, l->flags, 4);
		mk_word(&m, off);
		mk_word(&m, l->vaddr);
		mk_word(&m, l->vaddr);
		mk_word(&m, l->filesz);
		mk_word(&m, l->filesz);
		if (m.is_32)
			mk_put(&m, l->flags, 4);
		mk_word(&m, 4);
	}
	unsigned char *out = malloc(m.n);
	memcpy(out, m.p, m.n);
	free(m.p);
	*n_bytes = m.n;
	return out;
}

#endif

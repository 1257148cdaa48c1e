// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An ELF file made of sections that lie elsewhere, for libdw to read: not a byte of them is copied.
 * So it sees what it is to see, and has no path that it could open other files by.
 */
#include <gelf.h>

#include "symbols/internal.h"

/* An ELF file of this machine's byte order that has only the section number 0, without which libelf
 * adds none. */
static Elf *elf_empty(bool is_64, struct arena *a)
{
	const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	struct elf_64 {
		Elf64_Ehdr head;
		Elf64_Shdr section;
	} *v64 = arena_zero(a, sizeof *v64);
	struct elf_32 {
		Elf32_Ehdr head;
		Elf32_Shdr section;
	} *v32 = (void *)v64;
	unsigned char ident[EI_NIDENT] = { ELFMAG0,
		                           ELFMAG1,
		                           ELFMAG2,
		                           ELFMAG3,
		                           is_64 ? ELFCLASS64 : ELFCLASS32,
		                           is_big ? ELFDATA2MSB : ELFDATA2LSB,
		                           EV_CURRENT };
	if (is_64)
		v64->head = (Elf64_Ehdr){ .e_type = ET_REL,
			                  .e_version = EV_CURRENT,
			                  .e_shoff = offsetof(struct elf_64, section),
			                  .e_shentsize = sizeof v64->section,
			                  .e_shnum = 1 };
	else
		v32->head = (Elf32_Ehdr){ .e_type = ET_REL,
			                  .e_version = EV_CURRENT,
			                  .e_shoff = offsetof(struct elf_32, section),
			                  .e_shentsize = sizeof v32->section,
			                  .e_shnum = 1 };
	memcpy(v64, ident, sizeof ident);
	elf_version(EV_CURRENT);
	return elf_memory((char *)v64, is_64 ? sizeof *v64 : sizeof *v32);
}

static bool part_add(Elf *elf, const char *names, const struct elf_part *part, uint32_t type)
{
	GElf_Shdr sh;
	Elf_Scn *scn = elf_newscn(elf);
	Elf_Data *data = scn ? elf_newdata(scn) : NULL;
	if (!data || !gelf_getshdr(scn, &sh))
		return false;
	data->d_buf = (void *)part->bytes.p; /* nothing that is not packed is written to */
	data->d_size = part->bytes.n;
	data->d_type = ELF_T_BYTE;
	data->d_align = 1;
	sh.sh_name = (GElf_Word)(part->name - names);
	sh.sh_type = type;
	sh.sh_size = part->bytes.n;
	return gelf_update_shdr(scn, &sh) != 0;
}

Elf *elf_from_parts(const struct elf_part *v, size_t n, bool is_64, struct arena *a)
{
	static const char own[] = ".shstrtab";
	size_t n_names = 1 + sizeof own, at = 1;
	bool done = true;
	for (size_t i = 0; i < n; i++)
		n_names += strlen(v[i].name) + 1;
	char *names = arena_zero(a, n_names);
	Elf *elf = elf_empty(is_64, a);
	for (size_t i = 0; elf && done && i <= n; i++) {
		const char *name = i < n ? v[i].name : own;
		struct span bytes = i < n ? v[i].bytes : span_of(names, n_names);
		const struct elf_part part = { strcpy(names + at, name), bytes };
		at += strlen(name) + 1;
		done = part_add(elf, names, &part, i < n ? SHT_PROGBITS : SHT_STRTAB);
	}
	GElf_Ehdr eh;
	if (elf && done && gelf_getehdr(elf, &eh)) {
		eh.e_shstrndx = (GElf_Half)(n + 1);
		if (gelf_update_ehdr(elf, &eh))
			return elf;
	}
	elf_end(elf);
	return NULL;
}

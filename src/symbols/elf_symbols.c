// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions an ELF file names: .symtab, or .dynsym where that is gone.
 *
 * A symbol with a size ends there, at its section's end at the latest. One without reaches to the
 * next symbol of its section or to the end of the sized symbol around it, whichever comes first;
 * but in a file that has only .dynsym the symbols between are missing, so that such a one would
 * swallow them, and it is dropped.
 */
#include <elf.h>
#include <gelf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/internal.h"

/* One symbol in a code section, in order of address. */
struct raw {
	struct symbol s; /* s.end == s.start: without a size */
	uint32_t section;
	bool named; /* false: not a function, it only ends the one before */
};

/* Per section, while ends are looked for. */
struct ends {
	uint64_t at, next; /* the start seen last and the one before it, walking down */
	uint64_t covered;  /* the furthest end of a sized symbol, walking up */
	bool seen;
};

/* What a symbol table entry is to us: false = nothing at all. */
static bool raw_from(const struct elf_image *im, const GElf_Sym *sym, const char *name,
                     struct raw *out)
{
	unsigned type = GELF_ST_TYPE(sym->st_info), bind = GELF_ST_BIND(sym->st_info);
	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx >= im->n_sections || type == STT_SECTION ||
	    type == STT_FILE || type == STT_TLS)
		return false;
	if (!name || (type == STT_NOTYPE && name_is_label(span_of(name, strnlen(name, 2)))))
		return false;
	const struct elf_section *sec = &im->sections[sym->st_shndx];
	/* In a module it is counted from its section, which elf_module_parse() has put somewhere.
	 */
	uint64_t start = sym->st_value + (im->type == ET_REL ? sec->addr : 0);
	if (im->machine == EM_ARM && type == STT_FUNC)
		start &= ~UINT64_C(1); /* the bit that says Thumb */
	if (!sec->exec || start < sec->addr || start - sec->addr >= sec->size)
		return false;
	uint64_t room = sec->size - (start - sec->addr);
	if (room > UINT64_MAX - start)
		room = UINT64_MAX - start;
	*out = (struct raw){
		.s = {
			.start = start,
			.end = start + (sym->st_size < room ? sym->st_size : room),
			.name = name,
			.kind = type == STT_FUNC        ? SYMBOL_FUNC
				: type == STT_GNU_IFUNC ? SYMBOL_IFUNC
							: SYMBOL_NOTYPE,
			.bind = bind == STB_LOCAL ? 0 : bind == STB_WEAK ? 2 : 1,
		},
		.section = sym->st_shndx,
		.named = (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE) && *name,
	};
	return true;
}

static void raw_sort(struct raw **v, uint32_t n)
{
	struct sort_pair *order = mem_resize(NULL, 2 * (size_t)n, sizeof *order);
	for (uint32_t i = 0; i < n; i++)
		order[i] = (struct sort_pair){ (*v)[i].s.start, i };
	sort_pairs(order, order + n, n);
	struct raw *sorted = mem_resize(NULL, n, sizeof *sorted);
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = (*v)[order[i].value];
	free(order);
	free(*v);
	*v = sorted;
}

/* Give the symbols without a size their ends. v is sorted. */
static void raw_extend(const struct elf_image *im, struct raw *v, uint32_t n)
{
	struct ends *ends = mem_new(im->n_sections * sizeof *ends);
	bool *sized = mem_new(n * sizeof *sized);
	for (uint32_t i = n; i-- > 0;) {
		struct ends *x = &ends[v[i].section];
		const struct elf_section *sec = &im->sections[v[i].section];
		if (!x->seen || x->at != v[i].s.start) {
			uint64_t end = sec->addr + sec->size;
			x->next = x->seen ? x->at : end > sec->addr ? end : UINT64_MAX;
			x->at = v[i].s.start;
			x->seen = true;
		}
		sized[i] = v[i].s.end > v[i].s.start;
		if (!sized[i])
			v[i].s.end = x->next;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct ends *x = &ends[v[i].section];
		if (sized[i] && v[i].named && v[i].s.end > x->covered)
			x->covered = v[i].s.end;
		else if (!sized[i] && x->covered > v[i].s.start && x->covered < v[i].s.end)
			v[i].s.end = x->covered;
	}
	free(sized);
	free(ends);
}

/* Keep the functions that cover something; ends say where. */
static void raw_finish(const struct elf_image *im, const struct raw *v, uint32_t n, struct arena *a,
                       struct symtab *out)
{
	uint32_t n_stubs, kept = 0;
	struct symbol *stubs = plt_symbols(im, a, &n_stubs);
	struct symbol *syms = mem_resize(NULL, (size_t)n + n_stubs, sizeof *syms);
	for (uint32_t i = 0; i < n; i++)
		if (v[i].named && v[i].s.end > v[i].s.start)
			syms[kept++] = v[i].s;
	for (uint32_t i = 0; i < n_stubs; i++)
		syms[kept++] = stubs[i];
	symtab_build(syms, kept, a, out);
	free(syms);
	free(stubs);
}

static const struct elf_section *section_find(const struct elf_image *im, uint32_t type, size_t *at)
{
	for (uint32_t i = 0; i < im->n_sections; i++)
		if (im->sections[i].type == type && (*at = i, true))
			return &im->sections[i];
	return NULL;
}

int elf_symbols(const struct elf_image *im, struct arena *a, struct symtab *out, bool *has_symtab,
                struct err *e)
{
	*out = (struct symtab){ 0 };
	size_t at = 0;
	const struct elf_section *sec = section_find(im, SHT_SYMTAB, &at);
	*has_symtab = sec;
	if (!sec)
		sec = section_find(im, SHT_DYNSYM, &at);
	if (!sec)
		return 0;
	struct span names = elf_image_strings(im, sec->link), entries;
	if (!elf_image_bytes(im, sec, &entries))
		return err_corrupt(e, sec->off, "the symbol table lies outside the ELF file");
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, at), NULL);
	size_t each = im->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym), n = entries.n / each;
	if (!data || data->d_type != ELF_T_SYM || data->d_size < n * each)
		return err_corrupt(e, sec->off, "the symbol table cannot be read");
	if (n > SYMBOLS_MAX)
		return err_set(e, ERR_LIMIT, "%zu symbols are more than can be held", n);
	struct raw *v = mem_resize(NULL, n, sizeof *v);
	uint32_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		GElf_Sym sym;
		if (gelf_getsym(data, (int)i, &sym) &&
		    raw_from(im, &sym,
		             sym.st_name < names.n ? (const char *)names.p + sym.st_name : NULL,
		             &v[kept]))
			kept++;
	}
	if (*has_symtab && kept) {
		raw_sort(&v, kept);
		raw_extend(im, v, kept);
	}
	raw_finish(im, v, kept, a, out);
	free(v);
	return 0;
}

/* ------------------------------------------------------------------ kernels and their modules */

static bool section_is(const struct elf_section *s, const char *begin)
{
	return strncmp(s->name, begin, strlen(begin)) == 0;
}

/* Give the sections with code their places, from 0 on; what has none that is certain is no code. */
static void sections_place(struct elf_image *im)
{
	uint64_t at = 0;
	bool certain = true;
	for (uint32_t i = 0; i < im->n_sections; i++) {
		struct elf_section *s = &im->sections[i];
		if (!s->exec || section_is(s, ".init")) {
			s->exec = false;
			continue;
		}
		/* Without the unloading of modules the kernel counts .exit to their start. */
		certain = certain && !section_is(s, ".plt") && !section_is(s, ".exit") &&
		          (s->align & (s->align - 1)) == 0 && s->align <= 1 << 16 &&
		          s->size <= im->bytes.n;
		s->exec = certain;
		if (!certain)
			continue;
		at = s->align ? (at + s->align - 1) & ~(s->align - 1) : at;
		s->addr = at;
		at += s->size;
	}
}

int elf_module_parse(struct bytes image, struct arena *a, struct symtab *out, struct err *e)
{
	struct elf_image im;
	bool has_symtab;
	*out = (struct symtab){ 0 };
	int rc = elf_image_open(image, &im, e);
	if (rc == 0 && im.type != ET_REL)
		rc = err_set(e, ERR_UNSUPPORTED, "not a kernel module");
	if (rc == 0) {
		sections_place(&im);
		rc = elf_symbols(&im, a, out, &has_symtab, e);
	}
	elf_image_close(&im);
	return rc;
}

bool elf_symbol_address(struct bytes image, const char *name, uint64_t *addr)
{
	struct elf_image im;
	bool found = false;
	size_t at = 0;
	const struct elf_section *sec = NULL;
	if (elf_image_open(image, &im, NULL) == 0)
		sec = section_find(&im, SHT_SYMTAB, &at);
	Elf_Data *data = sec ? elf_getdata(elf_getscn(im.elf, at), NULL) : NULL;
	struct span names = sec ? elf_image_strings(&im, sec->link) : (struct span){ 0 };
	GElf_Sym sym;
	for (int i = 0; data && data->d_type == ELF_T_SYM && !found && gelf_getsym(data, i, &sym);
	     i++)
		if (sym.st_name < names.n && sym.st_shndx != SHN_UNDEF &&
		    strcmp((const char *)names.p + sym.st_name, name) == 0) {
			*addr = sym.st_value;
			found = true;
		}
	elf_image_close(&im);
	return found;
}

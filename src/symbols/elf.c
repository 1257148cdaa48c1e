// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ELF files, as far as names need them. libelf turns any class and byte order into one form; what
 * the file says about places in itself is checked here against the image again. Strings are taken
 * from the image and not from libelf, which may hand out memory that goes with it.
 */
#include <elf.h>
#include <gelf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "symbols/internal.h"

enum { SECTION_HEADER_BYTES_MIN = 40, PROGRAM_HEADER_BYTES_MIN = 32 };

bool elf_image_bytes(const struct elf_image *im, const struct elf_section *s, struct span *out)
{
	return s->plain && span_sub(im->bytes, s->off, s->size, out);
}

struct span elf_image_strings(const struct elf_image *im, size_t at)
{
	struct span s;
	if (at >= im->n_sections || !elf_image_bytes(im, &im->sections[at], &s) || !s.n)
		return (struct span){ 0 };
	const unsigned char *last = memrchr(s.p, 0, s.n);
	return last ? span_of(s.p, (size_t)(last - s.p) + 1) : (struct span){ 0 };
}

static void sections_name(struct elf_image *im, const uint32_t *names)
{
	size_t at = 0;
	if (elf_getshdrstrndx(im->elf, &at) != 0)
		return;
	struct span s = elf_image_strings(im, at);
	for (uint32_t i = 0; i < im->n_sections; i++)
		if (names[i] < s.n)
			im->sections[i].name = (const char *)s.p + names[i];
}

static int sections_read(struct elf_image *im, uint64_t headers_off, struct err *e)
{
	size_t n = 0;
	if (!headers_off)
		return 0; /* no sections is well formed */
	if (elf_getshdrnum(im->elf, &n) != 0 || n > im->bytes.n / SECTION_HEADER_BYTES_MIN)
		return err_corrupt(e, headers_off, "section headers lie outside the ELF file");
	im->sections = mem_new(n * sizeof *im->sections);
	uint32_t *names = mem_new(n * sizeof *names);
	for (size_t i = 0; i < n; i++) {
		GElf_Shdr sh;
		Elf_Scn *scn = elf_getscn(im->elf, i);
		if (!scn || !gelf_getshdr(scn, &sh)) {
			free(names);
			return err_corrupt(e, headers_off, "section header %zu cannot be read", i);
		}
		const uint64_t code = SHF_ALLOC | SHF_EXECINSTR;
		im->sections[i] = (struct elf_section){
			.name = "",
			.addr = sh.sh_addr,
			.size = sh.sh_size,
			.off = sh.sh_offset,
			.each = sh.sh_entsize,
			.align = sh.sh_addralign,
			.type = sh.sh_type,
			.link = sh.sh_link,
			.exec = (sh.sh_flags & code) == code,
			.plain = sh.sh_type != SHT_NOBITS && !(sh.sh_flags & SHF_COMPRESSED),
			.is_packed = sh.sh_flags & SHF_COMPRESSED,
		};
		names[i] = sh.sh_name;
	}
	im->n_sections = (uint32_t)n;
	sections_name(im, names);
	free(names);
	return 0;
}

int elf_image_open(struct bytes image, struct elf_image *out, struct err *e)
{
	*out = (struct elf_image){ .bytes = span_of(image.p, image.n) };
	if (image.n < SELFMAG || memcmp(image.p, ELFMAG, SELFMAG) != 0)
		return err_set(e, ERR_UNSUPPORTED, "not an ELF file");
	elf_version(EV_CURRENT);
	out->elf = elf_memory((char *)image.p, image.n);
	GElf_Ehdr eh;
	if (!out->elf || elf_kind(out->elf) != ELF_K_ELF || !gelf_getehdr(out->elf, &eh))
		return err_corrupt(e, 0, "the ELF header cannot be read");
	out->is_64 = gelf_getclass(out->elf) == ELFCLASS64;
	out->swap = (eh.e_ident[EI_DATA] == ELFDATA2MSB) !=
	            (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	out->machine = eh.e_machine;
	out->type = eh.e_type;
	return sections_read(out, eh.e_shoff, e);
}

void elf_image_close(struct elf_image *im)
{
	if (im->elf)
		elf_end(im->elf);
	free(im->sections);
	*im = (struct elf_image){ 0 };
}

static int segments_read(const struct elf_image *im, struct arena *a, struct elf_file *out,
                         struct err *e)
{
	size_t n = 0;
	if (elf_getphdrnum(im->elf, &n) != 0 || n > im->bytes.n / PROGRAM_HEADER_BYTES_MIN)
		return err_corrupt(e, 0, "program headers lie outside the ELF file");
	if (!n)
		return 0;
	out->segments = arena_new(a, n * sizeof *out->segments);
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr ph;
		if (!gelf_getphdr(im->elf, (int)i, &ph))
			return err_corrupt(e, 0, "program header %zu cannot be read", i);
		if (ph.p_type == PT_LOAD)
			out->segments[out->n_segments++] = (struct elf_segment){
				.off = ph.p_offset,
				.vaddr = ph.p_vaddr,
				.n = ph.p_filesz,
				.exec = ph.p_flags & PF_X,
			};
	}
	return 0;
}

static int layout_read(const struct elf_image *im, struct arena *a, struct elf_file *out,
                       struct err *e)
{
	out->is_64 = im->is_64;
	out->machine = im->machine;
	elf_image_build_id(im, &out->build_id);
	return segments_read(im, a, out, e);
}

/* The name, padded to 4 bytes, and the CRC of the debug file (GDB manual, "Debug Files"). */
static void debuglink_read(const struct elf_image *im, struct arena *a, struct elf_file *out)
{
	struct span s;
	elf_contents_named(im, ".gnu_debuglink", a, &s);
	size_t n = span_strnlen(s), crc_off = (n + 4) & ~(size_t)3;
	if (!n || crc_off > s.n || s.n - crc_off < 4)
		return;
	out->debuglink = arena_dup(a, s.p, n);
	out->debuglink_crc = elf_u32(im, s.p + crc_off);
}

static void minidebug_read(const struct elf_image *im, struct arena *a, struct elf_file *out)
{
	for (uint32_t i = 0; i < im->n_sections; i++)
		if (strcmp(im->sections[i].name, ".gnu_debugdata") == 0)
			elf_section_contents(im, &im->sections[i], a, &out->minidebug);
}

int elf_parse_layout(struct bytes image, struct arena *a, struct elf_file *out, struct err *e)
{
	*out = (struct elf_file){ 0 };
	struct elf_image im;
	int r = elf_image_open(image, &im, e);
	if (r == 0)
		r = layout_read(&im, a, out, e);
	if (r == 0)
		out->image = image;
	elf_image_close(&im);
	return r;
}

int elf_parse(struct bytes image, struct arena *a, struct elf_file *out, struct err *e)
{
	*out = (struct elf_file){ 0 };
	struct elf_image im;
	int r = elf_image_open(image, &im, e);
	if (r == 0) {
		debuglink_read(&im, a, out);
		minidebug_read(&im, a, out);
		r = layout_read(&im, a, out, e);
	}
	/* Symbols of an object file are relative to sections that lie nowhere yet. */
	if (r == 0 && im.type != ET_REL)
		r = elf_symbols(&im, a, &out->syms, &out->has_symtab, e);
	if (r == 0 && im.type != ET_REL && !out->has_symtab)
		elf_go_functions(&im, a, &out->go);
	if (r == 0)
		out->image = image;
	elf_image_close(&im);
	return r;
}

/* ------------------------------------------------------------------ places */

/* The kernel maps whole pages, so that a mapping shows bytes of the file on both sides of its
 * segment. */
static uint64_t page_bytes(const struct elf_file *f)
{
	return f->machine == EM_X86_64 || f->machine == EM_386 ? 4096 : 65536;
}

static bool segment_holds(const struct elf_segment *s, uint64_t off, uint64_t page)
{
	if (!page)
		return off >= s->off && off - s->off < s->n;
	uint64_t first = s->off & ~(page - 1), last = s->off + s->n - 1;
	return s->n && last >= s->off && off >= first && off <= (last | (page - 1));
}

bool elf_offset_to_vaddr(const struct elf_file *f, uint64_t off, uint64_t *vaddr)
{
	const struct {
		bool exec, rounded;
	} passes[] = { { true, false }, { false, false }, { true, true } };
	for (size_t p = 0; p < sizeof passes / sizeof *passes; p++) {
		uint64_t page = passes[p].rounded ? page_bytes(f) : 0;
		for (uint32_t i = 0; i < f->n_segments; i++) {
			const struct elf_segment *s = &f->segments[i];
			if ((passes[p].exec && !s->exec) || !segment_holds(s, off, page))
				continue;
			*vaddr = s->vaddr + (off - s->off);
			return true;
		}
	}
	return false;
}

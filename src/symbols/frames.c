// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What an ELF file says of its frames, for the unwinder: the sections are found by their names, and
 * .eh_frame of a file without section headers by its index, which a program header tells.
 */
#include <elf.h>
#include <gelf.h>

#include "symbols/internal.h"

static void take(const struct elf_image *im, const struct elf_section *s, struct arena *a,
                 struct unwind_section *out)
{
	if (!out->bytes.n && elf_section_contents(im, s, a, &out->bytes))
		out->addr = s->addr;
}

static void stubs_take(const struct elf_image *im, const struct elf_section *s,
                       struct unwind_source *out)
{
	struct span bytes;
	for (int i = 0; i < UNWIND_PLTS_MAX; i++)
		if (!out->plt[i].bytes.n) {
			if (elf_image_bytes(im, s, &bytes))
				out->plt[i] = (struct unwind_section){ bytes, s->addr };
			return;
		}
}

static void sections_take(const struct elf_image *im, struct arena *a, struct unwind_source *out)
{
	for (uint32_t i = 0; i < im->n_sections; i++) {
		const struct elf_section *s = &im->sections[i];
		if (strcmp(s->name, ".eh_frame") == 0)
			take(im, s, a, &out->eh_frame);
		else if (strcmp(s->name, ".debug_frame") == 0 ||
		         strcmp(s->name, ".zdebug_frame") == 0)
			take(im, s, a, &out->debug_frame);
		else if (strcmp(s->name, ".sframe") == 0)
			take(im, s, a, &out->sframe);
		else if (s->exec && strncmp(s->name, ".plt", 4) == 0)
			stubs_take(im, s, out);
		else if (strcmp(s->name, ".text") == 0)
			out->text_addr = s->addr;
		else if (strcmp(s->name, ".got") == 0)
			out->data_addr = s->addr;
	}
}

static bool segment_bytes(const struct elf_image *im, const struct elf_segment *s,
                          struct unwind_section *out)
{
	out->addr = s->vaddr;
	return span_sub(im->bytes, s->off, s->n, &out->bytes);
}

/* .eh_frame_hdr: a version, 1, three encodings, and where .eh_frame is, which all linkers write as
 * a distance in 4 bytes. */
static void eh_frame_by_header(const struct elf_image *im, const struct elf_file *f, uint64_t off,
                               uint64_t addr, struct unwind_source *out)
{
	enum { HEADER_BYTES = 8, DISTANCE = 0x1b };
	struct span header;
	struct unwind_section load;
	if (!span_sub(im->bytes, off, HEADER_BYTES, &header) || header.p[0] != 1 ||
	    header.p[1] != DISTANCE)
		return;
	uint64_t at = addr + 4 + (uint64_t)(int32_t)load32(header.p + 4);
	for (uint32_t i = 0; i < f->n_segments; i++)
		if (segment_bytes(im, &f->segments[i], &load) && at - load.addr < load.bytes.n) {
			out->eh_frame.bytes = span_behind(load.bytes, (size_t)(at - load.addr));
			out->eh_frame.addr = at;
		}
}

static void segments_take(const struct elf_image *im, const struct elf_file *f,
                          struct unwind_source *out)
{
	GElf_Ehdr eh;
	GElf_Phdr ph;
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->n_segments && n < UNWIND_CODE_MAX; i++)
		if (f->segments[i].exec && segment_bytes(im, &f->segments[i], &out->code[n]))
			n++;
	if (!gelf_getehdr(im->elf, &eh))
		return;
	out->entry = eh.e_entry;
	for (int i = 0; i < eh.e_phnum && !out->eh_frame.bytes.n; i++)
		if (gelf_getphdr(im->elf, i, &ph) && ph.p_type == PT_GNU_EH_FRAME)
			eh_frame_by_header(im, f, ph.p_offset, ph.p_vaddr, out);
}

struct unwind_table *elf_unwind_table(const struct elf_file *f, struct bytes debug)
{
	struct unwind_source src = { .cpu = f->machine == EM_X86_64 ? UNWIND_X86_64
		                                                    : UNWIND_ARM64 };
	struct arena unpacked = { 0 };
	struct unwind_table *t = NULL;
	struct elf_image im = { 0 }, debug_im = { 0 };
	if ((f->machine != EM_X86_64 && f->machine != EM_AARCH64) || !f->is_64)
		return NULL;
	if (elf_image_open(f->image, &im, NULL) == 0 && !im.swap) {
		sections_take(&im, &unpacked, &src);
		segments_take(&im, f, &src);
		if (debug.n && elf_image_open(debug, &debug_im, NULL) == 0 && !debug_im.swap)
			sections_take(&debug_im, &unpacked, &src);
		t = unwind_table_new(&src);
	}
	elf_image_close(&im);
	elf_image_close(&debug_im);
	arena_release(&unpacked);
	return t;
}

const struct unwind_table *symbols_frames(struct symbols *s, uint32_t file, uint64_t addr,
                                          uint64_t *vaddr)
{
	struct file *f = file_at(s, file);
	struct elf_file own;
	uint64_t place;
	if (f->id.kind != SYMBOLS_USER && f->id.kind != SYMBOLS_VDSO)
		return NULL;
	if (!f->frames_tried && user_file_itself(s, f, &own))
		f->frames = elf_unwind_table(&own, f->debug_image);
	f->frames_tried = true;
	if (!f->frames || !place_in_file(f, addr, &place))
		return NULL;
	*vaddr = addr - place;
	return f->frames;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Build-ids: the note (name "GNU", type NT_GNU_BUILD_ID) that a linker puts into a file. A note is
 * three 32-bit words (bytes of name, bytes of contents, type), the name and the contents, each
 * padded to 4 bytes (System V gABI, "Note Section").
 */
#include "symbols/internal.h"

#include <elf.h>
#include <gelf.h>

static uint64_t padded(uint32_t n, uint32_t align)
{
	return ((uint64_t)n + align - 1) & ~(uint64_t)(align - 1);
}

static bool notes_find(struct span notes, bool swap, uint32_t align, struct build_id *out)
{
	struct span head, name, desc = { 0 };
	while (span_take(&notes, 12, &head)) {
		uint32_t w[3];
		for (int i = 0; i < 3; i++) {
			w[i] = load32(head.p + 4 * i);
			w[i] = swap ? __builtin_bswap32(w[i]) : w[i];
		}
		if (!span_take(&notes, padded(w[0], 4), &name) || w[1] > notes.n)
			return false;
		/* The last note of a run may lack its padding. */
		uint64_t n = padded(w[1], align);
		span_take(&notes, n < notes.n ? n : notes.n, &desc);
		if (w[2] != NT_GNU_BUILD_ID || w[0] != 4 || memcmp(name.p, "GNU", 4) != 0 || !w[1])
			continue;
		out->n = (uint8_t)(w[1] < BUILD_ID_MAX ? w[1] : BUILD_ID_MAX);
		memcpy(out->id, desc.p, out->n);
		return true;
	}
	return false;
}

bool notes_build_id(struct span notes, bool swap, struct build_id *out)
{
	*out = (struct build_id){ 0 };
	return notes_find(notes, swap, 4, out);
}

/* Program headers first: a file without sections has them still. */
static bool segments_build_id(const struct elf_image *im, struct build_id *out)
{
	size_t n = 0;
	if (elf_getphdrnum(im->elf, &n) != 0)
		return false;
	/* A program header takes 32 bytes at least. */
	for (size_t i = 0; i < n && i < im->bytes.n / 32; i++) {
		GElf_Phdr ph;
		struct span notes;
		if (!gelf_getphdr(im->elf, (int)i, &ph))
			return false;
		if (ph.p_type == PT_NOTE && span_sub(im->bytes, ph.p_offset, ph.p_filesz, &notes) &&
		    notes_find(notes, im->swap, ph.p_align == 8 ? 8 : 4, out))
			return true;
	}
	return false;
}

void elf_image_build_id(const struct elf_image *im, struct build_id *out)
{
	*out = (struct build_id){ 0 };
	if (segments_build_id(im, out))
		return;
	/* In a separate debug file the program headers do not tell where notes lie, sections do. */
	for (uint32_t i = 0; i < im->n_sections; i++) {
		struct span notes;
		if (im->sections[i].type == SHT_NOTE &&
		    elf_image_bytes(im, &im->sections[i], &notes) &&
		    notes_find(notes, im->swap, 4, out))
			return;
	}
}

int elf_build_id(struct bytes image, struct build_id *out, struct err *e)
{
	*out = (struct build_id){ 0 };
	struct elf_image im = { 0 };
	int r = elf_image_open(image, &im, e);
	if (r == 0)
		elf_image_build_id(&im, out);
	elf_image_close(&im);
	return r;
}

static uint8_t significant(const struct build_id *b)
{
	uint8_t n = b->n < BUILD_ID_MAX ? b->n : BUILD_ID_MAX;
	while (n && !b->id[n - 1])
		n--;
	return n;
}

bool build_id_same(const struct build_id *a, const struct build_id *b)
{
	uint8_t n = significant(a);
	return n == significant(b) && memcmp(a->id, b->id, n) == 0;
}

bool build_id_met(const struct build_id *has, const struct build_id *recorded, bool proof)
{
	if (!build_id_known(has) || !build_id_known(recorded))
		return !proof;
	return build_id_same(has, recorded);
}

bool build_id_known(const struct build_id *b)
{
	return significant(b) != 0;
}

const char *build_id_text(const struct build_id *b, struct arena *a)
{
	uint8_t n = b->n < BUILD_ID_MAX ? b->n : BUILD_ID_MAX;
	if (!n)
		return "none";
	char *s = arena_new(a, 2 * (size_t)n + 1);
	for (uint8_t i = 0; i < n; i++) {
		s[2 * i] = "0123456789abcdef"[b->id[i] >> 4];
		s[2 * i + 1] = "0123456789abcdef"[b->id[i] & 15];
	}
	s[2 * n] = 0;
	return s;
}

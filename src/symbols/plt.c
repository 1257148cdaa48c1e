// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The stubs of a procedure linkage table have no symbols of their own. Each jumps through a slot,
 * and a relocation says whose address the loader puts there; so the stub's own instructions and
 * that relocation together prove the name, "function@plt", whatever linker laid the table out.
 * (x86-64 psABI 5.2, AArch64 ELF ABI; what is encoded otherwise has no name.)
 */
#include <elf.h>
#include <gelf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/internal.h"

enum { STUB_BYTES_MIN = 8, STUB_BYTES_MAX = 64, STUB_BYTES = 16 };

struct slots {
	struct sort_pair *v; /* slot address, symbol index */
	size_t n;
};

static bool is_plt(const struct elf_section *s)
{
	return s->exec && strncmp(s->name, ".plt", 4) == 0;
}

static bool fills_slot(const struct elf_image *im, uint64_t info)
{
	uint64_t type = GELF_R_TYPE(info);
	switch (im->machine) {
	case EM_X86_64:
		return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
	case EM_AARCH64:
		return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
	default:
		return false;
	}
}

/* Slots filled by the relocations of section at, which has so many bytes. */
static void slots_add(const struct elf_image *im, size_t at, size_t n_bytes, struct slots *out)
{
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, at), NULL);
	if (!data || data->d_type != ELF_T_RELA)
		return;
	size_t n = n_bytes / sizeof(Elf64_Rela);
	out->v = mem_resize(out->v, out->n + n, sizeof *out->v);
	for (size_t i = 0; i < n && i <= SYMBOLS_MAX; i++) {
		GElf_Rela r;
		if (gelf_getrela(data, (int)i, &r) && GELF_R_SYM(r.r_info) &&
		    fills_slot(im, r.r_info))
			out->v[out->n++] = (struct sort_pair){ r.r_offset, GELF_R_SYM(r.r_info) };
	}
}

/* Relocations against the symbols of section dynsym; the big .rela.dyn only where a stub may use
 * it. */
static struct slots slots_of(const struct elf_image *im, uint32_t dynsym)
{
	struct slots out = { 0 };
	bool has_got = false;
	size_t left = im->bytes.n; /* sections of an honest file do not overlap */
	struct span bytes;
	for (uint32_t i = 0; i < im->n_sections; i++)
		has_got |= is_plt(&im->sections[i]) &&
		           strcmp(im->sections[i].name, ".plt.got") == 0;
	for (uint32_t i = 0; i < im->n_sections; i++) {
		const struct elf_section *s = &im->sections[i];
		if (s->type != SHT_RELA || s->link != dynsym ||
		    (!has_got && strcmp(s->name, ".rela.plt") != 0) ||
		    !elf_image_bytes(im, s, &bytes) || bytes.n > left)
			continue;
		left -= bytes.n;
		slots_add(im, i, bytes.n, &out);
	}
	struct sort_pair *tmp = mem_resize(NULL, out.n, sizeof *tmp);
	sort_pairs(out.v, tmp, out.n);
	free(tmp);
	return out;
}

/* The symbol whose address stands in the slot at addr; 0 = not known. */
static uint64_t slot_find(const struct slots *s, uint64_t addr)
{
	size_t lo = 0, hi = s->n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (s->v[mid].key < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->n && s->v[lo].key == addr ? s->v[lo].value : 0;
}

/* [endbr64] [bnd] jmp *slot(%rip) */
static bool x86_slot(struct span stub, uint64_t addr, uint64_t *slot)
{
	size_t at = 0;
	if (stub.n >= 4 && memcmp(stub.p, "\xf3\x0f\x1e\xfa", 4) == 0)
		at = 4;
	if (at < stub.n && stub.p[at] == 0xf2)
		at++;
	if (stub.n - at < 6 || stub.p[at] != 0xff || stub.p[at + 1] != 0x25)
		return false;
	int32_t disp = (int32_t)load32(stub.p + at + 2);
	*slot = addr + at + 6 + (uint64_t)(int64_t)disp;
	return true;
}

/* [bti c] adrp x16, page; ldr x17, [x16, #low] */
static bool arm64_slot(struct span stub, uint64_t addr, uint64_t *slot)
{
	size_t at = stub.n >= 4 && load32(stub.p) == 0xd503245f ? 4 : 0;
	if (stub.n - at < 8)
		return false;
	uint32_t adrp = load32(stub.p + at), ldr = load32(stub.p + at + 4);
	if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211)
		return false;
	uint64_t pages = (uint64_t)(adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
	pages = (pages ^ 0x100000) - 0x100000; /* 21 bits with a sign */
	*slot = ((addr + at) & ~UINT64_C(4095)) + (pages << 12) +
	        ((uint64_t)(ldr >> 10 & 4095) << 3);
	return true;
}

struct plt {
	const struct elf_image *im;
	struct slots slots;
	Elf_Data *syms;
	struct span strings;
	size_t room; /* bytes that names may still take: no honest file names one function often */
	struct arena *arena;
	struct symbol *out;
	uint32_t n, cap;
};

static const char *stub_name(struct plt *t, uint64_t number)
{
	GElf_Sym sym;
	if (number > SYMBOLS_MAX || !gelf_getsym(t->syms, (int)number, &sym) ||
	    sym.st_name >= t->strings.n)
		return NULL;
	const char *name = (const char *)t->strings.p + sym.st_name;
	size_t n = strnlen(name, NAME_BYTES_MAX);
	if (!n || n == NAME_BYTES_MAX || n > t->room)
		return NULL;
	t->room -= n;
	return arena_printf(t->arena, "%s@plt", name);
}

static void section_stubs(struct plt *t, const struct elf_section *s)
{
	struct span bytes, stub;
	if (!elf_image_bytes(t->im, s, &bytes))
		return;
	bool sane = s->each >= STUB_BYTES_MIN && s->each <= STUB_BYTES_MAX &&
	            s->each % STUB_BYTES_MIN == 0;
	size_t each = sane ? (size_t)s->each : STUB_BYTES;
	/* The table's head need not be a whole number of stubs long. */
	for (uint64_t at = 0, step; t->n < SYMBOLS_MAX && span_sub(bytes, at, each, &stub);
	     at += step) {
		step = STUB_BYTES_MIN;
		uint64_t addr = s->addr + at, slot;
		bool jumps = t->im->machine == EM_X86_64 ? x86_slot(stub, addr, &slot)
		                                         : arm64_slot(stub, addr, &slot);
		uint64_t number = jumps ? slot_find(&t->slots, slot) : 0;
		const char *name = number && addr < UINT64_MAX - each ? stub_name(t, number) : NULL;
		if (!name)
			continue;
		VEC_ROOM(t->out, t->n, t->cap);
		t->out[t->n++] = (struct symbol){ addr, addr + each, name, NULL, SYMBOL_PLT, 0 };
		step = each;
	}
}

struct symbol *plt_symbols(const struct elf_image *im, struct arena *a, uint32_t *n)
{
	*n = 0;
	if (!im->is_64 || im->swap || (im->machine != EM_X86_64 && im->machine != EM_AARCH64))
		return NULL;
	uint32_t dynsym = 0, n_plt = 0;
	for (uint32_t i = 0; i < im->n_sections; i++) {
		if (im->sections[i].type == SHT_DYNSYM && !dynsym)
			dynsym = i;
		n_plt += is_plt(&im->sections[i]) && im->sections[i].plain;
	}
	if (!dynsym || !n_plt || n_plt > 16)
		return NULL;
	struct plt t = { .im = im, .arena = a };
	t.syms = elf_getdata(elf_getscn(im->elf, dynsym), NULL);
	t.strings = elf_image_strings(im, im->sections[dynsym].link);
	t.room = 2 * t.strings.n;
	if (t.syms && t.syms->d_type == ELF_T_SYM) {
		t.slots = slots_of(im, dynsym);
		for (uint32_t i = 0; i < im->n_sections; i++)
			if (is_plt(&im->sections[i]))
				section_stubs(&t, &im->sections[i]);
		free(t.slots.v);
	}
	*n = t.n;
	return t.out;
}

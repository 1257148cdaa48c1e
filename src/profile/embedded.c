// SPDX-License-Identifier: GPL-2.0-or-later
/* From the recording's own names to the resolver's. */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

static bool is_kernel_address(uint64_t addr)
{
	return addr >> 63;
}

/* False: addresses cannot be told. Modules lie where only a mapping knows, unless they are told as
 * they ran: then the module's first byte has an address of the kernel. */
static bool embedded_place(const struct data_embedded *f, struct symbols_embedded *out)
{
	*out = (struct symbols_embedded){ .path = f->path, .has_build_id = f->has_build_id };
	if (f->build_id.n && f->build_id.n <= sizeof out->build_id.id) {
		out->build_id.n = (uint8_t)f->build_id.n;
		memcpy(out->build_id.id, f->build_id.p, f->build_id.n);
	}
	switch (f->kind) {
	case EMBEDDED_KERNEL:
		out->kind = SYMBOLS_KERNEL;
		return f->min_vaddr == 0;
	case EMBEDDED_MODULE:
		out->kind = SYMBOLS_MODULE;
		return f->min_off != UINT64_MAX && is_kernel_address(f->min_vaddr - f->min_off);
	case EMBEDDED_ELF:
		out->kind = strcmp(f->path, "[vdso]") == 0 ? SYMBOLS_VDSO : SYMBOLS_USER;
		out->min_vaddr = f->min_vaddr;
		out->min_off = f->min_off == UINT64_MAX ? 0 : f->min_off;
		return f->min_off != UINT64_MAX || f->min_vaddr == 0;
	case EMBEDDED_DEX: /* offsets in the file */
		out->kind = SYMBOLS_USER;
		return true;
	case EMBEDDED_PERFMAP:
		out->kind = SYMBOLS_PERFMAP;
		return true;
	default:
		return false;
	}
}

static uint32_t embedded_symbols(struct data_embedded *f, struct arena *a, struct symbol **out)
{
	struct data_embedded_symbol s;
	uint32_t n = 0, cap = 0;
	while (data_embedded_symbol(f, &s)) {
		if (!s.len || s.addr > UINT64_MAX - s.len || !s.name.n ||
		    memchr(s.name.p, 0, s.name.n))
			continue;
		VEC_ROOM(*out, n, cap);
		(*out)[n++] = (struct symbol){ .start = s.addr,
			                       .end = s.addr + s.len,
			                       .name = arena_dup(a, s.name.p, s.name.n),
			                       .kind = SYMBOL_FUNC,
			                       .bind = 1 };
	}
	return n;
}

void places_embed(struct places *p)
{
	struct data_embedded f;
	uint64_t at = 0;
	while (data_embedded_next(p->session->data, &at, &f) == 0) {
		struct symbols_embedded e;
		struct symbol *raw = NULL;
		if (!embedded_place(&f, &e))
			continue;
		e.n = embedded_symbols(&f, &p->embedded, &raw);
		struct symbol *kept = arena_new(&p->embedded, e.n * sizeof *kept);
		if (e.n)
			memcpy(kept, raw, e.n * sizeof *kept);
		free(raw);
		e.raw = kept;
		symbols_embed(p->resolver, &e);
		if (f.kind == EMBEDDED_ELF && !e.min_vaddr && !e.min_off && !e.has_build_id) {
			e.kind = SYMBOLS_PERFMAP; /* perhaps of code that was made at run time */
			symbols_embed(p->resolver, &e);
		}
	}
}

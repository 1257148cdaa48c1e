// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SFrame ("The SFrame format", binutils): where the caller's frame, its return address and its
 * frame pointer are, and nothing else. Versions 1 to 3; gas writes the third since 2.46. Here are
 * the entries of functions; their rows are read in sframe_rows.c.
 */
#include "unwind/sframe.h"

#include <stdlib.h>

#include "base/alloc.h"

enum {
	SFRAME_MAGIC = 0xdee2,
	ABI_ARM64 = 2,
	ABI_X86_64 = 3,
	FLAG_START_PCREL =
		4, /* starts of functions count from where they stand, not from the section */
	HEADER_BYTES = 28,
};

/* By version. */
static const uint8_t fde_bytes[] = { 0, 17, 20, 16 };

enum { FUNC_REPEATS = 1 << 4, FUNC_SIGNAL = 1 << 7 };

static void func_info(struct sframe_fde *f, uint8_t info, uint8_t repeat)
{
	f->addr_bytes = (uint8_t)(1u << (info & 3));
	f->repeat = info & FUNC_REPEATS ? repeat : 0;
	f->is_usable = (info & 15) <= 2 && (!(info & FUNC_REPEATS) || repeat);
}

/* From version 3 on what an entry says of its rows stands in front of them. */
static void fde_rows(const struct sframe *s, struct sframe_fde *f)
{
	enum { N_OFF = 0, INFO_OFF = 2, KIND_OFF = 3, REPEAT_OFF = 4, BYTES = 5, FLEX = 1 };
	struct span head;
	if (!span_sub(s->fres, f->first, BYTES, &head))
		return;
	func_info(f, head.p[INFO_OFF], head.p[REPEAT_OFF]);
	f->first += BYTES;
	f->n_fres = load16(head.p + N_OFF);
	f->is_flex = (head.p[KIND_OFF] & 31) == FLEX;
	f->is_signal = head.p[INFO_OFF] & FUNC_SIGNAL;
	f->is_usable &= (head.p[KIND_OFF] & 31) <= FLEX;
}

static struct sframe_fde fde_at(const struct sframe *s, uint32_t i)
{
	const unsigned char *p = s->fdes.p + (size_t)i * fde_bytes[s->version];
	struct sframe_fde f = { 0 };
	if (s->version == 3) {
		f.start = (int64_t)load64(p);
		f.n = load32(p + 8);
		f.first = load32(p + 12);
		fde_rows(s, &f);
		return f;
	}
	f.start = (int32_t)load32(p);
	f.n = load32(p + 4);
	f.first = load32(p + 8);
	f.n_fres = load32(p + 12);
	func_info(&f, p[16], s->version == 1 ? 16 : p[17]);
	return f;
}

/* False: none of this CPU, or not of a version that is known. */
static bool header_read(struct sframe *s, uint8_t *flags)
{
	struct span all = s->src->sframe.bytes;
	const unsigned char *p = all.p;
	if (all.n < HEADER_BYTES || load16(p) != SFRAME_MAGIC || p[2] < 1 || p[2] > 3 ||
	    p[4] != (s->src->cpu == UNWIND_X86_64 ? ABI_X86_64 : ABI_ARM64))
		return false;
	s->version = p[2];
	*flags = p[3];
	s->fp_off = (int8_t)p[5];
	s->ra_off = (int8_t)p[6];
	uint64_t begin = HEADER_BYTES + (uint64_t)p[7];
	uint64_t n_fdes = load32(p + 8);
	return span_sub(all, begin + load32(p + 20), n_fdes * fde_bytes[s->version], &s->fdes) &&
	       span_sub(all, begin + load32(p + 24), load32(p + 16), &s->fres);
}

struct sframe *sframe_new(const struct unwind_source *src, uint32_t source, struct functions *out)
{
	struct sframe *s = mem_new(sizeof *s);
	uint8_t flags;
	s->src = src;
	if (!header_read(s, &flags))
		return s;
	s->n_left = s->fres.n;
	for (int i = 0; i < UNWIND_CODE_MAX; i++)
		s->n_left += src->code[i].bytes.n / 4; /* rows of stubs are read for each of them */
	uint32_t n = (uint32_t)(s->fdes.n / fde_bytes[s->version]);
	for (uint32_t i = 0; i < n; i++) {
		struct sframe_fde f = fde_at(s, i);
		uint64_t base = src->sframe.addr;
		if (flags & FLAG_START_PCREL)
			base += (uint64_t)(s->fdes.p - src->sframe.bytes.p) +
			        (size_t)i * fde_bytes[s->version];
		if (!f.n || !f.is_usable)
			continue;
		VEC_ROOM(out->v, out->n, out->cap);
		out->v[out->n++] = (struct function){
			.addr = base + (uint64_t)f.start, .n = f.n, .source = source, .info = i
		};
	}
	return s;
}

void sframe_free(struct sframe *s)
{
	free(s);
}

void sframe_compile(void *ctx, struct unwind_table *t, const struct function *fn, uint64_t from)
{
	struct sframe *s = ctx;
	struct sframe_fde f = fde_at(s, fn->info);
	uint64_t end = fn->addr + fn->n;
	if (!f.repeat) {
		sframe_rows(s, t, &f, fn->addr, from, end);
		return;
	}
	/* Stubs that are all alike. */
	for (uint64_t at = fn->addr; f.n_fres <= f.repeat && at < end; at += f.repeat) {
		uint64_t to = end - at > f.repeat ? at + f.repeat : end;
		if (to > from)
			sframe_rows(s, t, &f, at, at > from ? at : from, to);
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stubs of procedure linkage tables. The linkers of GNU say in .eh_frame how to leave them, that of
 * LLVM does not. They touch nothing but the stack pointer, and that only on the lazy way: a stub
 * pushes its number, and the first one, which all others jump to, another word.
 */
#include "base/alloc.h"
#include "unwind/internal.h"

void plt_functions(const struct unwind_source *src, uint32_t source, struct functions *out)
{
	for (uint32_t i = 0; i < UNWIND_PLTS_MAX; i++) {
		if (!src->plt[i].bytes.n)
			continue;
		VEC_ROOM(out->v, out->n, out->cap);
		out->v[out->n++] = (struct function){ .addr = src->plt[i].addr,
			                              .n = src->plt[i].bytes.n,
			                              .source = source,
			                              .info = i };
	}
}

/* pushed: bytes between the stack pointer and the frame of the caller's call. */
static uint32_t rule_of(struct unwind_table *t, int32_t pushed)
{
	const struct cpu *cpu = t->cpu;
	struct rule_set set = { .cfa = { cpu->sp, HOW_REG, 0, pushed } };
	/* On the stack, or, as long as nothing was pushed, in its register. */
	if (cpu->ra == cpu->pc || pushed) {
		set.regs[cpu->ra] = (struct reg_rule){ cpu->ra, HOW_OFFSET, 0, -8 };
		set.set = 1ull << cpu->ra;
	}
	return table_rule(t, &set);
}

enum { X86_STUB_BYTES = 16, X86_PUSH_IMM = 0x68 };

/* Where in the stub its number has been pushed: behind a jump that may lead on, or the mark of a
 * jump's target; 0 = it pushes none. */
static unsigned x86_pushed_at(const unsigned char *stub)
{
	static const unsigned char jump[] = { 0xff, 0x25 }, mark[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	if (memcmp(stub, jump, sizeof jump) == 0 && stub[6] == X86_PUSH_IMM)
		return 6 + 5;
	if (memcmp(stub, mark, sizeof mark) == 0 && stub[4] == X86_PUSH_IMM)
		return 4 + 5;
	return 0;
}

static void x86_rows(struct unwind_table *t, const struct unwind_section *plt)
{
	static const unsigned char push_first[] = { 0xff, 0x35 };
	const unsigned char *p = plt->bytes.p;
	for (size_t off = 0; plt->bytes.n - off >= X86_STUB_BYTES; off += X86_STUB_BYTES) {
		uint64_t addr = plt->addr + off;
		if (off == 0 && memcmp(p, push_first, sizeof push_first) == 0) {
			table_row(t, addr, rule_of(t, 16));
			table_row(t, addr + 6, rule_of(t, 24));
			continue;
		}
		unsigned pushed_at = x86_pushed_at(p + off);
		table_row(t, addr, rule_of(t, 8));
		if (pushed_at)
			table_row(t, addr + pushed_at, rule_of(t, 16));
	}
}

/* The first stub saves x16 and x30 in its first two instructions. */
static void arm64_rows(struct unwind_table *t, const struct unwind_section *plt)
{
	enum { SAVE = 0xa9bf7bf0, FIRST_BYTES = 32 };
	table_row(t, plt->addr, rule_of(t, 0));
	for (unsigned off = 0; off < 8 && plt->bytes.n >= FIRST_BYTES; off += 4)
		if (load32(plt->bytes.p + off) == SAVE) {
			table_row(t, plt->addr + off + 4, rule_of(t, 16));
			table_row(t, plt->addr + FIRST_BYTES, rule_of(t, 0));
		}
}

void plt_compile(void *ctx, struct unwind_table *t, const struct function *f, uint64_t from)
{
	const struct unwind_section *plt = &((const struct unwind_source *)ctx)->plt[f->info];
	(void)from; /* nothing else speaks of a part of it */
	if (t->cpu->ra == t->cpu->pc)
		x86_rows(t, plt);
	else
		arm64_rows(t, plt);
}

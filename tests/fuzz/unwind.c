// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes as call frame information of each kind, and any stack: a table is made, and walks over
 * the stack by it end. The first bytes say which kinds, and how long each part is.
 */
#include <assert.h>
#include <stdlib.h>

#include "abi/abi.h"
#include "unwind/unwind.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { TEXT = 0x1000, TEXT_BYTES = 1 << 14, BASE = 1 << 30, ROOM = 64, WALKS = 64 };

static const uint8_t text[TEXT_BYTES];

static bool find(void *ctx, uint64_t pc, struct unwind_code *out)
{
	*out = (struct unwind_code){ .table = ctx, .bias = BASE };
	return pc - BASE < TEXT + TEXT_BYTES;
}

static void walk(const struct unwind_table *t, enum unwind_cpu cpu, struct span stack_bytes)
{
	struct unwind_walker *w = unwind_walker_new(cpu, find, (void *)(uintptr_t)t);
	uint64_t seed = stack_bytes.n;
	for (uint32_t i = 0; i < WALKS; i++) {
		struct unwind_stack stack = { 0x7000, stack_bytes };
		struct unwind_regs regs = { .known = ~0ull >> (64 - UNWIND_REGS) };
		uint64_t out[ROOM];
		uint32_t used;
		for (unsigned reg = 0; reg < UNWIND_REGS; reg++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			regs.v[reg] = stack.addr + (seed >> 32) % (stack_bytes.n + 64);
		}
		regs.v[cpu == UNWIND_X86_64 ? 7 : 31] = stack.addr;
		regs.v[cpu == UNWIND_X86_64 ? 16 : 32] = BASE + TEXT +
		                                         i * (TEXT_BYTES / WALKS / 16);
		enum unwind_end end = unwind_walk(w, &regs, &stack, out, ROOM, &used);
		assert(end < UNWIND_ENDS && used <= ROOM && used);
		for (uint32_t k = 0; k < used; k++)
			assert(out[k] == ABI_CONTEXT_USER || !k ||
			       out[k] - BASE < TEXT + TEXT_BYTES);
	}
	unwind_walker_free(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	enum { HEAD = 4 };
	struct span all = span_of(data, n), head, part[2];
	struct unwind_source src = { .code = { { span_of(text, sizeof text), TEXT } },
		                     .entry = TEXT + 64 };
	if (!span_take(&all, HEAD, &head))
		return 0;
	src.cpu = head.p[0] & 1 ? UNWIND_ARM64 : UNWIND_X86_64;
	for (int i = 0; i < 2; i++)
		if (!span_take(&all, all.n * head.p[1 + i] / 256, &part[i]))
			return 0;
	/* Copies of exact length, so that what reads behind them is found. */
	unsigned char *a = malloc(part[0].n + 1), *b = malloc(part[1].n + 1),
		      *c = malloc(all.n + 1);
	memcpy(a, part[0].p, part[0].n);
	memcpy(b, part[1].p, part[1].n);
	memcpy(c, all.p, all.n);
	a = realloc(a, part[0].n ? part[0].n : 1);
	b = realloc(b, part[1].n ? part[1].n : 1);
	struct unwind_section first = { span_of(a, part[0].n), 0x2000 },
			      second = { span_of(b, part[1].n), 0x4000 };
	switch (head.p[0] >> 1 & 3) {
	case 0:
		src.eh_frame = first;
		src.debug_frame = second;
		break;
	case 1:
		src.debug_frame = first;
		src.sframe = second;
		break;
	case 2:
		src.sframe = first;
		src.eh_frame = second;
		break;
	default:
		src.eh_frame = first;
		src.plt[0] = (struct unwind_section){ second.bytes, TEXT + 0x100 };
		break;
	}
	struct unwind_table *t = unwind_table_new(&src);
	walk(t, src.cpu, span_of(c, all.n));
	unwind_table_free(t);
	free(a);
	free(b);
	free(c);
	return 0;
}

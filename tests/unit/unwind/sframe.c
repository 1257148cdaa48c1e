// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Walks by SFrame of version 3, whose bytes are written by hand after its specification (binutils
 * 2.46, include/sframe.h): flexible rows, as of functions that realign their stack, the end of a
 * signal's handler, and a function that has no caller.
 */
#include "abi/abi.h"
#include "tests/unit/tap.h"
#include "unwind/unwind.h"

enum { TEXT = 0x1000, SFRAME = 0x3000, BASE = 0x400000, STACK = 0x7fff0000 };

#define U16(v) (uint8_t)(v), (uint8_t)((v) >> 8)
#define U32(v) U16(v), U16((v) >> 16)
/* start (8 bytes, from the section), length, where its rows are */
#define FUNC(off, length, rows) \
	U32(TEXT + (off) - SFRAME), 0xff, 0xff, 0xff, 0xff, U32(length), U32(rows)
/* how many rows; bit 7: signal; 1 = flexible; size of repeated code */
#define ROWS(n, info, kind) U16(n), info, kind, 0
/* bytes of a word: 1; base sp = 1 */
#define INFO(n_words, from_sp) (uint8_t)((n_words) << 1 | (from_sp))
#define AT(reg) (uint8_t)((reg) << 3 | 1)
#define LOADED(reg) (uint8_t)((reg) << 3 | 3)

enum { RBP = 6, RSP = 7, R10 = 10, FLEX = 1, SIGNAL = 0x80 };

static const uint8_t sframe[] = {
	0xe2, 0xde, 3, 1, /* magic, version, sorted */
	3, 0, 0xf8, 0,    /* AMD64; the frame pointer anywhere, the return address at CFA - 8 */
	U32(3), U32(5), U32(39), U32(0), U32(48),
	FUNC(0, 64, 0), FUNC(64, 32, 23), FUNC(96, 32, 32),
	ROWS(3, 0, FLEX), /* 0 */
	0, INFO(2, 0), AT(RSP), 8,
	0x10, INFO(5, 0), AT(R10), 0, 0, LOADED(RBP), 0,
	0x20, INFO(5, 0), LOADED(RBP), 0xe8, 0, LOADED(RBP), 0,
	ROWS(1, SIGNAL, 0), /* 23 */
	0, INFO(2, 1), 16, 0xf0,
	ROWS(1, 0, 0), /* 32 */
	0, INFO(0, 0),
};

static const uint8_t text[128];
static struct unwind_table *table;

static bool find(void *ctx, uint64_t pc, struct unwind_code *out)
{
	(void)ctx;
	*out = (struct unwind_code){ .table = table, .bias = BASE };
	return pc - BASE - TEXT < sizeof text;
}

static void walk(uint64_t off, const uint64_t stack[16], const char *what)
{
	struct unwind_walker *w = unwind_walker_new(UNWIND_X86_64, find, NULL);
	struct unwind_stack copy = { STACK, span_of((const unsigned char *)stack, 128) };
	struct unwind_regs regs = { .known = 1 << RBP | 1 << RSP | 1 << R10 | 1 << 16 };
	uint64_t out[8] = { 0 };
	uint32_t n;
	regs.v[RSP] = STACK;
	regs.v[RBP] = STACK + 0x20;
	regs.v[R10] = STACK + 0x40;
	regs.v[16] = BASE + TEXT + off;
	enum unwind_end end = unwind_walk(w, &regs, &copy, out, 8, &n);
	is_str(unwind_end_name(end), unwind_end_name(UNWIND_ROOT), what);
	is_u64(n, 4, "three frames");
	is_u64(out[1], BASE + TEXT + 70, "the caller");
	is_u64(out[2], ABI_CONTEXT_USER, "which ended a handler");
	is_u64(out[3], BASE + TEXT + 100, "the one that was interrupted");
	unwind_walker_free(w);
}

int main(void)
{
	struct unwind_source src = { .cpu = UNWIND_X86_64,
		                     .sframe = { span_of(sframe, sizeof sframe), SFRAME },
		                     .code = { { span_of(text, sizeof text), TEXT } } };
	/* By 8 bytes from the stack pointer on; the CFA is at 0x40 or as a word at 8 says. */
	uint64_t stack[16] = { [1] = STACK + 0x40, [4] = STACK + 0x70 };
	table = unwind_table_new(&src);
	is_u64(unwind_table_size(table).n_functions, 3, "functions");
	is_u64(unwind_table_size(table).n_rows, 6, "rows, with the end of all");
	stack[7] = BASE + TEXT + 70;
	stack[9] = BASE + TEXT + 100;
	walk(0x14, stack, "the CFA in a register");
	walk(0x28, stack, "the CFA on the stack");
	stack[0] = BASE + TEXT + 70;
	stack[2] = BASE + TEXT + 100;
	walk(0x04, stack, "the CFA by the stack pointer");
	unwind_table_free(table);
	return done_testing();
}

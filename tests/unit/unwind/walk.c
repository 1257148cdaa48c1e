// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Walks over made-up stacks by made-up call frame information. The sections are written by hand
 * after the standards (LSB 5.0, 10.6; DWARF 5, 6.4 and 7.24), and the stacks by what they say.
 */
#include <stdlib.h>

#include "abi/abi.h"
#include "tests/unit/tap.h"
#include "unwind/unwind.h"

enum {
	TEXT = 0x1000,
	EH_FRAME = 0x3000,
	BASE = 0x400000, /* where the file lies */
	STACK = 0x7fff0000,
};

/* A CIE: version 1, "zR", 1, -8, column 16; pointers of 4 bytes from where they stand; CFA = rsp +
 * 8, the return address at CFA - 8. */
#define CIE 20, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0

/* The entry of a function at TEXT + off whose own start in the section is at; n_program bytes of
 * instructions follow, 7 + n_program being a multiple of 4. */
#define U32(v) (uint8_t)(v), (uint8_t)((v) >> 8), (uint8_t)((v) >> 16), (uint8_t)((v) >> 24)
#define FDE(at, off, length, n_program)                                                  \
	U32(13 + (n_program)), U32((at) + 4), U32(TEXT + (off) - (EH_FRAME + (at) + 8)), \
		U32(length), 0

static const uint8_t eh_frame[] = {
	CIE,
	/* 24: push %rbp at +1; mov at +4: a frame pointer; leave at +20. */
	FDE(24, 0, 32, 15),
	0x41,
	0x0e,
	16,
	0x86,
	2,
	0x43,
	0x0d,
	6,
	0x50,
	0x0c,
	7,
	8,
	0,
	0,
	0,
	/* 56: a frame of 40 bytes at +4, no frame pointer. */
	FDE(56, 32, 32, 3),
	0x44,
	0x0e,
	48,
	/* 76: the first function of a thread: the return address is undefined. */
	FDE(76, 64, 32, 3),
	0x07,
	16,
	0,
	/* 96: the CFA by an expression: what is at rbp - 8, as where a stack is realigned. */
	FDE(96, 96, 32, 7),
	0x0f,
	3,
	0x76,
	0x78,
	0x06,
	0,
	0,
	/* 120: an instruction that nobody knows, after one row. */
	FDE(120, 128, 32, 3),
	0x50,
	0x3e,
	0,
	U32(0),
};

/* mov $15, %rax; syscall */
enum { AT_TRAMPOLINE = 224 };
static const uint8_t text[256] = { [AT_TRAMPOLINE] = 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
static struct unwind_table *table;

static bool find(void *ctx, uint64_t pc, struct unwind_code *out)
{
	(void)ctx;
	*out = (struct unwind_code){ .table = table, .bias = BASE };
	return pc - (BASE + TEXT) < sizeof text;
}

enum { RBP = 6, RSP = 7, RIP = 16 };
#define AT(off) (BASE + TEXT + (off))

static const struct {
	const char *what;
	uint64_t pc, sp, fp;
	uint64_t stack[8]; /* from STACK on */
	uint32_t n_stack;
	uint64_t want[6];
	uint32_t n_want;
	enum unwind_end end;
} rows[] = {
	{ "before the push", AT(0), STACK, 0, { AT(70) }, 8, { AT(0), AT(70) }, 2, UNWIND_ROOT },
	{ "behind the push", AT(2), STACK, 0, { 1, AT(70) }, 8, { AT(2), AT(70) }, 2, UNWIND_ROOT },
	{ "by the frame pointer",
	  AT(10),
	  STACK,
	  STACK + 16,
	  { 9, 9, 1, AT(70) },
	  8,
	  { AT(10), AT(70) },
	  2,
	  UNWIND_ROOT },
	{ "behind leave", AT(20), STACK, 0, { AT(70) }, 8, { AT(20), AT(70) }, 2, UNWIND_ROOT },
	{ "through a frame without a frame pointer, which is kept",
	  AT(33),
	  STACK,
	  STACK + 56,
	  { AT(10), 0, 0, 0, 0, 0, 0, 5 },
	  8,
	  { AT(33), AT(10) },
	  2,
	  UNWIND_STACK },
	{ "a caller's last instruction is a call: the row of the byte before counts",
	  AT(33),
	  STACK,
	  0,
	  { AT(64), 0, 0, 0, 0, 0, AT(70) },
	  8,
	  { AT(33), AT(64), AT(70) },
	  3,
	  UNWIND_ROOT },
	{ "by an expression",
	  AT(100),
	  STACK,
	  STACK + 16,
	  { 0, STACK + 32, 0, AT(70) },
	  8,
	  { AT(100), AT(70) },
	  2,
	  UNWIND_ROOT },
	{ "the copy ends", AT(0), STACK, 0, { 0 }, 0, { AT(0) }, 1, UNWIND_STACK },
	{ "a return address in no file",
	  AT(0),
	  STACK,
	  0,
	  { 77 },
	  8,
	  { AT(0) },
	  1,
	  UNWIND_NO_MAPPING },
	{ "a return address of 0", AT(0), STACK, 0, { 0 }, 8, { AT(0) }, 1, UNWIND_ROOT },
	{ "before an instruction that is not known",
	  AT(128),
	  STACK,
	  0,
	  { AT(70) },
	  8,
	  { AT(128), AT(70) },
	  2,
	  UNWIND_ROOT },
	{ "behind it there are no rules",
	  AT(150),
	  STACK,
	  1,
	  { AT(70) },
	  8,
	  { AT(150) },
	  1,
	  UNWIND_NO_RULE },
	{ "without rules the frame pointer leads on",
	  AT(200),
	  STACK,
	  STACK + 8,
	  { 0, 0, AT(70) },
	  8,
	  { AT(200), AT(70) },
	  2,
	  UNWIND_ROOT },
	{ "but not to what is no code",
	  AT(200),
	  STACK,
	  STACK + 8,
	  { 0, 0, 5 },
	  8,
	  { AT(200) },
	  1,
	  UNWIND_NO_RULE },
	{ "nor down the stack",
	  AT(200),
	  STACK + 16,
	  STACK,
	  { 0, AT(70) },
	  8,
	  { AT(200) },
	  1,
	  UNWIND_NO_RULE },
};

static void test_rows(void)
{
	struct unwind_walker *w = unwind_walker_new(UNWIND_X86_64, find, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t out[6];
		uint32_t n;
		struct unwind_regs regs = { .known = 1ull << RIP | 1ull << RSP | 1ull << RBP };
		struct unwind_stack stack = { rows[i].sp, span_of((const char *)rows[i].stack +
			                                                  (rows[i].sp - STACK),
			                                          8 * rows[i].n_stack) };
		regs.v[RIP] = rows[i].pc;
		regs.v[RSP] = rows[i].sp;
		regs.v[RBP] = rows[i].fp;
		if (rows[i].sp > STACK)
			stack.bytes.n -= rows[i].sp - STACK;
		enum unwind_end end = unwind_walk(w, &regs, &stack, out, 6, &n);
		ok(end == rows[i].end, "%s: it ends with: %s (%s)", rows[i].what,
		   unwind_end_name(rows[i].end), unwind_end_name(end));
		ok(n == rows[i].n_want && memcmp(out, rows[i].want, n * sizeof *out) == 0,
		   "%s: the addresses (%u)", rows[i].what, n);
	}
	unwind_walker_free(w);
}

/* A function that calls itself, in a stack of many of its frames. */
static void test_bound(void)
{
	struct unwind_walker *w = unwind_walker_new(UNWIND_X86_64, find, NULL);
	uint64_t words[200], out[16];
	uint32_t n;
	struct unwind_regs regs = { .known = 1ull << RIP | 1ull << RSP };
	struct unwind_stack stack = { STACK, span_of(words, sizeof words) };
	for (int i = 0; i < 200; i++)
		words[i] = AT(1);
	regs.v[RIP] = AT(0);
	regs.v[RSP] = STACK;
	enum unwind_end end = unwind_walk(w, &regs, &stack, out, 16, &n);
	ok(end == UNWIND_DEPTH && n == 15,
	   "no more frames than there is room, and for one mark (%u)", n);
	unwind_walker_free(w);
}

/* The code that returns from a signal, without rules: struct rt_sigframe of asm/sigframe.h. */
static void test_trampoline(void)
{
	enum { GREGS = 40 / 8, G_RBP = 10, G_RSP = 15, G_RIP = 16 };
	struct unwind_walker *w = unwind_walker_new(UNWIND_X86_64, find, NULL);
	uint64_t words[64] = { AT(AT_TRAMPOLINE) }, out[8];
	uint32_t n;
	struct unwind_regs regs = { .known = 1ull << RIP | 1ull << RSP };
	struct unwind_stack stack = { STACK, span_of(words, sizeof words) };
	words[1 + GREGS + G_RIP] = AT(32);
	words[1 + GREGS + G_RSP] = STACK + 8 * 40;
	words[40] = AT(70);
	regs.v[RIP] = AT(0);
	regs.v[RSP] = STACK;
	enum unwind_end end = unwind_walk(w, &regs, &stack, out, 8, &n);
	ok(end == UNWIND_ROOT && n == 5, "through a signal to the root (%u, %s)", n,
	   unwind_end_name(end));
	ok(n == 5 && out[0] == AT(0) && out[1] == AT(AT_TRAMPOLINE) && out[2] == ABI_CONTEXT_USER &&
	           out[3] == AT(32) && out[4] == AT(70),
	   "a mark stands before the address that was interrupted, whose own row counts");
	unwind_walker_free(w);
}

/* arm64: x29 and x30 are saved by the first instruction. Until then the link register tells the
 * caller, behind it what is on the stack does; and what signs an address is no part of it. */
static const uint8_t arm64_frame[] = {
	16,     0,    0,    0,    0,  0,    0,
	0,      1,    'z',  'R',  0,  4,    0x78,
	30,     1,    0x1b, 0x0c, 31, 0,    FDE(20, 0, 32, 7),
	0x41,   0x0e, 16,   0x9d, 2,  0x9e, 1,
	U32(0),
};

static void test_arm64(void)
{
	struct unwind_source src = { .cpu = UNWIND_ARM64,
		                     .eh_frame = { span_of(arm64_frame, sizeof arm64_frame),
		                                   EH_FRAME },
		                     .code = { { span_of(text, sizeof text), TEXT } } };
	struct unwind_table *was = table;
	table = unwind_table_new(&src);
	struct unwind_walker *w = unwind_walker_new(UNWIND_ARM64, find, NULL);
	uint64_t words[4] = { 0, 0xab30000000000000 | AT(12), 0, 0 }, out[8];
	uint32_t n;
	struct unwind_regs regs;
	struct unwind_stack none = { 0 }, stack = { STACK, span_of(words, sizeof words) };
	unwind_regs_of_link(&regs, AT(0), 0x7f2a000000000000 | AT(8));
	unwind_walk(w, &regs, &none, out, 8, &n);
	ok(n == 2 && out[0] == AT(0) && out[1] == AT(8), "arm64: the caller by the link register");
	unwind_regs_of_link(&regs, AT(4), AT(8));
	enum unwind_end end = unwind_walk(w, &regs, &none, out, 8, &n);
	ok(n == 1 && end == UNWIND_STACK, "arm64: which is not believed when it was saved");
	unwind_regs_of_link(&regs, AT(4), 0);
	regs.v[31] = STACK;
	unwind_walk(w, &regs, &stack, out, 8, &n);
	ok(n == 1, "arm64: an address of the kernel's half is none, however it is signed");
	unwind_regs_of_link(&regs, AT(4), 0);
	regs.v[31] = STACK;
	words[1] = 0x7f30000000000000 | AT(12);
	unwind_walk(w, &regs, &stack, out, 8, &n);
	ok(n == 2 && out[1] == AT(12), "arm64: the caller by the stack, without its signature");
	unwind_walker_free(w);
	unwind_table_free(table);
	table = was;
}

int main(void)
{
	struct unwind_source src = { .cpu = UNWIND_X86_64,
		                     .eh_frame = { span_of(eh_frame, sizeof eh_frame), EH_FRAME },
		                     .code = { { span_of(text, sizeof text), TEXT } } };
	table = unwind_table_new(&src);
	struct unwind_table_size size = unwind_table_size(table);
	ok(size.n_functions == 5, "there are five functions (%u)", size.n_functions);
	test_rows();
	test_bound();
	test_trampoline();
	test_arm64();
	unwind_table_free(table);
	return done_testing();
}

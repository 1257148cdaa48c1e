// SPDX-License-Identifier: GPL-2.0-or-later
/* What the CPUs differ in. The orders of saved registers: asm/sigcontext.h. */
#include "unwind/internal.h"

#define NONE 0xff
#define REG(n) (1ull << (n))

static const uint8_t x86_64_of_perf[] = {
	0,    3,    2,    1,    4, 5, 6,  7,  16, NONE, NONE, NONE,
	NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13,   14,   15,
};
static const uint8_t arm64_of_perf[] = {
	0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
	17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
};
static const uint8_t x86_64_saved[] = { 8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16 };
/* mov $15, %rax; syscall */
static const uint8_t x86_64_trampoline[] = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
/* mov x8, #139; svc #0 */
static const uint8_t arm64_trampoline[] = { 0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4 };

const struct cpu unwind_cpus[UNWIND_CPUS] = {
	[UNWIND_X86_64] = { .pc = 16,
	                    .sp = 7,
	                    .fp = 6,
	                    .ra = 16,
	                    .callee_saved = REG(3) | REG(6) | REG(12) | REG(13) | REG(14) | REG(15),
	                    .of_perf = x86_64_of_perf,
	                    .n_of_perf = sizeof x86_64_of_perf,
	                    .saved_off = 40,
	                    .saved = x86_64_saved,
	                    .n_saved = sizeof x86_64_saved,
	                    .trampoline = x86_64_trampoline,
	                    .n_trampoline = sizeof x86_64_trampoline },
	/* x19 to x30 */
	[UNWIND_ARM64] = { .pc = 32,
	                   .sp = 31,
	                   .fp = 29,
	                   .ra = 30,
	                   .callee_saved = REG(31) - REG(19),
	                   .of_perf = arm64_of_perf,
	                   .n_of_perf = sizeof arm64_of_perf,
	                   .saved_off = 312,
	                   .saved = arm64_of_perf,
	                   .n_saved = sizeof arm64_of_perf,
	                   .trampoline = arm64_trampoline,
	                   .n_trampoline = sizeof arm64_trampoline },
};

bool unwind_regs_of_sample(enum unwind_cpu cpu, struct words regs, uint64_t mask,
                           struct unwind_regs *out)
{
	const struct cpu *c = &unwind_cpus[cpu];
	uint64_t at = 0;
	out->known = 0;
	for (uint64_t left = mask; left && at < regs.n; left &= left - 1, at++) {
		unsigned perf = (unsigned)__builtin_ctzll(left);
		if (perf >= c->n_of_perf || c->of_perf[perf] == NONE)
			continue;
		out->v[c->of_perf[perf]] = words_at(regs, at);
		out->known |= REG(c->of_perf[perf]);
	}
	uint64_t needed = REG(c->pc) | REG(c->sp);
	return (out->known & needed) == needed;
}

void unwind_regs_of_link(struct unwind_regs *out, uint64_t pc, uint64_t link)
{
	const struct cpu *c = &unwind_cpus[UNWIND_ARM64];
	*out = (struct unwind_regs){ .known = REG(c->pc) | REG(c->ra) | REG(c->sp) };
	out->v[c->pc] = pc;
	out->v[c->ra] = link;
}

uint64_t unwind_pc(enum unwind_cpu cpu, const struct unwind_regs *regs)
{
	return regs->v[unwind_cpus[cpu].pc];
}

uint64_t unwind_sp(enum unwind_cpu cpu, const struct unwind_regs *regs)
{
	return regs->v[unwind_cpus[cpu].sp];
}

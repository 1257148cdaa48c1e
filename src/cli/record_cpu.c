// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of those options of pmrec record that ask for what the CPU keeps: branches, registers.
 */
#include "base/words.h"
#include "cli/record.h"

/* ------------------------------------------------------------------ branches */

static const struct {
	const char *word;
	uint64_t bit;
} filters[] = {
	{ "u", ABI_BRANCH_USER },
	{ "k", ABI_BRANCH_KERNEL },
	{ "hv", ABI_BRANCH_HV },
	{ "any", ABI_BRANCH_ANY },
	{ "any_call", ABI_BRANCH_ANY_CALL },
	{ "any_ret", ABI_BRANCH_ANY_RETURN },
	{ "ind_call", ABI_BRANCH_IND_CALL },
	{ "abort_tx", ABI_BRANCH_ABORT_TX },
	{ "in_tx", ABI_BRANCH_IN_TX },
	{ "no_tx", ABI_BRANCH_NO_TX },
	{ "cond", ABI_BRANCH_COND },
	{ "ind_jmp", ABI_BRANCH_IND_JUMP },
	{ "call", ABI_BRANCH_CALL },
	{ "no_flags", ABI_BRANCH_NO_FLAGS },
	{ "no_cycles", ABI_BRANCH_NO_CYCLES },
	{ "save_type", ABI_BRANCH_TYPE_SAVE },
	{ "stack", ABI_BRANCH_CALL_STACK },
	{ "hw_index", ABI_BRANCH_HW_INDEX },
	{ "priv", ABI_BRANCH_PRIV_SAVE },
	{ "counter", ABI_BRANCH_COUNTERS },
};

static int set_branches(struct capture_samples *s, uint64_t bits, struct err *e)
{
	if (s->branches)
		return err_set(e, ERR_USAGE, "-b and -j are given once, and exclude each other");
	s->branches = bits;
	return 0;
}

/* Where only privileges are named any branch is meant, in all of them, as perf has it. */
int record_set_branches(void *options, const char *arg, bool negated, struct err *e)
{
	const uint64_t privileges = ABI_BRANCH_USER | ABI_BRANCH_KERNEL | ABI_BRANCH_HV;
	uint64_t bits = 0;
	struct span word;
	(void)negated;
	for (const char *at = arg; word_next(&at, &word);) {
		size_t i = 0;
		while (i < sizeof filters / sizeof *filters && !word_is(word, filters[i].word))
			i++;
		if (i == sizeof filters / sizeof *filters)
			return err_set(e, ERR_USAGE,
			               "'%.*s' is no branch filter, see pmrec-record(1)",
			               (int)word.n, (const char *)word.p);
		bits |= filters[i].bit;
	}
	return set_branches(samples_of(options), bits & ~privileges ? bits : ABI_BRANCH_ANY, e);
}

int record_set_any_branch(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_samples *s = samples_of(options);
	(void)arg;
	if (!negated)
		return set_branches(s, ABI_BRANCH_ANY, e);
	s->branches = 0;
	return 0;
}

/* ------------------------------------------------------------------ registers */

void record_registers(struct buf *out)
{
	const struct abi_registers *r = abi_registers_here;
	buf_str(out, "available registers:");
	for (unsigned i = 0; i < r->n; i++)
		if (r->user >> i & 1)
			buf_printf(out, " %s", r->names[i]);
	buf_char(out, '\n');
}

static uint64_t register_bits(struct span word, bool wide)
{
	const struct abi_registers *r = abi_registers_here;
	char name[16];
	for (unsigned i = 0; i < r->n; i++)
		if (r->names[i] && word_is(word, r->names[i]))
			return 1ull << i;
	for (unsigned i = 0; wide && i < r->n_wide; i++) {
		snprintf(name, sizeof name, "XMM%u", i);
		if (word_is(word, name))
			return 3ull << (r->wide + 2 * i);
	}
	return 0;
}

/* Vector registers are there at interrupts only. */
static int set_regs(void *options, const char *arg, bool wide, uint64_t *out, struct err *e)
{
	struct span word;
	if (!abi_registers_here->user)
		return err_set(e, ERR_USAGE, "the registers of this kind of CPU are not known");
	if (arg && strcmp(arg, "?") == 0) {
		((struct record_options *)options)->list_registers = true;
		return 0;
	}
	*out = arg ? 0 : abi_registers_here->user;
	for (const char *at = arg; word_next(&at, &word);) {
		uint64_t bits = register_bits(word, wide);
		if (!bits)
			return err_set(e, ERR_USAGE,
			               "'%.*s' is no register here; ? in its place lists them",
			               (int)word.n, (const char *)word.p);
		*out |= bits;
	}
	return 0;
}

int record_set_user_regs(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return set_regs(options, arg, false, &samples_of(options)->user_regs, e);
}

int record_set_intr_regs(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	return set_regs(options, arg, true, &samples_of(options)->intr_regs, e);
}

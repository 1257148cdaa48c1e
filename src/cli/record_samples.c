// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of those options of pmrec record that say what samples hold. */
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

#include "base/words.h"
#include "cli/record.h"

/* Frames of which a record, 64 KiB long, has room. */
enum { DEPTH_MAX = 8000, STACK_BYTES_MAX = 65528 };

static struct capture_samples *samples_of(void *options)
{
	return &((struct record_options *)options)->c.samples;
}

/* In capitals or not. */
static bool word_is(struct span word, const char *text)
{
	return word.n == strlen(text) && strncasecmp((const char *)word.p, text, word.n) == 0;
}

static bool word_equals(struct span word, const char *text)
{
	return span_equal(word, span_str(text));
}

/* Decimal, or hexadecimal behind 0x; false = no number, or one out of the range. */
static bool word_number(struct span word, uint64_t min, uint64_t max, uint64_t *out)
{
	char text[32], *end;
	if (!word.n || word.n >= sizeof text || *word.p < '0' || *word.p > '9')
		return false;
	memcpy(text, word.p, word.n);
	text[word.n] = 0;
	errno = 0;
	*out = strtoull(text, &end, text[1] == 'x' ? 16 : 10);
	return !errno && !*end && *out >= min && *out <= max;
}

/* ------------------------------------------------------------------ call chains */

static int set_fp(struct capture_samples *s, const char *more, const char *arg, struct err *e)
{
	struct span word;
	uint64_t n;
	s->chain = EVENT_CHAIN_FP;
	while (word_next(&more, &word))
		if (word_equals(word, "defer"))
			s->chain = EVENT_CHAIN_DEFER;
		else if (word_number(word, 1, DEPTH_MAX, &n))
			s->max_stack = (uint16_t)n;
		else
			return err_set(e, ERR_USAGE,
			               "call graph mode '%s': behind fp stand defer or a number of "
			               "frames, at most %d",
			               arg, DEPTH_MAX);
	return 0;
}

/* The kernel takes multiples of 8. */
static int set_dwarf(struct capture_samples *s, const char *more, const char *arg, struct err *e)
{
	uint64_t n = EVENT_STACK_BYTES;
	if (more && !word_number(span_str(more), 1, STACK_BYTES_MAX, &n))
		return err_set(e, ERR_USAGE,
		               "call graph mode '%s': the size of the stack is not between 1 and "
		               "%d bytes",
		               arg, STACK_BYTES_MAX);
	s->chain = EVENT_CHAIN_DWARF;
	s->stack_bytes = (uint32_t)((n + 7) & ~7ull);
	return 0;
}

int record_set_call_graph(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_samples *s = samples_of(options);
	struct span mode = { 0 };
	const char *more = arg;
	if (negated) {
		s->chain = EVENT_CHAIN_NONE;
		((struct record_options *)options)->call_graph = false;
		return 0;
	}
	if (word_next(&more, &mode) && word_equals(mode, "fp"))
		return set_fp(s, more, arg, e);
	if (word_equals(mode, "dwarf"))
		return set_dwarf(s, more, arg, e);
	bool is_lbr = word_equals(mode, "lbr");
	if ((!is_lbr && !word_equals(mode, "defer")) || more)
		return err_set(e, ERR_USAGE,
		               "call graph mode '%s' is not known; there are fp, dwarf, lbr and "
		               "defer",
		               arg);
	s->chain = is_lbr ? EVENT_CHAIN_LBR : EVENT_CHAIN_DEFER;
	return 0;
}

int record_set_max_stack(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t n = 0;
	(void)negated;
	int rc = parse_u64(arg, "the number of frames", 1, DEPTH_MAX, &n, e);
	samples_of(options)->max_stack = (uint16_t)n;
	return rc;
}

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
	(void)arg;
	(void)negated;
	return set_branches(samples_of(options), ABI_BRANCH_ANY, e);
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

/* ------------------------------------------------------------------ clocks, what ran before */

static const struct {
	const char *word;
	int clock;
} clocks[] = {
	{ "monotonic", CLOCK_MONOTONIC },
	{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
	{ "realtime", CLOCK_REALTIME },
	{ "boottime", CLOCK_BOOTTIME },
	{ "tai", CLOCK_TAI },
	{ "mono", CLOCK_MONOTONIC },
	{ "raw", CLOCK_MONOTONIC_RAW },
	{ "real", CLOCK_REALTIME },
	{ "boot", CLOCK_BOOTTIME },
};

int record_set_clock(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_samples *s = samples_of(options);
	static const char prefix[] = "CLOCK_";
	struct span word = span_str(arg);
	uint64_t n;
	(void)negated;
	s->has_clock = true;
	if (word_number(word, 0, INT32_MAX, &n))
		for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
			if ((uint64_t)clocks[i].clock == n) {
				s->clock = (int)n;
				return 0;
			}
	if (strncasecmp(arg, prefix, sizeof prefix - 1) == 0)
		word = span_str(arg + sizeof prefix - 1);
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
		if (word_is(word, clocks[i].word)) {
			s->clock = clocks[i].clock;
			return 0;
		}
	return err_set(e, ERR_USAGE,
	               "'%s' is no clock; there are monotonic, monotonic_raw, realtime, boottime, "
	               "tai, and the numbers that those have",
	               arg);
}

/* A list; mmap includes task. */
int record_set_synth(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_options *c = &((struct record_options *)options)->c;
	struct span word;
	(void)negated;
	c->synth = 0;
	for (const char *at = arg; word_next(&at, &word);)
		if (word_is(word, "all"))
			c->synth |= CAPTURE_SYNTH_ALL;
		else if (word_is(word, "mmap"))
			c->synth |= CAPTURE_SYNTH_TASKS | CAPTURE_SYNTH_MAPPINGS;
		else if (word_is(word, "task"))
			c->synth |= CAPTURE_SYNTH_TASKS;
		else if (word_is(word, "cgroup"))
			c->synth |= CAPTURE_SYNTH_CGROUPS;
		else if (!word_is(word, "no"))
			return err_set(e, ERR_USAGE,
			               "'%s' is none of no, all, task, mmap and cgroup", arg);
	return 0;
}

/* ------------------------------------------------------------------ plain fields */

int record_set_period(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_samples *s = samples_of(options);
	(void)arg;
	(void)e;
	s->with_period = !negated;
	s->without_period = negated;
	return 0;
}

#define FIELD(NAME, BITS)                                                                  \
	int record_set_##NAME(void *options, const char *arg, bool negated, struct err *e) \
	{                                                                                  \
		(void)arg;                                                                 \
		(void)negated;                                                             \
		(void)e;                                                                   \
		samples_of(options)->bits |= (BITS);                                       \
		return 0;                                                                  \
	}

FIELD(mem_info, ABI_SAMPLE_DATA_SRC)
FIELD(phys, ABI_SAMPLE_PHYS_ADDR)
FIELD(data_page, ABI_SAMPLE_DATA_PAGE_SIZE)
FIELD(code_page, ABI_SAMPLE_CODE_PAGE_SIZE)
FIELD(transaction, ABI_SAMPLE_TRANSACTION)
FIELD(raw, ABI_SAMPLE_RAW)

int record_set_data(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_samples *s = samples_of(options);
	(void)arg;
	(void)negated;
	(void)e;
	s->bits |= ABI_SAMPLE_ADDR | ABI_SAMPLE_DATA_SRC;
	s->data_mappings = true;
	return 0;
}

int record_set_exclude_us(void *options, const char *arg, bool negated, struct err *e)
{
	(void)arg;
	(void)negated;
	return event_exclude_us(&((struct record_options *)options)->events, e);
}

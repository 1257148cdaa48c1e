// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of those options of pmrec record that say how call chains are found. */
#include "base/words.h"
#include "cli/record.h"

/* Frames of which a record, 64 KiB long, has room. */
enum { DEPTH_MAX = 8000, STACK_BYTES_MAX = 65528 };

static bool word_equals(struct span word, const char *text)
{
	return span_equal(word, span_str(text));
}

static int set_fp(struct capture_samples *s, const char *more, const char *arg, struct err *e)
{
	struct span word;
	uint64_t n;
	s->chain = EVENT_CHAIN_FP;
	while (word_next(&more, &word))
		if (word_equals(word, "defer"))
			s->chain = EVENT_CHAIN_DEFER;
		else if (word_equals(word, "raw"))
			s->raw_stacks = true;
		else if (word_number(word, 1, DEPTH_MAX, &n))
			s->max_stack = (uint16_t)n;
		else
			return err_set(
				e, ERR_USAGE,
				"call graph mode '%s': behind fp stand defer, raw or a number of "
				"frames, at most %d",
				arg, DEPTH_MAX);
	return 0;
}

/* The kernel takes multiples of 8. */
static int set_dwarf(struct capture_samples *s, enum event_chain chain, const char *more,
                     const char *arg, struct err *e)
{
	uint64_t n = EVENT_STACK_BYTES;
	struct span word;
	while (word_next(&more, &word))
		if (word_equals(word, "raw"))
			s->raw_stacks = true;
		else if (!word_number(word, 1, STACK_BYTES_MAX, &n))
			return err_set(e, ERR_USAGE,
			               "call graph mode '%s': behind it stand raw or the size of "
			               "the stack, 1 to %d bytes",
			               arg, STACK_BYTES_MAX);
	s->chain = chain;
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
	if (word_equals(mode, "dwarf") || word_equals(mode, "auto"))
		return set_dwarf(s,
		                 word_equals(mode, "auto") ? EVENT_CHAIN_AUTO : EVENT_CHAIN_DWARF,
		                 more, arg, e);
	bool is_lbr = word_equals(mode, "lbr");
	if ((!is_lbr && !word_equals(mode, "defer")) || more)
		return err_set(
			e, ERR_USAGE,
			"call graph mode '%s' is not known; there are fp, dwarf, auto, lbr and "
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

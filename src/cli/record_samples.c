// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of those options of pmrec record that say what else samples hold, and what is told
 * beside them. */
#include <strings.h>
#include <time.h>

#include "base/words.h"
#include "cli/record.h"

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

int record_set_data(void *options, const char *arg, bool negated, struct err *e)
{
	const uint64_t bits = ABI_SAMPLE_ADDR | ABI_SAMPLE_DATA_SRC;
	struct capture_samples *s = samples_of(options);
	(void)arg;
	(void)e;
	s->bits = negated ? s->bits & ~bits : s->bits | bits;
	s->data_mappings = !negated;
	return 0;
}

int record_set_exclude_us(void *options, const char *arg, bool negated, struct err *e)
{
	(void)arg;
	if (negated)
		return err_set(e, ERR_USAGE, "--exclude-perf cannot be taken back");
	return event_exclude_us(&((struct record_options *)options)->events, e);
}

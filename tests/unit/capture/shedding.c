// SPDX-License-Identifier: GPL-2.0-or-later
/* What goes when there is no room, on records made by hand: stack dumps, then samples; what else is
 * in a ring of samples stays. */
#include <stdlib.h>

#include "../tap.h"
#include "base/alloc.h"
#include "capture/internal.h"

enum { STACK_WORDS = 8, WORDS = 4096 };

static const uint64_t ids[] = { 11, 12, 13 };
static struct write_event events[] = {
	{ .attr = { .sample_type = ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_STACK_USER,
	            .flags = ABI_EXCLUDE_CALLCHAIN_USER,
	            .sample_stack_user = 8 * STACK_WORDS },
	  .ids = ids,
	  .n_ids = 2,
	  .name = "a" },
	{ .attr = { .sample_type = ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP },
	  .ids = ids + 2,
	  .n_ids = 1,
	  .name = "b" },
};
static const struct plan plan = { .events = events, .written = events, .n_events = 2 };

static uint64_t head(uint32_t type, uint64_t n_words)
{
	return type | 8 * n_words << 48;
}

static size_t sample(uint64_t *v, uint64_t id, uint64_t ip, bool has_stack)
{
	size_t n = 1;
	v[n++] = id;
	v[n++] = ip;
	if (id != 13) {
		v[n++] = has_stack ? 8 * STACK_WORDS : 0;
		for (uint64_t i = 0; has_stack && i < STACK_WORDS; i++)
			v[n++] = 0xdead0000 + i;
		if (has_stack)
			v[n++] = 8 * STACK_WORDS;
	}
	v[0] = head(9, n);
	return n;
}

/* LOST: id, count, and the trailer, which is IDENTIFIER. */
static size_t lost(uint64_t *v)
{
	v[0] = head(2, 4);
	v[1] = 11;
	v[2] = 5;
	v[3] = 11;
	return 4;
}

/* CALLCHAIN_DEFERRED: cookie, nr, ips, and the trailer. */
static size_t deferred(uint64_t *v, uint64_t n_ips)
{
	v[0] = head(22, 4 + n_ips);
	v[1] = 99;
	v[2] = n_ips;
	for (uint64_t i = 0; i < n_ips; i++)
		v[3 + i] = 0x400000 + i;
	v[3 + n_ips] = 13;
	return 4 + n_ips;
}

/* SWITCH and SWITCH_CPU_WIDE: pid and tid of the latter, and the trailer. */
static size_t switched(uint64_t *v, uint32_t type, uint64_t id)
{
	size_t n = 1;
	if (type == 15)
		v[n++] = 5;
	v[n++] = id;
	v[0] = head(type, n);
	return n;
}

/* READ: longer than what else is among samples. */
enum { READ_WORDS = 60 };
static size_t counts(uint64_t *v)
{
	memset(v, 0, READ_WORDS * sizeof *v);
	v[0] = head(8, READ_WORDS);
	v[READ_WORDS - 1] = 11;
	return READ_WORDS;
}

static size_t fill(uint64_t *v, bool has_stacks)
{
	size_t n = sample(v, 11, 1, has_stacks);
	n += lost(v + n);
	n += sample(v + n, 13, 2, true);
	n += counts(v + n);
	n += deferred(v + n, 100);
	n += sample(v + n, 12, 3, has_stacks);
	n += switched(v + n, 14, 12);
	n += switched(v + n, 15, 13);
	v[n] = head(9, 3); /* of an id that nobody gave */
	v[n + 1] = 77;
	v[n + 2] = 4;
	return n + 3;
}

struct kept {
	uint64_t v[2 * READ_WORDS];
	size_t n;
};

static void keep(void *kept, const struct span part[2])
{
	struct kept *k = kept;
	for (int i = 0; i < 2; i++) {
		if (part[i].n)
			memcpy((unsigned char *)k->v + k->n, part[i].p, part[i].n);
		k->n += part[i].n;
	}
}

static void cut_at(const uint64_t *v, size_t n, size_t at, struct span part[2])
{
	part[0] = span_of(v, 8 * at);
	part[1] = span_of(v + at, 8 * (n - at));
}

int main(void)
{
	uint64_t *with = mem_new(WORDS * sizeof *with), *without = mem_new(WORDS * sizeof *with);
	size_t n = fill(with, true), n_left = fill(without, false);
	struct shedding s;
	struct span part[2], out[2];
	shedding_init(&s, &plan);

	bool same = true;
	for (size_t at = 0; at <= n; at++) {
		cut_at(with, n, at, part);
		shed_stacks(&s, part, out);
		same &= out[0].n == 8 * n_left && !out[1].n &&
		        memcmp(out[0].p, without, 8 * n_left) == 0;
	}
	ok(same, "stacks go, wherever the ring's end is, and all else stays");
	is_u64(s.stacks[0] + s.stacks[1], 0, "not counted until they are gone");
	shed_stacks_done(&s);
	is_u64(s.stacks[0], 2, "stacks of the first event");
	is_u64(s.stacks[1], 0, "of the second");

	struct kept want, got;
	want.n = 8 * lost(want.v);
	want.n += 8 * counts(want.v + want.n / 8);
	same = true;
	for (size_t at = 0; at <= n; at++) {
		got.n = 0;
		cut_at(with, n, at, part);
		shed_samples(&s, part, keep, &got);
		same &= got.n == want.n && memcmp(got.v, want.v, want.n) == 0;
	}
	ok(same, "what the kernel lost and counted is kept, and nothing else");
	is_u64(s.samples[0], 3 * (n + 1), "samples and switches of the first event");
	is_u64(s.samples[1], 2 * (n + 1), "of the second");
	is_u64(s.samples[2], n + 1, "of none that is known");
	is_u64(s.stacks[1], n + 1, "and a deferred chain");
	shedding_release(&s);

	/* Beside a chain by frame pointers: a copy of the top. */
	events[0].attr.flags &= ~(uint64_t)ABI_EXCLUDE_CALLCHAIN_USER;
	shedding_init(&s, &plan);
	cut_at(with, n, n, part);
	shed_stacks(&s, part, out);
	ok(out[0].n == 8 * n_left && memcmp(out[0].p, without, 8 * n_left) == 0,
	   "tops of stacks go as whole ones do");
	shedding_release(&s);
	events[0].attr.sample_type &= ~ABI_SAMPLE_STACK_USER;
	shedding_init(&s, &plan);
	ok(!s.piece, "without stack dumps there is none to take out");
	shedding_release(&s);
	free(with);
	free(without);
	return done_testing();
}

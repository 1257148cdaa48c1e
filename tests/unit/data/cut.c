// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples without their stack dumps, made by hand after perf_event_open(2): what stands in front of
 * the dump and behind it stays, and the record gets shorter by the dump and the word behind it. */
#include "../tap.h"

#include "data/data.h"

enum { WORDS_MAX = 64 };

struct made {
	uint64_t v[WORDS_MAX];
	uint32_t n;
};

static void add(struct made *m, uint64_t word)
{
	m->v[m->n++] = word;
}

/* IP, a chain of two, registers ax and sp, a stack of so many words, weight, data_src, one register
 * at the interrupt, page size of the data. */
static struct made make(uint64_t stack_words, uint64_t filled_bytes, bool cut)
{
	struct made m = { .n = 1 };
	add(&m, 0x1000);
	add(&m, 2);
	add(&m, (uint64_t)-128);
	add(&m, 0xffffffff81000000);
	add(&m, 2);
	add(&m, 0xa);
	add(&m, 0x7ffe0000);
	add(&m, cut ? 0 : 8 * stack_words);
	for (uint64_t i = 0; i < stack_words && !cut; i++)
		add(&m, 0x5000 + i);
	if (stack_words && !cut)
		add(&m, filled_bytes);
	add(&m, 77);
	add(&m, 88);
	add(&m, 2);
	add(&m, 0x2000);
	add(&m, 4096);
	m.v[0] = 9 | 2ull << 32 | (uint64_t)(8 * m.n) << 48;
	return m;
}

static const struct data_event event = {
	.attr = { .sample_type = ABI_SAMPLE_IP | ABI_SAMPLE_CALLCHAIN | ABI_SAMPLE_REGS_USER |
	                         ABI_SAMPLE_STACK_USER | ABI_SAMPLE_WEIGHT | ABI_SAMPLE_DATA_SRC |
	                         ABI_SAMPLE_REGS_INTR | ABI_SAMPLE_DATA_PAGE_SIZE,
	          .sample_regs_user = 1 | 1 << 7,
	          .sample_regs_intr = 1 << 8,
	          .sample_stack_user = 128 },
	.name = "x",
};

int main(void)
{
	static const struct {
		uint64_t words, filled;
	} cases[] = { { 16, 128 }, { 16, 40 }, { 16, 0 }, { 1, 8 }, { 0, 0 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct made m = make(cases[i].words, cases[i].filled, false);
		struct made want = make(cases[i].words, 0, true);
		uint32_t n = data_cut_stack(&event, (unsigned char *)m.v, 8 * m.n);
		is_u64(n, 8 * want.n, "the length");
		ok(memcmp(m.v, want.v, 8 * want.n) == 0, "a stack of %u words, and %u bytes filled",
		   (unsigned)cases[i].words, (unsigned)cases[i].filled);
	}
	/* Whatever is cut off or lies is left as it is. */
	for (uint32_t n = 0; n < 8 * make(16, 128, false).n; n += 8) {
		struct made m = make(16, 128, false), before = m;
		if (data_cut_stack(&event, (unsigned char *)m.v, n) != n ||
		    memcmp(&m, &before, sizeof m) != 0)
			ok(false, "cut at %u", n);
	}
	struct made lying = make(16, 128, false);
	lying.v[8] = UINT64_MAX - 7;
	is_u64(data_cut_stack(&event, (unsigned char *)lying.v, 8 * lying.n), 8 * lying.n,
	       "a dump larger than the record");
	struct data_event other = event;
	other.attr.sample_type = ABI_SAMPLE_IP;
	struct made m = make(16, 128, false);
	is_u64(data_cut_stack(&other, (unsigned char *)m.v, 8 * m.n), 8 * m.n,
	       "an event without dumps");
	return done_testing();
}

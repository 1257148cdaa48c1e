// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Samples without their stack dumps, or with call chains in place of them. The field is a size, so
 * many bytes, and how many of them were filled; with a size of 0 neither the bytes nor the last
 * word is there (perf_event_open(2)).
 */
#include "data/internal.h"

enum { SIZE_OFF = 6 }; /* of the record's length in its header */

uint32_t data_cut_stack(const struct data_event *ev, unsigned char *p, uint32_t n)
{
	const struct record r = { .p = p, .type = ABI_RECORD_SAMPLE, .n = n };
	struct sample s;
	if (n < ABI_HEADER_BYTES || data_sample(ev, &r, &s, NULL) < 0 || !s.user_stack.p)
		return n;
	unsigned char *dump = p + (s.user_stack.p - p), *size = dump - 8;
	uint64_t n_bytes = load64(size);
	const unsigned char *behind = dump + n_bytes + 8;
	store64(size, 0);
	memmove(dump, behind, (size_t)(p + n - behind));
	n -= (uint32_t)n_bytes + 8;
	store16(p + SIZE_OFF, (uint16_t)n);
	return n;
}

bool attr_unstack(struct abi_attr *a, bool keep_regs, bool no_user_chain)
{
	if (!(a->sample_type & ABI_SAMPLE_STACK_USER))
		return false;
	a->sample_type &= ~ABI_SAMPLE_STACK_USER;
	a->sample_stack_user = 0;
	if (!keep_regs) {
		a->sample_type &= ~ABI_SAMPLE_REGS_USER;
		a->sample_regs_user = 0;
	}
	if (!no_user_chain)
		a->flags &= ~ABI_EXCLUDE_CALLCHAIN_USER;
	return true;
}

static unsigned char *put(unsigned char *to, const unsigned char *from, const unsigned char *end)
{
	memcpy(to, from, (size_t)(end - from));
	return to + (end - from);
}

uint32_t data_rechain(const struct data_event *ev, const struct record *r, const struct sample *s,
                      const struct abi_attr *to, struct words chain, unsigned char *out)
{
	uint64_t gone = ev->attr.sample_type & ~to->sample_type;
	const unsigned char *at = s->chain.p - 8, *end = r->p + r->n;
	uint64_t room = (ABI_RECORD_MAX - r->n) / 8 + s->chain.n;
	if (chain.n > room) /* what is behind the fields that go does not count; never mind */
		chain.n = room;
	unsigned char *p = put(out, r->p, at);
	store64(p, chain.n);
	p = put(p + 8, chain.p, chain.p + 8 * chain.n);
	at = s->chain.p + 8 * s->chain.n;
	if (gone & ABI_SAMPLE_REGS_USER) {
		p = put(p, at, s->user_regs.p - 8);
		at = s->user_regs.p + 8 * s->user_regs.n;
	}
	if (gone & ABI_SAMPLE_STACK_USER) {
		const unsigned char *size = s->user_stack.p ? s->user_stack.p - 8
		                                            : s->user_regs.p + 8 * s->user_regs.n;
		uint64_t n = load64(size);
		p = put(p, at, size);
		at = size + 8 + (n ? n + 8 : 0);
	}
	p = put(p, at, end);
	store16(out + SIZE_OFF, (uint16_t)(p - out));
	return (uint32_t)(p - out);
}

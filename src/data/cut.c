// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Samples without their stack dumps. The field is a size, so many bytes, and how many of them were
 * filled; with a size of 0 neither the bytes nor the last word is there (perf_event_open(2)).
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

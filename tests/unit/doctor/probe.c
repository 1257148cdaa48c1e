// SPDX-License-Identifier: GPL-2.0-or-later
/* Records are taken out of a ring in one piece, wherever it ends; the verdict is the sum. */
#include "doctor/internal.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "tests/unit/tap.h"

/* A ring of 64 bytes by hand, as the kernel's first page describes one: what is in it begins at
 * tail. */
static void test_records(void)
{
	static const uint16_t sizes[] = { 16, 24, 8 };
	for (unsigned shift = 0; shift < 64; shift += 8) {
		unsigned char bytes[64] = { 0 };
		struct probe p = { .fd = -1 };
		struct record r;
		size_t at = shift, n = 0;
		for (size_t i = 0; i < 3; i++) {
			unsigned char *head = bytes + at % 64;
			store32(head, (uint32_t)(100 + i));
			store16(head + 6, sizes[i]);
			if (sizes[i] > 8)
				store64(bytes + (at + 8) % 64, 7 * i + shift);
			at += sizes[i];
			n += sizes[i];
		}
		size_t first = 64 - shift < n ? 64 - shift : n;
		p.part[0] = span_of(bytes + shift, first);
		p.part[1] = span_of(bytes, n - first);
		p.at = 0;
		bool right = true;
		for (size_t i = 0; i < 3; i++) {
			right = right && probe_take(&p, &r) && r.type == 100 + i && r.n == sizes[i];
			if (right && sizes[i] > 8)
				right = load64(r.p + 8) == 7 * i + shift;
		}
		ok(right && !probe_take(&p, &r), "a ring that ends %u bytes on", 64 - shift);
	}
}

static void test_sum(void)
{
	size_t n = 0, vital = 0;
	for (; doctor_checks[n].name; n++)
		if (doctor_checks[n].is_vital)
			vital = n;
	struct doctor_result *r = mem_new(n * sizeof *r);
	ok(doctor_sum(r) == DOCTOR_FULL, "nothing failed");
	r[n - 1].verdict = DOCTOR_SKIP;
	ok(doctor_sum(r) == DOCTOR_FULL, "what cannot be tried does not count");
	r[n - 1].verdict = DOCTOR_FAIL;
	ok(doctor_sum(r) == DOCTOR_PARTIAL, "something failed");
	r[vital].verdict = DOCTOR_FAIL;
	ok(doctor_sum(r) == DOCTOR_FAILED, "something vital did");
	free(r);
}

int main(void)
{
	test_records();
	test_sum();
	return done_testing();
}

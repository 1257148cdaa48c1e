// SPDX-License-Identifier: GPL-2.0-or-later
/* Call chains: contexts, and which addresses are those of calls. */
#include "unwind/unwind.h"

#include "abi/abi.h"
#include "tests/unit/tap.h"

enum {
	K = ABI_MISC_KERNEL,
	U = ABI_MISC_USER,
	GK = ABI_MISC_GUEST_KERNEL,
	GU = ABI_MISC_GUEST_USER,
	H = ABI_MISC_HYPERVISOR
};

static const struct {
	const char *what;
	uint64_t words[8];
	uint64_t n;
	uint8_t mode;
	struct chain_frame want[8];
	bool incomplete;
	uint64_t n_user; /* of the two words 8, 9 that came later */
} rows[] = {
	{ "empty", { 0 }, 0, U, { { 0 } }, false, 0 },
	{ "no marker",
	  { 1, 2, 3 },
	  3,
	  U,
	  { { 1, U, false }, { 2, U, true }, { 3, U, true } },
	  false,
	  0 },
	{ "kernel, then user",
	  { ABI_CONTEXT_KERNEL, 1, 2, ABI_CONTEXT_USER, 3, 4 },
	  6,
	  K,
	  { { 1, K, false }, { 2, K, true }, { 3, U, false }, { 4, U, true } },
	  false,
	  0 },
	{ "the marker outweighs the sample's mode",
	  { ABI_CONTEXT_USER, 3 },
	  2,
	  K,
	  { { 3, U, false } },
	  false,
	  0 },
	{ "markers alone", { ABI_CONTEXT_KERNEL, ABI_CONTEXT_USER }, 2, K, { { 0 } }, false, 0 },
	{ "guest and hypervisor",
	  { ABI_CONTEXT_GUEST_KERNEL, 1, ABI_CONTEXT_GUEST_USER, 2, ABI_CONTEXT_HV, 3 },
	  6,
	  K,
	  { { 1, GK, false }, { 2, GU, false }, { 3, H, false } },
	  false,
	  0 },
	{ "a cookie in place of the user part",
	  { ABI_CONTEXT_KERNEL, 1, ABI_CONTEXT_USER_DEFERRED, 77 },
	  4,
	  K,
	  { { 1, K, false } },
	  true,
	  0 },
	{ "and what it stands for",
	  { ABI_CONTEXT_KERNEL, 1, ABI_CONTEXT_USER_DEFERRED, 77 },
	  4,
	  K,
	  { { 1, K, false }, { 8, U, false }, { 9, U, true } },
	  false,
	  2 },
	{ "a cookie alone",
	  { ABI_CONTEXT_USER_DEFERRED, 77 },
	  2,
	  U,
	  { { 8, U, false } },
	  false,
	  1 },
	{ "a marker nobody knows",
	  { ABI_CONTEXT_USER, 1, (uint64_t)-4000, 2 },
	  4,
	  U,
	  { { 1, U, false }, { 2, U, false } },
	  false,
	  0 },
	{ "addresses below the markers",
	  { (uint64_t)-4096, 0 },
	  2,
	  K,
	  { { (uint64_t)-4096, K, false }, { 0, K, true } },
	  false,
	  0 },
};

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unsigned char bytes[1 + sizeof rows->words];
		struct chain_walk w;
		struct chain_frame f;
		size_t n = 0, want = 0;
		bool same = true;
		memcpy(bytes + 1, rows[i].words,
		       sizeof rows->words); /* unaligned, as they are in a record */
		while (want < 8 && rows[i].want[want].mode)
			want++;
		static const uint64_t later[] = { 8, 9 };
		chain_walk_init(&w, (struct words){ bytes + 1, rows[i].n },
		                (struct words){ (const unsigned char *)later, rows[i].n_user },
		                rows[i].mode);
		for (; chain_next(&w, &f); n++)
			same = same && n < want && f.ip == rows[i].want[n].ip &&
			       f.mode == rows[i].want[n].mode &&
			       f.is_caller == rows[i].want[n].is_caller;
		ok(same && n == want, "%s: frames", rows[i].what);
		ok(w.is_incomplete == rows[i].incomplete && !chain_next(&w, &f), "%s: the end",
		   rows[i].what);
	}
	return done_testing();
}

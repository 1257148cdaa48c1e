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
#define KC ABI_CONTEXT_KERNEL
#define UC ABI_CONTEXT_USER

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

/* The kernel's chain, what a walk gave, and both together. 7 to 9: the kernel's side; 1 to 6: user
 * space. */
static const struct {
	const char *what;
	uint64_t chain[8], unwound[6], want[10];
	uint32_t n, n_unwound, n_want;
	uint8_t mode;
	bool is_whole;
} joins[] = {
	{ "no user part yet", { KC, 7, 8 }, { 1, 2 }, { KC, 7, 8, UC, 1, 2 }, 3, 2, 6, K, true },
	{ "nothing at all", { 0 }, { 1, 2 }, { UC, 1, 2 }, 0, 2, 3, U, true },
	{ "a whole walk replaces it",
	  { KC, 7, UC, 1, 3 },
	  { 1, 2, 3 },
	  { KC, 7, UC, 1, 2, 3 },
	  5,
	  3,
	  6,
	  K,
	  true },
	{ "also where no mark stands before it",
	  { 1, 3 },
	  { 1, 2, 3 },
	  { UC, 1, 2, 3 },
	  2,
	  3,
	  4,
	  U,
	  true },
	{ "a short one is put in where both meet",
	  { UC, 1, 3, 4, 5 },
	  { 1, 2, 3 },
	  { UC, 1, 2, 3, 4, 5 },
	  5,
	  3,
	  6,
	  U,
	  false },
	{ "what leads nowhere behind that is left out",
	  { UC, 1, 3, 4 },
	  { 1, 2, 3, 6 },
	  { UC, 1, 2, 3, 4 },
	  4,
	  4,
	  5,
	  U,
	  false },
	{ "they do not meet: the leaf's caller had no frame",
	  { KC, 7, UC, 1, 4, 5 },
	  { 1, 2 },
	  { KC, 7, UC, 1, 2, 4, 5 },
	  6,
	  2,
	  7,
	  K,
	  false },
	{ "a walk that did not begin leaves all as it is",
	  { KC, 7, UC, 1, 4 },
	  { 0 },
	  { KC, 7, UC, 1, 4 },
	  5,
	  0,
	  5,
	  K,
	  false },
};

static struct words words_of(const uint64_t *v, uint64_t n)
{
	return (struct words){ (const unsigned char *)v, n };
}

static void test_joins(void)
{
	for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
		uint64_t out[16];
		struct words chain = words_of(joins[i].chain, joins[i].n),
			     unwound = words_of(joins[i].unwound, joins[i].n_unwound);
		uint32_t n = chain_join(chain, joins[i].mode, unwound, joins[i].is_whole, out, 16);
		ok(n == joins[i].n_want && memcmp(out, joins[i].want, n * sizeof *out) == 0,
		   "join: %s (%u)", joins[i].what, n);
		n = chain_join(chain, joins[i].mode, unwound, joins[i].is_whole, out, 2);
		ok(n == 2, "join: %s: no more than there is room", joins[i].what);
	}
}

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
	test_joins();
	return done_testing();
}

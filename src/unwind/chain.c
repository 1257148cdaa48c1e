// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind/unwind.h"

#include "abi/abi.h"

static const struct {
	uint64_t marker;
	uint8_t mode;
} contexts[] = {
	{ ABI_CONTEXT_HV, ABI_MISC_HYPERVISOR },
	{ ABI_CONTEXT_KERNEL, ABI_MISC_KERNEL },
	{ ABI_CONTEXT_USER, ABI_MISC_USER },
	{ ABI_CONTEXT_USER_DEFERRED, ABI_MISC_USER },
	{ ABI_CONTEXT_GUEST_KERNEL, ABI_MISC_GUEST_KERNEL },
	{ ABI_CONTEXT_GUEST_USER, ABI_MISC_GUEST_USER },
};

void chain_walk_init(struct chain_walk *w, struct words chain, struct words user, uint8_t mode)
{
	*w = (struct chain_walk){ .chain = chain, .user = user, .mode = mode, .is_first = true };
}

void chain_marker(struct chain_walk *w, uint64_t marker)
{
	for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++)
		if (contexts[i].marker == marker)
			w->mode = contexts[i].mode;
	w->is_first = true;
	/* What follows is a cookie, no address, and the last entry. */
	if (marker == ABI_CONTEXT_USER_DEFERRED) {
		w->is_incomplete = !w->user.n;
		w->chain = w->user;
		w->user = (struct words){ 0 };
		w->at = 0;
	}
}

/* ------------------------------------------------------------------ two chains become one */

/* Where the user part begins, at its marker if it has one. */
static uint64_t user_part(struct words chain, uint8_t mode)
{
	bool is_user = mode == ABI_MISC_USER;
	for (uint64_t i = 0; i < chain.n; i++) {
		uint64_t ip = words_at(chain, i);
		if (ip == ABI_CONTEXT_USER || ip == ABI_CONTEXT_USER_DEFERRED)
			return i;
		if (is_user && ip < ABI_CONTEXT_MAX)
			return i;
		is_user = false;
	}
	return chain.n;
}

struct words chain_user(struct words chain, uint8_t mode)
{
	uint64_t at = user_part(chain, mode);
	struct words user = { chain.p + 8 * at, chain.n - at };
	if (user.n && words_at(user, 0) == ABI_CONTEXT_USER_DEFERRED)
		user.n = 0;
	if (user.n && words_at(user, 0) == ABI_CONTEXT_USER)
		user = (struct words){ user.p + 8, user.n - 1 };
	return user;
}

/* The index of an address among the kernel's, behind the first one; 0 = it is not there. */
static uint64_t find_in(struct words user, uint64_t ip)
{
	for (uint64_t i = 1; i < user.n; i++)
		if (words_at(user, i) == ip)
			return i;
	return 0;
}

/* How many words of the walk count, and where in the kernel's user part it goes on. */
static uint64_t join_at(struct words user, struct words unwound, uint64_t *rest)
{
	for (uint64_t last = unwound.n; last > 1; last--) {
		uint64_t met = find_in(user, words_at(unwound, last - 1));
		if (met) {
			*rest = met + 1;
			return last;
		}
	}
	*rest = 1;
	return unwound.n;
}

uint32_t chain_join(struct words chain, uint8_t mode, struct words unwound, bool is_whole,
                    uint64_t *out, uint32_t room)
{
	struct words user = chain_user(chain, mode);
	/* Without a walk all stays as it is. */
	uint64_t n_kernel = unwound.n ? user_part(chain, mode) : chain.n, rest = user.n;
	uint32_t n_out = 0;
	if (!is_whole && unwound.n)
		unwound.n = join_at(user, unwound, &rest);
	for (uint64_t i = 0; i < n_kernel && n_out < room; i++)
		out[n_out++] = words_at(chain, i);
	if (unwound.n && n_out < room)
		out[n_out++] = ABI_CONTEXT_USER;
	for (uint64_t i = 0; i < unwound.n && n_out < room; i++)
		out[n_out++] = words_at(unwound, i);
	for (uint64_t i = rest; i < user.n && n_out < room; i++)
		out[n_out++] = words_at(user, i);
	return n_out;
}

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

static void chain_marker(struct chain_walk *w, uint64_t marker)
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

bool chain_next(struct chain_walk *w, struct chain_frame *out)
{
	while (w->at < w->chain.n) {
		uint64_t ip = words_at(w->chain, w->at++);
		if (ip >= ABI_CONTEXT_MAX) {
			chain_marker(w, ip);
			continue;
		}
		*out = (struct chain_frame){ ip, w->mode, !w->is_first };
		w->is_first = false;
		return true;
	}
	return false;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The addresses of a sample: its own, and those of its call chain. */
#include "profile/profile.h"
#include "unwind/unwind.h"

static struct address address_of(const struct places *p, const struct thread *t, uint64_t ip,
                                 uint8_t mode)
{
	struct space *space = session_context(p->session, t, mode);
	return (struct address){ ip, session_mapping(p->session, space, ip), mode, false };
}

struct address place_own(const struct places *p, const struct session_event *ev)
{
	return address_of(p, ev->thread, ev->sample.ip, ev->rec.misc & ABI_MISC_CPUMODE_MASK);
}

struct address place_of(const struct places *p, const struct session_event *ev, uint64_t ip)
{
	return address_of(p, ev->thread, ip, ip >> 63 ? ABI_MISC_KERNEL : ABI_MISC_USER);
}

uint32_t place_walk(struct places *p, const struct session_event *ev, struct address *out,
                    bool *incomplete)
{
	const struct session *s = p->session;
	struct space *space = NULL;
	uint8_t mode = ABI_MISC_CPUMODE_UNKNOWN;
	struct chain_walk w;
	struct chain_frame f;
	uint32_t n = 0;
	*incomplete = false;
	if (!(ev->event->attr.sample_type & ABI_SAMPLE_CALLCHAIN)) {
		*out = place_own(p, ev);
		return 1;
	}
	chain_walk_init(&w, unwinding_wanted(ev) ? place_unwind(p, ev) : ev->sample.chain,
	                ev->sample.user_chain, ev->rec.misc & ABI_MISC_CPUMODE_MASK);
	while (n < FRAMES_MAX && chain_next(&w, &f)) {
		if (f.mode != mode)
			space = session_context(s, ev->thread, mode = f.mode);
		uint32_t mapping = session_mapping(s, space, f.ip);
		__builtin_prefetch(&s->mappings[mapping]);
		out[n++] = (struct address){ f.ip, mapping, f.mode, f.is_caller };
	}
	*incomplete = w.is_incomplete;
	return n;
}

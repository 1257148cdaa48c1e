// SPDX-License-Identifier: GPL-2.0-or-later
/* The times of a clock that was asked for: how fine it is, and what it shows at a moment of the
 * calendar, so that readers can tell the one by the other. */
#include <time.h>

#include "capture/internal.h"

enum { DATA_VERSION = 1 };

void clock_add_id(struct buf *b, const struct capture_samples *s)
{
	uint64_t ns;
	if (s->has_clock && sys_clock_resolution_ns(s->clock, &ns) == 0)
		write_u64(b, ns);
}

void clock_add_data(struct buf *b, const struct capture_samples *s)
{
	uint64_t wall_ns, clock_ns;
	if (!s->has_clock || sys_clock_ns(CLOCK_REALTIME, &wall_ns) < 0 ||
	    sys_clock_ns(s->clock, &clock_ns) < 0)
		return;
	write_u32(b, DATA_VERSION);
	write_u32(b, (uint32_t)s->clock);
	write_u64(b, wall_ns);
	write_u64(b, clock_ns);
}

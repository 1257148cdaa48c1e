// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ring reader on memory of our own that is laid out as the kernel's: data_head at 1024 and
 * data_tail at 1032 of the control page (include/uapi/linux/perf_event.h, struct
 * perf_event_mmap_page).
 */
#include "../tap.h"

#include <stdlib.h>

#include "sys/sys.h"

enum { PAGE = 4096, SIZE = 64 };

static const struct {
	uint64_t tail, head;
	size_t first, second; /* lengths of the parts */
} cases[] = {
	{ 0, 0, 0, 0 },   { 0, 8, 8, 0 },      { 0, 64, 64, 0 },
	{ 56, 64, 8, 0 }, { 56, 72, 8, 8 },    { 64, 64, 0, 0 },
	{ 64, 72, 8, 0 }, { 40, 104, 24, 40 }, { 0xffffffffffffffc0, 0xfffffffffffffff8, 56, 0 },
};

int main(void)
{
	unsigned char *map = aligned_alloc(PAGE, PAGE + PAGE);
	if (!map)
		return 1;
	for (int i = 0; i < SIZE; i++)
		map[PAGE + i] = (unsigned char)i;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sys_ring r = { map, map + PAGE, PAGE + SIZE, SIZE, cases[i].tail };
		struct span part[2];
		store64(map + 1024, cases[i].head);
		store64(map + 1032, cases[i].tail);
		is_u64(sys_ring_peek(&r, part), cases[i].head - cases[i].tail, "bytes in the ring");
		is_u64(part[0].n, cases[i].first, "first part");
		is_u64(part[1].n, cases[i].second, "second part");
		if (part[0].n)
			is_u64(part[0].p[0], cases[i].tail % SIZE, "it starts at the tail");
		if (part[1].n)
			is_u64(part[1].p[0], 0, "the second at the ring's start");
		is_u64(load64(map + 1032), cases[i].tail, "looking consumes nothing");
		sys_ring_consume(&r, 8);
		is_u64(load64(map + 1032), cases[i].tail + 8, "consuming moves the tail");
	}
	struct sys_ring none = { 0 };
	struct span part[2];
	is_u64(sys_ring_peek(&none, part), 0, "a ring that is not mapped is empty");
	sys_ring_unmap(&none);
	free(map);
	return done_testing();
}

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

/* Written backward: the head counts down from 0, and the newest byte lies at it. */
static const struct {
	uint64_t last, head; /* where it was looked at before */
	size_t first, second, start;
} backward[] = {
	{ 0, 0, 0, 0, 0 },
	{ 0, (uint64_t)-8, 8, 0, 56 },
	{ (uint64_t)-8, (uint64_t)-24, 16, 0, 40 },
	{ (uint64_t)-56, (uint64_t)-72, 8, 8, 56 },
	{ (uint64_t)-8, (uint64_t)-1008, 48, 16, 16 }, /* written over many times */
};

static void check_backward(unsigned char *map)
{
	for (size_t i = 0; i < sizeof backward / sizeof *backward; i++) {
		struct sys_ring r = { map, map + PAGE, PAGE + SIZE, SIZE, backward[i].last, -1 };
		struct span part[2];
		store64(map + 1024, backward[i].head);
		is_u64(sys_ring_peek_back(&r, part), backward[i].first + backward[i].second,
		       "bytes that are new");
		is_u64(part[0].n, backward[i].first, "first part");
		is_u64(part[1].n, backward[i].second, "second part");
		if (part[0].n)
			is_u64(part[0].p[0], backward[i].start, "it starts at the newest");
		is_u64(sys_ring_peek_back(&r, part), 0, "no more until something comes");
	}
}

int main(void)
{
	unsigned char *map = aligned_alloc(PAGE, PAGE + PAGE);
	if (!map)
		return 1;
	for (int i = 0; i < SIZE; i++)
		map[PAGE + i] = (unsigned char)i;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sys_ring r = { map, map + PAGE, PAGE + SIZE, SIZE, cases[i].tail, -1 };
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
	check_backward(map);
	struct sys_ring none = { 0 };
	struct span part[2];
	is_u64(sys_ring_peek(&none, part), 0, "a ring that is not mapped is empty");
	sys_ring_unmap(&none);
	free(map);
	return done_testing();
}

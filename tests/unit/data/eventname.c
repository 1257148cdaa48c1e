// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The name an attr gets that was recorded without one: perf's vocabulary (perf-list(1)) with its
 * modifiers, where "the host only" is the default that is not said. The names are those perf 6.1
 * gives to the same attrs.
 */
#include "data/internal.h"

#include "tests/unit/tap.h"

static const struct {
	uint32_t type, bp_type;
	uint64_t config, config1, flags;
	const char *name;
} rows[] = {
	{ 0, 0, 0, 0, ABI_EXCLUDE_GUEST, "cycles" },
	{ 0, 0, 1, 0, 0, "instructions:HG" },
	{ 0, 0, 99, 0, 0, "unknown-hardware:HG" },
	{ 1, 0, 0, 0, ABI_EXCLUDE_GUEST, "cpu-clock" },
	{ 1, 0, 2, 0, ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV, "page-faults:u" },
	{ 1, 0, 9, 0, ABI_EXCLUDE_USER, "dummy:kh" },
	{ 2, 0, 5, 0, 0, "unknown tracepoint" },
	{ 3, 0, 0, 0, 0, "L1-dcache-loads:HG" },
	{ 3, 0, 0x10002, 0, ABI_EXCLUDE_HOST, "LLC-load-misses:G" },
	{ 3, 0, 0x10103, 0, ABI_EXCLUDE_GUEST, "dTLB-store-misses" },
	{ 3, 0, 0xff, 0, 0, "unknown-ext-hardware-cache-type:HG" },
	{ 4, 0, 0x1a8, 0, ABI_EXCLUDE_GUEST, "raw 0x1a8" },
	{ 5, 3, 0, 0x1234, ABI_EXCLUDE_GUEST, "mem:0x1234:rw" },
	{ 5, 4, 0, 0x1234, 0, "mem:0x1234:x:HG" },
	{ 77, 0, 0, 0, 0, "unknown attr type: 77" },
};

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a = { 0 };
		struct abi_attr attr = { .type = rows[i].type,
			                 .config = rows[i].config,
			                 .config1 = rows[i].config1,
			                 .bp_type = rows[i].bp_type,
			                 .flags = rows[i].flags };
		is_str(event_name_of(&attr, &a), rows[i].name, rows[i].name);
		arena_release(&a);
	}
	return done_testing();
}

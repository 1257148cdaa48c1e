// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs that are loaded when there is no room for more are counted. */
#include "../tap.h"

#include "capture/internal.h"

/* BPF_EVENT: type and flags, 16 bits each, the program's number, a tag of 8 bytes. */
static void see(struct bpf *bpf, uint16_t type, uint32_t id)
{
	const uint64_t record[] = { 18 | 24ull << 48, type | (uint64_t)id << 32, 0 };
	for (size_t cut = 0; cut <= sizeof record; cut += 8) {
		const struct span part[2] = { span_of(record, cut),
			                      span_of(record + cut / 8, sizeof record - cut) };
		bpf_see(bpf, part);
	}
}

int main(void)
{
	struct bpf *bpf = bpf_new(0);
	is_u64(bpf_left(bpf), 0, "none at first");
	see(bpf, 1, 4000000000u);
	is_u64(bpf_left(bpf), 4, "each that is loaded, wherever the ring ends");
	see(bpf, 2, 4000000000u);
	is_u64(bpf_left(bpf), 4, "one that goes is none");
	bpf_free(bpf);
	bpf = bpf_new(1 << 20);
	see(bpf, 1, 4000000000u);
	is_u64(bpf_left(bpf), 0, "nor one that is gone when there would be room");
	bpf_free(bpf);
	return done_testing();
}

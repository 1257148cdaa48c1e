// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * BPF_PROG_INFO and BPF_BTF. Where the kernel's structure has a pointer to an array the file has
 * the array's offset among the bytes that follow the structure.
 */
#include "data/write.h"
#include "data/write_machine.h"

/* Where bpf_prog_info (include/uapi/linux/bpf.h) points at its arrays. */
static const uint16_t pointer_off[WRITE_BPF_ARRAYS] = {
	[WRITE_BPF_CODE] = 24,     [WRITE_BPF_SOURCE] = 32,      [WRITE_BPF_MAPS] = 56,
	[WRITE_BPF_SYMBOLS] = 112, [WRITE_BPF_LENGTHS] = 120,    [WRITE_BPF_TYPES] = 136,
	[WRITE_BPF_LINES] = 152,   [WRITE_BPF_CODE_LINES] = 160, [WRITE_BPF_TAGS] = 184,
};

void write_bpf_prog(struct buf *b, const struct write_bpf_prog *p)
{
	uint64_t arrays = 0, off[WRITE_BPF_ARRAYS] = { 0 }, n = 0;
	for (int i = 0; i < WRITE_BPF_ARRAYS; i++) {
		if (!p->arrays[i].n)
			continue;
		arrays |= 1ull << i;
		off[i] = n;
		n += (p->arrays[i].n + 7) / 8 * 8;
	}
	write_u32(b, (uint32_t)p->info.n);
	write_u32(b, (uint32_t)n);
	write_u64(b, arrays);
	size_t info = b->n;
	buf_add(b, p->info.p, p->info.n);
	for (int i = 0; i < WRITE_BPF_ARRAYS; i++) {
		if (pointer_off[i] + 8u <= p->info.n)
			store64(b->p + info + pointer_off[i], off[i]);
		buf_add(b, p->arrays[i].p, p->arrays[i].n);
		buf_fill(b, 0, (8 - p->arrays[i].n % 8) % 8);
	}
}

void write_bpf_btf(struct buf *b, uint32_t id, struct span blob)
{
	write_u32(b, id);
	write_u32(b, (uint32_t)blob.n);
	buf_add(b, blob.p, blob.n);
}

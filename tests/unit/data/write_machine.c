// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Sections on the machine and on BPF programs against layouts spelled out by hand (util/header.c's
 * formats as perf.data-file-format.txt tells them; struct bpf_prog_info of uapi/linux/bpf.h). Words
 * are for a little-endian machine.
 */
#include "../tap.h"

#include "data/write.h"
#include "data/write_machine.h"

static uint64_t word(const struct buf *b, size_t i)
{
	return 8 * i + 8 <= b->n ? load64(b->p + 8 * i) : UINT64_MAX;
}

static void memory(struct buf *b)
{
	const uint64_t words[] = { 0x27, 1 };
	const struct write_memory_node nodes[] = { { 3, 65, words }, { 4, 0, words } };
	b->n = 0;
	write_mem_topology(b, 0x8000000, nodes, 2);
	const uint64_t want[] = { 1, 0x8000000, 2, 3, 65, 65, 0x27, 1, 4, 0, 0 };
	is_u64(b->n, sizeof want, "MEM_TOPOLOGY: bytes");
	for (size_t i = 0; i < sizeof want / 8; i++)
		is_u64(word(b, i), want[i], "MEM_TOPOLOGY: a word");
}

static void topology(struct buf *b)
{
	const char *lists[] = { "0-1" };
	const struct write_cpu cpus[] = { { 5, 6, 7 }, { -1, -1, -1 } };
	struct write_cpu_topology t = {
		.sockets = { lists, 1, 1 }, .threads = { lists, 1, 1 }, .cpus = cpus, .n_cpus = 2
	};
	b->n = 0;
	write_cpu_topology(b, &t);
	/* Two lists of one text each: u32 n, u32 length, 64 bytes. */
	is_u64(b->n, 2 * 72 + 16, "CPU_TOPOLOGY without dies: bytes");
	is_u64(word(b, 18), 6ull << 32 | 5, "core and socket of CPU 0");
	is_u64(word(b, 19), UINT64_MAX, "those of one that is offline");
	t.dies = t.sockets;
	b->n = 0;
	write_cpu_topology(b, &t);
	is_u64(b->n, 3 * 72 + 16 + 8, "with dies: bytes");
	is_u64(load32(b->p + 3 * 72 + 16), 7, "the die of CPU 0");
}

/* An array that is left out has no bit and no bytes; the others begin at multiples of 8. */
static void program(struct buf *b)
{
	unsigned char info[192] = { 0 };
	memset(info + 16, 0xee, 16);
	struct write_bpf_prog p = { .info = span_of(info, sizeof info) };
	p.arrays[WRITE_BPF_CODE] = span_of("12345", 5);
	p.arrays[WRITE_BPF_TAGS] = span_of("abcdefgh", 8);
	b->n = 0;
	write_bpf_prog(b, &p);
	is_u64(b->n, 16 + 192 + 16, "BPF_PROG_INFO: bytes");
	is_u64(word(b, 0), 16ull << 32 | 192, "lengths of the structure and of the arrays");
	is_u64(word(b, 1), 1 << 0 | 1 << 8, "JITED_INSNS and PROG_TAGS are there");
	is_u64(word(b, 2 + 24 / 8), 0, "jited_prog_insns: the offset of the first array");
	is_u64(word(b, 2 + 184 / 8), 8, "prog_tags: the offset of the second");
	is_u64(word(b, 2 + 24), 0x3534333231, "the first array, padded");
	is_u64(word(b, 2 + 25), 0x6867666564636261, "the second");
}

static void domains(struct buf *b)
{
	const struct write_domain two[] = { { 0, "a", "1", "0" }, { 1, "b", "3", "0-1" } };
	const struct write_cpu_domains cpus[] = { { 0, 2, two }, { 1, 1, two } };
	b->n = 0;
	write_sched_domains(b, 17, cpus, 2);
	is_u64(word(b, 0), 2ull << 32 | 17, "CPU_DOMAIN_INFO: version, and the most of a CPU");
	is_u64(b->n, 8 + 2 * 8 + 3 * (4 + 3 * 68), "bytes");
	b->n = 0;
	write_sched_domains(b, 16, cpus, 2);
	is_u64(b->n, 8 + 2 * 8 + 3 * (4 + 2 * 68), "bytes of a version without names");
}

int main(void)
{
	struct buf b = { 0 };
	memory(&b);
	topology(&b);
	program(&b);
	domains(&b);
	buf_release(&b);
	return done_testing();
}

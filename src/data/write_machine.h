/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Contents of the feature sections that describe the machine, as perf of Linux 7.2 lays them out.
 * All are borrowed for the duration of a call.
 */
#ifndef PMREC_DATA_WRITE_MACHINE_H
#define PMREC_DATA_WRITE_MACHINE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

struct write_texts {
	const char **v;
	uint32_t n, cap;
};

/* Where a CPU lies; -1 = not known, as of one that is offline. */
struct write_cpu {
	int32_t core, socket, die;
};
/* The lists of CPUs that share a socket, a core, a die, each once; without dies that part is left
 * out. */
struct write_cpu_topology {
	struct write_texts sockets, threads, dies;
	const struct write_cpu *cpus; /* by number */
	uint32_t n_cpus;
};
void write_cpu_topology(struct buf *b, const struct write_cpu_topology *t);

struct write_numa_node {
	uint32_t node;
	uint64_t total_kib, free_kib;
	const char *cpus;
};
void write_numa_topology(struct buf *b, const struct write_numa_node *v, uint32_t n);

struct write_cache {
	uint32_t level, line_bytes, sets, ways;
	const char *type, *size, *cpus;
};
void write_caches(struct buf *b, const struct write_cache *v, uint32_t n);

/* The blocks of memory of a node: bit i of words[i / 64] tells that block i is there. */
struct write_memory_node {
	uint64_t node, n_blocks;
	const uint64_t *words;
};
void write_mem_topology(struct buf *b, uint64_t block_bytes, const struct write_memory_node *v,
                        uint64_t n);

struct write_pair {
	const char *name, *value;
};
struct write_pmu {
	const char *name;
	const struct write_pair *caps;
	uint32_t n_caps;
};
void write_cpu_pmu_caps(struct buf *b, const struct write_pmu *pmu); /* of the only core PMU */
void write_pmu_caps(struct buf *b, const struct write_pmu *v, uint32_t n);
/* The core PMUs and the CPUs that each is on. */
void write_hybrid_topology(struct buf *b, const struct write_pair *v, uint32_t n);

struct write_domain {
	uint32_t number;
	const char *name, *mask, *cpus;
};
struct write_cpu_domains {
	uint32_t cpu, n;
	const struct write_domain *v;
};
void write_sched_domains(struct buf *b, uint32_t version, const struct write_cpu_domains *v,
                         uint32_t n);

/* ------------------------------------------------------------------ BPF */

/* Arrays that the kernel tells of a program, by their number in the file (perf's util/bpf-utils.h).
 */
enum write_bpf_array {
	WRITE_BPF_CODE,
	WRITE_BPF_SOURCE,
	WRITE_BPF_MAPS,
	WRITE_BPF_SYMBOLS,
	WRITE_BPF_LENGTHS,
	WRITE_BPF_TYPES,
	WRITE_BPF_LINES,
	WRITE_BPF_CODE_LINES,
	WRITE_BPF_TAGS,
	WRITE_BPF_ARRAYS,
};
struct write_bpf_prog {
	struct span info; /* struct bpf_prog_info, its counts those of the arrays */
	struct span arrays[WRITE_BPF_ARRAYS]; /* empty = left out */
};
/* One entry of BPF_PROG_INFO, behind a u32 that counts them. */
void write_bpf_prog(struct buf *b, const struct write_bpf_prog *p);
/* One entry of BPF_BTF, the same. */
void write_bpf_btf(struct buf *b, uint32_t id, struct span blob);

#endif

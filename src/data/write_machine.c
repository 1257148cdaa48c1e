// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sections that describe the machine (tools/perf/Documentation/perf.data-file-format.txt of
 * Linux 7.2). Counts are u32 except in MEM_TOPOLOGY.
 */
#include "data/write.h"
#include "data/write_machine.h"

enum { CACHE_VERSION = 1, MEM_VERSION = 1 };

static void write_texts(struct buf *b, const struct write_texts *t)
{
	write_u32(b, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		write_string(b, t->v[i]);
}

void write_cpu_topology(struct buf *b, const struct write_cpu_topology *t)
{
	write_texts(b, &t->sockets);
	write_texts(b, &t->threads);
	for (uint32_t i = 0; i < t->n_cpus; i++) {
		write_u32(b, (uint32_t)t->cpus[i].core);
		write_u32(b, (uint32_t)t->cpus[i].socket);
	}
	if (!t->dies.n)
		return;
	write_texts(b, &t->dies);
	for (uint32_t i = 0; i < t->n_cpus; i++)
		write_u32(b, (uint32_t)t->cpus[i].die);
}

void write_numa_topology(struct buf *b, const struct write_numa_node *v, uint32_t n)
{
	write_u32(b, n);
	for (uint32_t i = 0; i < n; i++) {
		write_u32(b, v[i].node);
		write_u64(b, v[i].total_kib);
		write_u64(b, v[i].free_kib);
		write_string(b, v[i].cpus);
	}
}

void write_caches(struct buf *b, const struct write_cache *v, uint32_t n)
{
	write_u32(b, CACHE_VERSION);
	write_u32(b, n);
	for (uint32_t i = 0; i < n; i++) {
		write_u32(b, v[i].level);
		write_u32(b, v[i].line_bytes);
		write_u32(b, v[i].sets);
		write_u32(b, v[i].ways);
		write_string(b, v[i].type);
		write_string(b, v[i].size);
		write_string(b, v[i].cpus);
	}
}

void write_mem_topology(struct buf *b, uint64_t block_bytes, const struct write_memory_node *v,
                        uint64_t n)
{
	write_u64(b, MEM_VERSION);
	write_u64(b, block_bytes);
	write_u64(b, n);
	for (uint64_t i = 0; i < n; i++) {
		write_u64(b, v[i].node);
		write_u64(b, v[i].n_blocks);
		write_u64(b, v[i].n_blocks);
		for (uint64_t w = 0; w < (v[i].n_blocks + 63) / 64; w++)
			write_u64(b, v[i].words[w]);
	}
}

static void write_pairs(struct buf *b, const struct write_pair *v, uint32_t n)
{
	write_u32(b, n);
	for (uint32_t i = 0; i < n; i++) {
		write_string(b, v[i].name);
		write_string(b, v[i].value);
	}
}

void write_cpu_pmu_caps(struct buf *b, const struct write_pmu *pmu)
{
	write_pairs(b, pmu->caps, pmu->n_caps);
}

void write_pmu_caps(struct buf *b, const struct write_pmu *v, uint32_t n)
{
	write_u32(b, n);
	for (uint32_t i = 0; i < n; i++) {
		write_pairs(b, v[i].caps, v[i].n_caps);
		write_string(b, v[i].name);
	}
}

void write_hybrid_topology(struct buf *b, const struct write_pair *v, uint32_t n)
{
	write_pairs(b, v, n);
}

void write_sched_domains(struct buf *b, uint32_t version, const struct write_cpu_domains *v,
                         uint32_t n)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < n; i++)
		if (v[i].n > most)
			most = v[i].n;
	write_u32(b, version);
	write_u32(b, most);
	for (uint32_t i = 0; i < n; i++) {
		write_u32(b, v[i].cpu);
		write_u32(b, v[i].n);
		for (uint32_t k = 0; k < v[i].n; k++) {
			write_u32(b, v[i].v[k].number);
			if (version >= ABI_SCHEDSTAT_NAMES)
				write_string(b, v[i].v[k].name);
			write_string(b, v[i].v[k].mask);
			write_string(b, v[i].v[k].cpus);
		}
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sections on memory: the nodes, what each has, and which of the machine's blocks of memory
 * belong to it. Source: Documentation/ABI/stable/sysfs-devices-node.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/features.h"
#include "data/write_machine.h"

#define NODES "/sys/devices/system/node"

/* "Node 0 MemTotal:       10840276 kB" */
static uint64_t meminfo(const char *text, const char *key)
{
	const char *at = strstr(text, key);
	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static bool numa_node(struct arena *a, uint32_t node, struct write_numa_node *out)
{
	char path[100];
	struct buf text = { 0 };
	snprintf(path, sizeof path, NODES "/node%u/meminfo", node);
	if (sys_text(-1, path, &text) < 0) {
		buf_release(&text);
		return false;
	}
	*out = (struct write_numa_node){ .node = node,
		                         .total_kib = meminfo(buf_cstr(&text), "MemTotal:"),
		                         .free_kib = meminfo(buf_cstr(&text), "MemFree:"),
		                         .cpus = machine_text(a, NODES "/node%u/cpulist", node) };
	buf_release(&text);
	return out->cpus != NULL;
}

void add_numa_topology(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct cpus nodes = { 0 };
	const char *online = machine_text(&a, NODES "/online");
	(void)f;
	if (online && cpus_parse(online, &nodes, NULL) == 0) {
		struct write_numa_node *v = mem_new(nodes.n * sizeof *v);
		uint32_t n = 0;
		for (uint32_t i = 0; i < nodes.n; i++)
			n += numa_node(&a, nodes.v[i], &v[n]);
		write_numa_topology(b, v, n);
		free(v);
	}
	cpus_release(&nodes);
	arena_release(&a);
}

/* "memory12" -> 12; false = it is something else. */
static bool number_behind(const char *name, const char *word, uint64_t *out)
{
	size_t n = strlen(word);
	char *end;
	if (strncmp(name, word, n) != 0 || name[n] < '0' || name[n] > '9')
		return false;
	*out = strtoull(name + n, &end, 10);
	return !*end;
}

static void mem_node(struct arena *a, uint64_t node, struct write_memory_node *out)
{
	enum { BLOCKS_MAX = 1 << 24 };
	char folder[100];
	uint64_t block, n = 0;
	snprintf(folder, sizeof folder, NODES "/node%llu", (unsigned long long)node);
	struct machine_names names = machine_names(a, folder);
	for (uint32_t i = 0; i < names.n; i++)
		if (number_behind(names.v[i], "memory", &block) && block < BLOCKS_MAX && block >= n)
			n = block + 1;
	uint64_t *words = arena_zero(a, (n + 63) / 64 * 8 + 8);
	for (uint32_t i = 0; i < names.n; i++)
		if (number_behind(names.v[i], "memory", &block) && block < n)
			words[block / 64] |= 1ull << block % 64;
	*out = (struct write_memory_node){ .node = node, .n_blocks = n, .words = words };
	machine_names_release(&names);
}

static int by_node(const void *x, const void *y)
{
	const struct write_memory_node *a = x, *b = y;
	return (a->node > b->node) - (a->node < b->node);
}

void add_mem_topology(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	const char *block = machine_text(&a, "/sys/devices/system/memory/block_size_bytes");
	struct machine_names names = machine_names(&a, NODES);
	struct write_memory_node *v = mem_new((names.n + 1) * sizeof *v);
	uint64_t node, n = 0;
	(void)f;
	for (uint32_t i = 0; i < names.n; i++)
		if (number_behind(names.v[i], "node", &node))
			mem_node(&a, node, &v[n++]);
	if (n > 1)
		qsort(v, n, sizeof *v, by_node);
	if (block && n)
		write_mem_topology(b, strtoull(block, NULL, 16), v, n);
	free(v);
	machine_names_release(&names);
	arena_release(&a);
}

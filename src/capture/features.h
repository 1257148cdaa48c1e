/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the feature sections come from. Each function adds the content of one section, and nothing
 * where this machine does not have what it tells.
 */
#ifndef PMREC_CAPTURE_FEATURES_H
#define PMREC_CAPTURE_FEATURES_H

#include "capture/internal.h"

struct features {
	const struct plan *plan;
	const struct capture_options *options;
	const struct tally *tally;
	const struct sink *sink;
	struct names *names; /* NULL = not wanted */
	struct bpf *bpf;     /* programs that were seen */
	struct sys_machine machine;
};

/* The text of a file of sysfs without its line end, in a; NULL = not there. */
const char *machine_text(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The number that such a text is. */
uint32_t machine_number(const char *text);
/* features.c: what /proc/cpuinfo says first under a key; false = it has no such line. */
bool cpuinfo_value(const char *key, char *out, size_t room);
/* Names in a folder, sorted; missing when it cannot be had. */
struct machine_names {
	const char **v;
	uint32_t n, cap;
};
struct machine_names machine_names(struct arena *a, const char *folder);
void machine_names_release(struct machine_names *names);

/* machine_cpus.c */
void add_cpu_topology(struct buf *b, const struct features *f);
void add_caches(struct buf *b, const struct features *f);
void add_sched_domains(struct buf *b, const struct features *f);
void add_cache_line(struct buf *b, const struct features *f);
void add_elf_machine(struct buf *b, const struct features *f);
/* machine_memory.c */
void add_numa_topology(struct buf *b, const struct features *f);
void add_mem_topology(struct buf *b, const struct features *f);
/* machine_pmus.c */
void add_pmu_mappings(struct buf *b, const struct features *f);
void add_cpu_pmu_caps(struct buf *b, const struct features *f);
void add_pmu_caps(struct buf *b, const struct features *f);
void add_hybrid_topology(struct buf *b, const struct features *f);
/* bpf.c */
void add_bpf_progs(struct buf *b, const struct features *f);
void add_bpf_btf(struct buf *b, const struct features *f);

#endif

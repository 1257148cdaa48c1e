// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The build-ids of what was mapped where samples fell, so that a reader can tell whether a file is
 * still the one that ran. A file counts when a process with a sample mapped it, itself or, before a
 * fork, its parent. That is a little more than what was hit, and costs no address search. What the
 * kernel told with a mapping is taken; else the file is read, if it is still there. The
 * records are walked at the end, or, where they cannot be read again, as they pass.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/intern.h"
#include "capture/embed.h"

/* From a record's start: pid of a SAMPLE with IDENTIFIER and IP; of the others; path of MMAP2. */
enum {
	SAMPLE_PID_OFF = 24,
	PID_OFF = 8,
	FORK_PPID_OFF = 12,
	MMAP2_ID_OFF = 40, /* u8 length, 3 bytes nothing, then the id */
	MMAP2_PROT_OFF = 64,
	MMAP2_PATH_OFF = 72
};

struct process {
	uint32_t pid, parent; /* parent: its pid */
	bool hit, has_files;
	bool inherits; /* what its parent had mapped */
};

struct mapped {
	uint32_t process, file; /* index, id of the path */
};

struct names {
	struct table by_pid;
	struct process *processes;
	uint32_t n, cap;
	struct mapped *mapped;
	uint32_t n_mapped, cap_mapped;
	struct intern paths;
	struct build_id *ids; /* by path: as a mapping told it; n = 0 = none did */
	uint32_t cap_ids;
	struct table seen; /* (process, file) pairs */
	uint32_t last;     /* the process asked for last: samples come in runs */
	struct buf whole;  /* a record that lay in two parts */
	struct held *held; /* borrowed; NULL = none */
	struct hits *hits; /* NULL = nobody asks for addresses */
	bool of_all;       /* whoever mapped it counts as hit */
};

struct names *names_new(bool of_all, struct held *held, struct hits *hits)
{
	struct names *ns = mem_new(sizeof *ns);
	ns->of_all = of_all;
	ns->held = held;
	ns->hits = hits;
	return ns;
}

void names_free(struct names *ns)
{
	if (!ns)
		return;
	table_release(&ns->by_pid);
	table_release(&ns->seen);
	intern_release(&ns->paths);
	buf_release(&ns->whole);
	hits_free(ns->hits);
	free(ns->processes);
	free(ns->mapped);
	free(ns->ids);
	free(ns);
}

static uint32_t process_of(struct names *ns, uint32_t pid)
{
	if (ns->last < ns->n && ns->processes[ns->last].pid == pid)
		return ns->last;
	uint64_t hash = hash_mix(pid, 1);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&ns->by_pid, hash, &i)) != TABLE_NONE)
		if (ns->processes[id].pid == pid)
			return ns->last = id;
	VEC_ROOM(ns->processes, ns->n, ns->cap);
	ns->processes[ns->n] = (struct process){ .pid = pid, .parent = pid };
	table_add(&ns->by_pid, hash, ns->n);
	return ns->last = ns->n++;
}

/* Valid until the next process is met. */
static struct process *process_at(struct names *ns, uint32_t pid)
{
	uint32_t i = process_of(ns, pid);
	return &ns->processes[i];
}

static void add_mapped(struct names *ns, uint32_t process, uint32_t file)
{
	uint64_t hash = hash_mix(process, file);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&ns->seen, hash, &i)) != TABLE_NONE)
		if (ns->mapped[id].process == process && ns->mapped[id].file == file)
			return;
	VEC_ROOM(ns->mapped, ns->n_mapped, ns->cap_mapped);
	ns->mapped[ns->n_mapped] = (struct mapped){ process, file };
	table_add(&ns->seen, hash, ns->n_mapped++);
}

/* ------------------------------------------------------------------ the walk */

static uint32_t file_of(struct names *ns, struct span path, struct span r)
{
	uint32_t was = ns->paths.n, file = intern_n(&ns->paths, path.p, path.n);
	if (was < ns->paths.n) {
		VEC_ROOM(ns->ids, was, ns->cap_ids);
		ns->ids[file].n = 0;
	}
	struct build_id *id = &ns->ids[file];
	if (!id->n && load16(r.p + 4) & ABI_MISC_MMAP_BUILD_ID) {
		uint8_t n = r.p[MMAP2_ID_OFF];
		id->n = n < sizeof id->id ? n : sizeof id->id;
		memcpy(id->id, r.p + MMAP2_ID_OFF + 4, id->n);
	}
	return file;
}

static void see_mmap2(struct names *ns, struct span r)
{
	if (r.n <= MMAP2_PATH_OFF || !(load32(r.p + MMAP2_PROT_OFF) & ABI_PROT_EXEC))
		return;
	struct span path = { r.p + MMAP2_PATH_OFF, r.n - MMAP2_PATH_OFF };
	size_t n = span_strnlen(path);
	bool is_vdso = n == 6 && memcmp(path.p, "[vdso]", 6) == 0;
	if (!n || (path.p[0] != '/' && !is_vdso) || (n >= 2 && path.p[1] == '/'))
		return;
	uint32_t process = process_of(ns, load32(r.p + PID_OFF));
	ns->processes[process].has_files = true;
	ns->processes[process].hit |= ns->of_all;
	add_mapped(ns, process, file_of(ns, span_of(path.p, n), r));
}

/* A thread's parent is its own process; only a new process has another one. */
static void see_fork(struct names *ns, struct span r)
{
	uint32_t pid = load32(r.p + PID_OFF), parent = load32(r.p + FORK_PPID_OFF);
	if (pid == parent)
		return;
	struct process *p = process_at(ns, pid);
	p->parent = parent;
	p->inherits = !(load16(r.p + 4) & ABI_MISC_FORK_EXEC);
}

static uint32_t parent_of(void *ctx, uint32_t process)
{
	struct names *ns = ctx;
	const struct process *p = &ns->processes[process];
	return p->inherits ? process_of(ns, p->parent) : process;
}

/* For the addresses. */
static void see_addresses(struct names *ns, struct span r)
{
	struct record rec = {
		.p = r.p, .type = load32(r.p), .misc = load16(r.p + 4), .n = (uint32_t)r.n
	};
	struct body_mmap m;
	switch (rec.type) {
	case ABI_RECORD_SAMPLE:
		if (r.n >= SAMPLE_PID_OFF + 4)
			hits_sample(ns->hits, process_of(ns, load32(r.p + SAMPLE_PID_OFF)), &rec);
		break;
	case ABI_RECORD_CALLCHAIN_DEFERRED:
		hits_deferred(ns->hits, process_of(ns, hits_trailer_pid(ns->hits, &rec)), &rec);
		break;
	case ABI_RECORD_MMAP:
	case ABI_RECORD_MMAP2:
		if (body_mmap(&rec, NULL, &m, NULL) == 0 && m.prot & ABI_PROT_EXEC)
			hits_mapping(ns->hits, process_of(ns, m.pid), &m,
			             rec.misc & ABI_MISC_CPUMODE_MASK);
		break;
	case ABI_RECORD_FINISHED_ROUND:
		hits_round(ns->hits, parent_of, ns);
		break;
	default:
		break;
	}
}

static void see(struct names *ns, struct span r)
{
	switch (load32(r.p)) {
	case ABI_RECORD_SAMPLE:
		if (r.n >= SAMPLE_PID_OFF + 4)
			process_at(ns, load32(r.p + SAMPLE_PID_OFF))->hit = true;
		break;
	case ABI_RECORD_FORK:
		if (r.n >= FORK_PPID_OFF + 4)
			see_fork(ns, r);
		break;
	case ABI_RECORD_MMAP2:
		see_mmap2(ns, r);
		break;
	default:
		break;
	}
	if (ns->hits)
		see_addresses(ns, r);
}

/* Records until there are most bytes behind it; false: that was all. */
static bool walk(struct names *ns, struct span *records, size_t most)
{
	const unsigned char *from = records->p;
	while (records->n >= ABI_HEADER_BYTES) {
		struct span r;
		uint16_t size = load16(records->p + 6);
		if (size < ABI_HEADER_BYTES || !span_take(records, size, &r))
			return false;
		see(ns, r);
		if ((size_t)(records->p - from) >= most)
			return true;
	}
	return false;
}

static void see_part(void *ctx, struct span r)
{
	see(ctx, r);
}

void names_see(struct names *ns, const struct span part[2], size_t n)
{
	parts_each(part, n, &ns->whole, see_part, ns);
}

void names_round(struct names *ns)
{
	if (ns->hits)
		hits_round(ns->hits, parent_of, ns);
}

/* A process that mapped nothing runs on what its parent had mapped. The steps up are bounded, as
 * pids that were used twice could make a ring. */
static void hit_parents(struct names *ns)
{
	enum { STEPS_MAX = 64 };
	for (uint32_t i = 0, n = ns->n; i < n; i++) {
		uint32_t at = i;
		if (!ns->processes[i].hit)
			continue;
		for (int step = 0; step < STEPS_MAX && !ns->processes[at].has_files; step++) {
			at = process_of(ns, ns->processes[at].parent);
			ns->processes[at].hit = true;
		}
	}
}

/* ------------------------------------------------------------------ build-ids */

static void add_hit_files(const struct names *ns, const struct ids *ids)
{
	bool *hit = mem_new(ns->paths.n + 1);
	for (uint32_t i = 0; i < ns->n_mapped; i++)
		if (ns->processes[ns->mapped[i].process].hit)
			hit[ns->mapped[i].file] = true;
	for (uint32_t i = 0; i < ns->paths.n; i++)
		if (hit[i])
			ids_add_file(ids, &ns->ids[i], intern_str(&ns->paths, i));
	free(hit);
}

/* That of the kernel is among the records already. */
void names_add(struct buf *out, struct names *ns, const struct plan *p, bool as_records)
{
	struct ids ids = { out, as_records, ns->held };
	hit_parents(ns);
	if (plan_samples_kernel(p)) {
		if (!as_records)
			ids_add_kernel(&ids);
		ids_add_modules(&ids);
	}
	add_hit_files(ns, &ids);
}

void names_read(struct names *ns, struct bytes file, uint64_t off, uint64_t n)
{
	enum { PIECE_BYTES = 4 << 20 };
	struct span records;
	if (span_sub(span_of(file.p, file.n), off, n, &records))
		while (walk(ns, &records, PIECE_BYTES)) /* so much of the file is in memory */
			sys_forget(file, 0, (uint64_t)(records.p - file.p));
}

void names_embed(struct buf *out, struct names *ns, const struct log *log)
{
	if (!ns->hits || !ns->held)
		return;
	hits_finish(ns->hits, parent_of, ns);
	embed_add(out, ns->hits, ns->held, log);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writing records as the kernel lays them out (perf_event_open(2)): header, body, sample_id
 * trailer.
 */
#include "data/write.h"

enum { PATH_BYTES_MAX = 4096 };

static void add_header(struct buf *b, uint32_t type, uint16_t misc)
{
	uint16_t head[2] = { misc, 0 };
	write_u32(b, type);
	buf_add(b, head, sizeof head);
}

/* A text with its NUL byte, padded to 8. A path longer than the kernel allows is cut. */
static void add_text(struct buf *b, const char *s)
{
	size_t n = strnlen(s, PATH_BYTES_MAX - 1);
	buf_add(b, s, n);
	buf_fill(b, 0, 8 - n % 8);
}

/* The order of the trailer's fields is the kernel's (struct sample_id of the man page). */
static void add_trailer(struct buf *b, const struct abi_attr *attr, const struct write_id *id)
{
	uint64_t bits = attr->flags & ABI_SAMPLE_ID_ALL ? attr->sample_type : 0;
	if (bits & ABI_SAMPLE_TID) {
		write_u32(b, id->pid);
		write_u32(b, id->tid);
	}
	if (bits & ABI_SAMPLE_TIME)
		write_u64(b, id->time_ns);
	if (bits & ABI_SAMPLE_ID)
		write_u64(b, id->id);
	if (bits & ABI_SAMPLE_STREAM_ID)
		write_u64(b, id->id);
	if (bits & ABI_SAMPLE_CPU) {
		write_u32(b, id->cpu);
		write_u32(b, 0);
	}
	if (bits & ABI_SAMPLE_IDENTIFIER)
		write_u64(b, id->id);
}

/* All records end here: the trailer, then the size at last known. None can pass 65535 bytes, as
 * texts are cut. */
static void finish(struct buf *b, size_t start, const struct abi_attr *attr,
                   const struct write_id *id)
{
	if (attr)
		add_trailer(b, attr, id);
	store16(b->p + start + 6, (uint16_t)(b->n - start));
}

/* A draining buffer must not be emptied between a record's start and its size: room for the largest
 * first. */
static size_t begin(struct buf *b)
{
	if (b->cap - b->n < 2 * PATH_BYTES_MAX)
		buf_room(b, 2 * PATH_BYTES_MAX);
	return b->n;
}

void write_mmap(struct buf *b, const struct abi_attr *attr, uint16_t misc, uint32_t pid,
                uint32_t tid, uint64_t start, uint64_t len, uint64_t pgoff, const char *path,
                const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_MMAP, misc);
	write_u32(b, pid);
	write_u32(b, tid);
	write_u64(b, start);
	write_u64(b, len);
	write_u64(b, pgoff);
	add_text(b, path);
	finish(b, at, attr, id);
}

void write_mmap2(struct buf *b, const struct abi_attr *attr, uint16_t misc,
                 const struct write_mmap2 *m, const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_MMAP2, misc);
	write_u32(b, m->pid);
	write_u32(b, m->tid);
	write_u64(b, m->start);
	write_u64(b, m->len);
	write_u64(b, m->pgoff);
	write_u32(b, m->maj);
	write_u32(b, m->min);
	write_u64(b, m->ino);
	write_u64(b, m->ino_generation);
	write_u32(b, m->prot);
	write_u32(b, m->flags);
	add_text(b, m->path);
	finish(b, at, attr, id);
}

void write_comm(struct buf *b, const struct abi_attr *attr, uint16_t misc, uint32_t pid,
                uint32_t tid, const char *comm, const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_COMM, misc);
	write_u32(b, pid);
	write_u32(b, tid);
	add_text(b, comm);
	finish(b, at, attr, id);
}

void write_fork(struct buf *b, const struct abi_attr *attr, uint16_t misc, uint32_t pid,
                uint32_t ppid, uint32_t tid, uint32_t ptid, uint64_t time_ns,
                const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_FORK, misc);
	write_u32(b, pid);
	write_u32(b, ppid);
	write_u32(b, tid);
	write_u32(b, ptid);
	write_u64(b, time_ns);
	finish(b, at, attr, id);
}

void write_ksymbol(struct buf *b, const struct abi_attr *attr, uint64_t addr, uint32_t len,
                   uint16_t type, const char *name, const struct write_id *id)
{
	uint16_t words[2] = { type, 0 };
	size_t at = begin(b);
	add_header(b, ABI_RECORD_KSYMBOL, 0);
	write_u64(b, addr);
	write_u32(b, len);
	buf_add(b, words, sizeof words);
	add_text(b, name);
	finish(b, at, attr, id);
}

void write_bpf_event(struct buf *b, const struct abi_attr *attr, uint16_t type, uint32_t prog,
                     const uint8_t tag[8], const struct write_id *id)
{
	uint16_t words[2] = { type, 0 };
	size_t at = begin(b);
	add_header(b, ABI_RECORD_BPF_EVENT, 0);
	buf_add(b, words, sizeof words);
	write_u32(b, prog);
	buf_add(b, tag, 8);
	finish(b, at, attr, id);
}

void write_namespaces(struct buf *b, const struct abi_attr *attr, uint32_t pid, uint32_t tid,
                      const struct write_namespace v[WRITE_NAMESPACES], const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_NAMESPACES, 0);
	write_u32(b, pid);
	write_u32(b, tid);
	write_u64(b, WRITE_NAMESPACES);
	for (int i = 0; i < WRITE_NAMESPACES; i++) {
		write_u64(b, v[i].dev);
		write_u64(b, v[i].ino);
	}
	finish(b, at, attr, id);
}

void write_cgroup(struct buf *b, const struct abi_attr *attr, uint64_t cgroup, const char *path,
                  const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_CGROUP, 0);
	write_u64(b, cgroup);
	add_text(b, path);
	finish(b, at, attr, id);
}

void write_lost_samples(struct buf *b, const struct abi_attr *attr, uint64_t lost,
                        const struct write_id *id)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_LOST_SAMPLES, 0);
	write_u64(b, lost);
	finish(b, at, attr, id);
}

void write_finished_round(struct buf *b)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_FINISHED_ROUND, 0);
	finish(b, at, NULL, NULL);
}

void write_finished_init(struct buf *b)
{
	size_t at = begin(b);
	add_header(b, ABI_RECORD_FINISHED_INIT, 0);
	finish(b, at, NULL, NULL);
}

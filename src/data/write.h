/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The writing half of the perf.data codec: values -> bytes, in host byte order, into a buf.
 * The file's layout is header, ids, attrs, data, feature section table, feature sections. The
 * recorder appends data as it comes and rewrites the header's data size at each flush, so that the
 * file is valid at every moment; this module only makes the bytes.
 */
#ifndef PMREC_DATA_WRITE_H
#define PMREC_DATA_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/abi.h"
#include "base/buf.h"
#include "base/span.h"
#include "data/embedded.h"

struct write_event {
	struct abi_attr attr; /* attr.size tells how many bytes of it are written */
	const uint64_t *ids;
	uint32_t n_ids;
	const char *name;
};

enum {
	WRITE_HEADER_BYTES = 104,
	WRITE_DATA_SIZE_OFF = 48, /* where in the header the u64 data_bytes stands */
};

/* The file header for data at [data_off, data_off + data_bytes) and attrs at attrs_off; features
 * are the bits of the sections that follow the data, all zero while recording. */
void write_header(struct buf *b, uint64_t attrs_off, uint32_t n_attrs, uint32_t attr_bytes,
                  uint64_t data_off, uint64_t data_bytes,
                  const uint64_t features[ABI_FEATURE_MAX / 64]);

/* All that precedes the data: header, ids, attrs, padded to 8 bytes. The data starts at b->n
 * afterwards. */
void write_prologue(struct buf *b, const struct write_event *events, uint32_t n_events);

/* Records. Each writes one whole record, padded to 8 bytes; id is what its sample_id trailer says,
 * laid out for attr (nothing without sample_id_all). */
struct write_id {
	uint32_t pid, tid, cpu;
	uint64_t time_ns, id;
};

struct write_mmap2 {
	uint32_t pid, tid;
	uint64_t start, len, pgoff; /* bytes */
	uint32_t maj, min, prot, flags;
	uint64_t ino, ino_generation;
	const char *path;
};

void write_mmap(struct buf *b, const struct abi_attr *attr, uint16_t misc, uint32_t pid,
                uint32_t tid, uint64_t start, uint64_t len, uint64_t pgoff, const char *path,
                const struct write_id *id);
void write_mmap2(struct buf *b, const struct abi_attr *attr, uint16_t misc,
                 const struct write_mmap2 *m, const struct write_id *id);
void write_comm(struct buf *b, const struct abi_attr *attr, uint16_t misc, uint32_t pid,
                uint32_t tid, const char *comm, const struct write_id *id);
void write_fork(struct buf *b, const struct abi_attr *attr, uint16_t misc, uint32_t pid,
                uint32_t ppid, uint32_t tid, uint32_t ptid, uint64_t time_ns,
                const struct write_id *id);
enum { WRITE_KSYMBOL_BPF = 1, WRITE_BPF_LOADED = 1 }; /* types of the next two */
void write_ksymbol(struct buf *b, const struct abi_attr *attr, uint64_t addr, uint32_t len,
                   uint16_t type, const char *name, const struct write_id *id);
void write_bpf_event(struct buf *b, const struct abi_attr *attr, uint16_t type, uint32_t prog,
                     const uint8_t tag[8], const struct write_id *id);
/* In the order of the kernel: net, uts, ipc, pid, user, mnt, cgroup. */
enum { WRITE_NAMESPACES = 7 };
struct write_namespace {
	uint64_t dev, ino;
};
void write_namespaces(struct buf *b, const struct abi_attr *attr, uint32_t pid, uint32_t tid,
                      const struct write_namespace v[WRITE_NAMESPACES], const struct write_id *id);
void write_cgroup(struct buf *b, const struct abi_attr *attr, uint64_t cgroup, const char *path,
                  const struct write_id *id);
void write_lost_samples(struct buf *b, const struct abi_attr *attr, uint64_t lost,
                        const struct write_id *id);
void write_finished_round(struct buf *b);
void write_finished_init(struct buf *b);

/* ------------------------------------------------------------------ the stream form */

/* What a stream starts with: its header, and for each event a record of its attr and one of its
 * name. */
void write_stream_start(struct buf *b, const struct write_event *events, uint32_t n_events);
/* The most ids an event of a stream can have: they are in one record with its attr. */
enum { WRITE_STREAM_IDS_MAX = (ABI_RECORD_MAX - 7 - ABI_HEADER_BYTES - ABI_ATTR_VER9) / 8 };
/* A feature as a record; nothing when it is too large for one. */
void write_feature_record(struct buf *b, enum abi_feature feature, struct span content);
/* The tracing data: a record, and behind it the content, padded to 8 bytes. */
void write_tracing_record(struct buf *b, struct span content);

/* ------------------------------------------------------------------ compressed records */

/* Makes COMPRESSED2 records, or with old_form COMPRESSED ones, which perf before 6.16 can read. */
struct write_zstd;
struct write_zstd *write_zstd_new(int level, bool old_form);
void write_zstd_free(struct write_zstd *z); /* NULL is fine */
/* Add the records a, then b. They are whole frames: nothing of them is held back. */
void write_zstd(struct write_zstd *z, struct buf *out, struct span a, struct span b);
/* Content of the COMPRESSED section; raw_bytes became packed_bytes. */
void write_compressed(struct buf *b, int level, uint64_t raw_bytes, uint64_t packed_bytes);

/* The feature part, which stands behind the data: a table of sections in the order of their bits,
 * then the sections. write_features() is given the file offset the table will have; content[i]
 * belongs to the i-th lowest of the bits set in features. */
void write_features(struct buf *b, uint64_t file_off, const uint64_t features[ABI_FEATURE_MAX / 64],
                    const struct span *content);

/* Feature section contents. */
void write_u32(struct buf *b, uint32_t v);
void write_u64(struct buf *b, uint64_t v);
void write_string(struct buf *b, const char *s); /* u32 length, text padded to 64 bytes */
void write_nrcpus(struct buf *b, uint32_t available, uint32_t online);
void write_cmdline(struct buf *b, const char *const *words, uint32_t n);
void write_event_desc(struct buf *b, const struct write_event *events, uint32_t n_events);
/* Groups of events: n_members from leader on, which is an index among the events. */
struct write_group {
	uint32_t leader, n_members;
};
void write_group_desc(struct buf *b, const struct write_group *groups, uint32_t n);

/* What tracefs says of the tracepoints among the events; those of a system follow each other. */
struct write_tracing_event {
	const char *system;
	struct span format;
};
struct write_tracing {
	struct span header_page, header_event, printk, cmdlines;
	const struct write_tracing_event *events;
	uint32_t n_events, page_bytes;
};
void write_tracing(struct buf *b, const struct write_tracing *t); /* write_tracing.c */
/* One entry of BUILD_ID: n <= 20 bytes. */
void write_build_id(struct buf *b, uint16_t misc, int32_t pid, const uint8_t *id, uint8_t n,
                    const char *path);
/* The same as a record among the data (HEADER_BUILD_ID). */
void write_build_id_record(struct buf *b, uint16_t misc, int32_t pid, const uint8_t *id, uint8_t n,
                           const char *path);

/* ------------------------------ names in the recording (write_embedded.c) */

struct write_embedded {
	const char *path; /* as mapped */
	enum embedded_kind kind;
	uint64_t min_vaddr; /* of its code; that lies in the file, or in the module, at min_off */
	uint64_t min_off;
	struct span build_id; /* n = 0 = it has none */
	bool is_untold;       /* nothing is told of a build-id */
};
/* Add the message of a file to the FILE2 section. Symbols follow; then it is ended by what this
 * returned. */
size_t write_embedded(struct buf *b, const struct write_embedded *f);
/* addr: as of struct data_embedded_symbol. */
void write_embedded_symbol(struct buf *b, uint64_t addr, uint32_t len, const char *name);
void write_embedded_end(struct buf *b, size_t at);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of what was there before: the kernel, processes, BPF programs. */
#ifndef PMREC_CAPTURE_SYNTH_H
#define PMREC_CAPTURE_SYNTH_H

#include "base/log.h"
#include "data/write.h"

struct recorder;

/* Records of the kernel, its modules and BPF programs, and the processes of the target that run
 * already. */
void synth(struct buf *b, const struct recorder *r);
/* The same in the middle of a recording. */
void synth_again(struct buf *b, const struct recorder *r);
/* A walk through what there is, and where its records go. */
struct walk {
	struct buf *out;
	const struct abi_attr *attr; /* whose records they stand for */
	uint64_t id;
	struct buf text;           /* of the file at hand */
	bool mappings, namespaces; /* of processes */
};
/* The kernel and its modules; wanted: that it hides its addresses is worth a word. */
void synth_kernel(struct walk *w, bool wanted, const struct log *log);
/* One line of /proc/PID/maps, whose path is NUL-terminated. false when it is no mapping of
 * code, or with data of anything. */
bool synth_maps_line(char *line, bool data, struct write_mmap2 *out);
/* "pid (name) state ppid ..." of /proc/PID/stat. */
bool synth_stat(const char *text, char name[16], uint32_t *ppid);
/* The address of _text, else of _stext, in the start of a kallsyms text; false = not there; 0 =
 * hidden. */
bool synth_kernel_start(const char *text, const char **symbol, uint64_t *addr);

/* ------------------------------------------------------------------ bpf */

struct bpf;
enum { BPF_BYTES_MAX = 64 << 20 };
/* Knows no program, and takes no more when it has so many bytes. */
struct bpf *bpf_new(uint64_t bytes_max);
uint64_t bpf_left(const struct bpf *bpf); /* programs that were not taken */
void bpf_free(struct bpf *bpf);           /* NULL is fine */
/* See whole records: programs that were loaded are taken down before they may be gone. */
void bpf_see(struct bpf *bpf, const struct span part[2]);
void bpf_collect(struct bpf *bpf); /* and those that there are */
/* Records of their symbols, and that they were loaded. */
void bpf_synth(const struct bpf *bpf, const struct abi_attr *attr, const struct write_id *id,
               struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names for what samples hit, taken where they are certain: on the machine and in the moment of the
 * recording.
 *
 *	held    files that are mapped, kept open while their processes live
 *	hits    which addresses of them samples hold
 *	embed   the symbols there, for the file
 *
 * names.c feeds the first two as records pass, or pass again at the end.
 */
#ifndef PMREC_CAPTURE_EMBED_H
#define PMREC_CAPTURE_EMBED_H

#include "base/intern.h"
#include "capture/internal.h"
#include "data/data.h"
#include "session/session.h"
#include "symbols/symbols.h"

/* What a mapping's record tells of its file: the path, and the build-id, or else the inode. */
struct file_told {
	const char *path; /* borrowed */
	struct build_id build_id;
	uint32_t maj, min;
	uint64_t ino;
};

void file_told_by(const struct body_mmap *m, struct file_told *out);
bool file_told_equal(const struct file_told *a, const struct file_told *b);
uint64_t file_told_hash(const struct file_told *f);

/* ------------------------------------------------------------------ folders of those who make code
 */

struct code_folder {
	uint32_t pid, inner_pid, owner; /* inner_pid: what the process calls itself */
	int fd;
};

/* The empty value is {0}. */
struct code_folders {
	struct code_folder *v;
	uint32_t n, cap;
};

void code_folders_add(struct code_folders *all, uint32_t pid);
/* NULL = it is not known to make code. */
const struct code_folder *code_folders_of(const struct code_folders *all, uint32_t pid);
/* Its /tmp/perf-PID.map; of one that is not known that of the recorder's /tmp. 0 or an error kind.
 */
int code_folders_perfmap(const struct code_folders *all, uint32_t pid, struct bytes *out,
                         struct err *e);
void code_folders_release(struct code_folders *all);

/* ------------------------------------------------------------------ held */

struct held_file {
	struct file_told told; /* path is held's own */
	int fd;                /* -1 = it could not be had, or is not there any more */
	struct sys_file_id is; /* when it was opened */
	uint32_t before;       /* held's own: another one of the path */
};

struct held;
struct held *held_new(void);
void held_free(struct held *h); /* NULL is fine */
/* See n bytes of whole records. Those that tell of code have its file opened. */
void held_see(struct held *h, const struct span part[2], size_t n);
/* Of records of ours that were seen: where several files had one path, mappings tell their
 * build-ids from now on instead of inodes, as readers go by paths. */
void held_tell_apart(struct held *h, unsigned char *records, size_t n);
/* The file of a mapping; looked for now if it was not seen. */
const struct held_file *held_find(struct held *h, const struct file_told *told);
/* How many different files were seen under a path: 0, 1 and *out, 2 = several, or one that nothing
 * but its inode tells of and that is not there. */
int held_by_path(struct held *h, const char *path, const struct held_file **out);
/* Is it, by what tells one file from another, the same? */
bool held_same(const struct held_file *a, const struct held_file *b);
/* Its bytes, if nobody has changed them since it was seen. 0 or an error kind. */
int held_map(const struct held_file *f, struct bytes *out, struct err *e);
/* That of the same bytes; false = there is none, and id->n is 0. */
bool held_build_id(const struct held_file *f, struct build_id *id);
/* What a process calls itself, if it is known to make code; else pid. */
uint32_t held_inner_pid(const struct held *h, uint32_t pid);
/* What a process says of the code that it makes: /tmp/perf-PID.map as the process sees it. */
int held_perfmap(const struct held *h, uint32_t pid, struct bytes *out, struct err *e);

/* ------------------------------------------------------------------ hits */

#define HIT_KERNEL (UINT32_MAX - 1) /* the process of kernel addresses */

struct hit_file {
	struct file_told told;
	enum file_kind kind;
	uint32_t pid;   /* FILE_ANON */
	uint64_t start; /* FILE_MODULE: where it lies */
};

/* An address that was hit: of user files and the vdso an offset, else as it ran. */
struct hit_place {
	uint64_t addr;
	uint32_t file;
	bool is_caller; /* the byte before it counts too */
};

struct hits;
struct hits *hits_new(const struct plan *p); /* borrowed */
void hits_free(struct hits *h);              /* NULL is fine */
/* process and the next ones: small numbers that the caller gives to processes. */
void hits_mapping(struct hits *h, uint32_t process, const struct body_mmap *m, uint8_t mode);
void hits_sample(struct hits *h, uint32_t process, const struct record *r);
void hits_deferred(struct hits *h, uint32_t process, const struct record *r);
uint32_t hits_trailer_pid(const struct hits *h, const struct record *r);
/* parent_of(ctx, process) is whose mappings a process began with, itself = nobody's. Now and then,
 * where a round ends, and at last: addresses become places. */
typedef uint32_t hits_parent(void *ctx, uint32_t process);
void hits_round(struct hits *h, hits_parent *parent_of, void *ctx);
void hits_finish(struct hits *h, hits_parent *parent_of, void *ctx);
/* After that, once: the places in order of file and address. */
const struct hit_place *hits_places(struct hits *h, uint32_t *n);
const struct hit_file *hits_files(const struct hits *h, uint32_t *n);
/* How many were too many to be kept. */
uint64_t hits_n_refused(const struct hits *h);

/* ------------------------------------------------------------------ embed */

/* Add the content of the FILE2 section. */
void embed_add(struct buf *out, struct hits *hits, struct held *held, const struct log *log);

#endif

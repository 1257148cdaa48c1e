/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records in context: the session takes the records of a recording in order of time, keeps for
 * every process its mappings and for every thread its name as they were at that time, and hands out
 * each record with its thread. It knows mappings and files, but no names of functions.
 *
 * Ids (of texts, files, mappings) are small numbers that stay valid for the session's life.
 */
#ifndef PMREC_SESSION_SESSION_H
#define PMREC_SESSION_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/sort.h"
#include "data/data.h"

/* ------------------------------------------------------------------ files and mappings */

enum file_kind {
	FILE_UNKNOWN, /* file 0: no mapping covers the address */
	FILE_USER,    /* an ELF file */
	FILE_KERNEL,
	FILE_MODULE,
	FILE_VDSO,
	FILE_ANON,    /* memory made executable at run time; named /tmp/perf-PID.map, or by a file
	                 whose symbols have its addresses */
	FILE_SPECIAL, /* [heap], [stack] and the like */
	FILE_KSYMBOL, /* code the kernel made at run time, such as a BPF program: named by its
	                 record */
};

/* Are addresses in it offsets in bytes, and not what the processor saw? */
static inline bool file_kind_has_offsets(enum file_kind kind)
{
	return kind == FILE_USER || kind == FILE_VDSO;
}

/* What a mapped path of a process stands for, but for what only its record tells. */
enum file_kind session_file_kind(const char *path);
/* On a 64-bit machine the vdso of a 32-bit process is another image under the same name; it lies in
 * the first 4 GiB, where that of a 64-bit process never is. */
static inline bool session_vdso_is_narrow(uint64_t start)
{
	return start <= UINT32_MAX;
}

/* A file that was mapped; perf calls it a dso. Once for each (path, build-id). */
struct session_file {
	enum file_kind kind;
	uint32_t path;       /* text id; [unknown] for file 0 */
	uint32_t short_name; /* text id: the last part of the path */
	uint32_t label;      /* text id: what perf's report calls it, short_name for most */
	uint32_t pid;        /* FILE_ANON */
	uint8_t n_build_id, build_id[20];
	/* FILE_KERNEL: the symbol whose recorded address is ref_addr, a text id; 0 with ref_addr 0
	 * = unknown. FILE_MODULE: ref_addr is where its code began. */
	uint32_t ref_name;
	uint64_t ref_addr;
};

/* Bytes [pgoff, pgoff + end - start) of a file at addresses [start, end). Once for each distinct
 * one. Mapping 0 stands for "none" and belongs to file 0. */
struct mapping {
	uint64_t start, end, pgoff;
	uint32_t file; /* id */
};

/* The mappings of one process, by address, disjoint. */
struct space {
	struct space_entry {
		uint64_t start, end;
		uint32_t mapping; /* id */
	} *v;
	uint32_t n, front, cap; /* pieces; room before v; room in all */
	uint32_t *refs;         /* how many spaces share v; NULL while there is none */
	uint32_t last;          /* index of what was found last: the next address is often near */
};

enum { SPACE_PIECES_MAX = 1 << 22 }; /* of all spaces together: 100 MB */

/* ------------------------------------------------------------------ threads */

struct thread {
	uint32_t pid, tid;
	uint32_t comm;    /* text id */
	uint32_t process; /* index into the session's processes; its threads share mappings */
	bool has_comm;    /* it was named by a record; else comm is ":TID" */
};

/* ------------------------------------------------------------------ the session */

/* Records of a file queued to be handed out by time. */
struct order {
	struct sort_pair *v, *tmp; /* time in ns, address of the record */
	size_t n, cap, at, ready;  /* [at, ready) may be handed out */
	size_t cap_tmp;
	uint64_t newest_ns, flush_ns;
};

struct session_stats {
	uint64_t records[ABI_RECORD_END]; /* by type */
	uint64_t unknown;                 /* records of types nobody knows */
	uint64_t lost_records;            /* sum of the LOST records */
	uint64_t lost_samples;            /* sum of the LOST_SAMPLES records */
	uint64_t lost_chunks;             /* number of LOST records */
	uint64_t no_event;                /* samples whose id no event has */
	uint64_t bad;                     /* records whose body could not be decoded */
	uint64_t spaces_dropped;          /* processes that did not get their parent's mappings:
	                                     SPACE_PIECES_MAX */
	uint64_t *event_samples;          /* by event */
	uint64_t *event_lost;             /* by event: LOST_SAMPLES */
};

/* Counter values that samples brought, so that the next one's difference can be told. */
struct counts {
	struct count {
		uint64_t id, value;
		uint32_t tid; /* 0 unless counters are inherited: then each thread has one of its
		                 own */
	} *v;
	uint32_t n, cap;
	struct table table;
};

/* Told of offsets [from, to) of the recording that were handed out and are not likely to be looked
 * at again; the bytes there must read the same if they are. */
typedef void session_behind(void *ctx, uint64_t from, uint64_t to);

struct session {
	struct data *data;      /* borrowed */
	session_behind *behind; /* may be set after session_open(); so may be the next ones */
	void *behind_ctx;
	bool whole_samples; /* those that read several counters are handed out as they are */
	uint64_t behind_off, round_off; /* what was told of; where the last round began */
	struct data_cursor cursor;
	struct order order;
	struct intern texts;
	struct session_file *files;
	uint32_t n_files, cap_files;
	struct table file_table;
	struct data_build_id
		*build_ids; /* of the BUILD_ID section; by the text id of their path in the table */
	uint32_t n_build_ids, cap_build_ids;
	struct table build_id_table;
	struct mapping *mappings;
	uint32_t n_mappings, cap_mappings;
	struct table mapping_table;
	struct thread **threads; /* by index; the newest of a tid is the one in thread_table */
	uint32_t n_threads, cap_threads;
	struct table thread_table, process_table;
	struct session_process {
		uint32_t pid;
		struct space *space;
	} *processes;
	uint32_t n_processes, cap_processes;
	struct space *kernel;
	uint32_t kernel_mapping; /* of the kernel proper; 0 = not recorded */
	uint64_t n_pieces;       /* room for them in all spaces */
	/* User parts of call chains that came in records of their own, by thread and cookie. */
	struct session_deferred {
		uint32_t tid;
		uint32_t first,
			last; /* samples that wait for it: indices into waiting + 1, 0 = none */
		bool is_played;
		uint64_t cookie;
		struct words ips;
	} *deferred;
	struct session_waiting {
		struct record rec;
		uint32_t next; /* index + 1 */
	} *waiting;
	uint32_t n_waiting, cap_waiting;
	uint32_t n_held;   /* that wait now */
	uint32_t released; /* the first sample that may go: index + 1 */
	uint32_t n_deferred, cap_deferred;
	struct table deferred_table;
	struct data_cursor deferred_cursor; /* what it inflated holds the words */
	struct counts counts;
	/* What CGROUP and ID_INDEX records told. */
	struct session_cgroup {
		uint64_t id;
		uint32_t path; /* text id */
	} *cgroups;
	uint32_t n_cgroups, cap_cgroups;
	struct table cgroup_table;
	struct session_guest {
		uint64_t id; /* of an event's counter */
		uint32_t machine_pid, vcpu;
	} *guests;
	uint32_t n_guests, cap_guests;
	struct table guest_table;
	struct session_group
		*group; /* the sample whose counters are handed out one by one; NULL = none */
	struct session_stats stats;
	bool at_end, failed;
	struct err failure; /* why the walk ended early, when failed */
};

/* A record in context. sample is set for SAMPLE records only; thread is also set for COMM, FORK,
 * EXIT and MMAP records (the thread they are about), else NULL. */
struct session_event {
	struct record rec;
	const struct data_event *event; /* NULL for records of the recorder */
	struct sample sample;
	const struct thread *thread;
	uint64_t time_ns; /* 0 = none */
	bool is_further;  /* one more counter of the sample before, which has all else in common */
};

void session_open(struct session *s, struct data *d); /* d is borrowed */
/* Of the recorded kernel, as the list of build-ids has it: its bytes; 0 = not known. */
uint8_t session_kernel_build_id(struct session *s, uint8_t id[20]);
void session_close(struct session *s); /* idempotent */

/* The next record: its effect on threads and mappings is done. 0 and *out; 1 = no more (failure
 * then tells whether the file was walked to its end). Never fails for what input does: damage is
 * counted. */
int session_next(struct session *s, struct session_event *out);

/* The same for a record from elsewhere, all of which come in order of time; s->data tells of its
 * event and has no records. False: it is of no use. */
bool session_play(struct session *s, const struct record *r, struct session_event *out);

/* The thread of ids as a record has them, as it is now; made up where nothing told of it. */
const struct thread *session_thread(struct session *s, uint32_t pid, uint32_t tid);
/* The path of a cgroup that a record so far told of; NULL = none. */
const char *session_cgroup(const struct session *s, uint64_t id);
/* Whether the samples of a counter were taken in a virtual machine, and put in from its recording;
 * NULL = no. */
const struct session_guest *session_guest(const struct session *s, uint64_t id);

/* The times of the first and the last sample: from the file's header, else by a walk of its own.
 * false = no samples with a time. */
bool session_sample_time(struct session *s, uint64_t *first_ns, uint64_t *last_ns);

static inline const char *session_text(const struct session *s, uint32_t text)
{
	return intern_str(&s->texts, text);
}

/* A name as it is shown: one of no letters would be seen as nothing. */
static inline const char *session_name(const struct session *s, uint32_t text)
{
	const char *name = session_text(s, text);
	return *name ? name : "[unknown]";
}

static inline struct space *session_space(const struct session *s, const struct thread *t)
{
	return s->processes[t->process].space;
}

/* The space of a context (ABI_MISC_KERNEL, ABI_MISC_USER...); NULL = its mappings are not known. */
static inline struct space *session_context(const struct session *s, const struct thread *t,
                                            uint8_t mode)
{
	return mode == ABI_MISC_KERNEL      ? s->kernel
	       : t && mode == ABI_MISC_USER ? session_space(s, t)
	                                    : NULL;
}

/* The mapping at an address of a space; 0 = none. */
uint32_t space_search(struct space *sp, uint64_t addr);
static inline uint32_t space_find(struct space *sp, uint64_t addr)
{
	if (sp->last < sp->n) {
		const struct space_entry *e = &sp->v[sp->last];
		if (addr - e->start < e->end - e->start)
			return e->mapping;
	}
	return space_search(sp, addr);
}

/* The same of a context's, which may be NULL; the kernel's reaches beyond its records. */
uint32_t machine_beyond(const struct session *s, uint64_t ip);
static inline uint32_t session_mapping(const struct session *s, struct space *sp, uint64_t ip)
{
	uint32_t found = sp ? space_find(sp, ip) : 0;
	return found || !sp || sp != s->kernel ? found : machine_beyond(s, ip);
}

static inline const struct session_file *session_file_of(const struct session *s, uint32_t mapping)
{
	return &s->files[s->mappings[mapping].file];
}

#endif

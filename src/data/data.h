/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The perf.data codec: bytes <-> records. Source: Linux 7.2, tools/perf/Documentation/
 * perf.data-file-format.txt, and perf_event_open(2) for the records of the kernel.
 *
 * Pure: it is given bytes and gives values. A file of the other byte order is turned into the
 * host's order where it lies, record by record, as it is walked; hence the bytes must be writable
 * (a private mapping).
 */
#ifndef PMREC_DATA_DATA_H
#define PMREC_DATA_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/abi.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"
#include "base/table.h"
#include "data/embedded.h"
#include "data/tracing.h"

/* ------------------------------------------------------------------ reading: the file */

/* One event of a recording. */
struct data_event {
	struct abi_attr attr;
	const uint64_t *ids; /* those of its counters, one a CPU or thread */
	uint32_t n_ids;
	const char *name; /* as recorded, else derived from the attr; never NULL */

	/* Derived once: where a record of this event has its time, id and so on (bytes; -1 = not
	 * there). From the record's start for SAMPLE, from its end for the others (the sample_id
	 * trailer). */
	int16_t sample_time_off, tail_time_off;
	uint16_t tail_bytes; /* length of the trailer, 0 without sample_id_all */
};

/* Something the reader could not use but went on after. */
struct data_fault {
	uint64_t off; /* file offset in bytes */
	char text[160];
};

enum { DATA_FAULTS_MAX = 16 };

/* A run of records. */
struct data_area {
	struct bytes bytes;  /* of the whole file it is in; borrowed */
	uint64_t begin, end; /* offsets in it */
	uint64_t swapped_to; /* in a foreign recording: what lies before was turned into host order
	                      */
	uint64_t cut_off;    /* where it ends early, when is_cut: known once it was walked */
	bool is_cut;
};

/* A parsed recording. Borrowed: the bytes it was opened on. */
struct data {
	struct bytes bytes;
	struct arena arena;
	bool swapped;   /* recorded on a machine of the other byte order */
	bool pipe;      /* the stream form: attrs and features are records */
	bool truncated; /* sizes were never written or the file ends early */
	struct data_event *events;
	uint32_t n_events;
	struct table ids; /* event id -> index into id_event */
	/* The kernel counts ids up, and those of one recording lie together: of the id
	 * first_id + i the event's index + 1, 0 = not known here. */
	uint64_t first_id;
	uint32_t near_ids[1024];
	struct data_id {
		uint64_t id;
		uint32_t event;
	} *id_event;
	uint32_t n_ids, cap_ids;
	uint64_t id_bytes; /* that all events' ids take in the file: at most what it has */
	int16_t id_off, id_tail_off; /* where any record has its id (bytes; from start, from end),
	                                -1 = nowhere */
	uint64_t data_off, data_end; /* the records: [data_off, data_end) of the file */
	struct data_area
		*areas; /* where records lie: the file's own, and those of data_add_area() */
	uint32_t n_areas;
	uint64_t feature_off; /* of the section table; 0 in a pipe */
	uint64_t features[ABI_FEATURE_MAX / 64];
	struct span feature[ABI_FEATURE_MAX]; /* contents of each section that is there */
	uint64_t feature_file_off[ABI_FEATURE_MAX];
	struct tracing *tracing; /* the formats of its tracepoints; NULL = it has no tracepoints
	                          */
	struct data_fault faults[DATA_FAULTS_MAX];
	uint32_t n_faults; /* all that were seen; those past DATA_FAULTS_MAX are only counted */
};

/* Could a file that begins with these bytes be a recording? Of its first 8 bytes. */
bool data_is_magic(const void *start, size_t n);
/* Parse the header, attrs and features of a file or a saved pipe stream. bytes must outlive d.
 * 0; ERR_CORRUPT; ERR_UNSUPPORTED (not perf.data). *d is valid for data_close() in any case. */
int data_open(struct data *d, struct bytes bytes, struct err *e);
void data_close(struct data *d); /* idempotent */
/* The recording goes on in another file that holds nothing but records, as it does in the form of a
 * folder. areas[i + 1] is the i-th of them, which is called so there. */
#define DATA_MORE_NAME "data.%u"
void data_add_area(struct data *d, struct bytes records);

bool data_has_feature(const struct data *d, unsigned feature);
/* Text features: HOSTNAME OSRELEASE VERSION ARCH CPUDESC CPUID. NULL when it is not there. */
const char *data_text(struct data *d, unsigned feature);
/* The text of /proc/kallsyms on the recorded machine, which simpleperf keeps; empty = there is
 * none. */
struct span data_kallsyms(struct data *d);
void data_fault(struct data *d, uint64_t off, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* ------------------------------ reading: features (data/feature.c) */

bool data_nrcpus(struct data *d, uint32_t *available, uint32_t *online);
bool data_total_mem(struct data *d, uint64_t *kib);
bool data_sample_time(struct data *d, uint64_t *first_ns, uint64_t *last_ns);
/* A section read from its front. What is not there reads as 0 or as empty text, and ok is false
 * from then on; a loop over n things that asks for ok in each round thus ends with the section,
 * whatever n is. */
struct feature_reader {
	struct span left;
	bool swapped, ok;
};
/* False when the feature is not there; then the reader is empty and not ok. */
bool feature_open(const struct data *d, unsigned feature, struct feature_reader *r);
uint32_t feature_u32(struct feature_reader *r);
uint64_t feature_u64(struct feature_reader *r);
struct span feature_bytes(struct feature_reader *r, uint64_t n);
struct span
feature_text(struct feature_reader *r); /* u32 length and bytes, cut at the first NUL byte */
void feature_skip_texts(struct feature_reader *r, uint32_t n);
/* The value at byte off of a span that is known to hold it. */
uint32_t feature_u32_at(const struct feature_reader *r, struct span s, size_t off);
uint64_t feature_u64_at(const struct feature_reader *r, struct span s, size_t off);

/* GROUP_DESC: events [leader, leader + n) were counted together, n being 2 or more. name: "" = none
 * was given. */
struct data_group {
	struct span name;
	uint32_t leader, n;
};
/* Has any event these bits of sample_type? */
bool data_has_sample_bit(const struct data *d, uint64_t bit);
/* The first event of that name; NULL = there is none. */
const struct data_event *data_event_named(const struct data *d, const char *name);

/* CLOCK_DATA, of a reader at its front: u32 version, u32 clock, u64 the day's time in ns, u64 the
 * same moment by the clock of the recording. */
struct data_clock {
	uint32_t clock; /* CLOCK_... */
	uint64_t day_ns, recorded_ns;
};
bool data_clock(struct feature_reader *r, struct data_clock *out); /* false = it makes no sense */

/* The groups in the order of their events, none over another: {.r = what feature_open() gave} at
 * the start. */
struct data_groups {
	struct feature_reader *r;
	uint32_t left, next_leader;
	bool begun;
};
/* False = no more; what makes no sense ends them. */
bool data_groups_next(const struct data *d, struct data_groups *g, struct data_group *out);

/* BPF_PROG_INFO: a program the kernel had compiled when it was recorded, and the parts that it was
 * compiled to. */
struct data_bpf_prog {
	uint32_t id, btf_id;
	uint32_t n_parts;  /* all of the arrays below have so many */
	const char *name;  /* borrowed; "" = none */
	uint8_t tag[8];    /* of the program as a whole */
	struct span addrs; /* u64 each */
	struct span bytes; /* u32 each: their lengths */
	struct span tags;  /* 8 bytes each */
	struct span types; /* type_bytes each, the second u32 is a type of the BTF; empty = none */
	uint32_t type_bytes;
};
/* The programs in the order of the section, in d's arena; *n of them. Those that make no sense are
 * left out. */
const struct data_bpf_prog *data_bpf_progs(struct data *d, uint32_t *n);
/* Names of the BTF types (BPF_BTF). Borrows d, and puts what it learns into d's arena. */
struct data_btf {
	struct data *d;
	struct feature_reader reader;
	struct data_btf_blob {
		uint32_t id;
		struct span bytes, strings;
		const uint32_t *types; /* offset into strings by type; NULL = not looked at yet */
		uint32_t n_types;
	} *blobs;
	uint32_t n;
	struct table ids;
};
void data_btf_init(struct data_btf *t, struct data *d);
void data_btf_release(struct data_btf *t);
/* The name of a type of BTF id, borrowed; NULL = none. */
const char *data_btf_name(struct data_btf *t, uint32_t id, uint32_t type);
/* The same of one blob in host byte order, looked for anew at each call. Borrowed from the blob. */
const char *btf_type_name(struct span blob, uint32_t type);

struct data_build_id {
	int32_t pid;       /* -1 = the host's kernel or all processes */
	uint16_t misc;     /* ABI_MISC_KERNEL or ABI_MISC_USER */
	uint8_t n, id[20]; /* n = length in bytes */
	const char *path;  /* borrowed */
};

/* Walk the BUILD_ID section: *at is 0 at the start. 0 and *out; 1 = no more. */
int data_build_id_next(struct data *d, uint64_t *at, struct data_build_id *out);

/* ------------------------------ reading: names in the recording (data/embedded.c) */

/* A file whose symbols the recorder put into the recording: those that samples fell on, or all. Two
 * forms: FILE of simpleperf before 2021, FILE2 since then (its record_file.proto). */
struct data_embedded {
	const char *path; /* as mapped; in d's arena */
	enum embedded_kind kind;
	uint64_t min_vaddr; /* of its code; that lies in the file, or in the module, at min_off */
	uint64_t min_off;   /* UINT64_MAX = not known */
	bool has_build_id;  /* it is told, or that there is none: build_id.n = 0 */
	struct span build_id;
	struct span symbols;
	uint32_t n_symbols; /* old form */
	bool is_proto, swapped;
};
struct data_embedded_symbol {
	uint64_t addr; /* ELF, MODULE: virtual address; kernel: as it ran; else offset in the file
	                */
	uint32_t len;
	struct span name; /* not terminated */
};
/* Walk both sections: *at is 0 at the start. 0 and *out; 1 = no more. */
int data_embedded_next(struct data *d, uint64_t *at, struct data_embedded *out);
/* Cut the next symbol off f. False = no more. */
bool data_embedded_symbol(struct data_embedded *f, struct data_embedded_symbol *out);

/* ------------------------------------------------------------------ reading: records */

/* A record in host byte order. Borrowed from the file's bytes or the cursor: valid until the cursor
 * is released. p points at the perf_event_header. */
struct record {
	const unsigned char *p;
	uint32_t type; /* enum abi_record */
	uint16_t misc;
	uint32_t n;   /* whole length in bytes, header included */
	uint64_t off; /* file offset in bytes; of the container for a record that was compressed */
};

/* A walk over the records in file order. A COMPRESSED record is followed by the records in it; an
 * AUXTRACE record's payload is passed over. */
struct data_cursor {
	struct data *d;
	uint32_t area; /* index */
	uint64_t at;
	void *zstd;            /* decompression stream, NULL until needed */
	struct arena inflated; /* what came out of compressed records */
	struct span rest;      /* of the last compressed record, yet to be walked */
	uint64_t rest_off;
	struct bytes carry; /* a record cut between two compressed ones */
};

void data_cursor_init(struct data_cursor *c, struct data *d);
void data_cursor_release(struct data_cursor *c);
/* 0 and *out; 1 = no more; ERR_CORRUPT: a record that cannot be, the walk is over (what follows
 * cannot be found). */
int data_next(struct data_cursor *c, struct record *out, struct err *e);

/* How many bytes follow a record without being counted in its size. */
uint64_t data_payload(const struct record *r);
/* The event a record belongs to: by its id where the file has several, else the first. NULL =
 * unknown id or no events at all. */
const struct data_event *data_record_event(const struct data *d, const struct record *r);
/* A record's time in ns, or 0 when it has none: of one whose event is known already, and of any. */
uint64_t data_event_time(const struct data_event *ev, const struct record *r);
uint64_t data_record_time(const struct data *d, const struct record *r);

/* The identity of a record, from a sample's fields or the sample_id trailer of another record. */
struct sample_id {
	uint64_t time_ns, id, stream_id;
	uint32_t pid, tid, cpu; /* UINT32_MAX = not recorded */
};

/* A decoded sample: views into the record. Fields whose bit is not in the event's sample_type are
 * zero. */
struct sample {
	struct sample_id id;
	uint64_t ip, addr, period;
	struct words read;       /* PERF_SAMPLE_READ as recorded */
	struct words chain;      /* call chain with its context markers */
	struct words user_chain; /* what stands for the cookie of a chain that ends in
	                          * USER_DEFERRED; the session finds it, n = 0 = none */
	struct span raw;
	struct words branches; /* 3 words each: from, to, flags */
	uint64_t branch_hw_index;
	struct words branch_counters;      /* one word a branch; n = 0 = none */
	uint64_t user_abi, intr_abi;       /* 0 none, 1 32 bit, 2 64 bit */
	struct words user_regs, intr_regs; /* in the order of the attr's masks */
	struct span user_stack;            /* only the part the kernel filled */
	uint64_t weight, data_src, transaction, phys_addr, cgroup, data_page_bytes, code_page_bytes;
	struct span aux;
};

/* Decode a SAMPLE record of event ev. 0, or ERR_CORRUPT. */
int data_sample(const struct data_event *ev, const struct record *r, struct sample *out,
                struct err *e);
/* Take the stack dump out of a SAMPLE record of n bytes: its length then, n when it has none. */
uint32_t data_cut_stack(const struct data_event *ev, unsigned char *record, uint32_t n);
/* The attr of an event whose samples have call chains in place of registers and stack dumps. False:
 * it has no dumps, and stays as it is. */
bool attr_unstack(struct abi_attr *a, bool keep_regs, bool no_user_chain);
/* The SAMPLE record of a decoded sample with another call chain, and without those of the registers
 * and the stack dump that an event of attr to does not have, into out (room for ABI_RECORD_MAX).
 * Both events have call chains, and ev has registers where it has stacks. Its length. */
uint32_t data_rechain(const struct data_event *ev, const struct record *r, const struct sample *s,
                      const struct abi_attr *to, struct words chain, unsigned char *out);
/* One counter of a READ field. */
struct read_value {
	uint64_t value, id; /* id 0 = not recorded: the sample's own event */
	uint64_t lost;      /* 0 unless it was recorded */
};
/* How many a sample has, and the i-th one. */
uint64_t data_read_count(const struct data_event *ev, const struct sample *s);
struct read_value data_read_at(const struct data_event *ev, const struct sample *s, uint64_t i);
/* The event of an id, or NULL. */
const struct data_event *data_event_of_id(const struct data *d, uint64_t id);

/* The trailer of a record that is no sample; all UINT32_MAX and 0 where there is none. */
void data_sample_id(const struct data_event *ev, const struct record *r, struct sample_id *out);

/* A HEADER_BUILD_ID record among the others. 0 and *out; 1 = it is too short. */
int data_build_id_record(struct data *d, const struct record *r, struct data_build_id *out);

/* ------------------------------ the fields of a record by name (data/layout.c) */

struct layout_field {
	char kind;        /* see data/layout.c */
	unsigned bytes;   /* 0 = to the end */
	struct span name; /* "_..." = padding */
};
/* The layout of a record's body, of samples excepted: a text to be walked with layout_next(). NULL
 * = nobody knows the type. foreign: its body is not in host order yet. */
const char *record_layout(const struct record *r, bool foreign);
/* The next field; false = no more. A field of kind '[' begins those that repeat. */
bool layout_next(const char **at, struct layout_field *out);

/* ------------------------------------------------------------------ reading: record bodies
 * (data/body.c) Each: 0, or ERR_CORRUPT when the record is too short. Texts are borrowed, cut at
 * the record's end, and NUL-terminated (an unterminated one is refused). */

struct body_mmap {
	uint32_t pid, tid;
	uint64_t start, len, pgoff; /* bytes */
	uint32_t maj, min, prot, flags;
	uint64_t ino, ino_generation;
	uint8_t n_build_id, build_id[20];
	const char *path;
	bool is_mmap2;
};
struct body_comm {
	uint32_t pid, tid;
	const char *comm;
};
struct body_task { /* FORK and EXIT */
	uint32_t pid, ppid, tid, ptid;
	uint64_t time_ns;
};
struct body_lost {
	uint64_t id, lost; /* id 0 for LOST_SAMPLES */
};
struct body_ksymbol {
	uint64_t addr;
	uint32_t len;
	uint16_t ksym_type, flags; /* flags bit 0: unregistered */
	const char *name;
};

/* The user part of a call chain that the kernel took when the task returned to user mode (since
 * Linux 6.19); it belongs to the samples of the same thread whose chains end in USER_DEFERRED and
 * this cookie. */
struct body_deferred {
	uint64_t cookie;
	struct words ips; /* innermost first, no context markers */
};

int body_deferred(const struct record *r, const struct data_event *ev, struct body_deferred *out,
                  struct err *e);
int body_mmap(const struct record *r, const struct data_event *ev, struct body_mmap *out,
              struct err *e);
int body_comm(const struct record *r, const struct data_event *ev, struct body_comm *out,
              struct err *e);
int body_task(const struct record *r, const struct data_event *ev, struct body_task *out,
              struct err *e);
int body_lost(const struct record *r, const struct data_event *ev, struct body_lost *out,
              struct err *e);
int body_ksymbol(const struct record *r, const struct data_event *ev, struct body_ksymbol *out,
                 struct err *e);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Weights into text. Each format is one file; all write into a buf and print nothing themselves.
 */
#ifndef PMREC_OUTPUT_OUTPUT_H
#define PMREC_OUTPUT_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doctor/doctor.h"
#include "event/event.h"
#include "profile/profile.h"
#include "session/session.h"

enum { MAX_STACK_DEFAULT = 127 }; /* frames of a call chain that are shown: perf's default */

/* ------------------------------------------------------------------ folded stacks (fold.c) */

struct fold_options {
	bool kernel, jit;  /* mark kernel functions _[k], those of a perf map _[j] */
	bool pid, tid;     /* after the comm: -PID, -PID/TID */
	bool mark_inlined; /* mark inlined functions _[i] */
	bool addrs;        /* show the address where a function has no name */
	bool samples;      /* count samples, not periods */
	bool normalize;    /* of two profiles: as if they weighed the same */
	const char *event; /* name of the event to take; a machine with several core PMUs has one
	                      for each */
};

/* "comm;outer;...;leaf count" a line, sorted by bytes, each line once. */
void output_fold(struct buf *out, const struct profile *p, const struct fold_options *o);
/* The same of two: "comm;outer;...;leaf before after". With normalize what was before is scaled to
 * the sum of what is after. */
void output_fold_diff(struct buf *out, const struct profile *before, const struct profile *after,
                      const struct fold_options *o);

/* ------------------------------------------------------------------ flame graphs (flame.c) */

struct flame_options {
	const char *title;
	const char *event; /* what is shown at first; NULL = the first that has samples */
	bool reverse;      /* at first: from the innermost function to its callers */
	bool addrs;        /* show the address where a function has no name */
	double min_share; /* percent of an event: less becomes one frame with what lies beside it */
	bool is_svg;      /* a picture, which shows one event: it is named */
	const struct profile *before; /* what it is compared with; NULL = nothing */
	const char *before_title;
};

/* The least of decimal lengths (1, 2, 5, 10 ... ns) by which a span has at most FLAME_SLOTS slots.
 */
enum { FLAME_SLOTS = 4096 };
uint64_t flame_slot_ns(uint64_t span_ns);
/* One HTML file, or SVG file. For a page that compares nothing the profile has all of enum
 * profile_key apart. */
void output_flame(struct buf *out, const struct profile *p, const struct flame_options *o);

/* ------------------------------------------------------------------ comparison (diff.c) */

struct diff_options {
	const char *names[2]; /* of the recordings, the older one first */
	const char *event;    /* NULL = each that both have samples of */
	unsigned keys;        /* of SORT_COMM, SORT_DSO, SORT_SYM: bits */
	bool totals;          /* also with what was called */
	bool by_total;        /* rows in order of the change in totals, not in what is their own */
	bool is_signed;       /* growth first, not the largest change either way */
	bool normalize;       /* samples as if both recordings weighed the same */
	double percent_limit; /* rows of less, before and after, are left out */
	bool colour;
	size_t line_columns; /* as of report_options */
};

/* A table for each event; returns how many. */
uint32_t output_diff(struct buf *out, const struct profile *before, const struct profile *after,
                     const struct diff_options *o);

/* ------------------------------------------------------------------ the report (report*.c,
 * graph.c)
 */

enum report_tree {
	REPORT_NO_TREE,
	REPORT_TREE_DOWN, /* from the roots to what they call */
	REPORT_TREE_UP,   /* from the innermost functions to their callers */
};

struct report_options {
	enum report_tree tree; /* instead of a table */
	bool tree_threads;     /* it begins with the names of threads */
	bool utf8;             /* a tree may be drawn with more than ASCII has */
	struct hist_options hist;
	const uint8_t *columns; /* enum sort_key or hist_number, in the order they are printed */
	uint32_t n_columns;
	bool says_self;       /* the own weight is called Self, beside that of the children */
	bool symbol_first;    /* the symbol tells what a call graph begins with */
	double percent_limit; /* entries below are not printed */
	double chain_limit;   /* steps of call chains below are not printed; percent of the total */
	bool samples;         /* a tree has the number of samples, not the weight */
	bool colour;
	char separator; /* between the columns of a table, which are not padded then; 0 = none */
	size_t line_columns; /* of a terminal, to which lines are cut; 0 = they are not */
};

/* The table of the events of a group, of one mostly (indices). lost: samples known to be lost. */
void output_report(struct buf *out, const struct profile *p, const struct data_group *events,
                   uint64_t lost, const struct report_options *o);
/* All stacks of each event that has samples as a tree (report_tree.c). */
void output_report_tree(struct buf *out, const struct profile *p, const struct report_options *o);
/* The groups of all events that have samples, as programs read them: a line each, and one object,
 * which may hold the trees (report_csv.c, report_json.c). */
void output_report_csv(struct buf *out, const struct profile *p, const struct report_options *o);
void output_report_json(struct buf *out, const struct profile *p, const struct report_options *o);
/* The call graph below an entry. total: what 100 % is. own: the entry's weight. lines: show source
 * lines. */
void output_graph(struct buf *out, const struct places *p, const struct chain_node *root,
                  uint64_t total, uint64_t own, bool leave_first, bool lines);

/* Comments on how many samples have no name, in which files, and why; false and
 * nothing when all have one. With stacks also on how many of those are not whole. */
bool output_coverage(struct buf *out, const struct profile *p, bool stacks);

/* Record counts, as `report --stats`. */
void output_stats(struct buf *out, const struct session *s);
/* What the file's header says, each line after "# "; without full the long sections are only
 * named. */
void output_header(struct buf *out, struct data *d, int64_t mtime, bool full);
/* The command line that made it; false and nothing when it is not there. */
bool output_command(struct buf *out, const struct data *d);
/* One section of it; false and nothing when it is not there. */
bool output_feature(struct buf *out, struct data *d, unsigned feature, bool full);

/* ------------------------------------------------------------------ tracepoints as text (trace.c)
 */

/* What was learnt of the recording's tracepoints. Borrows d. */
struct traces {
	struct data *data;
	struct arena arena;
	struct trace_event *events; /* by event */
	struct trace_printk {
		uint64_t addr;
		struct span text;
	} *printk; /* texts of the kernel that fields point at */
	uint32_t n_printk;
	bool has_printk; /* they were read */
	struct table printk_table;
	struct buf line;
};
void traces_init(struct traces *t, struct data *d);
void traces_release(struct traces *t);
/* The raw data of a sample as its event's print format says, else "[FAILED TO PARSE] field=value
 * ...". Nothing when the recording does not have the event's format. */
void output_trace(struct buf *out, struct traces *t, struct places *p,
                  const struct session_event *ev);
/* Its fields as members of the object that is open (json.h), each a text. */
void trace_members(struct buf *b, struct traces *t, const struct session_event *ev);

/* ------------------------------------------------------------------ records as text (script.c) */

/* What of a sample is printed, in the order perf prints it: id, perf's name, the bits of
 * sample_type one of which it needs (0 = none), the function that prints it. The rows feed the
 * parser, the help, the completions and the printer. */
#define SCRIPT_FIELDS(X)                                                                 \
	X(MACHINE_PID, "machine_pid", 0, script_machine_pid)                             \
	X(VCPU, "vcpu", 0, script_vcpu)                                                  \
	X(COMM, "comm", 0, script_comm)                                                  \
	X(PID, "pid", ABI_SAMPLE_TID, script_pid)                                        \
	X(TID, "tid", ABI_SAMPLE_TID, script_tid)                                        \
	X(CPU, "cpu", ABI_SAMPLE_CPU, script_cpu)                                        \
	X(MISC, "misc", 0, script_misc)                                                  \
	X(TOD, "tod", ABI_SAMPLE_TIME, script_tod)                                       \
	X(TIME, "time", ABI_SAMPLE_TIME, script_time)                                    \
	X(PERIOD, "period", 0, script_period)                                            \
	X(EVENT, "event", 0, script_event)                                               \
	X(FLAGS, "flags", 0, script_flags)                                               \
	X(TRACE, "trace", 0, script_trace)                                               \
	X(ADDR, "addr", ABI_SAMPLE_ADDR, script_addr)                                    \
	X(DATA_SRC, "data_src", ABI_SAMPLE_DATA_SRC, script_data_src)                    \
	X(WEIGHT, "weight", ABI_SAMPLE_WEIGHT | ABI_SAMPLE_WEIGHT_STRUCT, script_weight) \
	X(INS_LAT, "ins_lat", ABI_SAMPLE_WEIGHT_STRUCT, script_ins_lat)                  \
	X(RETIRE_LAT, "retire_lat", ABI_SAMPLE_WEIGHT_STRUCT, script_retire_lat)         \
	X(CGROUP, "cgroup", ABI_SAMPLE_CGROUP, script_cgroup)                            \
	X(IP, "ip", ABI_SAMPLE_IP, script_ip)                                            \
	X(SYM, "sym", ABI_SAMPLE_IP | ABI_SAMPLE_ADDR, script_nothing)                   \
	X(SYMOFF, "symoff", 0, script_nothing)                                           \
	X(DSO, "dso", ABI_SAMPLE_IP | ABI_SAMPLE_ADDR, script_nothing)                   \
	X(DSOFF, "dsoff", 0, script_nothing)                                             \
	X(SRCLINE, "srcline", ABI_SAMPLE_IP, script_nothing)                             \
	X(IREGS, "iregs", ABI_SAMPLE_REGS_INTR, script_iregs)                            \
	X(UREGS, "uregs", ABI_SAMPLE_REGS_USER, script_uregs)                            \
	X(BRSTACK, "brstack", 0, script_brstack)                                         \
	X(BRSTACKSYM, "brstacksym", 0, script_brstacksym)                                \
	X(BRSTACKOFF, "brstackoff", 0, script_brstackoff)                                \
	X(BRCNTR, "brcntr", 0, script_brcntr)                                            \
	X(BPF_OUTPUT, "bpf-output", 0, script_bpf_output)                                \
	X(PHYS_ADDR, "phys_addr", ABI_SAMPLE_PHYS_ADDR, script_phys_addr)                \
	X(DATA_PAGE_SIZE, "data_page_size", ABI_SAMPLE_DATA_PAGE_SIZE, script_data_page) \
	X(CODE_PAGE_SIZE, "code_page_size", ABI_SAMPLE_CODE_PAGE_SIZE, script_code_page)

#define SCRIPT_FIELD_INDEX(ID, NAME, NEEDS, PUT) FIELD_##ID,
enum script_field { SCRIPT_FIELDS(SCRIPT_FIELD_INDEX) FIELDS_END };
#define FIELD(ID) (1ull << FIELD_##ID)
#define SCRIPT_FIELD_WORD(ID, NAME, NEEDS, PUT) NAME " "
#define SCRIPT_FIELD_WORDS SCRIPT_FIELDS(SCRIPT_FIELD_WORD)

/* Each kind of event has fields of its own. */
enum script_kind {
	SCRIPT_HARDWARE,
	SCRIPT_SOFTWARE,
	SCRIPT_TRACEPOINT,
	SCRIPT_CACHE,
	SCRIPT_RAW,
	SCRIPT_BREAKPOINT,
	SCRIPT_OTHER, /* of any other PMU */
	SCRIPT_KINDS,
};
enum script_kind script_kind(const struct abi_attr *attr);

/* The fields of each kind of event: {0} before, perf's defaults and what -F made of them after. */
struct script_fields {
	uint64_t v[SCRIPT_KINDS];     /* bits FIELD(...) */
	uint64_t asked[SCRIPT_KINDS]; /* those that were named */
	unsigned chosen;              /* kinds that -F KIND: named, bits */
	unsigned touched;             /* kinds that any -F was about, bits */
	bool begun;
};
/* One -F: "a,b", "+a,-b", each perhaps with "hw:", "sw:", "trace:", "raw:" in front. 0 or
 * ERR_USAGE. */
int script_fields_parse(struct script_fields *f, const char *list, struct err *e);
/* Take out the defaults that were not recorded; ERR_USAGE for one that was asked for and that no
 * event has. */
int script_fields_settle(struct script_fields *f, const struct data *d, struct err *e);
/* Those that the samples of an event have. */
uint64_t script_fields_of(const struct script_fields *f, const struct abi_attr *attr);

struct script_options {
	struct script_fields fields;
	/* Records other than samples: a line each. */
	bool mmap_events, task_events, lost_events, switch_events, namespace_events, cgroup_events,
		bpf_events, text_poke_events, round_events;
	uint32_t max_stack; /* frames of a call chain that are printed */
	bool hide_chains;   /* print the sample's own address only */
	bool ns;            /* nine decimals of a second, not six */
	bool reltime;       /* times since the first */
	bool deltatime;     /* times since the one before */
	bool json;          /* every record as an object of JSON, a line each */
};

/* The printer and what it remembers from sample to sample. */
struct script {
	struct places *places;          /* borrowed */
	const struct script_options *o; /* borrowed */
	size_t event_width;             /* columns to pad event names to */
	uint64_t first_ns, before_ns;   /* of reltime, deltatime; 0 = none yet */
	int64_t clock_ns;               /* to be added to a time for that of day */
	bool has_clock;
	size_t data_src_width; /* of the widest so far */
	const char *arch;      /* of register names; NULL = not known */
	struct traces traces;
	uint64_t *masks; /* the fields of each event */
	uint64_t mask;   /* the fields of the record in hand */
	/* Names of functions and of files, " (PATH", made safe once: by id. */
	struct script_texts {
		struct script_text {
			const char *p; /* NULL = not made yet */
			uint32_t n;
			bool by_name; /* of a file: not its path */
		} *v;
		uint32_t n;
	} names, dsos;
	struct arena texts;
	struct buf line;  /* of JSON */
	uint32_t n_attrs; /* ATTR records so far */
};
void script_open(struct script *s, struct places *p, const struct script_options *o);
void script_close(struct script *s); /* idempotent */
/* One record: a block per sample, a line for other records that were asked for. */
void output_script(struct buf *out, struct script *s, const struct session_event *ev);

/* ------------------------------------------------------------------ records as bytes (dump.c) */

/* Every record in the order of the file: its bytes and what they mean. 0, or ERR_CORRUPT where the
 * walk ended. */
int output_dump(struct buf *out, struct data *d, const char *path, struct err *e);

/* ------------------------------------------------------------------ the whole (info.c, check.c) */

struct info_options {
	const char *path;
	int64_t mtime; /* of the file, seconds since 1970; 0 = not known */
	bool json;     /* one JSON object instead of text */
};
/* What was recorded, how, when and where, how large, what was lost and what has names. p: all
 * samples by process (PROFILE_PID). The recording is walked once more. */
void output_info(struct buf *out, const struct profile *p, const struct info_options *o);
/* Walk all records and sections: each fault a line, "offset: type: what". Returns how many. */
uint64_t output_check(struct buf *out, struct data *d);

/* ------------------------------------------------------------------ the machine (doctor.c) */

/* The results of all doctor_checks, in their order. */
void output_doctor(struct buf *out, const struct doctor_result *results, bool json);

/* ------------------------------------------------------------------ lists (evlist.c, list.c,
 * attr.c) */

/* What a machine offers (events.c), of that what the words mean (kinds and patterns, NULL at the
 * end; none = all). Returns how many events. */
uint32_t output_events(struct buf *out, const struct event_catalog *c, const char *const *words);
uint32_t output_events_json(struct buf *out, const struct event_catalog *c,
                            const char *const *words);

/* What of each event is printed behind its name (evlist.c). */
struct evlist_options {
	bool attrs, periods; /* attrs have the period in them, and are printed instead */
	bool trace_fields;
	bool groups; /* a line for each group, which has nothing behind its names */
};
void output_evlist(struct buf *out, struct data *d, const struct evlist_options *o);
void output_attr(struct buf *out, const struct abi_attr *a); /* "type: 1, size: 136, ..." */
/* Those of the BUILD_ID section; of a recording without one, or with only_hit, those of the files
 * that samples fell on. */
void output_build_ids(struct buf *out, struct places *p, bool only_hit);
void output_build_id(struct buf *out, const uint8_t *id, uint8_t n); /* in hexadecimal */

/* ------------------------------------------------------------------ tar archives (tar.c) */

struct tar_entry {
	const char *path;   /* of any length */
	const char *target; /* of a symbolic link; NULL = it is a file */
	unsigned mode;
	uint64_t mtime; /* seconds since 1970 */
	uint64_t n_bytes;
};
/* Of a file n_bytes of contents and tar_file_end() are to follow. */
void tar_begin(struct buf *out, const struct tar_entry *e);
void tar_file_end(struct buf *out, const struct tar_entry *e);
void tar_file(struct buf *out, const struct tar_entry *e, struct span contents); /* all of it */
void tar_end(struct buf *out);

/* ------------------------------------------------------------------ packed output (zstd.c) */

struct zstd;
struct zstd *zstd_new(struct buf *to);            /* borrowed */
void zstd_free(struct zstd *z);                   /* NULL is fine */
int zstd_drain(void *z, const void *p, size_t n); /* for buf.drain */
int zstd_end(struct zstd *z);                     /* the last of it into to: 0 or errno */

/* ------------------------------------------------------------------ files by build-id (archive.c)
 */

/* {.out = where the archive goes, .folder, .mtime = of all in it} at the start; tar_end() is the
 * caller's. */
struct archive {
	struct buf *out;
	const char *folder; /* in which all lies: "", or with a slash at its end */
	uint64_t mtime, n_files;
	struct archive_id {
		struct build_id id;
		const char *folder;
	} *v;
	uint32_t n, cap;
	struct table table;
	struct arena arena;
};
/* Can it be the name of a folder in the archive: relative, and without "." and ".." in it? */
bool archive_takes(const char *folder);
/* Where the files of a build-id are; NULL = there are none. */
const char *archive_find(const struct archive *a, const struct build_id *id);
/* Add a file of a build-id of 2 bytes or more, in the folder where others of the id are already. */
void archive_add(struct archive *a, const char *folder, const struct build_id *id, const char *name,
                 struct span file);
void archive_release(struct archive *a); /* idempotent */

#endif

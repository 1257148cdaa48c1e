/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of capture/ share. */
#ifndef PMREC_CAPTURE_INTERNAL_H
#define PMREC_CAPTURE_INTERNAL_H

#include "capture/parts.h"
#include "capture/plan.h"
#include "capture/queue.h"
#include "capture/target.h"
#include "symbols/symbols.h"
#include "sys/sys.h"

struct recorder;

/* ------------------------------------------------------------------ counters */

struct counters {
	int *fds; /* fds[event * n_places + place]; -1 = not open */
	uint32_t n;
};

static inline int counter_fd(const struct counters *c, const struct plan *p, uint32_t event,
                             uint32_t place)
{
	return c->fds[event * p->n_places + place];
}

/* Open every event at every place; the plan's attrs become what the kernel took, and its ids those
 * of what is open. */
int counters_open(struct counters *c, struct plan *p, const struct target *t, const struct log *log,
                  struct err *e);
/* Start those that are sampled, or only the event of that name. Positive = there is none. */
int counters_enable(const struct counters *c, const struct plan *p, const char *name,
                    struct err *e);
/* The same backwards. */
int counters_pause(const struct counters *c, const struct plan *p, const char *name);
/* What these threads do is no sample of the events that were asked to leave us out. */
int counters_exclude(const struct counters *c, const struct plan *p, const uint32_t *tids,
                     uint32_t n, struct err *e);
void counters_disable(const struct counters *c); /* all, the tracking one included */
void counters_close(struct counters *c);

/* ------------------------------------------------------------------ concessions */

/* The events on their way into the kernel. */
struct opening {
	struct counters *c;
	struct plan *p;
	const struct target *t;
	const struct log *log;
	struct event_place place; /* opening_place() */
	bool knows_rights;
	struct buf lacking; /* what this kernel does not have, as text */
	bool raised;        /* more files may be open than our own limit was */
	bool no_lbr;        /* call chains by branch records were given up */
};

/* An event at a place. */
struct site {
	int task, cpu, group; /* group: the fd of its leader, -1 = none */
	unsigned how;         /* SYS_PERF_* */
};

/* Where and by whom, for the reason of a refusal; the machine is asked when the first one comes. */
const struct event_place *opening_place(struct opening *o);
int site_open(const struct site *s, const struct abi_attr *attr); /* fd or -errno */
/* The event was refused there. The fd of a poorer one, or -errno; then *again is set if something
 * else was given up that may help. */
int opening_give_way(struct opening *o, uint32_t event, const struct site *s, int errnum,
                     bool *again);
/* It stays refused: say why. The kind of error. */
int opening_refused(struct opening *o, uint32_t event, const struct site *s, int errnum,
                    struct err *e);

/* ------------------------------------------------------------------ sink */

/* The output: a file, or the stream form; only the sink knows which. */
struct sink {
	struct sys_output file;
	uint64_t data_off, data_bytes;
	uint64_t raw_bytes;      /* those of data_bytes that are packed, before that */
	int failed;              /* errno of the first failed write */
	struct buf own;          /* records of ours on their way into the file */
	struct write_zstd *zstd; /* NULL = records are not compressed */
	struct buf packed;
};

/* What precedes the records, into the opened file. A failure is seen in s->failed, as those of the
 * next are. */
void sink_begin(struct sink *s, const struct plan *p);
/* Records of the kernel. How many bytes of whole records went in; less than all only when it
 * failed. */
size_t sink_add(struct sink *s, struct span a, struct span b);
/* Records of ours, which are never compressed. */
void sink_own(struct sink *s, struct span records);
/* What is in the file now is whole records: say so in its header. */
void sink_commit(struct sink *s);
/* Can what went in be read again at the end? */
static inline bool sink_rereads(const struct sink *s)
{
	return s->file.regular && !s->zstd;
}
/* The end of a file: append the features, or cut back to the last commit after a failure. */
void sink_finish(struct sink *s, const struct plan *p, const uint64_t *features,
                 const struct span *content);
/* There is to be no file: what was there before is put back. */
void sink_discard(struct sink *s);
/* Ready for the next file. */
void sink_next(struct sink *s);
void sink_close(struct sink *s); /* discards a file that was not placed */

/* ------------------------------------------------------------------ rings */

/* Sums over the records that went by. */
struct tally {
	uint64_t n_samples, n_lost, first_ns, last_ns;
};

struct names;

struct rings {
	struct sys_ring *v; /* n / 2 sample rings, then as many tracking rings */
	int *fds;           /* one of those that write into the ring; -1 = none lives any more */
	uint32_t *places;   /* whose fd that is */
	uint32_t n;
	size_t sample_bytes, tracking_bytes;
	bool overwrite;      /* sample rings are written over, and read when they are asked for */
	bool no_rounds;      /* the file is not in order by rounds */
	bool is_prompt;      /* tracking records are wanted as soon as they are there */
	struct names *names; /* borrowed: sees all records; NULL = need not */
	struct tally tally;
};

/* Choose the sizes and set the attrs' watermarks by them; wanted_bytes is a power of two, or 0. */
void rings_plan(struct rings *r, struct plan *p, uint32_t n_rings, size_t wanted_bytes,
                const struct log *log);
int rings_map(struct rings *r, const struct counters *c, const struct plan *p,
              const struct target *t, const struct log *log, struct err *e);
/* The task of the ring's fd has ended: take that of another one. false = all have. */
bool rings_next_fd(struct rings *r, uint32_t ring, const struct counters *c, const struct plan *p);
/* Records on their way into the sink: they are counted, and seen for names. */
void rings_move(struct rings *r, struct sink *s, const struct span part[2]);
/* The newest records of the sample rings of a flight recorder, those excepted that were taken
 * before. */
void rings_snapshot(struct rings *r, struct sink *s);
void rings_release(struct rings *r);

/* ------------------------------------------------------------------ trigger */

/* Events that switch the output. The empty value has none. */
struct trigger {
	struct plan plan;
	struct counters counters;
	struct rings rings;
};

/* 0 or an error kind. */
int trigger_open(struct trigger *t, const struct capture_options *o, const struct target *target,
                 struct err *e);
/* Where no execution does. */
int trigger_start(const struct trigger *t, struct err *e);
static inline uint32_t trigger_n_fds(const struct trigger *t)
{
	return t->rings.n / 2;
}
/* Fill in what is to be waited for, trigger_n_fds(); and when that was: has one occurred? */
void trigger_watch(const struct trigger *t, struct pollfd *v);
bool trigger_take(struct trigger *t, struct pollfd *v);
void trigger_close(struct trigger *t); /* idempotent */

/* ------------------------------------------------------------------ affinity */

struct affinity; /* NULL = anywhere */
struct affinity *affinity_new(const struct target *t, enum capture_affinity kind);
void affinity_free(struct affinity *a);
/* This thread is about to empty a ring. */
void affinity_move(struct affinity *a, uint32_t ring);

/* ------------------------------------------------------------------ reader */

struct reader;

/* Start the thread that empties the rings into a queue. 0 or an error kind. */
int reader_start(struct recorder *r, uint64_t queue_bytes, struct err *e);
uint32_t reader_tid(const struct reader *rd);
/* Becomes readable when there is something to take, or all tasks have ended. */
int reader_fd(const struct reader *rd);
bool reader_tasks_ended(const struct reader *rd);
/* What found no room in the queue: of an event, and of all by kind. */
uint64_t reader_dropped(const struct reader *rd, uint32_t event);
struct dropped {
	uint64_t samples, switches, stacks;
};
struct dropped reader_dropped_all(const struct reader *rd);
/* The next chunk, and the queue it is to be consumed of; NULL = there is none. */
struct queue *reader_take(struct reader *rd, struct queue_chunk *out);
/* What is in the rings now is to be in the queue: asked for, done, waiting until something is told.
 */
void reader_ask(struct reader *rd);
bool reader_answered(const struct reader *rd);
void reader_wait(const struct reader *rd);
void reader_end(struct recorder *r); /* idempotent */

/* ------------------------------------------------------------------ synth */

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

/* ------------------------------------------------------------------ names, features */

/* Where tracefs is, or would be. */
const char *tracefs_path(void);
/* Add the content of the TRACING_DATA section; nothing without tracepoints. */
void tracing_collect(struct buf *b, const struct plan *p);

/* struct names: which files were mapped where samples fell, or of_all, anywhere. hits, which it
 * then owns, is to learn which addresses they hold; NULL = nobody asks. held: the files themselves,
 * borrowed; NULL = they are where they were. */
struct hits;
struct held;
struct names *names_new(bool of_all, struct held *held, struct hits *hits);
void names_free(struct names *ns); /* NULL is fine */
/* See n bytes of whole records. */
void names_see(struct names *ns, const struct span part[2], size_t n);
/* Add the build-ids that belong to what was seen: the content of the BUILD_ID section, or records.
 */
void names_add(struct buf *out, struct names *ns, const struct plan *p, bool as_records);
/* Where build-ids go: entries of the section, or records. What cannot be had adds nothing. */
struct ids {
	struct buf *out;
	bool as_records;
	struct held *held; /* where files are looked for first; NULL = nowhere */
};
/* told: what the kernel told of the file; n = 0 = nothing. */
void ids_add_file(const struct ids *ids, const struct build_id *told, const char *path);
void ids_add_kernel(const struct ids *ids);
void ids_add_modules(const struct ids *ids);
/* All that is needed to understand what was seen so far is there. */
void names_round(struct names *ns);
/* See the n bytes of records at off in a file. */
void names_read(struct names *ns, struct bytes file, uint64_t off, uint64_t n);
/* Add the content of the FILE2 section: the symbols that were hit. */
void names_embed(struct buf *out, struct names *ns, const struct log *log);

/* Append what is known of the features when a recording begins, as records, where the file has no
 * place for them at its end. */
void features_begin(struct recorder *r);
/* Append all feature sections to the output, or the records that stand for them. */
void features_finish(struct recorder *r);

/* ------------------------------------------------------------------ clock, depth */

/* Add the content of CLOCKID and CLOCK_DATA; nothing without a clock of its own. */
void clock_add_id(struct buf *b, const struct capture_samples *s);
void clock_add_data(struct buf *b, const struct capture_samples *s);

/* Let the kernel make call chains so deep, and as it was before. 0 or an error kind. */
int depth_raise(struct recorder *r, struct err *e);
void depth_restore(const struct recorder *r);

/* ------------------------------------------------------------------ control */

/* Commands that come through a pipe, one a line. The empty value is { .fd = -1, .ack = -1 }. */
struct control {
	int fd, ack;
	bool opened; /* by us: to be closed */
	char text[256], line[256];
	size_t n; /* bytes of text */
};

/* "fifo:NAME[,NAME]" or "fd:N[,N]", to be asked before anything else is opened: the numbers are the
 * caller's. 0 or an error kind. */
int control_open(struct control *c, const char *text, struct err *e);
/* Once each time poll(2) says that something arrived, or a slow or busy writer holds everything up.
 * An end of the file stops the watching. */
void control_read(struct control *c);
/* The next whole line of what was read, valid until the next call; NULL = there is no more. */
const char *control_next(struct control *c);
void control_ack(const struct control *c);
void control_close(struct control *c);

/* ------------------------------------------------------------------ recorder */

/* All of a recording. */
struct recorder {
	const struct capture_options *o;
	struct capture_result *result;
	struct target target;
	struct plan plan;
	struct counters counters;
	struct rings rings;
	struct trigger trigger;
	struct reader *reader;
	struct names *names; /* NULL = they are found in the file at its end */
	struct held *held;   /* NULL = no names and no build-ids are wanted: recorder_holds() */
	struct bpf *bpf;
	struct sink sink;
	struct sys_signals signals;
	struct sys_child child;
	struct control control;
	uint64_t files_max;  /* that the command may have open */
	long long depth_was; /* kernel.perf_event_max_stack before; 0 = was not changed */
	uint64_t *lost_told; /* of each event: what the files say already */
	char **dumped;       /* names of the files of a switched output, as a ring */
	uint32_t n_dumped;
};

/* Are files kept open for their names or build-ids? */
static inline bool recorder_holds(const struct capture_options *o)
{
	return !o->no_build_ids || !o->no_embed;
}

/* What is in the queue goes into the file; copy (may be NULL) gets the tracking records too. */
void files_move(struct recorder *r, struct buf *copy);
/* Has the form of the file room for what was opened? 0 or an error kind. */
int files_check(const struct recorder *r, struct err *e);
/* The file, with all that precedes the records; not yet at its path. 0 or an error kind. */
int files_begin(struct recorder *r, struct err *e);
/* The last file's end. The events are stopped. */
void files_finish(struct recorder *r);
/* What was recorded so far becomes a file of its own, and another one begins. */
void files_switch(struct recorder *r);
/* Whatever the rings of a flight recorder hold goes into the file. */
void files_snapshot(struct recorder *r);
/* For the names of the file at hand; NULL = they are not wanted there. */
struct hits *files_hits(const struct recorder *r);
void files_release(struct recorder *r);

/* ------------------------------------------------------------------ loop */

struct loop {
	struct recorder *r;
	int status;   /* of the command, as sys_child_poll() gives it */
	bool ended;   /* the command has ended */
	bool asked;   /* the command was asked to end, or got the signal from the terminal itself */
	bool stopped; /* the recording is to end, whatever the command does */
	int signal;   /* the first that told us to end; 0 = none */
	uint64_t since_ns;              /* when it came */
	uint64_t stop_ns, switch_ns;    /* when that is due; UINT64_MAX = never */
	uint64_t turn_ns;               /* so a window begins, or one that is open ends */
	uint32_t n_turns;               /* that were made */
	uint64_t begun_ns, progress_ns; /* the latter: when it was told last */
};

/* Is a signal that tells us to end. */
static inline bool loop_ends_by(int sig)
{
	return sig && sig != SIGCHLD && sig != SIGUSR2;
}

/* When the next window begins or ends. */
void loop_next_turn(struct loop *l);
/* Move records until the command has ended, or without one a signal says so. The first signal, and
 * a file that cannot be written, ask the command to end; a later signal kills it. 0 or an error
 * kind. */
int loop_run(struct loop *l, struct err *e);
/* The recording is over: ask the command to end, and wait until it has. */
void loop_end_command(struct loop *l);
/* Do what a word of the control pipe says; false when there is no such word. */
bool loop_command(struct loop *l, const char *line);

#endif

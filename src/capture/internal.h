/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recording as a whole, and the parts that work on all of it. */
#ifndef PMREC_CAPTURE_INTERNAL_H
#define PMREC_CAPTURE_INTERNAL_H

#include "capture/control.h"
#include "capture/counters.h"
#include "capture/names.h"
#include "capture/parts.h"
#include "capture/queue.h"
#include "capture/rings.h"
#include "capture/sink.h"
#include "capture/stacks.h"
#include "capture/synth.h"

struct recorder;

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
	uint64_t samples, switches, stacks, tops;
};
struct dropped reader_dropped_all(const struct reader *rd);
/* How far the queues are filled now: who takes all that comes may never be done. */
struct reader_mark {
	uint64_t tracking, samples;
};
struct reader_mark reader_mark(const struct reader *rd);
/* The next chunk before the mark, and the queue it is to be consumed of; NULL = there is none. */
struct queue *reader_take(struct reader *rd, struct reader_mark mark, struct queue_chunk *out);
/* The next chunk of tracking records or the end of a round; the samples of that are those in the
 * other queue before *end. NULL = there is none before the mark. */
struct queue *reader_take_round(struct reader *rd, struct reader_mark mark, struct queue_chunk *out,
                                struct queue **samples, uint64_t *end);
/* What is in the rings now is to be in the queue: asked for, done, waiting until something is told.
 */
void reader_ask(struct reader *rd);
bool reader_answered(const struct reader *rd);
void reader_wait(const struct reader *rd);
void reader_end(struct recorder *r); /* idempotent */

/* ------------------------------------------------------------------ features */

/* Where tracefs is, or would be. */
const char *tracefs_path(void);
/* Add the content of the TRACING_DATA section; nothing without tracepoints. */
void tracing_collect(struct buf *b, const struct plan *p);
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
	struct names *names;   /* NULL = they are found in the file at its end */
	struct held *held;     /* NULL = no names and no build-ids are wanted: recorder_holds() */
	struct stacks *stacks; /* NULL = copies of stacks are written as they are */
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

/* Do copies of stacks become call chains? Not where samples are read long after what is mapped has
 * changed, nor where nobody tells what was mapped before. */
static inline bool recorder_unwinds(const struct capture_options *o)
{
	return !o->samples.raw_stacks && !o->overwrite && !o->tail_synthesize &&
	       o->synth & CAPTURE_SYNTH_MAPPINGS;
}

/* Are files kept open for their names, build-ids or rules? */
static inline bool recorder_holds(const struct capture_options *o)
{
	return !o->no_build_ids || !o->no_embed || recorder_unwinds(o);
}

/* What is in the queue by now goes into the file; copy (may be NULL) gets the tracking records too.
 */
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

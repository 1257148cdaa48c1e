/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of capture/ share. */
#ifndef PMREC_CAPTURE_INTERNAL_H
#define PMREC_CAPTURE_INTERNAL_H

#include "capture/capture.h"
#include "data/write.h"
#include "sys/sys.h"

/* ------------------------------------------------------------------ target */

struct cpus {
	uint32_t *v; /* ascending */
	uint32_t n, cap;
};

enum { CPUS_MAX = 8192 };

/* "0-3,7" -> 0 1 2 3 7. 0 or ERR_USAGE. */
int cpus_parse(const char *text, struct cpus *out, struct err *e);
void cpus_release(struct cpus *c);

struct target {
	struct cpus cpus;
	bool system_wide;
	int pid; /* -1 = all */
};
int target_choose(struct target *t, const struct capture_options *o, struct err *e);

/* ------------------------------------------------------------------ plan */

/* The events of a recording: those that are sampled, and last the dummy that tracks mappings and
 * tasks. */
struct plan {
	struct write_event *events; /* names point into texts */
	char (*texts)[EVENT_NAME_MAX];
	uint64_t *ids; /* n_events runs of one id a CPU */
	uint32_t n_events, n_cpus;
	bool is_default; /* the person named no event */
	bool user_only;  /* the kernel could not be had */
};

int plan_make(struct plan *p, const struct capture_options *o, const struct target *t,
              struct err *e);
void plan_release(struct plan *p);
/* The default event is not there: take the next. false when there is none. */
bool plan_next_default(struct plan *p);
/* May there be samples of the kernel's own code? */
bool plan_samples_kernel(const struct plan *p);

static inline struct write_event *plan_tracker(const struct plan *p)
{
	return &p->events[p->n_events - 1];
}

/* ------------------------------------------------------------------ counters */

struct counters {
	int *fds; /* fds[event * n_cpus + cpu]; -1 = not open */
	uint32_t n;
};

static inline int counter_fd(const struct counters *c, const struct plan *p, uint32_t event,
                             uint32_t cpu)
{
	return c->fds[event * p->n_cpus + cpu];
}

/* Open every event on every CPU; the plan's attrs become what the kernel took. */
int counters_open(struct counters *c, struct plan *p, const struct target *t, const struct log *log,
                  struct err *e);
int counters_enable(const struct counters *c, const struct plan *p, struct err *e);
void counters_disable(const struct counters *c);
void counters_close(struct counters *c);

/* ------------------------------------------------------------------ sink */

/* The output file. */
struct sink {
	struct sys_output file;
	uint64_t data_off, data_bytes;
	int failed;     /* errno of the first failed write */
	struct buf own; /* records of ours on their way into the file */
};

/* What precedes the records, into the opened file. A failure is seen in s->failed, as those of the
 * next are. */
void sink_begin(struct sink *s, const struct plan *p);
/* How many bytes of whole records went in; less than all only when it failed. */
size_t sink_add(struct sink *s, struct span a, struct span b);
/* What is in the file now is whole records: say so in its header. */
void sink_commit(struct sink *s);
/* The end: append the features, or cut back to the last commit after a failure. */
void sink_finish(struct sink *s, const struct plan *p, const uint64_t *features,
                 const struct span *content);
/* There is to be no file: what was there before is put back. */
void sink_discard(struct sink *s);
void sink_close(struct sink *s); /* discards a file that was not placed */

/* ------------------------------------------------------------------ rings */

/* A word of two parts that follow each other; parts are multiples of 8 long, as records are. */
static inline uint64_t parts_word(const struct span part[2], size_t off)
{
	return off < part[0].n ? load64(part[0].p + off) : load64(part[1].p + (off - part[0].n));
}
/* A record's header there: its size, and its type. */
static inline uint32_t parts_record(const struct span part[2], size_t off, uint32_t *type)
{
	unsigned char head[8];
	store64(head, parts_word(part, off));
	*type = load32(head);
	return load16(head + 6);
}

/* Sums over the records that went by. */
struct tally {
	uint64_t n_samples, n_lost, first_ns, last_ns;
};

struct rings {
	struct sys_ring *v; /* the sample ring of each CPU, then the tracking ring of each CPU */
	int *fds;
	uint32_t n;
	size_t sample_bytes, tracking_bytes;
	struct tally tally;
};

/* Choose the sizes and set the attrs' watermarks by them; wanted_bytes is a power of two, or 0. */
void rings_plan(struct rings *r, struct plan *p, size_t wanted_bytes, const struct log *log);
int rings_map(struct rings *r, const struct counters *c, const struct plan *p,
              const struct log *log, struct err *e);
/* One round: all that is in the rings goes into the sink. Returns how many bytes. */
size_t rings_drain(struct rings *r, struct sink *s);
void rings_release(struct rings *r);

/* ------------------------------------------------------------------ synth */

/* Records of the kernel, its modules, and the process pid, or for -1 of all that runs already. */
void synth(struct buf *b, const struct plan *p, int pid, const struct log *log);
/* One line of /proc/PID/maps, whose path is NUL-terminated. false when it is no mapping of code. */
bool synth_maps_line(char *line, struct write_mmap2 *out);
/* "pid (name) state ppid ..." of /proc/PID/stat. */
bool synth_stat(const char *text, char name[16], uint32_t *ppid);
/* The address of _text, else of _stext, in the start of a kallsyms text; false = not there; 0 =
 * hidden. */
bool synth_kernel_start(const char *text, const char **symbol, uint64_t *addr);

/* ------------------------------------------------------------------ names, features */

/* Add the record that tells the build-id of the kernel; nothing where it cannot be had. */
void names_kernel(struct buf *out);
/* Add the content of the BUILD_ID section that belongs to the records of a recording. */
void names_collect(struct buf *out, struct span records, const struct plan *p);

/* Append all feature sections to the output. */
void features_finish(struct sink *s, const struct plan *p, const struct capture_options *o,
                     const struct tally *tally);

/* ------------------------------------------------------------------ loop */

struct loop {
	struct rings *rings;
	struct sink *sink;
	struct sys_child *child; /* pid 0 = none */
	const struct sys_signals *signals;
	int status; /* of the command, as sys_child_poll() gives it */
	bool ended; /* the command has ended */
	bool asked; /* the command was asked to end, or got the signal from the terminal itself */
	int signal; /* the first that told us to end; 0 = none */
	uint64_t since_ns; /* when it came */
};

/* Is a signal that tells us to end. */
static inline bool loop_ends_by(int sig)
{
	return sig && sig != SIGCHLD;
}

/* Move records until the command has ended, or without one a signal says so. The first signal, and
 * a file that cannot be written, ask the command to end; a later signal kills it. 0 or an error
 * kind. */
int loop_run(struct loop *l, struct err *e);

#endif

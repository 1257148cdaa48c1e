/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's records -> a perf.data file.
 *
 *	target    which CPUs, which process        plan      the events, and where they are opened
 *	attrs     what each is asked for           clock     the times of another clock
 *	counters  the opened events                rings     their memory, drained in rounds
 *	synth     records of what ran before       names     build-ids and symbols of what was hit
 *	features  the sections behind the data     sink      the file, valid at every moment
 *	files     one file, or one after another   control   commands through a pipe
 *	affinity  where the rings are read
 *	source    what there is to record          tracing   the texts that tracepoints need
 *	trigger   events that switch the file
 *	loop      waits, drains, ends              record    the order of all this
 *	cgroup    their hierarchy                  cpus      which there are
 *	concessions  what is given up where the kernel does not permit all
 */
#ifndef PMREC_CAPTURE_CAPTURE_H
#define PMREC_CAPTURE_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/log.h"
#include "event/event.h"

#define CAPTURE_FREQ_MAX UINT64_MAX /* the highest frequency the kernel allows */

/* When a file is finished and the next one begun. */
enum capture_switch { CAPTURE_ONE_FILE, CAPTURE_ON_SIGNAL, CAPTURE_BY_SIZE, CAPTURE_BY_TIME };

/* A time in which samples are let in, in ms from the start; UINT64_MAX = to the end. */
struct capture_window {
	uint64_t from_ms, to_ms;
};
enum { CAPTURE_WINDOWS_MAX = 64 };

/* This machine, for event_parse() and event_catalog(). */
extern const struct event_source capture_source;
/* The build-id in a file of notes of this machine, such as CAPTURE_KERNEL_NOTES; false and none
 * where there is none. */
struct build_id;
#define CAPTURE_KERNEL_NOTES "/sys/kernel/notes"
bool capture_notes_read(const char *path, struct build_id *id);

/* What is told of the time before, besides the kernel: bits. */
enum capture_synth {
	CAPTURE_SYNTH_TASKS = 1 << 0,
	CAPTURE_SYNTH_MAPPINGS = 1 << 1, /* of those */
	CAPTURE_SYNTH_CGROUPS = 1 << 2,
	CAPTURE_SYNTH_ALL = CAPTURE_SYNTH_TASKS | CAPTURE_SYNTH_MAPPINGS | CAPTURE_SYNTH_CGROUPS,
};

/* What samples hold and how they are taken, where the event does not say it itself. */
struct capture_samples {
	enum event_chain chain;
	uint32_t stack_bytes; /* of EVENT_CHAIN_DWARF */
	bool raw_stacks;      /* the file gets the copies of stacks, not call chains */
	uint16_t max_stack;   /* frames of a chain; 0 = as many as the kernel allows */
	bool raise_max_stack; /* let the kernel allow max_stack while we record */
	bool no_user_chain, no_kernel_chain;
	uint64_t bits;      /* of ABI_SAMPLE_*, besides those that are always there */
	bool data_mappings; /* tell of mappings that are no code */
	bool with_period, without_period;
	bool weight;
	uint64_t branches;             /* ABI_BRANCH_*; 0 = none */
	uint64_t user_regs, intr_regs; /* bits of abi_registers; 0 = none */
	bool only_user, only_kernel;
	bool stat;  /* the counts of each thread at its end */
	bool times; /* with counts, how long they were counted */
	bool none;  /* no samples, only what tells of tasks, and counts */
	bool has_clock;
	int clock; /* clockid_t of the times; else the kernel's own */
};

/* Where the rings are read: anywhere, on a CPU of the ring's node, on the ring's own CPU. */
enum capture_affinity { CAPTURE_AFFINITY_SYS, CAPTURE_AFFINITY_NODE, CAPTURE_AFFINITY_CPU };

/* How far a recording has come. */
struct capture_progress {
	uint64_t ns;        /* since it began */
	uint64_t n_samples; /* written so far; the next ones that never will be */
	uint64_t n_lost, n_dropped;
	uint64_t n_switches; /* records of context switches that were dropped */
	uint64_t file_bytes; /* of the file at hand */
};

/* All borrowed for the duration of the call. */
struct capture_options {
	const struct event_list *events; /* none = cycles, else cpu-clock */
	bool all_cpus;                   /* all processes, not only the command */
	const char *cpu_list; /* "0,2-3": all processes on these CPUs; NULL = not given */
	const char *pids;     /* "12,34": all threads of these processes; NULL, as the next ones */
	const char *tids;     /* "12,34": these threads */
	const char *user;     /* name or number: all threads of this user */
	const char *cgroups;  /* "name,name": the processes in these, on all_cpus or cpu_list */
	bool per_thread;      /* a ring for each thread instead of each CPU */
	struct capture_samples samples;
	unsigned synth;                                    /* enum capture_synth */
	bool tell_namespaces, tell_cgroups, tell_switches; /* records of these */
	bool no_inherit;                                   /* leave out what the command starts */
	uint64_t freq;      /* samples a second; 0 = default; CAPTURE_FREQ_MAX */
	bool strict_freq;   /* that or none */
	bool no_buffering;  /* each record is taken at once */
	bool no_bpf;        /* nothing is told of BPF programs */
	uint64_t period;    /* one sample every so many events; 0 = by freq */
	size_t ring_bytes;  /* of each sample ring; 0 = default */
	size_t flush_bytes; /* what a ring holds is left there for up to a second while it is less
	                     */
	uint32_t realtime;  /* SCHED_FIFO priority of the recorder; 0 = none */
	enum capture_affinity affinity;
	size_t buffer_bytes; /* of the queue in front of the file; 0 = default */
	/* Samples are let in only then, and the recording ends behind the last window; in none:
	 * when they are let in. */
	bool starts_disabled;
	struct capture_window windows[CAPTURE_WINDOWS_MAX]; /* ascending, with time between */
	uint32_t n_windows;
	uint64_t duration_ns; /* 0 = no end by time */
	const char *control;  /* "fifo:..." or "fd:..."; NULL = none */
	const char *output;   /* path, or "-" for the stream form to standard output */
	enum capture_switch switch_on;
	const struct event_list *switch_events; /* and whenever one of these occurs; NULL = none */
	uint64_t switch_at;                     /* bytes or ns */
	uint32_t switch_files;                  /* keep so many; 0 = all */
	uint64_t max_bytes;                     /* end when the file is so large; 0 = never */
	bool timestamp_name;                    /* path.YYYYMMDDhhmmsscc */
	int zstd_level;                         /* 0 = not compressed */
	bool zstd_old_form;                     /* COMPRESSED instead of COMPRESSED2 records */
	bool no_build_ids;                      /* none at all */
	bool build_ids_of_all;                  /* not only of what was hit */
	bool no_embed;                          /* no names in the recording */
	bool build_ids_mapped; /* the kernel tells them with mappings, where it can */
	bool overwrite; /* flight recorder: only the newest samples, when they are asked for */
	bool dry_run;   /* only what goes before the command's execution, with its refusals */
	bool tail_synthesize;       /* what ran before is told at the end of the file */
	const char *const *command; /* words, NULL at the end; NULL = none: until a signal */
	const char *const *words;   /* the whole command line, for the file */
	uint32_t n_words;
	const char *version; /* of pmrec, for the file */
	const struct log *log;
	/* Called at most once a second; NULL = not wanted. */
	void (*progress)(const struct capture_progress *p);
};

struct capture_result {
	int status;     /* the command's exit status, 128 + the signal that ended it or us, or 0 */
	int exec_errno; /* of the exec that failed; 0 = none did */
	uint64_t n_samples, n_lost;
	uint64_t n_dropped;               /* samples that found no room in the queue */
	uint64_t n_switches;              /* and context switches */
	uint64_t n_programs_left;         /* BPF programs of which not all was kept */
	uint64_t n_unwound, n_unfinished; /* stacks; those of them whose root was not reached */
	const char *unfinished;           /* why most were not */
	uint64_t n_stacks;   /* samples whose stack dump, or deferred chain, found none */
	uint64_t n_tops;     /* samples whose copy of the top of their stack found none */
	uint64_t file_bytes; /* 0 = there is no file */
	uint64_t raw_bytes;  /* of what was compressed, before that */
};

/* Record. 0, or an error kind; *r is filled in any case. Without a file nothing at the output's
 * path was touched. No process is left that was started here. */
int capture_record(const struct capture_options *o, struct capture_result *r, struct err *e);

#endif

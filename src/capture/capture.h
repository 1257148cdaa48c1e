/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's records -> a perf.data file.
 *
 *	target    which CPUs, which process        plan      the attrs
 *	counters  the opened events                rings     their memory, drained in rounds
 *	synth     records of what ran before       names     build-ids of what was hit
 *	features  the sections behind the data     sink      the file, valid at every moment
 *	loop      waits, drains, ends              record    the order of all this
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

/* All borrowed for the duration of the call. */
struct capture_options {
	const struct event_list *events; /* none = cycles, else cpu-clock */
	bool all_cpus;                   /* all processes, not only the command */
	const char *cpu_list; /* "0,2-3": all processes on these CPUs; NULL = not given */
	bool callchain;
	bool no_inherit;            /* leave out what the command starts */
	uint64_t freq;              /* samples a second; 0 = default; CAPTURE_FREQ_MAX */
	uint64_t period;            /* one sample every so many events; 0 = by freq */
	size_t ring_bytes;          /* of each sample ring; 0 = default */
	const char *output;         /* path */
	const char *const *command; /* words, NULL at the end; NULL = none: until a signal */
	const char *const *words;   /* the whole command line, for the file */
	uint32_t n_words;
	const char *version; /* of pmrec, for the file */
	const struct log *log;
};

struct capture_result {
	int status;     /* the command's exit status, 128 + the signal that ended it or us, or 0 */
	int exec_errno; /* of the exec that failed; 0 = none did */
	uint64_t n_samples, n_lost;
	uint64_t file_bytes; /* 0 = there is no file */
};

/* Record. 0, or an error kind; *r is filled in any case. Without a file nothing at the output's
 * path was touched. No process is left that was started here. */
int capture_record(const struct capture_options *o, struct capture_result *r, struct err *e);

#endif

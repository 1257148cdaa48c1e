/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recordings as other programs read them. A format is a file with a struct export_format, and a row
 * of EXPORT_FORMATS.
 */
#ifndef PMREC_OUTPUT_EXPORT_H
#define PMREC_OUTPUT_EXPORT_H

#include "output/stacktree.h"

/* A recording that is being written in a format. All but state is the caller's. */
struct exporter {
	struct buf *out;
	struct places *places;
	const char *title; /* what was recorded */
	int64_t mtime;     /* of the recording, seconds since 1970; 0 = not known */
	const char *event; /* at the end: name of the one to take where there is room for one */
	const struct profile *profile; /* at the end: of the samples that were chosen */
	void *state;                   /* the format's own, from begin() to end() */
};

struct export_format {
	bool has_all_events; /* else only one of several is in it */
	bool has_no_profile; /* it is written record by record: no profile is made */
	unsigned keys;       /* enum profile_key: what its profile keeps apart */
	/* The records in their order, of the samples only those that were chosen. begin() and
	 * record() may be NULL. */
	void (*begin)(struct exporter *x);
	void (*record)(struct exporter *x, const struct session_event *ev);
	void (*end)(struct exporter *x);
};

/* Name, id. The rows feed the parser, the help and the completions. */
#define EXPORT_FORMATS(X)             \
	X("pprof", pprof)             \
	X("speedscope", speedscope)   \
	X("callgrind", callgrind)     \
	X("folded", folded)           \
	X("chrome", chrome)           \
	X("perf-script", perf_script) \
	X("json", json)               \
	X("firefox", firefox)

#define EXPORT_FORMAT_WORD(NAME, ID) " " NAME
#define EXPORT_FORMAT_WORDS EXPORT_FORMATS(EXPORT_FORMAT_WORD)
#define EXPORT_FORMAT_DECLARE(NAME, ID) extern const struct export_format export_##ID;
EXPORT_FORMATS(EXPORT_FORMAT_DECLARE)

const struct export_format *export_find(const char *name); /* NULL = there is none */

/* The day's time in ns since 1970 when a recording, or a part of it, began: where the recording
 * does not tell, its end is when the file was written. 0 = not known. */
uint64_t export_day_ns(const struct exporter *x, uint64_t from_ns, uint64_t to_ns);

/* What an event counts: "nanoseconds" of a clock, else "count". */
const char *event_unit(const struct data_event *ev);

/* The threads of a profile that keeps them apart, and each sample (export_threads.c). */
struct export_threads {
	struct export_thread {
		uint32_t pid, tid, event;    /* event: 0 unless they are told apart by it */
		uint32_t comm, process_comm; /* session text ids: when its last sample was taken */
		uint32_t n_samples;
	} *v;
	uint32_t n, cap;
	uint32_t *of_entry; /* by entry of the profile */
};
void export_threads_build(struct export_threads *t, const struct profile *p, bool by_event);
void export_threads_release(struct export_threads *t);

/* deflate in the form of gzip (RFC 1952); what it gives is added to out (gzip.c). */
void gzip_add(struct buf *out, const void *p, size_t n);

#endif

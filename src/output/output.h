/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Weights into text. Each format is one file; all write into a buf and print nothing themselves.
 */
#ifndef PMREC_OUTPUT_OUTPUT_H
#define PMREC_OUTPUT_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "profile/profile.h"
#include "session/session.h"

/* ------------------------------------------------------------------ folded stacks (fold.c) */

struct fold_options {
	bool kernel, jit;  /* mark kernel functions _[k], those of a perf map _[j] */
	bool pid, tid;     /* after the comm: -PID, -PID/TID */
	bool addrs;        /* show the address where a function has no name */
	bool samples;      /* count samples, not periods */
	const char *event; /* name of the event to take; a machine with several core PMUs has one
	                      for each */
};

/* "comm;outer;...;leaf count" a line, sorted by bytes, each line once. */
void output_fold(struct buf *out, const struct profile *p, const struct fold_options *o);

/* ------------------------------------------------------------------ the report (report.c, graph.c)
 */

struct report_options {
	struct hist_options hist;
	const uint8_t *columns; /* enum sort_key, in the order they are printed */
	uint32_t n_columns;
	double percent_limit; /* entries below are not printed */
	double chain_limit;   /* steps of call chains below are not printed; percent of the total */
	bool samples;         /* print the number of samples */
	bool colour;
};

/* The table of one event (index). lost: samples known to be lost. */
void output_report(struct buf *out, const struct profile *p, uint32_t event, uint64_t lost,
                   const struct report_options *o);
/* The call graph below an entry. total: what 100 % is. own: the entry's weight. */
void output_graph(struct buf *out, const struct places *p, const struct chain_node *root,
                  uint64_t total, uint64_t own, bool leave_first);

/* Record counts, as `report --stats`. */
void output_stats(struct buf *out, const struct session *s);
/* What the file's header says, each line after "# "; without full the long sections are only
 * named. */
void output_header(struct buf *out, struct data *d, int64_t mtime, bool full);
/* One section of it; nothing when it is not there. */
void output_feature(struct buf *out, struct data *d, unsigned feature, bool full);

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

/* ------------------------------------------------------------------ records as text (script.c) */

enum script_field {
	FIELD_COMM = 1 << 0,
	FIELD_PID = 1 << 1,
	FIELD_TID = 1 << 2,
	FIELD_CPU = 1 << 3,
	FIELD_TIME = 1 << 4,
	FIELD_PERIOD = 1 << 5,
	FIELD_EVENT = 1 << 6,
	FIELD_IP = 1 << 7,
	FIELD_SYM = 1 << 8,
	FIELD_DSO = 1 << 9,
	FIELD_SYMOFF = 1 << 10,
	FIELD_ADDR = 1 << 11,
	FIELD_TRACE = 1 << 12,
};

struct script_options {
	unsigned fields;            /* enum script_field */
	unsigned tracepoint_fields; /* those of tracepoints, unless they were asked for */
	bool mmap_events, task_events, lost_events;
	int event_width;    /* columns to pad event names to */
	uint32_t max_stack; /* frames of a call chain that are printed */
	bool asked_for;     /* the fields were: a CPU that was not recorded shows as -1 */
	struct traces
		*traces; /* of the recording; NULL = the raw data of tracepoints is not printed
	                  */
};

/* The fields perf prints by default for what was recorded. */
unsigned script_default_fields(const struct data *d);
/* Those of tracepoints: their text in place of period and address, unless one of them has call
 * chains. */
unsigned script_tracepoint_fields(const struct data *d);
/* One record: a block per sample, a line for other records that were asked for. */
void output_script(struct buf *out, struct places *p, const struct session_event *ev,
                   const struct script_options *o);

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

/* ------------------------------------------------------------------ lists (list.c, attr.c) */

void output_evlist(struct buf *out, const struct data *d, bool verbose);
void output_attr(struct buf *out, const struct abi_attr *a); /* "type: 1, size: 136, ..." */
/* Those of the BUILD_ID section; of a recording without one, those of the files that samples fell
 * on. */
void output_build_ids(struct buf *out, struct session *s);

#endif

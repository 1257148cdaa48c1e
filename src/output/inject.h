/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording written again: call chains in place of copies of stacks, chains in one piece that
 * came in two, names for what they hit.
 */
#ifndef PMREC_OUTPUT_INJECT_H
#define PMREC_OUTPUT_INJECT_H

#include "base/log.h"
#include "data/write.h"
#include "profile/profile.h"

/* What samples hit, for the names (inject_names.c). The empty value is {0}. */
struct inject_hits {
	struct inject_hit {
		uint64_t addr;
		uint32_t file; /* session file id */
	} *v;
	uint32_t n, cap;
	struct table table;
	uint64_t n_refused; /* those that were too many */
};
void inject_hits_add(struct inject_hits *h, struct places *p, const struct session_event *ev);
void inject_hits_release(struct inject_hits *h);
/* Add the content of the FILE2 section: names of all that was hit, and those that the recording has
 * of other files. */
void inject_names(struct buf *b, struct inject_hits *h, struct places *p, const struct log *log);

struct inject {
	struct places *places;      /* borrowed */
	struct write_event *events; /* as they are written */
	uint32_t n_events;
	struct inject_hits hits;
	/* By process: when it executed another program last, and whether the deferred chain of that
	 * execve was seen. */
	struct inject_process {
		uint64_t exec_ns;
		bool is_over;
	} *processes;
	uint32_t n_processes;
	uint64_t *chain;
	unsigned char *record;
	struct buf event_desc, names; /* sections that are made anew */
	uint64_t n_samples, n_unwound, n_merged;
};

/* stream: it is to be the stream form. 0, or ERR_UNSUPPORTED. */
int inject_open(struct inject *j, struct places *p, bool stream, struct err *e);
void inject_close(struct inject *j); /* idempotent */
/* Add what becomes of the next record of the session, whose samples are whole. */
void inject_record(struct inject *j, struct buf *out, const struct session_event *ev);

/* inject_sections.c: the sections in the order of their bits; content has room for all. At the end.
 * Borrowed from j and the recording. */
void inject_sections(struct inject *j, uint64_t bits[ABI_FEATURE_MAX / 64],
                     struct span content[ABI_FEATURE_MAX], const struct log *log);
/* What of them a stream has, as records. At the beginning. */
void inject_section_records(struct inject *j, struct buf *out);

#endif

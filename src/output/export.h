/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profiles as other programs read them. A format is a file that has one function, and a row of the
 * table in export.c.
 */
#ifndef PMREC_OUTPUT_EXPORT_H
#define PMREC_OUTPUT_EXPORT_H

#include "output/stacktree.h"

struct export_options {
	const char *title; /* what was recorded */
	const char *event; /* name of the one to take, for formats that have room for one only */
};

struct export_format {
	const char *name;
	const char *help;    /* who reads it */
	bool has_all_events; /* else only one of several is in it */
	void (*write)(struct buf *out, const struct profile *p, const struct export_options *o);
};
extern const struct export_format export_formats[]; /* ends with name NULL */
const struct export_format *export_find(const char *name);

void export_callgrind(struct buf *out, const struct profile *p, const struct export_options *o);
void export_folded(struct buf *out, const struct profile *p, const struct export_options *o);
void export_pprof(struct buf *out, const struct profile *p, const struct export_options *o);
void export_speedscope(struct buf *out, const struct profile *p, const struct export_options *o);

/* What an event counts: "nanoseconds" of a clock, else "count". */
const char *event_unit(const struct data_event *ev);

/* Functions and comms of a profile as frames, each asked for once. */
struct export_frames {
	struct frames frames;
	const struct profile *profile;
	uint32_t *functions, *comms; /* ids + 1, 0 = not asked for yet */
};
void export_frames_init(struct export_frames *f, const struct profile *p);
uint32_t export_function(struct export_frames *f, uint32_t function);
uint32_t export_comm(struct export_frames *f, uint32_t comm);
void export_frames_release(struct export_frames *f);

/* deflate in the form of gzip (RFC 1952); what it gives is added to out (gzip.c). */
void gzip_add(struct buf *out, const void *p, size_t n);

#endif

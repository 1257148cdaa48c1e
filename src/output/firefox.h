/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processed profile format of Firefox Profiler, version 61, as documented by
 * src/types/profile.ts and docs-developer/CHANGELOG-formats.md of firefox-devtools/profiler. Tables
 * are columns of equal length that refer to each other by index. firefox.c gathers,
 * firefox_tables.c writes what all threads share, firefox_threads.c and firefox_markers.c the
 * threads.
 */
#ifndef PMREC_OUTPUT_FIREFOX_H
#define PMREC_OUTPUT_FIREFOX_H

#include "output/export.h"

enum { FIREFOX_VERSION = 61, FIREFOX_GECKO_VERSION = 34, MS_DECIMALS = 6 };

enum firefox_marker { MARKER_OFF_CPU, MARKER_LOST, MARKER_THROTTLED, FIREFOX_MARKERS };

/* A record that is no sample, but tells of a thread at a time. */
struct moment {
	uint64_t time_ns, lost;
	uint32_t kind; /* of marker (firefox_markers.c) */
	uint32_t pid, tid, cpu;
	uint16_t misc;
};

/* When a thread was started and ended; 0 = not known. */
struct firefox_life {
	uint32_t pid, tid;
	uint64_t start_ns, end_ns;
};

/* Rows by thread: those of thread i are rows[first[i], first[i + 1]). */
struct firefox_groups {
	uint32_t *rows, *first;
};

struct firefox {
	const struct exporter *x;
	struct moment *moments;
	uint32_t n_moments, cap_moments;
	struct firefox_life *lives;
	uint32_t n_lives, cap_lives;
	struct table life_table;
	uint32_t n_events;             /* that have samples */
	struct export_threads threads; /* told apart by event, too */
	struct table thread_table;     /* by pid and tid */
	uint64_t from_ns, to_ns;       /* of the first and the last sample */
	struct stacktree tree;
	uint32_t *parents, *paths; /* by node, by entry of the profile */
	/* The nodes that are functions, and by node its place among them. */
	uint32_t *nodes, *stacks, n_stacks;
	/* Files that functions lie in, libs[n_libs], and the resource of a text that is the name of
	 * a module, resources[n_resources]. */
	uint32_t *libs, n_libs;
	struct firefox_resource {
		uint32_t text, lib; /* lib: TABLE_NONE = none */
	} *resources;
	uint32_t n_resources, cap_resources;
	uint32_t *resource_of; /* by text, + 1 */
	uint32_t marker_texts[FIREFOX_MARKERS];
	struct buf b;
	/* What the columns in hand are of: samples or moments of a thread, indices. */
	const uint32_t *rows;
	const struct export_thread *thread;
};

/* A column of a table: the same in all rows, or put by a function. */
struct column {
	const char *name; /* NULL at the end */
	const char *same;
	void (*put)(struct firefox *f, uint32_t row);
};
/* {"COLUMN":[...],...,"length":n; more members and the bracket are to follow. */
void firefox_columns(struct firefox *f, const char *name, const struct column *columns, uint32_t n);

/* A time in milliseconds since the first sample. */
void firefox_time(struct firefox *f, uint64_t time_ns);

/* That of a thread, for now: the next one may move it. */
struct firefox_life *firefox_life(struct firefox *f, uint32_t pid, uint32_t tid);
void firefox_shared(struct firefox *f); /* libs and shared */
void firefox_threads(struct firefox *f);
/* thread_of: by row its thread, TABLE_NONE = it is left out; free() what is in it. */
struct firefox_groups firefox_group(const uint32_t *thread_of, uint32_t n, uint32_t n_threads);

/* firefox_markers.c: take note of a record; then those of each thread. */
void firefox_note(struct firefox *f, const struct session_event *ev);
void firefox_name_markers(struct firefox *f); /* before the texts are written */
struct firefox_groups firefox_group_moments(const struct firefox *f);
void firefox_markers(struct firefox *f, uint32_t n);
void firefox_marker_schema(struct buf *b);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tracing data of a recording: what the recorder copied from tracefs so that the raw data of
 * tracepoints can be read elsewhere. Source: Linux 7.2, tools/perf/Documentation/
 * perf.data-file-format.txt (HEADER_TRACING_DATA) and Documentation/trace/events.rst (the format
 * files).
 *
 * Pure, and for hostile input: all spans lie in the section; an event whose format makes no sense
 * has no fields.
 */
#ifndef PMREC_DATA_TRACING_H
#define PMREC_DATA_TRACING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "base/table.h"

/* Where a field's bytes are. */
enum tracing_place {
	TRACING_HERE,     /* at its offset */
	TRACING_DATA_LOC, /* its u32 has the offset in the low half and the length in the high half
	                   */
	TRACING_REL_LOC,  /* the same, the offset counts from the end of the u32 */
};

/* One field of an event's raw data. */
struct tracing_field {
	struct span name, type;   /* "comm", "char"; borrowed from the section */
	uint32_t off, n_bytes;    /* as the format states; not yet compared with any raw data */
	uint32_t each_bytes;      /* of an element, when it is an array; else 0 */
	enum tracing_place place; /* those elsewhere are arrays */
	bool is_signed, is_pointer;
	bool is_text; /* an array of char */
	bool is_long; /* of a type with "long" in it */
};

struct tracing_event {
	struct span system, name;
	uint64_t id; /* the config of its attr */
	struct span format;
	/* Of tracing_fields(): all, those that every event has (common_*) in front. */
	struct tracing_field *fields;
	uint32_t n_fields, n_common;
	struct span print; /* the format string and its arguments, as C text */
};

struct tracing {
	bool is_big;        /* byte order of the section, and of all raw data */
	uint8_t long_bytes; /* 4 or 8 */
	uint32_t page_bytes;
	struct tracing_event *events; /* in the arena it was read into */
	uint32_t n_events;
	struct span kallsyms, printk, cmdlines; /* texts, empty = none */
	struct table ids;                       /* id -> index */
};

enum { TRACING_EVENTS_MAX = 1 << 20, TRACING_FIELDS_MAX = 1024 };

/* Read the section. 0; ERR_CORRUPT where it ends or makes no sense (off in the section): what was
 * read before is in *out. *out is valid for tracing_release() in any case. */
int tracing_read(struct span section, struct arena *a, struct tracing *out, struct err *e);
void tracing_release(struct tracing *t); /* idempotent */

/* The event of an id, NULL = none. */
struct tracing_event *tracing_find(const struct tracing *t, uint64_t id);

/* Read the fields and the print format of an event into the arena, once. 0, or ERR_CORRUPT: then it
 * has none. */
int tracing_fields(const struct tracing *t, struct tracing_event *ev, struct arena *a,
                   struct err *e);
/* The field of a name, NULL = none. */
const struct tracing_field *tracing_field(const struct tracing_event *ev, struct span name);

/* The number in n bytes (1, 2, 4 or 8; others read as 0), extended with its sign when it has one.
 */
uint64_t tracing_number(const struct tracing *t, const void *p, uint32_t n, bool is_signed);
/* The bytes of a field in a sample's raw data; false = they are not all there. */
bool tracing_bytes(const struct tracing *t, const struct tracing_field *f, struct span raw,
                   struct span *out);

#endif

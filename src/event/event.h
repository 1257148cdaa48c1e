/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Event descriptions as the person writes them -> perf_event_attr, what this machine offers, and
 * what to do when a kernel refuses one. Pure: nothing is opened here; the texts of sysfs and
 * tracefs come from whoever calls.
 */
#ifndef PMREC_EVENT_EVENT_H
#define PMREC_EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/abi.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

/* ------------------------------------------------------------------ the machine */

/* Where the machine's own words come from. A path begins with "devices/" (below
 * /sys/bus/event_source) or "events/" (below tracefs). Each may be NULL: then there is none. */
struct event_source {
	/* Add a file's text to out. 0, or negative: it cannot be had. */
	int (*text)(void *ctx, const char *path, struct buf *out);
	/* Add the names in a folder to out, a NUL byte behind each. 0 or negative. */
	int (*names)(void *ctx, const char *path, struct buf *out);
	/* Where in a program's file a function begins, in bytes. 0 or an error kind. */
	int (*function)(void *ctx, const char *file, const char *function, uint64_t *off,
	                struct err *e);
	/* Would the kernel open it? */
	bool (*opens)(void *ctx, const struct abi_attr *attr);
	void *ctx;
};

struct event_format;
struct event_alias;

/* A PMU of sysfs. Texts live as long as the arena it was read into. */
struct event_pmu {
	const char *name;
	uint32_t type;
	bool is_core;     /* counts what its CPUs execute; several on hybrid machines */
	const char *cpus; /* "0-3": opened on these only; NULL = on all */
	bool needs_cpu;   /* counts for whole CPUs, not for a task */
	/* Read when first needed. */
	struct event_format *formats;
	struct event_alias *aliases;
	uint32_t n_formats, n_aliases;
	bool is_read;
};

struct event_pmus {
	struct event_pmu *v; /* by name */
	uint32_t n, n_core;
};

/* Those of devices/, into an arena. */
struct event_pmus *event_pmus_load(const struct event_source *source, struct arena *a);

/* ------------------------------------------------------------------ descriptions (spec.c) */

enum { EVENT_NAME_MAX = 256, EVENTS_MAX = 4096 };

/* What was said in the description itself and so goes before the options. */
enum event_said {
	EVENT_SAID_PERIOD = 1 << 0, /* attr.period_or_freq, with or without ABI_FREQ */
	EVENT_SAID_CHAIN = 1 << 1,
	EVENT_SAID_MAX_STACK = 1 << 2,
	EVENT_SAID_INHERIT = 1 << 3,
};

enum event_chain {
	EVENT_CHAIN_NONE,
	EVENT_CHAIN_FP,
	EVENT_CHAIN_DWARF,
	EVENT_CHAIN_LBR,
	EVENT_CHAIN_AUTO,  /* DWARF, and FP where that leads nowhere */
	EVENT_CHAIN_DEFER, /* as FP, the user part when the task returns there */
};

enum { EVENT_STACK_BYTES = 8192 }; /* of a dump unless told otherwise */

struct event_spec {
	struct abi_attr attr;      /* type, configs, what modifiers and terms say */
	char name[EVENT_NAME_MAX]; /* as it was written, modifiers included */
	unsigned said;             /* enum event_said */
	enum event_chain chain;
	uint32_t stack_bytes; /* of EVENT_CHAIN_DWARF */
	bool no_inherit;
	bool once;              /* every occurrence is a sample unless told otherwise */
	bool is_core;           /* of a core PMU */
	uint32_t core;          /* which, by its type, where there are several; else 0 */
	bool needs_cpu;         /* counts for whole CPUs only */
	bool is_pointed;        /* config1 points at a text */
	const char *cpus;       /* where it is opened, as event_pmu.cpus */
	const char *filter;     /* NULL = none */
	bool not_by_us;         /* what the recorder itself does is left out */
	const char *tracepoint; /* "system:name", NULL = it is none */
	uint32_t leader;        /* index of the leader of its group; its own = leads, or is alone */
	bool reads_group;       /* samples hold the counts of the group; only the leader samples */
	bool is_weak;           /* the group may be broken up */
	bool most_precise;      /* precise_ip is lowered until the kernel takes it */
};

/* The empty list is {0}. It never moves once it is complete. */
struct event_list {
	struct event_spec *v;
	uint32_t n, cap;
	uint32_t last; /* where those of the last event_parse() begin */
	struct arena arena;
	struct event_pmus *pmus; /* NULL = not read */
};

/* Add the events of a text in perf's grammar (perf-list(1), and EVENTS of pmrec-record(1)). source
 * is NULL where only what every kernel has is to be known. 0 or ERR_USAGE: the error shows the
 * text and the place. */
int event_parse(const char *text, const struct event_source *source, struct event_list *list,
                struct err *e);
/* Let the tracepoints of the last event_parse() pass only what a filter lets; several are all to be
 * met. 0, or ERR_USAGE when they are no tracepoints. */
int event_add_filter(struct event_list *list, const char *filter, struct err *e);
/* The same for what the recorder itself does. */
int event_exclude_us(struct event_list *list, struct err *e);
void event_list_release(struct event_list *list);
/* The length of attr that its configs need. */
uint32_t event_attr_bytes(const struct abi_attr *attr);

/* ------------------------------------------------------------------ filters (filter.c) */

/* The kernel refused a filter: say where it is wrong, given the event's format file. Returns
 * ERR_USAGE. */
int event_filter_refused(const char *filter, const char *name, struct span format, struct err *e);

/* ------------------------------------------------------------------ what there is (catalog.c) */

enum event_kind {
	EVENT_HARDWARE,
	EVENT_SOFTWARE,
	EVENT_CACHE,
	EVENT_PMU,
	EVENT_RAW,
	EVENT_PROBE,
	EVENT_BREAKPOINT,
	EVENT_TRACEPOINT,
	EVENT_KINDS,
};

extern const char *const event_kind_words[EVENT_KINDS]; /* "hw", "sw", ... */

struct event_entry {
	enum event_kind kind;
	const char *name;  /* what -e takes; of raw and probe forms with their variables */
	const char *alias; /* a second name, or NULL */
	const char *pmu;   /* of EVENT_PMU and EVENT_RAW */
	const char *about; /* one line, or NULL */
	const char *terms, *unit, *scale; /* as sysfs has them, or NULL */
};

struct event_catalog {
	struct event_entry *v;
	uint32_t n, cap;
	struct arena arena;
};

/* All events that a machine offers, by kind, each kind by name. */
void event_catalog(const struct event_source *source, struct event_catalog *out);
void event_catalog_release(struct event_catalog *c);

/* ------------------------------------------------------------------ */

/* Make an event count user space only, and say so in its name as the u modifier would. */
void event_user_only(struct abi_attr *attr, char name[EVENT_NAME_MAX]);
/* Does it count in the kernel? */
static inline bool event_has_kernel(const struct abi_attr *attr)
{
	return !(attr->flags & ABI_EXCLUDE_KERNEL);
}

/* ------------------------------------------------------------------ refusals (event/fallback.c) */

/* A part of the ABI that older or partial kernels lack. */
struct event_feature {
	uint64_t flags;       /* bits of abi_attr.flags */
	uint64_t read_format; /* bits of abi_attr.read_format */
	uint64_t branches;    /* bits of abi_attr.branch_sample_type */
	uint64_t samples;     /* bits of abi_attr.sample_type */
	uint64_t instead;     /* bits of sample_type that stand for those */
	const char *what;     /* what is missed without it */
};

extern const struct event_feature event_features[]; /* newest first; ends with what NULL */

/* Could leaving something out of attr help after this errno? Takes the newest feature out that attr
 * has and returns it, or NULL. Call it again after each further refusal. */
const struct event_feature *event_fall_back(struct abi_attr *attr, int errnum);
void event_leave_out(struct abi_attr *attr, const struct event_feature *f);

/* A part of an attr that was asked for, and that not every event, machine or kernel has. */
struct event_part {
	uint64_t samples; /* bits of abi_attr.sample_type */
	uint64_t flags;   /* bits of abi_attr.flags */
	bool depth;       /* abi_attr.sample_max_stack */
	const char *what; /* "branch records" */
	const char *why;  /* what they need */
};

extern const struct event_part event_parts[]; /* ends with what NULL */

/* Take a part out of attr; false = it does not have it. */
bool event_without(struct abi_attr *attr, const struct event_part *part);
/* Say that the event could be opened but for this part. Returns ERR_UNSUPPORTED. */
int event_part_refused(const char *name, const struct event_part *part, struct err *e);

/* What matters for the reason of a refusal. */
struct event_place {
	struct abi_rights rights;
	bool all_cpus;
	bool foreign; /* a process that runs already is to be recorded */
};

/* Say why the kernel refused an event and what would help. Returns the kind. */
int event_refused(const char *name, const struct abi_attr *attr, int errnum,
                  const struct event_place *place, struct err *e);
/* Is it that this machine has no such event at all, so that another may be tried? */
bool event_is_absent(int errnum);

#endif

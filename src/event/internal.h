/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of event/ share. */
#ifndef PMREC_EVENT_INTERNAL_H
#define PMREC_EVENT_INTERNAL_H

#include "base/span.h"
#include "event/event.h"

/* A description on its way to attrs. */
struct parse {
	const char *text; /* the whole, for errors */
	const char *at;   /* what is not read yet */
	const struct event_source *source;
	struct event_list *list;
	struct err *e;
};

/* An error at a place in the text: what is wrong, what begins there, and the text. ERR_USAGE.
 */
int parse_fault(const struct parse *p, const char *place, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A new event at the end of the list, or NULL and *p->e filled when it is full. */
struct event_spec *parse_add(struct parse *p);
/* Its name; a fault when it is too long. */
int parse_name(const struct parse *p, struct event_spec *spec, const char *s, size_t n);
/* The PMUs of the machine, read once. */
const struct event_pmus *parse_pmus(struct parse *p);

/* The word nearest to another. */
struct nearest {
	struct span word;
	const char *best; /* NULL = none is near */
	unsigned least;
};
void nearest_begin(struct nearest *n, struct span word);
void nearest_try(struct nearest *n, const char *name);

static inline bool span_is(struct span s, const char *text)
{
	return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

/* Decimal, or hexadecimal behind 0x. */
bool number_parse(struct span s, uint64_t *out);

/* ------------------------------------------------------------------ modifiers */

/* Apply the n letters at s to an event. of_group: they are added to those it has. */
int modifiers_apply(const struct parse *p, const char *s, size_t n, bool of_group,
                    struct event_spec *spec);
bool modifiers_are(const char *s, size_t n);

/* ------------------------------------------------------------------ terms */

struct term {
	struct span name, value; /* in the text they were read from */
	bool has_value;
};

enum { TERMS_MAX = 64 };

struct terms {
	struct term v[TERMS_MAX];
	uint32_t n;
};

/* Read "a=1,b" up to and with the char end, '/' or NUL, from *at on. */
int terms_read(const struct parse *p, const char **at, char end, struct terms *out);
/* What of the terms says how an event is sampled and called goes into spec. 0; 1 = it is no such
 * term. */
int term_apply(const struct parse *p, const struct term *t, struct event_spec *spec);
/* All of them are such terms, or it is a fault. */
int terms_apply(const struct parse *p, const struct terms *terms, const struct span event,
                struct event_spec *spec);
void terms_nearest(struct nearest *n);

/* ------------------------------------------------------------------ names that all kernels have */

/* Of hardware, software, and caches. */
bool legacy_find(struct span name, struct abi_attr *attr);
bool cache_find(struct span name, uint64_t *config);
/* "rNNN" */
bool raw_find(struct span name, uint64_t *config);
/* The i-th cache event's name, as perf calls it, and config; false = no more. */
bool cache_name(unsigned i, char out[32], uint64_t *config);

/* ------------------------------------------------------------------ PMUs */

struct event_format {
	const char *name;
	unsigned config; /* 0 = config, 1 = config1 ... */
	uint64_t mask;   /* its bits there, the lowest first */
};

struct event_alias {
	const char *name, *terms;
	const char *unit, *scale; /* NULL = none */
};

enum { CONFIGS = 5 };

/* The formats and aliases of one. */
void pmu_read(const struct event_source *source, struct event_pmu *pmu, struct arena *a);
/* "config1:0-7,32-35" */
bool format_parse(const char *text, struct event_format *out);
/* Is pmu what the word calls: its name, a pattern, or its name without the number behind it. */
bool pmu_is(const struct event_pmu *pmu, struct span word);
const struct event_alias *pmu_alias(const struct event_pmu *pmu, struct span name);
/* Apply terms to an event of the PMU. */
int pmu_apply(struct parse *p, const struct event_pmu *pmu, const struct terms *terms,
              struct event_spec *spec);
/* Add the event "pmu/terms/" of each PMU that the word calls. */
int pmu_events(struct parse *p, struct span word, const struct terms *terms);
/* Add a bare name that PMUs have as alias. 0; 1 = none has. */
int pmu_alias_events(struct parse *p, struct span name, const struct terms *terms);
/* The spec gets what the PMU as a whole says. */
void pmu_to_spec(const struct event_pmus *pmus, const struct event_pmu *pmu,
                 struct event_spec *spec);

/* ------------------------------------------------------------------ others */

bool probe_is(const struct event_pmu *pmu);
int probe_apply(struct parse *p, const struct event_pmu *pmu, const struct terms *terms,
                struct event_spec *spec);
/* "mem:" was read. */
int breakpoint_event(struct parse *p);
/* Add the tracepoints that "system:name" calls. 0; 1 = there are none, and the name looks like
 * modifiers. */
int tracepoint_events(struct parse *p, struct span system, struct span name,
                      const struct terms *terms);

/* Names in a folder of the source, sorted, in the arena. */
struct names {
	const char **v;
	uint32_t n;
};
void names_list(const struct event_source *source, const char *path, struct arena *a,
                struct names *out);
/* The first line of a file, without blanks around it, in the arena; NULL = there is none. */
const char *source_line(const struct event_source *source, struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif

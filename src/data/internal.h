/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this module share. */
#ifndef PMREC_DATA_INTERNAL_H
#define PMREC_DATA_INTERNAL_H

#include "data/data.h"

static inline uint16_t swap16(uint16_t v, bool swap)
{
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t swap32(uint32_t v, bool swap)
{
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t swap64(uint64_t v, bool swap)
{
	return swap ? __builtin_bswap64(v) : v;
}

static inline uint32_t get32(const struct data *d, const void *p)
{
	return swap32(load32(p), d->swapped);
}

static inline uint64_t get64(const struct data *d, const void *p)
{
	return swap64(load64(p), d->swapped);
}

/* The words of one counter in a READ field, and those in front of or behind them. */
static inline uint64_t read_words_each(uint64_t format)
{
	return 1u + (format & ABI_FORMAT_ID ? 1 : 0) + (format & ABI_FORMAT_LOST ? 1 : 0);
}

static inline uint64_t read_words_times(uint64_t format)
{
	return (format & ABI_FORMAT_TOTAL_TIME_ENABLED ? 1u : 0u) +
	       (format & ABI_FORMAT_TOTAL_TIME_RUNNING ? 1u : 0u);
}

/* data/attr.c: an attr of n bytes as it lies in the file, in host order; what does not fit is
 * dropped. */
void attr_decode(struct span raw, bool swap, struct abi_attr *out);
/* Append an event; its ids are n u64 in file order. Returns its index. */
uint32_t event_add(struct data *d, const struct abi_attr *attr, struct span ids);
/* The event that has an id, or NULL. */
struct data_event *event_of_id(const struct data *d, uint64_t id);
/* Names, id positions: after all attrs are there. ERR_CORRUPT when the attrs contradict each other.
 */
int events_finish(struct data *d, struct err *e);
/* The name perf would make up for an attr, in the arena. */
const char *event_name_of(const struct abi_attr *attr, struct arena *a);

void event_desc_names(struct data *d);
/* Read the tracing data, if there are tracepoints and it is there, and name them after it. */
void event_tracing_names(struct data *d);

/* data/pipe.c: attrs, features and the rest that a stream carries as records. */
int pipe_open(struct data *d, struct err *e);

/* data/record.c */
void header_swap(unsigned char *p);

/* data/swap.c: turn a record of foreign byte order into host order where it lies. p has n bytes,
 * its header is already in host order. */
void record_swap(const struct data *d, unsigned char *p, uint32_t n);

/* The bytes that a TRACING_DATA record states: perf has them behind the record, simpleperf in it;
 * *behind is how many lie behind, with their padding. swap: its body is in foreign order still. */
static inline struct span record_tracing_data(struct span area, const struct record *r, uint64_t at,
                                              bool swap, uint64_t *behind)
{
	struct span s = { 0 };
	uint64_t n = r->n >= 12 ? swap32(load32(r->p + 8), swap) : 0;
	bool inside = n && n <= r->n - 12u;
	*behind = inside ? 0 : (n + 7) & ~7ull;
	span_sub(area, at + (inside ? 12 : r->n), n, &s);
	return s;
}

/* data/simpleperf.c: the tracing data that simpleperf has in its first records; empty = none. */
struct span simpleperf_tracing_data(struct data *d);

/* data/inflate.c: the records in a COMPRESSED record, appended to what was carried over. 0 or
 * ERR_CORRUPT. */
int inflate_record(struct data_cursor *c, const struct record *r, struct err *e);
void inflate_release(struct data_cursor *c);
/* At the end of an area: a record of which the rest did not come is a cut. */
void inflate_end(struct data_cursor *c);

/* data/record.c: the record at off, its header turned into host order; 0, 1 = end, ERR_CORRUPT.
 * Used on the file itself and on what came out of compressed records. */
int record_at(struct data *d, struct span area, uint64_t at, uint64_t off, struct record *out,
              struct err *e);

#endif

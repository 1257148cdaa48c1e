/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records between the thread that empties the rings and the one that writes. */
#ifndef PMREC_CAPTURE_QUEUE_H
#define PMREC_CAPTURE_QUEUE_H

#include "capture/plan.h"

enum queue_kind { QUEUE_SAMPLES, QUEUE_TRACKING, QUEUE_ROUND, QUEUE_KINDS };
enum { QUEUE_BYTES_MIN = 1 << 20, QUEUE_BYTES_DEFAULT = 32 << 20 };

struct queue_chunk {
	uint32_t kind; /* enum queue_kind */
	struct span part[2];
};

struct queue;
struct queue *queue_new(uint64_t n_bytes); /* rounded up to a power of two */
void queue_free(struct queue *q);          /* NULL is fine */
/* Put whole records, whose length is a multiple of 8, in; false = there is no room. */
bool queue_put(struct queue *q, enum queue_kind kind, const struct span part[2]);
/* The oldest chunk, which stays until it is consumed; false = there is none. */
bool queue_peek(struct queue *q, struct queue_chunk *out);
/* Where what is put next will stand; is there a chunk before such a place? */
uint64_t queue_end(const struct queue *q);
uint64_t queue_room(const struct queue *q); /* bytes, and of how many */
uint64_t queue_bytes(const struct queue *q);
bool queue_is_before(struct queue *q, uint64_t end);
/* The chunks before a place one after the other, without consuming them: *at is 0 at first. */
bool queue_walk(const struct queue *q, uint64_t *at, uint64_t end, struct queue_chunk *out);
void queue_consume(struct queue *q, const struct queue_chunk *c);

/* ------------------------------------------------------------------ shedding */

/* What goes when there is little room for samples, and when there is none. */
struct shedding {
	const struct plan *plan;
	struct plan_ids ids;
	/* By event: stack dumps and deferred chains that went, and samples; and behind the last
	 * event those of none that is known. */
	_Atomic uint64_t *stacks, *samples;
	uint64_t *cut;        /* stack dumps of the piece at hand */
	unsigned char *piece; /* room for it; NULL = no event dumps stacks */
};

enum { SHED_PIECE_BYTES = 256 << 10 }; /* whole records that begin in so many bytes */

void shedding_init(struct shedding *s, const struct plan *p);
void shedding_release(struct shedding *s); /* idempotent */
/* Take the stack dumps out of a piece: out is valid until the next call. They are counted by
 * shed_stacks_done(). */
void shed_stacks(struct shedding *s, const struct span part[2], struct span out[2]);
void shed_stacks_done(struct shedding *s);
/* Drop the samples of a piece. What else is in a sample ring, such as the kernel's own losses, is
 * given to keep. */
typedef void shedding_keep(void *ctx, const struct span part[2]);
void shed_samples(struct shedding *s, const struct span part[2], shedding_keep *keep, void *ctx);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records between the thread that takes them out of the kernel's rings and the one that writes
 * them: chunks in a ring of bytes, each behind a header of 8. One thread puts, one takes, without a
 * lock: head and tail count bytes since the start, and each is changed by one of them.
 *
 * Whenever all was taken the next chunk goes to the ring's beginning, so that memory that was never
 * needed is never touched: the one who puts says which count is there, while the other holds no
 * chunk and sees none.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

enum {
	HEADER_BYTES = 8,
	REWIND_BYTES = 256 << 10,
};

struct queue {
	unsigned char *bytes;
	uint64_t n_bytes; /* a power of two */
	_Atomic uint64_t head, tail;
	_Atomic uint64_t origin; /* the count at the ring's beginning */
};

struct queue *queue_new(uint64_t n_bytes)
{
	struct queue *q = mem_new(sizeof *q);
	q->n_bytes = QUEUE_BYTES_MIN;
	while (q->n_bytes < n_bytes)
		q->n_bytes *= 2;
	q->bytes = mem_new(q->n_bytes);
	return q;
}

void queue_free(struct queue *q)
{
	if (q)
		free(q->bytes);
	free(q);
}

static uint64_t place_of(const struct queue *q, uint64_t at)
{
	return (at - q->origin) & (q->n_bytes - 1);
}

static uint64_t copy_in(struct queue *q, uint64_t at, struct span s)
{
	uint64_t from = place_of(q, at), to_end = q->n_bytes - from;
	size_t first = s.n < to_end ? s.n : (size_t)to_end;
	if (first)
		memcpy(q->bytes + from, s.p, first);
	if (s.n > first)
		memcpy(q->bytes, s.p + first, s.n - first);
	return at + s.n;
}

static uint64_t header_in(struct queue *q, uint64_t at, uint32_t kind, uint64_t n)
{
	unsigned char header[HEADER_BYTES];
	store32(header, (uint32_t)n);
	store32(header + 4, kind);
	return copy_in(q, at, span_of(header, sizeof header));
}

bool queue_put(struct queue *q, enum queue_kind kind, const struct span part[2])
{
	uint64_t n = part[0].n + part[1].n, at = q->head, used = at - q->tail;
	if (used + HEADER_BYTES + n > q->n_bytes)
		return false;
	if (!used && place_of(q, at) > REWIND_BYTES)
		q->origin = at;
	at = header_in(q, at, kind, n);
	at = copy_in(q, at, part[0]);
	q->head = copy_in(q, at, part[1]);
	return true;
}

static void chunk_at(const struct queue *q, uint64_t count, struct queue_chunk *out)
{
	/* All lengths are multiples of 8: no header is cut. */
	uint64_t at = place_of(q, count);
	uint32_t n = load32(q->bytes + at);
	out->kind = load32(q->bytes + at + 4);
	at = (at + HEADER_BYTES) & (q->n_bytes - 1);
	size_t first = n < q->n_bytes - at ? n : (size_t)(q->n_bytes - at);
	out->part[0] = span_of(q->bytes + at, first);
	out->part[1] = span_of(q->bytes, n - first);
}

bool queue_peek(struct queue *q, struct queue_chunk *out)
{
	if (q->tail == q->head)
		return false;
	chunk_at(q, q->tail, out);
	return true;
}

bool queue_walk(const struct queue *q, uint64_t *at, uint64_t end, struct queue_chunk *out)
{
	if (*at < q->tail)
		*at = q->tail;
	if (*at >= end || *at == q->head)
		return false;
	chunk_at(q, *at, out);
	*at += HEADER_BYTES + out->part[0].n + out->part[1].n;
	return true;
}

uint64_t queue_room(const struct queue *q)
{
	return q->n_bytes - (q->head - q->tail);
}

uint64_t queue_bytes(const struct queue *q)
{
	return q->n_bytes;
}

uint64_t queue_end(const struct queue *q)
{
	return q->head;
}

bool queue_is_before(struct queue *q, uint64_t end)
{
	struct queue_chunk c;
	return queue_peek(q, &c) && q->tail < end;
}

void queue_consume(struct queue *q, const struct queue_chunk *c)
{
	q->tail += HEADER_BYTES + c->part[0].n + c->part[1].n;
}

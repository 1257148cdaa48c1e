// SPDX-License-Identifier: GPL-2.0-or-later
/* What is put into a queue by one thread comes out in another: all of it, once, in order, whole. */
#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"
#include "tests/unit/tap.h"

enum { CHUNKS = 20000, WORDS_MAX = 6000 };

static uint32_t random_below(uint32_t *state, uint32_t n)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % n;
}

/* A chunk's words count on from the one before it; it is cut in two anywhere. */
static void *put_all(void *arg)
{
	struct queue *q = arg;
	uint64_t *words = mem_new(WORDS_MAX * sizeof *words), next = 0;
	uint32_t state = 1;
	for (uint32_t i = 0; i < CHUNKS; i++) {
		size_t n = random_below(&state, i % 16 ? 40 : WORDS_MAX),
		       cut = n ? random_below(&state, (uint32_t)n) : 0;
		for (size_t k = 0; k < n; k++)
			words[k] = next++;
		const struct span part[2] = { span_of(words, 8 * cut),
			                      span_of(words + cut, 8 * (n - cut)) };
		while (!queue_put(q, i % 3, part))
			;
	}
	free(words);
	return NULL;
}

static void test_threads(void)
{
	struct queue *q = queue_new(0);
	struct queue_chunk c;
	pthread_t thread;
	uint64_t next = 0, wrong = 0;
	pthread_create(&thread, NULL, put_all, q);
	for (uint32_t i = 0; i < CHUNKS;) {
		if (!queue_peek(q, &c))
			continue;
		wrong += c.kind != i++ % 3;
		for (int k = 0; k < 2; k++)
			for (size_t at = 0; at < c.part[k].n; at += 8)
				wrong += load64(c.part[k].p + at) != next++;
		queue_consume(q, &c);
	}
	pthread_join(thread, NULL);
	ok(!wrong && !queue_peek(q, &c), "%llu words in %d chunks, each once and in order",
	   (unsigned long long)next, CHUNKS);
	queue_free(q);
}

static void test_full(void)
{
	static unsigned char bytes[1 << 16];
	const struct span part[2] = { span_of(bytes, sizeof bytes), { 0 } },
			  none[2] = { { 0 }, { 0 } };
	struct queue *q = queue_new(QUEUE_BYTES_MIN);
	struct queue_chunk c;
	uint64_t n = 0, end;
	while (queue_put(q, QUEUE_SAMPLES, part))
		n++;
	is_u64(n, QUEUE_BYTES_MIN / (sizeof bytes + 8), "as many as there is room for");
	end = queue_end(q);
	ok(queue_is_before(q, end) && !queue_is_before(q, 0), "they stand before its end");
	ok(queue_peek(q, &c) && c.part[0].n == sizeof bytes, "the first of them");
	queue_consume(q, &c);
	ok(queue_put(q, QUEUE_SAMPLES, part), "room for one more");
	while (queue_peek(q, &c))
		queue_consume(q, &c);
	ok(!queue_is_before(q, end), "all are taken");
	ok(queue_put(q, QUEUE_ROUND, none) && queue_peek(q, &c) && c.kind == QUEUE_ROUND &&
	           !c.part[0].n,
	   "one of nothing");
	queue_free(q);
	queue_free(NULL);
}

/* Wherever the last chunk ended: once all was taken there is room for as much as ever. */
static void test_room(void)
{
	static unsigned char bytes[1 << 16];
	const struct span part[2] = { span_of(bytes, sizeof bytes), { 0 } };
	for (unsigned before = 0; before < 20; before++) {
		struct queue *q = queue_new(QUEUE_BYTES_MIN);
		struct queue_chunk c;
		uint64_t n = 0;
		for (unsigned i = 0; i < before; i++)
			if (queue_put(q, QUEUE_SAMPLES, part) && queue_peek(q, &c))
				queue_consume(q, &c);
		bool is_empty = queue_room(q) == QUEUE_BYTES_MIN;
		while (queue_put(q, QUEUE_SAMPLES, part))
			n++;
		if (!is_empty || n != QUEUE_BYTES_MIN / (sizeof bytes + 8) ||
		    queue_room(q) != QUEUE_BYTES_MIN - n * (sizeof bytes + 8))
			ok(false, "after %u chunks there is room for %u", before, (unsigned)n);
		queue_free(q);
	}
	ok(true, "the room is the same after any number of chunks");
}

int main(void)
{
	test_threads();
	test_room();
	test_full();
	return done_testing();
}

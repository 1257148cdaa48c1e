// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program with the shape of a real one, to look at: a reader makes records, parsers split them,
 * hashers fingerprint them, a sorter orders the result. demo [MS]: run about that long (default
 * 1000). Build as the Makefile does: with frame pointers in leaf functions too, without tail calls
 * and inlining.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LINES = 4096, LINE_BYTES = 96, KEYS = 1 << 14 };

struct record {
	uint64_t key;
	unsigned fields, bytes;
};

static long until_ms;
static char lines[LINES][LINE_BYTES];

static long now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void make_lines(void)
{
	uint32_t state = 2463534242u;
	for (int i = 0; i < LINES; i++)
		snprintf(lines[i], LINE_BYTES, "%u,user%u,%u.%02u,\"item %u\",%x",
		         next_random(&state), next_random(&state) % 1000, next_random(&state) % 500,
		         next_random(&state) % 100, next_random(&state) % 5000,
		         next_random(&state));
}

/* ------------------------------------------------------------------ parse */

static const char *skip_quoted(const char *s)
{
	while (*s && *s != '"')
		s++;
	return *s ? s + 1 : s;
}

static const char *next_field(const char *s)
{
	while (*s && *s != ',')
		s = *s == '"' ? skip_quoted(s + 1) : s + 1;
	return *s ? s + 1 : s;
}

static uint64_t parse_number(const char *s)
{
	uint64_t v = 0;
	while (*s >= '0' && *s <= '9')
		v = v * 10 + (uint64_t)(*s++ - '0');
	return v;
}

static unsigned line_length(const char *s)
{
	unsigned n = 0;
	while (s[n])
		n++;
	return n;
}

static void parse_line(const char *line, struct record *out)
{
	*out = (struct record){ .key = parse_number(line) };
	for (const char *s = line; *s; s = next_field(s))
		out->fields++;
	out->bytes = line_length(line);
}

static void *parser_main(void *sum)
{
	struct record r;
	while (now_ms() < until_ms)
		for (int i = 0; i < LINES; i++) {
			parse_line(lines[i], &r);
			*(uint64_t *)sum += r.key + r.fields;
		}
	return NULL;
}

/* ------------------------------------------------------------------ hash */

static uint64_t mix(uint64_t h)
{
	h ^= h >> 29;
	h *= 0xbf58476d1ce4e5b9u;
	return h ^ h >> 32;
}

static uint64_t hash_line(const char *s)
{
	uint64_t h = 14695981039346656037u;
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return mix(h);
}

static void *hasher_main(void *sum)
{
	while (now_ms() < until_ms)
		for (int i = 0; i < LINES; i++)
			*(uint64_t *)sum += hash_line(lines[i]);
	return NULL;
}

/* ------------------------------------------------------------------ sort */

static void swap_records(struct record *a, struct record *b)
{
	struct record t = *a;
	*a = *b;
	*b = t;
}

static int partition(struct record *v, int n)
{
	uint64_t pivot = v[(n - 1) / 2].key;
	int i = 0, j = n - 1;
	for (;; i++, j--) {
		while (v[i].key < pivot)
			i++;
		while (v[j].key > pivot)
			j--;
		if (i >= j)
			return j + 1;
		swap_records(&v[i], &v[j]);
	}
}

static void sort_records(struct record *v, int n)
{
	if (n < 2)
		return;
	int at = partition(v, n);
	sort_records(v, at);
	sort_records(v + at, n - at);
}

static void fill_records(struct record *v, uint32_t *state)
{
	for (int i = 0; i < KEYS; i++)
		v[i] = (struct record){ .key = next_random(state) };
}

static void *sorter_main(void *sum)
{
	static struct record v[KEYS];
	uint32_t state = 88172645u;
	while (now_ms() < until_ms) {
		fill_records(v, &state);
		sort_records(v, KEYS);
		*(uint64_t *)sum += v[KEYS / 2].key;
	}
	return NULL;
}

/* ------------------------------------------------------------------ */

static const struct {
	const char *name;
	void *(*main)(void *sum);
} workers[] = {
	{ "parser", parser_main },
	{ "hasher", hasher_main },
	{ "sorter", sorter_main },
};

enum { N_WORKERS = sizeof workers / sizeof *workers };

int main(int argc, char **argv)
{
	pthread_t threads[N_WORKERS];
	uint64_t sums[N_WORKERS] = { 0 };
	until_ms = now_ms() + (argc > 1 ? atol(argv[1]) : 1000);
	make_lines();
	for (int i = 0; i < N_WORKERS; i++) {
		if (pthread_create(&threads[i], NULL, workers[i].main, &sums[i]))
			return 1;
		pthread_setname_np(threads[i], workers[i].name);
	}
	for (int i = 0; i < N_WORKERS; i++) {
		pthread_join(threads[i], NULL);
		printf("%s %llx\n", workers[i].name, (unsigned long long)sums[i]);
	}
	return 0;
}

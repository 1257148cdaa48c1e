/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Views of bytes, and loads and stores that neither alignment nor byte order can upset.
 *
 * A span borrows: whoever made the bytes owns them. The empty span is {0}.
 */
#ifndef PMREC_BASE_SPAN_H
#define PMREC_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
	const unsigned char *p;
	size_t n;
};

/* Bytes that their holder may change where they lie. */
struct bytes {
	unsigned char *p;
	size_t n;
	bool is_view; /* of a file: pages that were not written to can be had from it again */
};

static inline uint16_t load16(const void *p)
{
	uint16_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint32_t load32(const void *p)
{
	uint32_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint64_t load64(const void *p)
{
	uint64_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline void store16(void *p, uint16_t v)
{
	memcpy(p, &v, sizeof v);
}

static inline void store32(void *p, uint32_t v)
{
	memcpy(p, &v, sizeof v);
}

static inline void store64(void *p, uint64_t v)
{
	memcpy(p, &v, sizeof v);
}

static inline struct span span_of(const void *p, size_t n)
{
	return (struct span){ p, n };
}

static inline struct span span_str(const char *s)
{
	return (struct span){ (const unsigned char *)s, strlen(s) };
}

static inline bool span_equal(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* s without its first n bytes; it has as many. Empty bytes may be nowhere, and nothing may be added
 * to that. */
static inline struct span span_behind(struct span s, size_t n)
{
	return (struct span){ n ? s.p + n : s.p, s.n - n };
}

/* The part [off, off + n) of s, in *out; false and nothing written when it is not all there. */
static inline bool span_sub(struct span s, uint64_t off, uint64_t n, struct span *out)
{
	if (off > s.n || n > s.n - off)
		return false;
	*out = span_of(span_behind(s, (size_t)off).p, (size_t)n);
	return true;
}

/* Cut the first n bytes off *s and give them in *out; false and nothing changed when there are
 * fewer. */
static inline bool span_take(struct span *s, uint64_t n, struct span *out)
{
	if (n > s->n)
		return false;
	*out = (struct span){ s->p, (size_t)n };
	*s = span_behind(*s, (size_t)n);
	return true;
}

/* The length of the text at the start of s: up to a NUL byte or the end of the span. */
static inline size_t span_strnlen(struct span s)
{
	const void *z = s.n ? memchr(s.p, 0, s.n) : NULL;
	return z ? (size_t)((const unsigned char *)z - s.p) : s.n;
}

/* u64 words, perhaps unaligned. */
struct words {
	const unsigned char *p;
	uint64_t n;
};

static inline uint64_t words_at(struct words w, uint64_t i)
{
	return load64(w.p + 8 * i);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A buffer of output. Without a drain it grows and holds all that was added; with one it is emptied
 * into it whenever it is full, so that a command's output costs one system call per 64 KB. The
 * empty buffer is {0}. The number formatters are here because musl's printf is slow.
 */
#ifndef PMREC_BASE_BUF_H
#define PMREC_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct buf {
	char *p;
	size_t n,
		cap; /* with a drain n falls back to 0 whenever it is emptied: it tells no length */
	/* Takes n bytes at p; 0, or errno. After a failure the rest is dropped. */
	int (*drain)(void *ctx, const void *p, size_t n);
	void *ctx;
	int failed; /* errno of the drain's first failure, 0 = none */
};

enum { BUF_DRAIN_BYTES = 65536 };

void buf_room(struct buf *b, size_t n); /* make room for n more bytes */
void buf_flush(struct buf *b);          /* empty it into the drain; nothing without one */
void buf_release(struct buf *b);        /* drops what is in it; idempotent */

static inline void buf_add(struct buf *b, const void *p, size_t n)
{
	if (b->cap - b->n < n)
		buf_room(b, n);
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
}

static inline void buf_char(struct buf *b, char c)
{
	if (b->n == b->cap)
		buf_room(b, 1);
	b->p[b->n++] = c;
}

static inline void buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

/* Seven bits a byte, the lowest first (LEB128). */
static inline void buf_varint(struct buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buf_char(b, (char)(v | 0x80));
	buf_char(b, (char)v);
}

void buf_fill(struct buf *b, char c, size_t n); /* n times c */
/* Characters of UTF-8, not bytes: how wide a column for them is. */
size_t text_columns(const char *s, size_t n);
void buf_left(struct buf *b, const char *s, size_t width);  /* s, padded with spaces behind */
void buf_right(struct buf *b, const char *s, size_t width); /* s, padded with spaces before */
void buf_u64(struct buf *b, uint64_t v);                    /* decimal */
void buf_u64_width(struct buf *b, uint64_t v, int width, char pad);
void buf_u64_left(struct buf *b, uint64_t v, int width); /* decimal, padded with spaces behind */
void buf_hex(struct buf *b, uint64_t v);                 /* hexadecimal, no 0x */
void buf_hex_width(struct buf *b, uint64_t v, int width, char pad);
void buf_percent(struct buf *b, double v,
                 int width); /* with two decimals and a %, all of it width wide */
void buf_base64(struct buf *b, const void *p, size_t n); /* RFC 4648, with its padding */
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The text s, safe on a terminal and in a line-based format: each control character is shown as
 * '?', what is no UTF-8 as U+FFFD, the replacement character, one for each maximal subpart of a
 * character (The Unicode Standard, section 3.9). One that would turn the text around it, break its
 * line or not be seen is shown as <U+202E>. */
void buf_text(struct buf *b, const char *s);
void buf_text_n(struct buf *b, const char *s, size_t n);
/* A NUL byte behind what is in it, not counted in n; returns the text, valid until the next change.
 */
const char *buf_cstr(struct buf *b);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

void buf_flush(struct buf *b)
{
	if (!b->drain)
		return;
	if (b->n && !b->failed)
		b->failed = b->drain(b->ctx, b->p, b->n);
	b->n = 0;
}

void buf_room(struct buf *b, size_t n)
{
	if (b->cap - b->n >= n)
		return;
	if (b->drain && b->n) {
		buf_flush(b);
		if (b->cap >= n)
			return;
	}
	size_t cap = b->cap ? b->cap : (b->drain ? BUF_DRAIN_BYTES : 256);
	while (cap - b->n < n)
		cap *= 2;
	b->p = mem_resize(b->p, cap, 1);
	b->cap = cap;
}

void buf_release(struct buf *b)
{
	free(b->p);
	*b = (struct buf){ 0 };
}

void buf_fill(struct buf *b, char c, size_t n)
{
	if (b->cap - b->n < n)
		buf_room(b, n);
	if (n)
		memset(b->p + b->n, c, n);
	b->n += n;
}

size_t text_columns(const char *s, size_t n)
{
	size_t columns = 0;
	for (size_t i = 0; i < n; i++)
		columns += (s[i] & 0xc0) != 0x80;
	return columns;
}

void buf_left(struct buf *b, const char *s, size_t width)
{
	size_t n = strlen(s), columns = text_columns(s, n);
	buf_add(b, s, n);
	if (columns < width)
		buf_fill(b, ' ', width - columns);
}

void buf_right(struct buf *b, const char *s, size_t width)
{
	size_t n = strlen(s), columns = text_columns(s, n);
	if (columns < width)
		buf_fill(b, ' ', width - columns);
	buf_add(b, s, n);
}

static void buf_digits(struct buf *b, const char *p, int n, int width, char pad)
{
	if (n < width)
		buf_fill(b, pad, (size_t)(width - n));
	buf_add(b, p, (size_t)n);
}

void buf_u64_width(struct buf *b, uint64_t v, int width, char pad)
{
	char t[20], *p = t + sizeof t;
	do
		*--p = (char)('0' + v % 10);
	while (v /= 10);
	buf_digits(b, p, (int)(t + sizeof t - p), width, pad);
}

void buf_u64_left(struct buf *b, uint64_t v, int width)
{
	int n = 1;
	for (uint64_t rest = v; rest >= 10; rest /= 10)
		n++;
	buf_u64_width(b, v, 0, ' ');
	if (n < width)
		buf_fill(b, ' ', (size_t)(width - n));
}

void buf_hex_width(struct buf *b, uint64_t v, int width, char pad)
{
	char t[16], *p = t + sizeof t;
	do
		*--p = "0123456789abcdef"[v & 15];
	while (v >>= 4);
	buf_digits(b, p, (int)(t + sizeof t - p), width, pad);
}

void buf_u64(struct buf *b, uint64_t v)
{
	buf_u64_width(b, v, 0, ' ');
}

void buf_hex(struct buf *b, uint64_t v)
{
	buf_hex_width(b, v, 0, ' ');
}

/* Rounded to even as printf does. Sums of hostile numbers wrap, and then a part may be larger than
 * the whole: it has an end at 1e15. */
void buf_percent(struct buf *b, double v, int width)
{
	/* Exact: 53 bits times 100 are 60. */
	long double scaled = v < 1e15 ? (long double)v * 100 : 1e17L;
	uint64_t n = (uint64_t)scaled;
	long double rest = scaled - (long double)n;
	n += rest > 0.5L || (rest == 0.5L && (n & 1));
	buf_u64_width(b, n / 100, width - 4, ' ');
	buf_char(b, '.');
	buf_u64_width(b, n % 100, 2, '0');
	buf_char(b, '%');
}

void buf_base64(struct buf *b, const void *p, size_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (const unsigned char *s = p, *end = s + n; s < end; s += 3) {
		size_t left = (size_t)(end - s);
		uint32_t v = (uint32_t)s[0] << 16 | (left > 1 ? (uint32_t)s[1] << 8 : 0) |
		             (left > 2 ? s[2] : 0u);
		char four[4] = { digits[v >> 18], digits[v >> 12 & 63],
			         left > 1 ? digits[v >> 6 & 63] : '=',
			         left > 2 ? digits[v & 63] : '=' };
		buf_add(b, four, sizeof four);
	}
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	buf_room(b, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(b->p + b->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

/* The bytes at p that are a character of UTF-8 (RFC 3629: no overlong form, no surrogate); when
 * they are none, *broken: those that could have begun one, or the one that could not. */
static size_t utf8_len(const unsigned char *p, size_t n, size_t *broken)
{
	static const struct {
		unsigned char lo, hi, lo2, hi2, len;
	} rows[] = {
		{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 },
		{ 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
		{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};
	*broken = 1;
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		if (*p < rows[r].lo || *p > rows[r].hi)
			continue;
		size_t i = 1;
		if (i < n && p[1] >= rows[r].lo2 && p[1] <= rows[r].hi2)
			for (i = 2; i < rows[r].len && i < n && (p[i] & 0xc0) == 0x80;)
				i++;
		*broken = i;
		return i == rows[r].len ? i : 0;
	}
	return 0;
}

/* C1, U+0080 to U+009F, are control characters, too. */
static bool is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/* The code point of a character of UTF-8. */
static uint32_t utf8_point(const unsigned char *p, size_t n)
{
	uint32_t c = n == 1 ? *p : *p & (0x7fu >> n);
	for (size_t i = 1; i < n; i++)
		c = c << 6 | (p[i] & 0x3f);
	return c;
}

/* Characters that turn the text around them or break its line, that are not seen, or are none. */
static bool is_unseen(uint32_t c)
{
	static const struct {
		uint32_t first, last;
	} rows[] = {
		{ 0xad, 0xad },     { 0x34f, 0x34f },   { 0x61c, 0x61c },     { 0x115f, 0x1160 },
		{ 0x180b, 0x180f }, { 0x200b, 0x200f }, { 0x2028, 0x202e },   { 0x2060, 0x206f },
		{ 0x3164, 0x3164 }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },
		{ 0xfff9, 0xfffb }, { 0xfffe, 0xffff }, { 0xe0000, 0xe0fff },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (c >= rows[i].first && c <= rows[i].last)
			return true;
	return false;
}

void buf_text_n(struct buf *b, const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s, *end = p + n;
	while (p < end) {
		const unsigned char *from = p;
		while (p < end && *p >= 0x20 && *p < 0x7f)
			p++;
		buf_add(b, from, (size_t)(p - from));
		if (p == end)
			break;
		size_t broken = 0, len = *p < 0x80 ? 1 : utf8_len(p, (size_t)(end - p), &broken);
		uint32_t c = utf8_point(p, len);
		if (!len)
			buf_str(b, "\xef\xbf\xbd");
		else if (is_control(c))
			buf_char(b, '?');
		else if (is_unseen(c))
			buf_printf(b, "<U+%04X>", c);
		else
			buf_add(b, p, len);
		p += len ? len : broken;
	}
}

void buf_text(struct buf *b, const char *s)
{
	buf_text_n(b, s, strlen(s));
}

const char *buf_cstr(struct buf *b)
{
	if (b->n == b->cap)
		buf_room(b, 1);
	b->p[b->n] = 0;
	return b->p;
}

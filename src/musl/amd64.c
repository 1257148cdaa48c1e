// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Static builds for x86-64 only. musl copies short blocks with "rep movsq" and looks for bytes one
 * at a time: ten times slower than it need be, and both are on every path here. In a static link
 * the program's own definition is taken, inside libc.a as well. Compiled with -fno-builtin, lest
 * the loops become calls of themselves.
 */
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline __m128i load128(const void *p)
{
	return _mm_loadu_si128(p);
}

/* Two overlapping stores cover every length between the width and twice the width. */
#define COPY_ENDS(type)                                                       \
	do {                                                                  \
		type head, tail;                                              \
		__builtin_memcpy(&head, from, sizeof head);                   \
		__builtin_memcpy(&tail, from + n - sizeof tail, sizeof tail); \
		__builtin_memcpy(to, &head, sizeof head);                     \
		__builtin_memcpy(to + n - sizeof tail, &tail, sizeof tail);   \
	} while (0)

/* Each block is read before anything is written over it as long as the target does not lie within
 * the source. */
static inline void copy_up(unsigned char *to, const unsigned char *from, size_t n)
{
	if (n >= 16) {
		if (n > 2048) { /* the processor's own way is best for long ones */
			__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
			return;
		}
		__m128i tail = load128(from + n - 16);
		unsigned char *last = to + n - 16;
		for (; to < last; to += 16, from += 16)
			_mm_storeu_si128((void *)to, load128(from));
		_mm_storeu_si128((void *)last, tail);
	} else if (n >= 8) {
		COPY_ENDS(uint64_t);
	} else if (n >= 4) {
		COPY_ENDS(uint32_t);
	} else if (n >= 2) {
		COPY_ENDS(uint16_t);
	} else if (n) {
		*to = *from;
	}
}

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	copy_up(dst, src, n);
	return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
	unsigned char *to = dst;
	const unsigned char *from = src;
	if (n < 16 || (uintptr_t)to - (uintptr_t)from >= n) {
		copy_up(to, from, n);
		return dst;
	}
	__m128i head = load128(from);
	for (; n > 16; n -= 16)
		_mm_storeu_si128((void *)(to + n - 16), load128(from + n - 16));
	_mm_storeu_si128((void *)to, head);
	return dst;
}

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	__m128i want = _mm_set1_epi8((char)c);
	for (; n >= 16; p += 16, n -= 16) {
		int hit = _mm_movemask_epi8(_mm_cmpeq_epi8(load128(p), want));
		if (hit)
			return (void *)(uintptr_t)(p + __builtin_ctz((unsigned)hit));
	}
	for (; n; p++, n--)
		if (*p == (unsigned char)c)
			return (void *)(uintptr_t)p;
	return NULL;
}

/* Whole aligned blocks never cross a page, so reading past the end of the text is safe. */
size_t strlen(const char *s)
{
	const char *block = (const char *)((uintptr_t)s & ~(uintptr_t)15);
	const __m128i zero = _mm_setzero_si128();
	unsigned skip = (unsigned)(s - block);
	unsigned hit = (unsigned)_mm_movemask_epi8(
		_mm_cmpeq_epi8(_mm_load_si128((const void *)block), zero));
	hit = hit >> skip << skip;
	while (!hit) {
		block += 16;
		hit = (unsigned)_mm_movemask_epi8(
			_mm_cmpeq_epi8(_mm_load_si128((const void *)block), zero));
	}
	return (size_t)(block + __builtin_ctz(hit) - s);
}

/* The sign of the first bytes that differ. */
static int byte_order(const unsigned char *a, const unsigned char *b)
{
	while (*a == *b)
		a++, b++;
	return *a - *b;
}

int memcmp(const void *x, const void *y, size_t n)
{
	const unsigned char *a = x, *b = y;
	for (; n >= 16; a += 16, b += 16, n -= 16)
		if (_mm_movemask_epi8(_mm_cmpeq_epi8(load128(a), load128(b))) != 0xffff)
			return byte_order(a, b);
	for (; n >= 4; a += 4, b += 4, n -= 4) {
		uint32_t v, w;
		__builtin_memcpy(&v, a, sizeof v);
		__builtin_memcpy(&w, b, sizeof w);
		if (v != w)
			return byte_order(a, b);
	}
	for (; n; a++, b++, n--)
		if (*a != *b)
			return *a - *b;
	return 0;
}

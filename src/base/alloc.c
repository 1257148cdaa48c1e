// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/alloc.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where pages are larger, the kernel refuses ends that are not theirs, and makes them one by one.
 */
enum { PAGE_BYTES = 1 << 12, MANY_BYTES = 1 << 16, HUGE_BYTES = 1 << 21 };

/* Since Linux 5.14; musl's headers may be older. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static void *mem_check(void *p)
{
	if (!p) {
		static const char text[] = "pmrec: out of memory\n";
		if (write(2, text, sizeof text - 1) < 0) { /* nothing is left to be done */
		}
		abort();
	}
	return p;
}

void *mem_new(size_t n_bytes)
{
	return mem_check(calloc(1, n_bytes ? n_bytes : 1));
}

/* What is asked for will be used: one call has all of its pages made, not one fault each. A kernel
 * that cannot do that makes them as they are touched. */
static void *mem_populate(void *p, size_t n_bytes)
{
	uintptr_t from = ((uintptr_t)p + PAGE_BYTES - 1) & ~(uintptr_t)(PAGE_BYTES - 1);
	uintptr_t to = ((uintptr_t)p + n_bytes) & ~(uintptr_t)(PAGE_BYTES - 1);
	if (n_bytes >= MANY_BYTES && from < to)
		madvise((void *)from, to - from, MADV_POPULATE_WRITE);
	return p;
}

void *mem_large(size_t n_bytes)
{
	if (n_bytes > PTRDIFF_MAX - HUGE_BYTES)
		mem_check(NULL);
	if (n_bytes < HUGE_BYTES)
		return mem_populate(mem_check(malloc(n_bytes ? n_bytes : 1)), n_bytes);
	n_bytes = (n_bytes + HUGE_BYTES - 1) & ~(size_t)(HUGE_BYTES - 1);
	void *p = mem_check(aligned_alloc(HUGE_BYTES, n_bytes));
	madvise(p, n_bytes, MADV_HUGEPAGE);
	return p;
}

void *mem_resize(void *p, size_t n, size_t each)
{
	size_t n_bytes, was = p ? malloc_usable_size(p) : 0;
	if (__builtin_mul_overflow(n, each, &n_bytes))
		mem_check(NULL);
	if (n_bytes < HUGE_BYTES)
		return mem_populate(mem_check(realloc(p, n_bytes ? n_bytes : 1)), n_bytes);
	if (n_bytes <= was && n_bytes >= was / 2)
		return p;
	void *large = mem_large(n_bytes);
	if (p)
		memcpy(large, p, was < n_bytes ? was : n_bytes);
	free(p);
	return large;
}

char *mem_dup(const void *p, size_t n_bytes)
{
	char *s = mem_check(malloc(n_bytes + 1));
	if (n_bytes)
		memcpy(s, p, n_bytes);
	s[n_bytes] = 0;
	return s;
}

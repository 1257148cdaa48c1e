/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory for things that live long and grow. Running out of memory is the one condition that ends
 * the process where it happens, with a line on stderr; so none of these returns NULL for n > 0. No
 * length that came from input may reach them before it was compared with the bytes that are there.
 */
#ifndef PMREC_BASE_ALLOC_H
#define PMREC_BASE_ALLOC_H

#include <stddef.h>

void *mem_new(size_t n_bytes); /* zeroed; free() it */
/* Like reallocarray. From 64 KB on the pages of all that was asked for are there at once. */
void *mem_resize(void *p, size_t n, size_t each);
/* Not zeroed; free() it. Of 2 MB and more in huge pages, where the kernel has them: random access
 * to small ones waits for their tables. mem_resize() does the same. */
void *mem_large(size_t n_bytes);
char *mem_dup(const void *p, size_t n_bytes); /* a copy with a NUL byte behind it */

/* Make room for one more element in a vector v of n elements with room for cap. */
#define VEC_ROOM(v, n, cap)                                   \
	((n) < (cap) ? (void)0                                \
	             : (void)((cap) = (cap) ? 2 * (cap) : 16, \
	                      (v) = mem_resize((v), (cap), sizeof *(v))))

#endif

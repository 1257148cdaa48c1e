// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void *mem_resize(void *p, size_t n, size_t each)
{
	return mem_check(reallocarray(p, n ? n : 1, each));
}

char *mem_dup(const void *p, size_t n_bytes)
{
	char *s = mem_check(malloc(n_bytes + 1));
	if (n_bytes)
		memcpy(s, p, n_bytes);
	s[n_bytes] = 0;
	return s;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Static builds only. libdw sorts each table of lines with qsort(), though most are in order
 * already; musl's takes as long for those as for any. In a static link the program's own definition
 * is taken, inside libdw.a as well.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

typedef int qsort_order(const void *a, const void *b);

struct ordering {
	qsort_order *order;
};

static int element_before(const void *a, const void *b, void *ctx)
{
	const struct ordering *by = ctx;
	return by->order(a, b) < 0;
}

/* Of elements that are pointers themselves. */
static int pointer_before(const void *a, const void *b, void *ctx)
{
	const struct ordering *by = ctx;
	return by->order(&a, &b) < 0;
}

/* Elements of any size: sorted by pointers to them. */
static void elements_sort(unsigned char *v, size_t n, size_t each, struct ordering *by)
{
	const unsigned char **sorted = mem_resize(NULL, n, sizeof *sorted);
	unsigned char *to = mem_resize(NULL, n, each);
	for (size_t i = 0; i < n; i++)
		sorted[i] = v + i * each;
	sort_pointers(sorted, n, element_before, by);
	for (size_t i = 0; i < n; i++)
		memcpy(to + i * each, sorted[i], each);
	memcpy(v, to, n * each);
	free(to);
	free(sorted);
}

void qsort(void *v, size_t n, size_t each, qsort_order *order)
{
	const unsigned char *p = v;
	struct ordering by = { order };
	size_t i = 1;
	while (i < n && order(p + (i - 1) * each, p + i * each) <= 0)
		i++;
	if (i >= n)
		return;
	if (each == sizeof(void *) && (uintptr_t)v % sizeof(void *) == 0)
		sort_pointers(v, n, pointer_before, &by);
	else
		elements_sort(v, n, each, &by);
}

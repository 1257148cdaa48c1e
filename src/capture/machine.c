// SPDX-License-Identifier: GPL-2.0-or-later
/* Texts and names of sysfs, as the sections on the machine need them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/features.h"

const char *machine_text(struct arena *a, const char *fmt, ...)
{
	char path[512];
	struct buf b = { 0 };
	const char *text = NULL;
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(path, sizeof path, fmt, ap);
	va_end(ap);
	if (n > 0 && (size_t)n < sizeof path && sys_text(-1, path, &b) == 0)
		text = arena_dup(a, b.p, strcspn(buf_cstr(&b), "\n"));
	buf_release(&b);
	return text;
}

uint32_t machine_number(const char *text)
{
	return text ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct machine_names machine_names(struct arena *a, const char *folder)
{
	struct machine_names names = { 0 };
	struct sys_dir dir;
	if (sys_dir_open(&dir, -1, folder) < 0)
		return names;
	for (const char *name; (name = sys_dir_next(&dir));) {
		VEC_ROOM(names.v, names.n, names.cap);
		names.v[names.n++] = arena_dup(a, name, strlen(name));
	}
	sys_dir_close(&dir);
	if (names.n)
		qsort(names.v, names.n, sizeof *names.v, by_name);
	return names;
}

void machine_names_release(struct machine_names *names)
{
	free(names->v);
	*names = (struct machine_names){ 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Readable forms of mangled names, by libiberty. Back references let a name of some hundred bytes
 * unfold into gigabytes, and libiberty bounds only its recursion: so the output is taken piece by
 * piece, and when there is too much of it, the demangler is left with a longjmp. It owns no memory
 * in that mode (but for a buffer of Rust's punycode, which is then lost).
 */
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/internal.h"

enum {
	SHOWN_BYTES_MAX = 65536,
	D_REFERENCES_MAX = 32, /* D's has no such mode: few references cannot unfold far */
};

/* On the stack: thousands of names would each grow a buffer, and some allocators give its pages
 * back every time. */
struct shown {
	size_t n_bytes;
	char text[SHOWN_BYTES_MAX];
	jmp_buf too_much;
};

static void shown_add(const char *p, size_t n, void *ctx)
{
	struct shown *s = ctx;
	if (n > SHOWN_BYTES_MAX - s->n_bytes)
		longjmp(s->too_much, 1);
	memcpy(s->text + s->n_bytes, p, n);
	s->n_bytes += n;
}

typedef int demangler(const char *mangled, int options, demangle_callbackref add, void *ctx);

/* Apart from its caller, so that no local of it changes between setjmp and longjmp. */
static bool shown_fill(struct shown *s, demangler *by, const char *name, int options)
{
	return setjmp(s->too_much) == 0 && by(name, options, shown_add, s) && s->n_bytes;
}

static char *demangle_by(demangler *by, const char *name, int options, struct arena *a)
{
	struct shown s;
	s.n_bytes = 0;
	return shown_fill(&s, by, name, options) ? arena_dup(a, s.text, s.n_bytes) : NULL;
}

static char *demangle_d(const char *name, struct arena *a)
{
	size_t n = 0;
	for (const char *p = name; *p; p++)
		n += *p == 'Q';
	if (n > D_REFERENCES_MAX)
		return NULL;
	char *s = dlang_demangle(name, DMGL_DLANG);
	if (!s)
		return NULL;
	char *out = *s ? arena_dup(a, s, strlen(s)) : NULL;
	free(s);
	return out;
}

/* A block of C (clang): two more underscores before and _block_invoke behind its name. */
static char *demangle_block(const char *name, int options, struct arena *a)
{
	const char *mark = strstr(name, "_block_invoke");
	if (!mark)
		return NULL;
	char *outer = arena_dup(a, name + 2, (size_t)(mark - name) - 2);
	char *shown = demangle_by(cplus_demangle_v3_callback, outer, options, a);
	return shown ? arena_printf(a, "%s%s", shown, mark) : NULL;
}

static char *demangle_whole(const char *name, int options, struct arena *a)
{
	char *out = NULL;
	switch (name[1]) {
	case 'R':
		return demangle_by(rust_demangle_callback, name, options, a);
	case 'Z': /* Rust's older names are C++ names with a hash, which is better left out */
		out = demangle_by(rust_demangle_callback, name, options, a);
		return out ? out : demangle_by(cplus_demangle_v3_callback, name, options, a);
	case 'G':
		return demangle_by(cplus_demangle_v3_callback, name, options, a);
	case 'D':
		return demangle_d(name, a);
	case '_':
		return strncmp(name, "___Z", 4) == 0 ? demangle_block(name, options, a) : NULL;
	default:
		return NULL;
	}
}

char *demangle(const char *name, bool params, struct arena *a)
{
	static const char stub[] = "@plt";
	int options = params ? DMGL_PARAMS | DMGL_ANSI : DMGL_NO_OPTS;
	size_t n = strnlen(name, NAME_BYTES_MAX + 1), n_stub = sizeof stub - 1;
	if (name[0] != '_' || n > NAME_BYTES_MAX)
		return NULL;
	if (n < n_stub || strcmp(name + n - n_stub, stub) != 0)
		return demangle_whole(name, options, a);
	char *shown = demangle_whole(arena_dup(a, name, n - n_stub), options, a);
	return shown ? arena_printf(a, "%s%s", shown, stub) : NULL;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Static builds only. Debian's static libraries were compiled for glibc and refer to a handful of
 * names that musl does not have; here they are, in terms of what musl has. Everything else those
 * libraries use has the same binary interface in both on 64-bit Linux.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *rawmemchr(const void *s, int c);
int __fprintf_chk(FILE *to, int flag, const char *fmt, ...);
int __sprintf_chk(char *to, int flag, size_t room, const char *fmt, ...);
int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *fmt, ...);
int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *fmt, va_list ap);
void error(int status, int errnum, const char *fmt, ...);

void *rawmemchr(const void *s, int c)
{
	const char *p = s;
	while (*p != (char)c)
		p++;
	return (void *)(uintptr_t)p;
}

int __fprintf_chk(FILE *to, int flag, const char *fmt, ...)
{
	va_list ap;
	(void)flag;
	va_start(ap, fmt);
	int n = vfprintf(to, fmt, ap);
	va_end(ap);
	return n;
}

/* The room is what the compiler knew of the target: writing past it must not happen. */
int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *fmt, va_list ap)
{
	(void)flag;
	return vsnprintf(to, n < room ? n : room, fmt, ap);
}

int __sprintf_chk(char *to, int flag, size_t room, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __vsnprintf_chk(to, room, flag, room, fmt, ap);
	va_end(ap);
	return n;
}

int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int r = __vsnprintf_chk(to, n, flag, room, fmt, ap);
	va_end(ap);
	return r;
}

/* libdw calls it when there is no more memory, and must not come back. */
void error(int status, int errnum, const char *fmt, ...)
{
	(void)status, (void)errnum, (void)fmt;
	fputs("pmrec: out of memory\n", stderr);
	abort();
}

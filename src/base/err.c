// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void err_text(struct err *e, const char *fmt, va_list ap)
{
	vsnprintf(e->text, sizeof e->text, fmt, ap);
}

int err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
{
	if (!e)
		return kind;
	*e = (struct err){ .kind = kind };
	va_list ap;
	va_start(ap, fmt);
	err_text(e, fmt, ap);
	va_end(ap);
	return kind;
}

int err_sys(struct err *e, int errnum, const char *fmt, ...)
{
	if (!e)
		return ERR_SYS;
	*e = (struct err){ .kind = ERR_SYS, .sys = errnum };
	va_list ap;
	va_start(ap, fmt);
	err_text(e, fmt, ap);
	va_end(ap);
	size_t n = strlen(e->text);
	snprintf(e->text + n, sizeof e->text - n, ": %s", strerror(errnum));
	return ERR_SYS;
}

int err_corrupt(struct err *e, uint64_t off, const char *fmt, ...)
{
	if (!e)
		return ERR_CORRUPT;
	*e = (struct err){ .kind = ERR_CORRUPT, .off = off };
	va_list ap;
	va_start(ap, fmt);
	err_text(e, fmt, ap);
	va_end(ap);
	return ERR_CORRUPT;
}

int err_context(struct err *e, const char *fmt, ...)
{
	if (!e)
		return ERR_SYS;
	char was[sizeof e->text];
	memcpy(was, e->text, sizeof was);
	va_list ap;
	va_start(ap, fmt);
	err_text(e, fmt, ap);
	va_end(ap);
	size_t n = strlen(e->text);
	snprintf(e->text + n, sizeof e->text - n, ": %s", was);
	return e->kind;
}

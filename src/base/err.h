/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one error idiom.
 *
 * A function that can fail returns int: 0 done, positive an outcome its own comment names, negative
 * one of the kinds below. The err it was given is filled once, where the fault is seen; callers
 * hand the kind on unchanged and may put one line of context before the text with err_context().
 * Text is lower case without a full stop, its subject 'quoted', a remedy last.
 */
#ifndef PMREC_BASE_ERR_H
#define PMREC_BASE_ERR_H

#include <stdint.h>

enum err_kind {
	ERR_SYS = -1,         /* a system call failed: sys holds errno */
	ERR_CORRUPT = -2,     /* input breaks its format: off holds the file offset in bytes */
	ERR_UNSUPPORTED = -3, /* well formed, but not something this build or machine does */
	ERR_LIMIT = -4,       /* a stated bound was reached */
	ERR_DENIED = -5, /* not permitted: the text names the sysctl or capability that would permit
	                    it */
	ERR_USAGE = -6,  /* the caller's words are wrong */
};

struct err {
	int kind;     /* 0 = none */
	int sys;      /* errno, of ERR_SYS and ERR_DENIED */
	uint64_t off; /* file offset in bytes, of ERR_CORRUPT */
	char text[480];
};

/* Each fills *e and returns the kind, so that `return err_set(...)` is a whole error path. e may be
 * NULL. */
int err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The text is followed by ": " and what errnum means. */
int err_sys(struct err *e, int errnum, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
int err_corrupt(struct err *e, uint64_t off, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Put "context: " before the text there is; returns e->kind. */
int err_context(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif

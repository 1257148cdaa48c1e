/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a part of pmrec that may speak (capture, cli) says something to the person. Only cli/ prints:
 * it gives the function. Levels: a warning is always shown, a notice unless -q, a detail only with
 * -v.
 */
#ifndef PMREC_BASE_LOG_H
#define PMREC_BASE_LOG_H

enum log_level { LOG_WARNING, LOG_NOTICE, LOG_DETAIL };

struct log {
	void (*say)(void *ctx, enum log_level level, const char *text);
	void *ctx;
};

void log_say(const struct log *log, enum log_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void log_say(const struct log *log, enum log_level level, const char *fmt, ...)
{
	if (!log || !log->say)
		return;
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	log->say(log->ctx, level, text);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/ranges.h"

/* Digits only: no sign, no blank. */
static bool number_take(const char **text, uint64_t *out)
{
	const char *s = *text;
	uint64_t v = 0;
	for (; *s >= '0' && *s <= '9'; s++)
		if (__builtin_mul_overflow(v, 10u, &v) ||
		    __builtin_add_overflow(v, (unsigned)(*s - '0'), &v))
			return false;
	if (s == *text)
		return false;
	*text = s;
	*out = v;
	return true;
}

bool range_next(const char **text, struct range *out)
{
	const char *s = *text;
	if (!number_take(&s, &out->from))
		return false;
	out->to = out->from;
	if (*s == '-') {
		s++;
		if (!number_take(&s, &out->to) || out->to < out->from)
			return false;
	}
	if (*s == ',' && s[1])
		s++;
	else if (*s)
		return false;
	*text = s;
	return true;
}

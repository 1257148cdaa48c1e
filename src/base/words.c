// SPDX-License-Identifier: GPL-2.0-or-later
/* Words of a list, and how far they are from each other. */
#include <errno.h>
#include <stdlib.h>
#include <strings.h>

#include "base/words.h"

static bool part_next(const char **at, const char *separator, struct span *part)
{
	if (!*at)
		return false;
	size_t n = strcspn(*at, separator);
	*part = span_of(*at, n);
	*at = (*at)[n] ? *at + n + 1 : NULL;
	return true;
}

bool word_next(const char **at, struct span *word)
{
	return part_next(at, ",", word);
}

bool folder_next(const char **at, struct span *folder)
{
	return part_next(at, ":", folder);
}

bool word_is(struct span word, const char *text)
{
	return word.n == strlen(text) && strncasecmp((const char *)word.p, text, word.n) == 0;
}

bool word_number(struct span word, uint64_t min, uint64_t max, uint64_t *out)
{
	char text[32], *end;
	if (!word.n || word.n >= sizeof text || *word.p < '0' || *word.p > '9')
		return false;
	memcpy(text, word.p, word.n);
	text[word.n] = 0;
	errno = 0;
	*out = strtoull(text, &end, text[1] == 'x' ? 16 : 10);
	return !errno && !*end && *out >= min && *out <= max;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: the edit distance in which no letter is changed twice. */
unsigned word_distance(struct span a, struct span b)
{
	unsigned d[WORD_BYTES_MAX + 1][WORD_BYTES_MAX + 1];
	if (a.n > WORD_BYTES_MAX || b.n > WORD_BYTES_MAX)
		return WORD_BYTES_MAX;
	for (size_t i = 0; i <= a.n; i++)
		for (size_t k = 0; k <= b.n; k++) {
			if (!i || !k) {
				d[i][k] = (unsigned)(i + k);
				continue;
			}
			unsigned best = d[i - 1][k - 1] + (a.p[i - 1] != b.p[k - 1]);
			best = least(best, d[i - 1][k] + 1);
			best = least(best, d[i][k - 1] + 1);
			if (i > 1 && k > 1 && a.p[i - 1] == b.p[k - 2] && a.p[i - 2] == b.p[k - 1])
				best = least(best, d[i - 2][k - 2] + 1);
			d[i][k] = best;
		}
	return d[a.n][b.n];
}

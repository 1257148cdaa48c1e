// SPDX-License-Identifier: GPL-2.0-or-later
/* Optimal string alignment: the edit distance in which no letter is changed twice. */
#include "base/words.h"

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

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

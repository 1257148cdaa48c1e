// SPDX-License-Identifier: GPL-2.0-or-later
/* What is wrong with a description, and where; and the word that may have been meant. */
#include <stdarg.h>
#include <stdio.h>

#include "base/words.h"
#include "event/internal.h"

enum { SHOWN_MAX = 60 }; /* characters of the text, and of what begins at the place */

/* All in one line. Where the place is the beginning there is no more to be shown. */
int parse_fault(const struct parse *p, const char *place, const char *fmt, ...)
{
	char what[300];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	size_t n = strlen(p->text);
	if (place <= p->text || place > p->text + n)
		return err_set(p->e, ERR_USAGE, "%s", what);
	size_t off = (size_t)(place - p->text);
	const char *dots = n > SHOWN_MAX ? "..." : "";
	if (off == n)
		return err_set(p->e, ERR_USAGE, "%s (at the end of '%.*s%s')", what, SHOWN_MAX,
		               p->text, dots);
	return err_set(p->e, ERR_USAGE, "%s (at '%.*s%s' in '%.*s%s')", what, SHOWN_MAX, place,
	               n - off > SHOWN_MAX ? "..." : "", SHOWN_MAX, p->text, dots);
}

void nearest_begin(struct nearest *n, struct span word)
{
	*n = (struct nearest){ .word = word, .least = word_distance_bound(word) };
}

void nearest_try(struct nearest *n, const char *name)
{
	unsigned d = name ? word_distance(n->word, span_str(name)) : n->least;
	if (d < n->least) {
		n->least = d;
		n->best = name;
	}
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words of lists; and how much two of them differ, for the hint at what a mistyped one may have
 * meant.
 */
#ifndef PMREC_BASE_WORDS_H
#define PMREC_BASE_WORDS_H

#include <stddef.h>

#include "base/span.h"

enum { WORD_BYTES_MAX = 32 };

/* Take the next word of a list separated by commas off *at, which is NULL behind the last one: an
 * empty list has one empty word. false = there is no more. */
bool word_next(const char **at, struct span *word);
/* The same of a list of folders, separated by colons. */
bool folder_next(const char **at, struct span *folder);

bool word_is(struct span word, const char *text); /* in capitals or not */
/* Decimal, or hexadecimal behind 0x; false = no number, or one out of the range. */
bool word_number(struct span word, uint64_t min, uint64_t max, uint64_t *out);

/* The number of letters to insert, delete, replace or swap with their neighbour; WORD_BYTES_MAX
 * when one of them is longer than that. */
unsigned word_distance(struct span a, struct span b);
/* The distance from which on a word is another word: more than a third of its letters are wrong. */
static inline unsigned word_distance_bound(struct span word)
{
	return (unsigned)word.n / 3 + 2;
}

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/* Distances counted by hand. */
#include "../tap.h"

#include "base/words.h"

static const struct {
	const char *a, *b;
	unsigned distance;
} rows[] = {
	{ "", "", 0 },
	{ "", "abc", 3 },
	{ "same", "same", 0 },
	{ "cycle", "cycles", 1 },
	{ "cycels", "cycles", 1 },
	{ "cpuclock", "cpu-clock", 1 },
	{ "kitten", "sitting", 3 },
	{ "ca", "abc", 3 }, /* 2 if letters that were swapped might be changed again */
	{ "a-word-that-is-longer-than-32-bytes", "a", 32 },
};

static const struct {
	const char *list, *words; /* the latter in brackets */
} lists[] = {
	{ "a", "[a]" },    { "a,bc", "[a][bc]" }, { "", "[]" },
	{ "a,", "[a][]" }, { ",a", "[][a]" },     { "a,,b", "[a][][b]" },
};

int main(void)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		char got[32] = "";
		struct span word;
		for (const char *at = lists[i].list; word_next(&at, &word);)
			snprintf(got + strlen(got), sizeof got - strlen(got), "[%.*s]", (int)word.n,
			         (const char *)word.p);
		is_str(got, lists[i].words, lists[i].list);
	}
	const char *folders = "/a,b::/c";
	struct span folder;
	ok(folder_next(&folders, &folder) && span_equal(folder, span_str("/a,b")), "a folder");
	ok(folder_next(&folders, &folder) && !folder.n, "between two colons: an empty one");
	ok(folder_next(&folders, &folder) && span_equal(folder, span_str("/c")) &&
	           !folder_next(&folders, &folder),
	   "the last one");
	const char *none = NULL;
	ok(!word_next(&none, &(struct span){ 0 }), "no list");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct span a = span_str(rows[i].a), b = span_str(rows[i].b);
		is_u64(word_distance(a, b), rows[i].distance, rows[i].a);
		is_u64(word_distance(b, a), rows[i].distance, "and back");
	}
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists, and what is read of them until the end or the fault. */
#include "../tap.h"

#include "base/ranges.h"

static const struct {
	const char *list, *want; /* "FROM-TO " of each, then what is left */
} rows[] = {
	{ "", "" },
	{ "7", "7-7 " },
	{ "0-3,7", "0-3 7-7 " },
	{ "5-5,1", "5-5 1-1 " },
	{ "18446744073709551615", "18446744073709551615-18446744073709551615 " },
	{ "18446744073709551616", "18446744073709551616" },
	{ "1,", "1," },
	{ "1,,2", "1-1 ,2" },
	{ "3-1", "3-1" },
	{ "1-", "1-" },
	{ "-1", "-1" },
	{ "+1", "+1" },
	{ " 1", " 1" },
	{ "1,2x", "1-1 2x" },
};

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char got[128] = "";
		const char *s = rows[i].list;
		struct range r;
		size_t n = 0;
		while (range_next(&s, &r))
			n += (size_t)snprintf(got + n, sizeof got - n, "%llu-%llu ",
			                      (unsigned long long)r.from, (unsigned long long)r.to);
		snprintf(got + n, sizeof got - n, "%s", s);
		is_str(got, rows[i].want, rows[i].list);
	}
	return done_testing();
}

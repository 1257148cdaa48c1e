// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of CPUs: the form is that of cpuset(7), "List format". */
#include "../tap.h"

#include "capture/internal.h"

static const struct {
	const char *text, *cpus; /* NULL = refused */
} lists[] = {
	{ "0", "0" },
	{ "0-3", "0 1 2 3" },
	{ "0,2", "0 2" },
	{ "2,0", "0 2" },
	{ "0-2,1-4", "0 1 2 3 4" },
	{ "5,5,5", "5" },
	{ "0-1,8", "0 1 8" },
	{ "8191", "8191" },
	{ "", NULL },
	{ "a", NULL },
	{ "1-", NULL },
	{ "-1", NULL },
	{ "3-1", NULL },
	{ "1,,2", NULL },
	{ "1,", NULL },
	{ "1 2", NULL },
	{ "8192", NULL },
	{ "0-99999999999", NULL },
	{ "18446744073709551616", NULL },
};

int main(void)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct cpus c = { 0 };
		struct err e = { 0 };
		struct buf b = { 0 };
		int rc = cpus_parse(lists[i].text, &c, &e);
		for (uint32_t k = 0; k < c.n; k++)
			buf_printf(&b, "%s%u", k ? " " : "", c.v[k]);
		if (lists[i].cpus)
			is_str(rc == 0 ? buf_cstr(&b) : NULL, lists[i].cpus, lists[i].text);
		else
			ok(rc == ERR_USAGE, "'%s' is refused", lists[i].text);
		cpus_release(&c);
		buf_release(&b);
	}
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Folded stacks: lines that come out alike are added up, sorted by their bytes. (Names:
 * tests/golden/names.) */
#include "output/output.h"

#include "tests/unit/profile/make.h"
#include "tests/unit/tap.h"

static void is_fold(const struct made *m, const struct fold_options *o, const char *want,
                    const char *what)
{
	struct buf b = { 0 };
	output_fold(&b, &m->profile, o);
	is_str(buf_cstr(&b), want, what);
	buf_release(&b);
}

/* Bytes decide, among them the ';' behind a name; a stack that another one begins with is first. */
static void test_order(void)
{
	struct made m;
	made_init(&m);
	m.places.functions[2].name = intern(&m.places.texts, "a:c");
	m.places.functions[3].name = intern(&m.places.texts, "a!");
	m.places.functions[4].name = intern(&m.places.texts, "a~");
	made_add(&m, "x", "ab", 1);
	made_add(&m, "x", "cb", 2);
	made_add(&m, "x", "e", 3);
	made_add(&m, "x", "db", 4);
	made_add(&m, "x", "a", 5);
	made_add(&m, "x", "c", 6);
	made_add(&m, "x!", "", 7);
	made_add(&m, "w", "ba", 8);
	is_fold(&m, &(struct fold_options){ .event = "e" },
	        "w;b;a 8\nx! 7\nx;a 5\nx;a!;b 4\nx;a:c 6\nx;a:c;b 2\nx;a;b 1\nx;a~ 3\n",
	        "in the order of bytes");
	made_release(&m);
}

int main(void)
{
	struct made m;
	made_init(&m);
	is_fold(&m, &(struct fold_options){ .event = "e" }, "", "nothing");
	made_add(&m, "x", "ab", 5);
	made_add(&m, "a b;c", "a?", 7);
	made_add(&m, "x", "a", UINT64_MAX);
	made_add(&m, "x", "aba", 1);
	made_add(&m, "x", "", 3);
	made_add(&m, "a_b_c", "a?", 2); /* the same line as the second */
	is_fold(&m, &(struct fold_options){ .event = "e" },
	        "a_b_c;a;[x] 9\n"
	        "x 3\n"
	        "x;a 18446744073709551615\n"
	        "x;a;b 5\n"
	        "x;a;b;a 1\n",
	        "sums, sorted");
	is_fold(&m, &(struct fold_options){ .samples = true, .addrs = true, .event = "e" },
	        "a_b_c;a;[x <11a0>] 2\nx 1\nx;a 1\nx;a;b 1\nx;a;b;a 1\n",
	        "numbers of samples, addresses");
	m.profile.v[0].pid = m.profile.v[0].tid = UINT32_MAX;
	is_fold(&m, &(struct fold_options){ .tid = true, .samples = true, .event = "e" },
	        "a_b_c-0/0;a;[x] 2\nx--1/-1;a;b 1\nx-0/0 1\nx-0/0;a 1\nx-0/0;a;b;a 1\n",
	        "with numbers of threads");
	is_fold(&m, &(struct fold_options){ .event = "another" }, "",
	        "no samples of another event");
	made_release(&m);
	test_order();
	return done_testing();
}

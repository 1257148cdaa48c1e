// SPDX-License-Identifier: GPL-2.0-or-later
/* Expected texts are worked out from the mangling schemes: Itanium C++ ABI, Rust RFC 2603, D's ABI
 * page. */
#include "../tap.h"

#include <stdlib.h>

#include "symbols/internal.h"

static const struct {
	const char *name, *plain, *params;
} rows[] = {
	{ "main", NULL, NULL },
	{ "_start", NULL, NULL },
	{ "", NULL, NULL },
	{ "_", NULL, NULL },
	{ "_Z", NULL, NULL },
	{ "_Zzz9", NULL, NULL },
	{ "__libc_start_main", NULL, NULL },
	{ "_Z3foov", "foo", "foo()" },
	{ "_ZN2ns3barEiPKc", "ns::bar", "ns::bar(int, char const*)" },
	{ "_ZNK2ns1SIiE4workEi", "ns::S<int>::work", "ns::S<int>::work(int) const" },
	{ "_ZN1AC2Ev", "A::A", "A::A()" },
	{ "_ZN1AD0Ev", "A::~A", "A::~A()" },
	/* as perf shows a clone: nothing of it without parameters */
	{ "_ZN2ns3fooEi.isra.0", "ns::foo", "ns::foo(int) [clone .isra.0]" },
	{ "_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write", "core::fmt::write" },
	{ "_RNvC6_123foo3bar", "123foo::bar", "123foo::bar" },
	{ "_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar", "mycrate::foo::bar" },
	{ "_D4test3fooFZv", "test.foo()", "test.foo()" },
	{ "_Dmain", "D main", "D main" },
	{ "___Z3foov_block_invoke_2", "foo_block_invoke_2", "foo()_block_invoke_2" },
	{ "___Znonsense", NULL, NULL },
	{ "_ZN2ns3barEi@plt", "ns::bar@plt", "ns::bar(int)@plt" },
	{ "_@plt", NULL, NULL },
	{ "read@plt", NULL, NULL },
};

/* A pointer to a function of two of the parameter before, over and over: 2^levels types in few
 * bytes. Of each level the substitutions are the function type (even number) and the pointer to it
 * (odd number). */
static void unfolding(int levels, char *p)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	p += sprintf(p, "_Z1fPFviiE");
	for (int i = 1; i < levels; i++) {
		int last = 2 * i - 1; /* S_ is number 0, S0_ number 1 */
		p += sprintf(p, "PFvS%c_S%c_E", digits[last - 1], digits[last - 1]);
	}
}

int main(void)
{
	struct arena a = { 0 };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		is_str(demangle(rows[i].name, false, &a), rows[i].plain, rows[i].name);
		is_str(demangle(rows[i].name, true, &a), rows[i].params, rows[i].name);
	}
	char *big = calloc(1, 5000);
	memcpy(big, "_Z4000", 6);
	memset(big + 6, 'a', 4000);
	big[4006] = 'v';
	demangle(big, true, &a); /* libiberty's own bound; only survival is asked for */
	memset(big + 6, 'a', 4990);
	ok(!demangle(big, true, &a), "a very long name is left as it is");
	free(big);

	char s[512];
	unfolding(2, s);
	is_str(demangle(s, true, &a),
	       "f(void (*)(int, int), void (*)(void (*)(int, int), void (*)(int, int)))",
	       "a name that refers back");
	unfolding(18, s);
	ok(!demangle(s, true, &a), "one that unfolds without end is left as it is");
	arena_release(&a);
	return done_testing();
}

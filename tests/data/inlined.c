// SPDX-License-Identifier: GPL-2.0-or-later
/* A program with inlined functions, for seeds with debugging information. */
static inline __attribute__((always_inline)) int triple(int x)
{
	return 3 * x + 1;
}

static inline __attribute__((always_inline)) int both(int x)
{
	return triple(x) + triple(x + 1);
}

__attribute__((noinline)) int work(int x)
{
	return both(x) * both(x + 2);
}

int _start(void);

int _start(void)
{
	return work(3);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Functions with frames of several kinds, for seeds of the unwinder. */
#include <stddef.h>

volatile int out;

__attribute__((noinline)) static int saves(int a, int b, int c, int d, int e, int f)
{
	for (int i = 0; i < a; i++)
		out += b * c + d * e + f;
	return a + b + c + d + e + f;
}

__attribute__((noinline)) static int aligned(int n)
{
	char area[128] __attribute__((aligned(64)));
	char *more = __builtin_alloca((size_t)n);
	for (int i = 0; i < 128; i++)
		((volatile char *)area)[i] = (char)n;
	*(volatile char *)more = 1;
	return saves(n, area[0], area[1], more[0], 4, 5) + n;
}

int work(int n)
{
	int sum = n;
	if (n > 1)
		sum += work(n - 1) + aligned(n);
	return saves(sum, 1, 2, 3, 4, 5) + sum;
}

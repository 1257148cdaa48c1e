// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Calls of all kinds, see truth.h: plain ones, many of short functions that save all they can
 * (their samples lie in prologues and epilogues), jumps instead of calls, callers that end with
 * their call, parts of functions that lie elsewhere, arguments on the stack, calls through the C
 * library.
 */
#include <setjmp.h>

#include "truth.h"

/* ------------------------------------------------------------------ plain */

FN void plain_leaf(int n)
{
	spin(n);
}

FN void plain_mid(int n)
{
	plain_leaf(n);
	RETURNS();
}

FN void plain(void)
{
	plain_mid(SPIN);
	RETURNS();
}

/* ------------------------------------------------------------------ prologues and epilogues */

#if defined(__x86_64__)
#define SAVED "rbx", "r12", "r13", "r14", "r15"
#elif defined(__aarch64__)
#define SAVED "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "d8", "d9", "d10", "d11"
#endif

FN int edge(int n)
{
	__asm__ volatile("" ::: SAVED);
	return n;
}

/* One that calls: its prologue is another. */
FN int edge_calls(int n)
{
	__asm__ volatile("" ::: SAVED);
	n = edge(n) + 1;
	RETURNS();
	return n;
}

/* One that returns early, without a frame, and one with a frame in one branch. */
FN int edge_early(int n)
{
	if (n & 1)
		return n;
	__asm__ volatile("" ::: SAVED);
	n = edge(n) + edge(n);
	RETURNS();
	return n;
}

FN void edges(void)
{
	for (int i = 0; i < SPIN / 5; i++) {
		edge(i);
		edge_calls(i);
		edge_early(i);
	}
}

/* ------------------------------------------------------------------ tail calls */

FN void tail_leaf(int n)
{
	spin(n);
}

FN void tail_jump(int n)
{
	spin(n);
	tail_leaf(n);
}

/* With a frame that is gone when it jumps. */
FN void tail_frame(int n)
{
	volatile int room[20];
	for (int i = 0; i < 20; i++)
		room[i] = edge(i);
	tail_jump(n + 0 * room[3]);
}

FN void tails(void)
{
	tail_frame(SPIN);
	RETURNS();
}

/* ------------------------------------------------------------------ without return */

static jmp_buf out;

FN __attribute__((noreturn)) void never(int n)
{
	spin(n);
	longjmp(out, 1);
}

FN __attribute__((noreturn)) void ends(int n)
{
	volatile int room[8];
	room[n & 7] = n;
	never(room[n & 7]);
}

FN void without_return(void)
{
	if (setjmp(out) == 0)
		ends(SPIN);
	RETURNS();
}

/* ------------------------------------------------------------------ a part that lies elsewhere */

FN __attribute__((cold)) void cold_leaf(int n)
{
	spin(n);
}

FN int halved(int n)
{
	__asm__ volatile("" ::: SAVED);
	if (__builtin_expect(n > 1, 0)) {
		volatile int room[10];
		for (int i = 0; i < 10; i++)
			room[i] = n;
		cold_leaf(room[3]);
		RETURNS();
		return 1 + n;
	}
	return edge(n) + n;
}

FN void cold(void)
{
	halved(SPIN);
	RETURNS();
}

/* ------------------------------------------------------------------ arguments on the stack */

FN int many_leaf(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k)
{
	spin(a);
	return a + b + c + d + e + f + g + h + i + j + k;
}

FN void many(void)
{
	many_leaf(SPIN, 1, 2, 3, 4, 5, 6, many_leaf(SPIN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 8, 9, 10);
	RETURNS();
}

/* ------------------------------------------------------------------ through the C library */

FN int compare(const void *a, const void *b)
{
	spin(SPIN / 50);
	return *(const int *)a - *(const int *)b;
}

FN void sorts(void)
{
	int values[16];
	for (int i = 0; i < 16; i++)
		values[i] = i * 7 % 16;
	qsort(values, 16, sizeof *values, compare);
	RETURNS();
}

static const char *const lines[] = {
	"stack plain_leaf;plain_mid;plain;main;-;_start",
	"stack edge;edges;main;-;_start",
	"stack edge;edge_calls;edges;main;-;_start",
	"stack edge;edge_early;edges;main;-;_start",
	"also edge;tail_frame;tails;main;-;_start",
	"stack tail_leaf;tails;main;-;_start",
	"stack tail_jump;tails;main;-;_start",
	"stack never;ends;without_return;main;-;_start",
	"stack cold_leaf;halved;cold;main;-;_start",
	"stack many_leaf;many;main;-;_start",
	"stack compare;-;sorts;main;-;_start",
};

static void (*const phases[])(void) = { plain, edges, tails, without_return, cold, many, sorts };

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Frames of unusual form, see truth.h: of a size that is only known when they are made, of 12 and
 * 40 KB, aligned. */
#include <alloca.h>

#include "truth.h"

/* The kernel dumps a stack up to the first page that is not there yet: so all are touched. Where
 * that is done for the first time, the dump ends before what is larger than a page. */
FN void use(volatile char *room, int bytes)
{
	for (int i = 0; i < bytes; i += 512)
		room[i] = 1;
	spin(SPIN);
}

FN void sized(int bytes)
{
	use(alloca((size_t)bytes), bytes);
	RETURNS();
}

FN void sizes(void)
{
	sized(100);
	sized(3000);
	RETURNS();
}

FN void big_frame(void)
{
	volatile char room[12000];
	use(room, sizeof room);
	RETURNS();
}

FN void big(void)
{
	big_frame();
	RETURNS();
}

FN void huge_leaf(volatile char *room)
{
	room[0] = 1;
	spin(SPIN);
}

FN void huge_frame(void)
{
	volatile char room[40000];
	for (int i = 0; i < (int)sizeof room; i += 512)
		room[i] = 1;
	huge_leaf(room);
	RETURNS();
}

FN void huge(void)
{
	huge_frame();
	RETURNS();
}

FN void aligned_frame(int n)
{
	_Alignas(64) volatile char room[256];
	use(room, n);
	RETURNS();
}

FN void aligned(void)
{
	aligned_frame(200);
	RETURNS();
}

/* Aligned and sized: where the caller's frame is is kept in memory. */
FN void aligned_sized_frame(int bytes, int a, int b, int c, int d, int e, int f, int g)
{
	_Alignas(64) volatile char room[256];
	volatile char *more = alloca((size_t)bytes);
	more[0] = (char)(a + b + c + d + e + f + g);
	use(room, sizeof room);
	use(more, bytes);
	RETURNS();
}

FN void aligned_sized(void)
{
	aligned_sized_frame(1000, 1, 2, 3, 4, 5, 6, 7);
	RETURNS();
}

static const char *const lines[] = {
	"stack use;sized;sizes;main;-;_start",
	"stack use;big_frame;big;main;-;_start",
	"stack huge_leaf;huge_frame;?;huge;main;-;_start",
	"also big_frame",
	"also use;big_frame",
	"also sized",
	"also use;sized",
	"stack use;aligned_frame;aligned;main;-;_start",
	"stack use;aligned_sized_frame;aligned_sized;main;-;_start",
};

static void (*const phases[])(void) = { sizes, big, huge, aligned, aligned_sized };

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}

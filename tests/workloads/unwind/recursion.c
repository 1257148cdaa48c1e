// SPDX-License-Identifier: GPL-2.0-or-later
/* Recursion of 500 levels, the work at its bottom; see truth.h. */
#include "truth.h"

FN void bottom(int n)
{
	spin(n);
}

FN void deep(int level)
{
	if (level == 1)
		bottom(SPIN * 10);
	else
		deep(level - 1);
	RETURNS();
}

FN void recursion(void)
{
	deep(500);
	RETURNS();
}

static const char *const lines[] = {
	"stack bottom;deep*500;recursion;main;-;_start",
	"also deep*1-500;recursion;main;-;_start",
};

static void (*const phases[])(void) = { recursion };

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* A library of plug.c. PART: the letter at the end of its functions' names. FIXED: the size of a
 * frame that is otherwise only known when it is made. */
#include "truth.h"

#define JOIN(name, part) name##part
#define NAMED(name, part) JOIN(name, part)
#define LEAF NAMED(plug_leaf_, PART)
#define BACK NAMED(plug_back_, PART)

void NAMED(plug_run_, PART)(void (*back)(int), int room);

FN void LEAF(volatile char *room)
{
	room[0] = 1;
	spin(SPIN);
}

FN void BACK(void (*back)(int))
{
	back(SPIN);
	RETURNS();
}

STAYS void NAMED(plug_run_, PART)(void (*back)(int), int bytes)
{
#ifdef FIXED
	volatile char room[FIXED];
	room[bytes] = 1;
#else
	volatile char *room = __builtin_alloca((size_t)bytes);
#endif
	LEAF(room);
	BACK(back);
	RETURNS();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Functions in assembly (asm.S) whose tables say what compilers rarely do, see truth.h. Some call
 * what they are given.
 */
#include <setjmp.h>

#include "truth.h"

typedef void function(void);

void asm_pushes(int n), asm_remembers(int n), asm_register(int n), asm_value(int n),
	asm_moved(function *f), asm_expression(void), asm_fixed(void),
	asm_root(function *f, char *stack), asm_bare(function *f), asm_ends(void);
void never(void) __attribute__((noreturn));
void leaf(void);

static jmp_buf out;

STAYS void leaf(void)
{
	spin(SPIN);
}

STAYS void never(void)
{
	spin(SPIN);
	longjmp(out, 1);
}

FN void pushes(void)
{
	asm_pushes(SPIN / 4);
	RETURNS();
}

FN void remembers(void)
{
	asm_remembers(SPIN);
	RETURNS();
}

FN void in_register(void)
{
	asm_register(SPIN);
	RETURNS();
}

FN void moved(void)
{
	asm_moved(leaf);
	asm_moved(asm_expression);
	RETURNS();
}

FN void value(void)
{
	asm_fixed();
	RETURNS();
}

FN void root(void)
{
	static _Alignas(16) char stack[8192];
	asm_root(leaf, stack + sizeof stack);
	RETURNS();
}

FN void bare(void)
{
	asm_bare(leaf);
	RETURNS();
}

FN void ends(void)
{
	if (setjmp(out) == 0)
		asm_ends();
	RETURNS();
}

static const char *const lines[] = {
	"stack asm_pushes;pushes;main;-;_start",
	"stack asm_remembers;remembers;main;-;_start",
	"stack asm_register;in_register;main;-;_start",
	"stack leaf;asm_moved;moved;main;-;_start",
	"stack leaf;asm_expression;asm_moved;moved;main;-;_start",
	"stack asm_value;asm_fixed;value;main;-;_start",
	"stack leaf;asm_root",
	"also root;main;-;_start",
	"stack leaf;asm_bare;bare;main;-;_start",
	"stack never;asm_ends;ends;main;-;_start",
};

static void (*const phases[])(void) = { pushes, remembers, in_register, moved,
	                                value,  root,      bare,        ends };

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}

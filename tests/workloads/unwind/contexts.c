// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Coroutines by makecontext, see truth.h: their stacks end where they were made. In one of them a
 * signal comes whose handler has a stack of its own, right below, so that a dump holds both.
 */
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "truth.h"

enum { NEAR = 6000, FAR = 1 << 16 };

static ucontext_t home, coroutine, near;
static volatile int *page;

FN void coroutine_leaf(int n)
{
	spin(n);
}

FN void coroutine_main(void)
{
	for (;;) {
		coroutine_leaf(SPIN * 2);
		swapcontext(&coroutine, &home);
	}
}

FN void resumes(void)
{
	swapcontext(&home, &coroutine);
	RETURNS();
}

FN void on_fault(int signal)
{
	(void)signal;
	spin(SPIN * 2);
	mprotect((void *)page, 4096, PROT_READ);
	RETURNS();
}

FN int loads(volatile int *from)
{
	return *from;
}

FN void near_main(void)
{
	for (;;) {
		mprotect((void *)page, 4096, PROT_NONE);
		loads(page);
		swapcontext(&near, &home);
	}
}

FN void resumes_near(void)
{
	swapcontext(&home, &near);
	RETURNS();
}

static const char *const lines[] = {
	"stack coroutine_leaf;coroutine_main;-",
	"also resumes;main;-;_start",
	"stack on_fault;-;loads;near_main;-",
	"also resumes_near;main;-;_start",
	"also -",
};

static void (*const phases[])(void) = { resumes, resumes_near };

static void make(ucontext_t *context, char *stack, size_t bytes, void (*function)(void))
{
	getcontext(context);
	context->uc_stack.ss_sp = stack;
	context->uc_stack.ss_size = bytes;
	makecontext(context, function, 0);
}

int main(int argc, char **argv)
{
	static _Alignas(16) char far_stack[FAR], near_stacks[FAR + NEAR];
	stack_t below = { .ss_sp = near_stacks, .ss_size = FAR };
	struct sigaction action = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK };
	page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || sigaltstack(&below, NULL) || sigaction(SIGSEGV, &action, NULL))
		return 1;
	make(&coroutine, far_stack, sizeof far_stack, coroutine_main);
	make(&near, near_stacks + FAR, NEAR, near_main);
	RUN(lines, phases);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Threads and a forked child, see truth.h: their stacks end at the thread's start, the child's
 * where its parent's do. */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "truth.h"

FN void first_leaf(int n)
{
	spin(n);
}

FN void *first_main(void *arg)
{
	first_leaf(SPIN * 20);
	RETURNS();
	return arg;
}

FN void second_leaf(int n)
{
	spin(n);
}

FN void *second_main(void *arg)
{
	second_leaf(SPIN * 20);
	RETURNS();
	return arg;
}

FN void child_leaf(int n)
{
	spin(n);
}

/* One with a stack that it was given. */
FN void threads(void)
{
	static _Alignas(64) char stack[1 << 17];
	pthread_attr_t attr;
	pthread_t one, other;
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, sizeof stack);
	if (pthread_create(&one, NULL, first_main, NULL) ||
	    pthread_create(&other, &attr, second_main, NULL))
		abort();
	pthread_join(one, NULL);
	pthread_join(other, NULL);
	pthread_attr_destroy(&attr);
}

FN void forks(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		child_leaf(SPIN * 20);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static const char *const lines[] = {
	"stack first_leaf;first_main;-*2-",
	"stack second_leaf;second_main;-*2-",
	"stack child_leaf;forks;main;-;_start",
	"also threads;main;-;_start",
	"also -",
};

static void (*const phases[])(void) = { threads, forks };

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}

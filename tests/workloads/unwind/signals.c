// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Signal handlers, see truth.h: of signals that are raised, that come from a timer, of faults at
 * the first instruction of a function, one above another, on a stack of their own.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "truth.h"

static volatile sig_atomic_t fired;
static volatile int *page;

FN void on_raised(int signal)
{
	(void)signal;
	spin(SPIN * 2);
}

FN void raises(void)
{
	raise(SIGUSR1);
	RETURNS();
}

FN void on_second(int signal)
{
	(void)signal;
	spin(SPIN * 2);
}

FN void on_first(int signal)
{
	(void)signal;
	raise(SIGHUP);
	RETURNS();
}

FN void nests(void)
{
	raise(SIGUSR2);
	RETURNS();
}

FN void on_alarm(int signal)
{
	(void)signal;
	spin(SPIN * 2);
	fired = 1;
}

FN void interrupted(void)
{
	struct itimerval soon = { .it_value.tv_usec = 20 };
	fired = 0;
	setitimer(ITIMER_REAL, &soon, NULL);
	while (!fired)
		;
}

FN void timer(void)
{
	interrupted();
	RETURNS();
}

/* Makes the page readable, so that the load is done again and succeeds. */
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

FN void faults(void)
{
	mprotect((void *)page, 4096, PROT_NONE);
	loads(page);
	RETURNS();
}

FN void on_fault_elsewhere(int signal)
{
	(void)signal;
	spin(SPIN * 2);
	mprotect((void *)page, 4096, PROT_READ | PROT_WRITE);
	RETURNS();
}

FN void stores(volatile int *to)
{
	*to = 1;
}

FN void faults_elsewhere(void)
{
	struct sigaction here, there = { .sa_handler = on_fault_elsewhere, .sa_flags = SA_ONSTACK };
	sigaction(SIGSEGV, &there, &here);
	mprotect((void *)page, 4096, PROT_NONE);
	stores(page);
	sigaction(SIGSEGV, &here, NULL);
	RETURNS();
}

static const char *const lines[] = {
	"stack on_raised;-;raises;main;-;_start",
	"stack on_second;-;on_first;-;nests;main;-;_start",
	"stack on_alarm;-;interrupted;timer;main;-;_start",
	"stack on_fault;-;loads;faults;main;-;_start",
	"stack on_fault_elsewhere;-;stores;?;faults_elsewhere;main;-;_start",
};

static void (*const phases[])(void) = { raises, nests, timer, faults, faults_elsewhere };

static const struct {
	int number;
	void (*handler)(int signal);
} handlers[] = {
	{ SIGUSR1, on_raised }, { SIGUSR2, on_first }, { SIGHUP, on_second },
	{ SIGALRM, on_alarm },  { SIGSEGV, on_fault },
};

int main(int argc, char **argv)
{
	static char elsewhere[1 << 16];
	stack_t stack = { .ss_sp = elsewhere, .ss_size = sizeof elsewhere };
	page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || sigaltstack(&stack, NULL))
		return 1;
	for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
		struct sigaction action = { .sa_handler = handlers[i].handler };
		sigaction(handlers[i].number, &action, NULL);
	}
	RUN(lines, phases);
	return 0;
}

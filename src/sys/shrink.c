// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A file that becomes shorter while it is mapped: the pages behind its new end are gone, and a look
 * at one is answered with SIGBUS (mmap(2)). A page of zeroes takes its place, which readers find as
 * damaged as anything else that is not what it should be.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>

#include "sys/sys.h"

static volatile sig_atomic_t has_shrunk;

static void page_is_gone(int sig, siginfo_t *info, void *context)
{
	(void)context;
	uintptr_t page = sys_page_bytes(), at = (uintptr_t)info->si_addr & ~(page - 1);
	if (info->si_code != BUS_ADRERR ||
	    mmap((void *)at, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
	         -1, 0) == MAP_FAILED)
		signal(sig, SIG_DFL); /* and it strikes again */
	has_shrunk = 1;
}

int sys_map_fd(int fd, size_t n, struct bytes *out)
{
	struct sigaction act = { .sa_sigaction = page_is_gone, .sa_flags = SA_SIGINFO };
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	sigaction(SIGBUS, &act, NULL);
	*out = (struct bytes){ p, n, true };
	return 0;
}

bool sys_has_shrunk(void)
{
	return has_shrunk;
}

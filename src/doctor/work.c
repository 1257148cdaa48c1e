// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Work whose functions are known. Each burns time until its thread has used enough of it, and
 * stands in a section of its own, so that its addresses can be told without
 * symbols. The Makefile compiles this file with frame pointers and without what would merge or
 * leave out calls.
 */
#include <pthread.h>

#include "doctor/internal.h"

static volatile unsigned sink;

/* Almost all of the time is spent in the caller's own loop. Each has a number of its own, or the
 * compiler would make one of those that are alike. */
#define BURN(ms, own)                                                                          \
	for (uint64_t end = sys_thread_cpu_ns() + (ms)*1000000ull; sys_thread_cpu_ns() < end;) \
		for (unsigned turn = 0; turn < 400000; turn++)                                 \
	sink += turn ^ (own)

/* All functions in a section of their own, in whatever order: one ends where the next begins, the
 * last where the section does, which the linker tells. */
#define ROOM __attribute__((noinline, section("doctor_work")))
extern const char __stop_doctor_work[];

ROOM static void level_0(unsigned ms)
{
	BURN(ms, 100);
}

#define LEVEL(n, inner)                                  \
	ROOM static void level_##n(unsigned ms)          \
	{                                                \
		inner(ms);                               \
		sink++; /* so that it is no tail call */ \
	}

LEVEL(1, level_0)
LEVEL(2, level_1)
LEVEL(3, level_2)
LEVEL(4, level_3)
LEVEL(5, level_4)
LEVEL(6, level_5)
LEVEL(7, level_6)

#define SPIN(n)                                \
	ROOM static void spin_##n(unsigned ms) \
	{                                      \
		BURN(ms, n);                   \
	}

SPIN(0)
SPIN(1)
SPIN(2)
SPIN(3)

typedef void work(unsigned ms);

static work *const levels[] = { level_0, level_1, level_2, level_3,
	                        level_4, level_5, level_6, level_7 };
static work *const spins[] = { spin_0, spin_1, spin_2, spin_3 };

static struct code code_of(work *f)
{
	struct code c = { (uintptr_t)f, (uintptr_t)__stop_doctor_work };
	for (size_t i = 0; i < WORK_DEPTH + WORK_THREADS; i++) {
		uint64_t start = (uintptr_t)(i < WORK_DEPTH ? levels[i] : spins[i - WORK_DEPTH]);
		if (start > c.from && start < c.to)
			c.to = start;
	}
	return c;
}

void work_deep(unsigned ms, struct code level[WORK_DEPTH])
{
	for (size_t i = 0; i < WORK_DEPTH; i++)
		level[i] = code_of(levels[i]);
	levels[WORK_DEPTH - 1](ms);
}

struct spinner {
	pthread_t thread;
	unsigned ms;
	size_t i;
	uint32_t tid;
};

static void *spin(void *arg)
{
	struct spinner *s = arg;
	s->tid = sys_thread_id();
	spins[s->i](s->ms);
	return NULL;
}

bool work_threads(unsigned ms, uint32_t tids[WORK_THREADS], struct code code[WORK_THREADS])
{
	struct spinner s[WORK_THREADS];
	size_t n = 0;
	for (; n < WORK_THREADS; n++) {
		s[n] = (struct spinner){ .ms = ms, .i = n };
		code[n] = code_of(spins[n]);
		if (pthread_create(&s[n].thread, NULL, spin, &s[n]))
			break;
	}
	for (size_t i = 0; i < n; i++) {
		pthread_join(s[i].thread, NULL);
		tids[i] = s[i].tid;
	}
	return n == WORK_THREADS;
}

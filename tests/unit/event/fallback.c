// SPDX-License-Identifier: GPL-2.0-or-later
/* Giving way to older kernels: a model of a kernel that knows only so much must accept what is
 * left. */
#include "../tap.h"

#include <errno.h>

#include "event/event.h"

/* What perf_event_open() took in some releases, of what pmrec asks for. */
static const struct {
	const char *kernel;
	uint64_t flags, read_format;
	int left_out;
} kernels[] = {
	{ "6.0", ~0ull, 1 << 2 | 1 << 4, 0 },
	{ "5.1", ~0ull, 1 << 2, 1 },
	{ "4.4", ~(1ull << 29 | 1ull << 30), 1 << 2, 3 },
	{ "3.15", ~(1ull << 23 | 1ull << 24 | 1ull << 29 | 1ull << 30), 1 << 2, 5 },
};

static const struct abi_attr rich = {
	.type = ABI_TYPE_SOFTWARE,
	.config = ABI_SW_DUMMY,
	.read_format = ABI_FORMAT_ID | ABI_FORMAT_LOST,
	.flags = ABI_MMAP | ABI_MMAP2 | ABI_COMM | ABI_COMM_EXEC | ABI_TASK | ABI_KSYMBOL |
	         ABI_BPF_EVENT | ABI_SAMPLE_ID_ALL,
};

static bool accepts(size_t kernel, const struct abi_attr *a)
{
	return !(a->flags & ~kernels[kernel].flags) &&
	       !(a->read_format & ~kernels[kernel].read_format);
}

static const struct {
	const char *what;
	struct abi_attr attr;
	int errnum;
	struct event_place place;
	int kind;
	const char *says; /* must be in the text */
} refusals[] = {
	{ "no PMU", { .type = 0 }, ENOENT, { 2, false, true }, ERR_UNSUPPORTED, "-e cpu-clock" },
	{ "no precise",
	  { .type = 0, .flags = 1 << 15 },
	  EOPNOTSUPP,
	  { 2, false, true },
	  ERR_UNSUPPORTED,
	  "p modifier" },
	{ "kernel",
	  { .type = 1 },
	  EACCES,
	  { 2, false, false },
	  ERR_DENIED,
	  "perf_event_paranoid=1" },
	{ "user",
	  { .type = 1, .flags = 1 << 5 },
	  EACCES,
	  { 3, false, false },
	  ERR_DENIED,
	  "perf_event_paranoid=2" },
	{ "all CPUs",
	  { .type = 1 },
	  EACCES,
	  { 1, true, false },
	  ERR_DENIED,
	  "perf_event_paranoid=0" },
	{ "by root", { .type = 1 }, EPERM, { 2, false, true }, ERR_DENIED, "seccomp" },
	{ "files", { .type = 1 }, EMFILE, { 2, false, true }, ERR_LIMIT, "ulimit -n" },
	{ "nothing", { .type = 1 }, ENOSYS, { 2, false, true }, ERR_UNSUPPORTED, "no perf events" },
	{ "else", { .type = 1 }, EIO, { 2, false, true }, ERR_SYS, "cannot open event 'x'" },
};

int main(void)
{
	for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
		struct abi_attr a = rich;
		int n = 0;
		while (!accepts(i, &a) && event_fall_back(&a, EINVAL))
			n++;
		ok(accepts(i, &a), "Linux %s takes what is left", kernels[i].kernel);
		is_u64((uint64_t)n, (uint64_t)kernels[i].left_out, "after so many steps");
		is_u64(a.flags & (ABI_MMAP | ABI_COMM | ABI_TASK | ABI_SAMPLE_ID_ALL),
		       ABI_MMAP | ABI_COMM | ABI_TASK | ABI_SAMPLE_ID_ALL, "what is needed stays");
	}
	struct abi_attr a = rich;
	ok(!event_fall_back(&a, EACCES) && a.flags == rich.flags, "no permission is no lack");
	int steps = 0;
	while (steps < 100 && event_fall_back(&a, E2BIG))
		steps++;
	ok(steps < 100 && !event_fall_back(&a, EINVAL), "it comes to an end");

	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		struct err e = { 0 };
		int kind = event_refused("x", &refusals[i].attr, refusals[i].errnum,
		                         &refusals[i].place, &e);
		ok(kind == refusals[i].kind && e.kind == kind, "%s: the kind", refusals[i].what);
		ok(strstr(e.text, refusals[i].says) != NULL, "%s: %s", refusals[i].what, e.text);
	}
	return done_testing();
}

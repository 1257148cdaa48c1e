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
	{ "5.1", ~(1ull << 32), 1 << 2, 2 },
	{ "4.12", ~(1ull << 29 | 1ull << 30 | 1ull << 32), 1 << 2, 4 },
	{ "4.4", ~(1ull << 28 | 1ull << 29 | 1ull << 30 | 1ull << 32), 1 << 2, 5 },
	{ "4.2", ~(1ull << 26 | 1ull << 28 | 1ull << 29 | 1ull << 30 | 1ull << 32), 1 << 2, 6 },
	{ "3.15",
	  ~(1ull << 23 | 1ull << 24 | 1ull << 26 | 1ull << 28 | 1ull << 29 | 1ull << 30 |
	    1ull << 32),
	  1 << 2, 8 },
};

static const struct abi_attr rich = {
	.type = ABI_TYPE_SOFTWARE,
	.config = ABI_SW_DUMMY,
	.read_format = ABI_FORMAT_ID | ABI_FORMAT_LOST,
	.flags = ABI_MMAP | ABI_MMAP2 | ABI_COMM | ABI_COMM_EXEC | ABI_TASK | ABI_KSYMBOL |
	         ABI_BPF_EVENT | ABI_SAMPLE_ID_ALL | ABI_CONTEXT_SWITCH | ABI_NAMESPACES |
	         ABI_CGROUP,
};

static bool accepts(size_t kernel, const struct abi_attr *a)
{
	return !(a->flags & ~kernels[kernel].flags) &&
	       !(a->read_format & ~kernels[kernel].read_format);
}

/* Newer parts go one by one, the newest first, and nothing else with them. */
static void test_features(void)
{
	static const struct {
		const char *kernel, *what;
		uint64_t flags, samples, branches;
	} steps[] = {
		{ "6.18", "deferred", 1ull << 32 | 1 << 30, 1 << 24 | 1 << 21 | 1 << 5,
		  1 << 11 | 1 << 17 },
		{ "5.11", "weights", 1ull << 32 | 1 << 30, 1 << 21 | 1 << 14 | 1 << 5,
		  1 << 11 | 1 << 17 },
		{ "5.6", "cgroups", 1 << 30, 1 << 14 | 1 << 5, 1 << 11 | 1 << 17 },
		{ "5.6", "branch records", 1 << 30, 1 << 14 | 1 << 5, 1 << 11 },
		{ "5.0", "BPF", 0, 1 << 14 | 1 << 5, 1 << 11 },
	};
	struct abi_attr a = { .sample_type = 1 << 24 | 1 << 21 | 1 << 5,
		              .flags = 1ull << 32 | 1ull << 38 | 1ull << 39 | 1 << 30,
		              .branch_sample_type = 1 << 11 | 1 << 17 };
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		const struct event_feature *f = event_fall_back(&a, EINVAL);
		ok(f && strstr(f->what, steps[i].what), "Linux %s lacks %s", steps[i].kernel,
		   f ? f->what : "nothing");
		is_u64(a.flags, steps[i].flags, "flags");
		is_u64(a.sample_type, steps[i].samples, "sample_type");
		is_u64(a.branch_sample_type, steps[i].branches, "branch_sample_type");
	}
}

/* A kernel that refuses one part: leaving out parts finds it, and the text names it. */
static void test_parts(void)
{
	static const struct {
		const char *says;
		uint64_t samples, flags;
		uint16_t max_stack;
	} refused[] = {
		{ "CAP_PERFMON", 0, 1 << 28, 0 },
		{ "LBR", 1 << 11, 0, 0 },
		{ "registers at interrupts", 1 << 18, 0, 0 },
		{ "user registers", 1 << 12, 0, 0 },
		{ "user registers", 1 << 13, 0, 0 },
		{ "CAP_PERFMON", 1 << 19, 0, 0 },
		{ "Linux 5.11", 1 << 22, 0, 0 },
		{ "Linux 5.11", 1 << 23, 0, 0 },
		{ "weights", 1 << 24, 0, 0 },
		{ "monotonic", 0, 1 << 25, 0 },
		{ "--raise-max-stack", 0, 0, 200 },
	};
	const struct abi_attr all = { .sample_type = 1 << 24 | 1 << 23 | 1 << 22 | 1 << 19 |
		                                     1 << 18 | 1 << 13 | 1 << 12 | 1 << 11 |
		                                     1 << 5 | 1,
		                      .flags = 1 << 28 | 1 << 25 | 1 << 10,
		                      .sample_max_stack = 200,
		                      .sample_regs_user = 1,
		                      .sample_regs_intr = 1,
		                      .branch_sample_type = 8 };
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		const struct event_part *part = event_parts;
		struct err e = { 0 };
		for (; part->what; part++) {
			struct abi_attr a = all;
			if (event_without(&a, part) && !(a.sample_type & refused[i].samples) &&
			    !(a.flags & refused[i].flags) &&
			    (!refused[i].max_stack || !a.sample_max_stack))
				break;
		}
		if (!ok(part->what != NULL, "a part is it"))
			continue;
		is_u64((uint64_t)event_part_refused("x", part, &e), (uint64_t)ERR_UNSUPPORTED,
		       "the kind");
		ok(strstr(e.text, refused[i].says) && strstr(e.text, "'x'"), "%s", e.text);
	}
	struct abi_attr none = { .sample_type = 1 << 5 | 1, .flags = 1 << 10 };
	bool any = false;
	for (const struct event_part *part = event_parts; part->what; part++)
		any |= event_without(&none, part);
	ok(!any, "an event without such parts has none to leave out");
}

int main(void)
{
	test_features();
	test_parts();
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
	return done_testing();
}

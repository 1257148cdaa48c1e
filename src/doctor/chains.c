// SPDX-License-Identifier: GPL-2.0-or-later
/* Which call graphs come back: of work whose stack is known. */
#include "doctor/internal.h"
#include "unwind/unwind.h"

enum { BURN_MS = 60, PERIOD_NS = 1000000, RING_PAGES = 64 };

static bool is_in(struct code c, uint64_t ip)
{
	return ip >= c.from && ip < c.to;
}

/* Are these the levels, innermost first, one after the other? */
static bool chain_is_whole(const struct sample *s, const struct code level[WORK_DEPTH])
{
	struct chain_walk w;
	struct chain_frame f;
	uint32_t n = 0;
	chain_walk_init(&w, s->chain, s->user_chain, ABI_MISC_USER);
	while (n < WORK_DEPTH && chain_next(&w, &f)) {
		if (f.mode != ABI_MISC_USER)
			continue;
		if (!is_in(level[n], f.is_caller ? f.ip - 1 : f.ip))
			return false;
		n++;
	}
	return n == WORK_DEPTH;
}

/* Sample the deep work with an attr: how many samples of its innermost function there are, and of
 * how many test says yes. -errno if it does not open. */
static int try_deep(const struct abi_attr *attr,
                    bool (*test)(const struct sample *s, const struct code level[WORK_DEPTH]),
                    unsigned *n, unsigned *n_good)
{
	struct code level[WORK_DEPTH];
	struct record rec;
	struct sample s;
	struct probe p;
	*n = *n_good = 0;
	int rc = probe_open(&p, attr, -1, RING_PAGES);
	if (rc < 0)
		return rc;
	sys_perf_enable(p.fd);
	work_deep(BURN_MS, level);
	sys_perf_disable(p.fd);
	while (probe_next(&p, &rec))
		if (probe_sample(&p, &rec, &s) && is_in(level[0], s.ip)) {
			++*n;
			*n_good += test(&s, level);
		}
	probe_close(&p);
	return 0;
}

static void verdict(struct doctor_result *r, int rc, const char *name, const struct abi_attr *attr,
                    unsigned n, unsigned n_good, const char *what)
{
	if (rc < 0)
		doctor_refused(r, name, attr, -rc, false);
	else if (!n)
		doctor_fail(r, "", "no sample came of work of %d ms", BURN_MS);
	else if (n_good < n)
		doctor_fail(r, "", "%u of %u samples %s", n_good, n, what);
	else
		doctor_note(r, "%u of %u samples %s", n_good, n, what);
}

static struct abi_attr clock_attr(uint64_t sample_type)
{
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, PERIOD_NS);
	attr.sample_type |= sample_type;
	return attr;
}

void check_chain_user(struct doctor_result *r)
{
	struct abi_attr attr = clock_attr(ABI_SAMPLE_CALLCHAIN);
	unsigned n, good;
	int rc = try_deep(&attr, chain_is_whole, &n, &good);
	verdict(r, rc, "cpu-clock:u", &attr, n, good, "have the whole stack");
}

static bool has_kernel_part(const struct sample *s, const struct code level[WORK_DEPTH])
{
	struct chain_walk w;
	struct chain_frame f;
	(void)level;
	chain_walk_init(&w, s->chain, s->user_chain, ABI_MISC_USER);
	while (chain_next(&w, &f))
		if (f.mode == ABI_MISC_KERNEL && f.ip >> 63)
			return true;
	return false;
}

/* Page faults sampled where they happen, in the kernel. */
void check_chain_kernel(struct doctor_result *r)
{
	enum { FAULTS = 50 };
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, 100000);
	attr.flags &= ~(ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV);
	attr.flags |= ABI_EXCLUDE_USER;
	attr.sample_type |= ABI_SAMPLE_CALLCHAIN;
	unsigned n = 0, good = 0;
	struct record rec;
	struct sample s;
	struct probe p;
	int rc = probe_open(&p, &attr, -1, RING_PAGES);
	if (rc == 0) {
		sys_perf_enable(p.fd);
		for (int i = 0; i < 200; i++)
			sys_touch_pages(FAULTS);
		sys_perf_disable(p.fd);
		while (probe_next(&p, &rec))
			if (probe_sample(&p, &rec, &s)) {
				n++;
				good += has_kernel_part(&s, NULL);
			}
		probe_close(&p);
	}
	verdict(r, rc, "cpu-clock:k", &attr, n, good, "have the kernel's part");
}

/* The stack must reach from the stack pointer through all frames. */
static bool has_stack(const struct sample *s, const struct code level[WORK_DEPTH])
{
	unsigned n = 0; /* callers found; level[0] is where it stands itself */
	for (size_t at = 0; at + 8 <= s->user_stack.n && n < WORK_DEPTH - 1; at += 8)
		n += is_in(level[n + 1], load64(s->user_stack.p + at));
	return s->user_regs.n && n >= WORK_DEPTH - 1;
}

/* The numbers of the stack pointer and the program counter (asm/perf_regs.h), by machine. */
static const struct {
	const char *arch;
	uint8_t sp, pc;
} registers[] = { { "x86_64", 7, 8 }, { "aarch64", 31, 32 } };

static uint64_t registers_mask(void)
{
	struct sys_machine m;
	sys_machine(&m);
	for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
		if (strcmp(registers[i].arch, m.arch) == 0)
			return 1ull << registers[i].sp | 1ull << registers[i].pc;
	return 0;
}

void check_stack_dump(struct doctor_result *r)
{
	struct abi_attr attr = clock_attr(ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER);
	unsigned n, good;
	attr.sample_regs_user = registers_mask();
	if (!attr.sample_regs_user) {
		doctor_skip(r, "the registers of this machine are not known here");
		return;
	}
	attr.sample_stack_user = 2048;
	int rc = try_deep(&attr, has_stack, &n, &good);
	verdict(r, rc, "cpu-clock:u", &attr, n, good, "have registers and stack");
}

static bool has_branches(const struct sample *s, const struct code level[WORK_DEPTH])
{
	(void)level;
	return s->branches.n != 0;
}

void check_branches(struct doctor_result *r)
{
	enum { HW_CYCLES = 0, BRANCH_USER = 1, BRANCH_ANY = 8 };
	struct abi_attr attr = probe_attr(ABI_TYPE_HARDWARE, HW_CYCLES, 1000000);
	unsigned n, good;
	attr.sample_type |= ABI_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = BRANCH_USER | BRANCH_ANY;
	int rc = try_deep(&attr, has_branches, &n, &good);
	if (rc < 0)
		doctor_skip(r, "this machine records no branches");
	else
		verdict(r, rc, "cycles:u", &attr, n, good, "have branches");
}

/* Some kernels accept it and go on as ever. */
void check_deferred(struct doctor_result *r)
{
	struct abi_attr attr = clock_attr(ABI_SAMPLE_CALLCHAIN);
	struct code level[WORK_DEPTH];
	struct record rec;
	struct sample s;
	struct probe p;
	unsigned n_put_off = 0, n_brought = 0;
	attr.size = ABI_ATTR_VER9;
	attr.flags |= ABI_DEFER_CALLCHAIN | ABI_DEFER_OUTPUT | ABI_SAMPLE_ID_ALL;
	if (probe_open(&p, &attr, -1, RING_PAGES) < 0) {
		doctor_skip(r, "needs Linux 6.19 or newer");
		return;
	}
	sys_perf_enable(p.fd);
	work_deep(BURN_MS, level);
	sys_perf_disable(p.fd);
	while (probe_next(&p, &rec)) {
		n_brought += rec.type == ABI_RECORD_CALLCHAIN_DEFERRED;
		n_put_off += probe_sample(&p, &rec, &s) && s.chain.n > 1 &&
		             words_at(s.chain, s.chain.n - 2) == ABI_CONTEXT_USER_DEFERRED;
	}
	probe_close(&p);
	if (!n_put_off)
		doctor_skip(r, "it is accepted, but no chain is put off");
	else if (!n_brought)
		doctor_fail(r, "", "%u chains were put off, none came", n_put_off);
	else
		doctor_note(r, "%u chains were put off, %u came", n_put_off, n_brought);
}

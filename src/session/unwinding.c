// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Samples that hold registers, and a copy of the stack, instead of the user part of their call
 * chain. The files that were mapped when the sample was taken have the rules for their frames.
 */
#include "session/unwinding.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { WORDS_MAX = ABI_RECORD_MAX / 8 }; /* of a chain */

struct unwinding {
	struct session *session;
	unwinding_table *table;
	void *ctx;
	enum unwind_cpu cpu; /* UNWIND_CPUS = one that is not unwound */
	struct unwind_walker *walker;
	struct unwinding_stats stats;
	struct space *space; /* of the thread whose sample is being walked */
	/* By mapping id. */
	struct mapping_code {
		struct unwind_code code;
		bool is_known;
	} *codes;
	uint32_t n_codes;
	uint64_t frames[WORDS_MAX], chain[WORDS_MAX];
};

/* ------------------------------------------------------------------ which CPU */

enum unwind_cpu unwinding_cpu(const char *arch, uint64_t regs)
{
	if (!arch)
		return regs >> 32 & 1 ? UNWIND_ARM64 : UNWIND_X86_64;
	if (strcmp(arch, "x86_64") == 0)
		return UNWIND_X86_64;
	return strcmp(arch, "aarch64") == 0 || strcmp(arch, "arm64") == 0 ? UNWIND_ARM64
	                                                                  : UNWIND_CPUS;
}

/* ------------------------------------------------------------------ which rules */

/* Memory made executable at run time has no rules at all, and compilers that use it keep frame
 * pointers for the sake of profilers. */
static struct unwind_code code_of(const struct unwinding *u, uint32_t mapping, uint64_t pc)
{
	const struct mapping *m = &u->session->mappings[mapping];
	const struct session_file *f = &u->session->files[m->file];
	struct unwind_code code = { 0 };
	uint64_t vaddr;
	if (!file_kind_has_offsets(f->kind)) {
		code.is_absent = f->kind != FILE_ANON || !f->pid;
		return code;
	}
	code.table = u->table(u->ctx, m->file, pc - m->start + m->pgoff, &vaddr);
	code.is_absent = !code.table;
	code.is_leaf = f->kind == FILE_VDSO && u->cpu == UNWIND_ARM64;
	code.bias = code.table ? pc - vaddr : 0;
	return code;
}

static bool find_code(void *ctx, uint64_t pc, struct unwind_code *out)
{
	struct unwinding *u = ctx;
	uint32_t mapping = session_mapping(u->session, u->space, pc);
	if (!mapping)
		return false;
	if (mapping >= u->n_codes) {
		uint32_t n = u->session->n_mappings + u->session->n_mappings / 2;
		u->codes = mem_resize(u->codes, n, sizeof *u->codes);
		memset(u->codes + u->n_codes, 0, (n - u->n_codes) * sizeof *u->codes);
		u->n_codes = n;
	}
	struct mapping_code *c = &u->codes[mapping];
	if (!c->is_known)
		*c = (struct mapping_code){ code_of(u, mapping, pc), true };
	*out = c->code;
	return true;
}

/* ------------------------------------------------------------------ samples */

enum { ABI_REGS_NONE, ABI_REGS_32, ABI_REGS_64 }; /* enum perf_sample_regs_abi */

struct unwinding *unwinding_new(struct session *s, enum unwind_cpu cpu, unwinding_table *table,
                                void *ctx)
{
	struct unwinding *u = mem_new(sizeof *u);
	*u = (struct unwinding){ .session = s, .table = table, .ctx = ctx, .cpu = cpu };
	if (cpu != UNWIND_CPUS)
		u->walker = unwind_walker_new(cpu, find_code, u);
	return u;
}

void unwinding_finish(struct unwinding *u)
{
	if (!u)
		return;
	unwind_walker_free(u->walker);
	free(u->codes);
	u->walker = NULL;
	u->codes = NULL;
	u->n_codes = 0;
}

void unwinding_free(struct unwinding *u)
{
	unwinding_finish(u);
	free(u);
}

const struct unwinding_stats *unwinding_stats(const struct unwinding *u)
{
	return &u->stats;
}

void unwinding_go_on(struct unwinding *u, const struct unwinding_stats *stats)
{
	u->stats = *stats;
}

uint64_t unwinding_unfinished(const struct unwinding_stats *u, const char **why)
{
	uint64_t n = 0;
	enum unwind_end most = UNWIND_ROOT + 1;
	for (enum unwind_end end = most; end < UNWIND_ENDS; end++) {
		n += u->by_end[end];
		if (u->by_end[end] > u->by_end[most])
			most = end;
	}
	*why = unwind_end_name(most);
	return n;
}

/* Why a sample is not walked is counted. */
static bool regs_of(struct unwinding *u, const struct session_event *ev, struct unwind_regs *out)
{
	const struct sample *s = &ev->sample;
	if (s->user_abi == ABI_REGS_NONE)
		u->stats.no_regs++;
	else if (u->cpu == UNWIND_CPUS)
		u->stats.other_cpu++;
	else if (s->user_abi == ABI_REGS_32)
		u->stats.narrow++;
	else
		return unwind_regs_of_sample(u->cpu, s->user_regs, ev->event->attr.sample_regs_user,
		                             out);
	return false;
}

/* Frame pointers that are none lead anywhere: a chain ends before the first return address that is
 * not in code. */
static struct words cut_astray(struct unwinding *u, struct words chain, uint8_t mode)
{
	struct words user = chain_user(chain, mode);
	struct unwind_code code;
	for (uint64_t i = 1; i < user.n; i++) {
		uint64_t ip = words_at(user, i);
		if (ip < ABI_CONTEXT_MAX && !find_code(u, ip, &code))
			return (struct words){ chain.p, chain.n - (user.n - i) };
	}
	return chain;
}

/* The chain with what a walk left in frames. */
static struct words joined(struct unwinding *u, struct words chain, uint8_t mode, uint32_t n,
                           bool is_whole)
{
	struct words unwound = { (const unsigned char *)u->frames, n };
	n = chain_join(chain, mode, unwound, is_whole, u->chain, WORDS_MAX);
	return (struct words){ (const unsigned char *)u->chain, n };
}

/* The link register holds the caller as long as a function has not put it elsewhere, which its rule
 * tells: of the stack nothing is known, and so a walk goes one step or none. */
static struct words link_chain(struct unwinding *u, const struct session_event *ev, uint8_t mode)
{
	const struct sample *s = &ev->sample;
	struct unwind_regs regs;
	struct unwind_stack stack = { 0 };
	struct words user = chain_user(s->chain, mode);
	uint32_t n;
	if (u->cpu != UNWIND_ARM64 || s->user_abi != ABI_REGS_64 || !user.n)
		return s->chain;
	unwind_regs_of_link(&regs, words_at(user, 0), words_at(s->user_regs, 0));
	u->space = session_context(u->session, ev->thread, ABI_MISC_USER);
	unwind_walk(u->walker, &regs, &stack, u->frames, 3, &n);
	if (n < 2)
		return s->chain;
	return joined(u, s->chain, mode, n, false);
}

struct words unwinding_chain(struct unwinding *u, const struct session_event *ev)
{
	const struct sample *s = &ev->sample;
	uint8_t mode = ev->rec.misc & ABI_MISC_CPUMODE_MASK;
	struct unwind_regs regs;
	uint32_t n;
	if (mode == ABI_MISC_GUEST_KERNEL || mode == ABI_MISC_GUEST_USER)
		return s->chain;
	if (!s->user_stack.n && ev->event->attr.sample_regs_user == UNWINDING_LINK)
		return link_chain(u, ev, mode);
	if (!s->user_stack.n || !regs_of(u, ev, &regs))
		return s->chain;
	u->space = session_context(u->session, ev->thread, ABI_MISC_USER);
	struct unwind_stack stack = { unwind_sp(u->cpu, &regs), s->user_stack };
	enum unwind_end end = unwind_walk(u->walker, &regs, &stack, u->frames, WORDS_MAX, &n);
	/* Beside a chain by frame pointers a copy may be there for its first frames alone. */
	bool has_dump = unwinding_has_dump(&ev->event->attr);
	u->stats.samples += has_dump;
	u->stats.by_end[end] += has_dump;
	if ((end == UNWIND_NO_FILE || end == UNWIND_NO_MAPPING) && n == 1)
		return s->chain;
	/* What a small copy tells of the root it tells of some stacks only: they would not look
	 * alike. */
	struct words chain = joined(u, s->chain, mode, n, has_dump && end == UNWIND_ROOT);
	return ev->event->attr.flags & ABI_EXCLUDE_CALLCHAIN_USER ? chain
	                                                          : cut_astray(u, chain, mode);
}

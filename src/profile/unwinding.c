// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Samples that hold registers, and a copy of the stack, instead of the user part of their call
 * chain. The files that were mapped when the sample was taken have the rules for their frames.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/internal.h"

struct unwinding {
	struct places *p;
	enum unwind_cpu cpu; /* UNWIND_CPUS = one that is not unwound */
	struct unwind_walker *walker;
	struct unwinding_stats stats;
	const struct thread *thread; /* whose sample is being walked */
	/* By mapping id. */
	struct mapping_code {
		struct unwind_code code;
		bool is_known;
	} *codes;
	uint32_t n_codes;
	uint64_t frames[FRAMES_MAX], chain[2 * FRAMES_MAX];
};

/* ------------------------------------------------------------------ which CPU */

/* What uname(2) says of it; else by the registers that were asked for: only arm64 has 33. */
static enum unwind_cpu cpu_of(const struct places *p, const struct abi_attr *attr)
{
	const char *arch = data_text(p->session->data, ABI_FEATURE_ARCH);
	if (!arch)
		return attr->sample_regs_user >> 32 & 1 ? UNWIND_ARM64 : UNWIND_X86_64;
	if (strcmp(arch, "x86_64") == 0)
		return UNWIND_X86_64;
	return strcmp(arch, "aarch64") == 0 || strcmp(arch, "arm64") == 0 ? UNWIND_ARM64
	                                                                  : UNWIND_CPUS;
}

/* ------------------------------------------------------------------ which rules */

/* Memory made executable at run time has no rules at all, and compilers that use it keep frame
 * pointers for the sake of profilers. */
static struct unwind_code code_of(struct places *p, uint32_t mapping, uint64_t pc)
{
	const struct mapping *m = &p->session->mappings[mapping];
	const struct session_file *f = &p->session->files[m->file];
	struct unwind_code code = { 0 };
	uint64_t vaddr;
	places_file(p, m->file);
	if (!file_kind_has_offsets(f->kind)) {
		code.is_absent = f->kind != FILE_ANON || !f->pid;
		return code;
	}
	code.table = symbols_frames(p->resolver, places_handle(p, m->file),
	                            pc - m->start + m->pgoff, &vaddr);
	code.is_absent = !code.table;
	code.bias = code.table ? pc - vaddr : 0;
	return code;
}

static bool find_code(void *ctx, uint64_t pc, struct unwind_code *out)
{
	struct unwinding *u = ctx;
	uint32_t mapping = session_mapping(u->p->session, u->thread, ABI_MISC_USER, pc);
	if (!mapping)
		return false;
	if (mapping >= u->n_codes) {
		uint32_t n = u->p->session->n_mappings + u->p->session->n_mappings / 2;
		u->codes = mem_resize(u->codes, n, sizeof *u->codes);
		memset(u->codes + u->n_codes, 0, (n - u->n_codes) * sizeof *u->codes);
		u->n_codes = n;
	}
	struct mapping_code *c = &u->codes[mapping];
	if (!c->is_known)
		*c = (struct mapping_code){ code_of(u->p, mapping, pc), true };
	*out = c->code;
	return true;
}

/* ------------------------------------------------------------------ samples */

static struct unwinding *unwinding_new(struct places *p, const struct session_event *ev)
{
	struct unwinding *u = mem_new(sizeof *u);
	u->p = p;
	u->cpu = cpu_of(p, &ev->event->attr);
	if (u->cpu != UNWIND_CPUS)
		u->walker = unwind_walker_new(u->cpu, find_code, u);
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

const struct unwinding_stats *places_unwinding(const struct places *p)
{
	return p->unwinding ? &p->unwinding->stats : NULL;
}

enum { ABI_REGS_NONE, ABI_REGS_32, ABI_REGS_64 }; /* enum perf_sample_regs_abi */

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

struct words unwinding_chain(struct places *p, const struct session_event *ev)
{
	const struct sample *s = &ev->sample;
	uint8_t mode = ev->rec.misc & ABI_MISC_CPUMODE_MASK;
	struct unwind_regs regs;
	uint32_t n;
	if (!s->user_stack.n || mode == ABI_MISC_GUEST_KERNEL || mode == ABI_MISC_GUEST_USER)
		return s->chain;
	if (!p->unwinding)
		p->unwinding = unwinding_new(p, ev);
	struct unwinding *u = p->unwinding;
	if (!regs_of(u, ev, &regs))
		return s->chain;
	u->thread = ev->thread;
	struct unwind_stack stack = { unwind_sp(u->cpu, &regs), s->user_stack };
	enum unwind_end end = unwind_walk(u->walker, &regs, &stack, u->frames, FRAMES_MAX, &n);
	u->stats.samples++;
	u->stats.by_end[end]++;
	if ((end == UNWIND_NO_FILE || end == UNWIND_NO_MAPPING) && n == 1)
		return s->chain;
	n = chain_join(s->chain, mode, u->frames, n, end == UNWIND_ROOT, u->chain, FRAMES_MAX);
	return (struct words){ (const unsigned char *)u->chain, n };
}

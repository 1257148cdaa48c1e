// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rules of one file: rows sorted by address, each with the place of its rule among the distinct
 * ones, which are few. The functions that the file's sources of rules speak of are put in the order
 * of their addresses first; where two speak of one address, the first source is right.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "unwind/internal.h"

enum {
	ROWS_MAX = 1 << 27,  /* 1 GiB */
	RULES_MAX = 1 << 23, /* 64 MiB: some hundred times what large programs need */
	EXPRS_BYTES_MAX = 1 << 24,
};

/* ------------------------------------------------------------------ building */

void table_row(struct unwind_table *t, uint64_t addr, uint32_t rule)
{
	uint64_t off = addr - t->base;
	if (off > UINT32_MAX || t->n == ROWS_MAX)
		return;
	if (t->n && t->at[t->n - 1] == off)
		t->n--;
	if (t->n ? t->rule_at[t->n - 1] == rule : rule == RULE_NONE)
		return;
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 64;
		t->at = mem_resize(t->at, t->cap, sizeof *t->at);
		t->rule_at = mem_resize(t->rule_at, t->cap, sizeof *t->rule_at);
	}
	t->at[t->n] = (uint32_t)off;
	t->rule_at[t->n++] = rule;
}

uint32_t table_rule(struct unwind_table *t, const struct rule_set *set)
{
	struct reg_rule run[UNWIND_REGS + 1];
	uint32_t n = 1, i = TABLE_START, at;
	for (uint64_t left = set->set; left; left &= left - 1)
		run[n++] = set->regs[__builtin_ctzll(left)];
	run[0] = set->cfa;
	run[0].n_more = (uint16_t)(n - 1);
	run[0].how |= set->is_signal ? RULE_SIGNAL : 0;
	size_t n_bytes = n * sizeof *run;
	uint64_t hash = hash_bytes(run, n_bytes, 0);
	while ((at = table_probe(&t->rule_table, hash, &i)) != TABLE_NONE)
		if (memcmp(&t->rules[at], run, sizeof *run) == 0 &&
		    memcmp(&t->rules[at], run, n_bytes) == 0)
			return at;
	if (t->n_rules + n > RULES_MAX)
		return RULE_NONE;
	while (t->n_rules + n > t->cap_rules) {
		t->cap_rules = t->cap_rules ? 2 * t->cap_rules : 256;
		t->rules = mem_resize(t->rules, t->cap_rules, sizeof *t->rules);
	}
	at = t->n_rules;
	memcpy(&t->rules[at], run, n_bytes);
	t->n_rules += n;
	t->n_distinct++;
	table_add(&t->rule_table, hash, at);
	return at;
}

int32_t table_expr(struct unwind_table *t, struct span expr)
{
	uint64_t hash = hash_bytes(expr.p, expr.n, 0);
	uint32_t i = TABLE_START, at, n = (uint32_t)expr.n;
	while ((at = table_probe(&t->expr_table, hash, &i)) != TABLE_NONE)
		if (span_equal(table_expr_at(t, (int32_t)at), expr))
			return (int32_t)at;
	if (t->exprs.n + expr.n + sizeof n > EXPRS_BYTES_MAX)
		return -1;
	at = (uint32_t)t->exprs.n;
	buf_add(&t->exprs, &n, sizeof n);
	buf_add(&t->exprs, expr.p, expr.n);
	table_add(&t->expr_table, hash, at);
	return (int32_t)at;
}

struct span table_expr_at(const struct unwind_table *t, int32_t expr)
{
	const char *p = t->exprs.p + expr;
	return span_of(p + 4, load32(p));
}

/* ------------------------------------------------------------------ all sources together */

enum source { SOURCE_EH_FRAME, SOURCE_DEBUG_FRAME, SOURCE_SFRAME, SOURCE_PLT, SOURCES };

static void functions_sort(struct functions *f)
{
	struct sort_pair *v = mem_resize(NULL, f->n, sizeof *v);
	struct sort_pair *tmp = mem_resize(NULL, f->n, sizeof *tmp);
	struct function *sorted = mem_resize(NULL, f->n, sizeof *sorted);
	for (uint32_t i = 0; i < f->n; i++)
		v[i] = (struct sort_pair){ f->v[i].addr, i };
	sort_pairs(v, tmp, f->n);
	for (uint32_t i = 0; i < f->n; i++)
		sorted[i] = f->v[v[i].value];
	free(v);
	free(tmp);
	free(f->v);
	f->v = sorted;
	f->cap = f->n;
}

/* How many bytes of code there are from an address on. */
static uint64_t code_bytes(const struct unwind_source *src, uint64_t addr)
{
	for (int i = 0; i < UNWIND_CODE_MAX; i++)
		if (addr - src->code[i].addr < src->code[i].bytes.n)
			return src->code[i].bytes.n - (addr - src->code[i].addr);
	return 0;
}

static uint64_t code_start(const struct unwind_source *src)
{
	uint64_t start = UINT64_MAX;
	for (int i = 0; i < UNWIND_CODE_MAX; i++)
		if (src->code[i].bytes.n && src->code[i].addr < start)
			start = src->code[i].addr;
	return start;
}

/* Of stubs only what nothing else speaks of a part of is taken. */
static bool is_left_to(const struct functions *f, uint32_t i, uint64_t done)
{
	const struct function *fn = &f->v[i];
	bool overlaps = done > fn->addr || (i + 1 < f->n && fn[1].addr < fn->addr + fn->n);
	return fn->source != SOURCE_PLT || !overlaps;
}

/* What a linker dropped stays in .debug_frame, at address 0 or so. */
static void compile_all(struct unwind_table *t, const struct unwind_source *src,
                        const struct functions *f, void *const *sources)
{
	static function_compile *const compile[SOURCES] = {
		[SOURCE_EH_FRAME] = cfi_compile,
		[SOURCE_DEBUG_FRAME] = cfi_compile,
		[SOURCE_SFRAME] = sframe_compile,
		[SOURCE_PLT] = plt_compile,
	};
	uint64_t done = t->base = code_start(src);
	for (uint32_t i = 0; i < f->n; i++) {
		struct function fn = f->v[i];
		uint64_t from = fn.addr > done ? fn.addr : done, n = code_bytes(src, fn.addr);
		fn.n = fn.n < n ? fn.n : n;
		if (fn.addr + fn.n <= from || !is_left_to(f, i, done))
			continue;
		compile[fn.source](sources[fn.source], t, &fn, from);
		done = fn.addr + fn.n;
		table_row(t, done, RULE_NONE);
		t->n_functions++;
	}
}

/* In code that has no rules. */
static void trampolines_find_in(struct unwind_table *t, const struct unwind_section *code,
                                uint64_t from, uint64_t to)
{
	const struct cpu *cpu = t->cpu;
	from = from > code->addr ? from : code->addr;
	to = to < code->addr + code->bytes.n ? to : code->addr + code->bytes.n;
	/* Mostly there are but a few bytes between functions. */
	while (from < to && to - from >= cpu->n_trampoline && t->n_trampolines < TRAMPOLINES_MAX) {
		const unsigned char *p = code->bytes.p + (from - code->addr);
		const unsigned char *found = memmem(p, (size_t)(to - from), cpu->trampoline,
		                                    cpu->n_trampoline);
		if (!found)
			return;
		from += (uint64_t)(found - p);
		t->trampolines[t->n_trampolines++] = from;
		from += cpu->n_trampoline;
	}
}

static void trampolines_find(struct unwind_table *t, const struct unwind_section *code)
{
	uint64_t from = code->addr;
	for (uint32_t i = 0; i < t->n; i++) {
		uint64_t at = t->base + t->at[i];
		if (i == 0 || t->rule_at[i - 1] == RULE_NONE)
			trampolines_find_in(t, code, from, at);
		from = at;
	}
	if (!t->n || t->rule_at[t->n - 1] == RULE_NONE)
		trampolines_find_in(t, code, from, UINT64_MAX);
}

/* Where to look first: some rows a block. */
static void blocks_make(struct unwind_table *t)
{
	enum { ROWS_EACH = 4 };
	if (!t->n)
		return;
	uint32_t last = t->at[t->n - 1], row = 0;
	while (last >> t->block_bits > t->n / ROWS_EACH)
		t->block_bits++;
	t->n_blocks = (last >> t->block_bits) + 1;
	t->blocks = mem_resize(NULL, t->n_blocks + (size_t)1, sizeof *t->blocks);
	for (uint32_t i = 0; i < t->n_blocks; i++) {
		while (row + 1 < t->n && t->at[row + 1] <= (uint64_t)i << t->block_bits)
			row++;
		t->blocks[i] = row;
	}
	t->blocks[t->n_blocks] = t->n - 1;
}

struct unwind_table *unwind_table_new(const struct unwind_source *src)
{
	struct unwind_table *t = mem_new(sizeof *t);
	struct functions f = { 0 };
	*t = (struct unwind_table){ .cpu = &unwind_cpus[src->cpu],
		                    .entry = src->entry,
		                    .n_rules = 1 };
	t->cap_rules = 256;
	t->rules = mem_resize(NULL, t->cap_rules, sizeof *t->rules);
	struct cfi *eh = cfi_new(src, &src->eh_frame, false, SOURCE_EH_FRAME, &f);
	struct cfi *debug = cfi_new(src, &src->debug_frame, true, SOURCE_DEBUG_FRAME, &f);
	struct sframe *sframe = sframe_new(src, SOURCE_SFRAME, &f);
	plt_functions(src, SOURCE_PLT, &f);
	functions_sort(&f);
	compile_all(t, src, &f,
	            (void *const[SOURCES]){ eh, debug, sframe, (void *)(uintptr_t)src });
	for (int i = 0; i < UNWIND_CODE_MAX; i++)
		trampolines_find(t, &src->code[i]);
	t->at = mem_resize(t->at, t->n, sizeof *t->at);
	t->rule_at = mem_resize(t->rule_at, t->n, sizeof *t->rule_at);
	t->cap = t->n;
	blocks_make(t);
	cfi_free(eh);
	cfi_free(debug);
	sframe_free(sframe);
	free(f.v);
	table_release(&t->rule_table);
	table_release(&t->expr_table);
	return t;
}

void unwind_table_free(struct unwind_table *t)
{
	if (!t)
		return;
	free(t->at);
	free(t->rule_at);
	free(t->blocks);
	free(t->rules);
	table_release(&t->rule_table);
	table_release(&t->expr_table);
	buf_release(&t->exprs);
	free(t);
}

struct unwind_table_size unwind_table_size(const struct unwind_table *t)
{
	return (struct unwind_table_size){
		.n_functions = t->n_functions,
		.n_rows = t->n,
		.n_rules = t->n_distinct,
		.bytes = sizeof *t + (uint64_t)t->cap * 8 + (uint64_t)t->n_blocks * 4 +
		         (uint64_t)t->cap_rules * sizeof *t->rules + t->exprs.cap,
	};
}

/* ------------------------------------------------------------------ looking up */

uint32_t table_find(const struct unwind_table *t, uint64_t addr)
{
	uint64_t off = addr - t->base;
	if (off > UINT32_MAX || !t->n)
		return RULE_NONE;
	uint64_t block = off >> t->block_bits;
	if (block >= t->n_blocks)
		block = t->n_blocks - 1;
	uint32_t lo = t->blocks[block], n = t->blocks[block + 1] - lo + 1;
	while (n > 1) {
		uint32_t half = n / 2;
		lo = t->at[lo + half] <= off ? lo + half : lo;
		n -= half;
	}
	return t->at[lo] <= off ? t->rule_at[lo] : RULE_NONE;
}

struct rule table_rule_at(const struct unwind_table *t, uint32_t rule)
{
	const struct reg_rule *head = &t->rules[rule];
	struct rule r = { .cfa = *head, .regs = head + 1, .n = head->n_more };
	r.is_signal = r.cfa.how & RULE_SIGNAL;
	r.cfa.how &= (uint8_t)~RULE_SIGNAL;
	return r;
}

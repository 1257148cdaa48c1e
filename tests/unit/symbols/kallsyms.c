// SPDX-License-Identifier: GPL-2.0-or-later
#include "../tap.h"

#include <stdlib.h>
#include <time.h>

#include "symbols/internal.h"

static const char text[] = "0000000000000000 A fixed_percpu_data\n"
			   "0000000000001000 D this_cpu_off\n"
			   "ffffffff81000000 T _text\n"
			   "ffffffff81000000 T _stext\n"
			   "ffffffff81000040 t helper\r\n"
			   "ffffffff81000100 W weak_one\n"
			   "ffffffff81000100 t local_alias\n"
			   "this is no line\n"
			   "\n"
			   "ffffffff81000180 $\n"
			   "ffffffff81000300 T before_data\n"
			   "ffffffff81000380 d some_data\n"
			   "ffffffff81000400 T _etext\n"
			   "ffffffffc0002000 T bpf_prog_1234_x\t[bpf]\n"
			   "ffffffffc0002800 t bpf_prog_abcd\t[bpf]\n"
			   "ffffffffc0001000 t ext4_a\t[ext4]\n"
			   "ffffffffc0000000 t nf_x\t[nf_tables]\n"
			   "ffffffffc0000080 t nf_last\t[nf_tables]\n"
			   "ffffffffc0009000 d nf_data\t[nf_tables]\n"
			   "ffffffffc0001100 T ext4_b [ext4]\n"
			   "ffffffffc000a000 t __key.1\t[__builtin__kprobes]\n"
			   "ffffffff81000200 T unsorted";

static void table(void)
{
	static const struct {
		uint64_t addr;
		const char *name, *module;
		uint64_t start, end;
	} rows[] = {
		{ 0x0, NULL, NULL, 0, 0 },
		{ 0x1000, NULL, NULL, 0, 0 },
		{ 0xffffffff80ffffff, NULL, NULL, 0, 0 },
		{ 0xffffffff81000000, "_stext", NULL, 0xffffffff81000000, 0xffffffff81000040 },
		{ 0xffffffff81000040, "helper", NULL, 0xffffffff81000040, 0xffffffff81000100 },
		{ 0xffffffff810001ff, "weak_one", NULL, 0xffffffff81000100, 0xffffffff81000200 },
		{ 0xffffffff81000200, "unsorted", NULL, 0xffffffff81000200, 0xffffffff81000300 },
		{ 0xffffffff8100037f, "before_data", NULL, 0xffffffff81000300, 0xffffffff81000380 },
		{ 0xffffffff81000380, NULL, NULL, 0, 0 },
		/* the last of the kernel: a page at most, and never up to the modules */
		{ 0xffffffff81000400, "_etext", NULL, 0xffffffff81000400, 0xffffffff81001400 },
		{ 0xffffffff81001400, NULL, NULL, 0, 0 },
		{ 0xffffffffc0000010, "nf_x", "nf_tables", 0xffffffffc0000000, 0xffffffffc0000080 },
		/* data of a module lies elsewhere: a stranger comes first */
		{ 0xffffffffc0000fff, "nf_last", "nf_tables", 0xffffffffc0000080,
		  0xffffffffc0001000 },
		{ 0xffffffffc0001000, "ext4_a", "ext4", 0xffffffffc0001000, 0xffffffffc0001100 },
		{ 0xffffffffc0001100, "ext4_b", "ext4", 0xffffffffc0001100, 0xffffffffc0002000 },
		{ 0xffffffffc0002000, "bpf_prog_1234_x", "bpf", 0xffffffffc0002000,
		  0xffffffffc0002800 },
		{ 0xffffffffc0002800, "bpf_prog_abcd", "bpf", 0xffffffffc0002800,
		  0xffffffffc0003800 },
		{ 0xffffffffc0009000, NULL, NULL, 0, 0 },
		{ 0xffffffffc000a000, "__key.1", "__builtin__kprobes", 0xffffffffc000a000,
		  0xffffffffc000b000 },
	};
	struct arena a = { 0 };
	struct symtab t;
	struct err e;
	is_u64((uint64_t)kallsyms_parse(span_str(text), &a, &t, &e), 0, "parses");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char what[64];
		snprintf(what, sizeof what, "name at %" PRIx64, rows[i].addr);
		const struct symbol *s = symtab_find(&t, rows[i].addr);
		is_str(s ? s->name : NULL, rows[i].name, what);
		if (s && rows[i].name) {
			is_str(s->module, rows[i].module, "module");
			is_u64(s->start, rows[i].start, "start");
			is_u64(s->end, rows[i].end, "end");
		}
	}
	uint64_t addr = 0;
	ok(kallsyms_address(span_str(text), "_text", &addr) && addr == 0xffffffff81000000,
	   "address of an alias");
	ok(!kallsyms_address(span_str(text), "ext4_a", &addr), "not of a module's symbol");
	arena_release(&a);
}

static void outcomes(void)
{
	static const struct {
		const char *what, *text;
		int want;
		unsigned n;
	} rows[] = {
		{ "empty", "", 0, 0 },
		{ "junk only", "hello\n\n\n[x]\n12345678901234567 t too_wide\n", 0, 0 },
		{ "hidden", "0000000000000000 T _text\n0000000000000000 t a\t[m]\n", ERR_DENIED,
		  0 },
		{ "32 bit", "c0008000 T stext\nc0008100 t b\n", 0, 2 },
		{ "no name", "c0008000 T \nc0008100 t", 0, 0 },
		{ "mapping symbols end nothing", "c0008000 T f\nc0008010 t $d\nc0008020 t $x.12\n",
		  0, 1 },
		{ "at the top of memory", "ffffffffffffffff T f\nfffffffffffffff0 T g\n", 0, 1 },
		{ "module never closed", "c0008000 T f\t[abc\nc0008000 T g\t[]\n", 0, 0 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a = { 0 };
		struct symtab t = { 0 };
		struct err e = { 0 };
		ok(kallsyms_parse(span_str(rows[i].text), &a, &t, &e) == rows[i].want &&
		           t.n == rows[i].n,
		   "%s: outcome (n is %u)", rows[i].what, t.n);
		arena_release(&a);
	}
}

static void long_lines(void)
{
	size_t n = 100000;
	char *s = malloc(n + 64);
	int head = sprintf(s, "c0008000 T ");
	memset(s + head, 'x', n);
	sprintf(s + (size_t)head + n, "\nc0009000 T f\n");
	struct arena a = { 0 };
	struct symtab t;
	is_u64((uint64_t)kallsyms_parse(span_str(s), &a, &t, NULL), 0, "a long line is survived");
	is_u64(t.n, 1, "and skipped");
	arena_release(&a);
	free(s);
}

/* This machine's own text, as far as it may be read. */
static void here(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	size_t n = 0, cap = 64 << 20;
	char *s = malloc(cap);
	if (f) {
		n = fread(s, 1, cap, f);
		fclose(f);
	}
	struct arena a = { 0 };
	struct symtab t;
	struct timespec from, to;
	clock_gettime(CLOCK_MONOTONIC, &from);
	int r = kallsyms_parse(span_of(s, n), &a, &t, NULL);
	clock_gettime(CLOCK_MONOTONIC, &to);
	if (!n || r == ERR_DENIED) {
		skip("no readable /proc/kallsyms", "kallsyms of this machine");
	} else {
		printf("# %u symbols in %.1f ms\n", t.n,
		       (double)(to.tv_sec - from.tv_sec) * 1e3 +
		               (double)(to.tv_nsec - from.tv_nsec) / 1e6);
		uint64_t addr = 0;
		const struct symbol *sym = NULL;
		if (kallsyms_address(span_of(s, n), "schedule", &addr))
			sym = symtab_find(&t, addr);
		is_str(sym ? sym->name : NULL, "schedule", "schedule() is where kallsyms says");
		unsigned bad = 0;
		for (uint32_t i = 0; i < t.n; i++)
			bad += t.v[i].end <= t.v[i].start || (i && t.v[i].start < t.v[i - 1].end);
		is_u64(bad, 0, "no symbol reaches into the next");
	}
	arena_release(&a);
	free(s);
}

int main(void)
{
	table();
	outcomes();
	long_lines();
	here();
	ok(module_name_equal("nf-tables", 9, "nf_tables"), "dash and underscore are one");
	ok(!module_name_equal("nf-table", 8, "nf_tables"), "a beginning is not the name");
	ok(!module_name_equal("nf-tables", 9, "nf_table"), "nor a longer one");
	return done_testing();
}

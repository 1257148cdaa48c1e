// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rows FILE: the rules that an ELF file's frames are walked by, a row each: the address, the CFA,
 * and of each register that a function must keep, and of the return address, where it is, in the
 * words of readelf --debug-dump=frames-interp. "none" where there is no rule. How much that is, and
 * how long it took to make, on standard error.
 */
#include <inttypes.h>
#include <stdio.h>

#include "symbols/symbols.h"
#include "sys/sys.h"
#include "unwind/internal.h"

static const char *const x86_names[UNWIND_REGS] = { "rax", "rdx", "rcx", "rbx", "rsi", "rdi",
	                                            "rbp", "rsp", "r8",  "r9",  "r10", "r11",
	                                            "r12", "r13", "r14", "r15", "ra" };

static void print_name(const struct unwind_table *t, uint8_t reg)
{
	if (t->cpu->ra == t->cpu->pc)
		printf("%s", x86_names[reg] ? x86_names[reg] : "?");
	else if (reg == t->cpu->sp)
		printf("sp");
	else
		printf("x%u", reg);
}

static void print_rule(const struct unwind_table *t, const struct reg_rule *r)
{
	switch (r->how) {
	case HOW_OFFSET:
		printf("c%+d", r->value);
		break;
	case HOW_VALUE:
		printf("v%+d", r->value);
		break;
	case HOW_REG:
		print_name(t, (uint8_t)r->value);
		break;
	case HOW_EXPR:
		printf("exp");
		break;
	case HOW_VALUE_EXPR:
		printf("vexp");
		break;
	default:
		printf("u");
	}
}

static void print_reg(const struct unwind_table *t, const struct rule *rule, unsigned reg)
{
	putchar(' ');
	for (uint32_t i = 0; i < rule->n; i++)
		if (rule->regs[i].reg == reg) {
			print_rule(t, &rule->regs[i]);
			return;
		}
	putchar('u'); /* as it is */
}

static void print_row(const struct unwind_table *t, uint32_t at)
{
	printf("%016" PRIx64 " ", t->base + t->at[at]);
	if (t->rule_at[at] == RULE_NONE) {
		puts("none");
		return;
	}
	struct rule rule = table_rule_at(t, t->rule_at[at]);
	if (rule.cfa.how == HOW_REG) {
		print_name(t, rule.cfa.reg);
		printf("%+d", rule.cfa.value);
	} else {
		printf("exp");
	}
	for (unsigned reg = 0; reg < UNWIND_REGS; reg++)
		if (t->cpu->callee_saved >> reg & 1 && reg != t->cpu->ra)
			print_reg(t, &rule, reg);
	print_reg(t, &rule, t->cpu->ra);
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct bytes image;
	struct arena a = { 0 };
	struct elf_file f;
	struct err e = { 0 };
	if (argc != 2 || sys_map_file(argv[1], &image, &e) < 0 ||
	    elf_parse_layout(image, &a, &f, &e) < 0) {
		fprintf(stderr, "rows: %s\n", argc == 2 ? e.text : "one file");
		return 1;
	}
	uint64_t begun_ns = sys_now_ns();
	struct unwind_table *t = elf_unwind_table(&f, (struct bytes){ 0 });
	uint64_t ns = sys_now_ns() - begun_ns;
	for (uint32_t i = 0; t && i < t->n; i++)
		print_row(t, i);
	struct unwind_table_size size = { 0 };
	if (t)
		size = unwind_table_size(t);
	fprintf(stderr, "%u functions, %u rows, %u rules, %" PRIu64 " bytes, %" PRIu64 " ms\n",
	        size.n_functions, size.n_rows, size.n_rules, size.bytes, ns / 1000000);
	unwind_table_free(t);
	arena_release(&a);
	sys_unmap(image);
	return 0;
}

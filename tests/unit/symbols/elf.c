// SPDX-License-Identifier: GPL-2.0-or-later
/* ELF files: made ones of both classes and byte orders, and real ones against nm. */
#include "../tap.h"

#include <stdlib.h>
#include <unistd.h>

#include "elf_make.h"
#include "symbols/internal.h"

enum { NOTYPE, OBJECT, FUNC, SECTION, FILE_, TLS = 6, IFUNC = 10 };
enum { LOCAL, GLOBAL, WEAK };
enum { TEXT = 1, DATA = 2, MORE = 3 };

static const struct mk_section sections[] = {
	{ ".text", 1, 2 | 4, 0x1000, 0x1000, NULL },
	{ ".data", 1, 2, 0x4000, 0x1000, NULL },
	{ ".text.more", 1, 2 | 4, 0x2000, 0x100, NULL },
	{ ".gnu_debuglink", 1, 0, 0, 12, "x.debug\0\x78\x56\x34\x12" },
};

static const struct mk_sym syms[] = {
	{ "file.c", 0, 0, FILE_, LOCAL, 0xfff1 },
	{ "", 0x1000, 0, SECTION, LOCAL, TEXT },
	{ "sized", 0x1000, 0x20, FUNC, GLOBAL, TEXT },
	{ "open", 0x1040, 0, NOTYPE, GLOBAL, TEXT },
	{ ".Llocal", 0x1048, 0, NOTYPE, LOCAL, TEXT },
	{ "$x", 0x104c, 0, NOTYPE, LOCAL, TEXT },
	{ "$d.1", 0x1050, 0, NOTYPE, LOCAL, TEXT },
	{ "table_in_text", 0x1060, 0x10, OBJECT, LOCAL, TEXT },
	{ "after_table", 0x1070, 0, FUNC, LOCAL, TEXT },
	{ "resolver", 0x1080, 0x10, IFUNC, GLOBAL, TEXT },
	{ "around", 0x1100, 0x40, FUNC, GLOBAL, TEXT },
	{ "inner_label", 0x1120, 0, NOTYPE, GLOBAL, TEXT },
	{ "too_long", 0x1f00, 0x5000, FUNC, GLOBAL, TEXT },
	{ "last_open", 0x2080, 0, FUNC, LOCAL, MORE },
	{ "in_data", 0x4000, 0x10, FUNC, GLOBAL, DATA },
	{ "outside", 0x9000, 0x10, FUNC, GLOBAL, TEXT },
	{ "undefined", 0, 0, FUNC, GLOBAL, 0 },
	{ "absolute", 0x1200, 0x10, FUNC, GLOBAL, 0xfff1 },
	{ "bad_section", 0x1200, 0x10, FUNC, GLOBAL, 99 },
	{ "thread_local", 0x1300, 8, TLS, GLOBAL, TEXT },
};

struct want {
	uint64_t addr;
	const char *name;
	uint64_t start, end;
};

static void check(const struct symtab *t, const struct want *w, size_t n, const char *label)
{
	for (size_t i = 0; i < n; i++) {
		char what[96];
		snprintf(what, sizeof what, "%s: symbol at %" PRIx64, label, w[i].addr);
		const struct symbol *s = symtab_find(t, w[i].addr);
		is_str(s ? s->name : NULL, w[i].name, what);
		if (s && w[i].name)
			ok(s->start == w[i].start && s->end == w[i].end,
			   "%s: %" PRIx64 " to %" PRIx64, what, s->start, s->end);
	}
}

#define N(v) (sizeof(v) / sizeof *(v))

static void rules(void)
{
	static const struct want rows[] = {
		{ 0xfff, NULL, 0, 0 },
		{ 0x101f, "sized", 0x1000, 0x1020 },
		{ 0x1020, NULL, 0, 0 },
		{ 0x1040, "open", 0x1040, 0x1060 },
		{ 0x105f, "open", 0x1040, 0x1060 },
		{ 0x1060, NULL, 0, 0 },
		{ 0x107f, "after_table", 0x1070, 0x1080 },
		{ 0x108f, "resolver", 0x1080, 0x1090 },
		{ 0x1090, NULL, 0, 0 },
		{ 0x111f, "around", 0x1100, 0x1140 },
		{ 0x1120, "inner_label", 0x1120, 0x1140 },
		{ 0x1140, NULL, 0, 0 },
		{ 0x1200, NULL, 0, 0 },
		{ 0x1300, NULL, 0, 0 },
		{ 0x1fff, "too_long", 0x1f00, 0x2000 },
		{ 0x2000, NULL, 0, 0 },
		{ 0x20ff, "last_open", 0x2080, 0x2100 },
		{ 0x2100, NULL, 0, 0 },
		{ 0x4000, NULL, 0, 0 },
		{ 0x9000, NULL, 0, 0 },
	};
	for (int kind = 0; kind < 4; kind++) {
		struct mk_elf in = { .is_32 = kind & 1,
			             .big = kind & 2,
			             .machine = kind & 1 ? 8 : 183,
			             .sections = sections,
			             .n_sections = N(sections),
			             .syms = syms,
			             .n_syms = N(syms) };
		char label[32];
		snprintf(label, sizeof label, "%s bit, %s", in.is_32 ? "32" : "64",
		         in.big ? "big" : "little");
		size_t n;
		unsigned char *p = mk_elf(&in, &n);
		struct arena a = { 0 };
		struct elf_file f;
		struct err e = { 0 };
		is_u64((uint64_t)elf_parse((struct bytes){ .p = p, .n = n }, &a, &f, &e), 0, label);
		check(&f.syms, rows, N(rows), label);
		ok(f.has_symtab && f.is_64 == !in.is_32 && f.machine == in.machine, "%s: header",
		   label);
		is_str(f.debuglink, "x.debug", "debuglink");
		is_u64(f.debuglink_crc, in.big ? 0x78563412 : 0x12345678, "its CRC");
		arena_release(&a);
		free(p);
	}
}

static void dynamic(void)
{
	static const struct want rows[] = {
		{ 0x101f, "sized", 0x1000, 0x1020 },
		{ 0x1040, NULL, 0, 0 },
		{ 0x1070, NULL, 0, 0 },
		{ 0x1120, "around", 0x1100, 0x1140 },
		{ 0x20ff, NULL, 0, 0 },
	};
	struct mk_elf in = { .machine = 62,
		             .sections = sections,
		             .n_sections = N(sections),
		             .syms = syms,
		             .n_syms = N(syms),
		             .dynamic = true };
	size_t n;
	unsigned char *p = mk_elf(&in, &n);
	struct arena a = { 0 };
	struct elf_file f;
	is_u64((uint64_t)elf_parse((struct bytes){ .p = p, .n = n }, &a, &f, NULL), 0,
	       ".dynsym only");
	ok(!f.has_symtab, "says so");
	check(&f.syms, rows, N(rows), ".dynsym");
	arena_release(&a);
	free(p);
}

static void thumb(void)
{
	static const struct mk_sym v[] = {
		{ "thumb", 0x1001, 0x10, FUNC, GLOBAL, TEXT },
		{ "$t", 0x1000, 0, NOTYPE, LOCAL, TEXT },
		{ "arm", 0x1010, 0x10, FUNC, GLOBAL, TEXT },
		{ "$a", 0x1010, 0, NOTYPE, LOCAL, TEXT },
	};
	static const struct want rows[] = {
		{ 0x1000, "thumb", 0x1000, 0x1010 },
		{ 0x1010, "arm", 0x1010, 0x1020 },
		{ 0x1020, NULL, 0, 0 },
	};
	struct mk_elf in = { .is_32 = true,
		             .machine = 40,
		             .sections = sections,
		             .n_sections = 1,
		             .syms = v,
		             .n_syms = N(v) };
	size_t n;
	unsigned char *p = mk_elf(&in, &n);
	struct arena a = { 0 };
	struct elf_file f;
	is_u64((uint64_t)elf_parse((struct bytes){ .p = p, .n = n }, &a, &f, NULL), 0, "ARM");
	check(&f.syms, rows, N(rows), "ARM");
	arena_release(&a);
	free(p);
}

static void offsets(void)
{
	/* As lld lays files out: segments follow each other in the file without padding, a page
	 * apart in memory. */
	static const struct mk_load lld[] = {
		{ 1, 4, 0, 0x200000, 0x5c4 },
		{ 1, 5, 0x5d0, 0x2015d0, 0x1a0 },
		{ 1, 6, 0x770, 0x202770, 0x190 },
		{ 1, 6, 0x900, 0x203900, 0x30 },
	};
	static const struct mk_load gnu[] = {
		{ 1, 4, 0, 0, 0x5f8 },
		{ 1, 5, 0x1000, 0x1000, 0x1d1 },
		{ 1, 4, 0x2000, 0x2000, 0x10c },
		{ 1, 6, 0x2df0, 0x3df0, 0x220 },
	};
	static const struct {
		const struct mk_load *loads;
		uint16_t machine;
		uint64_t off, want; /* want 0: none */
	} rows[] = {
		{ lld, 62, 0x5d0, 0x2015d0 },
		{ lld, 62, 0x76f, 0x20176f },
		{ lld, 62, 0x770, 0x202770 },
		{ lld, 62, 0x100, 0x200100 }, /* exact in another before rounded */
		{ lld, 62, 0x5c8, 0x2015c8 }, /* in no segment, in the code's page */
		{ lld, 62, 0xfff, 0x201fff },
		{ lld, 62, 0x1000, 0 },
		{ gnu, 62, 0x1000, 0x1000 },
		{ gnu, 62, 0x1fff, 0x1fff },
		{ gnu, 62, 0x2e00, 0x3e00 },
		{ gnu, 62, 0x900, 0 },
		{ gnu, 62, 0x3100, 0 },
		{ gnu, 62, UINT64_MAX, 0 },
		{ gnu, 183, 0x900, 0x900 }, /* arm64 has pages of 64 KB too */
	};
	for (size_t i = 0; i < N(rows); i++) {
		struct mk_elf in = { .machine = rows[i].machine,
			             .loads = rows[i].loads,
			             .n_loads = 4 };
		size_t n;
		unsigned char *p = mk_elf(&in, &n);
		struct arena a = { 0 };
		struct elf_file f;
		uint64_t vaddr = 0;
		if (ok(elf_parse((struct bytes){ .p = p, .n = n }, &a, &f, NULL) == 0, "parses"))
			elf_offset_to_vaddr(&f, rows[i].off, &vaddr);
		char what[64];
		snprintf(what, sizeof what, "%s: address of offset %" PRIx64,
		         rows[i].loads == lld ? "lld" : "gnu", rows[i].off);
		is_u64(vaddr, rows[i].want, what);
		arena_release(&a);
		free(p);
	}
	struct elf_segment odd[] = { { UINT64_MAX - 10, 0x1000, 100, true }, { 0, 0, 0, true } };
	struct elf_file f = { .segments = odd, .n_segments = 2, .machine = 62 };
	uint64_t vaddr;
	ok(!elf_offset_to_vaddr(&f, 50, &vaddr), "a segment that wraps holds nothing");
}

/* Every prefix, and every byte turned: no answer is asked for but that there is one. */
static void damage(void)
{
	static const struct mk_load loads[] = { { 1, 5, 0, 0x1000, 0x200 } };
	struct mk_elf in = { .machine = 62,
		             .sections = sections,
		             .n_sections = N(sections),
		             .syms = syms,
		             .n_syms = N(syms),
		             .loads = loads,
		             .n_loads = 1 };
	size_t n;
	unsigned char *p = mk_elf(&in, &n);
	unsigned answers = 0;
	for (size_t i = 0; i < 2 * n; i++) {
		size_t size = i < n ? i : n;
		unsigned char *q = malloc(size ? size : 1);
		memcpy(q, p, size);
		if (i >= n)
			q[i - n] = (unsigned char)~q[i - n];
		struct arena a = { 0 };
		struct elf_file f;
		struct err e = { 0 };
		int r = elf_parse((struct bytes){ .p = q, .n = size }, &a, &f, &e);
		answers += r == 0 || ((r == ERR_CORRUPT || r == ERR_UNSUPPORTED) && *e.text);
		size_t sum = 0;
		for (uint32_t k = 0; r == 0 && k < f.syms.n; k++)
			sum += strlen(f.syms.v[k].name) +
			       (f.syms.v[k].end <= f.syms.v[k].start ? 1u << 30 : 0);
		answers -= sum >= 1u << 30;
		arena_release(&a);
		free(q);
	}
	is_u64(answers, 2 * n, "each damaged file is answered for");
	free(p);
}

static struct bytes slurp(const char *path)
{
	struct bytes b = { 0 };
	FILE *f = fopen(path, "r");
	if (!f)
		return b;
	fseek(f, 0, SEEK_END);
	b.n = (size_t)ftell(f);
	rewind(f);
	b.p = malloc(b.n ? b.n : 1);
	if (fread(b.p, 1, b.n, f) != b.n)
		b.n = 0;
	fclose(f);
	return b;
}

/* What nm says: each function with a size has to be found at its first and last byte. */
static void against_nm(const char *path, const char *option, bool dynamic_only)
{
	char line[8192];
	snprintf(line, sizeof line, "LC_ALL=C nm -f sysv %s --defined-only '%s' 2>/dev/null",
	         option, path);
	struct bytes image = slurp(path);
	FILE *nm = image.n ? popen(line, "r") : NULL;
	struct arena a = { 0 };
	struct elf_file f = { 0 };
	if (image.n)
		ok(elf_parse(image, &a, &f, NULL) == 0 && f.has_symtab == !dynamic_only,
		   "parses '%s'", path);
	unsigned n = 0, wrong = 0;
	while (nm && fgets(line, sizeof line, nm)) {
		unsigned long long addr, size;
		char type[32], name[4096]; /* name|value|class|type|size|line|section */
		if (sscanf(line, "%4095[^ |] |%llx| %*c |%31[^|]|%llx|", name, &addr, type,
		           &size) != 4 ||
		    (!strstr(type, "FUNC") && !strstr(type, "<OS specific>: 10") &&
		     !strstr(type, "IFUNC")) ||
		    !size)
			continue;
		name[strcspn(name, "@")] = 0;
		n++;
		const struct symbol *s = symtab_find(&f.syms, addr),
				    *last = symtab_find(&f.syms, addr + size - 1);
		/* An alias may stand for it; then it begins there too and is no shorter than what
		 * it hides. */
		bool same = s && s->start == addr && last &&
		            (strcmp(s->name, name) == 0 ? s->end == addr + size : s->end > addr);
		wrong += !same;
		if (!same)
			printf("# %s at %llx\n", name, addr);
	}
	if (nm)
		pclose(nm);
	if (!n)
		skip("no nm, or no such symbols", path);
	else
		is_u64(wrong, 0, path);
	printf("# %u functions of '%s', %u kept\n", n, path, f.syms.n);
	arena_release(&a);
	free(image.p);
}

/* What objdump says of the stubs: "0000000000001030 <puts@plt>:" before each. */
static void against_objdump(const char *path)
{
	char line[8192];
	snprintf(line, sizeof line,
	         "LC_ALL=C objdump -d -j .plt -j .plt.sec -j .plt.got '%s' 2>/dev/null", path);
	struct bytes image = slurp(path);
	FILE *dump = image.n ? popen(line, "r") : NULL;
	struct arena a = { 0 };
	struct elf_file f = { 0 };
	if (image.n)
		ok(elf_parse(image, &a, &f, NULL) == 0, "parses '%s'", path);
	unsigned n = 0, wrong = 0;
	while (dump && fgets(line, sizeof line, dump)) {
		unsigned long long addr;
		char name[4096];
		if (sscanf(line, "%llx <%4095[^@>]@plt>:", &addr, name) != 2 || name[0] == '*' ||
		    !strstr(line, "@plt>:"))
			continue;
		n++;
		strcat(name, "@plt");
		const struct symbol *s = symtab_find(&f.syms, addr);
		if (s && s->start == addr && strcmp(s->name, name) == 0)
			continue;
		wrong++;
		printf("# %s at %llx: got %s\n", name, addr, s ? s->name : "none");
	}
	if (dump)
		pclose(dump);
	printf("# %u stubs of '%s'\n", n, path);
	if (n)
		is_u64(wrong, 0, "stubs are named as by objdump");
	else
		skip("no objdump, or no stubs", path);
	arena_release(&a);
	free(image.p);
}

static unsigned n_stubs(struct bytes image)
{
	struct arena a = { 0 };
	struct elf_file f = { 0 };
	unsigned n = 0;
	if (elf_parse(image, &a, &f, NULL) == 0)
		for (uint32_t i = 0; i < f.syms.n; i++)
			n += strstr(f.syms.v[i].name, "@plt") != NULL;
	arena_release(&a);
	return n;
}

/* Relocations are read within the bytes that the file has: sections that lie over each other cannot
 * make more work than that. A section in front that claims most of the file leaves nothing for the
 * one with the stubs' relocations; one that is small leaves enough. */
static void relocation_budget(const char *path)
{
	struct bytes image = slurp(path);
	Elf64_Ehdr *eh = (Elf64_Ehdr *)image.p;
	unsigned all = image.n ? n_stubs(image) : 0;
	if (!all || image.p[EI_CLASS] != ELFCLASS64 || eh->e_shentsize != sizeof(Elf64_Shdr)) {
		skip("no stubs", "the budget of relocations");
		free(image.p);
		return;
	}
	Elf64_Shdr *sh = (Elf64_Shdr *)(image.p + eh->e_shoff), *rela = NULL, *first = NULL;
	const char *names = (const char *)image.p + sh[eh->e_shstrndx].sh_offset;
	for (unsigned i = 1; i < eh->e_shnum && !rela; i++) {
		if (strcmp(names + sh[i].sh_name, ".rela.plt") == 0)
			rela = &sh[i];
		else if (sh[i].sh_type == SHT_NOTE || sh[i].sh_type == SHT_PROGBITS)
			first = &sh[i]; /* .interp, or a note */
	}
	if (ok(rela && first, "a section in front of the relocations")) {
		first->sh_type = SHT_RELA;
		first->sh_name = rela->sh_name;
		first->sh_link = rela->sh_link;
		first->sh_flags = 0;
		first->sh_entsize = sizeof(Elf64_Rela);
		/* Not so that it holds the others, entry by entry. */
		first->sh_offset = (rela->sh_offset + 8) % sizeof(Elf64_Rela);
		first->sh_size = sizeof(Elf64_Rela);
		is_u64(n_stubs(image), all, "a small one leaves room for the relocations");
		first->sh_size = (image.n / sizeof(Elf64_Rela) - 1) * sizeof(Elf64_Rela);
		is_u64(n_stubs(image), 0, "one as large as the file leaves none");
	}
	free(image.p);
}

int main(void)
{
	rules();
	dynamic();
	thumb();
	offsets();
	damage();
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n > 0) {
		self[n] = 0;
		against_nm(self, "", false);
		against_objdump(self);
	}
	against_nm("/bin/sh", "-D", true);
	against_objdump("/bin/sh");
	relocation_budget("/bin/sh");
	against_nm("/lib/x86_64-linux-gnu/libc.so.6", "-D", true);
	return done_testing();
}

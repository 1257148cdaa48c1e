// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of the kernel and its modules: by whose proof, and where they lie. */
#include "made_files.h"

static const char kallsyms[] = "ffffffff81000000 T _text\n"
			       "ffffffff81000000 T _stext\n"
			       "ffffffff81000100 T schedule\n"
			       "ffffffff81000200 T _etext\n"
			       "ffffffffc0000000 t nf_x\t[nf_tables]\n"
			       "ffffffffc0000100 t nf_y\t[nf_tables]\n";

static void kernel(void)
{
	static const struct {
		const char *what;
		bool named;       /* kallsyms was named by the person */
		const char *here; /* build-id of the running kernel */
		enum symbols_kind kind;
		const char *path, *id;
		int64_t shift; /* of the recorded kernel; 1 = no reference symbol */
		uint64_t addr;
		enum symbols_miss want;
		const char *name;
		uint64_t start;
	} rows[] = {
		{ "proven", false, "KKKK", SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKK", 1,
		  0xffffffff81000110, SYMBOLS_FOUND, "schedule", 0xffffffff81000100 },
		{ "another kernel", false, "KKKK", SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKL", 1,
		  0xffffffff81000110, SYMBOLS_DIFFERS, NULL, 0 },
		{ "recorded one not known", false, "KKKK", SYMBOLS_KERNEL, "[kernel.kallsyms]",
		  NULL, 1, 0xffffffff81000110, SYMBOLS_DIFFERS, NULL, 0 },
		{ "running one not known", false, NULL, SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKK",
		  1, 0xffffffff81000110, SYMBOLS_DIFFERS, NULL, 0 },
		{ "named text is trusted", true, NULL, SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKL",
		  1, 0xffffffff81000110, SYMBOLS_FOUND, "schedule", 0xffffffff81000100 },
		{ "shifted up", false, "KKKK", SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKK",
		  0x2000000, 0xffffffff83000110, SYMBOLS_FOUND, "schedule", 0xffffffff83000100 },
		{ "shifted down", false, "KKKK", SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKK",
		  -0x1000000, 0xffffffff80000110, SYMBOLS_FOUND, "schedule", 0xffffffff80000100 },
		{ "a module's address is not the kernel's", false, "KKKK", SYMBOLS_KERNEL,
		  "[kernel.kallsyms]", "KKKK", 0, 0xffffffffc0000010, SYMBOLS_GAP, NULL, 0 },
		{ "module", false, "KKKK", SYMBOLS_MODULE, "[nf_tables]", "KKKK", 0,
		  0xffffffffc0000010, SYMBOLS_FOUND, "nf_x", 0xffffffffc0000000 },
		{ "module by file", false, "KKKK", SYMBOLS_MODULE,
		  "/lib/modules/6/net/nf-tables.ko.xz", "KKKK", 0, 0xffffffffc0000110,
		  SYMBOLS_FOUND, "nf_y", 0xffffffffc0000100 },
		{ "other module", false, "KKKK", SYMBOLS_MODULE, "[ext4]", "KKKK", 0,
		  0xffffffffc0000010, SYMBOLS_GAP, NULL, 0 },
		{ "module of another boot", false, "KKKK", SYMBOLS_MODULE, "[nf_tables]", "KKKK",
		  0x1000000, 0xffffffffc0000010, SYMBOLS_DIFFERS, NULL, 0 },
		{ "module of another kernel", false, "KKKK", SYMBOLS_MODULE, "[nf_tables]", "KKKL",
		  0, 0xffffffffc0000010, SYMBOLS_DIFFERS, NULL, 0 },
		{ "module, named text", true, NULL, SYMBOLS_MODULE, "[nf_tables]", NULL, 1,
		  0xffffffffc0000010, SYMBOLS_FOUND, "nf_x", 0xffffffffc0000000 },
	};
	files_clear();
	add_text("/proc/kallsyms", kallsyms);
	add_text("/given", kallsyms);
	for (size_t i = 0; i < N(rows); i++) {
		struct symbols_source src = plain;
		src.kallsyms = rows[i].named ? "/given" : NULL;
		if (rows[i].here)
			src.running_kernel = id_of(rows[i].here, 4);
		struct symbols *s = symbols_new(&src);
		struct symbols_id k = { .kind = SYMBOLS_KERNEL, .path = "[kernel.kallsyms]" };
		if (rows[i].id)
			k.build_id = id_of(rows[i].id, 20);
		if (rows[i].shift != 1) {
			k.ref_name = "_text";
			k.ref_addr = UINT64_C(0xffffffff81000000) + (uint64_t)rows[i].shift;
		}
		symbols_file(s, &k);
		struct symbols_id id = k;
		if (rows[i].kind == SYMBOLS_MODULE)
			id = (struct symbols_id){ .kind = SYMBOLS_MODULE, .path = rows[i].path };
		expect(s, &id, rows[i].addr, rows[i].want, rows[i].name, rows[i].start,
		       rows[i].what);
		symbols_free(s);
	}
	is_u64(n_open, 0, "all is unmapped");
}

static void kernel_trouble(void)
{
	static const char hidden[] = "0000000000000000 T _text\n0000000000000000 T schedule\n";
	struct symbols_source src = plain;
	src.running_kernel = id_of("KKKK", 4);
	struct symbols_id id = { .kind = SYMBOLS_KERNEL,
		                 .path = "[kernel.kallsyms]",
		                 .build_id = id_of("KKKK", 4) };
	static const struct {
		const char *what;
		const char *text;
		int errnum;
		enum symbols_miss want;
	} rows[] = {
		{ "hidden addresses", hidden, 0, SYMBOLS_DENIED },
		{ "not readable", NULL, EPERM, SYMBOLS_DENIED },
		{ "not there", NULL, ENOENT, SYMBOLS_NO_FILE },
		{ "empty", "", 0, SYMBOLS_STRIPPED },
		{ "without the reference symbol", "ffffffff81000000 T other\n", 0,
		  SYMBOLS_DIFFERS },
	};
	for (size_t i = 0; i < N(rows); i++) {
		files[0] = (struct a_file){ "/proc/kallsyms", rows[i].text,
			                    rows[i].text ? strlen(rows[i].text) : 0,
			                    rows[i].errnum };
		n_files = 1;
		id.ref_name = "_text";
		id.ref_addr = 0xffffffff81000000;
		struct symbols *s = symbols_new(&src);
		expect(s, &id, 0xffffffff81000000, rows[i].want, NULL, 0, rows[i].what);
		symbols_free(s);
	}
	is_u64(n_open, 0, "all is unmapped");

	/* A module whose build-id here is not the recorded one. */
	files_clear();
	add_text("/proc/kallsyms", kallsyms);
	add_bytes("/sys/module/nf_tables/notes/.note.gnu.build-id", NOTE("MMMM"), 20);
	struct symbols *s = symbols_new(&src);
	id.ref_name = NULL;
	symbols_file(s, &id);
	struct symbols_id m = { .kind = SYMBOLS_MODULE,
		                .path = "[nf-tables]",
		                .build_id = id_of("MMMM", 20) };
	expect(s, &m, 0xffffffffc0000010, SYMBOLS_FOUND, "nf_x", 0xffffffffc0000000,
	       "module of the same build");
	m.build_id = id_of("NNNN", 20);
	expect(s, &m, 0xffffffffc0000010, SYMBOLS_DIFFERS, NULL, 0, "module of another build");
	symbols_free(s);
	symbols_free(NULL);
	is_u64(n_open, 0, "all is unmapped");
}

int main(void)
{
	kernel();
	kernel_trouble();
	files_clear();
	return done_testing();
}

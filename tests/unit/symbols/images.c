// SPDX-License-Identifier: GPL-2.0-or-later
/* Whole files, to be handed on. */
#include "made_files.h"

/* path NULL: nothing at all. */
static bool is_content(struct bytes b, const char *path)
{
	for (unsigned i = 0; path && i < n_files; i++)
		if (strcmp(files[i].path, path) == 0)
			return b.n == files[i].n && memcmp(b.p, files[i].p, b.n) == 0;
	return !path && !b.n;
}

/* Whole files, to be handed on: which, and of what the build-id is proof. */
static void images(void)
{
	static const char hidden[] = "0000000000000000 T _text\n0000000000000000 T schedule\n";
	static const char shown[] = "ffffffff81000000 T _text\nffffffff81000100 T schedule\n";
	static const struct {
		const char *what;
		enum symbols_kind kind;
		const char *path, *id;
		enum symbols_miss want;
		const char *own, *debug; /* the files' paths */
	} rows[] = {
		{ "a file", SYMBOLS_USER, "/bin/a", "AAAA", SYMBOLS_FOUND, "/bin/a", NULL },
		{ "one that was deleted, and is there", SYMBOLS_USER, "/bin/a (deleted)", "AAAA",
		  SYMBOLS_FOUND, "/bin/a", NULL },
		{ "another one by now", SYMBOLS_USER, "/bin/a", "XXXX", SYMBOLS_DIFFERS, NULL,
		  NULL },
		{ "no build-id was recorded", SYMBOLS_USER, "/bin/a", NULL, SYMBOLS_DIFFERS, NULL,
		  NULL },
		{ "it has no build-id", SYMBOLS_USER, "/bin/noid", "AAAA", SYMBOLS_DIFFERS, NULL,
		  NULL },
		{ "a debug file", SYMBOLS_USER, "/bin/b", "BBBB", SYMBOLS_FOUND, "/bin/b",
		  "/usr/lib/debug/.build-id/42/424242.debug" },
		{ "the debug file alone", SYMBOLS_USER, "/bin/gone", "BBBB", SYMBOLS_NO_FILE, NULL,
		  "/usr/lib/debug/.build-id/42/424242.debug" },
		{ "a module", SYMBOLS_MODULE, "/lib/m.ko", "MMMM", SYMBOLS_FOUND, "/lib/m.ko",
		  NULL },
		{ "one that is another by now", SYMBOLS_MODULE, "/lib/m.ko", "XXXX",
		  SYMBOLS_DIFFERS, NULL, NULL },
		{ "by its name", SYMBOLS_MODULE, "[m_m]", "LLLL", SYMBOLS_FOUND,
		  "/lib/modules/6.1.0/k/m-m.ko", NULL },
		{ "by a name that nobody knows", SYMBOLS_MODULE, "[n]", "LLLL", SYMBOLS_NO_FILE,
		  NULL, NULL },
		{ "the vdso", SYMBOLS_VDSO, "[vdso]", "VVVV", SYMBOLS_FOUND, "[vdso]", NULL },
		{ "the vdso of another kernel", SYMBOLS_VDSO, "[vdso]", "XXXX", SYMBOLS_DIFFERS,
		  NULL, NULL },
		{ "the kernel", SYMBOLS_KERNEL, "[kernel.kallsyms]", "KKKK", SYMBOLS_FOUND,
		  "/proc/kallsyms", NULL },
		{ "another kernel", SYMBOLS_KERNEL, "[kernel.kallsyms]", "XXXX", SYMBOLS_DIFFERS,
		  NULL, NULL },
		{ "another kernel, of which vmlinux is here", SYMBOLS_KERNEL, "[kernel.kallsyms]",
		  "WWWW", SYMBOLS_FOUND, "/boot/vmlinux-6.1.0", NULL },
		{ "code made at run time", SYMBOLS_PERFMAP, "/bin/a", "AAAA", SYMBOLS_DIFFERS, NULL,
		  NULL },
		{ "a kernel without a build-id", SYMBOLS_KERNEL, "[kernel.kallsyms]", NULL,
		  SYMBOLS_DIFFERS, NULL, NULL },
	};
	files_clear();
	add_elf("/bin/a", &(struct elf_make){ .id = "AAAA", .func = "a" });
	add_elf("/bin/noid", &(struct elf_make){ .func = "noid" });
	add_elf("/bin/b", &(struct elf_make){ .id = "BBBB", .func = "exported", .dynamic = true });
	add_elf("/usr/lib/debug/.build-id/42/424242.debug",
	        &(struct elf_make){ .id = "BBBB", .func = "from_debug", .no_place = true });
	add_elf("/lib/m.ko", &(struct elf_make){ .id = "MMMM", .func = "init_module" });
	add_elf("[vdso]", &(struct elf_make){ .id = "VVVV", .func = "__vdso_x", .dynamic = true });
	add_elf("/lib/modules/6.1.0/k/m-m.ko", &(struct elf_make){ .id = "LLLL", .func = "m" });
	add_text("/lib/modules/6.1.0/modules.dep", "k/x.ko:\nk/m-m.ko: k/x.ko\n");
	add_elf("/boot/vmlinux-6.1.0", &(struct elf_make){ .id = "WWWW", .func = "schedule" });
	add_text("/proc/kallsyms", shown);
	struct symbols_source src = plain;
	src.release = "6.1.0";
	src.running_kernel = id_of("KKKK", 4);
	src.same_kernel = true;
	/* What the recording brings is no file. */
	struct symbol raw = { .start = 0x401400, .end = 0x401420, .name = "brought" };
	struct symbols_embedded brought = {
		.kind = SYMBOLS_USER, .path = "/bin/a", .raw = &raw, .n = 1
	};
	struct symbols *s = symbols_new(&src);
	symbols_embed(s, &brought);
	for (size_t i = 0; i < N(rows); i++) {
		struct symbols_id id = { .kind = rows[i].kind, .path = rows[i].path };
		struct symbols_images got;
		const char *why = NULL;
		if (rows[i].id)
			id.build_id = id_of(rows[i].id, 4);
		is_u64(symbols_images(s, symbols_file(s, &id), &got, &why), rows[i].want,
		       rows[i].what);
		ok(is_content(got.own, rows[i].own), "its file");
		ok(is_content(got.debug, rows[i].debug), "its debug file");
		ok(rows[i].want == SYMBOLS_FOUND ? !why : why && *why, "why: %s", why ? why : "-");
	}
	symbols_free(s);
	is_u64(n_open, 0, "all is unmapped");
	files[n_files - 1].p = hidden;
	files[n_files - 1].n = strlen(hidden);
	s = symbols_new(&src);
	struct symbols_images got;
	const char *why = NULL;
	struct symbols_id id = { .kind = SYMBOLS_KERNEL,
		                 .path = "[kernel.kallsyms]",
		                 .build_id = id_of("KKKK", 4) };
	is_u64(symbols_images(s, symbols_file(s, &id), &got, &why), SYMBOLS_DENIED,
	       "addresses that are hidden are not handed on");
	ok(!got.own.n && why && strstr(why, "kallsyms"), "why: %s", why ? why : "-");
	symbols_free(s);
	is_u64(n_open, 0, "all is unmapped");
	files_clear();
}

int main(void)
{
	images();
	files_clear();
	return done_testing();
}

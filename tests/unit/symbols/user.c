// SPDX-License-Identifier: GPL-2.0-or-later
/* What a process runs: which file the resolver opens, what it refuses, and in which addresses it
 * answers. */
#include "made_files.h"

static void user_files(void)
{
	add_elf("/bin/a", &(struct elf_make){ .id = "AAAA", .func = "_ZN2ns3barEi" });
	add_elf("/bin/noid", &(struct elf_make){ .func = "noid" });
	add_elf("/bin/stripped", &(struct elf_make){ .id = "AAAB" });
	add_text("/bin/script", "#!/bin/sh\n");
	add_bytes("/bin/torn", "\177ELF\2\1\1", 7);
	files[n_files++] = (struct a_file){ "/bin/secret", NULL, 0, EACCES };
	static const struct {
		const char *what, *path, *id;
		uint8_t n_id;
		uint64_t addr;
		enum symbols_miss want;
		const char *name;
	} rows[] = {
		{ "on trust", "/bin/a", "", 0, 0x400, SYMBOLS_FOUND, "ns::bar" },
		{ "last byte", "/bin/a", "", 0, 0x41f, SYMBOLS_FOUND, "ns::bar" },
		{ "behind", "/bin/a", "", 0, 0x420, SYMBOLS_GAP, NULL },
		{ "in no segment", "/bin/a", "", 0, 0x10000, SYMBOLS_GAP, NULL },
		{ "same build-id", "/bin/a", "AAAA", 4, 0x400, SYMBOLS_FOUND, "ns::bar" },
		{ "padded build-id", "/bin/a", "AAAA", 20, 0x400, SYMBOLS_FOUND, "ns::bar" },
		{ "other build-id", "/bin/a", "AAAC", 4, 0x400, SYMBOLS_DIFFERS, NULL },
		{ "zero build-id is none", "/bin/a", "\0\0\0\0", 20, 0x400, SYMBOLS_FOUND,
		  "ns::bar" },
		{ "file without one", "/bin/noid", "AAAA", 4, 0x400, SYMBOLS_FOUND, "noid" },
		{ "deleted, known", "/bin/a (deleted)", "AAAA", 4, 0x400, SYMBOLS_FOUND,
		  "ns::bar" },
		{ "deleted, not known", "/bin/a (deleted)", "", 0, 0x400, SYMBOLS_DIFFERS, NULL },
		{ "deleted, no proof", "/bin/noid (deleted)", "AAAA", 4, 0x400, SYMBOLS_DIFFERS,
		  NULL },
		{ "stripped", "/bin/stripped", "", 0, 0x400, SYMBOLS_STRIPPED, NULL },
		{ "not there", "/bin/none", "", 0, 0x400, SYMBOLS_NO_FILE, NULL },
		{ "not readable", "/bin/secret", "", 0, 0x400, SYMBOLS_DENIED, NULL },
		{ "no ELF", "/bin/script", "", 0, 0x400, SYMBOLS_BROKEN, NULL },
		{ "torn", "/bin/torn", "", 0, 0x400, SYMBOLS_BROKEN, NULL },
	};
	struct symbols *s = symbols_new(&plain);
	for (size_t i = 0; i < N(rows); i++) {
		struct symbols_id id = { .kind = SYMBOLS_USER,
			                 .path = rows[i].path,
			                 .build_id = id_of(rows[i].n_id ? rows[i].id : "\0\0\0\0",
			                                   rows[i].n_id) };
		expect(s, &id, rows[i].addr, rows[i].want, rows[i].name, 0x400, rows[i].what);
	}
	struct symbols_id id = { .kind = SYMBOLS_USER, .path = "/bin/a" };
	uint32_t one = symbols_file(s, &id), n = n_opened;
	struct symbols_name x, y;
	is_u64(symbols_file(s, &id), one, "one identity, one handle");
	symbols_find(s, one, 0x401, &x);
	symbols_find(s, one, 0x402, &y);
	ok(x.name == y.name && n_opened == n, "no file is opened and no name demangled twice");
	const char *why = "x";
	ok(symbols_state(s, one, &why) == SYMBOLS_FOUND && !why, "state of one with names");
	expect(s, &(struct symbols_id){ .kind = SYMBOLS_NONE, .path = "[stack]" }, 0,
	       SYMBOLS_NOTHING, NULL, 0, "none");
	symbols_free(s);
	is_u64(n_open, 0, "all is unmapped");

	struct symbols_source raw = plain;
	raw.demangle = false;
	s = symbols_new(&raw);
	expect(s, &id, 0x400, SYMBOLS_FOUND, "_ZN2ns3barEi", 0x400, "mangled unless asked");
	symbols_free(s);

	add_elf("/root/bin/a", &(struct elf_make){ .func = "under_symfs" });
	add_text("/root/tmp/perf-7.map", "1000 10 jit one\n");
	raw.symfs = "/root";
	s = symbols_new(&raw);
	expect(s, &id, 0x400, SYMBOLS_FOUND, "under_symfs", 0x400, "symfs");
	id = (struct symbols_id){ .kind = SYMBOLS_PERFMAP, .path = "", .pid = 7 };
	expect(s, &id, 0x100f, SYMBOLS_FOUND, "jit one", 0x1000, "perf map");
	expect(s, &id, 0x1010, SYMBOLS_GAP, NULL, 0, "behind it");
	id.pid = 8;
	expect(s, &id, 0x1010, SYMBOLS_NO_FILE, NULL, 0, "no perf map");
	symbols_free(s);
	is_u64(n_open, 0, "all is unmapped");
}

static void vdso(void)
{
	files_clear();
	add_elf("[vdso]", &(struct elf_make){ .id = "VVVV", .func = "__vdso_x", .dynamic = true });
	struct symbols_source here = plain;
	here.same_kernel = true;
	struct symbols *s = symbols_new(&here);
	struct symbols_id id = { .kind = SYMBOLS_VDSO, .path = "[vdso]" };
	expect(s, &id, 0x400, SYMBOLS_FOUND, "__vdso_x", 0x400, "vdso of this kernel");
	expect(s, &id, 0x10000, SYMBOLS_GAP, NULL, 0, "behind its image");
	symbols_free(s);
	s = symbols_new(&plain);
	expect(s, &id, 0x400, SYMBOLS_DIFFERS, NULL, 0, "vdso of who knows which kernel");
	id.build_id = id_of("VVVV", 20);
	expect(s, &id, 0x400, SYMBOLS_FOUND, "__vdso_x", 0x400, "the same vdso");
	id.build_id = id_of("WWWW", 20);
	expect(s, &id, 0x400, SYMBOLS_DIFFERS, NULL, 0, "another vdso");
	symbols_free(s);
	is_u64(n_open, 0, "all is unmapped");
}

int main(void)
{
	user_files();
	vdso();
	files_clear();
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Names that a recording brings: which file they stand in for. */
#include "made_files.h"

/* Names that the recording brings, and the files that are there beside them. */
static void embedded(void)
{
	static const struct symbol
		first[] = { { .start = 0x401400, .end = 0x401410, .name = "first" } },
		second[] = { { .start = 0x401400, .end = 0x401410, .name = "second" } },
		mod[] = { { .start = 0xffffffffc0000010,
		            .end = 0xffffffffc0000020,
		            .name = "mod_one" } };
	const struct symbols_embedded given[] = {
		{ SYMBOLS_USER, "/bin/a", true, id_of("AAAA", 4), 0x401000, 0, first, 1 },
		{ SYMBOLS_USER, "/bin/a", true, id_of("BBBB", 4), 0x401000, 0, second, 1 },
		{ SYMBOLS_USER, "/bin/two", true, id_of("AAAA", 4), 0x401000, 0, first, 1 },
		{ SYMBOLS_USER, "/bin/two", true, { 0 }, 0, 0, NULL, 0 },
		{ SYMBOLS_USER, "/bin/other", false, { 0 }, 0x401000, 0, second, 1 },
		{ SYMBOLS_USER, "/bin/none", false, { 0 }, 0x401000, 0, NULL, 0 },
		{ SYMBOLS_VDSO, "[vdso]", true, id_of("VVVV", 4), 0, 0, first, 1 },
		{ SYMBOLS_MODULE, "[mod]", true, id_of("MMMM", 4), 0xffffffffc0000000, 0, mod, 1 },
	};
	const struct {
		const char *what, *path, *id;
		enum symbols_kind kind;
		uint64_t addr;
		enum symbols_miss want;
		const char *name;
	} cases[] = {
		{ "its names", "/bin/a", "AAAA", SYMBOLS_USER, 0x40f, SYMBOLS_FOUND, "first" },
		{ "behind them", "/bin/a", "AAAA", SYMBOLS_USER, 0x410, SYMBOLS_GAP, NULL },
		{ "another build-id", "/bin/a", "BBBB", SYMBOLS_USER, 0x400, SYMBOLS_FOUND,
		  "second" },
		{ "a third one: the file", "/bin/a", "CCCC", SYMBOLS_USER, 0x400, SYMBOLS_FOUND,
		  "there" },
		{ "a fourth one: no file", "/bin/a", "DDDD", SYMBOLS_USER, 0x400, SYMBOLS_DIFFERS,
		  NULL },
		{ "no build-id", "/bin/a", NULL, SYMBOLS_USER, 0x400, SYMBOLS_FOUND, "first" },
		{ "no build-id, and it is in doubt", "/bin/two", NULL, SYMBOLS_USER, 0x400,
		  SYMBOLS_DIFFERS, NULL },
		{ "a build-id clears the doubt", "/bin/two", "AAAA", SYMBOLS_USER, 0x400,
		  SYMBOLS_FOUND, "first" },
		{ "names without a build-id fit any", "/bin/other", "ZZZZ", SYMBOLS_USER, 0x400,
		  SYMBOLS_FOUND, "second" },
		{ "none at all are none", "/bin/none", NULL, SYMBOLS_USER, 0x400, SYMBOLS_FOUND,
		  "there" },
		{ "vdso", "[vdso]", "VVVV", SYMBOLS_VDSO, 0x401400, SYMBOLS_FOUND, "first" },
		{ "module", "[mod]", "MMMM", SYMBOLS_MODULE, 0xffffffffc0000010, SYMBOLS_FOUND,
		  "mod_one" },
		{ "module, another build-id", "[mod]", "NNNN", SYMBOLS_MODULE, 0xffffffffc0000010,
		  SYMBOLS_DIFFERS, NULL },
	};
	add_elf("/bin/a", &(struct elf_make){ .id = "CCCC", .func = "there" });
	add_elf("/bin/none", &(struct elf_make){ .func = "there" });
	add_elf("/bin/two", &(struct elf_make){ .func = "wrong" });
	struct symbols *s = symbols_new(&plain);
	for (size_t i = 0; i < N(given); i++)
		symbols_embed(s, &given[i]);
	for (size_t i = 0; i < N(cases); i++) {
		struct symbols_id id = { .kind = cases[i].kind, .path = cases[i].path };
		if (cases[i].id)
			id.build_id = id_of(cases[i].id, 4);
		expect(s, &id, cases[i].addr, cases[i].want, cases[i].name,
		       cases[i].kind == SYMBOLS_USER ? 0x400 : cases[i].addr, cases[i].what);
	}
	symbols_free(s);
	files_clear();
}

int main(void)
{
	embedded();
	files_clear();
	return done_testing();
}

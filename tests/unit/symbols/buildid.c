// SPDX-License-Identifier: GPL-2.0-or-later
#include "../tap.h"

#include <stdlib.h>

#include "elf_make.h"
#include "symbols/internal.h"

#define GNU_NOTE "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0\xde\xad\xbe\xef"
#define GNU_NOTE_BIG "\0\0\0\4\0\0\0\4\0\0\0\3GNU\0\xde\xad\xbe\xef"
#define OTHER_NOTE "\6\0\0\0\5\0\0\0\1\0\0\0Linux\0\0\0abcde\0\0\0"

static void notes(void)
{
	static const struct {
		const char *what;
		const char *bytes;
		size_t n;
		bool swap, found;
	} rows[] = {
		{ "alone", GNU_NOTE, sizeof GNU_NOTE - 1, false, true },
		{ "behind another", OTHER_NOTE GNU_NOTE, sizeof OTHER_NOTE GNU_NOTE - 1, false,
		  true },
		{ "foreign byte order", GNU_NOTE_BIG, sizeof GNU_NOTE_BIG - 1, true, true },
		{ "torn", GNU_NOTE, sizeof GNU_NOTE - 2, false, false },
		{ "torn in the name", GNU_NOTE, 14, false, false },
		{ "torn in the head", GNU_NOTE, 11, false, false },
		{ "nothing", "", 0, false, false },
		{ "other only", OTHER_NOTE, sizeof OTHER_NOTE - 1, false, false },
		{ "no contents", "\4\0\0\0\0\0\0\0\3\0\0\0GNU\0", 16, false, false },
		{ "huge name", "\xff\xff\xff\xff\4\0\0\0\3\0\0\0GNU\0abcd", 20, false, false },
		{ "huge contents", "\4\0\0\0\xff\xff\xff\xff\3\0\0\0GNU\0abcd", 20, false, false },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct build_id id;
		bool found = notes_build_id(span_of(rows[i].bytes, rows[i].n), rows[i].swap, &id);
		ok(found == rows[i].found && id.n == (found ? 4 : 0) &&
		           (!found || memcmp(id.id, "\xde\xad\xbe\xef", 4) == 0),
		   "note: %s", rows[i].what);
	}
	char longer[16 + 32] = "\4\0\0\0\40\0\0\0\3\0\0\0GNU";
	struct build_id id;
	ok(notes_build_id(span_of(longer, sizeof longer), false, &id) && id.n == BUILD_ID_MAX,
	   "a long one is cut");
}

static void in_elf(void)
{
	static const struct mk_section sections[] = {
		{ ".note.x", 7, 2, 0, sizeof OTHER_NOTE - 1, OTHER_NOTE },
		{ ".note.gnu.build-id", 7, 2, 0, sizeof GNU_NOTE - 1, GNU_NOTE },
	};
	static const struct mk_load load = { 4, 4, 0, 2, sizeof GNU_NOTE - 1 };
	for (int with_load = 0; with_load < 2; with_load++) {
		struct mk_elf in = { .machine = 62,
			             .sections = sections,
			             .n_sections = 2,
			             .loads = &load,
			             .n_loads = (unsigned)with_load };
		size_t n;
		unsigned char *p = mk_elf(&in, &n);
		struct build_id id;
		ok(elf_build_id((struct bytes){ .p = p, .n = n }, &id, NULL) == 0 && id.n == 4,
		   "ELF: by %s", with_load ? "segment" : "section");
		free(p);
	}
	struct build_id id;
	unsigned char text[] = "#!/bin/sh\n";
	is_u64((uint64_t)-elf_build_id((struct bytes){ .p = text, .n = sizeof text }, &id, NULL),
	       -ERR_UNSUPPORTED, "not an ELF file");
}

static void equality(void)
{
	struct build_id a = { 20, { 1, 2, 3, 4, 5, 6, 7, 8 } },
			b = { 8, { 1, 2, 3, 4, 5, 6, 7, 8 } };
	struct build_id zero = { 20, { 0 } }, none = { 0 }, c = { 8, { 1, 2, 3, 4, 5, 6, 7, 9 } };
	ok(build_id_same(&a, &b) && build_id_same(&b, &a), "padding does not count");
	ok(!build_id_same(&b, &c), "different");
	ok(!build_id_known(&zero) && !build_id_known(&none) && build_id_known(&a), "known");
	struct arena m = { 0 };
	is_str(build_id_text(&b, &m), "0102030405060708", "as text");
	arena_release(&m);
}

int main(void)
{
	notes();
	in_elf();
	equality();
	return done_testing();
}

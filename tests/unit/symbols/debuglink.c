// SPDX-License-Identifier: GPL-2.0-or-later
/* Separate debug files: where they are found, and which are refused. */
#include "made_files.h"

/* The CRC of .gnu_debuglink is that of zip and Ethernet: bit by bit, from its polynomial. */
static uint32_t crc_slow(const unsigned char *p, size_t n)
{
	uint32_t crc = UINT32_MAX;
	for (size_t i = 0; i < n; i++) {
		crc ^= p[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

static void debug_files(void)
{
	files_clear();
	/* by build-id: 42424242 is "BBBB" */
	add_elf("/bin/b", &(struct elf_make){ .id = "BBBB", .func = "exported", .dynamic = true });
	add_elf("/usr/lib/debug/.build-id/42/424242.debug",
	        &(struct elf_make){ .id = "BBBB", .func = "from_debug", .no_place = true });
	/* a debug file in the right place that is another's */
	add_elf("/bin/c", &(struct elf_make){ .id = "CCCC", .func = "exported", .dynamic = true });
	add_elf("/usr/lib/debug/.build-id/43/434343.debug",
	        &(struct elf_make){ .id = "XXXX", .func = "wrong" });
	/* of a file that is gone: one that says where its code was, one that does not */
	add_elf("/usr/lib/debug/.build-id/44/444444.debug",
	        &(struct elf_make){ .id = "DDDD", .func = "placed" });
	add_elf("/usr/lib/debug/.build-id/45/454545.debug",
	        &(struct elf_make){ .id = "EEEE", .func = "nowhere", .no_place = true });
	/* by link: moved since (prelink), in all three places, and with a wrong CRC */
	add_elf("/bin/.debug/l.debug", &(struct elf_make){ .func = "linked", .no_place = true });
	char link[12] = "l.debug";
	uint32_t crc = crc_slow(files[n_files - 1].p, files[n_files - 1].n);
	for (int i = 0; i < 4; i++)
		link[8 + i] = (char)(crc >> 8 * i);
	add_elf("/bin/l", &(struct elf_make){ .debuglink = link, .moved = 0x10000000 });
	files[n_files] = files[n_files - 2];
	files[n_files++].path = "/opt/l.debug";
	add_elf("/opt/l", &(struct elf_make){ .debuglink = link });
	files[n_files] = files[n_files - 2];
	files[n_files++].path = "/usr/lib/debug/srv/x/l.debug";
	add_elf("/srv/x/l", &(struct elf_make){ .debuglink = link });
	char bad[12];
	memcpy(bad, link, sizeof bad);
	bad[8] ^= 1;
	add_elf("/bin/bad", &(struct elf_make){ .debuglink = bad });

	static const struct {
		const char *what, *path, *id;
		enum symbols_miss want;
		const char *name;
	} rows[] = {
		{ "debug file by build-id", "/bin/b", NULL, SYMBOLS_FOUND, "from_debug" },
		{ "debug file of another", "/bin/c", NULL, SYMBOLS_FOUND, "exported" },
		{ "file gone", "/bin/d", "DDDD", SYMBOLS_FOUND, "placed" },
		{ "file gone, no place known", "/bin/e", "EEEE", SYMBOLS_NO_FILE, NULL },
		{ "file replaced", "/bin/b", "DDDD", SYMBOLS_FOUND, "placed" },
		{ "debuglink in .debug, moved", "/bin/l", NULL, SYMBOLS_FOUND, "linked" },
		{ "debuglink beside", "/opt/l", NULL, SYMBOLS_FOUND, "linked" },
		{ "debuglink in /usr/lib/debug", "/srv/x/l", NULL, SYMBOLS_FOUND, "linked" },
		{ "debuglink with a wrong CRC", "/bin/bad", NULL, SYMBOLS_STRIPPED, NULL },
	};
	struct symbols *s = symbols_new(&plain);
	for (size_t i = 0; i < N(rows); i++) {
		struct symbols_id id = { .kind = SYMBOLS_USER, .path = rows[i].path };
		if (rows[i].id)
			id.build_id = id_of(rows[i].id, 4);
		expect(s, &id, 0x410, rows[i].want, rows[i].name, 0x400, rows[i].what);
	}
	symbols_free(s);
	is_u64(n_open, 0, "all is unmapped");
}

int main(void)
{
	debug_files();
	files_clear();
	return done_testing();
}

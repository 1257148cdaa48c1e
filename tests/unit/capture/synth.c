// SPDX-License-Identifier: GPL-2.0-or-later
/* Texts of /proc, in the forms that proc(5) shows. */
#include "../tap.h"

#include "capture/internal.h"

static const struct {
	const char *line;
	bool taken;
	uint64_t start, len, pgoff, ino;
	uint32_t maj, min, prot, flags;
	const char *path;
} maps[] = {
	{ "00400000-00452000 r-xp 00001000 08:02 173521      /usr/bin/dbus-daemon", true, 0x400000,
	  0x52000, 0x1000, 173521, 8, 2, 5, 2, "/usr/bin/dbus-daemon" },
	{ "7f0000000000-7f0000001000 rwxs 00000000 fe:00 5 /a b (deleted)", true, 0x7f0000000000,
	  0x1000, 0, 5, 0xfe, 0, 7, 1, "/a b (deleted)" },
	{ "7fffb2d48000-7fffb2d49000 r-xp 00000000 00:00 0                          [vdso]", true,
	  0x7fffb2d48000, 0x1000, 0, 0, 0, 0, 5, 2, "[vdso]" },
	{ "35b1a21000-35b1a22000 rwxp 00000000 00:00 0", true, 0x35b1a21000, 0x1000, 0, 0, 0, 0, 7,
	  2, "//anon" },
	{ "00400000-00452000 r--p 00000000 08:02 173521      /usr/bin/dbus-daemon", false, 0, 0, 0,
	  0, 0, 0, 0, 0, NULL },
	{ "00452000-00400000 r-xp 00000000 08:02 173521 /x", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
	{ "", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
	{ "junk", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
	{ "1-2", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
	{ "1-2 r-x", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
	{ "1-2 r-xp", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
	{ "1-2 r-xp 0 8", false, 0, 0, 0, 0, 0, 0, 0, 0, NULL },
};

static const struct {
	const char *text, *name; /* NULL = refused */
	uint32_t ppid;
} stats[] = {
	{ "1 (init) S 0 1 1 0", "init", 0 },
	{ "12 (a b) c) R 34 1 1", "a b) c", 34 },
	{ "12 (()) S 5 1", "()", 5 },
	{ "7 (kworker/R-rcu_gp-and-more) I 2 0", "kworker/R-rcu_g", 2 },
	{ "7 () S 2 0", "", 2 },
	{ "7 (x", NULL, 0 },
	{ "7 x) S 1", NULL, 0 },
	{ "7 (x)", NULL, 0 },
	{ "", NULL, 0 },
};

static const struct {
	const char *what, *text, *symbol; /* NULL = not there */
	uint64_t addr;
} kernels[] = {
	{ "x86-64",
	  "ffffffff81000000 T srso\nffffffff81000000 T _stext\nffffffff81000000 T _text\n", "_text",
	  0xffffffff81000000 },
	{ "arm64", "ffff800080000000 T _text\nffff800080010000 T _stext\n", "_text",
	  0xffff800080000000 },
	{ "no _text", "0000000000000000 A x\nffffffff81000000 T _stext\n", "_stext",
	  0xffffffff81000000 },
	{ "hidden", "0000000000000000 T _stext\n0000000000000000 T _text\n", "_text", 0 },
	{ "a module's _text", "ffffffffc0000000 t _textile\n", NULL, 0 },
	{ "cut", "ffffffff81000000 T _te", NULL, 0 },
	{ "empty", "", NULL, 0 },
	{ "junk", "\n\n \nx y z\n", NULL, 0 },
};

int main(void)
{
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		char line[200];
		struct write_mmap2 m = { 0 };
		snprintf(line, sizeof line, "%s", maps[i].line);
		if (!ok(synth_maps_line(line, false, &m) == maps[i].taken, "'%s'", maps[i].line) ||
		    !maps[i].taken)
			continue;
		is_u64(m.start, maps[i].start, "start");
		is_u64(m.len, maps[i].len, "length");
		is_u64(m.pgoff, maps[i].pgoff, "file offset");
		is_u64(m.ino, maps[i].ino, "inode");
		is_u64(m.maj, maps[i].maj, "major");
		is_u64(m.min, maps[i].min, "minor");
		is_u64(m.prot, maps[i].prot, "protection");
		is_u64(m.flags, maps[i].flags, "flags");
		is_str(m.path, maps[i].path, "path");
	}
	for (size_t i = 0; i < sizeof stats / sizeof *stats; i++) {
		char name[16];
		uint32_t ppid = 0;
		bool taken = synth_stat(stats[i].text, name, &ppid);
		is_str(taken ? name : NULL, stats[i].name, stats[i].text);
		is_u64(ppid, stats[i].ppid, "parent");
	}
	for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
		const char *symbol = NULL;
		uint64_t addr = 0;
		bool found = synth_kernel_start(kernels[i].text, &symbol, &addr);
		is_str(found ? symbol : NULL, kernels[i].symbol, kernels[i].what);
		is_u64(addr, kernels[i].addr, "address");
	}
	return done_testing();
}

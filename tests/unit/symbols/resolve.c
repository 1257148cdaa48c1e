// SPDX-License-Identifier: GPL-2.0-or-later
/* The resolver over made-up files: which file it opens, what it refuses, and in which addresses it
 * answers. */
#include "../tap.h"

#include <errno.h>
#include <stdlib.h>

#include "elf_make.h"
#include "symbols/internal.h"

#define N(v) (sizeof(v) / sizeof *(v))
#define NOTE(id) "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0" id

/* ------------------------------------------------------------------ a file system of ours */

struct a_file {
	const char *path;
	const void *p;
	size_t n;
	int errnum; /* != 0: this is what opening gives */
};

static struct a_file files[32];
static unsigned n_files, n_open, n_opened;
static void *made[32]; /* the ELF images among them */
static unsigned n_made;

static void files_clear(void)
{
	while (n_made)
		free(made[--n_made]);
	n_files = 0;
}

static int map(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx;
	for (unsigned i = 0; i < n_files; i++) {
		if (strcmp(files[i].path, path) != 0)
			continue;
		if (files[i].errnum)
			return err_sys(e, files[i].errnum, "'%s'", path);
		n_open++;
		n_opened++;
		out->n = files[i].n;
		out->p = malloc(out->n ? out->n : 1);
		memcpy(out->p, files[i].p, out->n);
		return 0;
	}
	return err_sys(e, ENOENT, "'%s'", path);
}

static void unmap(struct bytes b)
{
	free(b.p);
	n_open--;
}

static void add_bytes(const char *path, const void *p, size_t n)
{
	files[n_files++] = (struct a_file){ path, p, n, 0 };
}

static void add_text(const char *path, const char *text)
{
	add_bytes(path, text, strlen(text));
}

/* An ELF file whose code of file offset 0x400 lies at 0x401400. */
struct elf_make {
	const char *id;        /* 4 bytes of build-id, NULL = none */
	const char *func;      /* a function at 0x401400 .. 0x401420 */
	const char *debuglink; /* with its CRC behind, 12 bytes */
	bool dynamic, no_place;
	uint64_t moved; /* all addresses by this */
};

static void add_elf(const char *path, const struct elf_make *m)
{
	char note[21] = NOTE("....");
	if (m->id)
		memcpy(note + 16, m->id, 4);
	struct mk_section sections[] = {
		{ ".text", 8, 2 | 4, 0x401400 + m->moved, 0x100, NULL },
		{ m->id ? ".note.gnu.build-id" : ".other", m->id ? 7 : 1, 2, 0, 20, note },
		{ m->debuglink ? ".gnu_debuglink" : ".none", 1, 0, 0, 12,
		  m->debuglink ? m->debuglink : "" },
	};
	struct mk_sym syms[] = { { m->func, 0x401400 + m->moved, 0x20, 2, 1, 1 } };
	struct mk_load loads[] = {
		{ 1, 4, 0, 0x400000 + m->moved, 0x300 },
		{ 1, 5, m->no_place ? 0 : 0x400, 0x401400 + m->moved, m->no_place ? 0 : 0x200 },
	};
	struct mk_elf in = { .machine = 62,
		             .sections = sections,
		             .n_sections = m->debuglink ? 3 : 2,
		             .loads = loads,
		             .n_loads = 2,
		             .syms = syms,
		             .n_syms = m->func ? 1 : 0,
		             .dynamic = m->dynamic };
	size_t n;
	unsigned char *p = mk_elf(&in, &n);
	add_bytes(path, p, n);
	made[n_made++] = p;
}

static struct build_id id_of(const char *bytes, uint8_t n_padded)
{
	struct build_id id = { .n = n_padded };
	memcpy(id.id, bytes, 4);
	return id;
}

static const struct symbols_source plain = { .map = map, .unmap = unmap, .demangle = true };

static void expect(struct symbols *s, const struct symbols_id *id, uint64_t addr,
                   enum symbols_miss want, const char *name, uint64_t start, const char *what)
{
	uint32_t f = symbols_file(s, id);
	struct symbols_name got = { 0 };
	enum symbols_miss miss = symbols_find(s, f, addr, &got);
	is_u64(miss, want, what);
	if (miss == SYMBOLS_FOUND) {
		is_str(got.name, name, what);
		is_u64(got.start, start, "its start");
	} else if (miss != SYMBOLS_GAP && miss != SYMBOLS_NOTHING) {
		const char *why = NULL;
		is_u64(symbols_state(s, f, &why), want, "its state");
		ok(why && *why, "says why: %s", why ? why : "-");
	}
}

/* ------------------------------------------------------------------ cases */

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
	embedded();
	images();
	user_files();
	debug_files();
	vdso();
	kernel();
	kernel_trouble();
	files_clear();
	return done_testing();
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names for addresses.
 *
 * This module knows nothing of processes or records: it is given a file's identity and an address
 * in that file, and answers with the symbol that covers it, or with the reason why there is none.
 * It makes no system call: the caller lends it a function that maps a file (struct symbols_source),
 * so that tests can hand it made-up files and a fuzzer can hand it anything.
 *
 * It never guesses: a build-id that differs refuses the file; a sized symbol ends at its size; a
 * symbol of size 0 reaches to the next symbol of its section at most; kernel names come from the
 * recorded kernel only.
 */
#ifndef PMREC_SYMBOLS_SYMBOLS_H
#define PMREC_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "unwind/unwind.h"

enum { BUILD_ID_MAX = 20 }; /* bytes; longer ones are cut, as perf.data does */

struct build_id {
	uint8_t n; /* length in bytes, 0 = none known */
	uint8_t id[BUILD_ID_MAX];
};

static inline bool build_id_equal(const struct build_id *a, const struct build_id *b)
{
	return a->n == b->n && memcmp(a->id, b->id, a->n) == 0;
}

/* ------------------------------------------------------------------ pure parsers */

enum symbol_kind { SYMBOL_FUNC, SYMBOL_NOTYPE, SYMBOL_IFUNC, SYMBOL_PLT };

/* One symbol: [start, end) in the address space its symtab states. */
struct symbol {
	uint64_t start, end; /* end > start always */
	const char *name; /* as it stands in the file, mangled; NUL-terminated; lives as long as the
	                     arena */
	const char
		*module; /* kallsyms: the module's name; NULL = the kernel proper or not a kernel */
	uint8_t kind;    /* enum symbol_kind */
	uint8_t bind;    /* ELF binding: 0 local, 1 global, 2 weak */
};

/* The addresses from at up to the next piece belong to symbol v[sym]; SYMTAB_GAP = to none. */
struct symtab_piece {
	uint64_t at;
	uint32_t sym;
};
#define SYMTAB_GAP UINT32_MAX

/* Sorted by start; aliases are already reduced to one by rule: global before weak before local,
 * then fewest leading underscores, then the longest size, then the longest name (as perf), then
 * name. Symbols may nest; the pieces say which one owns an address (the one with the nearest start
 * that covers it), so that symtab_find is one short search. A stub of a procedure linkage table is
 * "name@plt" (SYMBOL_PLT). */
struct symtab {
	struct symbol *v;
	struct symtab_piece *pieces; /* sorted by at, all different */
	uint32_t n, n_pieces;
	/* The addresses from pieces[0].at on in steps of 1 << shift bytes: the first piece of each
	 * step or behind it, and n_pieces at the end. NULL = one step holds all. */
	uint32_t *steps;
	uint32_t n_steps;
	uint8_t shift;
};

/* The symbol that covers addr, or NULL. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* One PT_LOAD: file bytes [off, off + n) lie at virtual address vaddr. */
struct elf_segment {
	uint64_t off, vaddr, n;
	bool exec;
};

struct elf_file {
	struct symtab syms; /* addresses are the file's virtual addresses */
	struct symtab go;   /* without .symtab: what a Go program tells of its functions */
	struct elf_segment *segments;
	uint32_t n_segments;
	struct build_id build_id;
	const char *debuglink; /* .gnu_debuglink name; NULL = none */
	uint32_t debuglink_crc;
	struct span minidebug; /* .gnu_debugdata, an ELF file packed with xz; n = 0 = none */
	struct bytes image;    /* that it was parsed from, borrowed; n = 0 = it could not be */
	bool has_symtab;       /* .symtab was there (else .dynsym only) */
	bool is_64;
	uint16_t machine; /* e_machine */
};

/* Parse an ELF image of any class and byte order with libelf. image.p must stay mapped as long as
 * out is used (names may point into it). libelf wants to be able to write: hence bytes, not span.
 * 0, ERR_CORRUPT, or ERR_UNSUPPORTED (not an ELF file). */
int elf_parse(struct bytes image, struct arena *a, struct elf_file *out, struct err *e);
/* Only where it lies: all but symbols and what names them. */
int elf_parse_layout(struct bytes image, struct arena *a, struct elf_file *out, struct err *e);
/* Only the build-id (program headers' notes, else section notes); out->n = 0 when there is none. */
int elf_build_id(struct bytes image, struct build_id *out, struct err *e);
/* The build-id in a run of ELF notes such as /sys/kernel/notes. swap: notes of foreign byte order.
 */
bool notes_build_id(struct span notes, bool swap, struct build_id *out);
/* The virtual address of a file offset, through the PT_LOAD that holds it; false when none does. */
bool elf_offset_to_vaddr(const struct elf_file *f, uint64_t off, uint64_t *vaddr);

/* Compile what a parsed file says of its frames, and what its separate debug file says (n = 0 = it
 * has none). unwind_table_free() it. NULL: of a CPU that is not unwound. */
struct unwind_table *elf_unwind_table(const struct elf_file *f, struct bytes debug);

/* Parse text in the shape of /proc/kallsyms: "address type name[\t[module]]" a line. Text symbols
 * (tTwW) only. Unsorted input, CRLF, long lines and junk lines are survived. Addresses that are all
 * zero (kptr_restrict) give ERR_DENIED. A symbol reaches to the next one of any type of the same
 * module or kernel. */
int kallsyms_parse(struct span text, struct arena *a, struct symtab *out, struct err *e);

/* Parse a /tmp/perf-PID.map: "start size name with spaces" in hex a line; 0x allowed; torn lines
 * skipped; where entries overlap the later line wins. */
int perfmap_parse(struct span text, struct arena *a, struct symtab *out, struct err *e);

/* Parse a jitdump file (Linux, tools/perf/Documentation/jitdump-specification.txt) of either byte
 * order: code that was loaded and moved; where it overlaps the later wins. A file that is cut is
 * read up to there. 0, ERR_CORRUPT (no jitdump), ERR_LIMIT. */
int jitdump_parse(struct span dump, struct arena *a, struct symtab *out, struct err *e);

/* The readable form of a mangled C++ (Itanium), Rust (legacy, v0) or D name, in the arena; NULL
 * when the name is not mangled or too long to be worth it. params: with parameter lists. */
char *demangle(const char *name, bool params, struct arena *a);

/* ------------------------------------------------------------------ source lines */

/* A place in a source file, and the function that is there. */
struct line_frame {
	const char *name; /* mangled; NULL = not known or not asked for */
	const char *path; /* NULL = not known */
	const char *dir; /* that a relative path starts from; NULL = not known, or none is needed */
	uint32_t line;   /* 0 = not known */
};

struct lines; /* an ELF image's debugging information */

/* Of an image that stays mapped until lines_close(). 0; ERR_UNSUPPORTED: there is none. */
int lines_open(struct bytes image, struct lines **out, struct err *e);
void lines_close(struct lines *l); /* NULL is fine */
/* Instead, where the process ends soon: libdw gives back each piece of memory by itself, which
 * takes as long as reading did. */
void lines_leave(struct lines *l);
/* Where the entries of units are that were split off: dwo gives the image of the file at a path,
 * package that of the program's package, for which it is asked once. Both stay mapped until
 * lines_close(). Without them units that were split have no functions. */
struct lines_split {
	bool (*dwo)(void *ctx, const char *path, struct bytes *out);
	bool (*package)(void *ctx, struct bytes *out);
	void *ctx;
};
void lines_open_split(struct lines *l, const struct lines_split *split);
/* The first .dwo file that was wanted and is nowhere; path NULL = there is none. */
struct lines_missing {
	const char *path;
	bool differs; /* one is there, but of another compilation */
};
struct lines_missing lines_missing(const struct lines *l);
/* Is a part of it in a file that several share (dwz(1))? True, its name and build-id. That file's
 * image is then given by lines_share(), to stay mapped as well. */
bool lines_shared(struct lines *l, const char **name, struct build_id *id);
void lines_share(struct lines *l, struct bytes image);
/* What stands at a virtual address, the innermost first: with inlined the functions that were
 * inlined there, and the one they were inlined into last; else one, its line. Returns how many, at
 * most max; 0 = nothing is known. Texts live until lines_close(). */
uint32_t lines_find(struct lines *l, uint64_t addr, bool inlined, struct line_frame *out,
                    uint32_t max);

/* ------------------------------------------------------------------ the resolver */

/* How much of a path is in front of what the kernel adds when there is another file by now. */
size_t symbols_path_bytes(const char *path);

struct symbols_source {
	/* Map a whole regular file privately; 0 and *out, else ERR_SYS. unmap gives it back. */
	int (*map)(void *ctx, const char *path, struct bytes *out, struct err *e);
	void (*unmap)(struct bytes b);
	/* Little from one offset to another will be looked at again; the bytes must read the same.
	 * NULL is fine. */
	void (*forget)(struct bytes b, uint64_t from, uint64_t to);
	/* Map the debug file of a build-id (in hexadecimal) from elsewhere, when none is here; path
	 * is that of the file it belongs to. NULL = there is no elsewhere. */
	int (*fetch)(void *ctx, const char *path, const char *build_id, struct bytes *out,
	             struct err *e);
	void *ctx;
	const char *kallsyms; /* text to read kernel names from; NULL = that of the recording, or
	                         /proc/kallsyms of this machine */
	struct span recorded_kallsyms; /* borrowed; empty = the recording has none */
	const char *vmlinux; /* the kernel's file, for names instead of kallsyms; NULL = none */
	const char *release; /* of the recorded kernel; NULL = unknown */
	const char *symfs;   /* put before every path of a user file; NULL = "" */
	/* Folders with separate debug files, ':' between them, to look in before /usr/lib/debug;
	 * NULL = none. */
	const char *debug_dirs;
	const char *buildid_dir; /* perf's cache of files by build-id; NULL = none */
	bool demangle;
	/* The process ends soon after symbols_finish(): what takes long to give back is left to
	 * that. */
	bool ends_process;
	/* The build-id of the kernel that runs here (from /sys/kernel/notes); n = 0 = unknown.
	 * Names from /proc/kallsyms are used only for a file whose kernel has this build-id. */
	struct build_id running_kernel;
	/* What the recording tells of its kernel says that it is the one that runs here: the
	 * build-id, or without one the release. Then a kernel that has no build-id is taken for it,
	 * as long as it has not moved, and so is a vdso that has none. */
	bool same_kernel;
};

enum symbols_kind {
	SYMBOLS_USER,   /* an ELF file at path */
	SYMBOLS_KERNEL, /* the kernel proper: addresses are kernel addresses */
	SYMBOLS_MODULE, /* a kernel module: addresses are kernel addresses, names from kallsyms
	                   [module], or from its file */
	SYMBOLS_VDSO, /* the vdso image of this machine, when its build-id agrees, or none is known
	                 and the kernel is this one */
	SYMBOLS_PERFMAP, /* /tmp/perf-PID.map: addresses are the process's */
	SYMBOLS_NONE,    /* nothing to look in ([stack], [heap], unknown) */
};

struct symbols_id {
	enum symbols_kind kind;
	const char *path; /* as recorded: a path, [kernel.kallsyms], [module], [vdso], ... */
	struct build_id
		build_id; /* as recorded; n = 0 = not known, then the file is taken on trust */
	uint32_t pid;     /* SYMBOLS_PERFMAP */
	/* SYMBOLS_PERFMAP: the process's jitdump file, which counts more than the map; NULL = none.
	 */
	const char *jitdump;
	/* SYMBOLS_KERNEL: the recorded address of the symbol ref_name (_text or _stext), so that
	 * names from a boot with another kernel offset (KASLR) can be shifted; ref_name NULL = no
	 * shift. SYMBOLS_MODULE: ref_addr is where its code began, 0 = unknown. */
	const char *ref_name;
	uint64_t ref_addr;
};

/* Why an address has no name. */
enum symbols_miss {
	SYMBOLS_FOUND,
	SYMBOLS_NO_FILE,  /* the file is not there */
	SYMBOLS_DENIED,   /* it is, but may not be read (or kallsyms shows zeroes) */
	SYMBOLS_DIFFERS,  /* its build-id is not the recorded one */
	SYMBOLS_BROKEN,   /* it cannot be parsed */
	SYMBOLS_STRIPPED, /* it has no symbols at all */
	SYMBOLS_GAP,      /* it has symbols, none covers the address */
	SYMBOLS_NOTHING,  /* SYMBOLS_NONE */
};

struct symbols; /* the resolver: caches what it has parsed */

struct symbols *
symbols_new(const struct symbols_source *src); /* src is copied; its strings are borrowed */
void symbols_free(struct symbols *s);          /* NULL is fine */
/* Nothing more is looked up: what was parsed is given back. Why names were missing can still be
 * asked. */
void symbols_finish(struct symbols *s);

/* Symbols that the recording itself brings for a path; they stand in for the file. kind: USER or
 * VDSO (their addresses are virtual ones, the code at min_vaddr lies at min_off in the file),
 * KERNEL, MODULE or PERFMAP (addresses as they ran). raw and its names are borrowed until
 * symbols_free(). The first that is given for a path and a build-id counts. None at all of a file
 * that is said to have no build-id: nobody knows which file was meant, and so there are no names.
 */
struct symbols_embedded {
	enum symbols_kind kind;
	const char *path;
	bool has_build_id; /* it is told, or that there is none */
	struct build_id build_id;
	uint64_t min_vaddr, min_off;
	const struct symbol *raw;
	uint32_t n;
};
void symbols_embed(struct symbols *s, const struct symbols_embedded *given);

/* Register a file; the same identity gives the same handle. Nothing is opened yet. Strings are
 * copied. */
uint32_t symbols_file(struct symbols *s, const struct symbols_id *id);

/* The symbol that covers an address, if it fits: nothing of the symbol itself was looked at yet.
 * Valid until symbols_finish(). */
struct symbols_spot {
	struct names *names; /* the table, and the symbol's index in it */
	uint32_t symbol;
	uint64_t shift; /* added to an address of the table gives one of the space of addr */
	uint64_t from;  /* it covers all from here to addr: its start, unless others nest in it */
};

/* Where in its table an address lies, for SYMBOLS_USER and SYMBOLS_VDSO a file offset in bytes,
 * else a kernel or process address. The file is mapped and parsed on the first call for it.
 * SYMBOLS_FOUND and *out, or the reason. A short search. */
enum symbols_miss symbols_locate(struct symbols *s, uint32_t file, uint64_t addr,
                                 struct symbols_spot *out);
/* Have fetched what symbols_locate() will look at. */
void symbols_prefetch(const struct symbols *s, uint32_t file, uint64_t addr);
/* A word that the caller may keep for the symbol of a spot, 0 at first. */
uint32_t *symbols_note(struct symbols *s, const struct symbols_spot *at);

/* The strings live until symbols_finish(). */
struct symbols_name {
	const char *name;    /* demangled if asked for */
	uint64_t start, end; /* of the symbol, in the address space addr was given in */
	uint64_t from;       /* as of symbols_spot */
};

/* The name of the symbol at a spot of that file; demangling happens once a symbol. SYMBOLS_FOUND
 * and *out, or the reason: of a kernel and its modules one table has the names. */
enum symbols_miss symbols_name(struct symbols *s, uint32_t file, const struct symbols_spot *at,
                               struct symbols_name *out);
/* Both in one. */
enum symbols_miss symbols_find(struct symbols *s, uint32_t file, uint64_t addr,
                               struct symbols_name *out);

/* What stands at an address that symbols_locate() takes, by the debugging information of the file
 * or of its separate debug file: as lines_find(), names demangled if asked for. 0 = nothing is
 * known. Texts live until symbols_finish(). */
uint32_t symbols_lines(struct symbols *s, uint32_t file, uint64_t addr, bool inlined,
                       struct line_frame *out, uint32_t max);

/* What the debugging information of a registered file needs beside itself and was not found by now
 * though it was asked for, and what to do; NULL = nothing. As of symbols_state(). */
const char *symbols_lines_gap(const struct symbols *s, uint32_t file);

/* The rules for frames of a USER or VDSO file, compiled at the first call for it, and the address
 * in them of the file offset addr; NULL = there are none. Lives until symbols_finish(). */
const struct unwind_table *symbols_frames(struct symbols *s, uint32_t file, uint64_t addr,
                                          uint64_t *vaddr);

/* Where the code of a USER or VDSO file begins: its first segment to be executed. False when there
 * is none. */
bool symbols_code(struct symbols *s, uint32_t file, uint64_t *vaddr, uint64_t *off);

/* A registered file as it is here, when its build-id proves it to be the recorded one, and its
 * separate debug file. A module that is packed is unpacked. Of SYMBOLS_KERNEL kallsyms, else its
 * vmlinux. n = 0 = not there. Nothing that the recording brings counts. */
struct symbols_images {
	struct bytes own, debug; /* borrowed until symbols_finish() */
	const char *path;        /* where it was found, or looked for */
	bool is_kallsyms;
};
/* SYMBOLS_FOUND: own is there; else why it is not, debug may still be; *why as of symbols_state().
 */
enum symbols_miss symbols_images(struct symbols *s, uint32_t file, struct symbols_images *out,
                                 const char **why);

/* Can symbols_find() find anything in a registered file? */
bool symbols_any(struct symbols *s, uint32_t file);

/* The state of a registered file for the coverage summary: SYMBOLS_FOUND when it was opened and has
 * symbols, else the reason; *why (may be NULL) gets a line of text that lives as long as the
 * resolver, or NULL. */
enum symbols_miss symbols_state(struct symbols *s, uint32_t file, const char **why);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of symbols/ share among themselves. */
#ifndef PMREC_SYMBOLS_INTERNAL_H
#define PMREC_SYMBOLS_INTERNAL_H

#include <libelf.h>

#include "base/buf.h"
#include "base/table.h"
#include "symbols/symbols.h"

enum {
	NAME_BYTES_MAX = 4096, /* in text files a longer one is junk; demangle() leaves it alone */
	SYMBOLS_MAX = 1 << 29, /* of one table: two pieces a symbol still have 32-bit numbers */
};

/* The value of a hexadecimal digit, plus 1; 0 = it is none. */
extern const uint8_t hex_digits[256];

static inline int hex_digit(unsigned char c)
{
	return hex_digits[c] - 1;
}

/* Marks of the assembler and compiler, not names of functions: ARM and RISC-V mapping symbols,
 * local labels. */
static inline bool name_is_label(struct span name)
{
	if (name.n < 2)
		return !name.n;
	return (name.p[0] == '.' && name.p[1] == 'L') ||
	       (name.p[0] == '$' && memchr("xdat", name.p[1], 4));
}

/* Sort n raw symbols (end > start), reduce aliases, and cut what is left into pieces. All in a. */
void symtab_build(const struct symbol *raw, uint32_t n, struct arena *a, struct symtab *out);

/* Among symbols of one start: is a to be shown rather than b? */
bool symbol_before(const struct symbol *a, const struct symbol *b);
/* Once its pieces stand: what makes symtab_find() short. */
void symtab_index(struct symtab *t, struct arena *a);
/* The index of the symbol that covers addr, and where the piece begins that holds it; false = none
 * does. */
bool symtab_find_piece(const struct symtab *t, uint64_t addr, uint32_t *symbol, uint64_t *from);
/* Have fetched what that will look at. */
void symtab_prefetch(const struct symtab *t, uint64_t addr);

/* The address of a symbol of the kernel proper in kallsyms text, before aliases are reduced. */
bool kallsyms_address(struct span text, const char *name, uint64_t *addr);
/* The names of modules are equal, '-' and '_' being the same. n_a: bytes of a. */
bool module_name_equal(const char *a, size_t n_a, const char *b);

/* ------------------------------------------------------------------ an ELF image being read */

struct elf_section {
	const char *name;                      /* "" when there is none; in the image */
	uint64_t addr, size, off, each, align; /* each: sh_entsize */
	uint32_t type, link;
	bool exec;      /* SHF_ALLOC and SHF_EXECINSTR */
	bool plain;     /* its bytes are in the file as they are: not NOBITS, not compressed */
	bool is_packed; /* SHF_COMPRESSED */
};

struct elf_image {
	Elf *elf;
	struct span bytes;
	struct elf_section *sections; /* malloc'ed */
	uint32_t n_sections;
	uint16_t machine, type;
	bool is_64, swap; /* swap: of foreign byte order */
};

int elf_image_open(struct bytes image, struct elf_image *out, struct err *e);
void elf_image_close(struct elf_image *im); /* idempotent; {0} is fine */
/* The section's bytes in the image; false when they are not (all) there. */
bool elf_image_bytes(const struct elf_image *im, const struct elf_section *s, struct span *out);
/* The same for one that may be compressed (SHF_COMPRESSED, or a name that begins with .zdebug):
 * what comes out is in a. False also when it cannot be unpacked. */
bool elf_section_contents(const struct elf_image *im, const struct elf_section *s, struct arena *a,
                          struct span *out);
/* The contents of the section of that name, as of elf_section_contents(); empty and false when
 * there are none. */
bool elf_contents_named(const struct elf_image *im, const char *name, struct arena *a,
                        struct span *out);
/* Add the whole file with its sections unpacked that are packed by zstd, which the libdw of Debian
 * 12 does not know; false and nothing when there are none. */
bool elf_unpack_zstd(const struct elf_image *im, struct buf *out);
/* A file that has these sections, whose bytes stay where they are, as long as elf_end() was not
 * called: for libdw. In this machine's byte order. What belongs to it is in a; NULL = out of memory
 * of libelf's. */
struct elf_part {
	const char *name;
	struct span bytes;
};
Elf *elf_from_parts(const struct elf_part *v, size_t n, bool is_64, struct arena *a);
/* The texts of string table number at: each offset below n begins one that ends. Empty when there
 * are none. */
struct span elf_image_strings(const struct elf_image *im, size_t at);
/* .symtab, else .dynsym. 0 or ERR_CORRUPT, ERR_LIMIT. */
int elf_symbols(const struct elf_image *im, struct arena *a, struct symtab *out, bool *has_symtab,
                struct err *e);
/* The functions of a kernel module, by their distance from where its code begins; without those
 * whose place is not certain. names in image. 0, ERR_CORRUPT, ERR_LIMIT, ERR_UNSUPPORTED. */
int elf_module_parse(struct bytes image, struct arena *a, struct symtab *out, struct err *e);
/* The value of a symbol in .symtab, before aliases are reduced. */
bool elf_symbol_address(struct bytes image, const char *name, uint64_t *addr);
/* Names for the stubs of .plt and its kin; malloc'ed, the names in a. NULL when there are none. */
struct symbol *plt_symbols(const struct elf_image *im, struct arena *a, uint32_t *n);
void elf_image_build_id(const struct elf_image *im, struct build_id *out);
/* The functions that a Go program tells for its own run time; none = it is not one. */
void elf_go_functions(const struct elf_image *im, struct arena *a, struct symtab *out);

/* Do bytes begin as a table of Go functions does? */
bool gopclntab_is(struct span bytes);
/* Its functions, in *out, malloc'ed, the names in the table. text: the address of runtime.text, for
 * tables that do not tell it; 0 = unknown. 0, ERR_CORRUPT, ERR_UNSUPPORTED. */
int gopclntab_functions(struct span table, uint64_t text, struct symbol **out, uint32_t *n,
                        struct err *e);

/* The file in f->minidebug. 0, ERR_CORRUPT, ERR_LIMIT, ERR_UNSUPPORTED. */
int minidebug_parse(const struct elf_file *f, struct arena *a, struct elf_file *out, struct err *e);

enum packing { PACKED_NOT, PACKED_XZ, PACKED_ZLIB /* or gzip */, PACKED_ZSTD };
/* By the first bytes of a file. */
enum packing packing_of(struct span file);
/* Unpack all of it into a. 0, ERR_CORRUPT, ERR_LIMIT. */
int unpack(enum packing how, struct span packed, struct arena *a, struct bytes *out, struct err *e);

static inline uint32_t elf_u32(const struct elf_image *im, const void *p)
{
	uint32_t v = load32(p);
	return im->swap ? __builtin_bswap32(v) : v;
}

/* ------------------------------------------------------------------ code made at run time */

/* What was told of it, in order of time: of two that overlap the later is true. */
struct code_lines {
	struct symbol *v; /* malloc'ed */
	uint32_t n, cap;
};
/* Add what a file tells. 0, ERR_CORRUPT (of a dump: it is none), ERR_LIMIT. */
typedef int code_reader(struct span text, struct arena *a, struct code_lines *out, struct err *e);
code_reader perfmap_lines, jitdump_lines;
void lines_to_symtab(const struct code_lines *l, struct arena *a, struct symtab *out);
/* All of one file. */
int code_parse(code_reader *read, struct span text, struct arena *a, struct symtab *out,
               struct err *e);

/* ------------------------------------------------------------------ build-ids */

/* Old perf pads a short build-id with zeroes to 20 bytes: trailing zeroes do not count. */
bool build_id_same(const struct build_id *a, const struct build_id *b);
/* Is a file with the build-id has the one that was recorded? proof: if either is not known, it is
 * not. */
bool build_id_met(const struct build_id *has, const struct build_id *recorded, bool proof);
/* Known, and not all zeroes. */
bool build_id_known(const struct build_id *b);
/* In hexadecimal, in the arena; "none" when it has no bytes. */
const char *build_id_text(const struct build_id *b, struct arena *a);

/* ------------------------------------------------------------------ the resolver */

/* Where names for one file come from. */
struct names {
	struct symtab syms;
	const char **shown; /* for syms.v[i], NULL = not asked for yet; itself NULL at first */
	uint32_t *notes;    /* the caller's, for syms.v[i]; itself NULL at first */
};

struct file {
	struct symbols_id id;
	bool opened;
	bool is_embedded;        /* its names came with the recording */
	struct file *beside;     /* the file itself, once more than those was asked for */
	enum symbols_miss state; /* when opened */
	const char *why;
	struct elf_file elf;      /* USER, VDSO: the segments; its syms are unused */
	struct bytes debug_image; /* of the separate debug file that was taken; n = 0 = none */
	struct lines *lines;
	uint64_t lines_shift; /* added to an address of them gives the file's */
	bool lines_tried;
	const char *lines_why;       /* as of symbols_lines_gap() */
	struct unwind_table *frames; /* NULL = there is none, or nobody asked */
	bool frames_tried;
	struct names own, *names;
	/* Where those have none: beside a debug file the file's own, which alone has stubs; else
	 * what a Go program tells of itself. */
	struct names base;
	uint64_t shift;     /* added to a table's address gives the recorded one (mod 2^64) */
	const char *module; /* MODULE: its name, n_module bytes */
	size_t n_module;
	/* Of the kernel's files: not their names are wanted, but what is found of them, proven and
	 * unpacked. */
	bool is_whole;
	struct bytes image;
	const char *image_path;
};

enum { KERNEL_REFS = 2, OTHER_REFS_MAX = 4 };

struct symbols {
	struct symbols_source src;
	struct arena arena;  /* identities and reasons */
	struct arena tables; /* what was parsed, and names; until symbols_finish() */
	const char **debug_dirs;
	uint32_t n_debug_dirs;
	struct file **files;
	uint32_t n_files, cap_files;
	struct bytes *maps; /* mapped until symbols_finish() */
	uint32_t n_maps, cap_maps;
	struct {
		bool read;
		enum symbols_miss state;
		const char *why;
		struct names names;
		uint64_t refs[KERNEL_REFS]; /* addresses of _text and _stext; 0 = not there */
		uint32_t n_other_refs;      /* that were asked for */
		bool is_here;   /* one of files[0, n_asked) is the kernel of these names, */
		uint64_t shift; /* and lay so far from where they have it */
		uint32_t n_asked;
	} kernel;
	struct table table;                /* identity -> files */
	struct symbols_embedded *embedded; /* by path in embedded_table */
	uint32_t n_embedded, cap_embedded;
	struct table embedded_table;
};

/* Map path: SYMBOLS_FOUND, or the reason and *why (may be NULL). The caller then hands it to
 * source_keep(), parsed, to be unmapped by symbols_finish(), or unmaps it. */
enum symbols_miss source_map(struct symbols *s, const char *path, struct bytes *out,
                             const char **why);
void source_keep(struct symbols *s, struct bytes b);
/* user.c: the path to open for a USER file; *deleted: another file may be there by now. */
const char *user_path(struct symbols *s, const struct symbols_id *id, bool *deleted);
/* That with symfs in front; the vdso has none. */
const char *user_place(struct symbols *s, const struct file *f, bool *deleted);
/* Map and parse an ELF file into *out, if it is the recorded one; proof: one without a build-id is
 * not. */
enum symbols_miss user_file_read(struct symbols *s, struct file *f, const char *path, bool proof,
                                 struct elf_file *out);
/* That of the recorded file: where it was recorded, else in the cache of files. */
enum symbols_miss user_file_find(struct symbols *s, struct file *f, const char *path, bool deleted,
                                 struct elf_file *out);
/* The parsed file of an opened USER or VDSO one, which was not looked at yet where its names came
 * with the recording. */
bool user_file_itself(struct symbols *s, struct file *f, struct elf_file *out);
/* A registered file, opened. */
struct file *file_at(struct symbols *s, uint32_t at);
/* What is added to a virtual address of the file to give one as the caller states them; false when
 * the file has nothing there. */
bool place_in_file(const struct file *f, uint64_t addr, uint64_t *place);
/* Fill state, why, names and what belongs to them; and without what the recording brings. */
void file_open(struct symbols *s, struct file *f);
void file_open_itself(struct symbols *s, struct file *f);
/* What a file whose names came with the recording is beside them, when its build-id proves it; NULL
 * = it came with none. A recorder knows of addresses that are found only when stacks are unwound
 * nothing. */
struct file *file_beside(struct symbols *s, struct file *f);
/* From what the recording brings; false = it has nothing for the file. */
bool file_open_embedded(struct symbols *s, struct file *f);
void file_open_kernel(struct symbols *s, struct file *f);
/* Is the kernel of this build-id the one kallsyms speaks of? */
bool kernel_proven(struct symbols *s, const struct build_id *id, const char **why);
/* Its name, of "[ext4]" or ".../ext4.ko.xz": ext4. */
void module_of(struct file *f);
void file_open_module(struct symbols *s, struct file *f);
/* From files of the recorded kernel. True, or why not in f. proof: the build-id has to agree. */
bool file_open_vmlinux(struct symbols *s, struct file *f, const char *path, bool proof);
bool file_find_vmlinux(struct symbols *s, struct file *f); /* where distributions put it */
bool file_open_ko(struct symbols *s, struct file *f);      /* f->module is known */
/* The same of the kernel and a module, from the cache of files. */
bool file_open_cached_kernel(struct symbols *s, struct file *f);
bool file_open_cached_module(struct symbols *s, struct file *f);
/* Take the names of the kernel's or a module's file at path, and its addresses. True, or why not in
 * f. */
bool image_open(struct symbols *s, struct file *f, const char *path, bool module, bool proof);
/* The path in the cache of what belongs to a file (elf, debug, kallsyms, vdso); NULL = there is no
 * cache, or the build-id is not known. */
const char *cache_path(struct symbols *s, const struct build_id *id, const char *what);
/* Fill s->debug_dirs. */
void debug_dirs_init(struct symbols *s);
/* The path in one of them of what belongs to a build-id, which is given as more than two digits. */
const char *debug_path(struct symbols *s, uint32_t dir, const char *hex, const char *suffix);
/* A separate debug file with a .symtab for the ELF file at path (without symfs; elf NULL = path is
 * not there). build_id: known to be the file's, n = 0 = none. True and *out when one is proven to
 * belong to it. */
bool debug_file_find(struct symbols *s, const char *path, const struct elf_file *elf,
                     const struct build_id *build_id, struct elf_file *out);
/* The file that dwz(1) made of what several have in common: the one at path (without symfs) calls
 * it name, which may be a path or start from the folder of path, and tells its build-id. True and
 * its image, which is kept; *differs: one is where it should be that is another. */
bool debug_alt_find(struct symbols *s, const char *path, const char *name,
                    const struct build_id *id, struct bytes *out, bool *differs);
/* The package of split debugging information (.dwp) of the program at path (without symfs): beside
 * it, or where its separate debug files are. True and its image, which is kept; each unit in it has
 * yet to prove itself. */
bool debug_package_find(struct symbols *s, const char *path, const struct build_id *id,
                        struct bytes *out);

#endif

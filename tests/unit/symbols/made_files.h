/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file system of made-up files for the resolver, and what is to be found in them. */
#ifndef MADE_FILES_H
#define MADE_FILES_H

#include "../tap.h"

#include <errno.h>
#include <stdlib.h>

#include "elf_make.h"
#include "symbols/internal.h"

#define N(v) (sizeof(v) / sizeof *(v))
#define NOTE(id) "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0" id

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

static inline void files_clear(void)
{
	while (n_made)
		free(made[--n_made]);
	n_files = 0;
}

static inline int map(void *ctx, const char *path, struct bytes *out, struct err *e)
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

static inline void unmap(struct bytes b)
{
	free(b.p);
	n_open--;
}

static inline void add_bytes(const char *path, const void *p, size_t n)
{
	files[n_files++] = (struct a_file){ path, p, n, 0 };
}

static inline void add_text(const char *path, const char *text)
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

static inline void add_elf(const char *path, const struct elf_make *m)
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

static inline struct build_id id_of(const char *bytes, uint8_t n_padded)
{
	struct build_id id = { .n = n_padded };
	memcpy(id.id, bytes, 4);
	return id;
}

static const struct symbols_source plain = { .map = map, .unmap = unmap, .demangle = true };

static inline void expect(struct symbols *s, const struct symbols_id *id, uint64_t addr,
                          enum symbols_miss want, const char *name, uint64_t start,
                          const char *what)
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

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names in a recording. Any bytes as the section: no crash, and names that are found cover the
 * address that was asked for. What is found there is written again: it reads the same.
 */
#include <assert.h>
#include <stdlib.h>

#include "data/write.h"
#include "output/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static int map_nothing(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx, (void)out;
	return err_set(e, ERR_SYS, "no '%s'", path);
}

static void unmap_nothing(struct bytes b)
{
	(void)b;
}

static void section_set(struct data *d, struct span section)
{
	*d = (struct data){ 0 };
	d->features[ABI_FEATURE_SIMPLEPERF_FILE2 / 64] = 1ull << ABI_FEATURE_SIMPLEPERF_FILE2 % 64;
	d->feature[ABI_FEATURE_SIMPLEPERF_FILE2] = section;
}

/* The next file that has a path: one may begin with a NUL byte. */
static int next_file(struct data *d, uint64_t *at, struct data_embedded *f)
{
	int rc;
	while ((rc = data_embedded_next(d, at, f)) == 0 && !*f->path)
		;
	return rc;
}

/* The same names and places once more, as far as they can be had in another order of fields. */
static void write_again(struct data *d, struct buf *out)
{
	struct data_embedded f;
	struct data_embedded_symbol s;
	uint64_t at = 0;
	while (next_file(d, &at, &f) == 0) {
		struct write_embedded w = { .path = f.path,
			                    .kind = f.kind,
			                    .min_vaddr = f.min_vaddr,
			                    .min_off = f.min_off,
			                    .build_id = f.build_id };
		size_t size_at = write_embedded(out, &w);
		while (data_embedded_symbol(&f, &s)) {
			char *name = strndup((const char *)(s.name.n ? s.name.p : (const void *)""),
			                     s.name.n);
			write_embedded_symbol(out, s.addr, s.len, name);
			free(name);
		}
		write_embedded_end(out, size_at);
	}
}

static void reads_same(struct data *a, struct data *b)
{
	struct data_embedded f, g;
	struct data_embedded_symbol s, t;
	uint64_t at_a = 0, at_b = 0;
	while (next_file(a, &at_a, &f) == 0) {
		assert(next_file(b, &at_b, &g) == 0);
		assert(strcmp(f.path, g.path) == 0 && f.kind == g.kind &&
		       f.min_vaddr == g.min_vaddr);
		assert(span_equal(f.build_id, g.build_id));
		while (data_embedded_symbol(&f, &s)) {
			assert(data_embedded_symbol(&g, &t) && s.addr == t.addr && s.len == t.len);
			assert(span_strnlen(s.name) == t.name.n);
		}
		assert(!data_embedded_symbol(&g, &t));
	}
	assert(next_file(b, &at_b, &g) == 1);
}

/* Each file is asked for each symbol's first and last byte. */
static void resolve(struct data *d)
{
	struct session session = { .data = d };
	struct symbols_source src = { .map = map_nothing,
		                      .unmap = unmap_nothing,
		                      .demangle = true };
	struct symbols *resolver = symbols_new(&src);
	struct places places;
	struct data_embedded f;
	struct data_embedded_symbol s;
	uint64_t at = 0;
	places_init(&places, &session, resolver);
	places_embed(&places);
	while (data_embedded_next(d, &at, &f) == 0)
		for (int kind = SYMBOLS_USER; kind < SYMBOLS_NONE; kind++) {
			struct symbols_id id = { .kind = (enum symbols_kind)kind, .path = f.path };
			uint32_t file = symbols_file(resolver, &id);
			struct data_embedded rest = f;
			for (int i = 0; i < 64 && data_embedded_symbol(&rest, &s); i++) {
				struct symbols_name name;
				uint64_t addr = s.addr - f.min_vaddr + f.min_off +
				                (i & 1 ? s.len - 1 : 0);
				if (symbols_find(resolver, file, addr, &name) == SYMBOLS_FOUND)
					assert(addr - name.start < name.end - name.start &&
					       *name.name);
			}
		}
	places_release(&places);
	symbols_free(resolver);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct data d, again;
	struct buf out = { 0 };
	section_set(&d, span_of(bytes, n));
	write_again(&d, &out);
	section_set(&again, span_of(out.p, out.n));
	reads_same(&d, &again);
	resolve(&d);
	arena_release(&d.arena);
	arena_release(&again.arena);
	buf_release(&out);
	return 0;
}

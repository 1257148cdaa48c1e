// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What debugging information tells of addresses: source lines, and the functions that were inlined.
 * Each address is looked up once; those that are told the same share a site, and a function is told
 * apart by its site, so that whoever works with functions need not know of addresses.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

enum { INLINED_MAX = 64 }; /* frames of one address */

static const struct site none = { .line = TABLE_NONE, .path = TABLE_NONE };

void sites_release(struct sites *s)
{
	free(s->v);
	free(s->inlined);
	free(s->addresses);
	free(s->plain);
	table_release(&s->table);
	table_release(&s->address_table);
	*s = (struct sites){ 0 };
}

/* The site of a line with x.n functions in it, which are copied. */
static uint32_t site_intern(struct sites *s, struct site x, const uint32_t *functions)
{
	if (x.line == TABLE_NONE && !x.n)
		return 0;
	uint64_t hash = hash_bytes(functions, x.n * sizeof *functions,
	                           hash_mix((uint64_t)x.line << 32 | x.path, x.n));
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->table, hash, &i)) != TABLE_NONE) {
		const struct site *k = &s->v[id];
		if (k->line == x.line && k->path == x.path && k->n == x.n &&
		    (!x.n ||
		     memcmp(s->inlined + k->first, functions, x.n * sizeof *functions) == 0))
			return id;
	}
	if (!s->n) { /* 0 is none */
		VEC_ROOM(s->v, s->n, s->cap);
		s->v[s->n++] = none;
	}
	x.first = s->n_inlined;
	for (uint32_t k = 0; k < x.n; k++) {
		VEC_ROOM(s->inlined, s->n_inlined, s->cap_inlined);
		s->inlined[s->n_inlined++] = functions[k];
	}
	VEC_ROOM(s->v, s->n, s->cap);
	s->v[s->n] = x;
	table_add(&s->table, hash, s->n);
	return s->n++;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* The site of a frame's line alone, if lines are wanted. */
static struct site line_site(struct places *p, const struct line_frame *f)
{
	struct buf b = { 0 };
	struct site x = none;
	if (!(p->sites.wanted & SITES_LINES) || !f->path)
		return x;
	bool whole = p->sites.wanted & SITES_FULL_PATH;
	if (whole && f->dir) {
		buf_str(&b, f->dir);
		buf_char(&b, '/');
	}
	buf_str(&b, whole ? f->path : last_part(f->path));
	x.path = intern_n(&p->texts, b.p, b.n);
	buf_char(&b, ':');
	buf_u64(&b, f->line);
	x.line = intern_n(&p->texts, b.p, b.n);
	buf_release(&b);
	return x;
}

/* A function that was inlined into another: one for all places it was inlined at, but for their
 * lines. */
static uint32_t inlined_function(struct places *p, const struct function *into,
                                 const struct line_frame *f)
{
	struct function x = { .file = into->file,
		              .name = intern(&p->texts, f->name ? f->name : "[unknown]"),
		              .mode = into->mode,
		              .is_inlined = true };
	return function_with_site(p, function_intern(p, x),
	                          site_intern(&p->sites, line_site(p, f), NULL));
}

static uint32_t site_look_up(struct places *p, uint32_t function, uint64_t addr)
{
	struct line_frame frames[INLINED_MAX];
	uint32_t functions[INLINED_MAX];
	struct function f = p->functions[function];
	bool inlined = p->sites.wanted & SITES_INLINED;
	uint32_t n = symbols_lines(p->resolver, p->files[f.file].handle - 1, addr, inlined, frames,
	                           INLINED_MAX);
	struct site x = n ? line_site(p, &frames[0]) : none;
	/* Where there is no line, it is told how far into the function, as perf does. */
	if ((p->sites.wanted & SITES_LINES) && x.line == TABLE_NONE) {
		struct buf b = { 0 };
		buf_str(&b, intern_str(&p->texts, f.name));
		buf_char(&b, '+');
		buf_u64(&b, addr - f.start);
		x.line = intern_n(&p->texts, b.p, b.n);
		buf_release(&b);
	}
	if (n > 1 && inlined) {
		for (x.n = 0; x.n < n - 1; x.n++)
			functions[x.n] = inlined_function(p, &f, &frames[x.n]);
		functions[x.n++] = function_with_site(
			p, function, site_intern(&p->sites, line_site(p, &frames[n - 1]), NULL));
	}
	return site_intern(&p->sites, x, functions);
}

static uint32_t site_of(struct places *p, uint32_t function, uint64_t addr)
{
	struct sites *s = &p->sites;
	uint64_t hash = hash_mix(addr, function);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&s->address_table, hash, &i)) != TABLE_NONE)
		if (s->addresses[id].addr == addr && s->addresses[id].function == function)
			return s->addresses[id].site;
	uint32_t site = site_look_up(p, function, addr);
	VEC_ROOM(s->addresses, s->n_addresses, s->cap_addresses);
	s->addresses[s->n_addresses] = (struct site_address){ addr, function, site };
	table_add(&s->address_table, hash, s->n_addresses++);
	return site;
}

uint32_t function_with_site(struct places *p, uint32_t function, uint32_t site)
{
	struct sites *s = &p->sites;
	struct function f = p->functions[function];
	if (!site)
		return function;
	f.site = site;
	uint32_t id = function_intern(p, f);
	if (id >= s->n_plain) {
		s->plain = mem_resize(s->plain, p->cap_functions, sizeof *s->plain);
		memset(s->plain + s->n_plain, 0,
		       (p->cap_functions - s->n_plain) * sizeof *s->plain);
		s->n_plain = p->cap_functions;
	}
	s->plain[id] = function + 1;
	return id;
}

uint32_t function_at_site(struct places *p, uint32_t function, uint64_t addr)
{
	return function_with_site(p, function, site_of(p, function, addr));
}

uint32_t function_expand(const struct places *p, const uint32_t *function, const uint32_t **out)
{
	const struct function *f = &p->functions[*function];
	const struct site *x = f->site ? &p->sites.v[f->site] : NULL;
	*out = x && x->n ? p->sites.inlined + x->first : function;
	return x && x->n ? x->n : 1;
}

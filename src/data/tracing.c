// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The tracing data section: a magic, the version, the shape of the machine, and the files of
 * tracefs one after the other, each with its length in front.
 */
#include "data/tracing.h"

#include <stdlib.h>

#include "base/alloc.h"

struct cursor {
	struct span left, all;
	bool swap;
};

static bool take_number(struct cursor *c, unsigned n, uint64_t *v)
{
	struct span s;
	if (!span_take(&c->left, n, &s))
		return false;
	if (n == 1)
		*v = *s.p;
	else if (n == 4)
		*v = c->swap ? __builtin_bswap32(load32(s.p)) : load32(s.p);
	else
		*v = c->swap ? __builtin_bswap64(load64(s.p)) : load64(s.p);
	return true;
}

/* A length of n bytes and that much. */
static bool take_blob(struct cursor *c, unsigned n, struct span *out)
{
	uint64_t size;
	return take_number(c, n, &size) && span_take(&c->left, size, out);
}

/* A text with its NUL byte, which is not in *out. */
static bool take_text(struct cursor *c, struct span *out)
{
	size_t n = span_strnlen(c->left);
	struct span nul;
	return n < c->left.n && span_take(&c->left, n, out) && span_take(&c->left, 1, &nul);
}

static int cut(const struct cursor *c, struct err *e)
{
	return err_corrupt(e, (uint64_t)(c->left.p - c->all.p), "the tracing data is cut");
}

/* The value of the line "WORD value" in a format file. */
static struct span line_of(struct span text, const char *word)
{
	size_t n = strlen(word);
	while (text.n) {
		const unsigned char *end = memchr(text.p, '\n', text.n);
		size_t len = end ? (size_t)(end - text.p) : text.n;
		if (len > n && memcmp(text.p, word, n) == 0)
			return span_of(text.p + n, len - n);
		text.p += len + (end != NULL);
		text.n -= len + (end != NULL);
	}
	return (struct span){ 0 };
}

struct reading {
	struct tracing *t;
	struct tracing_event *v;
	uint32_t n, cap;
};

static void add_event(struct reading *r, struct span system, struct span format)
{
	struct span name = line_of(format, "name: "), id = line_of(format, "ID: ");
	uint64_t number = 0;
	if (!name.n || !id.n || id.n > 10 || r->n == TRACING_EVENTS_MAX)
		return;
	for (size_t i = 0; i < id.n; i++) {
		if (id.p[i] < '0' || id.p[i] > '9')
			return;
		number = 10 * number + (uint64_t)(id.p[i] - '0');
	}
	VEC_ROOM(r->v, r->n, r->cap);
	r->v[r->n++] = (struct tracing_event){
		.system = system, .name = name, .id = number, .format = format
	};
}

/* A count of n events of a system. */
static bool read_system(struct cursor *c, struct reading *r, struct span system)
{
	uint64_t n;
	struct span format;
	if (!take_number(c, 4, &n))
		return false;
	for (uint64_t i = 0; i < n; i++) {
		if (!take_blob(c, 8, &format))
			return false;
		add_event(r, system, format);
	}
	return true;
}

static bool read_events(struct cursor *c, struct reading *r)
{
	uint64_t n;
	struct span system;
	if (!read_system(c, r, span_str("ftrace")) || !take_number(c, 4, &n))
		return false;
	for (uint64_t i = 0; i < n; i++)
		if (!take_text(c, &system) || !read_system(c, r, system))
			return false;
	return true;
}

/* Version 0.6 has the names of threads behind the rest. */
static bool has_cmdlines(struct span version)
{
	return version.n != 3 || memcmp(version.p, "0.6", 3) >= 0;
}

static bool read_files(struct cursor *c, struct reading *r, struct span version)
{
	struct span name, skipped;
	for (int i = 0; i < 2; i++) /* header_page and header_event: of rings, not of samples */
		if (!take_text(c, &name) || !take_blob(c, 8, &skipped))
			return false;
	return read_events(c, r) && take_blob(c, 4, &r->t->kallsyms) &&
	       take_blob(c, 4, &r->t->printk) &&
	       (!has_cmdlines(version) || take_blob(c, 8, &r->t->cmdlines));
}

/* Events by id; the first that has it has it. */
static void keep_events(struct reading *r, struct arena *a)
{
	struct tracing *t = r->t;
	t->events = arena_new(a, r->n * sizeof *t->events);
	if (r->n)
		memcpy(t->events, r->v, r->n * sizeof *t->events);
	for (; t->n_events < r->n; t->n_events++) {
		uint64_t id = t->events[t->n_events].id;
		if (!tracing_find(t, id))
			table_add(&t->ids, hash_mix(id, 0), t->n_events);
	}
	free(r->v);
}

int tracing_read(struct span section, struct arena *a, struct tracing *out, struct err *e)
{
	static const char magic[] = "\027\010\104tracing";
	struct cursor c = { .left = section, .all = section };
	struct reading r = { .t = out };
	struct span start, version;
	uint64_t is_big, long_bytes, page_bytes;
	*out = (struct tracing){ .long_bytes = 8 };
	if (!span_take(&c.left, sizeof magic - 1, &start) ||
	    memcmp(start.p, magic, sizeof magic - 1) != 0)
		return err_corrupt(e, 0, "the tracing data does not begin as it should");
	if (!take_text(&c, &version) || !take_number(&c, 1, &is_big) ||
	    !take_number(&c, 1, &long_bytes))
		return cut(&c, e);
	out->is_big = is_big != 0;
	c.swap = out->is_big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (long_bytes != 4 && long_bytes != 8)
		return err_corrupt(e, (uint64_t)(c.left.p - c.all.p) - 1,
		                   "the tracing data states a long of %u bytes",
		                   (unsigned)long_bytes);
	out->long_bytes = (uint8_t)long_bytes;
	if (!take_number(&c, 4, &page_bytes))
		return cut(&c, e);
	out->page_bytes = (uint32_t)page_bytes;
	bool whole = read_files(&c, &r, version);
	keep_events(&r, a);
	return whole ? 0 : cut(&c, e);
}

void tracing_release(struct tracing *t)
{
	table_release(&t->ids);
	*t = (struct tracing){ 0 };
}

struct tracing_event *tracing_find(const struct tracing *t, uint64_t id)
{
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&t->ids, hash_mix(id, 0), &i)) != TABLE_NONE)
		if (t->events[at].id == id)
			return &t->events[at];
	return NULL;
}

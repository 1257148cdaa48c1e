// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jitdump: what a process with generated code says about it in more words than a perf map, with
 * times and the code itself (Linux, tools/perf/Documentation/jitdump-specification.txt).
 *
 * A header, then records, each with (u32 id, u32 whole size, u64 time) before it. Two of them tell
 * where code lies: CODE_LOAD gives it a number and a name, CODE_MOVE has the number. Threads write
 * them as they come: their times decide.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/internal.h"

enum {
	HEADER_BYTES = 40,
	HEADER_SIZE_OFF = 8,
	RECORD_BYTES = 16,
	LOAD_BYTES = 40, /* of a CODE_LOAD before its name */
	MOVE_BYTES = 48,
	ID_LOAD = 0,
	ID_MOVE = 1,
};

#define MAGIC 0x4a695444u

struct dump {
	bool swap;
	struct arena *a;
	struct symbol *v; /* in the order of the file */
	uint64_t *times;
	uint32_t n, cap, cap_times;
	struct table by_number; /* of code: index in codes */
	struct code {
		uint64_t number;
		const char *name;
	} *codes;
	uint32_t n_codes, cap_codes;
};

static uint32_t u32_at(const struct dump *d, const unsigned char *p)
{
	return d->swap ? __builtin_bswap32(load32(p)) : load32(p);
}

static uint64_t u64_at(const struct dump *d, const unsigned char *p)
{
	return d->swap ? __builtin_bswap64(load64(p)) : load64(p);
}

static void add_line(struct dump *d, uint64_t time, uint64_t start, uint64_t size, const char *name)
{
	if (!size || size > UINT64_MAX - start)
		return;
	VEC_ROOM(d->v, d->n, d->cap);
	VEC_ROOM(d->times, d->n, d->cap_times);
	d->v[d->n] = (struct symbol){
		.start = start, .end = start + size, .name = name, .kind = SYMBOL_FUNC, .bind = 1
	};
	d->times[d->n++] = time;
}

/* The number's latest code; NULL = none. */
static struct code *code_of(struct dump *d, uint64_t number)
{
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&d->by_number, hash_mix(number, 3), &i)) != TABLE_NONE)
		if (d->codes[at].number == number)
			return &d->codes[at];
	return NULL;
}

static void number_code(struct dump *d, uint64_t number, const char *name)
{
	struct code *known = code_of(d, number);
	if (known) {
		known->name = name;
		return;
	}
	VEC_ROOM(d->codes, d->n_codes, d->cap_codes);
	d->codes[d->n_codes] = (struct code){ number, name };
	table_add(&d->by_number, hash_mix(number, 3), d->n_codes++);
}

/* pid, tid, vma, address, size, number, name. */
static void code_load(struct dump *d, uint64_t time, struct span body)
{
	struct span head;
	if (!span_take(&body, LOAD_BYTES, &head))
		return;
	size_t n = span_strnlen(body);
	if (!n || n == body.n || n > NAME_BYTES_MAX)
		return;
	const char *name = arena_dup(d->a, body.p, n);
	number_code(d, u64_at(d, head.p + 32), name);
	add_line(d, time, u64_at(d, head.p + 16), u64_at(d, head.p + 24), name);
}

/* pid, tid, vma, old address, new address, size, number. */
static void code_move(struct dump *d, uint64_t time, struct span body)
{
	if (body.n < MOVE_BYTES)
		return;
	const struct code *code = code_of(d, u64_at(d, body.p + 40));
	if (code)
		add_line(d, time, u64_at(d, body.p + 24), u64_at(d, body.p + 32), code->name);
}

static int read_records(struct dump *d, struct span left, struct err *e)
{
	struct span head, body;
	while (left.n >= RECORD_BYTES) {
		uint32_t size = u32_at(d, left.p + 4);
		if (size < RECORD_BYTES || !span_take(&left, size, &body))
			return 0; /* it was being written */
		span_take(&body, RECORD_BYTES, &head);
		if (d->n == SYMBOLS_MAX)
			return err_set(e, ERR_LIMIT, "more than %u pieces of code", d->n);
		if (u32_at(d, head.p) == ID_LOAD)
			code_load(d, u64_at(d, head.p + 8), body);
		else if (u32_at(d, head.p) == ID_MOVE)
			code_move(d, u64_at(d, head.p + 8), body);
	}
	return 0;
}

/* In order of time behind what is there. */
static void give_lines(const struct dump *d, struct code_lines *out)
{
	struct sort_pair *order = mem_resize(NULL, 2 * (size_t)d->n, sizeof *order);
	for (uint32_t i = 0; i < d->n; i++)
		order[i] = (struct sort_pair){ d->times[i], i };
	sort_pairs(order, order + d->n, d->n);
	for (uint32_t i = 0; i < d->n && out->n < SYMBOLS_MAX; i++) {
		VEC_ROOM(out->v, out->n, out->cap);
		out->v[out->n++] = d->v[order[i].value];
	}
	free(order);
}

int jitdump_lines(struct span dump, struct arena *a, struct code_lines *out, struct err *e)
{
	struct dump d = { .a = a };
	uint32_t magic = dump.n >= HEADER_BYTES ? load32(dump.p) : 0;
	d.swap = magic == __builtin_bswap32(MAGIC);
	if (magic != MAGIC && !d.swap)
		return err_corrupt(e, 0, "not a jitdump file");
	uint32_t header = u32_at(&d, dump.p + HEADER_SIZE_OFF);
	if (header < HEADER_BYTES || header > dump.n)
		return err_corrupt(e, HEADER_SIZE_OFF, "a jitdump header of %u bytes", header);
	int rc = read_records(&d, span_behind(dump, header), e);
	if (rc == 0)
		give_lines(&d, out);
	table_release(&d.by_number);
	free(d.codes);
	free(d.v);
	free(d.times);
	return rc;
}

int jitdump_parse(struct span dump, struct arena *a, struct symtab *out, struct err *e)
{
	return code_parse(jitdump_lines, dump, a, out, e);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of recordings, made by hand in either byte order. A test program uses what it needs. */
#ifndef PMREC_TESTS_MAKE_H
#define PMREC_TESTS_MAKE_H

#include <stdlib.h>

#include "base/buf.h"
#include "data/internal.h"

#define UNUSED __attribute__((unused))

struct make {
	struct buf b;
	bool big;
};

static void put(struct make *m, unsigned width, uint64_t v)
{
	for (unsigned i = 0; i < width; i++)
		buf_char(&m->b, (char)(v >> 8 * (m->big ? width - 1 - i : i)));
}

UNUSED static void put64s(struct make *m, const uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put(m, 8, v[i]);
}

UNUSED static void put_text(struct make *m, const char *s)
{
	buf_str(&m->b, s);
	buf_fill(&m->b, 0, 8 - strlen(s) % 8);
}

/* A record from here to record_end(), which states its size. */
UNUSED static size_t record_begin(struct make *m, uint32_t type, uint16_t misc)
{
	size_t at = m->b.n;
	put(m, 4, type);
	put(m, 2, misc);
	put(m, 2, 0);
	return at;
}

UNUSED static void record_end(struct make *m, size_t at)
{
	size_t n = m->b.n - at;
	m->b.p[at + 6] = (char)(m->big ? n >> 8 : n);
	m->b.p[at + 7] = (char)(m->big ? n : n >> 8);
}

UNUSED static void put_record(struct make *m, uint32_t type, uint16_t misc, const uint64_t *words,
                              size_t n)
{
	size_t at = record_begin(m, type, misc);
	put64s(m, words, n);
	record_end(m, at);
}

struct make_attr {
	uint32_t type, size;
	uint64_t config, sample_type, read_format, flags;
	uint64_t branch, regs_user, regs_intr;
	uint64_t ids[4];
	uint32_t n_ids;
};

/* Fields of these widths, the first at bit 0, as C's bit fields lie on a big-endian machine: the
 * first at the top, each with its highest bit first. */
static uint64_t from_the_top(uint64_t v, const uint8_t *widths)
{
	uint64_t r = 0;
	for (unsigned at = 0; at < 64; at += *widths++)
		r = (*widths < 64 ? r << *widths : 0) | (v >> at & (UINT64_MAX >> (64 - *widths)));
	return r;
}

/* The flags of an attr: a bit each, but for precise_ip. */
static uint64_t mirrored(uint64_t v)
{
	uint8_t widths[63];
	memset(widths, 1, sizeof widths);
	widths[15] = 2;
	return from_the_top(v, widths);
}

/* perf_event_attr of include/uapi/linux/perf_event.h, field by field. */
UNUSED static void put_attr(struct make *m, const struct make_attr *a)
{
	size_t from = m->b.n, n = a->size ? a->size : 64;
	put(m, 4, a->type);
	put(m, 4, a->size);
	put(m, 8, a->config);
	put(m, 8, 1000);
	put(m, 8, a->sample_type);
	put(m, 8, a->read_format);
	put(m, 8, m->big ? mirrored(a->flags) : a->flags);
	put(m, 4, 0);
	put(m, 4, 0);
	put(m, 8, 0);
	put(m, 8, 0);
	put(m, 8, a->branch);
	put(m, 8, a->regs_user);
	put(m, 4, 0);
	put(m, 4, 0);
	put(m, 8, a->regs_intr);
	for (int i = 0; i < 5; i++)
		put(m, 8, 0);
	m->b.n = from + n;
}

/* The whole of a file: attrs, the records in *records, and feature sections in order of their
 * numbers. */
struct make_feature {
	unsigned number;
	const struct make *bytes;
};

UNUSED static void put_file(struct make *m, const struct make_attr *attrs, uint32_t n,
                            const struct make *records, const struct make_feature *features,
                            uint32_t n_features)
{
	uint64_t at = 104, bits = 0, size = (attrs[0].size ? attrs[0].size : 64) + 16u;
	uint64_t data_at = at + n * size,
		 ids_at = data_at + records->b.n + 16 * (uint64_t)n_features;
	for (uint32_t i = 0; i < n_features; i++)
		bits |= 1ull << features[i].number;
	put(m, 8, 0x32454c4946524550);
	put64s(m,
	       (uint64_t[]){ 104, size, at, n * size, data_at, records->b.n, 0, 0, bits, 0, 0, 0 },
	       12);
	uint64_t id_at = ids_at;
	for (uint32_t i = 0; i < n; i++) {
		put_attr(m, &attrs[i]);
		put64s(m, (uint64_t[]){ id_at, 8 * attrs[i].n_ids }, 2);
		id_at += 8 * attrs[i].n_ids;
	}
	buf_add(&m->b, records->b.p, records->b.n);
	for (uint32_t i = 0; i < n_features; i++) {
		put64s(m, (uint64_t[]){ id_at, features[i].bytes->b.n }, 2);
		id_at += features[i].bytes->b.n;
	}
	for (uint32_t i = 0; i < n; i++)
		put64s(m, attrs[i].ids, attrs[i].n_ids);
	for (uint32_t i = 0; i < n_features; i++)
		buf_add(&m->b, features[i].bytes->b.p, features[i].bytes->b.n);
}

/* Open the first n of the bytes, in memory of their own size so that a sanitizer sees a read past
 * them. */
UNUSED static int open_bytes(struct data *d, const struct make *m, size_t n, struct err *e)
{
	unsigned char *p = malloc(n ? n : 1);
	for (size_t i = 0; i < n; i++)
		p[i] = (unsigned char)m->b.p[i];
	return data_open(d, (struct bytes){ .p = p, .n = n }, e);
}

UNUSED static int open_made(struct data *d, const struct make *m, struct err *e)
{
	return open_bytes(d, m, m->b.n, e);
}

UNUSED static void close_made(struct data *d)
{
	free(d->bytes.p);
	data_close(d);
}

#endif

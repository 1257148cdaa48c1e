// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * COMPRESSED records, taken apart by libzstd alone. Their layout: tools/perf/Documentation/
 * perf.data-file-format.txt, PERF_RECORD_COMPRESSED (81) and PERF_RECORD_COMPRESSED2 (83).
 */
#include "../tap.h"

#include <stdlib.h>
#include <zstd.h>

#include "data/write.h"

enum { MOST = 2 << 20, RECORD_INFLATED_MAX = 512 << 10 };

/* Bytes that compress to about half. */
static void fill(char *p, size_t n)
{
	uint32_t x = 1;
	for (size_t i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		p[i] = (char)(x >> 28);
	}
}

struct walk {
	size_t n_out, n_records, most;
	bool whole; /* each record is well formed, and the last ends a frame */
	char *out;
};

static void inflate(struct walk *w, const struct buf *b, bool old_form)
{
	ZSTD_DStream *z = ZSTD_createDStream();
	size_t hint = 0;
	w->whole = true;
	for (size_t at = 0, size; at < b->n && w->whole; at += size, w->n_records++) {
		const char *p = b->p + at;
		size = load16(p + 6);
		size_t head = old_form ? 8 : 16;
		uint64_t n = old_form ? size - head : load64(p + 8);
		w->whole = load32(p) == (old_form ? 81 : 83) && size <= b->n - at && size > head &&
		           n <= size - head && (old_form || (size % 8 == 0 && size - head - n < 8));
		ZSTD_inBuffer in = { p + head, n, 0 };
		ZSTD_outBuffer out = { w->out + w->n_out, MOST - w->n_out, 0 };
		do
			hint = ZSTD_decompressStream(z, &out, &in);
		while (!ZSTD_isError(hint) && in.pos < in.size);
		w->whole = w->whole && !ZSTD_isError(hint);
		w->n_out += out.pos;
		if (out.pos > w->most)
			w->most = out.pos;
	}
	w->whole = w->whole && hint == 0;
	ZSTD_freeDStream(z);
}

static void check(size_t n_a, size_t n_b, int level, bool old_form, size_t least_records)
{
	char *raw = malloc(n_a + n_b + 1), *back = malloc(MOST);
	struct write_zstd *z = write_zstd_new(level, old_form);
	struct buf b = { 0 };
	struct walk w = { .out = back };
	if (!raw || !back)
		exit(1);
	fill(raw, n_a + n_b);
	write_zstd(z, &b, span_of(raw, n_a), span_of(raw + n_a, n_b));
	inflate(&w, &b, old_form);
	ok(w.whole && w.n_out == n_a + n_b && memcmp(back, raw, n_a + n_b) == 0,
	   "%zu and %zu bytes, level %d, form %d", n_a, n_b, level, old_form ? 1 : 2);
	ok(w.n_records >= least_records && w.most <= RECORD_INFLATED_MAX,
	   "in %zu records, at least %zu, none above the bound", w.n_records, least_records);
	write_zstd_free(z);
	buf_release(&b);
	free(raw);
	free(back);
}

int main(void)
{
	for (int old_form = 0; old_form < 2; old_form++) {
		check(8, 0, 1, old_form, 1);
		check(0, 8, 1, old_form, 1);
		check(1000, 24, 1, old_form, 1);
		check(400000, 8, 1, old_form, 2);
		check(300000, 900000, 1, old_form, 3);
		check(1200000, 300000, 19, old_form, 3);
	}
	struct buf b = { 0 };
	struct write_zstd *z = write_zstd_new(1, false);
	write_zstd(z, &b, (struct span){ 0 }, (struct span){ 0 });
	is_u64(b.n, 0, "nothing makes nothing");
	write_compressed(&b, 3, 1000, 250);
	is_u64(b.n, 20, "the section has five words");
	is_u64(load32(b.p + 4), 1, "zstd");
	is_u64(load32(b.p + 8), 3, "the level");
	is_u64(load32(b.p + 12), 4, "the ratio");
	is_u64(load32(b.p + 16), RECORD_INFLATED_MAX, "the bound");
	b.n = 0;
	write_compressed(&b, 3, 0, 0);
	is_u64(load32(b.p + 12), 0, "no ratio of nothing");
	write_zstd_free(z);
	write_zstd_free(NULL);
	buf_release(&b);
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* COMPRESSED records: how records lie in them must not matter; what cannot be inflated ends the
 * walk. */
#include <zstd.h>

#include "make.h"
#include "tests/unit/tap.h"

static const struct make_attr attr = { .type = 1, .size = 128, .sample_type = 7 };

static void put_packed(struct make *m, uint32_t type, const char *p, size_t n)
{
	size_t at = record_begin(m, type, 0);
	if (type == ABI_RECORD_COMPRESSED2)
		put(m, 8, n);
	buf_add(&m->b, p, n);
	if (type == ABI_RECORD_COMPRESSED2)
		buf_fill(&m->b, 0, -n % 8);
	record_end(m, at);
}

/* n records of numbered words, so that their order can be told. */
static void put_numbered(struct make *m, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		put_record(m, ABI_RECORD_LOST, 0, (uint64_t[]){ i, ~i }, 2);
}

/* The number of LOST records that come in order, or -1 when one does not. */
static int64_t count(struct data *d, struct err *e, int *rc)
{
	struct data_cursor c;
	struct record r;
	int64_t n = 0;
	data_cursor_init(&c, d);
	while ((*rc = data_next(&c, &r, e)) == 0)
		if (r.type == ABI_RECORD_LOST && n >= 0)
			n = r.n == 24 && load64(r.p + 8) == (uint64_t)n &&
			                    load64(r.p + 16) == ~(uint64_t)n
			            ? n + 1
			            : -1;
	data_cursor_release(&c);
	return n;
}

static void is_count(const struct make *records, bool big, int64_t want, const char *what)
{
	struct make m = { .big = big };
	struct data d;
	int rc;
	put_file(&m, &attr, 1, records, NULL, 0);
	open_made(&d, &m, NULL);
	is_u64((uint64_t)count(&d, NULL, &rc), (uint64_t)want, what);
	is_u64((uint64_t)rc, 1, "to the end");
	close_made(&d);
	buf_release(&m.b);
}

/* One frame in records of at most part bytes of it. */
static void put_parts(struct make *m, uint32_t type, const struct make *from, size_t part)
{
	size_t room = ZSTD_compressBound(from->b.n);
	char *p = malloc(room);
	size_t n = ZSTD_compress(p, room, from->b.p, from->b.n, 1);
	for (size_t at = 0; at < n; at += part)
		put_packed(m, type, p + at, n - at < part ? n - at : part);
	free(p);
}

static void test_frames(bool big)
{
	static const uint32_t types[] = { ABI_RECORD_COMPRESSED, ABI_RECORD_COMPRESSED2 };
	static const size_t parts[] = { 60000, 1000, 7, 1 };
	for (size_t t = 0; t < 2; t++)
		for (size_t i = 0; i < 4; i++) {
			struct make from = { .big = big }, m = { .big = big };
			put_numbered(&from, 300);
			put_parts(&m, types[t], &from, parts[i]);
			is_count(&m, big, 300,
			         big ? "a frame in parts, big-endian" : "a frame in parts");
			buf_release(&from.b);
			buf_release(&m.b);
		}
}

/* Frames of their own for any bytes of the records: those cut between two are joined. */
static void test_cut_records(void)
{
	struct make from = { 0 }, m = { 0 };
	put_numbered(&from, 100);
	for (size_t at = 0, n = 1; at < from.b.n; at += n, n = n % 61 + 1) {
		struct make piece = { 0 };
		buf_add(&piece.b, from.b.p + at, at + n < from.b.n ? n : from.b.n - at);
		put_parts(&m, ABI_RECORD_COMPRESSED, &piece, 60000);
		buf_release(&piece.b);
	}
	is_count(&m, false, 100, "frames that begin and end within records");
	buf_release(&from.b);
	buf_release(&m.b);
}

/* Sizes around those of the decoder's blocks (128 KB), after some bytes that were carried over. */
static void test_large(void)
{
	static const size_t carried[] = { 0, 8, 20 };
	for (size_t i = 0; i < 3; i++) {
		struct make from = { 0 }, m = { 0 }, head = { 0 }, tail = { 0 };
		put_numbered(&from, 2 * 131072 / 24 + 1);
		buf_add(&head.b, from.b.p, carried[i]);
		buf_add(&tail.b, from.b.p + carried[i], from.b.n - carried[i]);
		if (carried[i])
			put_parts(&m, ABI_RECORD_COMPRESSED, &head, 60000);
		put_parts(&m, ABI_RECORD_COMPRESSED, &tail, 60000);
		is_count(&m, false, 2 * 131072 / 24 + 1,
		         "what the decoder still holds when its input is used up");
		buf_release(&from.b);
		buf_release(&m.b);
		buf_release(&head.b);
		buf_release(&tail.b);
	}
}

/* Little that grows a lot: one record too large, and many that together are. */
static void test_bomb(void)
{
	static const struct {
		size_t n_bytes;
		int times;
	} rows[] = { { 300 << 20, 1 }, { 100 << 20, 3 } };
	for (size_t i = 0; i < 2; i++) {
		struct make from = { 0 }, m = { 0 }, records = { 0 };
		struct data d;
		struct err e = { 0 };
		int rc;
		for (size_t n = 0; n < rows[i].n_bytes / 8; n++)
			buf_add(&from.b, "\104\0\0\0\0\0\10\0", 8); /* FINISHED_ROUND */
		for (int k = 0; k < rows[i].times; k++)
			put_parts(&records, ABI_RECORD_COMPRESSED, &from, 60000);
		put_file(&m, &attr, 1, &records, NULL, 0);
		open_made(&d, &m, NULL);
		count(&d, &e, &rc);
		ok(rc == ERR_CORRUPT, "%zu MB of %zu KB: %s",
		   (size_t)rows[i].times * rows[i].n_bytes >> 20, m.b.n >> 10, e.text);
		close_made(&d);
		buf_release(&from.b);
		buf_release(&m.b);
		buf_release(&records.b);
	}
}

static void test_bad(void)
{
	struct make from = { 0 }, good = { 0 };
	put_numbered(&from, 5);
	put_parts(&good, ABI_RECORD_COMPRESSED2, &from, 60000);
	for (int i = 0; i < 4; i++) {
		struct make m = { 0 }, records = { 0 };
		struct data d;
		struct err e = { 0 };
		int rc;
		put_record(&records, ABI_RECORD_LOST, 0, (uint64_t[]){ 0, UINT64_MAX }, 2);
		size_t at = records.b.n;
		buf_add(&records.b, good.b.p, good.b.n);
		if (i == 0)
			memset(records.b.p + at + 16, 'x', 8); /* no frame */
		else if (i == 1)
			store64(records.b.p + at + 8, 1000); /* longer than the record */
		else if (i == 2)
			store64(records.b.p + at + 8, UINT64_MAX);
		else
			put_packed(&records, ABI_RECORD_COMPRESSED, "",
			           0); /* empty: nothing wrong with it */
		put_file(&m, &attr, 1, &records, NULL, 0);
		open_made(&d, &m, NULL);
		int64_t n = count(&d, &e, &rc);
		if (i == 3)
			ok(rc == 1, "an empty one is passed over");
		else
			ok(rc == ERR_CORRUPT && n == 1 && e.off == d.data_off + at,
			   "bad frame %d: %s", i, e.text);
		close_made(&d);
		buf_release(&m.b);
		buf_release(&records.b);
	}
	buf_release(&from.b);
	buf_release(&good.b);
}

int main(void)
{
	test_frames(false);
	test_frames(true);
	test_cut_records();
	test_large();
	test_bomb();
	test_bad();
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Attrs of every size and both byte orders; which event a record belongs to and where its time
 * lies. */
#include "make.h"
#include "tests/unit/tap.h"

/* Each field its own value, from the layout of perf_event_attr. */
static void put_numbered(struct make *m, uint32_t size)
{
	static const unsigned widths[] = { 4, 4, 8, 8, 8, 8, 8, 4, 4, 8, 8, 8,
		                           8, 4, 4, 8, 4, 2, 2, 4, 4, 8, 8, 8 };
	size_t from = m->b.n;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		uint64_t v = i == 1 ? size : 0x0101010101010100 + i;
		v &= UINT64_MAX >> (64 - 8 * widths[i]);
		put(m, widths[i], m->big && i == 6 ? mirrored(v) : v);
	}
	m->b.n = from + size;
}

static void test_decode(bool big)
{
	static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct make m = { .big = big };
		struct abi_attr a, want = { 0 };
		uint64_t w = 0x0101010101010100;
		uint32_t half = 0x01010100;
		put_numbered(&m, sizes[i]);
		const struct abi_attr all = {
			half,      sizes[i],  w + 2,       w + 3,       w + 4,
			w + 5,     w + 6,     half + 7,    half + 8,    w + 9,
			w + 10,    w + 11,    w + 12,      half + 13,   (int32_t)half + 14,
			w + 15,    half + 16, 0x0100 + 17, 0x0100 + 18, half + 19,
			half + 20, w + 21,    w + 22,      w + 23
		};
		memcpy(&want, &all, sizes[i]);
		attr_decode(span_of(m.b.p, m.b.n), big, &a);
		ok(memcmp(&a, &want, sizeof a) == 0, "%u bytes, %s", sizes[i],
		   big ? "big-endian" : "little-endian");
		buf_release(&m.b);
	}
}

/* An attr that says it is shorter or longer than its place in the file, and of size 0 as before
 * Linux 2.6.33. */
static void test_sizes(void)
{
	struct make m = { 0 };
	struct abi_attr a;
	put_numbered(&m, 144);
	store32(m.b.p + 4, 72);
	attr_decode(span_of(m.b.p, 144), false, &a);
	ok(a.config2 && !a.branch_sample_type && !a.config4,
	   "what is behind the attr's own size is not of it");
	store32(m.b.p + 4, 0);
	attr_decode(span_of(m.b.p, 144), false, &a);
	ok(a.config1 && !a.config2 && a.size == 64, "size 0 means 64 bytes");
	store32(m.b.p + 4, 4000);
	attr_decode(span_of(m.b.p, 80), false, &a);
	ok(a.branch_sample_type && !a.sample_regs_user, "a longer one than there are bytes");
	attr_decode(span_of(m.b.p, 7), false, &a);
	ok(!a.type && !a.size, "hardly any bytes");
	buf_release(&m.b);
}

static const struct make_attr two[] = {
	{ .type = 1,
	  .size = 128,
	  .sample_type = 0x10000 | 1 | 2 | 4 | 0x40,
	  .flags = 1 << 18,
	  .ids = { 11, 12 },
	  .n_ids = 2 },
	{ .type = 1,
	  .config = 2,
	  .size = 128,
	  .sample_type = 0x10000 | 4 | 0x80,
	  .flags = 1 << 18,
	  .ids = { 20 },
	  .n_ids = 1 },
};

/* Where fields lie: perf_event_open(2), PERF_RECORD_SAMPLE and "sample_id". */
static void test_places(void)
{
	struct make m = { 0 }, none = { 0 };
	struct data d;
	put_file(&m, two, 2, &none, NULL, 0);
	open_made(&d, &m, NULL);
	is_u64((uint64_t)d.events[0].sample_time_off, 8 + 24, "IDENTIFIER, IP, TID before TIME");
	is_u64((uint64_t)d.events[0].tail_time_off, 24, "TIME, ID, IDENTIFIER from the end");
	is_u64(d.events[0].tail_bytes, 32, "the trailer: TID, TIME, ID, IDENTIFIER");
	is_u64((uint64_t)d.events[1].sample_time_off, 8 + 8, "IDENTIFIER before TIME");
	is_u64(d.events[1].tail_bytes, 24, "the trailer: TIME, CPU, IDENTIFIER");
	is_u64((uint64_t)d.id_off, 8, "IDENTIFIER is the first of a sample");
	is_u64((uint64_t)d.id_tail_off, 8, "and the last of a trailer");
	close_made(&d);
	buf_release(&m.b);
}

static void test_event_of_record(void)
{
	struct make m = { 0 }, r = { 0 }, none = { 0 };
	struct data d;
	put_file(&m, two, 2, &none, NULL, 0);
	open_made(&d, &m, NULL);
	static const struct {
		uint32_t type;
		uint64_t words[6];
		size_t n;
		int event; /* -1 = none */
		uint64_t time;
		const char *what;
	} rows[] = {
		{ 9, { 11, 1, 2, 33, 0 }, 5, 0, 33, "sample of the first event" },
		{ 9, { 12, 1, 2, 34, 0 }, 5, 0, 34, "by another of its ids" },
		{ 9, { 20, 35, 0 }, 3, 1, 35, "sample of the second event" },
		{ 9, { 99, 35, 0 }, 3, -1, 0, "of no event" },
		{ 9, { 0 }, 0, -1, 0, "too short for an id" },
		{ 9, { 11 }, 1, 0, 0, "too short for a time" },
		{ 3, { 7, 7, 44, 0, 20 }, 5, 1, 44, "a record with the second event's id" },
		{ 3, { 7, 7, 3, 44, 11, 11 }, 6, 0, 44, "with the first event's" },
		{ 3, { 7, 7, 3, 44, 0, 0 }, 6, 0, 44, "made up by the recorder: id 0" },
		{ 3, { 0 }, 0, 0, 0, "without a trailer" },
		{ 68, { 7, 7, 3, 44, 20, 20 }, 6, 0, 0, "a record of the recorder has no trailer" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		r.b.n = 0;
		put_record(&r, rows[i].type, 0, rows[i].words, rows[i].n);
		struct record rec = { (unsigned char *)r.b.p, rows[i].type, 0, (uint32_t)r.b.n, 0 };
		const struct data_event *ev = data_record_event(&d, &rec);
		ok(rows[i].event < 0 ? !ev : ev == &d.events[rows[i].event], "%s: event",
		   rows[i].what);
		is_u64(data_record_time(&d, &rec), rows[i].time, "and time");
	}
	close_made(&d);
	buf_release(&m.b);
	buf_release(&r.b);
}

static void test_contradiction(void)
{
	struct make_attr bad[] = { two[0], two[1] };
	struct make m = { 0 }, none = { 0 };
	struct data d;
	struct err e = { 0 };
	bad[0].sample_type = 1 | 0x40;
	bad[1].sample_type = 1 | 2 | 0x40;
	put_file(&m, bad, 2, &none, NULL, 0);
	is_u64((uint64_t)open_made(&d, &m, &e), (uint64_t)ERR_CORRUPT,
	       "plain ids in different places");
	close_made(&d);
	buf_release(&m.b);
}

int main(void)
{
	test_decode(false);
	test_decode(true);
	test_sizes();
	test_places();
	test_event_of_record();
	test_contradiction();
	return done_testing();
}

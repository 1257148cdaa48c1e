// SPDX-License-Identifier: GPL-2.0-or-later
/* The file header: what is told apart by its first bytes, and sizes that do not fit the file. */
#include "make.h"
#include "tests/unit/tap.h"

static const struct make_attr attr = {
	.type = 1, .size = 128, .sample_type = 7, .ids = { 5 }, .n_ids = 1
};

static void test_foreign(void)
{
	static const char *const texts[] = { "",
		                             "P",
		                             "PERFILE2",
		                             "PERFFILE",
		                             "hello, world: text",
		                             "PERFILE3xxxxxxxxxxxxxxx",
		                             "\177ELF............................" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct make m = { 0 };
		struct data d;
		struct err e = { 0 };
		buf_str(&m.b, texts[i]);
		ok(open_made(&d, &m, &e) == ERR_UNSUPPORTED, "'%s' is no recording", texts[i]);
		ok(*e.text && e.kind == ERR_UNSUPPORTED, "said: %s", e.text);
		close_made(&d);
		buf_release(&m.b);
	}
}

static void make_whole(struct make *m, bool big)
{
	struct make records = { .big = big }, host = { .big = big };
	put_record(&records, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	put(&host, 4, 8);
	buf_add(&host.b, "the box", 8);
	m->big = big;
	put_file(m, &attr, 1, &records, &(struct make_feature){ ABI_FEATURE_HOSTNAME, &host }, 1);
	buf_release(&records.b);
	buf_release(&host.b);
}

static void test_whole(bool big)
{
	struct make m = { 0 };
	struct data d;
	make_whole(&m, big);
	is_u64((uint64_t)open_made(&d, &m, NULL), 0, big ? "big-endian" : "little-endian");
	ok(d.swapped == big && !d.pipe && !d.truncated && !d.n_faults, "whole");
	is_u64(d.data_off, 104 + 144, "the records begin behind the attr");
	is_u64(d.data_end, 104 + 144 + 8, "and end");
	is_str(data_text(&d, ABI_FEATURE_HOSTNAME), "the box", "a feature");
	ok(!data_has_feature(&d, ABI_FEATURE_ARCH) && !data_has_feature(&d, 9999),
	   "features that are not there");
	close_made(&d);
	/* Every cut: an outcome, no read past the end (which a sanitizer would see). */
	int wrong = 0;
	for (size_t n = 0; n < m.b.n; n++) {
		struct err e = { 0 };
		int rc = open_bytes(&d, &m, n, &e);
		wrong += rc == 0 ? !d.truncated && !d.n_faults
		                 : rc != ERR_CORRUPT && rc != ERR_UNSUPPORTED;
		close_made(&d);
	}
	is_u64((uint64_t)wrong, 0, "every cut is refused or said to be one");
	buf_release(&m.b);
}

/* One u64 of the header set to another value. */
static void test_bent(void)
{
	enum { ATTR_SIZE = 16, ATTRS = 24, ATTRS_SIZE = 32, DATA = 40, DATA_SIZE = 48 };
	static const struct {
		size_t at;
		uint64_t v;
		int rc;
		bool truncated, fault;
		const char *what;
	} rows[] = {
		{ ATTR_SIZE, 0, ERR_CORRUPT, 0, 0, "attrs of no size" },
		{ ATTR_SIZE, 79, ERR_CORRUPT, 0, 0, "attrs smaller than the first version's" },
		{ ATTR_SIZE, 1 << 20, ERR_CORRUPT, 0, 0, "huge attrs" },
		{ ATTR_SIZE, UINT64_MAX, ERR_CORRUPT, 0, 0, "attrs of all ones" },
		{ ATTRS, UINT64_MAX, ERR_CORRUPT, 0, 0, "attrs beyond the file" },
		{ ATTRS_SIZE, 0, ERR_CORRUPT, 0, 0, "no attrs" },
		{ ATTRS_SIZE, UINT64_MAX, 0, 0, true, "attrs up to behind the file" },
		{ DATA, UINT64_MAX, 0, true, true, "records beyond the file" },
		{ DATA_SIZE, 0, 0, true, 0, "features stated, but records where they should lie" },
		{ DATA_SIZE, UINT64_MAX, 0, true, 0, "records up to behind the file" },
		{ DATA_SIZE, 1 << 20, 0, true, 0, "more records than there are" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct make m = { 0 };
		struct data d;
		make_whole(&m, false);
		store64(m.b.p + rows[i].at, rows[i].v);
		is_u64((uint64_t)open_made(&d, &m, NULL), (uint64_t)rows[i].rc, rows[i].what);
		if (!rows[i].rc)
			ok(d.truncated == rows[i].truncated && (d.n_faults > 0) == rows[i].fault,
			   "what is said of it");
		ok(d.data_off <= d.data_end && d.data_end <= m.b.n, "records lie in the file");
		close_made(&d);
		buf_release(&m.b);
	}
}

/* As a recorder leaves it that was killed: size 0, here without feature bits. */
static void test_killed(void)
{
	struct make m = { 0 }, records = { 0 };
	struct data d;
	for (int i = 0; i < 3; i++)
		put_record(&records, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	put_file(&m, &attr, 1, &records, NULL, 0);
	store64(m.b.p + 48, 0);
	is_u64((uint64_t)open_made(&d, &m, NULL), 0, "a killed recorder's file");
	ok(d.truncated && d.data_end == m.b.n, "goes to the end of the file");
	close_made(&d);
	buf_release(&m.b);
	buf_release(&records.b);
}

/* Attrs whose ids all are the whole file: no more ids than the file has words. */
static void test_ids(void)
{
	struct make m = { 0 }, records = { 0 };
	struct make_attr attrs[50];
	struct data d;
	for (int i = 0; i < 50; i++)
		attrs[i] = attr;
	put_file(&m, attrs, 50, &records, NULL, 0);
	for (size_t i = 0; i < 50; i++) {
		store64(m.b.p + 104 + 144 * i + 128, 0);
		store64(m.b.p + 104 + 144 * i + 136, m.b.n);
	}
	open_made(&d, &m, NULL);
	uint64_t n = 0;
	for (uint32_t i = 0; i < d.n_events; i++)
		n += d.events[i].n_ids;
	is_u64(d.n_events, 50, "all events are there");
	ok(n <= m.b.n / 8 && d.n_faults, "their ids are not counted twice");
	close_made(&d);
	buf_release(&m.b);
}

int main(void)
{
	test_foreign();
	test_whole(false);
	test_whole(true);
	test_bent();
	test_killed();
	test_ids();
	return done_testing();
}

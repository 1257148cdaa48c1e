// SPDX-License-Identifier: GPL-2.0-or-later
/* The walk over records: payloads that follow some, records that cannot be, and every cut. */
#include "make.h"
#include "tests/unit/tap.h"

static const struct make_attr attr = { .type = 1, .size = 128, .sample_type = 7 };

/* The types in order of a walk, 0 at its end; the outcome of the last step. */
static int walk(struct data *d, uint32_t *types, size_t max, struct err *e)
{
	struct data_cursor c;
	struct record r;
	size_t n = 0;
	int rc;
	data_cursor_init(&c, d);
	while ((rc = data_next(&c, &r, e)) == 0 && n + 1 < max)
		types[n++] = r.type;
	types[n] = 0;
	data_cursor_release(&c);
	return rc;
}

static void open_records(struct data *d, const struct make *records, bool big)
{
	struct make m = { .big = big };
	put_file(&m, &attr, 1, records, NULL, 0);
	open_made(d, &m, NULL);
	buf_release(&m.b);
}

static void make_payloads(struct make *m)
{
	put_record(m, ABI_RECORD_AUXTRACE, 0, (uint64_t[]){ 24, 0, 0, 0, 0 }, 5);
	put64s(m, (uint64_t[]){ 0xffffffff, 0, 0x5 }, 3); /* what would be no record at all */
	put_record(m, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	put_record(m, 200, 0, NULL, 0);
}

static void test_payload(bool big)
{
	struct make records = { .big = big };
	uint32_t types[8];
	struct data d;
	make_payloads(&records);
	open_records(&d, &records, big);
	is_u64((uint64_t)walk(&d, types, 8, NULL), 1, "to the end");
	ok(types[0] == 71 && types[1] == 68 && types[2] == 200 && !types[3],
	   "an AUXTRACE payload is passed over");
	ok(!d.truncated, "nothing is missing");
	close_made(&d);

	store64(records.b.p + 8, big ? __builtin_bswap64(UINT64_MAX - 5) : UINT64_MAX - 5);
	open_records(&d, &records, big);
	is_u64((uint64_t)walk(&d, types, 8, NULL), 1, "a payload beyond the end");
	ok(types[0] == 71 && !types[1] && d.truncated, "ends the walk");
	close_made(&d);
	buf_release(&records.b);
}

static void test_bad(void)
{
	for (unsigned size = 0; size < 8; size++) {
		struct make records = { 0 };
		uint32_t types[8];
		struct data d;
		struct err e = { 0 };
		put_record(&records, 68, 0, NULL, 0);
		put_record(&records, 68, 0, NULL, 0);
		store16(records.b.p + 8 + 6, (uint16_t)size);
		open_records(&d, &records, false);
		ok(walk(&d, types, 8, &e) == ERR_CORRUPT && types[0] == 68 && !types[1],
		   "a size of %u bytes", size);
		is_u64(e.off, d.data_off + 8, "is named by its offset");
		close_made(&d);
		buf_release(&records.b);
	}
}

static void test_cuts(void)
{
	struct make records = { 0 };
	int wrong = 0;
	for (int i = 0; i < 3; i++)
		put_record(&records, 68, 0, (uint64_t[]){ 1, 2 }, (size_t)i);
	size_t n = records.b.n; /* 8 + 16 + 24 */
	for (records.b.n = 0; records.b.n < n; records.b.n++) {
		struct data d;
		uint32_t types[8], whole = 0;
		open_records(&d, &records, false);
		int rc = walk(&d, types, 8, NULL);
		while (types[whole])
			whole++;
		size_t at = records.b.n;
		uint32_t want = at >= 24 ? 2 : at >= 8 ? 1 : 0;
		wrong += rc != 1 || whole != want ||
		         d.truncated != (at != 0 && at != 8 && at != 24);
		close_made(&d);
	}
	is_u64((uint64_t)wrong, 0, "every cut: all whole records, and it is said");
	buf_release(&records.b);
}

int main(void)
{
	test_payload(false);
	test_payload(true);
	test_bad();
	test_cuts();
	return done_testing();
}

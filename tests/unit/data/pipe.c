// SPDX-License-Identifier: GPL-2.0-or-later
/* The stream form: attrs, names, build-ids, features and tracing data that come as records. */
#include "make.h"
#include "tests/unit/tap.h"

static const struct make_attr attrs[] = {
	{ .type = 1, .size = 136, .sample_type = 0x10007, .ids = { 11, 12 }, .n_ids = 2 },
	{ .type = 1, .size = 64, .config = 2, .sample_type = 0x10007, .ids = { 21 }, .n_ids = 1 },
	{ .type = 0,
	  .size = 0,
	  .config = 1,
	  .sample_type = 0x10007,
	  .flags = ABI_EXCLUDE_GUEST,
	  .ids = { 31 },
	  .n_ids = 1 },
};

static void put_pipe_attr(struct make *m, const struct make_attr *a)
{
	size_t at = record_begin(m, ABI_RECORD_HEADER_ATTR, 0);
	put_attr(m, a);
	put64s(m, a->ids, a->n_ids);
	record_end(m, at);
}

static void put_update(struct make *m, uint64_t what, uint64_t id, const char *text)
{
	size_t at = record_begin(m, ABI_RECORD_EVENT_UPDATE, 0);
	put(m, 8, what);
	put(m, 8, id);
	put_text(m, text);
	record_end(m, at);
}

static void make_stream(struct make *m)
{
	put(m, 8, 0x32454c4946524550);
	put(m, 8, 16);
	for (int i = 0; i < 3; i++)
		put_pipe_attr(m, &attrs[i]);
	put_update(m, 2, 12, "one"); /* PERF_EVENT_UPDATE__NAME */
	put_update(m, 0, 21, "MiB"); /* a unit */
	put_update(m, 2, 21, "two");
	put_update(m, 2, 99, "nobody's");
	size_t at = record_begin(m, ABI_RECORD_HEADER_FEATURE, 0);
	put(m, 8, ABI_FEATURE_HOSTNAME);
	put(m, 4, 8);
	put_text(m, "box");
	record_end(m, at);
	put_record(m, ABI_RECORD_HEADER_FEATURE, 0, (uint64_t[]){ 4000, 0 }, 2);
	at = record_begin(m, ABI_RECORD_HEADER_TRACING_DATA, 0);
	put(m, 4, 13); /* followed by so many bytes, padded to 8 */
	put(m, 4, 0);
	record_end(m, at);
	buf_add(&m->b, "tracing data.   ", 16);
	put_record(m, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	at = record_begin(m, ABI_RECORD_HEADER_BUILD_ID, ABI_MISC_USER);
	put(m, 4, 5);
	buf_add(&m->b, "abcdefghijklmnopqrst\0\0\0\0", 24);
	buf_add(&m->b, "/bin/x\0\0\0\0\0\0", 12);
	record_end(m, at);
}

static void test_stream(bool big)
{
	struct make m = { .big = big };
	struct data d;
	struct data_build_id id;
	uint64_t at = 0;
	make_stream(&m);
	is_u64((uint64_t)open_made(&d, &m, NULL), 0, "a stream");
	ok(d.pipe && d.n_events == 3 && !d.n_faults, "its events");
	is_str(d.events[0].name, "one", "a name by any of its ids");
	is_str(d.events[1].name, "two", "a unit is no name");
	is_str(d.events[2].name, "instructions", "one that was not named");
	ok(d.events[0].n_ids == 2 && d.events[0].ids[1] == 12 && d.events[2].ids[0] == 31,
	   "ids behind attrs of all sizes");
	is_str(data_text(&d, ABI_FEATURE_HOSTNAME), "box", "a feature");
	ok(span_equal(d.feature[ABI_FEATURE_TRACING_DATA], span_str("tracing data.")),
	   "tracing data");
	ok(!data_build_id_next(&d, &at, &id) && id.n == 20 && id.pid == 5, "a build-id");
	is_str(id.path, "/bin/x", "its path");

	struct data_cursor c;
	struct record r;
	int rounds = 0, all = 0;
	data_cursor_init(&c, &d);
	for (; data_next(&c, &r, NULL) == 0; all++)
		rounds += r.type == ABI_RECORD_FINISHED_ROUND;
	ok(rounds == 1 && all == 12, "the walk passes over tracing data");
	data_cursor_release(&c);
	close_made(&d);

	int wrong = 0;
	for (size_t n = 16; n < m.b.n; n++) {
		int rc = open_bytes(&d, &m, n, NULL);
		wrong += rc && rc != ERR_CORRUPT;
		close_made(&d);
	}
	is_u64((uint64_t)wrong, 0, "every cut");
	buf_release(&m.b);
}

static void test_refused(void)
{
	struct make m = { 0 };
	struct data d;
	struct err e = { 0 };
	make_stream(&m);
	m.b.n = 16;
	is_u64((uint64_t)open_made(&d, &m, &e), (uint64_t)ERR_CORRUPT, "no events");
	close_made(&d);
	buf_release(&m.b);
}

int main(void)
{
	test_stream(false);
	test_stream(true);
	test_refused();
	return done_testing();
}

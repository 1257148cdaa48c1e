// SPDX-License-Identifier: GPL-2.0-or-later
/* The replay: order, counters, and what is given with each record. */
#include "session/session.h"

#include "tests/unit/data/make.h"
#include "tests/unit/tap.h"

/* IDENTIFIER, IP, TID, TIME; trailers TID, TIME, IDENTIFIER. The second event has no more than an
 * id and a time. */
static const struct make_attr attrs[] = {
	{ .type = 1,
	  .size = 128,
	  .sample_type = 0x10007,
	  .flags = 1 << 18,
	  .ids = { 1 },
	  .n_ids = 1 },
	{ .type = 1,
	  .config = 2,
	  .size = 128,
	  .sample_type = 0x10004,
	  .flags = 1 << 18,
	  .ids = { 2 },
	  .n_ids = 1 },
};

static uint64_t pair(uint32_t a, uint32_t b)
{
	return a | (uint64_t)b << 32;
}

static void put_sample(struct make *m, uint32_t tid, uint64_t time)
{
	put_record(m, ABI_RECORD_SAMPLE, ABI_MISC_USER,
	           (uint64_t[]){ 1, 0x1000, pair(tid, tid), time }, 4);
}

static void put_comm(struct make *m, uint32_t tid, const char *text, uint64_t time)
{
	size_t at = record_begin(m, ABI_RECORD_COMM, 0);
	put(m, 8, pair(tid, tid));
	put_text(m, text);
	put64s(m, (uint64_t[]){ pair(tid, tid), time, 1 }, 3);
	record_end(m, at);
}

static void open_records(struct data *d, struct session *s, const struct make *records)
{
	struct make m = { 0 };
	put_file(&m, attrs, 2, records, NULL, 0);
	open_made(d, &m, NULL);
	session_open(s, d);
	buf_release(&m.b);
}

static void test_order(void)
{
	static const struct {
		uint64_t time;
		const char *comm;
	} want[] = { { 10, ":7" }, { 20, "early" }, { 30, "late" }, { 40, "late" } };
	struct make r = { 0 };
	struct data d;
	struct session s;
	struct session_event ev;
	size_t n = 0;
	put_sample(&r, 7, 30);
	put_sample(&r, 7, 10);
	put_record(&r, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	put_sample(&r, 7, 20);
	put_comm(&r, 7, "late", 25);
	put_comm(&r, 7, "early", 15);
	put_record(&r, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	put_sample(&r, 7, 40);
	open_records(&d, &s, &r);
	while (session_next(&s, &ev) == 0) {
		if (ev.rec.type != ABI_RECORD_SAMPLE)
			continue;
		if (n < 4) {
			is_u64(ev.time_ns, want[n].time, "time");
			is_str(session_text(&s, ev.thread->comm), want[n].comm, "name by then");
		}
		n++;
	}
	is_u64(n, 4, "all samples");
	is_u64((uint64_t)session_next(&s, &ev), 1, "no more stays no more");
	is_u64(s.stats.records[ABI_RECORD_SAMPLE], 4, "counted");
	is_u64(s.stats.records[ABI_RECORD_COMM], 2, "counted");
	is_u64(s.stats.event_samples[0], 4, "by event");
	ok(!s.failed && !s.stats.bad && !s.stats.no_event, "nothing was wrong");
	session_close(&s);
	close_made(&d);
	buf_release(&r.b);
}

static void test_counters(void)
{
	struct make r = { 0 };
	struct data d;
	struct session s;
	struct session_event ev;
	uint64_t samples = 0;
	put_record(&r, ABI_RECORD_LOST, 0, (uint64_t[]){ 1, 5, pair(0, 0), 11, 1 }, 5);
	put_record(&r, ABI_RECORD_LOST, 0, (uint64_t[]){ 1, 6, pair(0, 0), 12, 1 }, 5);
	put_record(&r, ABI_RECORD_LOST_SAMPLES, 0, (uint64_t[]){ 9, 13, 2 }, 3);
	put_record(&r, ABI_RECORD_SAMPLE, 0, (uint64_t[]){ 99, 0, 0, 14 }, 4); /* no such event */
	put_record(&r, ABI_RECORD_SAMPLE, 0, (uint64_t[]){ 1, 0x1000 }, 2);    /* cut */
	put_record(&r, ABI_RECORD_COMM, 0, (uint64_t[]){ pair(3, 3) }, 1);     /* no text */
	put_record(&r, ABI_RECORD_FORK, 0, (uint64_t[]){ pair(3, 3) }, 1);
	put_record(&r, ABI_RECORD_MMAP2, 0, (uint64_t[]){ pair(3, 3) }, 1);
	put_record(&r, 63, 0, NULL, 0); /* no such types */
	put_record(&r, 5000000, 0, NULL, 0);
	put_record(&r, 0, 0, NULL, 0);
	put_record(&r, ABI_RECORD_SAMPLE, 0, (uint64_t[]){ 2, 15 },
	           2); /* one without pid and tid */
	open_records(&d, &s, &r);
	while (session_next(&s, &ev) == 0)
		if (ev.rec.type == ABI_RECORD_SAMPLE) {
			samples++;
			is_str(session_text(&s, ev.thread->comm), ":-1", "a sample of nobody");
		}
	is_u64(samples, 1, "bad samples are not handed out");
	is_u64(s.stats.lost_records, 11, "LOST");
	is_u64(s.stats.lost_chunks, 2, "its records");
	is_u64(s.stats.lost_samples, 9, "LOST_SAMPLES");
	is_u64(s.stats.event_lost[1], 9, "of its event");
	is_u64(s.stats.no_event, 1, "samples of no event");
	is_u64(s.stats.bad, 4, "records too short");
	is_u64(s.stats.unknown, 3, "types nobody knows");
	ok(!s.failed, "none of it ends the walk");
	session_close(&s);
	close_made(&d);
	buf_release(&r.b);
}

/* A record that cannot be: what was before it is still handed out. */
static void test_failure(void)
{
	struct make r = { 0 };
	struct data d;
	struct session s;
	struct session_event ev;
	int samples = 0;
	put_sample(&r, 7, 20);
	put_sample(&r, 7, 10);
	put64s(&r, (uint64_t[]){ 9, 0 }, 2);
	open_records(&d, &s, &r);
	while (session_next(&s, &ev) == 0)
		samples += ev.rec.type == ABI_RECORD_SAMPLE;
	is_u64((uint64_t)samples, 2, "samples before the damage");
	ok(s.failed && s.failure.kind == ERR_CORRUPT && s.failure.off == d.data_off + r.b.n - 16,
	   "and where it is");
	session_close(&s);
	close_made(&d);
	buf_release(&r.b);
}

int main(void)
{
	test_order();
	test_counters();
	test_failure();
	return done_testing();
}

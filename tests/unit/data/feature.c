// SPDX-License-Identifier: GPL-2.0-or-later
/* Feature sections, of both byte orders and cut at every byte. */
#include "make.h"
#include "tests/unit/tap.h"

static const struct make_attr attr = { .type = 1, .size = 128, .sample_type = 7 };

static void put_string(struct make *m, const char *s, uint32_t room)
{
	put(m, 4, room);
	buf_str(&m->b, s);
	buf_fill(&m->b, 0, room - strlen(s));
}

static void put_build_id(struct make *m, uint16_t misc, unsigned n, const char *path)
{
	size_t at = record_begin(m, 0, misc);
	put(m, 4, UINT32_MAX);
	for (unsigned i = 0; i < 20; i++)
		buf_char(&m->b, i < n ? (char)('a' + i) : 0);
	buf_char(&m->b, (char)n);
	buf_fill(&m->b, 0, 3);
	buf_str(&m->b, path);
	buf_fill(&m->b, 0, 64 - strlen(path));
	record_end(m, at);
}

struct sections {
	struct make build_id, host, nrcpus, mem, cmdline, desc, time;
};

static void make_sections(struct sections *s, bool big, struct make *m)
{
	*s = (struct sections){ 0 };
	struct make *all[] = { &s->build_id, &s->host, &s->nrcpus, &s->mem,
		               &s->cmdline,  &s->desc, &s->time };
	static const unsigned numbers[] = { 2, 3, 7, 10, 11, 12, 21 };
	struct make_feature features[7];
	struct make none = { .big = big };
	for (int i = 0; i < 7; i++)
		all[i]->big = big;
	put_build_id(&s->build_id, ABI_MISC_KERNEL, 20, "[kernel.kallsyms]");
	put_build_id(&s->build_id, ABI_MISC_USER | 1 << 15, 8, "/bin/md5");
	put_string(&s->host, "box", 64);
	put(&s->nrcpus, 4, 8);
	put(&s->nrcpus, 4, 4);
	put(&s->mem, 8, 123456);
	put(&s->cmdline, 4, 3);
	put_string(&s->cmdline, "perf", 16);
	put_string(&s->cmdline, "record", 7);
	put_string(&s->cmdline, "", 1);
	put(&s->desc, 4, 1);
	put(&s->desc, 4, 64);
	buf_fill(&s->desc.b, 0, 64);
	put(&s->desc, 4, 1);
	put_string(&s->desc, "my event", 64);
	put(&s->desc, 8, 1);
	put64s(&s->time, (uint64_t[]){ 100, 200 }, 2);
	for (int i = 0; i < 7; i++)
		features[i] = (struct make_feature){ numbers[i], all[i] };
	m->big = big;
	put_file(m, &attr, 1, &none, features, 7);
	for (int i = 0; i < 7; i++)
		buf_release(&all[i]->b);
}

static void test_all(bool big)
{
	struct sections s;
	struct make m = { 0 };
	struct data d;
	uint32_t a = 0, b = 0;
	uint64_t x = 0, y = 0;
	make_sections(&s, big, &m);
	is_u64((uint64_t)open_made(&d, &m, NULL), 0, big ? "big-endian" : "little-endian");
	is_str(data_text(&d, ABI_FEATURE_HOSTNAME), "box", "a text");
	is_str(data_text(&d, ABI_FEATURE_ARCH), NULL, "one that is not there");
	ok(data_nrcpus(&d, &a, &b) && a == 8 && b == 4, "NRCPUS");
	ok(data_total_mem(&d, &x) && x == 123456, "TOTAL_MEM");
	ok(data_sample_time(&d, &x, &y) && x == 100 && y == 200, "SAMPLE_TIME");
	is_str(d.events[0].name, "my event", "EVENT_DESC names the event");

	struct data_build_id id;
	uint64_t at = 0;
	ok(!data_build_id_next(&d, &at, &id) && id.n == 20 && id.misc == ABI_MISC_KERNEL &&
	           id.pid == -1 && memcmp(id.id, "abcdefghijklmnopqrst", 20) == 0,
	   "BUILD_ID: without a length it is 20 bytes");
	is_str(id.path, "[kernel.kallsyms]", "its path");
	ok(!data_build_id_next(&d, &at, &id) && id.n == 8 && id.misc == ABI_MISC_USER,
	   "with a length of 8");
	is_str(id.path, "/bin/md5", "its path");
	is_u64((uint64_t)data_build_id_next(&d, &at, &id), 1, "no more");
	close_made(&d);
	buf_release(&m.b);
}

/* Each section shortened to every length, and each of its first words set to all ones: no read past
 * its end. */
static void test_bent(void)
{
	static const unsigned numbers[] = { 2, 3, 7, 10, 11, 12, 21 };
	struct sections s;
	struct make m = { 0 };
	make_sections(&s, false, &m);
	for (size_t i = 0; i < 7; i++)
		for (int ones = 0; ones < 2; ones++) {
			struct data d;
			open_made(&d, &m, NULL);
			struct span whole = d.feature[numbers[i]];
			for (size_t n = 0; n <= whole.n; n++) {
				unsigned char *p = malloc(n ? n : 1);

				uint32_t a, b;
				uint64_t x, y, at = 0;
				struct data_build_id id;
				memcpy(p, whole.p, n);
				if (ones)
					memset(p, 0xff, n < 8 ? n : 8);
				d.feature[numbers[i]] = span_of(p, n);
				data_text(&d, ABI_FEATURE_HOSTNAME);
				data_nrcpus(&d, &a, &b);
				data_total_mem(&d, &x);
				data_sample_time(&d, &x, &y);
				event_desc_names(&d);
				while (data_build_id_next(&d, &at, &id) == 0)
					;
				free(p);
			}
			d.feature[numbers[i]] = whole;
			close_made(&d);
		}
	ok(true, "sections of every length, and with huge counts");
	buf_release(&m.b);
}

int main(void)
{
	test_all(false);
	test_all(true);
	test_bent();
	return done_testing();
}

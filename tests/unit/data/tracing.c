// SPDX-License-Identifier: GPL-2.0-or-later
/* The tracing data section after perf.data-file-format.txt, and format files after
 * Documentation/trace/events.rst, made by hand. */
#include "data/tracing.h"

#include "make.h"
#include "tests/unit/tap.h"

static const char switch_format[] =
	"name: sched_switch\nID: 316\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:unsigned long state;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] name;\toffset:40;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc u16[] list;\toffset:44;\tsize:4;\tsigned:0;\n"
	"\tfield:const char * path;\toffset:48;\tsize:8;\tsigned:0;\n"
	"\tfield:u32 pair[2];\toffset:56;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: \"%s %d\", REC->prev_comm, REC->prev_pid\n";
/* Before Linux 2.6.33 formats did not say what is signed. */
static const char old_format[] = "name: old\nID: 7\nformat:\n"
				 "\tfield:int x;\toffset:0;\tsize:4;\n"
				 "print fmt: \"%d\", REC->x\n";

static void put_blob(struct make *m, unsigned width, const char *text)
{
	put(m, width, strlen(text));
	buf_str(&m->b, text);
}

static void put_section(struct make *m, const char *version, unsigned long_bytes)
{
	buf_add(&m->b, "\x17\x08\x44tracing", 10);
	buf_add(&m->b, version, strlen(version) + 1);
	put(m, 1, m->big);
	put(m, 1, long_bytes);
	put(m, 4, 4096);
	buf_add(&m->b, "header_page", 12);
	put_blob(m, 8, "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n");
	buf_add(&m->b, "header_event", 13);
	put_blob(m, 8, "# compressed entry header\n");
	put(m, 4, 1);
	put_blob(m, 8, "name: function\nID: 1\nformat:\n\nprint fmt: \"\"\n");
	put(m, 4, 2);
	buf_add(&m->b, "sched", 6);
	put(m, 4, 1);
	put_blob(m, 8, switch_format);
	buf_add(&m->b, "older", 6);
	put(m, 4, 3);
	put_blob(m, 8, old_format);
	put_blob(m, 8, "name: no number\nID: x\n");
	put_blob(m, 8, "name: twice\nID: 7\nprint fmt: \"\"\n");
	put_blob(m, 4, "c000 T _stext\n");
	put_blob(m, 4, "0xffff : \"text\"\n");
	if (strcmp(version, "0.6") == 0)
		put_blob(m, 8, "1 init\n");
}

static bool is_text(struct span s, const char *want)
{
	return span_equal(s, span_str(want));
}

static void test_read(bool big, const char *version)
{
	struct make m = { .big = big };
	struct arena a = { 0 };
	struct tracing t;
	put_section(&m, version, 8);
	is_u64((uint64_t)tracing_read(span_of(m.b.p, m.b.n), &a, &t, NULL), 0,
	       big ? "big-endian" : "little-endian");
	ok(t.is_big == big && t.long_bytes == 8 && t.page_bytes == 4096, "the machine");
	is_u64(t.n_events, 4, "events that have a name and a number");
	const struct tracing_event *ev = tracing_find(&t, 316);
	ok(ev && is_text(ev->system, "sched") && is_text(ev->name, "sched_switch"), "by number");
	ev = tracing_find(&t, 7);
	ok(ev && is_text(ev->name, "old"), "of two with the same the first");
	ev = tracing_find(&t, 1);
	ok(ev && is_text(ev->system, "ftrace"), "ftrace's own");
	ok(!tracing_find(&t, 2), "one that is not there");
	ok(is_text(t.kallsyms, "c000 T _stext\n") && is_text(t.printk, "0xffff : \"text\"\n"),
	   "the texts behind");
	ok(is_text(t.cmdlines, strcmp(version, "0.6") ? "" : "1 init\n"), "names of threads");
	tracing_release(&t);
	arena_release(&a);
	buf_release(&m.b);
}

static void check_field(const struct tracing_event *ev, const char *name, const char *type,
                        uint32_t off, uint32_t n, uint32_t each)
{
	const struct tracing_field *f = tracing_field(ev, span_str(name));
	ok(f && is_text(f->type, type) && f->off == off && f->n_bytes == n && f->each_bytes == each,
	   "%s: type, place and element", name);
}

static void test_fields(void)
{
	struct make m = { 0 };
	struct arena a = { 0 };
	struct tracing t;
	put_section(&m, "0.6", 8);
	tracing_read(span_of(m.b.p, m.b.n), &a, &t, NULL);
	struct tracing_event *ev = tracing_find(&t, 316);
	is_u64((uint64_t)tracing_fields(&t, ev, &a, NULL), 0, "fields");
	is_u64(ev->n_fields, 9, "how many");
	is_u64(ev->n_common, 2, "those of all events");
	ok(is_text(ev->print, "\"%s %d\", REC->prev_comm, REC->prev_pid\n"), "the print format");
	check_field(ev, "common_pid", "int", 4, 4, 0);
	check_field(ev, "prev_comm", "char", 8, 16, 1);
	check_field(ev, "prev_pid", "pid_t", 24, 4, 0);
	check_field(ev, "state", "unsigned long", 32, 8, 0);
	check_field(ev, "name", "char", 40, 4, 1);
	check_field(ev, "list", "u16", 44, 4, 2);
	check_field(ev, "path", "const char *", 48, 8, 0);
	check_field(ev, "pair", "u32", 56, 8, 4);
	ok(tracing_field(ev, span_str("prev_pid"))->is_signed, "signed");
	ok(!tracing_field(ev, span_str("state"))->is_signed, "unsigned");
	ok(tracing_field(ev, span_str("prev_comm"))->is_text, "text");
	ok(tracing_field(ev, span_str("name"))->place == TRACING_DATA_LOC, "text elsewhere");
	ok(tracing_field(ev, span_str("list"))->place == TRACING_REL_LOC, "from its end on");
	ok(tracing_field(ev, span_str("path"))->is_pointer, "a pointer");
	ok(!tracing_field(ev, span_str("path"))->is_text, "is no text");
	ok(!tracing_field(ev, span_str("prev")), "a field there is not");
	ev = tracing_find(&t, 7);
	is_u64((uint64_t)tracing_fields(&t, ev, &a, NULL), 0, "an old format");
	ok(ev->n_fields == 1 && !ev->fields[0].is_signed, "its field");
	tracing_release(&t);
	arena_release(&a);
	buf_release(&m.b);
}

static void test_bytes(bool big)
{
	struct make m = { .big = big };
	struct tracing t = { .is_big = big, .long_bytes = 8 };
	struct tracing_field here = { .off = 2, .n_bytes = 2 };
	struct tracing_field loc = { .off = 4, .n_bytes = 4, .place = TRACING_DATA_LOC };
	struct tracing_field rel = { .off = 8, .n_bytes = 4, .place = TRACING_REL_LOC };
	struct span s;
	put(&m, 2, 0);
	put(&m, 2, 0xfffe);
	put(&m, 4, 3u << 16 | 13); /* 3 bytes at 13 */
	put(&m, 4, 2u << 16 | 0);  /* 2 bytes at 12 + 0 */
	buf_add(&m.b, "abcd", 4);
	struct span raw = span_of(m.b.p, m.b.n);
	ok(tracing_bytes(&t, &here, raw, &s) && s.n == 2, "%s: in its place",
	   big ? "big" : "little");
	is_u64(tracing_number(&t, s.p, 2, false), 0xfffe, "as unsigned");
	is_u64(tracing_number(&t, s.p, 2, true), UINT64_MAX - 1, "as signed");
	is_u64(tracing_number(&t, s.p, 1, true), big ? UINT64_MAX : UINT64_MAX - 1, "a byte");
	is_u64(tracing_number(&t, s.p, 3, true), 0, "of 3 bytes there are none");
	ok(tracing_bytes(&t, &loc, raw, &s) && s.n == 3 && memcmp(s.p, "bcd", 3) == 0, "elsewhere");
	ok(tracing_bytes(&t, &rel, raw, &s) && s.n == 2 && memcmp(s.p, "ab", 2) == 0,
	   "from its end on");
	raw.n--;
	ok(!tracing_bytes(&t, &loc, raw, &s), "cut: what is elsewhere");
	raw.n = 3;
	ok(!tracing_bytes(&t, &here, raw, &s), "cut: what is in its place");
	here.off = UINT32_MAX;
	here.n_bytes = UINT32_MAX;
	ok(!tracing_bytes(&t, &here, raw, &s), "far beyond");
	buf_release(&m.b);
}

enum where { SECTION, RECORD, SPLIT };

/* As simpleperf has it in front: in a record, padded and with a trailer behind, or in parts. */
static void put_simpleperf(struct make *records, const struct make *section, enum where where)
{
	const uint32_t n = (uint32_t)section->b.n, whole = 12 + n, part = 1000;
	struct make inner = { 0 };
	size_t at;
	if (where == RECORD) {
		at = record_begin(records, ABI_RECORD_HEADER_TRACING_DATA, 0);
		put(records, 4, n);
		buf_add(&records->b, section->b.p, n);
		buf_fill(&records->b, 0, 37);
		record_end(records, at);
		return;
	}
	put(&inner, 4, 32777);
	put(&inner, 2, whole >> 16);
	put(&inner, 2, whole & 0xffff);
	put(&inner, 4, n);
	buf_add(&inner.b, section->b.p, n);
	for (size_t from = 0; from < inner.b.n; from += part) {
		at = record_begin(records, 32772, 0);
		buf_add(&records->b, inner.b.p + from,
		        inner.b.n - from < part ? inner.b.n - from : part);
		record_end(records, at);
	}
	record_end(records, record_begin(records, 32773, 0));
	buf_release(&inner.b);
}

/* Names of tracepoints by their config. */
static void test_names(enum where where, bool big)
{
	static const char *const titles[] = { "in a section", "in a record", "in parts" };
	const struct make_attr attrs[] = {
		{ .type = 2, .size = 112, .config = 316, .sample_type = 7 },
		{ .type = 2, .size = 112, .config = 999, .sample_type = 7 },
	};
	struct make m = { .big = big }, records = { .big = big }, section = { .big = big },
		    host = { .big = big };
	struct data d;
	struct data_cursor c;
	struct record r;
	put_section(&section, "0.6", 8);
	if (where != SECTION)
		put_simpleperf(&records, &section, where);
	put_record(&records, ABI_RECORD_FINISHED_ROUND, 0, NULL, 0);
	/* HOSTNAME tells how wide the words are that say what sections there are. */
	put_blob(&host, 4, "box");
	const struct make_feature features[] = { { ABI_FEATURE_TRACING_DATA, &section },
		                                 { ABI_FEATURE_HOSTNAME, &host } };
	put_file(&m, attrs, 2, &records, where ? features + 1 : features, where ? 1 : 2);
	is_u64((uint64_t)open_made(&d, &m, NULL), 0, titles[where]);
	is_str(d.events[0].name, "sched:sched_switch", "a name");
	is_str(d.events[1].name, "unknown tracepoint", "one whose format is not there");
	data_cursor_init(&c, &d);
	unsigned n = 0;
	while (data_next(&c, &r, NULL) == 0)
		n++;
	is_u64(n, where == SPLIT ? 1 + (section.b.n + 12 + 999) / 1000 + 1 : where + 1u,
	       "the walk goes on behind it");
	data_cursor_release(&c);
	is_u64(d.n_faults, 0, "nothing is wrong");
	close_made(&d);
	for (size_t cut = 104; cut < m.b.n; cut++) {
		open_bytes(&d, &m, cut, NULL);
		close_made(&d);
	}
	buf_release(&m.b);
	buf_release(&records.b);
	buf_release(&host.b);
	buf_release(&section.b);
}

static void test_hostile(void)
{
	struct make m = { 0 };
	struct arena a = { 0 };
	struct tracing t;
	struct err e;
	put_section(&m, "0.6", 8);
	/* Cut at every byte, each in memory of its own size. */
	unsigned n_good = 0;
	for (size_t cut = 0; cut < m.b.n; cut++) {
		unsigned char *bytes = malloc(cut ? cut : 1);
		memcpy(bytes, m.b.p, cut);
		n_good += tracing_read(span_of(bytes, cut), &a, &t, &e) != ERR_CORRUPT;
		for (uint32_t i = 0; i < t.n_events; i++)
			tracing_fields(&t, &t.events[i], &a, NULL);
		tracing_release(&t);
		arena_release(&a);
		free(bytes);
	}
	is_u64(n_good, 0, "cut at every byte: corrupt");
	m.b.n = 0;
	put_section(&m, "0.6", 3);
	ok(tracing_read(span_of(m.b.p, m.b.n), &a, &t, &e) == ERR_CORRUPT, "a long of 3 bytes");
	m.b.n = 0;
	put_section(&m, "0.6", 8);
	m.b.p[0] = 0;
	ok(tracing_read(span_of(m.b.p, m.b.n), &a, &t, &e) == ERR_CORRUPT, "another magic");
	tracing_release(&t);
	struct tracing_event none = { .format = span_str("name: x\nID: 1\nformat:\n") };
	ok(tracing_fields(&t, &none, &a, &e) == ERR_CORRUPT && !none.n_fields, "no print format");
	struct tracing_event odd = {
		.format = span_str("name: x\nID: 1\nformat:\n"
		                   "\tfield:int a;\toffset:-1;\tsize:4;\tsigned:1;\n"
		                   "\tfield:int b;\toffset:99999999999;\tsize:4;\tsigned:1;\n"
		                   "\tfield:;\toffset:0;\tsize:4;\tsigned:1;\n"
		                   "\tfield:int c\n"
		                   "\tfield:__data_loc ] f;\toffset:8;\tsize:4;\tsigned:1;\n"
		                   "\tfield:int d[];\toffset:8;\tsize:4;\tsigned:1;\n"
		                   "\tfield:odd e[99999999999];\toffset:8;\tsize:4;\tsigned:1;\n"
		                   "print fmt: \"\"\n")
	};
	is_u64((uint64_t)tracing_fields(&t, &odd, &a, &e), 0, "lines that are no fields");
	is_u64(odd.n_fields, 3, "are left out");
	check_field(&odd, "d", "int", 8, 4, 4);
	check_field(&odd, "e", "odd", 8, 4, 1);
	arena_release(&a);
	buf_release(&m.b);
}

int main(void)
{
	test_read(false, "0.6");
	test_read(true, "0.6");
	test_read(false, "0.5");
	test_fields();
	test_bytes(false);
	test_bytes(true);
	test_names(SECTION, false);
	test_names(SECTION, true);
	test_names(RECORD, false);
	test_names(SPLIT, false);
	test_hostile();
	return done_testing();
}

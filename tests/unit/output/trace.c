// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Print formats run on raw data of either byte order. What is expected is what the kernel would
 * print: C's rules for the arguments, printk-formats.rst for the conversions, the functions of
 * include/trace/stages/stage3_trace_output.h; where the kernel would print a hashed or a named
 * address, perf's words.
 */
#include "output/trace.h"

#include "tests/unit/data/make.h"
#include "tests/unit/tap.h"

static const char fields[] =
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:int i;\toffset:8;\tsize:4;\tsigned:1;\n"                      /* -5 */
	"\tfield:u32 u;\toffset:12;\tsize:4;\tsigned:0;\n"                     /* 0x1234 */
	"\tfield:u64 q;\toffset:16;\tsize:8;\tsigned:0;\n"                     /* 2^63 + 7 */
	"\tfield:s16 h;\toffset:24;\tsize:2;\tsigned:1;\n"                     /* -2 */
	"\tfield:u8 b;\toffset:26;\tsize:1;\tsigned:0;\n"                      /* 200 */
	"\tfield:char comm[8];\toffset:32;\tsize:8;\tsigned:0;\n"              /* abc */
	"\tfield:__data_loc char[] s;\toffset:40;\tsize:4;\tsigned:0;\n"       /* text */
	"\tfield:__rel_loc u16[] list;\toffset:44;\tsize:4;\tsigned:0;\n"      /* 1, 2, 0xffff */
	"\tfield:void * p;\toffset:48;\tsize:8;\tsigned:0;\n"                  /* kernel address */
	"\tfield:u8 ip4[4];\toffset:56;\tsize:4;\tsigned:0;\n"                 /* 10.0.0.254 */
	"\tfield:u8 mac[6];\toffset:60;\tsize:6;\tsigned:0;\n"                 /* 0:1b:2:3:4:ff */
	"\tfield:u8 ip6[16];\toffset:72;\tsize:16;\tsigned:0;\n"               /* 2001:db8::1 */
	"\tfield:__data_loc cpumask_t cpus;\toffset:88;\tsize:4;\tsigned:0;\n" /* 0-2,5 */
	"\tfield:u8 sock[8];\toffset:92;\tsize:8;\tsigned:0;\n"          /* 1.2.3.4, port 80 */
	"\tfield:const char * where;\toffset:104;\tsize:8;\tsigned:0;\n" /* its text is known */
	"\tfield:u32 pair[2];\toffset:112;\tsize:8;\tsigned:0;\n"        /* 3, 4 */
	"\tfield:long l;\toffset:120;\tsize:8;\tsigned:1;\n";            /* -1 */

enum { TEXT_AT = 128, LIST_AT = 136, CPUS_AT = 144, NAMED = 0x81000010, WORDS = 0x82000000 };

static void put_raw(struct make *m)
{
	static const unsigned char ip4[] = { 10, 0, 0, 254 }, mac[] = { 0, 0x1b, 2, 3, 4, 0xff };
	static const unsigned char ip6[16] = { 0x20, 1, 0x0d, 0xb8, [15] = 1 };
	put(m, 2, 1);
	put(m, 2, 0);
	put(m, 4, 77);
	put(m, 4, (uint32_t)-5);
	put(m, 4, 0x1234);
	put(m, 8, 0x8000000000000007);
	put(m, 2, (uint16_t)-2);
	put(m, 1, 200);
	buf_fill(&m->b, 0, 5);
	buf_add(&m->b, "abc\0\0\0\0", 8);
	put(m, 4, 5u << 16 | TEXT_AT);
	put(m, 4, 6u << 16 | (LIST_AT - 48));
	put(m, 8, 0xffffffff00000000 | NAMED);
	buf_add(&m->b, ip4, 4);
	buf_add(&m->b, mac, 6);
	buf_fill(&m->b, 0, 6);
	buf_add(&m->b, ip6, 16);
	put(m, 4, 8u << 16 | CPUS_AT);
	put(m, 2, 2);
	buf_add(&m->b, "\0\x50\1\2\3\4", 6);
	buf_fill(&m->b, 0, 4);
	put(m, 8, 0xffffffff00000000 | WORDS);
	put(m, 4, 3);
	put(m, 4, 4);
	put(m, 8, UINT64_MAX);
	buf_add(&m->b, "text\0\0\0", 8);
	put(m, 2, 1);
	put(m, 2, 2);
	put(m, 2, 0xffff);
	put(m, 2, 0);
	put(m, 8, 0x27);
}

static bool name(void *ctx, uint64_t addr, bool offset, struct buf *out)
{
	(void)ctx;
	if ((uint32_t)addr != NAMED)
		return false;
	buf_str(out, offset ? "func+0x10" : "func");
	return true;
}

static struct span text(void *ctx, uint64_t addr)
{
	(void)ctx;
	return (uint32_t)addr == WORDS ? span_str("in the kernel") : (struct span){ 0 };
}

static const struct {
	const char *print;
	const char *want; /* NULL = not understood */
} cases[] = {
	/* text */
	{ "\"plain\"", "plain" },
	{ "\"\"", "" },
	{ "\"100%% \\\"q\\\" a\\\\b\" \" joined\"", "100% \"q\" a\\b joined" },
	{ "\"a\\tb\\nc\\x\"", "a\tb\ncx" },
	{ "\"\\033[1m\"", "?[1m" },
	/* conversions */
	{ "\"%d %i %u\", REC->i, REC->i, REC->i", "-5 -5 4294967291" },
	{ "\"%x %X %#x %o %#o\", REC->u, REC->u, REC->u, REC->u, REC->u",
	  "1234 1234 0x1234 11064 011064" },
	{ "\"%X\", 48879", "BEEF" },
	{ "\"[%6d][%-6d][%06d][%+d][% d]\", REC->i, REC->i, REC->i, 5, 5",
	  "[    -5][-5    ][-00005][+5][ 5]" },
	{ "\"[%*d][%-*d][%*d]\", 4, 7, 4, 7, -4, 7", "[   7][7   ][7   ]" },
	{ "\"[%.3d][%6.3d][%.0d][%08.3d]\", 7, 7, 0, 7", "[007][   007][][     007]" },
	{ "\"[%#x][%#010x][%#6x]\", 0, 255, 255", "[0][0x000000ff][  0xff]" },
	{ "\"%llu %llx %lld\", REC->q, REC->q, REC->q",
	  "9223372036854775815 8000000000000007 -9223372036854775801" },
	{ "\"%lu %ld %zu %jd %Lu %qd\", REC->q, REC->l, REC->q, REC->l, REC->q, REC->l",
	  "9223372036854775815 -1 9223372036854775815 -1 9223372036854775815 -1" },
	{ "\"%d %u %hd %hhu\", REC->h, REC->b, REC->h, REC->b", "-2 200 -2 200" },
	{ "\"%hhd %hu\", 257, 65537", "1 1" },
	{ "\"[%c][%3c][%-3c]\", 'x', 65, '\\101'", "[x][  A][A  ]" },
	{ "\"[%s][%6s][%-6s][%.2s][%.*s]\", REC->comm, REC->comm, REC->comm, REC->comm, 1, "
	  "REC->comm",
	  "[abc][   abc][abc   ][ab][a]" },
	{ "\"%s\", REC->where", "in the kernel" },
	{ "\"%s %s\", __get_str(s), \"literal\"", "text literal" },
	{ "\"%p\", REC->p", "0xffffffff81000010" },
	{ "\"%p\", (void *)0", "(nil)" },
	{ "\"%pS %ps %pF %pf %pB\", REC->p, REC->p, REC->p, REC->p, REC->p",
	  "func+0x10 func func+0x10 func func+0x10" },
	{ "\"%pS\", (void *)REC->q", "0x8000000000000007" },
	{ "\"%pI4 %pi4\", REC->ip4, REC->ip4", "10.0.0.254 010.000.000.254" },
	{ "\"%pI4b %pI4n %pI4l\", REC->ip4, REC->ip4, REC->ip4",
	  "10.0.0.254 10.0.0.254 254.0.0.10" },
	{ "\"%pI6 %pi6\", REC->ip6, REC->ip6",
	  "2001:0db8:0000:0000:0000:0000:0000:0001 20010db8000000000000000000000001" },
	{ "\"%pI6c\", REC->ip6", "2001:db8::1" },
	{ "\"%pIS %pISp %pISpc\", REC->sock, REC->sock, REC->sock",
	  "1.2.3.4 1.2.3.4:80 1.2.3.4:80" },
	{ "\"%s\", __get_sockaddr(sock)", "1.2.3.4:80" },
	{ "\"%pM %pMF %pMR %pm %pmR\", REC->mac, REC->mac, REC->mac, REC->mac, REC->mac",
	  "00:1b:02:03:04:ff 00-1b-02-03-04-ff ff:04:03:02:1b:00 001b020304ff ff0403021b00" },
	{ "\"%pUb %pUL\", REC->ip6, REC->ip6",
	  "20010db8-0000-0000-0000-000000000001 B80D0120-0000-0000-0000-000000000001" },
	{ "\"%*ph %3phC %*phN %2phD\", 4, REC->ip4, REC->ip4, 4, REC->ip4, REC->ip4",
	  "0a 00 00 fe 0a:00:00 0a0000fe 0a-00" },
	{ "\"%*pbl\", 64, __get_dynamic_array(cpus)", "0-2,5" },
	{ "\"%pI6 %pM\", REC->ip4, REC->ip4", "INVALIDIPv6 INVALIDMAC" },
	/* expressions */
	{ "\"%d %d %d\", 2 + 3 * 4, (2 + 3) * 4, 10 - 3 - 2", "14 20 5" },
	{ "\"%d %d %d\", 7 / 2, -7 / 2, -7 % 4", "3 -3 -3" },
	{ "\"%d %d %x\", 1 << 4, 256 >> 4, 1 << 2 + 1", "16 16 8" },
	{ "\"%d %d %d\", 6 & 3, 6 | 3, 6 ^ 3", "2 7 5" },
	{ "\"%d %d %d %d\", !5, !0, ~5, -(-5)", "0 1 -6 5" },
	{ "\"%d%d%d%d%d%d\", 1 < 2, 2 <= 1, 2 > 1, 1 >= 2, 1 == 1, 1 != 1", "101010" },
	{ "\"%d%d%d\", 1 && 0, 1 || 0, 0 || 0", "010" },
	{ "\"%d\", 5 & 4 == 4", "1" },
	{ "\"%d %d\", 1 ? 2 : 3, 0 ? 2 : 1 ? 4 : 5", "2 4" },
	{ "\"%d %d\", REC->i < 0, REC->h < 0", "1 1" },
	{ "\"%d\", REC->i < REC->u", "0" }, /* the int is made unsigned */
	{ "\"%d\", REC->i < REC->b", "1" }, /* both are ints */
	{ "\"%u\", REC->u - 0x1235", "4294967295" },
	{ "\"%lx\", (unsigned long)(REC->u - 0x1235)", "ffffffff" },
	{ "\"%d %d\", REC->q > 1, (s64)REC->q > 1", "1 0" },
	{ "\"%llu %lld\", REC->q / 2, (long long)REC->l / 2", "4611686018427387907 0" },
	{ "\"%llx\", REC->q >> 60", "8" },
	{ "\"%ld\", REC->l >> 60", "-1" },
	{ "\"%d %d %u %u\", (char)200, (unsigned char)456, (u16)65537, (__u32)-1",
	  "-56 200 1 4294967295" },
	{ "\"%d\", (unsigned)1 > -1", "0" },
	{ "\"%llx\", (u64)1 << 63", "8000000000000000" },
	{ "\"%llx %llx\", 0x100000000, 1ULL << 40", "100000000 10000000000" },
	{ "\"%d\", 010", "8" },
	{ "\"%d %d\", 1 / 0, 1 % 0", "0 0" },
	{ "\"%u,%u\", ((unsigned int)((REC->u) >> 8)), ((unsigned int)((REC->u) & ((1U << 8) - "
	  "1)))",
	  "18,52" },
	{ "\"%d %d %d\", REC->pair[0], REC->pair[1], REC->pair[2]", "3 4 0" },
	{ "\"%x %d\", ((u16 *)__get_rel_dynamic_array(list))[2], *(s16 "
	  "*)__get_rel_dynamic_array(list)",
	  "ffff 1" },
	{ "\"%d %d\", __get_dynamic_array_len(s), __get_rel_dynamic_array_len(list)", "5 6" },
	{ "\"%d %d %d %d\", sizeof(int), sizeof(REC->q), sizeof(u16), sizeof(void *)", "4 8 2 8" },
	{ "\"%d\", __builtin_expect(!!(REC->u), 1)", "1" },
	{ "\"%d\", REC->common_pid", "77" },
	{ "\"%s\", REC->u > 9 ? \"many\" : \"few\"", "many" },
	/* functions */
	{ "\"%s\", __print_flags(REC->u, \"|\", { 4, \"A\" }, { 0x30, \"B\" }, { 1, \"C\" })",
	  "A|B|0x1200" },
	{ "\"%s\", __print_flags(0, \"|\", { 1, \"A\" })", "" },
	{ "\"%s\", __print_flags(3, \"\", { 1, \"A\" }, { 2, \"B\" })", "AB" },
	{ "\"%s\", __print_flags(8, \"|\", { 1, \"A\" })", "0x8" },
	{ "\"%s\", __print_flags(1UL << 40, \"|\", { (1UL << 40), \"HIGH\" })", "HIGH" },
	{ "\"[%6s]\", __print_symbolic(REC->u & 0xf, { 4, \"four\" }, { 5, \"five\" })",
	  "[  four]" },
	{ "\"%s\", __print_symbolic(REC->u, { 4, \"four\" })", "0x1234" },
	{ "\"%s\", __print_symbolic(REC->i, { -5, \"minus five\" })", "minus five" },
	{ "\"%s\", __print_symbolic(REC->u, { 4, \"four\" }, { -1, ((void *)0) }, { })", "0x1234" },
	{ "\"%s\", __print_symbolic(0, { UNKNOWN, \"never\" }, { 0, \"zero\" })", "zero" },
	{ "\"%s\", __print_symbolic(2, { IOPRIO_CLASS_RT, \"rt\" }, { IOPRIO_CLASS_BE, \"be\" })",
	  "be" },
	{ "\"%s %s\", __print_hex(REC->mac, 3), __print_hex_str(REC->mac, 3)", "00 1b 02 001b02" },
	{ "\"%s\", __print_array(__get_rel_dynamic_array(list), 3, 2)", "{0x1,0x2,0xffff}" },
	{ "\"%s\", __print_array(REC->pair, 2, sizeof(u32))", "{0x3,0x4}" },
	{ "\"%s\", __print_array(REC->pair, 99, 4)", "{0x3,0x4}" },
	{ "\"%s %s\", __get_bitmask(cpus), __get_cpumask(cpus)", "00000000,00000027 0-2,5" },
	/* bounds */
	{ "\"%s\", __print_hex(REC->mac, 0xffffffffffff)", "00 1b 02 03 04 ff" },
	{ "\"%x\", REC->pair[0xffffffffffffffff]", "0" },
	{ "\"%d\", 9223372036854775807 + 1 > 0", "0" },
	/* not understood */
	{ "", NULL },
	{ "REC->u", NULL },
	{ "\"%d\"", NULL },
	{ "\"%d", NULL },
	{ "\"%y\", 1", NULL },
	{ "\"%\", 1", NULL },
	{ "\"%d\", REC->none", NULL },
	{ "\"%d\", nobody_knows(1)", NULL },
	{ "\"%d\", ({ int x = 1; x; })", NULL },
	{ "\"%d\", (1", NULL },
	{ "\"%d\", 1)", NULL },
	{ "\"%d\", 1 +", NULL },
	{ "\"%d\", 1 ? 2", NULL },
	{ "\"%d\", REC->u[", NULL },
	{ "\"%d\", sizeof(struct page)", NULL },
	{ "\"%s\", __print_flags(1, \"|\", { REC->u, \"A\" })", NULL },
	{ "\"%s\", __print_flags(1, \"|\", { 1, \"A\" }", NULL },
	{ "\"%s\", __get_str(none)", NULL },
	{ "\"%s\", __print_array(REC->pair, 2)", NULL },
};

static void run_case(const struct trace_run *r, const char *print, const char *want)
{
	struct arena a = { 0 };
	struct buf out = { 0 }, format = { 0 };
	struct trace_program program;
	buf_printf(&format, "name: x\nID: 1\nformat:\n%s\nprint fmt: %s\n", fields, print);
	struct tracing_event ev = { .format = span_of(format.p, format.n) };
	tracing_fields(r->tracing, &ev, &a, NULL);
	int rc = trace_parse(r->tracing, &ev, &a, &program, NULL);
	if (!rc)
		trace_print(r, &program, &out);
	is_str(rc ? NULL : buf_cstr(&out), want, print);
	buf_release(&out);
	buf_release(&format);
	arena_release(&a);
}

static void test_fields(const struct trace_run *r)
{
	struct arena a = { 0 };
	struct buf out = { 0 }, format = { 0 };
	buf_printf(&format, "name: x\nID: 1\nformat:\n%s\nprint fmt: \n", fields);
	struct tracing_event ev = { .format = span_of(format.p, format.n) };
	tracing_fields(r->tracing, &ev, &a, NULL);
	trace_print_fields(r, &ev, &out);
	const char *list = r->tracing->is_big ? "00, 01, 00, 02, ff, ff" : "01, 00, 02, 00, ff, ff";
	struct buf want = { 0 };
	buf_printf(&want,
	           " i=-5 u=4660 q=9223372036854775815 h=-2 b=200 comm=abc s=text "
	           "list=ARRAY[%s] p=0xffffffff81000010",
	           list);
	ok(out.n > want.n && memcmp(out.p, want.p, want.n) == 0, "fields one by one");
	ok(strstr(buf_cstr(&out), " mac=ARRAY[00, 1b, 02, 03, 04, ff] ") != NULL, "bytes");
	ok(strstr(buf_cstr(&out), " l=-1") != NULL, "the last");
	buf_release(&want);
	buf_release(&out);
	buf_release(&format);
	arena_release(&a);
}

/* Deep, long and wide formats end. */
static void test_bounds(const struct trace_run *r)
{
	static const char *const parts[] = { "(",          "-",   "1+",
		                             "(int)",      "1?",  "__print_flags(",
		                             "REC->pair[", "1?2:" };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct buf b = { 0 };
		buf_str(&b, "\"%d\", ");
		for (int n = 0; n < 100000; n++)
			buf_str(&b, parts[i]);
		buf_char(&b, '1');
		run_case(r, buf_cstr(&b), NULL);
		buf_release(&b);
	}
	run_case(r, "\"%1$d\", 1", NULL);
	struct arena a = { 0 };
	struct buf out = { 0 };
	struct trace_program program;
	struct tracing_event ev = {
		.format = span_str(
			"name: x\nID: 1\nformat:\nprint fmt: \"%999999999d%*d%.999999999d\", "
			"1, 0x7fffffff, 1, 1\n")
	};
	tracing_fields(r->tracing, &ev, &a, NULL);
	ok(trace_parse(r->tracing, &ev, &a, &program, NULL) == 0, "wide");
	trace_print(r, &program, &out);
	is_u64(out.n, 3 * TRACE_WIDTH_MAX, "are as wide as the bound");
	buf_release(&out);
	arena_release(&a);
}

/* However much a format asks for, a sample's text ends. */
static void test_long(const struct trace_run *r)
{
	struct arena a = { 0 };
	struct buf out = { 0 }, format = { 0 };
	struct trace_program program;
	buf_str(&format, "name: x\nID: 1\nformat:\nprint fmt: \"");
	for (int i = 0; i < 200; i++)
		buf_str(&format, "%1000d");
	buf_char(&format, '"');
	for (int i = 0; i < 200; i++)
		buf_str(&format, ", 1");
	struct tracing_event ev = { .format = span_of(format.p, format.n) };
	tracing_fields(r->tracing, &ev, &a, NULL);
	ok(trace_parse(r->tracing, &ev, &a, &program, NULL) == 0, "200 numbers 1000 wide");
	trace_print(r, &program, &out);
	is_u64(out.n, 66000, "the last is the one that reaches the bound");
	buf_release(&out);
	buf_release(&format);
	arena_release(&a);
}

int main(void)
{
	for (int big = 0; big < 2; big++) {
		struct make m = { .big = big };
		struct tracing t = { .is_big = big, .long_bytes = 8 };
		put_raw(&m);
		struct trace_run r = { &t, span_of(m.b.p, m.b.n), name, text, NULL };
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
			run_case(&r, cases[i].print, cases[i].want);
		test_fields(&r);
		test_bounds(&r);
		test_long(&r);
		/* Raw data that is cut, each in memory of its own size. */
		for (size_t cut = 0; cut < m.b.n; cut++) {
			unsigned char *bytes = malloc(cut ? cut : 1);
			struct trace_run c = r;
			memcpy(bytes, m.b.p, cut);
			c.raw = span_of(bytes, cut);
			for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
				struct arena a = { 0 };
				struct buf out = { 0 }, format = { 0 };
				struct trace_program program;
				buf_printf(&format, "name: x\nID: 1\nformat:\n%s\nprint fmt: %s\n",
				           fields, cases[i].print);
				struct tracing_event ev = { .format = span_of(format.p, format.n) };
				tracing_fields(&t, &ev, &a, NULL);
				if (!trace_parse(&t, &ev, &a, &program, NULL))
					trace_print(&c, &program, &out);
				trace_print_fields(&c, &ev, &out);
				buf_release(&out);
				buf_release(&format);
				arena_release(&a);
			}
			free(bytes);
		}
		ok(true, "raw data cut at every byte");
		buf_release(&m.b);
	}
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The writer's bytes against layouts spelled out by hand from perf_event_open(2) and from the
 * kernel's tools/perf/Documentation/perf.data-file-format.txt. Words below are for a little-endian
 * machine.
 */
#include "../tap.h"

#include "data/write.h"

static const struct abi_attr attr = {
	.size = ABI_ATTR_VER5,
	.sample_type = ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_TID | ABI_SAMPLE_TIME | ABI_SAMPLE_CPU,
	.flags = ABI_SAMPLE_ID_ALL,
};
static const struct write_id id = {
	.pid = 0x11, .tid = 0x12, .cpu = 3, .time_ns = 0x1234, .id = 0x99
};

/* pid tid, time, cpu reserved, id */
#define TRAILER 0x0000001200000011, 0x1234, 3, 0x99
#define HEAD(type, misc, size) ((uint64_t)(type) | (uint64_t)(misc) << 32 | (uint64_t)(size) << 48)

static void is_words(struct buf *b, const uint64_t *want, size_t n, const char *what)
{
	bool same = b->n == 8 * n;
	for (size_t i = 0; same && i < n; i++)
		same = load64(b->p + 8 * i) == want[i];
	if (!ok(same, "%s", what))
		for (size_t i = 0; i < n || 8 * i < b->n; i++)
			printf("# %2zu got %016" PRIx64 " want %016" PRIx64 "\n", i,
			       8 * i + 8 <= b->n ? load64(b->p + 8 * i) : 0, i < n ? want[i] : 0);
	b->n = 0;
}

#define IS_WORDS(b, what, ...)                         \
	is_words(b, (const uint64_t[]){ __VA_ARGS__ }, \
	         sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8, what)

static void records(struct buf *b)
{
	write_comm(b, &attr, 1 << 13, 0x11, 0x12, "true", &id);
	IS_WORDS(b, "COMM", HEAD(3, 1 << 13, 56), 0x0000001200000011, 0x65757274, TRAILER);
	write_comm(b, &attr, 0, 0x11, 0x12, "12345678", &id);
	IS_WORDS(b, "a name of 8 letters has its NUL byte in a word of its own", HEAD(3, 0, 64),
	         0x0000001200000011, 0x3837363534333231, 0, TRAILER);
	write_fork(b, &attr, 1 << 13, 1, 2, 3, 4, 0x55, &id);
	IS_WORDS(b, "FORK", HEAD(7, 1 << 13, 64), 0x0000000200000001, 0x0000000400000003, 0x55,
	         TRAILER);
	write_mmap(b, &attr, 1, UINT32_MAX, 0, 0x1000, 0x2000, 0x3000, "[k]", &id);
	IS_WORDS(b, "MMAP", HEAD(1, 1, 80), 0x00000000ffffffff, 0x1000, 0x2000, 0x3000, 0x5d6b5b,
	         TRAILER);
	struct write_mmap2 m = { 0x11, 0x12, 0x1000, 0x2000, 0x3000, 8, 1, 5, 2, 0x77, 0x88, "/a" };
	write_mmap2(b, &attr, 2, &m, &id);
	IS_WORDS(b, "MMAP2", HEAD(10, 2, 112), 0x0000001200000011, 0x1000, 0x2000, 0x3000,
	         0x0000000100000008, 0x77, 0x88, 0x0000000200000005, 0x612f, TRAILER);
	const struct write_namespace ns[] = { { 4, 0xa0 }, { 4, 0xa1 }, { 4, 0xa2 }, { 4, 0xa3 },
		                              { 4, 0xa4 }, { 4, 0xa5 }, { 4, 0xa6 } };
	write_namespaces(b, &attr, 0x11, 0x12, ns, &id);
	IS_WORDS(b, "NAMESPACES", HEAD(16, 0, 168), 0x0000001200000011, 7, 4, 0xa0, 4, 0xa1, 4,
	         0xa2, 4, 0xa3, 4, 0xa4, 4, 0xa5, 4, 0xa6, TRAILER);
	write_cgroup(b, &attr, 0x99, "/a", &id);
	IS_WORDS(b, "CGROUP", HEAD(19, 0, 56), 0x99, 0x612f, TRAILER);
	write_lost_samples(b, &attr, 42, &id);
	IS_WORDS(b, "LOST_SAMPLES", HEAD(13, 0, 48), 42, TRAILER);
	write_finished_round(b);
	IS_WORDS(b, "FINISHED_ROUND has no trailer", HEAD(68, 0, 8));
	write_finished_init(b);
	IS_WORDS(b, "nor has FINISHED_INIT", HEAD(82, 0, 8));
	struct abi_attr bare = attr;
	bare.flags = 0;
	write_lost_samples(b, &bare, 42, &id);
	IS_WORDS(b, "no trailer without sample_id_all", HEAD(13, 0, 16), 42);
	char path[9000];
	memset(path, 'x', sizeof path - 1);
	path[sizeof path - 1] = 0;
	m.path = path;
	write_mmap2(b, &attr, 2, &m, &id);
	is_u64(load16(b->p + 6), 72 + 4096 + 32, "a path that is too long is cut at 4095 bytes");
	b->n = 0;
}

static void frame(struct buf *b)
{
	static const uint64_t ids_a[] = { 0xa1, 0xa2 }, ids_b[] = { 0xb1 };
	struct write_event events[] = { { attr, ids_a, 2, "a" }, { attr, ids_b, 1, "b" } };
	write_prologue(b, events, 2);
	/* header 104, three ids 24, two times (attr 112 + section 16) */
	is_u64(b->n, 104 + 24 + 2 * 128, "prologue length");
	ok(memcmp(b->p, "PERFILE2", 8) == 0, "magic");
	is_u64(load64(b->p + 8), 104, "header size");
	is_u64(load64(b->p + 16), 128, "size of an entry of the attr table");
	is_u64(load64(b->p + 24), 128, "attrs offset");
	is_u64(load64(b->p + 32), 256, "attrs size");
	is_u64(load64(b->p + 40), 384, "data offset");
	is_u64(load64(b->p + WRITE_DATA_SIZE_OFF), 0, "data size");
	is_u64(load64(b->p + 104), 0xa1, "first id");
	is_u64(load64(b->p + 120), 0xb1, "last id");
	is_u64(load64(b->p + 128 + 112), 104, "ids of the first attr");
	is_u64(load64(b->p + 128 + 120), 16, "their size");
	is_u64(load64(b->p + 256 + 112), 120, "ids of the second attr");
	is_u64(load64(b->p + 256 + 120), 8, "their size");
	is_u64(load32(b->p + 128 + 4), 112, "the attr tells its own size");
	b->n = 0;

	const uint64_t bits[4] = { 1 << 3 | 1 << 11 };
	const struct span content[] = { span_str("12345678"), span_str("abc") };
	write_features(b, 1000, bits, content);
	is_u64(b->n, 32 + 11, "feature part");
	is_u64(load64(b->p), 1032, "the first section stands behind the table");
	is_u64(load64(b->p + 8), 8, "its size");
	is_u64(load64(b->p + 16), 1040, "the second behind the first");
	is_u64(load64(b->p + 24), 3, "its size");
	ok(memcmp(b->p + 32, "12345678abc", 11) == 0, "contents");
	b->n = 0;
}

static void sections(struct buf *b)
{
	write_string(b, "vm");
	is_u64(b->n, 4 + 64, "a text is padded to 64");
	is_u64(load32(b->p), 64, "which is what its length says");
	is_str(b->p + 4, "vm", "the text");
	b->n = 0;
	write_nrcpus(b, 8, 4);
	is_u64(load32(b->p), 8, "available before online");
	is_u64(load32(b->p + 4), 4, "online");
	b->n = 0;
	static const char *const words[] = { "pmrec", "record" };
	write_cmdline(b, words, 2);
	is_u64(b->n, 4 + 2 * 68, "command line");
	is_u64(load32(b->p), 2, "words");
	is_str(b->p + 4 + 68 + 4, "record", "second word");
	b->n = 0;
	const uint8_t build_id[20] = { 0xde, 0xad, [19] = 0xef };
	write_build_id(b, 2, -1, build_id, 20, "/bin/x");
	is_u64(b->n, 8 + 4 + 24 + 64, "build-id entry");
	is_u64(load16(b->p + 6), b->n, "its size");
	is_u64(load16(b->p + 4), 2 | 1 << 15, "its misc says that the id's length is told");
	is_u64(load32(b->p + 8), UINT32_MAX, "pid -1");
	is_u64((uint8_t)b->p[12], 0xde, "id");
	is_u64((uint8_t)b->p[31], 0xef, "last byte");
	is_u64((uint8_t)b->p[32], 20, "its length");
	is_str(b->p + 36, "/bin/x", "path");
	b->n = 0;
	write_build_id_record(b, 1, -1, build_id, 20, "[kernel.kallsyms]");
	/* 8 + 4 + 24 + 18 bytes of path, up to a multiple of 8 */
	is_u64(b->n, 56, "the same as a record is a multiple of 8 long");
	is_u64(load64(b->p), HEAD(67, 1 | 1 << 15, 56), "its header");
	is_u64(load32(b->p + 8), UINT32_MAX, "pid -1");
	is_u64((uint8_t)b->p[32], 20, "the id's length");
	is_str(b->p + 36, "[kernel.kallsyms]", "path");
	b->n = 0;
	static const uint64_t ids[] = { 7 };
	struct write_event ev = { attr, ids, 1, "cpu-clock" };
	write_event_desc(b, &ev, 1);
	is_u64(b->n, 8 + 112 + 4 + 68 + 8, "event description");
	is_u64(load32(b->p + 4), 112, "attr size");
	is_u64(load32(b->p + 120), 1, "ids");
	is_str(b->p + 128, "cpu-clock", "name");
	is_u64(load64(b->p + 192), 7, "id");
	b->n = 0;
}

/* Byte for byte, put together by hand from perf.data-file-format.txt (HEADER_TRACING_DATA). */
static void tracing(struct buf *b)
{
	static const unsigned char want[] = "\x17\x08\x44tracing0.6\0\0\x08\0\x10\0\0"
					    "header_page\0\x02\0\0\0\0\0\0\0PP"
					    "header_event\0\x01\0\0\0\0\0\0\0E"
					    "\0\0\0\0"       /* events of ftrace */
					    "\x02\0\0\0"     /* systems */
					    "s1\0\x02\0\0\0" /* two events */
					    "\x03\0\0\0\0\0\0\0one\x03\0\0\0\0\0\0\0two"
					    "s2\0\x01\0\0\0" /* and one */
					    "\x01\0\0\0\0\0\0\0x"
					    "\0\0\0\0"              /* kallsyms */
					    "\x01\0\0\0F"           /* printk formats */
					    "\x02\0\0\0\0\0\0\0CC"; /* names of threads */
	const struct write_tracing_event events[] = { { "s1", span_str("one") },
		                                      { "s1", span_str("two") },
		                                      { "s2", span_str("x") } };
	const struct write_tracing t = { .header_page = span_str("PP"),
		                         .header_event = span_str("E"),
		                         .printk = span_str("F"),
		                         .cmdlines = span_str("CC"),
		                         .events = events,
		                         .n_events = 3,
		                         .page_bytes = 4096 };
	write_tracing(b, &t);
	is_u64(b->n, sizeof want - 1, "tracing data: its length");
	ok(b->n == sizeof want - 1 && memcmp(b->p, want, b->n) == 0, "tracing data: its bytes");
	b->n = 0;
	write_group_desc(b, &(const struct write_group){ 2, 3 }, 1);
	is_u64(b->n, 4 + 4 + 64 + 4 + 4, "a group: its length");
	is_u64(load32(b->p), 1, "so many groups");
	is_u64(load32(b->p + 72), 2, "its leader");
	is_u64(load32(b->p + 76), 3, "its members");
	b->n = 0;
}

int main(void)
{
	struct buf b = { 0 };
	records(&b);
	tracing(&b);
	frame(&b);
	sections(&b);
	buf_release(&b);
	return done_testing();
}

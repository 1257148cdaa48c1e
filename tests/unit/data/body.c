// SPDX-License-Identifier: GPL-2.0-or-later
/* The bodies of records that are no samples: their fields, texts with and without an end, every
 * cut. */
#include "make.h"
#include "tests/unit/tap.h"

static const struct data_event with_trailer = { .attr = { .sample_type = 4,
	                                                  .flags = ABI_SAMPLE_ID_ALL },
	                                        .tail_bytes = 8,
	                                        .tail_time_off = 8,
	                                        .name = "e" };

static struct record record_of(const struct make *m)
{
	const unsigned char *p = (const unsigned char *)m->b.p;
	return (struct record){ p, load32(p), load16(p + 4), load16(p + 6), 0 };
}

/* Copies of their own size of every shorter record: never read past, refused up to n_least. */
static void cuts(const struct make *m, int (*body)(const struct record *, void *), void *out,
                 uint32_t n_least, const char *what)
{
	int wrong = 0;
	for (uint32_t n = 8; n <= m->b.n; n++) {
		unsigned char *p = malloc(n);
		memcpy(p, m->b.p, n);
		struct record r = { p, load32(p), load16(p + 4), n, 0 };
		int rc = body(&r, out);
		wrong += rc ? rc != ERR_CORRUPT || n >= n_least : n < n_least;
		free(p);
	}
	is_u64((uint64_t)wrong, 0, what);
}

static int mmap_of(const struct record *r, void *out)
{
	return body_mmap(r, &with_trailer, out, NULL);
}
static int comm_of(const struct record *r, void *out)
{
	return body_comm(r, &with_trailer, out, NULL);
}
static int task_of(const struct record *r, void *out)
{
	return body_task(r, &with_trailer, out, NULL);
}
static int lost_of(const struct record *r, void *out)
{
	return body_lost(r, &with_trailer, out, NULL);
}
static int ksymbol_of(const struct record *r, void *out)
{
	return body_ksymbol(r, &with_trailer, out, NULL);
}

static void make_mmap(struct make *m, uint32_t type, uint16_t misc, const char *path)
{
	size_t at = record_begin(m, type, misc);
	put(m, 4, 10);
	put(m, 4, 11);
	put64s(m, (uint64_t[]){ 0x1000, 0x2000, 0x3000 }, 3);
	if (type == ABI_RECORD_MMAP2 && misc & ABI_MISC_MMAP_BUILD_ID) {
		buf_char(&m->b, 4);
		buf_fill(&m->b, 0, 3);
		buf_add(&m->b, "ABCDxxxxxxxxxxxxxxxx", 20);
	} else if (type == ABI_RECORD_MMAP2) {
		put(m, 4, 8);
		put(m, 4, 1);
		put64s(m, (uint64_t[]){ 55, 66 }, 2);
	}
	if (type == ABI_RECORD_MMAP2) {
		put(m, 4, 5);
		put(m, 4, 2);
	}
	put_text(m, path);
	put(m, 8, 999);
	record_end(m, at);
}

static void test_mmap(void)
{
	struct make m = { 0 };
	struct body_mmap b;
	make_mmap(&m, ABI_RECORD_MMAP2, ABI_MISC_USER, "/bin/x");
	struct record r = record_of(&m);
	is_u64((uint64_t)mmap_of(&r, &b), 0, "MMAP2");
	ok(b.pid == 10 && b.tid == 11 && b.start == 0x1000 && b.len == 0x2000 && b.pgoff == 0x3000,
	   "where");
	ok(b.maj == 8 && b.min == 1 && b.ino == 55 && b.ino_generation == 66 && !b.n_build_id,
	   "which file");
	ok(b.prot == 5 && b.flags == 2 && b.is_mmap2, "how");
	is_str(b.path, "/bin/x", "its path");
	/* The trailer is cut off first; then the NUL byte and what pads it. */
	cuts(&m, mmap_of, &b, 72 + 7, "every cut of MMAP2");
	m.b.n = 0;
	make_mmap(&m, ABI_RECORD_MMAP2, ABI_MISC_USER | ABI_MISC_MMAP_BUILD_ID, "/bin/x");
	r = record_of(&m);
	mmap_of(&r, &b);
	ok(b.n_build_id == 4 && memcmp(b.build_id, "ABCD", 4) == 0 && !b.ino,
	   "a build-id in the place of the inode");
	m.b.p[40] = (char)255;
	mmap_of(&r, &b);
	is_u64(b.n_build_id, 20, "one that says it is longer than its place");
	m.b.n = 0;
	make_mmap(&m, ABI_RECORD_MMAP, ABI_MISC_USER, "/lib/y");
	r = record_of(&m);
	is_u64((uint64_t)mmap_of(&r, &b), 0, "MMAP");
	ok(!b.is_mmap2 && b.prot & 4, "is code");
	is_str(b.path, "/lib/y", "its path");
	r.misc |= ABI_MISC_MMAP_DATA;
	mmap_of(&r, &b);
	ok(!(b.prot & 4), "data");
	buf_release(&m.b);
}

static void test_others(void)
{
	struct make m = { 0 };
	struct body_comm c;
	struct body_task t;
	struct body_lost l;
	struct body_ksymbol k;
	size_t at = record_begin(&m, ABI_RECORD_COMM, 0);
	put(&m, 4, 10);
	put(&m, 4, 11);
	put_text(&m, "a name of 15 ch");
	put(&m, 8, 999);
	record_end(&m, at);
	struct record r = record_of(&m);
	ok(!comm_of(&r, &c) && c.pid == 10 && c.tid == 11, "COMM");
	is_str(c.comm, "a name of 15 ch", "its text");
	cuts(&m, comm_of, &c, 32, "every cut of COMM");
	memset(m.b.p + 16, 'x', 24);
	ok(comm_of(&r, &c) == ERR_CORRUPT, "a text without an end, nor in the trailer");
	m.b.n = 0;
	at = record_begin(&m, ABI_RECORD_COMM, 0);
	put(&m, 8, 7);
	put_text(&m, "short");
	record_end(&m, at);
	r = record_of(&m);
	is_u64((uint64_t)comm_of(&r, &c), 0, "a record made up without a trailer");
	is_str(c.comm, "short", "keeps its text");

	m.b.n = 0;
	at = record_begin(&m, ABI_RECORD_FORK, 0);
	for (unsigned i = 1; i <= 4; i++)
		put(&m, 4, i);
	put64s(&m, (uint64_t[]){ 5, 999 }, 2);
	record_end(&m, at);
	r = record_of(&m);
	ok(!task_of(&r, &t) && t.pid == 1 && t.ppid == 2 && t.tid == 3 && t.ptid == 4 &&
	           t.time_ns == 5,
	   "FORK");
	cuts(&m, task_of, &t, 32, "every cut of FORK");

	m.b.n = 0;
	put_record(&m, ABI_RECORD_LOST, 0, (uint64_t[]){ 5, 6 }, 2);
	r = record_of(&m);
	ok(!lost_of(&r, &l) && l.id == 5 && l.lost == 6, "LOST");
	cuts(&m, lost_of, &l, 24, "every cut of LOST");
	m.b.n = 0;
	put_record(&m, ABI_RECORD_LOST_SAMPLES, 0, (uint64_t[]){ 7 }, 1);
	r = record_of(&m);
	ok(!lost_of(&r, &l) && l.id == 0 && l.lost == 7, "LOST_SAMPLES");
	cuts(&m, lost_of, &l, 16, "every cut of LOST_SAMPLES");

	m.b.n = 0;
	at = record_begin(&m, ABI_RECORD_KSYMBOL, 0);
	put(&m, 8, 0x1000);
	put(&m, 4, 64);
	put(&m, 2, 1);
	put(&m, 2, 1);
	put_text(&m, "bpf_prog");
	record_end(&m, at);
	r = record_of(&m);
	ok(!ksymbol_of(&r, &k) && k.addr == 0x1000 && k.len == 64 && k.ksym_type == 1 &&
	           k.flags == 1,
	   "KSYMBOL");
	is_str(k.name, "bpf_prog", "its name");
	cuts(&m, ksymbol_of, &k, 33, "every cut of KSYMBOL");
	buf_release(&m.b);
}

int main(void)
{
	test_mmap();
	test_others();
	return done_testing();
}

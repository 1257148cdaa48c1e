// SPDX-License-Identifier: GPL-2.0-or-later
/* Which places in files samples hit. The records are made here, word by word. */
#include "../tap.h"

#include "capture/embed.h"

enum { KERNEL = 1, USER = 2, EXEC = 5 };

static const uint64_t ids[] = { 70, 71 };
static struct write_event events[] = {
	{ .attr = { .size = ABI_ATTR_VER5,
	            .sample_type = ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID |
	                           ABI_SAMPLE_TIME | ABI_SAMPLE_CALLCHAIN,
	            .flags = ABI_SAMPLE_ID_ALL },
	  .ids = &ids[0],
	  .n_ids = 1 },
	{ .attr = { .size = ABI_ATTR_VER5,
	            .sample_type = ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID |
	                           ABI_SAMPLE_TIME | ABI_SAMPLE_ADDR | ABI_SAMPLE_BRANCH_STACK,
	            .flags = ABI_SAMPLE_ID_ALL },
	  .ids = &ids[1],
	  .n_ids = 1 },
};
static const struct plan plan = { .events = events, .written = events, .n_events = 2 };

static void map(struct hits *h, uint32_t process, uint64_t start, uint64_t len, uint64_t pgoff,
                const char *path, uint8_t mode)
{
	struct body_mmap m = { .pid = 100 + process,
		               .start = start,
		               .len = len,
		               .pgoff = pgoff,
		               .prot = EXEC,
		               .ino = 5,
		               .path = path };
	hits_mapping(h, process, &m, mode);
}

static void sample(struct hits *h, uint32_t process, uint16_t mode, const uint64_t *words, size_t n)
{
	unsigned char record[512] = { 9 };
	store16(record + 4, mode);
	store16(record + 6, (uint16_t)(8 + 8 * n));
	memcpy(record + 8, words, 8 * n);
	struct record r = { record, ABI_RECORD_SAMPLE, mode, (uint32_t)(8 + 8 * n), 0 };
	hits_sample(h, process, &r);
}
#define SAMPLE(h, process, mode, ...)                               \
	sample(h, process, mode, (const uint64_t[]){ __VA_ARGS__ }, \
	       sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

/* Process 2 began with what process 1 had. */
static uint32_t parent_of(void *ctx, uint32_t process)
{
	(void)ctx;
	return process == 2 ? 1 : process;
}

/* "path addr[+]" of each, + being a caller. */
static const char *found(struct hits *h, struct buf *b)
{
	uint32_t n, n_files;
	hits_finish(h, parent_of, NULL);
	const struct hit_place *places = hits_places(h, &n);
	const struct hit_file *files = hits_files(h, &n_files);
	b->n = 0;
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, "%s %llx%s;", files[places[i].file].told.path,
		           (unsigned long long)places[i].addr, places[i].is_caller ? "+" : "");
	return buf_cstr(b);
}

int main(void)
{
	struct buf b = { 0 };
	struct hits *h = hits_new(&plan);
	map(h, 1, 0x10000, 0x4000, 0x1000, "/bin/a", USER);
	map(h, 1, 0x20000, 0x1000, 0, "/lib/b", USER);
	/* id, ip, pid tid, time, chain */
	SAMPLE(h, 1, USER, 70, 0x10010, 0, 1, 3, ABI_CONTEXT_USER, 0x10010, 0x20020);
	SAMPLE(h, 1, USER, 70, 0x10010, 0, 2, 3, ABI_CONTEXT_USER, 0x10010, 0x20020);
	SAMPLE(h, 1, USER, 70, 0x30010, 0, 1, 0);
	is_str(found(h, &b), "/bin/a 1010;/lib/b 20+;",
	       "an address once, callers marked, what is not mapped left out");
	hits_free(h);

	h = hits_new(&plan);
	/* 71: id, ip, pid tid, time, addr, branches (from, to, flags) */
	SAMPLE(h, 1, USER, 71, 0x10010, 0, 1, 0x10100, 1, 0x10200, 0x10300, 0);
	map(h, 1, 0x10000, 0x4000, 0, "/bin/a", USER);
	is_str(found(h, &b), "/bin/a 10;/bin/a 100;/bin/a 200;/bin/a 300;",
	       "another event's fields; a mapping told later");
	hits_free(h);

	h = hits_new(&plan);
	map(h, 1, 0x10000, 0x4000, 0, "/bin/a", USER);
	map(h, 1, 0x12000, 0x1000, 0x7000, "/bin/c", USER);
	SAMPLE(h, 1, USER, 70, 0x12010, 0, 1, 0);
	SAMPLE(h, 1, USER, 70, 0x13010, 0, 1, 0);
	is_str(found(h, &b), "/bin/a 2010;/bin/a 3010;/bin/c 7010;",
	       "all that a process ever had at an address");
	hits_free(h);

	h = hits_new(&plan);
	map(h, 1, 0x10000, 0x4000, 0, "/bin/a", USER);
	map(h, 2, 0x20000, 0x4000, 0, "/bin/b", USER);
	SAMPLE(h, 2, USER, 70, 0x10010, 0, 1, 0);
	SAMPLE(h, 3, USER, 70, 0x10020, 0, 1, 0);
	is_str(found(h, &b), "/bin/a 10;", "what its parent had, and nobody else's");
	hits_free(h);

	h = hits_new(&plan);
	map(h, 0, 0xffffffff81000000, 0x1000, 0xffffffff81000000, "[kernel.kallsyms]_text", KERNEL);
	map(h, 0, 0xffffffffc0000000, 0x1000, 0, "[mod]", KERNEL);
	map(h, 1, 0x10000, 0x4000, 0, "[uprobes]", USER);
	map(h, 1, 0x20000, 0x4000, 0, "//anon", USER);
	map(h, 1, 0x7fff00030000, 0x1000, 0, "[vdso]", USER);
	map(h, 1, 0xf7f30000, 0x1000, 0, "[vdso]", USER); /* of 32 bits: not the one of here */
	SAMPLE(h, 1, KERNEL, 70, 0xffffffff81000010, 0, 1, 3, ABI_CONTEXT_KERNEL,
	       0xffffffff81000010, 0xffffffffc0000010);
	SAMPLE(h, 1, KERNEL, 70, 0xffffffff90000000, 0, 1, 0);
	SAMPLE(h, 1, USER, 70, 0x10010, 0, 1, 0);
	SAMPLE(h, 1, USER, 70, 0x20010, 0, 1, 0);
	SAMPLE(h, 1, USER, 70, 0x7fff00030010, 0, 1, 0);
	SAMPLE(h, 1, USER, 70, 0xf7f30010, 0, 1, 0);
	is_str(found(h, &b),
	       "[kernel.kallsyms] ffffffff81000010;[kernel.kallsyms] ffffffff90000000;"
	       "[mod] ffffffffc0000010+;//anon 20010;[vdso] 10;",
	       "the kernel and what it runs beyond, a module, made code, the vdso");
	uint32_t n;
	is_u64(hits_files(h, &n)[2].pid, 101, "the process that made code");
	hits_free(h);

	h = hits_new(&plan);
	map(h, 1, 0x10000, 0x4000, 0, "/bin/a", USER);
	SAMPLE(h, 1, USER, 70, 0x10010, 0, 1, 9, 0x10010);
	SAMPLE(h, 1, USER, 72, 0x10010, 0, 1, 0);
	is_str(found(h, &b), "", "a cut sample and one of nobody");
	hits_free(h);

	/* More addresses than are kept at once become places as rounds end. */
	h = hits_new(&plan);
	map(h, 1, 0x10000, 0x1000, 0, "/bin/a", USER);
	for (uint32_t p = 0; p < 700000; p++) {
		SAMPLE(h, p, USER, 70, 0x10000 + p % 16, 0, 1, 0);
		if (p % 1024 == 0)
			hits_round(h, parent_of, NULL);
	}
	for (uint32_t p = 0; p < 700000; p++) {
		SAMPLE(h, p, USER, 70, 0x10010 + p % 16, 0, 1, 0);
		if (p % 1024 == 0)
			hits_round(h, parent_of, NULL);
	}
	is_str(found(h, &b), "/bin/a 1;/bin/a 2;/bin/a 11;/bin/a 12;",
	       "700000 processes, of which two had it mapped");
	is_u64(hits_n_refused(h), 0, "none was too many");
	hits_free(h);
	buf_release(&b);
	return done_testing();
}

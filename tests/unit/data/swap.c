// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records of the other byte order: each is made in both orders; turned, the one must be the other.
 * Layouts are those of perf_event_open(2) and perf.data-file-format.txt. (Samples: see sample.c.)
 */
#include "make.h"
#include "tests/unit/tap.h"

/* A layout: digits are fields of so many bytes, t a text, x 8 bytes that have no order. */
static const struct {
	uint32_t type;
	uint16_t misc;
	const char *layout;
} rows[] = {
	{ ABI_RECORD_MMAP, 0, "44888t" },
	{ ABI_RECORD_LOST, 0, "88" },
	{ ABI_RECORD_COMM, 0, "44t" },
	{ ABI_RECORD_EXIT, 0, "44448" },
	{ ABI_RECORD_THROTTLE, 0, "888" },
	{ ABI_RECORD_UNTHROTTLE, 0, "888" },
	{ ABI_RECORD_FORK, 0, "44448" },
	{ ABI_RECORD_READ, 0, "448888" },
	{ ABI_RECORD_MMAP2, 0, "44888448844t" },
	{ ABI_RECORD_MMAP2, ABI_MISC_MMAP_BUILD_ID, "44888xxx44t" },
	{ ABI_RECORD_AUX, 0, "888" },
	{ ABI_RECORD_ITRACE_START, 0, "44" },
	{ ABI_RECORD_LOST_SAMPLES, 0, "8" },
	{ ABI_RECORD_SWITCH, 0, "" },
	{ ABI_RECORD_SWITCH_CPU_WIDE, 0, "44" },
	{ ABI_RECORD_NAMESPACES, 0, "4488888" },
	{ ABI_RECORD_KSYMBOL, 0, "8422t" },
	{ ABI_RECORD_BPF_EVENT, 0, "224x" },
	{ ABI_RECORD_CGROUP, 0, "8t" },
	{ ABI_RECORD_TEXT_POKE, 0, "822x" },
	{ ABI_RECORD_AUX_OUTPUT_HW_ID, 0, "8" },
	{ ABI_RECORD_FINISHED_ROUND, 0, "" },
	{ ABI_RECORD_ID_INDEX, 0, "88888" },
	{ ABI_RECORD_CALLCHAIN_DEFERRED, 0, "8888" },
	{ ABI_RECORD_HEADER_EVENT_TYPE, 0, "8xxxxxxxx" },
	{ ABI_RECORD_AUXTRACE_INFO, 0, "44888" },
	{ ABI_RECORD_AUXTRACE_ERROR, 0, "44444488xxxxxxxx44" },
	{ ABI_RECORD_THREAD_MAP, 0, "88xx8xx" },
	{ ABI_RECORD_STAT_CONFIG, 0, "88888" },
	{ ABI_RECORD_STAT, 0, "844888" },
	{ ABI_RECORD_STAT_ROUND, 0, "88" },
	{ ABI_RECORD_TIME_CONV, 0, "88888x" },
	{ ABI_RECORD_HEADER_FEATURE, 0, "8x" },
	{ ABI_RECORD_BPF_METADATA, 0, "xxxxxxxx8xxxxxxxxxxxxxxxx" },
	{ ABI_RECORD_FINISHED_INIT, 0, "" },
};

enum { N = sizeof rows / sizeof *rows };

/* TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER */
static const struct make_attr attrs[] = {
	{ .type = 1,
	  .size = 128,
	  .sample_type = 0x10000 | 2 | 4 | 0x40 | 0x80 | 0x200,
	  .flags = 1 << 18,
	  .ids = { 11 },
	  .n_ids = 1 },
	{ .type = 1,
	  .size = 128,
	  .sample_type = 0x10000 | 4,
	  .flags = 1 << 18,
	  .ids = { 22 },
	  .n_ids = 1 },
};

static void put_row(struct make *m, size_t row, int event)
{
	size_t at = record_begin(m, rows[row].type, rows[row].misc);
	uint64_t v = 0x0102030405060708;
	for (const char *l = rows[row].layout; *l; l++, v += 0x1010101010101010)
		if (*l == 't')
			put_text(m, "/some/path");
		else if (*l == 'x')
			buf_add(&m->b, "no order", 8);
		else
			put(m, (unsigned)(*l - '0'), v & UINT64_MAX >> (64 - 8 * (*l - '0')));
	if (rows[row].type < ABI_RECORD_KERNEL_END && event == 0) {
		put(m, 4, 1);
		put(m, 4, 2);
		put64s(m, (uint64_t[]){ 3, 11, 5 }, 3);
		put(m, 4, 6);
		put(m, 4, 0);
		put(m, 8, 11);
	} else if (rows[row].type < ABI_RECORD_KERNEL_END) {
		put64s(m, (uint64_t[]){ 3, 22 }, 2);
	}
	record_end(m, at);
}

static void test_rows(int event)
{
	struct make native = { .big = false }, foreign = { .big = true }, m = { .big = true };
	size_t at[N + 1];
	struct data d;
	for (size_t i = 0; i < N; i++) {
		at[i] = native.b.n;
		put_row(&native, i, event);
		put_row(&foreign, i, event);
	}
	at[N] = native.b.n;
	put_file(&m, attrs, 2, &foreign, NULL, 0);
	open_made(&d, &m, NULL);
	for (int walk = 0; walk < 2; walk++) { /* a second walk finds them turned already */
		struct data_cursor c;
		struct record r;
		size_t i = 0;
		data_cursor_init(&c, &d);
		for (; data_next(&c, &r, NULL) == 0; i++) {
			size_t n = at[i + 1] - at[i];
			bool same = r.n == n && memcmp(r.p, native.b.p + at[i], n) == 0;
			ok(same, "walk %d: %s, misc %x, event %d", walk, abi_record_name(r.type),
			   r.misc, event);
		}
		is_u64(i, N, "all records");
		data_cursor_release(&c);
	}
	close_made(&d);
	buf_release(&m.b);
	buf_release(&native.b);
	buf_release(&foreign.b);
}

/* Records cut at any place, turned by their own length alone: nothing is written behind it. */
static void test_cut(void)
{
	struct make m = { .big = true }, none = { .big = true };
	struct data d;
	put_file(&m, attrs, 2, &none, NULL, 0);
	open_made(&d, &m, NULL);
	for (size_t i = 0; i < N; i++) {
		struct make one = { .big = true };
		put_row(&one, i, 0);
		for (uint32_t n = 8; n <= one.b.n; n++) {
			unsigned char *p = malloc(n);
			memcpy(p, one.b.p, n);
			store32(p, rows[i].type);
			store16(p + 4, rows[i].misc);
			store16(p + 6, (uint16_t)n);
			record_swap(&d, p, n);
			free(p);
		}
		buf_release(&one.b);
	}
	ok(true, "cut records");
	close_made(&d);
	buf_release(&m.b);
}

int main(void)
{
	test_rows(0);
	test_rows(1);
	test_cut();
	return done_testing();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every field of a sample, alone and among all others, in both byte orders; and samples that end
 * too early. The order and widths are those of perf_event_open(2), PERF_RECORD_SAMPLE.
 */
#include "make.h"
#include "tests/unit/tap.h"

enum { REGS_USER = 0x15, REGS_INTR = 0x3 }; /* 3 and 2 registers */

/* struct perf_branch_entry behind from and to. */
static uint64_t branch_flags(const struct make *m, uint64_t flags)
{
	static const uint8_t widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3, 1, 30 };
	return m->big ? from_the_top(flags, widths) : flags;
}

/* A field's bytes; count stands for what is in it. */
static void put_field(struct make *m, uint64_t bit, const struct make_attr *a)
{
	uint64_t read[] = { 2, 100, 101, 102, 103, 104, 105, 106, 107 };
	switch (bit) {
	case ABI_SAMPLE_TID:
		put(m, 4, 70);
		put(m, 4, 71);
		return;
	case ABI_SAMPLE_CPU:
		put(m, 4, 5);
		put(m, 4, 0);
		return;
	case ABI_SAMPLE_READ: /* nr, enabled, running, 2 x (value, id, lost) */
		put64s(m, read, 9);
		return;
	case ABI_SAMPLE_CALLCHAIN:
		put64s(m, (uint64_t[]){ 3, ABI_CONTEXT_USER, 0x11, 0x22 }, 4);
		return;
	case ABI_SAMPLE_RAW:
		put(m, 4, 12);
		buf_add(&m->b, "raw bytes...", 12);
		return;
	case ABI_SAMPLE_BRANCH_STACK:
		put(m, 8, 2);
		if (a->branch & ABI_BRANCH_HW_INDEX)
			put(m, 8, 77);
		put64s(m, (uint64_t[]){ 1, 2, branch_flags(m, 0x123456789), 4, 5 }, 5);
		put(m, 8, branch_flags(m, 0x2fedcba98));
		if (a->branch & ABI_BRANCH_COUNTERS)
			put64s(m, (uint64_t[]){ 8, 9 }, 2);
		return;
	case ABI_SAMPLE_REGS_USER:
		put64s(m, (uint64_t[]){ 2, 201, 202, 203 }, 4);
		return;
	case ABI_SAMPLE_REGS_INTR:
		put64s(m, (uint64_t[]){ 1, 301, 302 }, 3);
		return;
	case ABI_SAMPLE_STACK_USER:
		put(m, 8, 16);
		buf_add(&m->b, "stack of 9......", 16);
		put(m, 8, 9);
		return;
	case ABI_SAMPLE_AUX:
		put(m, 8, 8);
		buf_add(&m->b, "aux data", 8);
		return;
	default: /* one word each, told apart by its bit */
		put(m, 8, 0x1234567800000000 | bit);
	}
}

static const uint64_t order[] = {
	ABI_SAMPLE_IDENTIFIER,
	ABI_SAMPLE_IP,
	ABI_SAMPLE_TID,
	ABI_SAMPLE_TIME,
	ABI_SAMPLE_ADDR,
	ABI_SAMPLE_ID,
	ABI_SAMPLE_STREAM_ID,
	ABI_SAMPLE_CPU,
	ABI_SAMPLE_PERIOD,
	ABI_SAMPLE_READ,
	ABI_SAMPLE_CALLCHAIN,
	ABI_SAMPLE_RAW,
	ABI_SAMPLE_BRANCH_STACK,
	ABI_SAMPLE_REGS_USER,
	ABI_SAMPLE_STACK_USER,
	ABI_SAMPLE_WEIGHT,
	ABI_SAMPLE_DATA_SRC,
	ABI_SAMPLE_TRANSACTION,
	ABI_SAMPLE_REGS_INTR,
	ABI_SAMPLE_PHYS_ADDR,
	ABI_SAMPLE_CGROUP,
	ABI_SAMPLE_DATA_PAGE_SIZE,
	ABI_SAMPLE_CODE_PAGE_SIZE,
	ABI_SAMPLE_AUX,
};
enum { N_FIELDS = sizeof order / sizeof *order };

static uint64_t word(uint64_t bit)
{
	return 0x1234567800000000 | bit;
}

static bool words_are(struct words w, uint64_t n, uint64_t first, uint64_t last)
{
	return w.n == n && words_at(w, 0) == first && words_at(w, n - 1) == last;
}

/* What is in a field of s is what put_field() put there; without its bit, nothing. */
static bool field_right(const struct sample *s, uint64_t bit, uint64_t type,
                        const struct make_attr *a)
{
	bool there = type & bit;
	uint64_t v = there ? word(bit) : 0;
	uint64_t last_id = type & ABI_SAMPLE_ID ? ABI_SAMPLE_ID : ABI_SAMPLE_IDENTIFIER;
	switch (bit) {
	case ABI_SAMPLE_IDENTIFIER:
	case ABI_SAMPLE_ID:
		return s->id.id == (type & last_id ? word(last_id) : 0);
	case ABI_SAMPLE_IP:
		return s->ip == v;
	case ABI_SAMPLE_TID:
		return there ? s->id.pid == 70 && s->id.tid == 71
		             : s->id.pid == UINT32_MAX && s->id.tid == UINT32_MAX;
	case ABI_SAMPLE_TIME:
		return s->id.time_ns == v;
	case ABI_SAMPLE_ADDR:
		return s->addr == v;
	case ABI_SAMPLE_STREAM_ID:
		return s->id.stream_id == v;
	case ABI_SAMPLE_CPU:
		return s->id.cpu == (there ? 5 : UINT32_MAX);
	case ABI_SAMPLE_PERIOD:
		return s->period == (there ? v : 1000); /* the attr's */
	case ABI_SAMPLE_READ:
		return there ? words_are(s->read, 9, 2, 107) : !s->read.n;
	case ABI_SAMPLE_CALLCHAIN:
		return there ? words_are(s->chain, 3, ABI_CONTEXT_USER, 0x22) : !s->chain.n;
	case ABI_SAMPLE_RAW:
		return there ? span_equal(s->raw, span_str("raw bytes...")) : !s->raw.n;
	case ABI_SAMPLE_BRANCH_STACK:
		if (!there)
			return !s->branches.n && !s->branch_counters.n && !s->branch_hw_index;
		return words_are(s->branches, 6, 1, 0x2fedcba98) &&
		       words_at(s->branches, 2) == 0x123456789 &&
		       s->branch_hw_index == (a->branch & ABI_BRANCH_HW_INDEX ? 77 : 0) &&
		       (a->branch & ABI_BRANCH_COUNTERS ? words_are(s->branch_counters, 2, 8, 9)
		                                        : !s->branch_counters.n);
	case ABI_SAMPLE_REGS_USER:
		return there ? s->user_abi == 2 && words_are(s->user_regs, 3, 201, 203)
		             : !s->user_abi && !s->user_regs.n;
	case ABI_SAMPLE_REGS_INTR:
		return there ? s->intr_abi == 1 && words_are(s->intr_regs, 2, 301, 302)
		             : !s->intr_abi && !s->intr_regs.n;
	case ABI_SAMPLE_STACK_USER:
		return there ? span_equal(s->user_stack, span_str("stack of ")) : !s->user_stack.n;
	case ABI_SAMPLE_WEIGHT:
		return s->weight == v;
	case ABI_SAMPLE_DATA_SRC:
		return s->data_src == v;
	case ABI_SAMPLE_TRANSACTION:
		return s->transaction == v;
	case ABI_SAMPLE_PHYS_ADDR:
		return s->phys_addr == v;
	case ABI_SAMPLE_CGROUP:
		return s->cgroup == v;
	case ABI_SAMPLE_DATA_PAGE_SIZE:
		return s->data_page_bytes == v;
	case ABI_SAMPLE_CODE_PAGE_SIZE:
		return s->code_page_bytes == v;
	case ABI_SAMPLE_AUX:
		return there ? span_equal(s->aux, span_str("aux data")) : !s->aux.n;
	}
	return false;
}

/* A file with one event of these fields and one sample; the sample's record in *r. */
static void open_sample(struct data *d, struct make_attr *a, bool big, struct record *r)
{
	struct make m = { .big = big }, records = { .big = big };
	struct data_cursor c;
	size_t at = record_begin(&records, ABI_RECORD_SAMPLE, ABI_MISC_USER);
	for (size_t i = 0; i < N_FIELDS; i++)
		if (a->sample_type & order[i])
			put_field(&records, order[i], a);
	record_end(&records, at);
	put_file(&m, a, 1, &records, NULL, 0);
	open_made(d, &m, NULL);
	data_cursor_init(&c, d);
	data_next(&c, r, NULL);
	data_cursor_release(&c);
	buf_release(&m.b);
	buf_release(&records.b);
}

static struct make_attr attr_of(uint64_t type, uint64_t branch)
{
	return (struct make_attr){ .type = 1,
		                   .size = 128,
		                   .sample_type = type,
		                   .read_format = 1 | 2 | 4 | 8 | 16,
		                   .branch = branch,
		                   .regs_user = REGS_USER,
		                   .regs_intr = REGS_INTR };
}

static int wrong_fields(uint64_t type, uint64_t branch, bool big)
{
	struct make_attr a = attr_of(type, branch);
	struct data d;
	struct record r;
	struct sample s;
	int wrong = 0;
	open_sample(&d, &a, big, &r);
	if (data_sample(&d.events[0], &r, &s, NULL))
		wrong = 100;
	for (size_t i = 0; !wrong && i < N_FIELDS; i++)
		if (!field_right(&s, order[i], type, &a)) {
			printf("# field %zu of type 0x%" PRIx64 "%s\n", i, type,
			       big ? ", big-endian" : "");
			wrong++;
		}
	close_made(&d);
	return wrong;
}

static void test_fields(bool big)
{
	uint64_t all = 0;
	int wrong = 0;
	for (size_t i = 0; i < N_FIELDS; i++)
		all |= order[i];
	for (size_t i = 0; i < N_FIELDS; i++) {
		wrong += wrong_fields(order[i], 0, big);
		wrong += wrong_fields(all & ~order[i], ABI_BRANCH_HW_INDEX, big);
	}
	is_u64((uint64_t)wrong, 0,
	       big ? "each alone, and all but each, big-endian" : "each alone, and all but each");
	static const uint64_t branches[] = { 0, ABI_BRANCH_HW_INDEX, ABI_BRANCH_COUNTERS,
		                             ABI_BRANCH_HW_INDEX | ABI_BRANCH_COUNTERS };
	for (size_t i = 0; i < 4; i++)
		is_u64((uint64_t)wrong_fields(all, branches[i], big), 0, "all");
}

/* Every shorter record is refused: no field is taken from behind its end. */
static void test_short(void)
{
	struct make_attr a = attr_of(0, ABI_BRANCH_HW_INDEX | ABI_BRANCH_COUNTERS);
	struct data d;
	struct record r;
	struct sample s;
	int taken = 0;
	for (size_t i = 0; i < N_FIELDS; i++)
		a.sample_type |= order[i];
	open_sample(&d, &a, false, &r);
	uint32_t n = r.n;
	for (r.n = 8; r.n < n; r.n++)
		taken += data_sample(&d.events[0], &r, &s, NULL) != ERR_CORRUPT;
	is_u64((uint64_t)taken, 0, "every cut is refused");
	close_made(&d);
}

/* Counts and sizes that are more than there is. */
static void test_bent(void)
{
	static const struct {
		uint64_t bit;
		size_t at;
		const char *what;
	} rows[] = {
		{ ABI_SAMPLE_READ, 8, "counters" },
		{ ABI_SAMPLE_CALLCHAIN, 8, "chain" },
		{ ABI_SAMPLE_BRANCH_STACK, 8, "branches" },
		{ ABI_SAMPLE_STACK_USER, 8, "stack" },
		{ ABI_SAMPLE_AUX, 8, "aux" },
		{ ABI_SAMPLE_RAW, 4, "raw data" },
	};
	static const uint64_t values[] = { 1000,           UINT32_MAX,         UINT64_MAX,
		                           UINT64_MAX / 8, UINT64_MAX / 8 + 1, UINT64_MAX / 24 + 1,
		                           1ull << 61,     1ull << 63 };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct make_attr a = attr_of(rows[i].bit, ABI_BRANCH_HW_INDEX);
		struct data d;
		struct record r;
		struct sample s;
		int taken = 0;
		open_sample(&d, &a, false, &r);
		for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
			unsigned char *p = d.bytes.p + r.off + 8;
			if (rows[i].at == 8)
				store64(p, values[k]);
			else
				store32(p,
				        values[k] > UINT32_MAX ? UINT32_MAX : (uint32_t)values[k]);
			taken += data_sample(&d.events[0], &r, &s, NULL) != ERR_CORRUPT;
		}
		is_u64((uint64_t)taken, 0, rows[i].what);
		close_made(&d);
	}
}

/* Parts that may be missing: registers without an abi, a stack of no bytes, one filled beyond its
 * size. */
static void test_missing(void)
{
	struct make m = { 0 };
	struct make_attr a =
		attr_of(ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER | ABI_SAMPLE_WEIGHT, 0);
	struct data_event ev = {
		.attr = { .sample_type = a.sample_type, .sample_regs_user = REGS_USER }, .name = "e"
	};
	struct sample s;
	put_record(&m, ABI_RECORD_SAMPLE, 0, (uint64_t[]){ 0, 0, 42 }, 3);
	struct record r = { (unsigned char *)m.b.p, 9, 0, (uint32_t)m.b.n, 0 };
	is_u64((uint64_t)data_sample(&ev, &r, &s, NULL), 0, "no registers, no stack");
	ok(s.weight == 42 && !s.user_regs.n && !s.user_stack.n, "what follows is in its place");
	m.b.n = 0;
	put_record(&m, ABI_RECORD_SAMPLE, 0, (uint64_t[]){ 0, 8, 1, 4000, 42 }, 5);
	r = (struct record){ (unsigned char *)m.b.p, 9, 0, (uint32_t)m.b.n, 0 };
	is_u64((uint64_t)data_sample(&ev, &r, &s, NULL), 0, "a stack filled beyond its size");
	ok(s.weight == 42 && s.user_stack.n == 8, "is as long as its size");
	buf_release(&m.b);
}

int main(void)
{
	test_fields(false);
	test_fields(true);
	test_short();
	test_bent();
	test_missing();
	return done_testing();
}

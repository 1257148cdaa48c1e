// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records of the other byte order, turned into the host's order where they lie. Most are u64 words,
 * save for a few pairs of u32 at fixed places, text, and the variable parts of samples. Of the
 * words that the ABI declares as bit fields, data source and weights are declared in reverse order
 * on such machines, so turning the word as a whole is right for them; branch flags are not.
 */
#include "data/internal.h"

static void turn16(unsigned char *p)
{
	store16(p, __builtin_bswap16(load16(p)));
}

static void turn32(unsigned char *p)
{
	store32(p, __builtin_bswap32(load32(p)));
}

static void turn64(unsigned char *p)
{
	store64(p, __builtin_bswap64(load64(p)));
}

static void turn_words(unsigned char *p, const unsigned char *end, uint64_t n)
{
	for (; n && end - p >= 8; p += 8, n--)
		turn64(p);
}

/* The trailer: TID and CPU are pairs of u32, the rest u64, in the order of tail fields. */
static void turn_trailer(const struct abi_attr *attr, unsigned char *p, const unsigned char *end)
{
	static const uint64_t order[] = {
		ABI_SAMPLE_TID,       ABI_SAMPLE_TIME, ABI_SAMPLE_ID,
		ABI_SAMPLE_STREAM_ID, ABI_SAMPLE_CPU,  ABI_SAMPLE_IDENTIFIER,
	};
	for (size_t i = 0; i < sizeof order / sizeof *order && end - p >= 8; i++) {
		if (!(attr->sample_type & order[i]))
			continue;
		if (order[i] == ABI_SAMPLE_TID || order[i] == ABI_SAMPLE_CPU) {
			turn32(p);
			turn32(p + 4);
		} else {
			turn64(p);
		}
		p += 8;
	}
}

struct turner {
	unsigned char *p, *end;
};

static bool turn_next(struct turner *t, unsigned width)
{
	if (t->end - t->p < (ptrdiff_t)width)
		return false;
	if (width == 8)
		turn64(t->p);
	else if (width == 4)
		turn32(t->p);
	else if (width == 2)
		turn16(t->p);
	t->p += width;
	return true;
}

/* A count, and that many times each words after extra ones. */
static void turn_counted(struct turner *t, uint64_t extra, uint64_t each)
{
	if (!turn_next(t, 8))
		return;
	uint64_t n = load64(t->p - 8), left = (uint64_t)(t->end - t->p) / 8;
	uint64_t words = n > left ? left : extra + n * each;
	words = words > left ? left : words;
	turn_words(t->p, t->end, words);
	t->p += 8 * words;
}

/* perf_branch_entry: the widths of its flags, which are counted from the top there. */
static void turn_branch_flags(unsigned char *p)
{
	static const uint8_t widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3, 1, 30 };
	uint64_t there = load64(p), here = 0;
	unsigned at = 0;
	for (size_t i = 0; i < sizeof widths; at += widths[i++])
		here |= (there >> (64 - at - widths[i]) & ((1ull << widths[i]) - 1)) << at;
	store64(p, here);
}

/* n, perhaps a word, n entries of from, to and flags, perhaps n words of counters. */
static void turn_branches(struct turner *t, uint64_t branch)
{
	unsigned char *from = t->p;
	uint64_t skip = branch & ABI_BRANCH_HW_INDEX ? 1 : 0;
	turn_counted(t, skip, 3 + (branch & ABI_BRANCH_COUNTERS ? 1 : 0));
	if (t->p == from)
		return;
	uint64_t n = load64(from), there = (uint64_t)(t->p - from) / 8;
	for (uint64_t i = 0; i < n && 1 + skip + 3 * i + 3 <= there; i++)
		turn_branch_flags(from + 8 * (1 + skip + 3 * i + 2));
}

static void turn_sized(struct turner *t, uint64_t size)
{
	uint64_t left = (uint64_t)(t->end - t->p);
	t->p += size < left ? size : left;
}

static void turn_read(struct turner *t, uint64_t format)
{
	uint64_t each = read_words_each(format), times = read_words_times(format);
	if (format & ABI_FORMAT_GROUP) {
		turn_counted(t, times, each);
		return;
	}
	for (uint64_t i = 0; i < each + times; i++)
		turn_next(t, 8);
}

static void turn_regs(struct turner *t, uint64_t mask)
{
	if (turn_next(t, 8) && load64(t->p - 8))
		for (int n = __builtin_popcountll(mask); n; n--)
			turn_next(t, 8);
}

static void turn_sample(const struct abi_attr *attr, unsigned char *p, uint32_t n)
{
	static const uint64_t fixed[] = {
		ABI_SAMPLE_IDENTIFIER, ABI_SAMPLE_IP,   ABI_SAMPLE_TID,
		ABI_SAMPLE_TIME,       ABI_SAMPLE_ADDR, ABI_SAMPLE_ID,
		ABI_SAMPLE_STREAM_ID,  ABI_SAMPLE_CPU,  ABI_SAMPLE_PERIOD,
	};
	struct turner t = { p + ABI_HEADER_BYTES, p + n };
	uint64_t type = attr->sample_type, branch = attr->branch_sample_type;
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (type & fixed[i]) {
			bool pair = fixed[i] == ABI_SAMPLE_TID || fixed[i] == ABI_SAMPLE_CPU;
			turn_next(&t, pair ? 4 : 8);
			if (pair)
				turn_next(&t, 4);
		}
	if (type & ABI_SAMPLE_READ)
		turn_read(&t, attr->read_format);
	if (type & ABI_SAMPLE_CALLCHAIN)
		turn_counted(&t, 0, 1);
	if ((type & ABI_SAMPLE_RAW) && turn_next(&t, 4))
		turn_sized(&t, load32(t.p - 4));
	if (type & ABI_SAMPLE_BRANCH_STACK)
		turn_branches(&t, branch);
	if (type & ABI_SAMPLE_REGS_USER)
		turn_regs(&t, attr->sample_regs_user);
	if ((type & ABI_SAMPLE_STACK_USER) && turn_next(&t, 8) && load64(t.p - 8)) {
		turn_sized(&t, load64(t.p - 8));
		turn_next(&t, 8);
	}
	static const uint64_t words[] = { ABI_SAMPLE_WEIGHT | ABI_SAMPLE_WEIGHT_STRUCT,
		                          ABI_SAMPLE_DATA_SRC, ABI_SAMPLE_TRANSACTION };
	for (size_t i = 0; i < 3; i++)
		if (type & words[i])
			turn_next(&t, 8);
	if (type & ABI_SAMPLE_REGS_INTR)
		turn_regs(&t, attr->sample_regs_intr);
	static const uint64_t last[] = { ABI_SAMPLE_PHYS_ADDR, ABI_SAMPLE_CGROUP,
		                         ABI_SAMPLE_DATA_PAGE_SIZE, ABI_SAMPLE_CODE_PAGE_SIZE,
		                         ABI_SAMPLE_AUX };
	for (size_t i = 0; i < 5; i++)
		if (type & last[i])
			turn_next(&t, 8);
}

/* The event of a record whose id is still in the other byte order. */
static const struct data_event *foreign_event(const struct data *d, unsigned char *p, uint32_t n,
                                              bool sample)
{
	int16_t off = sample ? d->id_off : d->id_tail_off;
	uint64_t at = sample ? (uint64_t)off : (uint64_t)n - (uint64_t)off;
	if (d->n_events < 2 || off < 0 || n < (uint32_t)off + 8)
		return d->n_events ? &d->events[0] : NULL;
	turn64(p + at);
	const struct record r = { p, load32(p), 0, n, 0 };
	const struct data_event *ev = data_record_event(d, &r);
	turn64(p + at);
	return ev;
}

static void turn_field(struct turner *t, const struct layout_field *f)
{
	static const char numbers[] = "248ix";
	if (f->kind == 'w' || f->kind == 'a')
		turn_words(t->p, t->end, UINT64_MAX);
	if (!f->bytes || t->end - t->p < (ptrdiff_t)f->bytes) {
		t->p = t->end;
		return;
	}
	if (strchr(numbers, f->kind))
		turn_next(t, f->bytes);
	else
		t->p += f->bytes;
}

/* The body, by its layout. What repeats does so to the end. */
static void turn_body(struct turner *t, const char *layout)
{
	struct layout_field f;
	const char *repeats = NULL;
	while (t->p < t->end) {
		if (layout_next(&layout, &f)) {
			if (f.kind == '[')
				repeats = layout;
			else
				turn_field(t, &f);
		} else if (repeats) {
			layout = repeats;
		} else {
			return;
		}
	}
}

/* A map of CPUs: u16 how, then u16 n and that many u16; or u16 n, u16 bytes of a word (with four
 * bytes of padding if that is 8), n words; or u8, u8, u16 first, u16 last. */
static void turn_cpus(struct turner *t)
{
	enum { CPUS = 0, MASK = 1, RANGE = 2 };
	if (!turn_next(t, 2))
		return;
	unsigned how = load16(t->p - 2), n, bytes;
	if (how == RANGE) {
		turn_sized(t, 2);
		turn_next(t, 2);
		turn_next(t, 2);
		return;
	}
	if (how > RANGE || !turn_next(t, 2))
		return;
	n = load16(t->p - 2);
	if (how == CPUS) {
		while (n-- && turn_next(t, 2))
			;
		return;
	}
	if (!turn_next(t, 2))
		return;
	bytes = load16(t->p - 2);
	if (bytes == 8)
		turn_sized(t, 4);
	while ((bytes == 4 || bytes == 8) && n-- && turn_next(t, bytes))
		;
}

/* What EVENT_UPDATE brings: a unit, a scale, a name, CPUs. */
static void turn_update(struct turner *t, uint64_t what)
{
	enum { SCALE = 1, CPUS = 3 };
	if (what == SCALE)
		turn_next(t, 8);
	else if (what == CPUS)
		turn_cpus(t);
}

/* ID_INDEX: behind n entries of four words come perhaps n of two; all are words. */
static void turn_rest(struct turner *t, const struct record *r)
{
	if (r->type == ABI_RECORD_ID_INDEX)
		turn_words(t->p, t->end, UINT64_MAX);
	else if (r->type == ABI_RECORD_CPU_MAP)
		turn_cpus(t);
	else if (r->type == ABI_RECORD_EVENT_UPDATE && r->n >= 24)
		turn_update(t, load64(r->p + 8));
}

void record_swap(const struct data *d, unsigned char *p, uint32_t n)
{
	const struct record r = { p, load32(p), load16(p + 4), n, 0 };
	const struct data_event *ev = foreign_event(d, p, n, r.type == ABI_RECORD_SAMPLE);
	if (r.type == ABI_RECORD_SAMPLE) {
		if (ev)
			turn_sample(&ev->attr, p, n);
		return;
	}
	const char *layout = record_layout(&r, true);
	if (!layout)
		return;
	struct turner t = { p + ABI_HEADER_BYTES, p + n };
	if (r.type < ABI_RECORD_KERNEL_END && ev && ev->tail_bytes && n >= 8u + ev->tail_bytes) {
		t.end -= ev->tail_bytes;
		turn_trailer(&ev->attr, t.end, p + n);
	}
	turn_body(&t, layout);
	turn_rest(&t, &r);
}

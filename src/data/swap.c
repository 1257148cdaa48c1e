// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records of the other byte order, turned into the host's order where they lie. Most are u64 words,
 * save for a few pairs of u32 at fixed places, text, and the variable parts of samples. The fields
 * of a word that the ABI declares as bit fields (branch flags, data source, weights) stand in
 * reverse order on such machines, so turning the word as a whole is right for them.
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

/* How the fixed front of a record is laid out: a letter a field, 8 4 2 = bytes, b = a build-id with
 * its length (24 bytes left as they are); what follows is t = text up to the trailer, w = words to
 * the end, - = left as it is. */
static const char *const layouts[ABI_RECORD_END] = {
	[ABI_RECORD_MMAP] = "44888t",
	[ABI_RECORD_LOST] = "88",
	[ABI_RECORD_COMM] = "44t",
	[ABI_RECORD_EXIT] = "44448",
	[ABI_RECORD_THROTTLE] = "888",
	[ABI_RECORD_UNTHROTTLE] = "888",
	[ABI_RECORD_FORK] = "44448",
	[ABI_RECORD_READ] = "44w",
	[ABI_RECORD_MMAP2] = "44888448844t",
	[ABI_RECORD_AUX] = "888",
	[ABI_RECORD_ITRACE_START] = "44",
	[ABI_RECORD_LOST_SAMPLES] = "8",
	[ABI_RECORD_SWITCH] = "",
	[ABI_RECORD_SWITCH_CPU_WIDE] = "44",
	[ABI_RECORD_NAMESPACES] = "448w",
	[ABI_RECORD_KSYMBOL] = "8422t",
	[ABI_RECORD_BPF_EVENT] = "224",
	[ABI_RECORD_CGROUP] = "8t",
	[ABI_RECORD_TEXT_POKE] = "822-",
	[ABI_RECORD_AUX_OUTPUT_HW_ID] = "8",
	[ABI_RECORD_CALLCHAIN_DEFERRED] = "w",
	[ABI_RECORD_HEADER_BUILD_ID] = "4-",
	[ABI_RECORD_FINISHED_ROUND] = "-",
	[ABI_RECORD_ID_INDEX] = "w",
	[ABI_RECORD_AUXTRACE_INFO] = "44w",
	[ABI_RECORD_AUXTRACE] = "88844-",
	[ABI_RECORD_TIME_CONV] = "w",
	[ABI_RECORD_HEADER_FEATURE] = "8-",
	[ABI_RECORD_COMPRESSED] = "-",
	[ABI_RECORD_COMPRESSED2] = "8-",
	[ABI_RECORD_FINISHED_INIT] = "-",
	[ABI_RECORD_EVENT_UPDATE] = "88-",
};

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
	if (type & ABI_SAMPLE_BRANCH_STACK) {
		uint64_t counters = branch & ABI_BRANCH_COUNTERS ? 1 : 0;
		turn_counted(&t, branch & ABI_BRANCH_HW_INDEX ? 1 : 0, 3 + counters);
	}
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

static unsigned layout_bytes(char field)
{
	return field >= '0' && field <= '9' ? (unsigned)(field - '0') : field == 'b' ? 24 : 0;
}

void record_swap(const struct data *d, unsigned char *p, uint32_t n)
{
	uint32_t type = load32(p);
	const struct data_event *ev = foreign_event(d, p, n, type == ABI_RECORD_SAMPLE);
	if (!ev)
		return;
	if (type == ABI_RECORD_SAMPLE) {
		turn_sample(&ev->attr, p, n);
		return;
	}
	const char *layout = type < ABI_RECORD_END ? layouts[type] : NULL;
	if (type == ABI_RECORD_MMAP2 && (load16(p + 4) & ABI_MISC_MMAP_BUILD_ID))
		layout = "44888b44t";
	if (!layout)
		return;
	bool kernel = type < ABI_RECORD_KERNEL_END && ev->tail_bytes && n >= 8u + ev->tail_bytes;
	unsigned char *end = p + n - (kernel ? ev->tail_bytes : 0), *at = p + ABI_HEADER_BYTES;
	if (kernel)
		turn_trailer(&ev->attr, end, p + n);
	for (; *layout; layout++) {
		unsigned width = layout_bytes(*layout);
		if (*layout == 'w')
			turn_words(at, end, UINT64_MAX);
		if (!width || end - at < (ptrdiff_t)width)
			return;
		if (width == 8)
			turn64(at);
		else if (width == 4)
			turn32(at);
		else if (width == 2)
			turn16(at);
		at += width;
	}
}

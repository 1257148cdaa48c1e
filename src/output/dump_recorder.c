// SPDX-License-Identifier: GPL-2.0-or-later
/* The bodies of the records that the recorder itself writes: perf.data-file-format.txt. */
#include "output/internal.h"

static void put_id_index(struct buf *b, const struct record *r)
{
	uint64_t n = dump_word(r, 8), there = r->n >= 16 ? (r->n - 16) / 32 : 0;
	buf_printf(b, " nr: %llu", (unsigned long long)n);
	for (uint32_t i = 0; i < n && i < there; i++)
		buf_printf(b, "\n ... id: %llu  idx: %llu  cpu: %lld  tid: %lld",
		           dump_word(r, 16 + 32 * i), dump_word(r, 24 + 32 * i),
		           (long long)dump_word(r, 32 + 32 * i),
		           (long long)dump_word(r, 40 + 32 * i));
}

static void put_thread_map(struct buf *b, const struct record *r)
{
	uint64_t n = dump_word(r, 8), there = r->n >= 16 ? (r->n - 16) / 24 : 0;
	buf_printf(b, " nr: %llu", (unsigned long long)n);
	for (uint32_t i = 0; i < n && i < there; i++)
		buf_printf(b, "%s%lld",
		           i ? "," : " thread: ", (long long)dump_word(r, 16 + 24 * i));
}

struct cpu_run {
	struct buf *b;
	bool any;
	int first, last;
};

static void put_run(struct cpu_run *run)
{
	buf_printf(run->b, run->first == run->last ? "%d" : "%d-%d", run->first, run->last);
}

/* One more CPU, in rising order. */
static void put_cpu(struct cpu_run *run, int cpu)
{
	if (run->any && cpu == run->last + 1) {
		run->last = cpu;
		return;
	}
	if (run->any) {
		put_run(run);
		buf_char(run->b, ',');
	}
	run->any = true;
	run->first = run->last = cpu;
}

/* u16 how, then: 0 = u16 n and that many u16 CPUs (-1 = any); 1 = u16 n, u16 bytes of a word, with
 * four bytes of padding if that is 8, and n words of a mask; 2 = u8 any, a byte, u16 first, u16
 * last. */
static void put_cpus(struct buf *b, const struct record *r, uint32_t off)
{
	struct cpu_run run = { .b = b };
	unsigned head = dump_half(r, off), rest = dump_half(r, off + 4), n = head >> 16;
	uint32_t word_bytes = rest & 0xffff, at = off + (word_bytes == 8 ? 10 : 6);
	if ((head & 0xffff) == 2 && (rest & 0xffff) <= rest >> 16) {
		run = (struct cpu_run){ b, true, (int)(rest & 0xffff), (int)(rest >> 16) };
	} else if ((head & 0xffff) == 1) {
		uint64_t bits = 8ull * n * word_bytes, there = at < r->n ? 8ull * (r->n - at) : 0;
		for (uint32_t i = 0; i < bits && i < there; i++)
			if (r->p[at + i / 8] >> (i % 8) & 1)
				put_cpu(&run, (int)i);
	} else if ((head & 0xffff) == 0) {
		for (uint32_t i = 0; i < n && off + 6 + 2 * i <= r->n; i++)
			put_cpu(&run, (int16_t)load16(r->p + off + 4 + 2 * i));
	}
	if (run.any)
		put_run(&run);
}

static void put_event_update(struct buf *b, const struct record *r, bool swapped)
{
	double scale;
	uint64_t bits = dump_word(r, 24);
	memcpy(&scale, &bits, sizeof scale);
	buf_printf(b, "\n... id:    %llu\n... ", dump_word(r, 16));
	switch (dump_word(r, 8)) {
	case 0:
		buf_str(b, "unit:  ");
		dump_text(b, r, 24);
		break;
	case 1:
		if (!swapped)
			buf_printf(b, "scale: %f", scale);
		break;
	case 2:
		buf_str(b, "name:  ");
		dump_text(b, r, 24);
		break;
	case 3:
		if (!swapped)
			put_cpus(b, r, 24);
		break;
	}
}

static void put_time_conv(struct buf *b, const struct record *r)
{
	static const char *const names[] = { "Time Shift     ", "Time Multiplier",
		                             "Time Zero      ", "Time Cycles    ",
		                             "Time Mask      " };
	for (uint32_t i = 0; i < 5 && r->n >= 16 + 8 * i; i++)
		buf_printf(b, i == 4 ? "\n... %s %#llx" : "\n... %s %llu", names[i],
		           dump_word(r, 8 + 8 * i));
	if (r->n >= 50)
		buf_printf(b, "\n... Cap Time Zero   %u\n... Cap Time Short  %u", r->p[48],
		           r->p[49]);
}

/* The section as a whole, each once: its texts are not repeated for whoever states it again and
 * again. */
static void put_feature(struct dump *du, const struct record *r)
{
	uint64_t f = dump_word(r, 8);
	if (f == 0 || f >= ABI_FEATURE_END || !du->d->pipe ||
	    du->features_seen[f / 64] >> (f % 64) & 1) {
		buf_char(du->b, '\n');
		return;
	}
	du->features_seen[f / 64] |= 1ull << (f % 64);
	buf_str(du->b, ", ");
	size_t before = du->b->n;
	output_feature(du->b, du->d, (unsigned)f, true);
	if (du->b->n == before)
		buf_char(du->b, '\n');
}

static void put_attr(struct dump *du)
{
	struct pmus pmus = { .n = 0 };
	if (du->n_attrs >= du->d->n_events)
		return;
	buf_str(du->b, ", ");
	header_attr(du->b, &du->d->events[du->n_attrs++], &pmus);
}

/* Of a foreign machine only those are decoded that are turned into this one's byte order. */
void dump_recorder(struct dump *du, const struct record *r)
{
	struct buf *b = du->b;
	switch (r->type) {
	case ABI_RECORD_HEADER_ATTR:
		put_attr(du);
		break;
	case ABI_RECORD_HEADER_FEATURE:
		put_feature(du, r);
		return;
	case ABI_RECORD_ID_INDEX:
		put_id_index(b, r);
		break;
	case ABI_RECORD_EVENT_UPDATE:
		put_event_update(b, r, du->d->swapped);
		break;
	case ABI_RECORD_TIME_CONV:
		put_time_conv(b, r);
		break;
	case ABI_RECORD_AUXTRACE_INFO:
		buf_printf(b, " type: %u", dump_half(r, 8));
		break;
	case ABI_RECORD_AUXTRACE:
		buf_printf(b, " size: %#llx  offset: %#llx  ref: %#llx  idx: %u  tid: %d  cpu: %d",
		           dump_word(r, 8), dump_word(r, 16), dump_word(r, 24), dump_half(r, 32),
		           (int)dump_half(r, 36), (int)dump_half(r, 40));
		break;
	case ABI_RECORD_THREAD_MAP:
		if (!du->d->swapped)
			put_thread_map(b, r);
		break;
	case ABI_RECORD_CPU_MAP:
		buf_str(b, ": ");
		if (!du->d->swapped)
			put_cpus(b, r, 8);
		break;
	}
	buf_char(b, '\n');
}

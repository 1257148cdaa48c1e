// SPDX-License-Identifier: GPL-2.0-or-later
/* The bodies of the records that the recorder itself writes: perf.data-file-format.txt. */
#include "output/internal.h"

/* Entries of four words, and perhaps behind them for each one of two. */
static void put_id_index(struct buf *b, const struct record *r)
{
	uint64_t n = dump_word(r, 8), there = r->n >= 16 ? (r->n - 16) / 32 : 0;
	bool guests = r->n >= 16 && n && n <= (r->n - 16) / 48;
	buf_printf(b, " nr: %llu", (unsigned long long)n);
	for (uint32_t i = 0; i < n && i < there; i++) {
		buf_printf(b, "\n ... id: %llu  idx: %llu  cpu: %lld  tid: %lld",
		           dump_word(r, 16 + 32 * i), dump_word(r, 24 + 32 * i),
		           (long long)dump_word(r, 32 + 32 * i),
		           (long long)dump_word(r, 40 + 32 * i));
		uint32_t more = 16 + 32 * (uint32_t)n + 16 * i;
		if (guests)
			buf_printf(b, "  machine_pid: %lld  vcpu: %lld",
			           (long long)dump_word(r, more),
			           (long long)dump_word(r, more + 8));
	}
}

static void put_thread_map(struct buf *b, const struct record *r)
{
	uint64_t n = dump_word(r, 8), there = r->n >= 16 ? (r->n - 16) / 24 : 0;
	buf_printf(b, " nr: %llu", (unsigned long long)n);
	for (uint32_t i = 0; i < n && i < there; i++)
		buf_printf(b, "%s%lld",
		           i       ? ", "
		           : n > 1 ? " threads: "
		                   : " thread: ",
		           (long long)dump_word(r, 16 + 24 * i));
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
void dump_cpus(struct buf *b, const struct record *r, uint32_t off)
{
	struct cpu_run run = { .b = b };
	unsigned head = dump_half(r, off), rest = dump_half(r, off + 4), n = head >> 16;
	uint32_t word_bytes = rest & 0xffff, at = off + (word_bytes == 8 ? 10 : 6);
	if ((head & 0xffff) == 2 && (rest & 0xffff) <= rest >> 16) {
		buf_str(b, head >> 16 & 0xff ? "-1," : "");
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

static void put_event_update(struct buf *b, const struct record *r)
{
	static const char *const what[] = { "unit:  ", "scale: ", "name:  ", "" };
	double scale;
	uint64_t bits = dump_word(r, 24), kind = dump_word(r, 8);
	memcpy(&scale, &bits, sizeof scale);
	buf_printf(b, "\n... id:    %llu\n... ", dump_word(r, 16));
	if (kind >= sizeof what / sizeof *what)
		return;
	buf_str(b, what[kind]);
	if (kind == 1)
		buf_printf(b, "%f", scale);
	else if (kind == 3)
		dump_cpus(b, r, 24);
	else
		dump_text(b, r, 24);
}

static void put_stat_config(struct buf *b, const struct record *r)
{
	static const char *const terms[] = { "aggr_mode", "interval", "scale" };
	static const uint8_t order[] = { 0, 2, 1 };
	uint64_t n = dump_word(r, 8), there = r->n >= 16 ? (r->n - 16) / 16 : 0;
	uint64_t v[3] = { 0 };
	for (uint32_t i = 0; i < n && i < there; i++)
		if (dump_word(r, 16 + 16 * i) < 3)
			v[dump_word(r, 16 + 16 * i)] = dump_word(r, 24 + 16 * i);
	for (int i = 0; i < 3; i++)
		buf_printf(b, "\n... %-9s %lld", terms[order[i]], (long long)v[order[i]]);
}

static void put_stat(struct buf *b, const struct record *r)
{
	buf_printf(b,
	           "\n... id %llu, cpu %d, thread %d\n... value %llu, enabled %llu, running %llu",
	           dump_word(r, 8), (int)dump_half(r, 16), (int)dump_half(r, 20), dump_word(r, 24),
	           dump_word(r, 32), dump_word(r, 40));
}

static void put_stat_round(struct buf *b, const struct record *r)
{
	buf_printf(b, "\n... time %llu, type %s", dump_word(r, 16),
	           dump_word(r, 8) == 1 ? "FINAL" : "INTERVAL");
}

static void put_auxtrace(struct buf *b, const struct record *r)
{
	buf_printf(b, " size: %#llx  offset: %#llx  ref: %#llx  idx: %u  tid: %d  cpu: %d",
	           dump_word(r, 8), dump_word(r, 16), dump_word(r, 24), dump_half(r, 32),
	           (int)dump_half(r, 36), (int)dump_half(r, 40));
}

/* Of Intel PT the words have names: perf's util/intel-pt.h. */
static void put_auxtrace_info(struct buf *b, const struct record *r)
{
	enum { INTEL_PT = 1 };
	static const struct {
		const char *name;
		bool hex;
	} words[] = {
		{ "PMU Type", false },
		{ "Time Shift", false },
		{ "Time Multiplier", false },
		{ "Time Zero", false },
		{ "Cap Time Zero", false },
		{ "TSC bit", true },
		{ "NoRETComp bit", true },
		{ "Have sched_switch", false },
		{ "Snapshot mode", false },
		{ "Per-cpu maps", false },
		{ "MTC bit", true },
		{ "MTC freq bits", true },
		{ "TSC:CTC numerator", false },
		{ "TSC:CTC denominator", false },
		{ "CYC bit", true },
		{ "Max non-turbo ratio", false },
		{ "Filter string len.", false },
	};
	buf_printf(b, " type: %u", dump_half(r, 8));
	for (uint32_t i = 0; 16 + 8 * i + 8 <= r->n; i++) {
		unsigned long long v = dump_word(r, 16 + 8 * i);
		bool named = dump_half(r, 8) == INTEL_PT && i < sizeof words / sizeof *words;
		buf_printf(b, "\n  %-19s ", named ? words[i].name : "");
		buf_printf(b, named && !words[i].hex ? "%llu" : "%#llx", v);
	}
}

static void put_auxtrace_error(struct buf *b, const struct record *r)
{
	enum { TIME = 40, MSG = 48, MACHINE = 112 };
	static const char *const kinds[] = { "", " instruction trace" };
	unsigned type = dump_half(r, 8), fmt = dump_half(r, 28);
	unsigned long long ns = fmt ? dump_word(r, TIME) : 0;
	buf_printf(b, "%s error type %u", type < 2 ? kinds[type] : " unknown", type);
	if (ns)
		buf_printf(b, " time %llu.%09llu", ns / 1000000000, ns % 1000000000);
	else
		buf_str(b, " time 0");
	if (fmt >= 2 && dump_half(r, MACHINE))
		buf_printf(b, " machine_pid %d vcpu %d", (int)dump_half(r, MACHINE),
		           (int)dump_half(r, MACHINE + 4));
	buf_printf(b, " cpu %d pid %d tid %d ip %#llx code %u: ", (int)dump_half(r, 16),
	           (int)dump_half(r, 20), (int)dump_half(r, 24), dump_word(r, 32),
	           dump_half(r, 12));
	dump_text(b, r, fmt ? MSG : TIME);
}

static void put_bpf_metadata(struct buf *b, const struct record *r)
{
	enum { NAME = 8, NAME_BYTES = 64, FIRST = 80, EACH = 320 };
	uint64_t n = dump_word(r, NAME + NAME_BYTES);
	buf_str(b, " prog ");
	dump_text(b, r, NAME);
	for (uint32_t i = 0; i < n && r->n >= FIRST && i < (r->n - FIRST) / EACH; i++) {
		buf_str(b, i ? ", " : " - ");
		dump_text(b, r, FIRST + EACH * i);
		buf_char(b, '=');
		dump_text(b, r, FIRST + EACH * i + NAME_BYTES);
	}
}

/* The counters of /proc/schedstat in its order, without their names as it has them. */
static void put_schedstat(struct buf *b, const struct record *r)
{
	struct layout_field f;
	const char *layout = record_layout(r, false);
	uint32_t off = ABI_HEADER_BYTES;
	bool cpu = r->type == ABI_RECORD_SCHEDSTAT_CPU;
	enum { VERSION = 20, DOMAIN = 22, COUNTERS = 24 };
	unsigned version = dump_half(r, VERSION);
	buf_printf(b, cpu ? "\ncpu%u " : "\ndomain%u ", cpu ? dump_half(r, 16) : version >> 16);
	for (; layout_next(&layout, &f) && f.bytes && off + f.bytes <= r->n; off += f.bytes)
		if (off >= COUNTERS)
			buf_printf(b, "%llu ",
			           f.bytes == 8 ? dump_word(r, off) : dump_half(r, off));
	if (off <= COUNTERS)
		buf_printf(b, "Unsupported /proc/schedstat version %u.", version & 0xffff);
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
	if (!output_feature(du->b, du->d, (unsigned)f, true))
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

static void put_cpu_map(struct buf *b, const struct record *r)
{
	buf_str(b, ": ");
	dump_cpus(b, r, 8);
}

static void (*const puts_by_type[ABI_RECORD_END])(struct buf *b, const struct record *r) = {
	[ABI_RECORD_ID_INDEX] = put_id_index,
	[ABI_RECORD_AUXTRACE_INFO] = put_auxtrace_info,
	[ABI_RECORD_AUXTRACE] = put_auxtrace,
	[ABI_RECORD_AUXTRACE_ERROR] = put_auxtrace_error,
	[ABI_RECORD_THREAD_MAP] = put_thread_map,
	[ABI_RECORD_CPU_MAP] = put_cpu_map,
	[ABI_RECORD_STAT_CONFIG] = put_stat_config,
	[ABI_RECORD_STAT] = put_stat,
	[ABI_RECORD_STAT_ROUND] = put_stat_round,
	[ABI_RECORD_EVENT_UPDATE] = put_event_update,
	[ABI_RECORD_TIME_CONV] = put_time_conv,
	[ABI_RECORD_BPF_METADATA] = put_bpf_metadata,
	[ABI_RECORD_SCHEDSTAT_CPU] = put_schedstat,
	[ABI_RECORD_SCHEDSTAT_DOMAIN] = put_schedstat,
};

void dump_recorder(struct dump *du, const struct record *r)
{
	if (r->type == ABI_RECORD_HEADER_FEATURE) {
		put_feature(du, r);
		return;
	}
	if (r->type == ABI_RECORD_HEADER_ATTR)
		put_attr(du);
	else if (r->type < ABI_RECORD_END && puts_by_type[r->type])
		puts_by_type[r->type](du->b, r);
	buf_char(du->b, '\n');
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An event's attr as text, in the two shapes perf has: "type: 1, ..." in lists, "type = 1
 * (PERF_TYPE_SOFTWARE), ..." in the header. What is zero is left out, but for a few in front.
 */
#include "output/internal.h"

static const char *const type_names[] = { "HARDWARE", "SOFTWARE", "TRACEPOINT",
	                                  "HW_CACHE", "RAW",      "BREAKPOINT" };

static const char *const hardware_names[] = { "CPU_CYCLES",
	                                      "INSTRUCTIONS",
	                                      "CACHE_REFERENCES",
	                                      "CACHE_MISSES",
	                                      "BRANCH_INSTRUCTIONS",
	                                      "BRANCH_MISSES",
	                                      "BUS_CYCLES",
	                                      "STALLED_CYCLES_FRONTEND",
	                                      "STALLED_CYCLES_BACKEND",
	                                      "REF_CPU_CYCLES" };

static const char *const software_names[] = {
	"CPU_CLOCK",        "TASK_CLOCK",      "PAGE_FAULTS",     "CONTEXT_SWITCHES",
	"CPU_MIGRATIONS",   "PAGE_FAULTS_MIN", "PAGE_FAULTS_MAJ", "ALIGNMENT_FAULTS",
	"EMULATION_FAULTS", "DUMMY",           "BPF_OUTPUT",      "CGROUP_SWITCHES"
};

static const char *const cache_names[] = { "L1D", "L1I", "LL", "DTLB", "ITLB", "BPU", "NODE" };
static const char *const cache_ops[] = { "READ", "WRITE", "PREFETCH" };
static const char *const cache_results[] = { "ACCESS", "MISS" };

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void put_bits(struct buf *b, uint64_t v, const struct abi_bit *bits)
{
	bool more = false;
	for (; bits->bit; bits++)
		if (v & bits->bit) {
			buf_printf(b, "%s%s", more ? "|" : "", bits->name);
			more = true;
		}
}

void pmus_read(struct pmus *p, const struct data *d)
{
	struct feature_reader r;
	p->n = 0;
	feature_open(d, ABI_FEATURE_PMU_MAPPINGS, &r);
	for (uint32_t n = feature_u32(&r); n && p->n < PMUS_MAX; n--) {
		p->v[p->n].type = feature_u32(&r);
		p->v[p->n].name = feature_text(&r);
		if (!r.ok)
			return;
		p->n++;
	}
}

struct span pmus_name(const struct pmus *p, uint64_t type)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].type == type)
			return p->v[i].name;
	return (struct span){ 0 };
}

/* The kernel's own types, those that a PMU was given; the raw one is what x86 has its core PMU
 * under. */
static void put_type_name(struct buf *b, uint32_t type, const struct pmus *pmus)
{
	struct span name = { 0 };
	if (type == ABI_TYPE_RAW || type >= COUNT(type_names))
		name = pmus_name(pmus, type);
	if (name.n) {
		buf_str(b, " (");
		header_span(b, name);
		buf_char(b, ')');
	} else if (type < COUNT(type_names)) {
		buf_printf(b, " (PERF_TYPE_%s)", type_names[type]);
	}
}

/* The upper half of a hardware event's config is its PMU. */
static void put_hardware_name(struct buf *b, uint64_t config, const struct pmus *pmus)
{
	struct span pmu = { 0 };
	if (config >> 32)
		pmu = pmus_name(pmus, config >> 32);
	buf_str(b, " (");
	header_span(b, pmu);
	buf_printf(b, "%sPERF_COUNT_HW_%s%s)", pmu.n ? "/" : "",
	           hardware_names[config & UINT32_MAX], pmu.n ? "/" : "");
}

static void put_cache_name(struct buf *b, uint64_t config)
{
	uint64_t cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16;
	if (cache < COUNT(cache_names) && op < COUNT(cache_ops) && result < COUNT(cache_results))
		buf_printf(b,
		           " (PERF_COUNT_HW_CACHE_RESULT_%s | PERF_COUNT_HW_CACHE_OP_%s | "
		           "PERF_COUNT_HW_CACHE_%s)",
		           cache_results[result], cache_ops[op], cache_names[cache]);
}

/* What config says, in parentheses, where its type has names. */
static void put_config_name(struct buf *b, const struct data_event *ev, const struct pmus *pmus)
{
	const struct abi_attr *a = &ev->attr;
	if (a->type == ABI_TYPE_HARDWARE && (a->config & UINT32_MAX) < COUNT(hardware_names))
		put_hardware_name(b, a->config, pmus);
	else if (a->type == ABI_TYPE_HW_CACHE)
		put_cache_name(b, a->config);
	else if (a->type == ABI_TYPE_SOFTWARE && a->config < COUNT(software_names))
		buf_printf(b, " (PERF_COUNT_SW_%s)", software_names[a->config]);
	else if (a->type == ABI_TYPE_TRACEPOINT && strchr(ev->name, ':')) {
		buf_str(b, " (");
		buf_text(b, ev->name);
		buf_char(b, ')');
	}
}

static void put_tail(struct buf *b, const struct abi_attr *a, bool list)
{
	bool breakpoint = a->type == ABI_TYPE_BREAKPOINT, watermark = a->flags & ABI_WATERMARK;
	const struct {
		const char *name, *in_header; /* NULL = the same */
		uint64_t v;
		char how; /* x, u, d, or b for names of bits */
	} tail[] = {
		{ watermark ? "wakeup_watermark" : "wakeup_events",
		  "{ wakeup_events, wakeup_watermark }", a->wakeup, 'u' },
		{ "bp_type", NULL, a->bp_type, 'u' },
		{ breakpoint ? "bp_addr" : "config1", "{ bp_addr, config1 }", a->config1, 'x' },
		{ breakpoint ? "bp_len" : "config2", "{ bp_len, config2 }", a->config2, 'x' },
		{ "branch_sample_type", NULL, a->branch_sample_type, list ? 'x' : 'b' },
		{ "sample_regs_user", NULL, a->sample_regs_user, 'x' },
		{ "sample_stack_user", NULL, a->sample_stack_user, 'u' },
		{ "clockid", NULL, list ? 0 : (uint64_t)(int64_t)a->clockid, 'd' },
		{ "sample_regs_intr", NULL, a->sample_regs_intr, 'x' },
		{ "aux_watermark", NULL, a->aux_watermark, 'u' },
		{ "sample_max_stack", NULL, a->sample_max_stack, 'u' },
		{ "aux_sample_size", NULL, a->aux_sample_size, 'u' },
		{ "sig_data", NULL, a->sig_data, 'u' },
		{ "config3", NULL, a->config3, 'x' },
		{ "config4", NULL, a->config4, 'x' },
	};
	for (size_t i = 0; i < COUNT(tail); i++) {
		if (!tail[i].v)
			continue;
		buf_printf(b, ", %s%s",
		           list || !tail[i].in_header ? tail[i].name : tail[i].in_header,
		           list ? ": " : " = ");
		if (tail[i].how == 'b')
			put_bits(b, tail[i].v, abi_branch_bits);
		else
			buf_printf(b,
			           tail[i].how == 'x'   ? "%#llx"
			           : tail[i].how == 'd' ? "%lld"
			                                : "%llu",
			           (unsigned long long)tail[i].v);
	}
	if (list && (a->flags & ABI_USE_CLOCKID))
		buf_printf(b, ", clockid: %d", a->clockid);
}

static void put_flags(struct buf *b, const struct abi_attr *a, const char *is)
{
	unsigned precise = (unsigned)((a->flags & ABI_PRECISE_MASK) >> ABI_PRECISE_SHIFT);
	for (const struct abi_bit *f = abi_flag_bits; f->bit; f++) {
		if (a->flags & f->bit)
			buf_printf(b, ", %s%s1", f->name, is);
		if (f->bit == ABI_WATERMARK && precise)
			buf_printf(b, ", precise_ip%s%u", is, precise);
	}
}

void output_attr(struct buf *b, const struct abi_attr *a)
{
	buf_printf(b, "type: %u, size: %u", a->type, a->size);
	if (a->config)
		buf_printf(b, ", config: %#llx", (unsigned long long)a->config);
	if (a->period_or_freq)
		buf_printf(b, ", { sample_period, sample_freq }: %llu",
		           (unsigned long long)a->period_or_freq);
	buf_str(b, ", sample_type: ");
	put_bits(b, a->sample_type, abi_sample_bits);
	buf_str(b, ", read_format: ");
	put_bits(b, a->read_format, abi_format_bits);
	put_flags(b, a, ": ");
	put_tail(b, a, true);
}

void header_attr(struct buf *b, const struct data_event *ev, const struct pmus *pmus)
{
	const struct abi_attr *a = &ev->attr;
	buf_printf(b, "type = %u", a->type);
	put_type_name(b, a->type, pmus);
	if (a->size)
		buf_printf(b, ", size = %u", a->size);
	buf_printf(b, ", config = %#llx", (unsigned long long)a->config);
	put_config_name(b, ev, pmus);
	if (a->period_or_freq)
		buf_printf(b, ", { sample_period, sample_freq } = %llu",
		           (unsigned long long)a->period_or_freq);
	if (a->sample_type) {
		buf_str(b, ", sample_type = ");
		put_bits(b, a->sample_type, abi_sample_bits);
	}
	if (a->read_format) {
		buf_str(b, ", read_format = ");
		put_bits(b, a->read_format, abi_format_bits);
	}
	put_flags(b, a, " = ");
	put_tail(b, a, false);
}

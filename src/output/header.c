// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the file's header says, line by line as perf prints it. A function a section; what a section
 * lacks is not printed, so that a damaged one costs no more than itself.
 */
#include <time.h>

#include "output/internal.h"

void header_span(struct buf *b, struct span text)
{
	if (text.n)
		buf_text_n(b, (const char *)text.p, text.n);
}

void header_texts(struct buf *b, const char *label, struct feature_reader *r, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		struct span text = feature_text(r);
		if (!r->ok)
			return;
		buf_str(b, label);
		header_span(b, text);
		buf_char(b, '\n');
	}
}

static void put_hostname(struct header_section *h)
{
	header_texts(h->out, "# hostname : ", &h->r, 1);
}

static void put_osrelease(struct header_section *h)
{
	header_texts(h->out, "# os release : ", &h->r, 1);
}

static void put_version(struct header_section *h)
{
	header_texts(h->out, "# perf version : ", &h->r, 1);
}

static void put_arch(struct header_section *h)
{
	header_texts(h->out, "# arch : ", &h->r, 1);
}

static void put_cpudesc(struct header_section *h)
{
	header_texts(h->out, "# cpudesc : ", &h->r, 1);
}

static void put_cpuid(struct header_section *h)
{
	header_texts(h->out, "# cpuid : ", &h->r, 1);
}

static void put_nrcpus(struct header_section *h)
{
	uint32_t available = feature_u32(&h->r), online = feature_u32(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# nrcpus online : %u\n# nrcpus avail : %u\n", online,
		           available);
}

static void put_total_mem(struct header_section *h)
{
	uint64_t kib = feature_u64(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# total memory : %llu kB\n", (unsigned long long)kib);
}

static void put_cmdline(struct header_section *h)
{
	buf_str(h->out, "# cmdline : ");
	for (uint32_t n = feature_u32(&h->r); n; n--) {
		struct span word = feature_text(&h->r);
		if (!h->r.ok)
			break;
		header_span(h->out, word);
		buf_char(h->out, ' ');
	}
	buf_char(h->out, '\n');
}

static void put_events(struct header_section *h)
{
	const struct data *d = h->d;
	struct pmus pmus;
	pmus_read(&pmus, d);
	for (uint32_t i = 0; i < d->n_events; i++) {
		const struct data_event *ev = &d->events[i];
		buf_str(h->out, "# event : name = ");
		buf_text(h->out, ev->name);
		buf_str(h->out, ", , ");
		for (uint32_t k = 0; k < ev->n_ids; k++)
			buf_printf(h->out, "%s %llu", k ? "," : "id = {",
			           (unsigned long long)ev->ids[k]);
		buf_str(h->out, ev->n_ids ? " }, " : "");
		header_attr(h->out, ev, &pmus);
		buf_char(h->out, '\n');
	}
}

static void put_groups(struct header_section *h)
{
	struct data_groups groups = { .r = &h->r };
	struct data_group g;
	while (data_groups_next(h->d, &groups, &g)) {
		buf_str(h->out, "# group: ");
		header_span(h->out, g.name);
		for (uint32_t k = 0; k < g.n; k++) {
			buf_char(h->out, k ? ',' : '{');
			buf_text(h->out, h->d->events[g.leader + k].name);
		}
		buf_str(h->out, "}\n");
	}
}

static void put_branch_stack(struct header_section *h)
{
	buf_str(h->out, "# contains samples with branch stack\n");
}

static void put_auxtrace(struct header_section *h)
{
	buf_str(h->out, "# contains AUX area data (e.g. instruction trace)\n");
}

static void put_stat(struct header_section *h)
{
	buf_str(h->out, "# contains stat data\n");
}

static void put_seconds(struct buf *b, uint64_t ns)
{
	buf_printf(b, "%llu.%06llu", (unsigned long long)(ns / 1000000000),
	           (unsigned long long)(ns % 1000000000 / 1000));
}

static void put_sample_time(struct header_section *h)
{
	uint64_t first = feature_u64(&h->r), last = feature_u64(&h->r);
	if (!h->r.ok)
		return;
	buf_str(h->out, "# time of first sample : ");
	put_seconds(h->out, first);
	buf_str(h->out, "\n# time of last sample : ");
	put_seconds(h->out, last);
	buf_printf(h->out, "\n# sample duration : %10.3f ms\n", (double)(last - first) / 1e6);
}

static void put_clockid(struct header_section *h)
{
	uint64_t resolution_ns = feature_u64(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# clockid frequency: %llu MHz\n",
		           (unsigned long long)(resolution_ns * 1000));
}

static void put_clock_data(struct header_section *h)
{
	static const char *const clocks[] = { [0] = "realtime",
		                              [1] = "monotonic",
		                              [4] = "monotonic_raw",
		                              [7] = "boottime",
		                              [11] = "tai" };
	struct data_clock c;
	if (!data_clock(&h->r, &c))
		return;
	const char *name = c.clock < sizeof clocks / sizeof *clocks && clocks[c.clock]
	                           ? clocks[c.clock]
	                           : "unknown";
	time_t t = (time_t)(c.day_ns / 1000000000);
	struct tm tm;
	char when[64] = "";
	if (localtime_r(&t, &tm))
		strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &tm);
	buf_printf(h->out, "# clockid: %s (%u)\n# reference time: %s.%06llu = ", name, c.clock,
	           when, (unsigned long long)(c.day_ns % 1000000000 / 1000));
	put_seconds(h->out, c.day_ns);
	buf_printf(h->out, " (TOD) = %llu.%09llu (%s)\n",
	           (unsigned long long)(c.recorded_ns / 1000000000),
	           (unsigned long long)(c.recorded_ns % 1000000000), name);
}

static void put_dir_format(struct header_section *h)
{
	uint64_t version = feature_u64(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# directory data version : %llu\n",
		           (unsigned long long)version);
}

static void put_compressed(struct header_section *h)
{
	feature_u32(&h->r); /* version */
	uint32_t type = feature_u32(&h->r), level = feature_u32(&h->r), ratio = feature_u32(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# compressed : %s, level = %u, ratio = %u\n",
		           type == 1 ? "Zstd" : "Unknown", level, ratio);
}

static void put_e_machine(struct header_section *h)
{
	uint32_t machine = feature_u32(&h->r), flags = feature_u32(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# e_machine : %u\n#   e_flags : %u\n", machine, flags);
}

static void put_cln_size(struct header_section *h)
{
	uint32_t bytes = feature_u32(&h->r);
	if (h->r.ok)
		buf_printf(h->out, "# cacheline size: %u\n", bytes);
}

/* long: printed only when all is asked for. */
static const struct {
	void (*put)(struct header_section *h);
	bool is_long;
} sections[ABI_FEATURE_END] = {
	[ABI_FEATURE_HOSTNAME] = { put_hostname, false },
	[ABI_FEATURE_OSRELEASE] = { put_osrelease, false },
	[ABI_FEATURE_VERSION] = { put_version, false },
	[ABI_FEATURE_ARCH] = { put_arch, false },
	[ABI_FEATURE_NRCPUS] = { put_nrcpus, false },
	[ABI_FEATURE_CPUDESC] = { put_cpudesc, false },
	[ABI_FEATURE_CPUID] = { put_cpuid, false },
	[ABI_FEATURE_TOTAL_MEM] = { put_total_mem, false },
	[ABI_FEATURE_CMDLINE] = { put_cmdline, false },
	[ABI_FEATURE_EVENT_DESC] = { put_events, false },
	[ABI_FEATURE_CPU_TOPOLOGY] = { header_cpu_topology, true },
	[ABI_FEATURE_NUMA_TOPOLOGY] = { header_numa_topology, true },
	[ABI_FEATURE_BRANCH_STACK] = { put_branch_stack, false },
	[ABI_FEATURE_PMU_MAPPINGS] = { header_pmu_mappings, false },
	[ABI_FEATURE_GROUP_DESC] = { put_groups, false },
	[ABI_FEATURE_AUXTRACE] = { put_auxtrace, false },
	[ABI_FEATURE_STAT] = { put_stat, false },
	[ABI_FEATURE_CACHE] = { header_cache, true },
	[ABI_FEATURE_SAMPLE_TIME] = { put_sample_time, false },
	[ABI_FEATURE_MEM_TOPOLOGY] = { header_mem_topology, true },
	[ABI_FEATURE_CLOCKID] = { put_clockid, false },
	[ABI_FEATURE_DIR_FORMAT] = { put_dir_format, false },
	[ABI_FEATURE_BPF_PROG_INFO] = { header_bpf_progs, false },
	[ABI_FEATURE_BPF_BTF] = { header_bpf_btf, false },
	[ABI_FEATURE_COMPRESSED] = { put_compressed, false },
	[ABI_FEATURE_CPU_PMU_CAPS] = { header_cpu_pmu_caps, false },
	[ABI_FEATURE_CLOCK_DATA] = { put_clock_data, false },
	[ABI_FEATURE_HYBRID_TOPOLOGY] = { header_hybrid_topology, true },
	[ABI_FEATURE_PMU_CAPS] = { header_pmu_caps, false },
	[ABI_FEATURE_CPU_DOMAIN_INFO] = { header_domains, true },
	[ABI_FEATURE_E_MACHINE] = { put_e_machine, false },
	[ABI_FEATURE_CLN_SIZE] = { put_cln_size, false },
};

bool output_feature(struct buf *b, struct data *d, unsigned feature, bool full)
{
	struct header_section h = { .out = b, .d = d };
	if (feature >= ABI_FEATURE_END || !sections[feature].put || !feature_open(d, feature, &h.r))
		return false;
	if (sections[feature].is_long && !full)
		buf_printf(b, "# %s info available, use -I to display\n",
		           abi_feature_name(feature));
	else
		sections[feature].put(&h);
	return true;
}

void header_section_read(struct buf *out, struct data *d, unsigned feature,
                         struct feature_reader *r)
{
	struct header_section h = { .out = out, .d = d, .r = *r };
	if (sections[feature].put)
		sections[feature].put(&h);
	*r = h.r;
}

static void put_file(struct buf *b, const struct data *d, int64_t mtime)
{
	time_t t = (time_t)mtime;
	struct tm tm;
	char when[64] = "";
	if (mtime && localtime_r(&t, &tm))
		strftime(when, sizeof when, "%a %b %e %H:%M:%S %Y", &tm);
	buf_str(b, "# ========\n");
	if (*when)
		buf_printf(b, "# captured on    : %s\n", when);
	/* The first version's magic is another. */
	buf_printf(b, "# header version : %d\n", memcmp(d->bytes.p, "PERFFILE", 8) != 0);
	/* Of a stream these are not stated anywhere. */
	buf_printf(b, "# data offset    : %llu\n", d->pipe ? 0 : (unsigned long long)d->data_off);
	buf_printf(b, "# data size      : %llu\n",
	           d->pipe ? 0 : (unsigned long long)(d->data_end - d->data_off));
	buf_printf(b, "# feat offset    : %llu\n",
	           d->pipe ? 0 : (unsigned long long)d->feature_off);
}

/* The events are known even if no section describes them. */
static void put_sections(struct buf *b, struct data *d, bool full)
{
	struct header_section h = { .out = b, .d = d };
	for (unsigned f = ABI_FEATURE_TRACING_DATA; f < ABI_FEATURE_END; f++) {
		output_feature(b, d, f, full);
		if (f == ABI_FEATURE_EVENT_DESC && !data_has_feature(d, f))
			put_events(&h);
	}
}

void output_header(struct buf *b, struct data *d, int64_t mtime, bool full)
{
	put_file(b, d, mtime);
	if (d->pipe) {
		buf_str(b, "# ========\n#\n");
		put_sections(b, d, full);
		return;
	}
	put_sections(b, d, full);
	buf_str(b, "# missing features: ");
	for (unsigned f = ABI_FEATURE_TRACING_DATA; f < ABI_FEATURE_END; f++)
		if (!data_has_feature(d, f))
			buf_printf(b, "%s ", abi_feature_name(f));
	buf_str(b, "\n# ========\n#\n");
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The header's lines on the machine: processors, memory, caches, PMUs. */
#include "output/internal.h"

/* u32 n, n lists of siblings; the same for threads; core and socket of each CPU; the same as the
 * first for dies, and the die of each CPU. Recorders before Linux 3.20 end before the cores, those
 * before 5.2 before the dies. */
void header_cpu_topology(struct header_section *h)
{
	struct feature_reader *r = &h->r, cores, threads, dies;
	uint32_t n_cpus = 0, online, n_cores = feature_u32(r), n_threads, n_dies;
	struct buf *b = h->out;
	data_nrcpus(h->d, &n_cpus, &online);
	cores = *r;
	feature_skip_texts(r, n_cores);
	n_threads = feature_u32(r);
	threads = *r;
	feature_skip_texts(r, n_threads);
	struct span cpus = { 0 }, die_ids = { 0 };
	if (r->left.n)
		cpus = feature_bytes(r, 8 * (uint64_t)n_cpus);
	n_dies = r->left.n ? feature_u32(r) : 0;
	dies = *r;
	feature_skip_texts(r, n_dies);
	if (r->left.n)
		die_ids = feature_bytes(r, 4 * (uint64_t)n_cpus);
	header_texts(b, "# sibling sockets : ", &cores, n_cores);
	if (die_ids.n)
		header_texts(b, "# sibling dies    : ", &dies, n_dies);
	header_texts(b, "# sibling threads : ", &threads, n_threads);
	if (!cpus.n)
		buf_str(b, "# Core ID and Socket ID information is not available\n");
	for (uint32_t i = 0; i < cpus.n / 8; i++) {
		buf_printf(b, "# CPU %u: Core ID %d, ", i,
		           (int)feature_u32_at(r, cpus, 8 * (size_t)i));
		if (die_ids.n && n_dies)
			buf_printf(b, "Die ID %d, ",
			           (int)feature_u32_at(r, die_ids, 4 * (size_t)i));
		buf_printf(b, "Socket ID %d\n", (int)feature_u32_at(r, cpus, 8 * (size_t)i + 4));
	}
}

void header_numa_topology(struct header_section *h)
{
	struct feature_reader *r = &h->r;
	uint32_t n = feature_u32(r);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t node = feature_u32(r);
		uint64_t total = feature_u64(r), unused = feature_u64(r);
		struct span cpus = feature_text(r);
		if (!r->ok)
			return;
		buf_printf(
			h->out,
			"# node%u meminfo  : total = %llu kB, free = %llu kB\n# node%u cpu list : ",
			node, (unsigned long long)total, (unsigned long long)unused, node);
		header_span(h->out, cpus);
		buf_char(h->out, '\n');
	}
}

void header_pmu_mappings(struct header_section *h)
{
	struct feature_reader *r = &h->r;
	uint32_t n = feature_u32(r);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t type = feature_u32(r);
		struct span name = feature_text(r);
		if (!r->ok)
			break;
		buf_str(h->out, i ? ", " : "# pmu mappings: ");
		header_span(h->out, name);
		buf_printf(h->out, " = %u", type);
	}
	buf_str(h->out, n && h->d->feature[ABI_FEATURE_PMU_MAPPINGS].n > 4
	                        ? "\n"
	                        : "# pmu mappings: not available\n");
}

/* u32 version, u32 n, then for each u32 level, line bytes, sets, ways, and its type, size and CPUs
 * as texts. */
void header_cache(struct header_section *h)
{
	struct feature_reader *r = &h->r;
	uint32_t version = feature_u32(r), n = feature_u32(r);
	if (version != 1) {
		feature_bytes(r, r->left.n);
		return;
	}
	buf_str(h->out, "# CPU cache info:\n");
	for (uint32_t i = 0; i < n; i++) {
		uint32_t level = feature_u32(r);
		feature_bytes(r, 12);
		struct span type = feature_text(r), size = feature_text(r), cpus = feature_text(r);
		if (!r->ok)
			return;
		buf_printf(h->out, "#  L%u ", level);
		header_span(h->out, type);
		buf_fill(h->out, ' ', type.n < 15 ? 15 - type.n : 0);
		buf_fill(h->out, ' ', 1 + (size.n < 8 ? 8 - size.n : 0));
		header_span(h->out, size);
		buf_str(h->out, " [");
		header_span(h->out, cpus);
		buf_str(h->out, "]\n");
	}
}

static bool bit_at(const struct feature_reader *r, struct span words, uint64_t i)
{
	return feature_u64_at(r, words, (size_t)(i / 64) * 8) >> (i % 64) & 1;
}

/* The bits that are set, as "0-3,7"; returns how many. */
static uint64_t put_bits(struct buf *b, const struct feature_reader *r, struct span words,
                         uint64_t n)
{
	uint64_t set = 0;
	for (uint64_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && bit_at(r, words, end) == bit_at(r, words, i);)
			end++;
		if (!bit_at(r, words, i))
			continue;
		buf_printf(b, "%s%llu", set ? "," : "", (unsigned long long)i);
		if (end > i + 1)
			buf_printf(b, "-%llu", (unsigned long long)end - 1);
		set += end - i;
	}
	return set;
}

static void put_size(struct buf *b, uint64_t bytes)
{
	static const char units[] = "BKMG";
	int unit = 0;
	for (; bytes >= 1024 && unit < 3; unit++)
		bytes /= 1024;
	buf_printf(b, "%llu%c", (unsigned long long)bytes, units[unit]);
}

/* u64 version, block bytes, n; then for each node u64 node, bits, again bits, and words of which
 * bits tell of the blocks that are there. */
void header_mem_topology(struct header_section *h)
{
	struct feature_reader *r = &h->r;
	uint64_t version = feature_u64(r), block_bytes = feature_u64(r), n = feature_u64(r);
	if (version != 1)
		feature_bytes(r, r->left.n);
	if (version != 1 || !r->ok)
		return;
	buf_printf(h->out, "# memory nodes (nr %llu, block size 0x%llx):\n", (unsigned long long)n,
	           (unsigned long long)block_bytes);
	for (uint64_t i = 0; i < n; i++) {
		struct buf blocks = { 0 };
		uint64_t node = feature_u64(r), bits;
		feature_u64(r);
		bits = feature_u64(r);
		struct span words = feature_bytes(r, bits / 64 * 8 + (bits % 64 ? 8 : 0));
		if (!r->ok)
			return;
		uint64_t set = put_bits(&blocks, r, words, bits);
		buf_printf(h->out, "# %4llu [", (unsigned long long)node);
		put_size(h->out, set * block_bytes);
		buf_printf(h->out, "]: %s\n", buf_cstr(&blocks));
		buf_release(&blocks);
	}
}

/* u32 n and that many pairs of texts; the PMU's name follows, in PMU_CAPS. */
static void put_caps(struct header_section *h, bool named)
{
	struct feature_reader *r = &h->r;
	struct buf caps = { 0 };
	struct span pmu = span_str("cpu");
	uint32_t n = feature_u32(r);
	for (uint32_t i = 0; i < n && r->ok; i++) {
		struct span name = feature_text(r), value = feature_text(r);
		buf_str(&caps, i ? ", " : "");
		header_span(&caps, name);
		buf_char(&caps, '=');
		header_span(&caps, value);
	}
	if (named)
		pmu = feature_text(r);
	if (r->ok) {
		buf_str(h->out, "# ");
		header_span(h->out, pmu);
		buf_printf(h->out, " pmu capabilities: %s\n",
		           n ? buf_cstr(&caps) : "not available");
	}
	buf_release(&caps);
}

static bool text_is(struct span text, const char *s)
{
	return span_equal(text, span_str(s));
}

/* AMD's core PMU cannot be precise, and says so. */
static void put_ibs(struct header_section *h)
{
	bool imprecise = false, ibs = false;
	struct feature_reader r;
	struct pmus pmus;
	pmus_read(&pmus, h->d);
	feature_open(h->d, ABI_FEATURE_CPU_PMU_CAPS, &r);
	for (uint32_t i = 0; i < pmus.n; i++)
		ibs |= text_is(pmus.v[i].name, "ibs_op");
	for (uint32_t n = feature_u32(&r); n && r.ok; n--) {
		struct span name = feature_text(&r), value = feature_text(&r);
		imprecise |= text_is(name, "max_precise") && text_is(value, "0");
	}
	if (imprecise && ibs)
		buf_str(h->out, "# AMD systems uses ibs_op// PMU for some precise events, e.g.: "
		                "cycles:p, see the "
		                "'perf list' man page for further details.\n");
}

void header_cpu_pmu_caps(struct header_section *h)
{
	put_caps(h, false);
}

void header_pmu_caps(struct header_section *h)
{
	for (uint32_t n = feature_u32(&h->r); n && h->r.ok; n--)
		put_caps(h, true);
	put_ibs(h);
}

void header_hybrid_topology(struct header_section *h)
{
	struct feature_reader *r = &h->r;
	uint32_t n = feature_u32(r);
	buf_str(h->out, "# hybrid cpu system:\n");
	for (uint32_t i = 0; i < n; i++) {
		struct span pmu = feature_text(r), cpus = feature_text(r);
		if (!r->ok)
			return;
		buf_str(h->out, "# ");
		header_span(h->out, pmu);
		buf_str(h->out, " cpu list : ");
		header_span(h->out, cpus);
		buf_char(h->out, '\n');
	}
}

/* u32 version of /proc/schedstat, most domains of a CPU; then for each CPU u32 CPU, domains, and
 * for each of those u32 number and its name (as of ABI_SCHEDSTAT_NAMES), mask and CPUs as texts. */
void header_domains(struct header_section *h)
{
	struct feature_reader *r = &h->r;
	struct buf *b = h->out;
	uint32_t version = feature_u32(r), most = feature_u32(r);
	if (!r->ok)
		return;
	buf_printf(b, "# schedstat version\t: %u\n# Maximum sched domains\t: %u\n", version, most);
	while (r->ok && r->left.n >= 8) {
		uint32_t cpu = feature_u32(r), n = feature_u32(r);
		buf_printf(b, "# cpu\t\t: %u\n# nr_domains\t: %u\n", cpu, n);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t domain = feature_u32(r);
			struct feature_reader texts = *r;
			bool named = version >= ABI_SCHEDSTAT_NAMES;
			feature_skip_texts(r, named ? 3 : 2);
			if (!r->ok)
				return;
			buf_printf(b, "# Domain\t\t: %u\n", domain);
			if (named)
				header_texts(b, "# Domain name      : ", &texts, 1);
			header_texts(b, "# Domain cpu map   : ", &texts, 1);
			header_texts(b, "# Domain cpu list  : ", &texts, 1);
		}
	}
}

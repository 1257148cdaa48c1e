// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sections that stand behind the data: on which machine, with which command, what was recorded.
 * One row a section; a row whose function adds nothing leaves its section out. Of a stream they are
 * records, as far as they may be: those that are known at once precede the data.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/features.h"

static void add_build_id(struct buf *b, const struct features *f)
{
	if (f->names && !f->options->no_build_ids)
		names_add(b, f->names, f->plan, f->sink->file.stream);
}

static void add_symbols(struct buf *b, const struct features *f)
{
	if (f->names)
		names_embed(b, f->names, f->options->log);
}

static void add_hostname(struct buf *b, const struct features *f)
{
	write_string(b, f->machine.hostname);
}

static void add_release(struct buf *b, const struct features *f)
{
	write_string(b, f->machine.release);
}

static void add_version(struct buf *b, const struct features *f)
{
	write_string(b, f->options->version);
}

static void add_arch(struct buf *b, const struct features *f)
{
	write_string(b, f->machine.arch);
}

static void add_nrcpus(struct buf *b, const struct features *f)
{
	write_nrcpus(b, f->machine.cpus_available, f->machine.cpus_online);
}

bool cpuinfo_value(const char *key, char *out, size_t room)
{
	char text[8192];
	size_t n = strlen(key);
	if (sys_head("/proc/cpuinfo", text, sizeof text) < 0)
		return false;
	for (char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		if (strncmp(line, key, n) != 0 ||
		    (line[n] != '\t' && line[n] != ' ' && line[n] != ':'))
			continue;
		char *value = line + strcspn(line, ":\n");
		if (*value != ':')
			continue;
		value += 1 + strspn(value + 1, " \t");
		value[strcspn(value, "\n")] = 0;
		snprintf(out, room, "%s", value);
		return true;
	}
	return false;
}

/* The line that tells the model is called differently on each architecture. */
static void add_cpudesc(struct buf *b, const struct features *f)
{
	static const char *const keys[] = { "model name", "Processor", "cpu model", "uarch",
		                            "cpu" };
	char model[1024];
	(void)f;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (cpuinfo_value(keys[i], model, sizeof model)) {
			write_string(b, model);
			return;
		}
}

static void add_cpuid(struct buf *b, const struct features *f)
{
	char text[64];
	(void)f;
	if (sys_cpuid(text, sizeof text))
		write_string(b, text);
}

static void add_total_mem(struct buf *b, const struct features *f)
{
	write_u64(b, f->machine.memory_kib);
}

static void add_cmdline(struct buf *b, const struct features *f)
{
	write_cmdline(b, f->options->words, f->options->n_words);
}

static void add_event_desc(struct buf *b, const struct features *f)
{
	write_event_desc(b, f->plan->written, f->plan->n_events);
}

static void add_tracing(struct buf *b, const struct features *f)
{
	tracing_collect(b, f->plan);
}

static void add_groups(struct buf *b, const struct features *f)
{
	const struct plan *p = f->plan;
	struct write_group *groups = mem_new((p->n_events + 1) * sizeof *groups);
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->n_events; i++)
		if (p->leaders[i] != i && n && groups[n - 1].leader == p->leaders[i])
			groups[n - 1].n_members++;
		else if (p->leaders[i] != i)
			groups[n++] = (struct write_group){ p->leaders[i], 2 };
	if (n)
		write_group_desc(b, groups, n);
	free(groups);
}

static void add_sample_time(struct buf *b, const struct features *f)
{
	write_u64(b, f->tally->first_ns);
	write_u64(b, f->tally->last_ns);
}

static void add_compressed(struct buf *b, const struct features *f)
{
	if (f->sink->zstd)
		write_compressed(b, f->options->zstd_level, f->sink->raw_bytes,
		                 f->sink->data_bytes);
}

static void add_clock_id(struct buf *b, const struct features *f)
{
	clock_add_id(b, &f->options->samples);
}

static void add_clock_data(struct buf *b, const struct features *f)
{
	clock_add_data(b, &f->options->samples);
}

static const struct {
	enum abi_feature feature; /* ascending: the file's order */
	enum { EARLY, LATE } known;
	void (*add)(struct buf *b, const struct features *f);
} sections[] = {
	{ ABI_FEATURE_TRACING_DATA, EARLY, add_tracing },
	{ ABI_FEATURE_BUILD_ID, LATE, add_build_id },
	{ ABI_FEATURE_HOSTNAME, EARLY, add_hostname },
	{ ABI_FEATURE_OSRELEASE, EARLY, add_release },
	{ ABI_FEATURE_VERSION, EARLY, add_version },
	{ ABI_FEATURE_ARCH, EARLY, add_arch },
	{ ABI_FEATURE_NRCPUS, EARLY, add_nrcpus },
	{ ABI_FEATURE_CPUDESC, EARLY, add_cpudesc },
	{ ABI_FEATURE_CPUID, EARLY, add_cpuid },
	{ ABI_FEATURE_TOTAL_MEM, EARLY, add_total_mem },
	{ ABI_FEATURE_CMDLINE, EARLY, add_cmdline },
	{ ABI_FEATURE_EVENT_DESC, EARLY, add_event_desc },
	{ ABI_FEATURE_CPU_TOPOLOGY, EARLY, add_cpu_topology },
	{ ABI_FEATURE_NUMA_TOPOLOGY, EARLY, add_numa_topology },
	{ ABI_FEATURE_PMU_MAPPINGS, EARLY, add_pmu_mappings },
	{ ABI_FEATURE_GROUP_DESC, EARLY, add_groups },
	{ ABI_FEATURE_CACHE, EARLY, add_caches },
	{ ABI_FEATURE_SAMPLE_TIME, LATE, add_sample_time },
	{ ABI_FEATURE_MEM_TOPOLOGY, EARLY, add_mem_topology },
	{ ABI_FEATURE_CLOCKID, EARLY, add_clock_id },
	{ ABI_FEATURE_BPF_PROG_INFO, LATE, add_bpf_progs },
	{ ABI_FEATURE_BPF_BTF, LATE, add_bpf_btf },
	{ ABI_FEATURE_COMPRESSED, EARLY, add_compressed },
	{ ABI_FEATURE_CPU_PMU_CAPS, EARLY, add_cpu_pmu_caps },
	{ ABI_FEATURE_CLOCK_DATA, EARLY, add_clock_data },
	{ ABI_FEATURE_HYBRID_TOPOLOGY, EARLY, add_hybrid_topology },
	{ ABI_FEATURE_PMU_CAPS, EARLY, add_pmu_caps },
	{ ABI_FEATURE_CPU_DOMAIN_INFO, LATE, add_sched_domains },
	{ ABI_FEATURE_E_MACHINE, LATE, add_elf_machine },
	{ ABI_FEATURE_CLN_SIZE, LATE, add_cache_line },
	{ ABI_FEATURE_SIMPLEPERF_FILE2, LATE, add_symbols },
};

enum { N_SECTIONS = sizeof sections / sizeof *sections };

static struct features features_of(const struct recorder *r)
{
	struct features f = { .plan = &r->plan,
		              .options = r->o,
		              .tally = &r->rings.tally,
		              .sink = &r->sink,
		              .names = r->names,
		              .bpf = r->bpf };
	sys_machine(&f.machine);
	return f;
}

static void add_record(struct buf *b, enum abi_feature feature, struct span content)
{
	if (feature == ABI_FEATURE_BUILD_ID) /* records already */
		buf_add(b, content.p, content.n);
	else if (feature == ABI_FEATURE_TRACING_DATA)
		write_tracing_record(b, content);
	else
		write_feature_record(b, feature, content);
}

/* Each as a record. */
static void add_records(struct recorder *r, const struct features *f, bool late)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < N_SECTIONS && !r->sink.failed; i++) {
		if (sections[i].known != (late ? LATE : EARLY) ||
		    !abi_feature_streams(sections[i].feature))
			continue;
		b.n = 0;
		sections[i].add(&b, f);
		if (b.n)
			add_record(&r->sink.own, sections[i].feature, span_of(b.p, b.n));
	}
	buf_release(&b);
}

/* The reader of a file whose recorder was killed, which has no sections, must still be told how
 * large the frames are. */
void features_begin(struct recorder *r)
{
	struct features f = features_of(r);
	struct buf b = { 0 };
	if (r->sink.file.stream)
		add_records(r, &f, false);
	else
		add_compressed(&b, &f);
	if (b.n)
		write_feature_record(&r->sink.own, ABI_FEATURE_COMPRESSED, span_of(b.p, b.n));
	buf_release(&b);
}

static void add_sections(struct recorder *r, const struct features *f)
{
	uint64_t bits[ABI_FEATURE_MAX / 64] = { 0 };
	struct span content[N_SECTIONS];
	size_t end_of[N_SECTIONS], n = 0;
	struct buf b = { 0 };
	for (size_t i = 0; i < N_SECTIONS && !r->sink.failed; i++) {
		size_t was = b.n;
		sections[i].add(&b, f);
		if (b.n == was)
			continue;
		bits[sections[i].feature / 64] |= 1ull << sections[i].feature % 64;
		end_of[n++] = b.n;
	}
	for (size_t i = 0, at = 0; i < n; at = end_of[i++])
		content[i] = span_of(b.p + at, end_of[i] - at);
	sink_finish(&r->sink, r->plan.written, r->plan.n_events, bits, content);
	buf_release(&b);
}

/* What was not seen as it passed is read once more. */
static struct names *names_of_file(const struct recorder *r)
{
	char path[40];
	struct bytes file;
	struct names *ns = names_new(r->o->build_ids_of_all, r->held, files_hits(r));
	snprintf(path, sizeof path, "/proc/self/fd/%d", r->sink.file.fd);
	if (sys_map(path, NULL, &file, NULL) == 0 ||
	    sys_map(r->o->output, NULL, &file, NULL) == 0) {
		names_read(ns, file, r->sink.data_off, r->sink.data_bytes);
		sys_unmap(file);
	}
	return ns;
}

void features_finish(struct recorder *r)
{
	if (!r->names && r->held && r->sink.file.regular)
		r->names = names_of_file(r);
	struct features f = features_of(r);
	if (!r->o->no_bpf)
		bpf_collect(r->bpf);
	if (r->sink.file.regular) {
		add_sections(r, &f);
	} else if (r->sink.file.stream) {
		add_records(r, &f, true);
		sink_own(&r->sink, span_of(r->sink.own.p, r->sink.own.n));
		r->sink.own.n = 0;
	}
}

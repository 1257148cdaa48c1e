// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether what the kernel delivers is true. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/ranges.h"
#include "doctor/internal.h"

/* ------------------------------------------------------------------ whose sample it is */

enum { BURN_MS = 60, PERIOD_NS = 1000000, RING_PAGES = 64, CPUS_MAX = 1024 };

struct threads {
	uint32_t tids[WORK_THREADS];
	struct code code[WORK_THREADS];
	unsigned n, n_wrong;
};

/* A thread's function is known, and so is whose each address is. */
static void threads_check(struct threads *t, struct probe *p)
{
	struct record rec;
	struct sample s;
	while (probe_next(p, &rec)) {
		if (!probe_sample(p, &rec, &s))
			continue;
		for (size_t i = 0; i < WORK_THREADS; i++)
			if (s.ip >= t->code[i].from && s.ip < t->code[i].to) {
				t->n++;
				t->n_wrong += s.id.tid != t->tids[i];
			}
	}
}

void check_thread_ids(struct doctor_result *r)
{
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_CPU_CLOCK, PERIOD_NS);
	struct sys_machine m;
	struct threads t = { 0 };
	sys_machine(&m);
	uint32_t n_cpus = m.cpus_available < CPUS_MAX ? m.cpus_available : CPUS_MAX;
	struct probe *p = mem_new(n_cpus * sizeof *p);
	int rc = 0;
	attr.flags |= ABI_INHERIT;
	for (uint32_t i = 0; i < n_cpus; i++) {
		int failed = probe_open(&p[i], &attr, (int)i, RING_PAGES);
		rc = failed < 0 && event_is_absent(-failed) ? rc : failed < 0 ? failed : rc;
		if (p[i].fd >= 0)
			sys_perf_enable(p[i].fd);
	}
	bool ran = rc == 0 && work_threads(BURN_MS, t.tids, t.code);
	for (uint32_t i = 0; i < n_cpus; i++) {
		if (p[i].fd >= 0 && ran) {
			sys_perf_disable(p[i].fd);
			threads_check(&t, &p[i]);
		}
		probe_close(&p[i]);
	}
	free(p);
	if (rc < 0)
		doctor_refused(r, "cpu-clock:u", &attr, -rc, false);
	else if (!ran)
		doctor_skip(r, "no thread could be started");
	else if (!t.n)
		doctor_fail(r, "", "no sample came of %d busy threads", WORK_THREADS);
	else if (t.n_wrong)
		doctor_fail(r, "", "%u of %u samples have another thread's id", t.n_wrong, t.n);
	else
		doctor_note(r, "%u samples of %d threads, each its own", t.n, WORK_THREADS);
}

/* ------------------------------------------------------------------ losses */

/* Every page fault is a sample, and the ring holds a page of them: with those that were lost they
 * must be all that were counted. */
void check_losses(struct doctor_result *r)
{
	enum { FAULTS = 5000 };
	struct abi_attr attr = probe_attr(ABI_TYPE_SOFTWARE, ABI_SW_PAGE_FAULTS, 1);
	struct sys_perf_count count = { 0 };
	struct record rec;
	struct probe p;
	uint64_t n = 0;
	attr.read_format = ABI_FORMAT_ID | ABI_FORMAT_LOST;
	int rc = probe_open(&p, &attr, -1, 1);
	if (rc < 0) {
		doctor_skip(r, "this kernel does not count lost samples (since Linux 6.0)");
		return;
	}
	sys_perf_enable(p.fd);
	sys_touch_pages(FAULTS);
	sys_perf_disable(p.fd);
	rc = sys_perf_read(p.fd, ABI_FORMAT_LOST, &count);
	while (probe_next(&p, &rec))
		n += rec.type == ABI_RECORD_SAMPLE;
	probe_close(&p);
	unsigned long long samples = n, lost = count.lost, all = count.value;
	if (rc < 0 || !lost || samples + lost != all)
		doctor_fail(r, "", "%llu samples and %llu lost, of %llu events", samples, lost,
		            all);
	else
		doctor_note(r, "%llu samples and %llu lost are %llu events", samples, lost, all);
}

/* ------------------------------------------------------------------ multiplexing */

/* More counters than the processor has: each must come to about the same once it is scaled by how
 * long it ran. */
void check_multiplexing(struct doctor_result *r)
{
	enum { N = 24, HW_INSTRUCTIONS = 1, VALUE = 0, ENABLED, RUNNING, WORDS };
	struct abi_attr attr = probe_attr(ABI_TYPE_HARDWARE, HW_INSTRUCTIONS, 0);
	struct code level[WORK_DEPTH];
	struct probe p[N];
	double least = 0, most = 0;
	unsigned n_open = 0, n_shared = 0;
	attr.sample_type = 0;
	attr.read_format = ABI_FORMAT_TOTAL_TIME_ENABLED | ABI_FORMAT_TOTAL_TIME_RUNNING;
	for (; n_open < N && probe_open(&p[n_open], &attr, -1, 0) == 0; n_open++)
		sys_perf_enable(p[n_open].fd);
	if (n_open == N)
		work_deep(4 * BURN_MS, level);
	for (unsigned i = 0; i < n_open; i++) {
		uint64_t v[WORDS] = { 0 };
		sys_perf_disable(p[i].fd);
		if (n_open == N && sys_perf_read_words(p[i].fd, v, WORDS) == 0 && v[RUNNING]) {
			double scaled = (double)v[VALUE] * (double)v[ENABLED] / (double)v[RUNNING];
			n_shared += v[RUNNING] < v[ENABLED];
			least = !i || scaled < least ? scaled : least;
			most = scaled > most ? scaled : most;
		}
		probe_close(&p[i]);
	}
	if (n_open < N)
		doctor_skip(r, "no hardware counters");
	else if (!n_shared)
		doctor_note(r, "%d counters ran all the time", N);
	else if (least < most / 2)
		doctor_fail(r, "", "%d counters of the same differ by a factor of %.1f once scaled",
		            N, least > 0 ? most / least : 0);
	else
		doctor_note(r, "%u of %d counters took turns and scale to within %.0f %%", n_shared,
		            N, most > 0 ? 100 * (most - least) / most : 0);
}

/* ------------------------------------------------------------------ several core PMUs */

static bool list_has(const char *list, uint64_t cpu)
{
	struct range r;
	while (range_next(&list, &r))
		if (cpu >= r.from && cpu <= r.to)
			return true;
	return false;
}

/* It must open on its CPUs and on no others. */
static void pmu_check(struct doctor_result *r, const struct core_pmu *pmu, uint32_t n_cpus)
{
	enum { HW_CYCLES = 0 };
	struct abi_attr attr = core_pmu_attr(probe_attr(ABI_TYPE_HARDWARE, HW_CYCLES, 0), pmu);
	attr.sample_type = 0;
	for (uint32_t cpu = 0; cpu < n_cpus; cpu++) {
		int fd = sys_perf_open(&attr, 0, (int)cpu, -1, 0);
		bool own = list_has(pmu->cpus, cpu);
		if (own && fd < 0)
			doctor_fail(r, "", "'%s' does not open on its CPU %u: %s", pmu->name, cpu,
			            strerror(-fd));
		else if (!own && fd >= 0)
			doctor_fail(r, "", "'%s' opens on CPU %u, which it does not have",
			            pmu->name, cpu);
		if (fd >= 0)
			sys_close(fd);
	}
}

void check_core_pmus(struct doctor_result *r)
{
	struct sys_machine m;
	struct sys_dir dir;
	struct core_pmu pmu;
	unsigned n = 0;
	sys_machine(&m);
	if (!core_pmus_open(&dir)) {
		doctor_skip(r, "no PMUs are listed");
		return;
	}
	for (; core_pmu_next(&dir, &pmu); n++)
		if (r->verdict == DOCTOR_PASS)
			pmu_check(r, &pmu, m.cpus_available);
	sys_dir_close(&dir);
	if (!n)
		doctor_skip(r, "all CPUs have the same, or none");
	else if (r->verdict == DOCTOR_PASS)
		doctor_note(r, "%u, each on its own CPUs", n);
}

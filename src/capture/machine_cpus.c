// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sections on processors: which share what, their caches, and the domains within which the
 * scheduler moves tasks. Sources: Documentation/admin-guide/cputopology.rst,
 * Documentation/ABI/testing/sysfs-devices-system-cpu, Documentation/scheduler/sched-stats.rst.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/features.h"
#include "data/write_machine.h"

#define CPU_FOLDER "/sys/devices/system/cpu/cpu%u"

/* ------------------------------------------------------------------ topology */

static void add_once(struct write_texts *t, const char *text)
{
	if (!text)
		return;
	for (uint32_t i = 0; i < t->n; i++)
		if (strcmp(t->v[i], text) == 0)
			return;
	VEC_ROOM(t->v, t->n, t->cap);
	t->v[t->n++] = text;
}

/* Lists have had their names since Linux 5.2; the old ones came first. */
static const char *topology_list(struct arena *a, uint32_t cpu, const char *name, const char *old)
{
	const char *text = machine_text(a, CPU_FOLDER "/topology/%s", cpu, name);
	return text || !old ? text : machine_text(a, CPU_FOLDER "/topology/%s", cpu, old);
}

static int32_t topology_id(struct arena *a, uint32_t cpu, const char *name)
{
	const char *text = machine_text(a, CPU_FOLDER "/topology/%s", cpu, name);
	return text ? (int32_t)strtol(text, NULL, 10) : -1;
}

void add_cpu_topology(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	struct write_cpu_topology t = { .n_cpus = f->machine.cpus_available };
	struct write_cpu *cpus = mem_new(t.n_cpus * sizeof *cpus);
	t.cpus = cpus;
	for (uint32_t i = 0; i < t.n_cpus; i++) {
		add_once(&t.sockets,
		         topology_list(&a, i, "package_cpus_list", "core_siblings_list"));
		add_once(&t.threads,
		         topology_list(&a, i, "core_cpus_list", "thread_siblings_list"));
		add_once(&t.dies, topology_list(&a, i, "die_cpus_list", NULL));
		cpus[i] = (struct write_cpu){ .core = topology_id(&a, i, "core_id"),
			                      .socket = topology_id(&a, i, "physical_package_id"),
			                      .die = topology_id(&a, i, "die_id") };
	}
	if (t.threads.n)
		write_cpu_topology(b, &t);
	free(t.sockets.v);
	free(t.threads.v);
	free(t.dies.v);
	free(cpus);
	arena_release(&a);
}

/* ------------------------------------------------------------------ caches */

struct caches {
	struct write_cache *v;
	uint32_t n, cap;
};

static bool same_cache(const struct write_cache *x, const struct write_cache *y)
{
	return x->level == y->level && x->line_bytes == y->line_bytes && x->sets == y->sets &&
	       x->ways == y->ways && strcmp(x->type, y->type) == 0 &&
	       strcmp(x->size, y->size) == 0 && strcmp(x->cpus, y->cpus) == 0;
}

static const char *cache_text(struct arena *a, uint32_t cpu, uint32_t index, const char *name)
{
	return machine_text(a, CPU_FOLDER "/cache/index%u/%s", cpu, index, name);
}

/* false = the CPU has no such cache. Those that do not tell all of it are no fault. */
static bool cache_read(struct arena *a, uint32_t cpu, uint32_t index, struct write_cache *out)
{
	const char *level = cache_text(a, cpu, index, "level");
	if (!level)
		return false;
	*out = (struct write_cache){
		.level = machine_number(level),
		.line_bytes = machine_number(cache_text(a, cpu, index, "coherency_line_size")),
		.sets = machine_number(cache_text(a, cpu, index, "number_of_sets")),
		.ways = machine_number(cache_text(a, cpu, index, "ways_of_associativity")),
		.type = cache_text(a, cpu, index, "type"),
		.size = cache_text(a, cpu, index, "size"),
		.cpus = cache_text(a, cpu, index, "shared_cpu_list"),
	};
	return true;
}

/* Each CPU tells of those that it shares, too; CPUs that share lie near each other. */
static void caches_add(struct caches *c, const struct write_cache *one)
{
	if (!one->type || !one->size || !one->cpus)
		return;
	for (uint32_t i = 0; i < c->n; i++)
		if (same_cache(&c->v[i], one))
			return;
	VEC_ROOM(c->v, c->n, c->cap);
	c->v[c->n++] = *one;
}

static void write_by_level(struct buf *b, const struct caches *c)
{
	struct write_cache *sorted = mem_new(c->n * sizeof *sorted);
	uint32_t n = 0;
	for (uint32_t level = 0; n < c->n; level++)
		for (uint32_t i = 0; i < c->n; i++)
			if (c->v[i].level == level)
				sorted[n++] = c->v[i];
	write_caches(b, sorted, n);
	free(sorted);
}

void add_caches(struct buf *b, const struct features *f)
{
	enum { CACHES_MAX = 16, LEVEL_MAX = 16 };
	struct arena a = { 0 };
	struct caches c = { 0 };
	struct write_cache one;
	for (uint32_t cpu = 0; cpu < f->machine.cpus_available; cpu++)
		for (uint32_t i = 0; i < CACHES_MAX && cache_read(&a, cpu, i, &one); i++)
			if (one.level < LEVEL_MAX)
				caches_add(&c, &one);
	write_by_level(b, &c); /* perf has the section even where the kernel tells of none */
	free(c.v);
	arena_release(&a);
}

void add_cache_line(struct buf *b, const struct features *f)
{
	struct arena a = { 0 };
	uint32_t bytes = machine_number(cache_text(&a, 0, 0, "coherency_line_size"));
	char text[16];
	(void)f;
	/* Virtual machines may not tell of their caches; x86 does elsewhere. */
	if (!bytes && cpuinfo_value("clflush size", text, sizeof text))
		bytes = machine_number(text);
	if (bytes)
		write_u32(b, bytes);
	arena_release(&a);
}

/* The e_machine of the machine's programs (elf.h), and no e_flags. */
void add_elf_machine(struct buf *b, const struct features *f)
{
	static const struct {
		const char *arch;
		uint32_t machine;
	} machines[] = {
		{ "x86_64", 62 },   { "aarch64", 183 }, { "i686", 3 },          { "i586", 3 },
		{ "i386", 3 },      { "armv7l", 40 },   { "armv8l", 40 },       { "armv6l", 40 },
		{ "ppc64le", 21 },  { "ppc64", 21 },    { "ppc", 20 },          { "s390x", 22 },
		{ "riscv64", 243 }, { "riscv32", 243 }, { "loongarch64", 258 }, { "mips64", 8 },
		{ "mips", 8 },      { "sparc64", 43 },
	};
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		if (strcmp(machines[i].arch, f->machine.arch) != 0)
			continue;
		write_u32(b, machines[i].machine);
		write_u32(b, 0);
		return;
	}
}

/* ------------------------------------------------------------------ domains */

/* "00000003" or "ff,00000000", the highest CPUs first, as "0-1". */
static const char *list_of_mask(struct arena *a, const char *mask)
{
	struct buf b = { 0 };
	uint32_t n = 0, bit = 0, first = 0;
	bool in_run = false;
	for (const char *s = mask; *s; s++)
		n += *s != ',';
	const char *s = mask + strlen(mask);
	for (bit = 0; bit <= 4 * n; bit++) {
		if (bit % 4 == 0 && bit < 4 * n)
			while (*--s == ',')
				;
		char digit[2] = { *s, 0 };
		bool set = bit < 4 * n && strtoul(digit, NULL, 16) >> bit % 4 & 1;
		if (set && !in_run)
			first = bit;
		if (!set && in_run) {
			buf_printf(&b, "%s%u", b.n ? "," : "", first);
			if (bit - first > 1)
				buf_printf(&b, "-%u", bit - 1);
		}
		in_run = set;
	}
	const char *list = arena_dup(a, b.p, b.n);
	buf_release(&b);
	return list;
}

struct domains {
	struct arena *arena;
	struct write_cpu_domains *cpus; /* by number */
	uint32_t n_cpus;
	struct write_domain *at; /* those of one CPU follow each other */
	uint32_t version;
	struct write_cpu_domains *cpu; /* that lines are about; NULL = none */
};

/* "version N", "cpuN ...", and behind that "domainN [NAME] MASK ...", with names since
 * ABI_SCHEDSTAT_NAMES.
 */
static void domains_line(struct domains *d, const char *line)
{
	enum { MASK_CHARS = 4096 };
	char first[64], second[MASK_CHARS], third[MASK_CHARS];
	uint32_t n;
	int words = sscanf(line, "%63s %4095s %4095s", first, second, third);
	if (words >= 2 && strcmp(first, "version") == 0) {
		d->version = machine_number(second);
	} else if (words >= 1 && sscanf(first, "cpu%u", &n) == 1) {
		d->cpu = n < d->n_cpus ? &d->cpus[n] : NULL;
		if (d->cpu)
			*d->cpu = (struct write_cpu_domains){ .cpu = n, .v = d->at };
	} else if (words >= 2 && d->cpu && sscanf(first, "domain%u", &n) == 1) {
		bool named = d->version >= ABI_SCHEDSTAT_NAMES && words > 2;
		const char *mask = arena_dup(d->arena, named ? third : second,
		                             strlen(named ? third : second));
		const char *name = named ? arena_dup(d->arena, second, strlen(second)) : "";
		*d->at++ = (struct write_domain){ n, name, mask, list_of_mask(d->arena, mask) };
		d->cpu->n++;
	}
}

static size_t count_lines(const char *s)
{
	size_t n = 1;
	for (; *s; s++)
		n += *s == '\n';
	return n;
}

void add_sched_domains(struct buf *b, const struct features *f)
{
	struct buf text = { 0 };
	struct arena a = { 0 };
	if (sys_text(-1, "/proc/schedstat", &text) < 0) {
		buf_release(&text);
		return;
	}
	struct domains d = { .arena = &a, .n_cpus = f->machine.cpus_available };
	d.cpus = arena_zero(&a, d.n_cpus * sizeof *d.cpus);
	d.at = arena_zero(&a, count_lines(buf_cstr(&text)) * sizeof *d.at);
	for (uint32_t i = 0; i < d.n_cpus; i++)
		d.cpus[i].cpu = i;
	for (char *line = text.p, *next; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		domains_line(&d, line);
	}
	write_sched_domains(b, d.version, d.cpus, d.n_cpus);
	arena_release(&a);
	buf_release(&text);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Made-up machines: tables of files for struct event_source. */
#ifndef PMREC_TESTS_EVENT_MACHINE_H
#define PMREC_TESTS_EVENT_MACHINE_H

#include "event/event.h"

struct machine_file {
	const char *path, *text;
};

/* What every one of them has. */
#define KERNEL_FILES                                                                            \
	{ "devices/software/type", "1\n" }, { "devices/tracepoint/type", "2\n" },               \
		{ "devices/breakpoint/type", "5\n" }, { "devices/kprobe/type", "6\n" },         \
		{ "devices/kprobe/format/retprobe", "config:0\n" },                             \
		{ "devices/uprobe/type", "7\n" },                                               \
		{ "devices/uprobe/format/ref_ctr_offset", "config:32-63\n" },                   \
		{ "devices/uprobe/format/retprobe", "config:0\n" },                             \
		{ "events/sched/sched_switch/id", "372\n" },                                    \
		{ "events/sched/sched_switch/format", "name: sched_switch\n" },                 \
		{ "events/sched/sched_wakeup/id", "374\n" }, { "events/sched/enable", "0\n" },  \
		{ "events/sched/filter", "none\n" },                                            \
		{ "events/syscalls/sys_enter_write/id", "740\n" },                              \
		{ "events/syscalls/sys_exit_write/id", "739\n" }, { "events/header_page", "" }, \
	{                                                                                       \
		"events/ftrace/function/format", "name: function\nID: 1\n"                      \
	}

/* An Intel machine of one kind of core, its bits as in arch/x86/events/intel/core.c. */
static const struct machine_file plain[] = {
	KERNEL_FILES,
	{ "devices/cpu/type", "4\n" },
	{ "devices/cpu/format/event", "config:0-7\n" },
	{ "devices/cpu/format/umask", "config:8-15\n" },
	{ "devices/cpu/format/edge", "config:18\n" },
	{ "devices/cpu/format/inv", "config:23\n" },
	{ "devices/cpu/format/cmask", "config:24-31\n" },
	{ "devices/cpu/format/ldlat", "config1:0-15\n" },
	{ "devices/cpu/format/offcore_rsp", "config1:0-63\n" },
	{ "devices/cpu/events/cpu-cycles", "event=0x3c\n" },
	{ "devices/cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n" },
	{ "devices/cpu/events/topdown-total-slots", "event=0x3c,any=1\n" },
	{ "devices/cpu/events/topdown-total-slots.scale", "2\n" },
	{ "devices/uncore_imc_0/type", "20\n" },
	{ "devices/uncore_imc_0/cpumask", "0,18\n" },
	{ "devices/uncore_imc_0/format/event", "config:0-7\n" },
	{ "devices/uncore_imc_0/format/umask", "config:8-15\n" },
	{ "devices/uncore_imc_0/events/cas_count_read", "event=0x04,umask=0x03\n" },
	{ "devices/uncore_imc_0/events/cas_count_read.scale", "6.103515625e-5\n" },
	{ "devices/uncore_imc_0/events/cas_count_read.unit", "MiB\n" },
	{ "devices/uncore_imc_0/events/cas_count_read.per-pkg", "1\n" },
	{ "devices/uncore_imc_1/type", "21\n" },
	{ "devices/uncore_imc_1/cpumask", "0,18\n" },
	{ "devices/uncore_imc_1/format/event", "config:0-7\n" },
	{ "devices/uncore_imc_1/format/umask", "config:8-15\n" },
	{ "devices/uncore_imc_1/events/cas_count_read", "event=0x04,umask=0x03\n" },
	{ "devices/uncore_imc_free_running/type", "22\n" },
	{ "devices/split/type", "30\n" },
	{ "devices/split/format/event", "config:0-7,32-35\n" },
	{ "devices/split/format/gap", "config2:1,3,60-63\n" },
	{ "devices/split/format/three", "config3:0-63\n" },
	{ "devices/split/format/four", "config4:4-7\n" },
	{ "devices/split/format/new", "config9:4-7\n" },
	{ "devices/split/format/torn", "config:7-4\n" },
	{ "devices/split/format/wide", "config:0-64\n" },
	{ "devices/split/events/open", "event=0x1f5,gap=?\n" },
	{ NULL, NULL },
};

/* An Intel machine of P and E cores. */
static const struct machine_file hybrid[] = {
	KERNEL_FILES,
	{ "devices/cpu_core/type", "4\n" },
	{ "devices/cpu_core/cpus", "0-3\n" },
	{ "devices/cpu_core/format/event", "config:0-7\n" },
	{ "devices/cpu_core/format/umask", "config:8-15\n" },
	{ "devices/cpu_core/events/mem-loads", "event=0xcd,umask=0x1\n" },
	{ "devices/cpu_core/events/slots", "event=0x00,umask=0x4\n" },
	{ "devices/cpu_atom/type", "10\n" },
	{ "devices/cpu_atom/cpus", "4-7\n" },
	{ "devices/cpu_atom/format/event", "config:0-7\n" },
	{ "devices/cpu_atom/format/umask", "config:8-15\n" },
	{ "devices/cpu_atom/events/mem-loads", "event=0xd0,umask=0x5\n" },
	{ NULL, NULL },
};

/* big.LITTLE, as drivers/perf/arm_pmuv3.c shows it. */
static const struct machine_file big_little[] = {
	KERNEL_FILES,
	{ "devices/armv8_cortex_a53/type", "8\n" },
	{ "devices/armv8_cortex_a53/cpus", "0-3\n" },
	{ "devices/armv8_cortex_a53/format/event", "config:0-15\n" },
	{ "devices/armv8_cortex_a53/format/long", "config1:0\n" },
	{ "devices/armv8_cortex_a53/events/cpu_cycles", "event=0x0011\n" },
	{ "devices/armv8_cortex_a72/type", "9\n" },
	{ "devices/armv8_cortex_a72/cpus", "4-5\n" },
	{ "devices/armv8_cortex_a72/format/event", "config:0-15\n" },
	{ "devices/armv8_cortex_a72/events/cpu_cycles", "event=0x0011\n" },
	{ "devices/armv8_cortex_a72/events/inst_spec", "event=0x001b\n" },
	{ NULL, NULL },
};

static int machine_text(void *ctx, const char *path, struct buf *out)
{
	for (const struct machine_file *f = ctx; f->path; f++)
		if (strcmp(f->path, path) == 0) {
			buf_str(out, f->text);
			return 0;
		}
	return -1;
}

/* Each part of a path once; in the order of the table. */
static int machine_names(void *ctx, const char *path, struct buf *out)
{
	size_t n = strlen(path), from = out->n;
	int rc = -1;
	for (const struct machine_file *f = ctx; f->path; f++) {
		if (strncmp(f->path, path, n) != 0 || f->path[n] != '/')
			continue;
		const char *name = f->path + n + 1;
		size_t len = strcspn(name, "/");
		bool known = false;
		for (size_t i = from; i < out->n; i += strlen(out->p + i) + 1)
			known |= strlen(out->p + i) == len && memcmp(out->p + i, name, len) == 0;
		if (!known) {
			buf_add(out, name, len);
			buf_char(out, 0);
		}
		rc = 0;
	}
	return rc;
}

static int machine_function(void *ctx, const char *file, const char *function, uint64_t *off,
                            struct err *e)
{
	(void)ctx;
	*off = 0x1130;
	if (strcmp(file, "/bin/app") == 0 && strcmp(function, "work") == 0)
		return 0;
	return err_set(e, ERR_USAGE, "'%s' has no function '%s'", file, function);
}

static inline struct event_source machine_source(const struct machine_file *files)
{
	return (struct event_source){ .text = machine_text,
		                      .names = machine_names,
		                      .function = machine_function,
		                      .ctx = (void *)(uintptr_t)files };
}

#endif

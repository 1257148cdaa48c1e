// SPDX-License-Identifier: GPL-2.0-or-later
/* The options of pmrec record. */
#include <stddef.h>

#include "cli/record.h"

#define AT(field) offsetof(struct record_options, field)
#define FLAG(LETTER, NAME, FIELD, HELP)                                                          \
	{                                                                                        \
		.kind = OPT_FLAG, .letter = LETTER, .name = NAME, .off = AT(FIELD), .help = HELP \
	}
#define BITS(NAME, BITS, HELP)                                                           \
	{                                                                                \
		.kind = OPT_BITS, .name = NAME, .off = AT(c.samples.bits), .bits = BITS, \
		.help = HELP                                                             \
	}
#define CALL(LETTER, NAME, SET, HELP)                                                      \
	{                                                                                  \
		.kind = OPT_CALL, .letter = LETTER, .name = NAME, .set = SET, .help = HELP \
	}

/* What those who know perf type by habit, and means nothing here. */
#define HABIT(NAME, ARG, FLAGS, SET, WHY)                                               \
	{                                                                               \
		.kind = OPT_CALL, .name = NAME, .arg = ARG, .flags = FLAGS, .set = SET, \
		.help = "accepted for perf's sake: " WHY                                \
	}

const struct opt record_opts[] = {
	{ .kind = OPT_FLAG,
	  .letter = 'a',
	  .name = "all-cpus",
	  .off = AT(c.all_cpus),
	  .help = "record all processes on all CPUs, until the command ends or Ctrl-C" },
	{ .kind = OPT_FLAG,
	  .letter = 'g',
	  .off = AT(call_graph),
	  .help = "record call chains, as --call-graph fp" },
	{ .kind = OPT_CALL,
	  .name = "call-graph",
	  .arg = "MODE",
	  .flags = OPT_NEGATE,
	  .words = "fp dwarf lbr defer fp,defer dwarf,raw auto",
	  .set = record_set_call_graph,
	  .help = "record call chains: fp[,DEPTH] (frame pointers), dwarf[,SIZE][,raw], auto, lbr "
	          "or defer" },
	FLAG(0, "raw-stacks", c.samples.raw_stacks,
	     "write copies of stacks as they are, instead of unwinding them"),
	{ .kind = OPT_CALL,
	  .name = "max-stack",
	  .arg = "DEPTH",
	  .set = record_set_max_stack,
	  .help = "frames of a call chain (default what kernel.perf_event_max_stack is)" },
	FLAG(0, "raise-max-stack", c.samples.raise_max_stack,
	     "raise kernel.perf_event_max_stack to --max-stack while recording"),
	FLAG(0, "user-callchains", c.samples.no_kernel_chain,
	     "leave the kernel's part out of call chains"),
	FLAG(0, "kernel-callchains", c.samples.no_user_chain,
	     "leave the user part out of call chains"),
	{ .kind = OPT_CALL,
	  .letter = 'e',
	  .name = "event",
	  .arg = "EVENT",
	  .set = record_set_event,
	  .words = "cycles instructions cpu-clock task-clock page-faults context-switches "
	           "cpu-migrations",
	  .help = "what to sample, see EVENTS and pmrec list; may be given several times" },
	{ .kind = OPT_CALL,
	  .name = "filter",
	  .arg = "FILTER",
	  .set = record_set_filter,
	  .help = "keep of the tracepoints of the -e before it what meets this condition" },
	{ .kind = OPT_CALL,
	  .letter = 'F',
	  .name = "freq",
	  .arg = "HZ",
	  .words = "max",
	  .set = record_set_freq,
	  .help = "samples a second for each CPU, or max (default 4000)" },
	FLAG(0, "strict-freq", c.strict_freq, "refuse a frequency that the kernel does not allow"),
	{ .kind = OPT_CALL,
	  .letter = 'c',
	  .name = "count",
	  .arg = "N",
	  .set = record_set_count,
	  .help = "one sample every N events instead of by frequency" },
	CALL('d', "data", record_set_data,
	     "record the addresses of data, and what is mapped there"),
	BITS("sample-mem-info", ABI_SAMPLE_DATA_SRC, "record where in memory data was found"),
	FLAG(0, "data-mmap", c.samples.data_mappings, "tell of mappings that are no code"),
	BITS("phys-data", ABI_SAMPLE_PHYS_ADDR, "record the physical addresses of data"),
	BITS("data-page-size", ABI_SAMPLE_DATA_PAGE_SIZE, "record the size of the page of data"),
	BITS("code-page-size", ABI_SAMPLE_CODE_PAGE_SIZE, "record the size of the page of code"),
	FLAG('W', "weight", c.samples.weight, "record weights, such as latencies of memory"),
	BITS("transaction", ABI_SAMPLE_TRANSACTION, "record how a memory transaction ended"),
	{ .kind = OPT_CALL,
	  .letter = 'P',
	  .name = "period",
	  .flags = OPT_NEGATE,
	  .set = record_set_period,
	  .help = "record the period in each sample (default where it varies)" },
	CALL('T', "timestamp", record_set_nothing, "record times (as it is anyway)"),
	CALL(0, "sample-cpu", record_set_nothing, "record the CPU (as it is anyway)"),
	CALL(0, "sample-identifier", record_set_nothing, "record the event's id (as it is anyway)"),
	{ .kind = OPT_BITS,
	  .letter = 'R',
	  .name = "raw-samples",
	  .off = AT(c.samples.bits),
	  .bits = ABI_SAMPLE_RAW,
	  .help = "record what the kernel adds to samples" },
	CALL('b', "branch-any", record_set_any_branch, "record the branches before each sample"),
	{ .kind = OPT_CALL,
	  .letter = 'j',
	  .name = "branch-filter",
	  .arg = "LIST",
	  .words = "any any_call any_ret ind_call ind_jmp call cond u k hv in_tx no_tx abort_tx "
	           "stack save_type no_flags no_cycles hw_index priv counter",
	  .set = record_set_branches,
	  .help = "record branches of these kinds, such as any_call,u" },
	{ .kind = OPT_CALL,
	  .name = "user-regs",
	  .arg = "LIST",
	  .flags = OPT_MAYBE,
	  .set = record_set_user_regs,
	  .help = "record the registers of user code, all or these; ? lists them" },
	{ .kind = OPT_CALL,
	  .letter = 'I',
	  .name = "intr-regs",
	  .arg = "LIST",
	  .flags = OPT_MAYBE,
	  .set = record_set_intr_regs,
	  .help = "record the registers where the sample was taken, all or these; ? lists them" },
	FLAG('s', "stat", c.samples.stat, "record the counts of each thread at its end"),
	FLAG(0, "running-time", c.samples.times, "record with counts how long they were counted"),
	FLAG('n', "no-samples", c.samples.none, "take no samples, only what tells of tasks"),
	{ .kind = OPT_CALL,
	  .letter = 'k',
	  .name = "clockid",
	  .arg = "CLOCK",
	  .words = "monotonic monotonic_raw realtime boottime tai",
	  .set = record_set_clock,
	  .help = "record the times of this clock instead of the kernel's own" },
	FLAG(0, "all-user", c.samples.only_user, "sample user code only"),
	FLAG(0, "all-kernel", c.samples.only_kernel, "sample the kernel only"),
	CALL(0, "exclude-perf", record_set_exclude_us,
	     "leave out of the tracepoints of the -e before it what pmrec does"),
	{ .kind = OPT_TEXT,
	  .letter = 'o',
	  .name = "output",
	  .arg = "FILE",
	  .off = AT(c.output),
	  .flags = OPT_IS_FILE,
	  .help = "where to write (default perf.data; one that is there becomes perf.data.old)" },
	{ .kind = OPT_CALL,
	  .letter = 'm',
	  .name = "mmap-pages",
	  .arg = "PAGES",
	  .set = record_set_ring,
	  .help = "ring size for each CPU in pages, or with a suffix B K M G (default 512K to "
	          "8M)" },
	{ .kind = OPT_CALL,
	  .name = "mmap-flush",
	  .arg = "SIZE",
	  .set = record_set_flush,
	  .help = "leave less than this in a ring for up to a second, such as 64K" },
	FLAG(0, "no-buffering", c.no_buffering, "take each record out of its ring at once"),
	{ .kind = OPT_CALL,
	  .name = "buffer-size",
	  .arg = "SIZE",
	  .set = record_set_buffer,
	  .help = "memory for records that wait to be written, such as 64M (default 32M)" },
	{ .kind = OPT_CALL,
	  .letter = 'r',
	  .name = "realtime",
	  .arg = "PRIORITY",
	  .set = record_set_realtime,
	  .help = "record with this real-time priority (SCHED_FIFO), 1 to 99" },
	{ .kind = OPT_CALL,
	  .name = "affinity",
	  .arg = "WHERE",
	  .words = "sys node cpu",
	  .set = record_set_affinity,
	  .help = "read a ring on its own CPU (cpu), on its node (node) or anywhere (sys)" },
	{ .kind = OPT_TEXT,
	  .letter = 'C',
	  .name = "cpu",
	  .arg = "LIST",
	  .off = AT(c.cpu_list),
	  .help = "record all processes on these CPUs, such as 0-3,7" },
	{ .kind = OPT_TEXT,
	  .letter = 'p',
	  .name = "pid",
	  .arg = "LIST",
	  .off = AT(c.pids),
	  .help = "record these processes, such as 12,34, all their threads, and what they start" },
	{ .kind = OPT_TEXT,
	  .letter = 't',
	  .name = "tid",
	  .arg = "LIST",
	  .off = AT(c.tids),
	  .help = "record these threads, and what they start" },
	{ .kind = OPT_TEXT,
	  .letter = 'u',
	  .name = "uid",
	  .arg = "USER",
	  .off = AT(c.user),
	  .help = "record the processes that a user has now, and what they start" },
	{ .kind = OPT_TEXT,
	  .letter = 'G',
	  .name = "cgroup",
	  .arg = "NAME",
	  .off = AT(c.cgroups),
	  .help = "with -a or -C: only the processes in these cgroups, a list" },
	{ .kind = OPT_FLAG,
	  .name = "per-thread",
	  .off = AT(c.per_thread),
	  .help = "a ring for each thread instead of each CPU; what it starts is left out" },
	{ .kind = OPT_FLAG,
	  .letter = 'i',
	  .name = "no-inherit",
	  .off = AT(c.no_inherit),
	  .help = "leave out the processes and threads that are started meanwhile" },
	{ .kind = OPT_CALL,
	  .letter = 'D',
	  .name = "delay",
	  .arg = "MS",
	  .set = record_set_delay,
	  .help = "record samples only after so many ms, or from 10-20,30-40; -1: see --control" },
	{ .kind = OPT_CALL,
	  .name = "duration",
	  .arg = "SECONDS",
	  .set = record_set_duration,
	  .help = "end after so many seconds" },
	{ .kind = OPT_TEXT,
	  .name = "control",
	  .arg = "PIPE",
	  .off = AT(c.control),
	  .help = "take commands from fifo:PIPE[,PIPE] or fd:N[,N]: enable, disable, stop, ..." },
	{ .kind = OPT_CALL,
	  .letter = 'z',
	  .name = "compression-level",
	  .arg = "LEVEL",
	  .flags = OPT_MAYBE,
	  .set = record_set_zstd,
	  .help = "compress with zstd, level 1 (default) to 22" },
	{ .kind = OPT_CALL,
	  .name = "compress-form",
	  .arg = "FORM",
	  .words = "1 2",
	  .set = record_set_zstd_form,
	  .help = "of compressed records: 2 (default), or 1 for perf before 6.16" },
	{ .kind = OPT_CALL,
	  .name = "switch-output",
	  .arg = "WHEN",
	  .words = "signal",
	  .flags = OPT_MAYBE,
	  .set = record_set_switch,
	  .help = "begin a new file on SIGUSR2 (signal, default), or at a size or time" },
	{ .kind = OPT_CALL,
	  .name = "switch-output-event",
	  .arg = "EVENT",
	  .set = record_set_switch_event,
	  .help = "begin a new file when this occurs, which is not recorded itself" },
	{ .kind = OPT_CALL,
	  .name = "switch-max-files",
	  .arg = "N",
	  .set = record_set_switch_files,
	  .help = "keep only the newest N files of --switch-output" },
	{ .kind = OPT_CALL,
	  .name = "max-size",
	  .arg = "SIZE",
	  .set = record_set_max_size,
	  .help = "end when the file is so large, with a suffix B K M G" },
	{ .kind = OPT_FLAG,
	  .name = "timestamp-filename",
	  .off = AT(c.timestamp_name),
	  .help = "add the time at its end to the name of the file" },
	{ .kind = OPT_FLAG,
	  .name = "overwrite",
	  .off = AT(c.overwrite),
	  .help = "keep only the newest samples, and write them at the end or on SIGUSR2" },
	{ .kind = OPT_CALL,
	  .name = "synth",
	  .arg = "LIST",
	  .words = "no all task mmap cgroup",
	  .set = record_set_synth,
	  .help = "tell of what was there before: all (default), or of task, mmap, cgroup, no" },
	FLAG(0, "namespaces", c.tell_namespaces, "record which namespaces processes are in"),
	FLAG(0, "all-cgroups", c.tell_cgroups, "record which cgroup each sample belongs to"),
	FLAG(0, "switch-events", c.tell_switches, "record context switches"),
	FLAG(0, "latency", latency, "record what perf report --latency needs"),
	FLAG(0, "no-bpf-event", c.no_bpf, "record nothing of BPF programs"),
	{ .kind = OPT_FLAG,
	  .name = "tail-synthesize",
	  .off = AT(c.tail_synthesize),
	  .help = "tell what ran before at the end of the file instead of the start" },
	{ .kind = OPT_FLAG,
	  .letter = 'B',
	  .name = "no-buildid",
	  .off = AT(c.no_build_ids),
	  .help = "do not write build-ids" },
	FLAG(0, "buildid-all", c.build_ids_of_all, "write build-ids of all files, hit or not"),
	{ .kind = OPT_FLAG,
	  .name = "buildid-mmap",
	  .flags = OPT_NEGATE,
	  .off = AT(c.build_ids_mapped),
	  .help = "let the kernel tell build-ids with mappings (default where it can)" },
	{ .kind = OPT_FLAG,
	  .name = "no-embed",
	  .off = AT(c.no_embed),
	  .help = "do not write the names of what was hit" },
	{ .kind = OPT_CALL,
	  .letter = 'N',
	  .name = "no-buildid-cache",
	  .set = record_set_nothing,
	  .help = "accepted for perf's sake: there is no cache" },
	CALL(0, "timestamp-boundary", record_set_nothing,
	     "record the times of the first and the last sample (as it is anyway)"),
	HABIT("aio", "N", OPT_MAYBE, record_set_no_number, "there is a thread that writes"),
	HABIT("num-thread-synthesize", "N", 0, record_set_no_number, "one thread is enough"),
	HABIT("proc-map-timeout", "MS", 0, record_set_no_number, "nothing is given up half read"),
	HABIT("vmlinux", "FILE", OPT_IS_FILE, record_set_nothing,
	      "names are looked up when a file is read"),
	FLAG(0, "dry-run", c.dry_run, "do all but record: say what would be refused"),
	{ .kind = OPT_COUNT,
	  .letter = 'q',
	  .name = "quiet",
	  .off = AT(quiet),
	  .help = "say only what went wrong" },
	{ .kind = OPT_COUNT,
	  .letter = 'v',
	  .name = "verbose",
	  .off = AT(verbose),
	  .help = "say more" },
	{ .kind = OPT_END },
};

/* -g only says that there are to be chains. */
void record_options_settle(struct record_options *o)
{
	struct capture_samples *s = &o->c.samples;
	if (o->call_graph && s->chain == EVENT_CHAIN_NONE)
		s->chain = EVENT_CHAIN_FP;
	o->c.tell_switches |= o->latency;
	if (o->switch_events.n && !o->c.switch_on)
		o->c.switch_on = CAPTURE_ON_SIGNAL;
}

int record_options_check(const struct record_options *o, bool has_command, struct err *e)
{
	const struct capture_options *c = &o->c;
	bool all = c->all_cpus || c->cpu_list, some = c->pids || c->tids || c->user;
	const char *text = NULL;
	if (!*c->output)
		text = "the name of the output is empty";
	else if (!has_command && !all && !some && !c->cgroups)
		text = "no command to record; name one, or use -a for all CPUs or -p for processes";
	else if (c->freq && c->period)
		text = "-F and -c exclude each other";
	else if (all && some)
		text = "-p, -t and -u exclude -a and -C";
	else if (o->latency && all)
		text = "--latency is for a command or processes, not for -a or -C";
	else if (c->cgroups && !all)
		text = "--cgroup needs -a or -C";
	else if (c->per_thread && all)
		text = "--per-thread excludes -a and -C";
	else if (c->switch_files && !c->switch_on)
		text = "--switch-max-files needs --switch-output";
	else if (c->zstd_old_form && !c->zstd_level)
		text = "--compress-form needs -z";
	else if (c->samples.only_user && c->samples.only_kernel)
		text = "--all-user and --all-kernel exclude each other";
	else if (c->samples.no_user_chain && c->samples.no_kernel_chain)
		text = "--user-callchains and --kernel-callchains exclude each other";
	else if (c->samples.raise_max_stack && !c->samples.max_stack)
		text = "--raise-max-stack needs --max-stack";
	return text ? err_set(e, ERR_USAGE, "%s", text) : 0;
}

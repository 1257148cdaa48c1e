// SPDX-License-Identifier: GPL-2.0-or-later
/* pmrec record: options -> capture. */
#include <errno.h>
#include <stdlib.h>
#include <stddef.h>

#include "capture/capture.h"
#include "cli/cli.h"
#include "sys/sys.h"

struct record_options {
	struct event_list events;
	struct capture_options c;
	int quiet, verbose;
};

/* ------------------------------------------------------------------ options */

static int set_event(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return event_parse(arg, &capture_source, &o->events, e);
}

static int set_filter(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return event_add_filter(&o->events, arg, e);
}

static int set_freq(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	if (strcmp(arg, "max") == 0) {
		o->c.freq = CAPTURE_FREQ_MAX;
		return 0;
	}
	return parse_u64(arg, "the frequency", 1, 1000000000, &o->c.freq, e);
}

static int set_count(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return parse_u64(arg, "the count", 1, INT64_MAX, &o->c.period, e);
}

static int set_call_graph(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	if (negated) {
		o->c.callchain = false;
		return 0;
	}
	if (strcmp(arg, "fp") != 0)
		return err_set(e, ERR_USAGE,
		               "call graph mode '%s' is not known; fp is the only one", arg);
	o->c.callchain = true;
	return 0;
}

/* A number and one of the letters, which stand for the units; false = it is nothing such. Without a
 * letter the unit is plain, and 0 = there must be one. What is too large is UINT64_MAX. */
static bool parse_units(const char *text, const char *letters, const uint64_t units[],
                        uint64_t plain, uint64_t *out)
{
	char *end;
	errno = 0;
	unsigned long long n = strtoull(text, &end, 10);
	const char *s = *end ? strchr(letters, *end) : NULL;
	uint64_t unit = *end ? (s && !end[1] ? units[s - letters] : 0) : plain;
	if (*text < '0' || *text > '9' || !unit)
		return false;
	*out = errno || n > UINT64_MAX / unit ? UINT64_MAX : n * unit;
	return true;
}

static bool parse_size(const char *text, uint64_t plain, uint64_t *out)
{
	static const uint64_t units[] = { 1, 1 << 10, 1 << 20, 1 << 30 };
	return parse_units(text, "BKMG", units, plain, out);
}

/* Pages, or bytes with a suffix; rounded up to a power of two of pages. */
static int set_ring(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	uint64_t page = sys_page_bytes(), wanted, bytes = page;
	(void)negated;
	if (!parse_size(arg, page, &wanted))
		return err_set(e, ERR_USAGE,
		               "ring size '%s' is neither a number of pages nor a size such as "
		               "512K or 4M",
		               arg);
	if (wanted > 1ull << 30)
		return err_set(e, ERR_USAGE, "ring size '%s' is more than 1G", arg);
	if (!wanted)
		return err_set(e, ERR_USAGE, "ring size '%s' is no size", arg);
	while (bytes < wanted)
		bytes *= 2;
	o->c.ring_bytes = (size_t)bytes;
	return 0;
}

static int set_max_size(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	if (parse_size(arg, 1, &o->c.max_bytes) && o->c.max_bytes)
		return 0;
	return err_set(e, ERR_USAGE, "size '%s' is no size such as 512K or 4M", arg);
}

/* Seconds with up to nine decimals. */
static int set_duration(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	uint64_t ns = 0, digit = 1000000000;
	const char *s = arg;
	(void)negated;
	for (; *s >= '0' && *s <= '9' && ns < 1000000000ull * 1000000000; s++)
		ns = ns * 10 + (uint64_t)(*s - '0') * 1000000000;
	if (s > arg && *s == '.')
		for (s++; *s >= '0' && *s <= '9' && digit > 1; s++)
			ns += (uint64_t)(*s - '0') * (digit /= 10);
	if (s == arg || *s || !ns)
		return err_set(e, ERR_USAGE, "duration '%s' is no number of seconds such as 2.5",
		               arg);
	o->c.duration_ns = ns;
	return 0;
}

static int set_delay(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	uint64_t ms;
	(void)negated;
	if (strcmp(arg, "-1") == 0) {
		o->c.delay_ms = CAPTURE_DELAY_FOREVER;
		return 0;
	}
	int rc = parse_u64(arg, "the delay", 0, 1000000000, &ms, e);
	o->c.delay_ms = rc == 0 ? (int64_t)ms : 0;
	return rc;
}

static int set_switch(void *options, const char *arg, bool negated, struct err *e)
{
	static const uint64_t second = 1000000000;
	static const uint64_t units[] = { second, 60 * second, 3600 * second, 86400 * second };
	struct capture_options *c = &((struct record_options *)options)->c;
	(void)negated;
	c->timestamp_name = true;
	if (!arg || strcmp(arg, "signal") == 0)
		c->switch_on = CAPTURE_ON_SIGNAL;
	else if (parse_size(arg, 0, &c->switch_at) && c->switch_at)
		c->switch_on = CAPTURE_BY_SIZE;
	else if (parse_units(arg, "smhd", units, 0, &c->switch_at) && c->switch_at)
		c->switch_on = CAPTURE_BY_TIME;
	else
		return err_set(e, ERR_USAGE,
		               "'%s' is neither signal, nor a size such as 100M, nor a time such "
		               "as 30s, 5m or 1h",
		               arg);
	return 0;
}

static int set_switch_files(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t n = 0;
	(void)negated;
	int rc = parse_u64(arg, "the number of files", 1, 100000, &n, e);
	((struct record_options *)options)->c.switch_files = (uint32_t)n;
	return rc;
}

static int set_zstd(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t level = 1;
	(void)negated;
	int rc = arg ? parse_u64(arg, "the compression level", 0, 22, &level, e) : 0;
	((struct record_options *)options)->c.zstd_level = (int)level;
	return rc;
}

static int set_zstd_form(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	if (strcmp(arg, "1") != 0 && strcmp(arg, "2") != 0)
		return err_set(e, ERR_USAGE, "compressed form '%s' is neither 1 nor 2", arg);
	((struct record_options *)options)->c.zstd_old_form = *arg == '1';
	return 0;
}

/* perf keeps copies of programs in a cache; here there is none. */
static int set_nothing(void *options, const char *arg, bool negated, struct err *e)
{
	(void)options;
	(void)arg;
	(void)negated;
	(void)e;
	return 0;
}

static int set_buffer(void *options, const char *arg, bool negated, struct err *e)
{
	const uint64_t least = 1 << 20, most = 1 << 30;
	struct record_options *o = options;
	uint64_t bytes;
	(void)negated;
	if (!parse_size(arg, 0, &bytes) || bytes < least || bytes > most)
		return err_set(e, ERR_USAGE, "buffer size '%s' is not between 1M and 1G", arg);
	o->c.buffer_bytes = (size_t)bytes;
	return 0;
}

#define AT(field) offsetof(struct record_options, field)

const struct opt record_opts[] = {
	{ .kind = OPT_FLAG,
	  .letter = 'a',
	  .name = "all-cpus",
	  .off = AT(c.all_cpus),
	  .help = "record all processes on all CPUs, until the command ends or Ctrl-C" },
	{ .kind = OPT_FLAG, .letter = 'g', .off = AT(c.callchain), .help = "record call chains" },
	{ .kind = OPT_CALL,
	  .name = "call-graph",
	  .arg = "MODE",
	  .words = "fp",
	  .set = set_call_graph,
	  .help = "record call chains: fp (frame pointers)" },
	{ .kind = OPT_CALL,
	  .letter = 'e',
	  .name = "event",
	  .arg = "EVENT",
	  .set = set_event,
	  .words = "cycles instructions cpu-clock task-clock page-faults context-switches "
	           "cpu-migrations",
	  .help = "what to sample, see EVENTS and pmrec list; may be given several times" },
	{ .kind = OPT_CALL,
	  .name = "filter",
	  .arg = "FILTER",
	  .set = set_filter,
	  .help = "keep of the tracepoints of the -e before it what meets this condition" },
	{ .kind = OPT_CALL,
	  .letter = 'F',
	  .name = "freq",
	  .arg = "HZ",
	  .words = "max",
	  .set = set_freq,
	  .help = "samples a second for each CPU, or max (default 4000)" },
	{ .kind = OPT_CALL,
	  .letter = 'c',
	  .name = "count",
	  .arg = "N",
	  .set = set_count,
	  .help = "one sample every N events instead of by frequency" },
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
	  .set = set_ring,
	  .help = "ring size for each CPU in pages, or with a suffix B K M G (default 512K)" },
	{ .kind = OPT_CALL,
	  .name = "buffer-size",
	  .arg = "SIZE",
	  .set = set_buffer,
	  .help = "memory for records that wait to be written, such as 64M (default 32M)" },
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
	  .set = set_delay,
	  .help = "record samples only after so many milliseconds; -1: when --control says so" },
	{ .kind = OPT_CALL,
	  .name = "duration",
	  .arg = "SECONDS",
	  .set = set_duration,
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
	  .set = set_zstd,
	  .help = "compress with zstd, level 1 (default) to 22" },
	{ .kind = OPT_CALL,
	  .name = "compress-form",
	  .arg = "FORM",
	  .words = "1 2",
	  .set = set_zstd_form,
	  .help = "of compressed records: 2 (default), or 1 for perf before 6.16" },
	{ .kind = OPT_CALL,
	  .name = "switch-output",
	  .arg = "WHEN",
	  .words = "signal",
	  .flags = OPT_MAYBE,
	  .set = set_switch,
	  .help = "begin a new file on SIGUSR2 (signal, default), or at a size or time" },
	{ .kind = OPT_CALL,
	  .name = "switch-max-files",
	  .arg = "N",
	  .set = set_switch_files,
	  .help = "keep only the newest N files of --switch-output" },
	{ .kind = OPT_CALL,
	  .name = "max-size",
	  .arg = "SIZE",
	  .set = set_max_size,
	  .help = "end when the file is so large, with a suffix B K M G" },
	{ .kind = OPT_FLAG,
	  .name = "timestamp-filename",
	  .off = AT(c.timestamp_name),
	  .help = "add the time at its end to the name of the file" },
	{ .kind = OPT_FLAG,
	  .name = "overwrite",
	  .off = AT(c.overwrite),
	  .help = "keep only the newest samples, and write them at the end or on SIGUSR2" },
	{ .kind = OPT_FLAG,
	  .name = "tail-synthesize",
	  .off = AT(c.tail_synthesize),
	  .help = "tell what ran before at the end of the file instead of the start" },
	{ .kind = OPT_FLAG,
	  .letter = 'B',
	  .name = "no-buildid",
	  .off = AT(c.no_build_ids),
	  .help = "do not write the build-ids of what was hit" },
	{ .kind = OPT_CALL,
	  .letter = 'N',
	  .name = "no-buildid-cache",
	  .set = set_nothing,
	  .help = "accepted for perf's sake: there is no cache" },
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

/* ------------------------------------------------------------------ running */

static int command_failed(const char *name, int errnum, const struct log *log)
{
	if (errnum == ENOENT || errnum == ENOTDIR) {
		log_say(log, LOG_WARNING, "command '%s' was not found", name);
		return EXIT_NO_COMMAND;
	}
	log_say(log, LOG_WARNING, "command '%s' cannot be executed: %s", name, strerror(errnum));
	return EXIT_NO_EXEC;
}

static void say_closing(const struct capture_result *r, const struct record_options *o,
                        const struct log *log)
{
	if (r->n_lost)
		log_say(log, LOG_WARNING,
		        "%llu records were lost, as the rings were full; use a larger -m or a "
		        "lower -F",
		        (unsigned long long)r->n_lost);
	if (r->n_dropped)
		log_say(log, LOG_WARNING,
		        "%llu samples were dropped, as they came faster than the output takes "
		        "them; "
		        "use a larger --buffer-size, a lower -F or a faster disk",
		        (unsigned long long)r->n_dropped);
	if (o->quiet)
		return;
	fprintf(stderr, "[ pmrec record: captured and wrote %.3f MB %s%s (%llu samples)",
	        (double)r->file_bytes / 1024 / 1024, o->c.output,
	        o->c.timestamp_name ? ".<timestamp>" : "", (unsigned long long)r->n_samples);
	if (r->raw_bytes)
		fprintf(stderr, ", compressed (original %.3f MB)",
		        (double)r->raw_bytes / 1024 / 1024);
	fprintf(stderr, " ]\n");
}

static int record(struct record_options *o, int argc, char **argv, int rest, struct err *e)
{
	struct log log = cli_log(o->quiet, o->verbose);
	struct capture_result r;
	struct capture_options *c = &o->c;
	c->events = &o->events;
	c->command = rest < argc ? (const char *const *)argv + rest : NULL;
	c->version = pmrec_version;
	c->log = &log;
	/* The program's name goes before: argv[0] is the command's. */
	const char **words = calloc((size_t)argc + 1, sizeof *words);
	if (!words)
		return err_sys(e, errno, "no memory");
	words[0] = "pmrec";
	for (int i = 0; i < argc; i++)
		words[i + 1] = argv[i];
	c->words = words;
	c->n_words = (uint32_t)argc + 1;
	int rc = capture_record(c, &r, e);
	free(words);
	if (r.exec_errno)
		return command_failed(argv[rest], r.exec_errno, &log);
	/* What this machine does not have is refused as what it does not permit. */
	if (rc == ERR_UNSUPPORTED)
		return ERR_DENIED;
	if (rc == 0 && r.file_bytes)
		say_closing(&r, o, &log);
	return rc < 0 ? rc : r.status;
}

/* What cannot be meant together. */
static int check(const struct capture_options *c, bool has_command, struct err *e)
{
	bool all = c->all_cpus || c->cpu_list, some = c->pids || c->tids || c->user;
	const char *text = NULL;
	if (!has_command && !all && !some && !c->cgroups)
		text = "no command to record; name one, or use -a for all CPUs or -p for processes";
	else if (c->freq && c->period)
		text = "-F and -c exclude each other";
	else if (all && some)
		text = "-p, -t and -u exclude -a and -C";
	else if (c->cgroups && !all)
		text = "--cgroup needs -a or -C";
	else if (c->per_thread && all)
		text = "--per-thread excludes -a and -C";
	else if (c->switch_files && !c->switch_on)
		text = "--switch-max-files needs --switch-output";
	else if (c->zstd_old_form && !c->zstd_level)
		text = "--compress-form needs -z";
	return text ? err_set(e, ERR_USAGE, "%s", text) : 0;
}

int cmd_record(int argc, char **argv, struct err *e)
{
	struct record_options o = { .c.output = "perf.data" };
	int rest, rc = opts_parse(record_opts, &o, true, argc, argv, &rest, e);
	if (rc == 0)
		rc = check(&o.c, rest < argc, e);
	if (rc == 0)
		rc = record(&o, argc, argv, rest, e);
	event_list_release(&o.events);
	return rc;
}

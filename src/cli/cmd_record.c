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
	bool all_cpus, callchain, no_inherit;
	int quiet, verbose;
	const char *cpu_list, *output;
	uint64_t freq, period;
	size_t ring_bytes;
};

/* ------------------------------------------------------------------ options */

static int set_event(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return event_parse(arg, &o->events, e);
}

static int set_freq(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	if (strcmp(arg, "max") == 0) {
		o->freq = CAPTURE_FREQ_MAX;
		return 0;
	}
	return parse_u64(arg, "the frequency", 1, 1000000000, &o->freq, e);
}

static int set_count(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return parse_u64(arg, "the count", 1, INT64_MAX, &o->period, e);
}

static int set_call_graph(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	if (negated) {
		o->callchain = false;
		return 0;
	}
	if (strcmp(arg, "fp") != 0)
		return err_set(e, ERR_USAGE,
		               "call graph mode '%s' is not known; fp is the only one", arg);
	o->callchain = true;
	return 0;
}

/* Pages, or bytes with a suffix B, K, M or G; rounded up to a power of two of pages. */
static int set_ring(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	static const char suffixes[] = "BKMG";
	const uint64_t most = 1ull << 30;
	uint64_t page = sys_page_bytes(), unit = page, bytes = page;
	char *end;
	(void)negated;
	errno = 0;
	unsigned long long n = strtoull(arg, &end, 10);
	if (*end) {
		const char *s = strchr(suffixes, *end);
		unit = s && !end[1] ? 1ull << (10 * (s - suffixes)) : 0;
	}
	if (*arg < '0' || *arg > '9' || !unit)
		return err_set(e, ERR_USAGE,
		               "ring size '%s' is neither a number of pages nor a size such as "
		               "512K or 4M",
		               arg);
	if (errno || n > most / unit)
		return err_set(e, ERR_USAGE, "ring size '%s' is more than 1G", arg);
	if (!n)
		return err_set(e, ERR_USAGE, "ring size '%s' is no size", arg);
	while (bytes < n * unit)
		bytes *= 2;
	o->ring_bytes = (size_t)bytes;
	return 0;
}

#define AT(field) offsetof(struct record_options, field)

const struct opt record_opts[] = {
	{ .kind = OPT_FLAG,
	  .letter = 'a',
	  .name = "all-cpus",
	  .off = AT(all_cpus),
	  .help = "record all processes on all CPUs, until the command ends or Ctrl-C" },
	{ .kind = OPT_FLAG, .letter = 'g', .off = AT(callchain), .help = "record call chains" },
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
	  .help = "what to sample, as name:modifiers; may be a list or be given several times" },
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
	  .off = AT(output),
	  .flags = OPT_IS_FILE,
	  .help = "where to write (default perf.data; one that is there becomes perf.data.old)" },
	{ .kind = OPT_CALL,
	  .letter = 'm',
	  .name = "mmap-pages",
	  .arg = "PAGES",
	  .set = set_ring,
	  .help = "ring size for each CPU in pages, or with a suffix B K M G (default 512K)" },
	{ .kind = OPT_TEXT,
	  .letter = 'C',
	  .name = "cpu",
	  .arg = "LIST",
	  .off = AT(cpu_list),
	  .help = "record all processes on these CPUs, such as 0-3,7" },
	{ .kind = OPT_FLAG,
	  .letter = 'i',
	  .name = "no-inherit",
	  .off = AT(no_inherit),
	  .help = "leave out the processes and threads that the command starts" },
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

static void say_closing(const struct capture_result *r, const char *output, int quiet,
                        const struct log *log)
{
	if (r->n_lost)
		log_say(log, LOG_WARNING,
		        "%llu records were lost, as the rings were full; use a larger -m or a "
		        "lower -F",
		        (unsigned long long)r->n_lost);
	if (!quiet)
		fprintf(stderr, "[ pmrec record: captured and wrote %.3f MB %s (%llu samples) ]\n",
		        (double)r->file_bytes / 1024 / 1024, output,
		        (unsigned long long)r->n_samples);
}

static int record(const struct record_options *o, int argc, char **argv, int rest, struct err *e)
{
	struct log log = cli_log(o->quiet, o->verbose);
	struct capture_result r;
	struct capture_options c = {
		.events = &o->events,
		.all_cpus = o->all_cpus,
		.cpu_list = o->cpu_list,
		.callchain = o->callchain,
		.no_inherit = o->no_inherit,
		.freq = o->freq,
		.period = o->period,
		.ring_bytes = o->ring_bytes,
		.output = o->output,
		.command = rest < argc ? (const char *const *)argv + rest : NULL,
		.version = pmrec_version,
		.log = &log,
	};
	/* The program's name goes before: argv[0] is the command's. */
	const char **words = calloc((size_t)argc + 1, sizeof *words);
	if (!words)
		return err_sys(e, errno, "no memory");
	words[0] = "pmrec";
	for (int i = 0; i < argc; i++)
		words[i + 1] = argv[i];
	c.words = words;
	c.n_words = (uint32_t)argc + 1;
	int rc = capture_record(&c, &r, e);
	free(words);
	if (r.exec_errno)
		return command_failed(argv[rest], r.exec_errno, &log);
	/* What this machine does not have is refused as what it does not permit. */
	if (rc == ERR_UNSUPPORTED)
		return ERR_DENIED;
	if (rc == 0 && r.file_bytes)
		say_closing(&r, o->output, o->quiet, &log);
	return rc < 0 ? rc : r.status;
}

int cmd_record(int argc, char **argv, struct err *e)
{
	struct record_options o = { .output = "perf.data" };
	int rest, rc = opts_parse(record_opts, &o, true, argc, argv, &rest, e);
	if (rc == 0) {
		if (rest == argc && !o.all_cpus && !o.cpu_list)
			rc = err_set(e, ERR_USAGE,
			             "no command to record; name one, or use -a for all CPUs");
		else if (o.freq && o.period)
			rc = err_set(e, ERR_USAGE, "-F and -c exclude each other");
		else
			rc = record(&o, argc, argv, rest, e);
	}
	event_list_release(&o.events);
	return rc;
}

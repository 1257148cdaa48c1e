// SPDX-License-Identifier: GPL-2.0-or-later
/* pmrec record: options -> capture. */
#include <errno.h>
#include <stdlib.h>

#include "cli/record.h"
#include "sys/sys.h"

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
	if (r->n_stacks)
		log_say(log, LOG_WARNING,
		        "%llu samples are without their user stacks, as those came faster than the "
		        "output takes them; use smaller stacks (--call-graph dwarf,SIZE), a larger "
		        "--buffer-size or a lower -F",
		        (unsigned long long)r->n_stacks);
	if (r->n_tops)
		log_say(log, LOG_WARNING,
		        "%llu samples may lack callers of functions without a frame, as what would "
		        "tell "
		        "them came faster than the output takes it; use a larger --buffer-size or "
		        "a "
		        "lower -F",
		        (unsigned long long)r->n_tops);
	if (r->n_unfinished)
		log_say(log, LOG_NOTICE,
		        "%llu of %llu call chains do not lead to their root, most because of %s",
		        (unsigned long long)r->n_unfinished, (unsigned long long)r->n_unwound,
		        r->unfinished);
	if (r->n_dropped)
		log_say(log, LOG_WARNING,
		        "%llu samples were dropped, as they came faster than the output takes "
		        "them; "
		        "use a larger --buffer-size, a lower -F or a faster disk",
		        (unsigned long long)r->n_dropped);
	if (r->n_switches)
		log_say(log, LOG_WARNING,
		        "%llu records of context switches were dropped, as they came faster than "
		        "the output takes them; use a larger --buffer-size or a faster disk",
		        (unsigned long long)r->n_switches);
	if (r->n_programs_left)
		log_say(log, LOG_WARNING,
		        "%llu BPF programs are only known by name, as those before them took all "
		        "the memory for that",
		        (unsigned long long)r->n_programs_left);
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
	c->switch_events = &o->switch_events;
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
	if (!o->quiet && sys_is_terminal(2))
		c->progress = progress_show;
	int rc = capture_record(c, &r, e);
	progress_clear();
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

static int list_registers(struct err *e)
{
	struct output out;
	output_open(&out, false);
	record_registers(&out.buf);
	return output_close(&out, e);
}

int cmd_record(int argc, char **argv, struct err *e)
{
	struct record_options o = { .c.output = "perf.data",
		                    .c.build_ids_mapped = true,
		                    .c.synth = CAPTURE_SYNTH_ALL };
	int rest, rc = opts_parse(record_opts, &o, true, argc, argv, &rest, e);
	if (rc == 0 && o.list_registers) {
		rc = list_registers(e);
	} else if (rc == 0) {
		record_options_settle(&o);
		rc = record_options_check(&o, rest < argc, e);
		if (rc == 0)
			rc = record(&o, argc, argv, rest, e);
	}
	event_list_release(&o.events);
	event_list_release(&o.switch_events);
	return rc;
}

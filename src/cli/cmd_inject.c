// SPDX-License-Identifier: GPL-2.0-or-later
/* inject: a recording written again, with call chains in place of copies of stacks. */
#include "capture/sink.h"
#include "cli/cli.h"
#include "output/inject.h"

struct inject_args {
	struct input_options input;
	const char *output;
};

const struct opt inject_opts[] = {
	INPUT_OPTS(struct inject_args),
	{ .kind = OPT_TEXT,
	  .letter = 'o',
	  .name = "output",
	  .arg = "FILE",
	  .flags = OPT_IS_FILE,
	  .off = offsetof(struct inject_args, output),
	  .help = "recording to write (- for the stream form to standard output)" },
	NAME_PLACE_OPTS(struct inject_args),
	DEBUGINFOD_OPT(struct inject_args),
	HABIT_OPTS(struct inject_args),
	{ .kind = OPT_END },
};

static int to_sink(void *ctx, const void *p, size_t n)
{
	struct sink *s = ctx;
	sink_own(s, span_of(p, n));
	return s->failed;
}

static void write_sections(struct sink *s, struct inject *j, const struct log *log)
{
	uint64_t bits[ABI_FEATURE_MAX / 64] = { 0 };
	struct span content[ABI_FEATURE_MAX];
	inject_sections(j, bits, content, log);
	sink_finish(s, j->events, j->n_events, bits, content);
}

static void write_all(struct input *in, struct sink *s, struct inject *j, const struct log *log)
{
	struct buf out = { .drain = to_sink, .ctx = s };
	struct session_event ev;
	in->session.whole_samples = true;
	sink_begin(s, j->events, j->n_events);
	if (s->file.stream)
		inject_section_records(j, &out);
	while (!s->failed && session_next(&in->session, &ev) == 0)
		inject_record(j, &out, &ev);
	buf_flush(&out);
	if (s->file.regular && !s->failed)
		write_sections(s, j, log);
	buf_release(&out);
}

static void say_done(const struct input *in, const struct inject *j, const struct sink *s,
                     const struct log *log)
{
	uint64_t n = in->bytes.n;
	for (uint32_t i = 0; i < in->n_more; i++)
		n += in->more[i].n;
	log_say(log, LOG_NOTICE,
	        "%llu samples: of %llu the stack was unwound, %llu had a deferred call chain; "
	        "%llu KiB of records became %llu KiB",
	        (unsigned long long)j->n_samples, (unsigned long long)j->n_unwound,
	        (unsigned long long)j->n_merged, (unsigned long long)(n / 1024),
	        (unsigned long long)(s->data_bytes / 1024));
}

static int inject_write(struct input *in, const char *path, struct err *e)
{
	struct log log = cli_log(in->quiet, in->verbose);
	struct inject j = { 0 };
	struct sink s = { .file = { .fd = -1 } };
	bool left = false;
	sys_ignore_sigpipe();
	int rc = sys_output_open(&s.file, path, e);
	if (!rc)
		rc = inject_open(&j, &in->places, s.file.stream, e);
	if (!rc) {
		write_all(in, &s, &j, &log);
		left = outfile_has_no_reader(&s.file, s.failed);
		int failed = left ? 0 : s.failed ? s.failed : -sys_output_replace(&s.file);
		rc = failed ? err_sys(e, failed, "cannot write '%s'", path) : 0;
	}
	if (!rc && !left) {
		say_done(in, &j, &s, &log);
		rc = input_verdict(in, NULL);
	}
	inject_close(&j);
	sink_close(&s);
	return rc;
}

int cmd_inject(int argc, char **argv, struct err *e)
{
	struct inject_args o = { 0 };
	struct input in;
	int rc = input_open(&in, inject_opts, &o, &o.input, argc, argv, e);
	if (!rc && !o.output)
		rc = err_set(e, ERR_USAGE, "say with -o where the new recording is to go");
	if (!rc)
		rc = input_spared(&in, o.output, e);
	if (!rc)
		rc = inject_write(&in, o.output, e);
	input_close(&in);
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The recording that a reading command works on, and what is to be said of it. */
#include "cli/cli.h"
#include "sys/sys.h"

/* What the resolver may look at: files, and the vdso image of this machine. */
static int source_map(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx;
	if (strcmp(path, "[vdso]") == 0)
		return sys_vdso(out) ? 0 : err_set(e, ERR_UNSUPPORTED, "this machine has no vdso");
	return sys_map(path, out, e);
}

static void source_unmap(void *ctx, struct bytes b)
{
	(void)ctx;
	struct bytes vdso;
	if (!sys_vdso(&vdso) || vdso.p != b.p)
		sys_unmap(b);
}

static void running_kernel(struct build_id *out)
{
	struct bytes notes;
	*out = (struct build_id){ 0 };
	if (sys_map("/sys/kernel/notes", &notes, NULL))
		return;
	notes_build_id(span_of(notes.p, notes.n), false, out);
	sys_unmap(notes);
}

static int input_bytes(struct input *in, struct err *e)
{
	if (strcmp(in->path, "-") == 0)
		return sys_read_fd_all(0, "standard input", &in->bytes, e);
	int rc = sys_map(in->path, &in->bytes, e);
	if (rc == ERR_SYS && !sys_exists(in->path))
		return err_set(e, ERR_SYS, "no '%s' here: record one with 'pmrec record -g ./program', or name one with -i",
			       in->path);
	return rc;
}

int input_open(struct input *in, const struct opt *opts, void *options, const struct input_options *o, int argc,
	       char **argv, struct err *e)
{
	*in = (struct input){ 0 };
	int rest, rc = opts_parse(opts, options, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	if (rest < argc)
		return err_set(e, ERR_USAGE, "unexpected word '%s' (a recording is named with -i)", argv[rest]);
	in->path = o->path ? o->path : "perf.data";
	rc = input_bytes(in, e);
	if (rc)
		return rc;
	rc = data_open(&in->data, in->bytes, e);
	if (!rc)
		rc = session_open(&in->session, &in->data, e);
	if (rc)
		return err_context(e, "'%s'", in->path);
	struct symbols_source src = { .map = source_map,
				      .unmap = source_unmap,
				      .kallsyms = o->kallsyms,
				      .symfs = o->symfs,
				      .demangle = o->demangle };
	running_kernel(&src.running_kernel);
	in->symbols = symbols_new(&src);
	places_init(&in->places, &in->session, in->symbols);
	return 0;
}

void input_close(struct input *in)
{
	places_release(&in->places);
	symbols_free(in->symbols);
	session_close(&in->session);
	data_close(&in->data);
	sys_unmap(in->bytes);
	*in = (struct input){ 0 };
}

int input_verdict(const struct input *in)
{
	const struct session *s = &in->session;
	const struct data *d = &in->data;
	struct log log = cli_log(0, 0);
	int status = EXIT_DONE;
	for (uint32_t i = 0; i < d->n_faults && i < DATA_FAULTS_MAX; i++)
		log_say(&log, LOG_WARNING, "'%s': at offset %llu: %s", in->path,
			(unsigned long long)d->faults[i].off, d->faults[i].text);
	if (s->failed)
		log_say(&log, LOG_WARNING, "'%s': at offset %llu: %s; what follows was not read", in->path,
			(unsigned long long)s->failure.off, s->failure.text);
	else if (d->truncated)
		log_say(&log, LOG_WARNING, "'%s' ends early at offset %llu: the recorder was stopped or the "
					   "file was cut; all that is there was read",
			in->path, (unsigned long long)d->bytes.n);
	if (s->failed || d->truncated || d->n_faults)
		status = EXIT_PARTIAL;
	if (s->stats.bad + s->stats.no_event) {
		log_say(&log, LOG_WARNING, "'%s': %llu records could not be decoded", in->path,
			(unsigned long long)(s->stats.bad + s->stats.no_event));
		status = EXIT_PARTIAL;
	}
	return status;
}

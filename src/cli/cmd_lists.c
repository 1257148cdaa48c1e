// SPDX-License-Identifier: GPL-2.0-or-later
/* evlist, buildid-list, version: commands that list what is there. */
#include "cli/cli.h"
#include "output/output.h"

struct list_args {
	struct input_options input;
	bool verbose;
};

const struct opt evlist_opts[] = {
	INPUT_OPTS(struct list_args),
	{ .kind = OPT_FLAG,
	  .letter = 'v',
	  .name = "verbose",
	  .off = offsetof(struct list_args, verbose),
	  .help = "print the attributes of each event" },
	{ .kind = OPT_END },
};

const struct opt buildid_list_opts[] = { INPUT_OPTS(struct list_args), { .kind = OPT_END } };

const struct opt version_opts[] = { { .kind = OPT_END } };

static void list_events(struct buf *out, struct input *in, const struct list_args *o)
{
	output_evlist(out, &in->data, o->verbose);
}

static void list_build_ids(struct buf *out, struct input *in, const struct list_args *o)
{
	(void)o;
	output_build_ids(out, &in->places);
}

static int list_recorded(const struct opt *opts, int argc, char **argv,
                         void (*list)(struct buf *out, struct input *in, const struct list_args *o),
                         struct err *e)
{
	struct list_args o = { 0 };
	struct input in;
	struct output out;
	int rc = input_open(&in, opts, &o, &o.input, argc, argv, e);
	if (!rc) {
		output_open(&out, true);
		list(&out.buf, &in, &o);
		rc = output_close(&out, e);
	}
	if (!rc)
		rc = input_verdict(&in, NULL);
	input_close(&in);
	return rc;
}

int cmd_evlist(int argc, char **argv, struct err *e)
{
	return list_recorded(evlist_opts, argc, argv, list_events, e);
}

int cmd_buildid_list(int argc, char **argv, struct err *e)
{
	return list_recorded(buildid_list_opts, argc, argv, list_build_ids, e);
}

int cmd_version(int argc, char **argv, struct err *e)
{
	struct output out;
	int rest, rc = opts_parse(version_opts, NULL, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	if (rest < argc)
		return err_set(e, ERR_USAGE, "unexpected word '%s'", argv[rest]);
	output_open(&out, false);
	buf_str(&out.buf, "pmrec ");
	buf_str(&out.buf, pmrec_version);
	buf_char(&out.buf, '\n');
	return output_close(&out, e);
}

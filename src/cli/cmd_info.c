// SPDX-License-Identifier: GPL-2.0-or-later
/* info: what a recording is, as a whole; and whether it is sound. */
#include "cli/cli.h"
#include "output/output.h"
#include "sys/sys.h"

struct info_args {
	struct input_options input;
	bool json, check;
};

#define FLAG(NAME, FIELD, HELP)                                                           \
	{                                                                                 \
		.kind = OPT_FLAG, .name = NAME, .off = offsetof(struct info_args, FIELD), \
		.help = HELP                                                              \
	}

const struct opt info_opts[] = {
	INPUT_OPTS(struct info_args),
	FLAG("json", json, "print one JSON object"),
	FLAG("check", check, "walk all records and sections and print each fault instead"),
	NAME_OPTS(struct info_args),
	{ .kind = OPT_END },
};

static void info_print(struct input *in, const struct info_args *o, struct buf *out)
{
	struct profile profile;
	struct session_event ev;
	struct info_options options = { .path = in->path,
		                        .mtime = sys_file_mtime(in->path),
		                        .json = o->json };
	profile_init(&profile, &in->places, PROFILE_PID);
	while (session_next(&in->session, &ev) == 0)
		if (ev.rec.type == ABI_RECORD_SAMPLE)
			profile_add(&profile, &ev);
	profile_finish(&profile);
	output_info(out, &profile, &options);
	in->names_told = true;
	profile_release(&profile);
}

int cmd_info(int argc, char **argv, struct err *e)
{
	struct info_args o = { .input = { .demangle = true } };
	struct input in;
	struct output out;
	uint64_t n_faults = 0;
	int rc = input_open(&in, info_opts, &o, &o.input, argc, argv, e);
	if (rc)
		goto out;
	if (o.check && o.json) {
		rc = err_set(e, ERR_USAGE,
		             "--check prints lines, --json an object: take one of them");
		goto out;
	}
	output_open(&out, true);
	if (o.check)
		n_faults = output_check(&out.buf, &in.data);
	else
		info_print(&in, &o, &out.buf);
	rc = output_close(&out, e);
	if (!rc && o.check)
		rc = n_faults ? EXIT_PARTIAL : EXIT_DONE;
	else if (!rc)
		rc = input_verdict(&in, NULL);
out:
	input_close(&in);
	return rc;
}

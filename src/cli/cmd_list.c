// SPDX-License-Identifier: GPL-2.0-or-later
/* pmrec list: what this machine offers to record. */
#include "capture/capture.h"
#include "cli/cli.h"
#include "output/output.h"

struct list_options {
	bool json;
};

const struct opt list_opts[] = {
	{ .kind = OPT_FLAG,
	  .name = "json",
	  .off = offsetof(struct list_options, json),
	  .help = "print an array of objects" },
	{ .kind = OPT_END },
};

int cmd_list(int argc, char **argv, struct err *e)
{
	struct list_options o = { 0 };
	struct event_catalog c;
	struct output out;
	struct buf text = { 0 };
	int rest, rc = opts_parse(list_opts, &o, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	const char *const *words = (const char *const *)argv + rest;
	event_catalog(&capture_source, &c);
	uint32_t n = o.json ? output_events_json(&text, &c, words)
	                    : output_events(&text, &c, words);
	event_catalog_release(&c);
	output_open(&out, true);
	buf_add(&out.buf, text.p, text.n);
	rc = output_close(&out, e);
	buf_release(&text);
	if (rc == 0 && !n) {
		struct log log = cli_log(0, 0);
		log_say(&log, LOG_WARNING, "this machine offers no such event");
		return EXIT_FAILED;
	}
	return rc;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* doctor: what this machine can do. */
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "output/output.h"

struct doctor_args {
	bool json;
};

const struct opt doctor_opts[] = {
	{ .kind = OPT_FLAG,
	  .name = "json",
	  .off = offsetof(struct doctor_args, json),
	  .help = "print one JSON object" },
	{ .kind = OPT_END },
};

int cmd_doctor(int argc, char **argv, struct err *e)
{
	static const int statuses[] = { [DOCTOR_FULL] = EXIT_DONE,
		                        [DOCTOR_PARTIAL] = EXIT_PARTIAL,
		                        [DOCTOR_FAILED] = EXIT_FAILED };
	struct doctor_args o = { 0 };
	struct output out;
	size_t n = 0;
	int rest, rc = opts_parse(doctor_opts, &o, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	if (rest < argc)
		return err_set(e, ERR_USAGE, "unexpected word '%s'", argv[rest]);
	while (doctor_checks[n].name)
		n++;
	struct doctor_result *results = mem_new(n * sizeof *results);
	for (size_t i = 0; i < n; i++)
		doctor_checks[i].run(&results[i]);
	output_open(&out, false);
	output_doctor(&out.buf, results, o.json);
	rc = output_close(&out, e);
	if (!rc)
		rc = statuses[doctor_sum(results)];
	free(results);
	return rc;
}

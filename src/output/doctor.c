// SPDX-License-Identifier: GPL-2.0-or-later
/* What a machine can do, as a list for people and as an object of JSON. */
#include "output/json.h"
#include "output/output.h"

static const char *const verdicts[] = {
	[DOCTOR_PASS] = "PASS", [DOCTOR_FAIL] = "FAIL", [DOCTOR_SKIP] = "SKIP"
};
static const char *const states[] = {
	[DOCTOR_FULL] = "FULL", [DOCTOR_PARTIAL] = "PARTIAL", [DOCTOR_FAILED] = "FAIL"
};

enum { GROUP_WIDTH = 13, NAME_WIDTH = 18 };

static void put_check(struct buf *b, const struct doctor_check *c, const struct doctor_result *r)
{
	buf_str(b, verdicts[r->verdict]);
	buf_str(b, "  ");
	buf_left(b, c->group, GROUP_WIDTH);
	if (*r->detail) {
		buf_left(b, c->name, NAME_WIDTH);
		buf_text(b, r->detail);
	} else {
		buf_str(b, c->name);
	}
	buf_char(b, '\n');
	if (!*r->fix)
		return;
	buf_fill(b, ' ', 6 + GROUP_WIDTH + NAME_WIDTH);
	buf_str(b, "what helps: ");
	buf_text(b, r->fix);
	buf_char(b, '\n');
}

static void put_json(struct buf *b, const struct doctor_result *results)
{
	buf_char(b, '{');
	json_text(b, "verdict", states[doctor_sum(results)]);
	json_open(b, "checks", '[');
	for (size_t i = 0; doctor_checks[i].name; i++) {
		json_element(b);
		json_text(b, "group", doctor_checks[i].group);
		json_text(b, "name", doctor_checks[i].name);
		json_text(b, "verdict", verdicts[results[i].verdict]);
		json_text(b, "detail", *results[i].detail ? results[i].detail : NULL);
		json_text(b, "fix", *results[i].fix ? results[i].fix : NULL);
		buf_char(b, '}');
	}
	buf_str(b, "]}\n");
}

void output_doctor(struct buf *out, const struct doctor_result *results, bool json)
{
	struct buf b = { 0 };
	if (json) {
		put_json(&b, results);
	} else {
		for (size_t i = 0; doctor_checks[i].name; i++)
			put_check(&b, &doctor_checks[i], &results[i]);
		buf_printf(&b, "verdict: %s\n", states[doctor_sum(results)]);
	}
	buf_add(out, b.p, b.n);
	buf_release(&b);
}

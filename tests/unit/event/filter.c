// SPDX-License-Identifier: GPL-2.0-or-later
/* Where a filter is wrong; the grammar is that of Documentation/trace/events.rst. */
#include "../tap.h"

#include "event/event.h"

static const char format[] = "name: sched_switch\nID: 372\nformat:\n"
			     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
			     "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
			     "\n"
			     "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
			     "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
			     "\tfield:__data_loc char[] name;\toffset:28;\tsize:4;\tsigned:0;\n"
			     "\tfield:void * function;\toffset:32;\tsize:8;\tsigned:0;\n"
			     "\nprint fmt: \"%s\", REC->prev_comm\n";

/* NULL = nothing is found wrong with it. The place is a column, 0 = the whole. */
static const struct {
	const char *filter, *says;
	int column;
} filters[] = {
	{ "prev_pid == 1", NULL, 0 },
	{ "prev_pid==0x10 && (prev_comm ~ \"s*\" || !(common_pid > -1))", NULL, 0 },
	{ "name == 'x y' || CPU & 1", NULL, 0 },
	{ "function.function == do_exit && comm != \"a\"", NULL, 0 },
	{ "prev_pdi == 1", "no field 'prev_pdi', did you mean 'prev_pid'?", 0 },
	{ "prev_pid == 1 && nothing_like_it < 3", "no field 'nothing_like_it'", 17 },
	{ "prev_pid = 1", "an operator is missing", 9 },
	{ "prev_pid", "an operator is missing", 8 },
	{ "prev_pid ==", "a value is missing", 11 },
	{ "prev_pid == one", "'one' is no number", 12 },
	{ "prev_pid == \"1\"", "number, not a text", 12 },
	{ "prev_comm == sh", "put in quotes", 13 },
	{ "prev_comm < \"sh\"", "'<' is not for texts", 10 },
	{ "prev_pid ~ 1", "'~' is not for numbers", 9 },
	{ "prev_comm == \"sh", "not closed", 13 },
	{ "(prev_pid == 1", "')' is missing", 14 },
	{ "prev_pid == 1)", "closes nothing", 13 },
	{ "prev_pid == 1 & prev_pid == 2", "'&&' or '||'", 14 },
	{ "prev_pid == 1 && ", "name of a field", 17 },
	{ "", "name of a field", 0 },
};

int main(void)
{
	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
		struct err e = { 0 };
		const char *says = filters[i].says ? filters[i].says : "the kernel refuses";
		int rc = event_filter_refused(filters[i].filter, "sched:sched_switch",
		                              span_str(format), &e);
		ok(rc == ERR_USAGE && strstr(e.text, says), "'%s': %s", filters[i].filter, e.text);
		char place[100];
		size_t n = strlen(filters[i].filter), at = (size_t)filters[i].column;
		if (at == n)
			snprintf(place, sizeof place, " (at the end of '%s')", filters[i].filter);
		else
			snprintf(place, sizeof place, " (at '%s' in", filters[i].filter + at);
		ok(at ? strstr(e.text, place) != NULL : !strstr(e.text, " (at "), "the place");
	}
	char deep[200];
	struct err e = { 0 };
	memset(deep, '(', sizeof deep - 1);
	deep[sizeof deep - 1] = 0;
	ok(event_filter_refused(deep, "x", span_str(format), &e) == ERR_USAGE &&
	           strstr(e.text, "too many brackets"),
	   "brackets have a bound");
	ok(event_filter_refused("a == 1", "x", span_str("field:no end"), &e) == ERR_USAGE,
	   "a format without fields");

	struct event_list list = { 0 };
	ok(event_add_filter(&list, "a == 1", &e) == ERR_USAGE, "a filter before any event");
	ok(event_parse("cs", NULL, &list, &e) == 0 &&
	           event_add_filter(&list, "a == 1", &e) == ERR_USAGE &&
	           strstr(e.text, "'cs' is none"),
	   "a filter of what is no tracepoint: %s", e.text);
	event_list_release(&list);
	return done_testing();
}

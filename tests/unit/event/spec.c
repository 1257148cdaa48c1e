// SPDX-License-Identifier: GPL-2.0-or-later
/* Event descriptions. Numbers: include/uapi/linux/perf_event.h; meaning of the modifiers:
 * perf-list(1). */
#include "../tap.h"

#include "event/event.h"

static const struct {
	const char *text;
	uint32_t type;
	uint64_t config, flags;
} good[] = {
	{ "cycles", 0, 0, 0 },
	{ "cpu-cycles", 0, 0, 0 },
	{ "instructions", 0, 1, 0 },
	{ "branch-instructions", 0, 4, 0 },
	{ "cpu-clock", 1, 0, 0 },
	{ "task-clock", 1, 1, 0 },
	{ "page-faults", 1, 2, 0 },
	{ "faults", 1, 2, 0 },
	{ "cs", 1, 3, 0 },
	{ "dummy", 1, 9, 0 },
	{ "cycles:u", 0, 0, 1 << 5 | 1 << 6 },
	{ "cycles:k", 0, 0, 1 << 4 | 1 << 6 },
	{ "cycles:h", 0, 0, 1 << 4 | 1 << 5 },
	{ "cycles:uk", 0, 0, 1 << 6 },
	{ "cycles:ku", 0, 0, 1 << 6 },
	{ "cycles:p", 0, 0, 1 << 15 },
	{ "cycles:pp", 0, 0, 2 << 15 },
	{ "cycles:ppp", 0, 0, 3 << 15 },
	{ "cycles:upp", 0, 0, 1 << 5 | 1 << 6 | 2 << 15 },
	{ "cycles:H", 0, 0, 1 << 20 },
	{ "cycles:G", 0, 0, 1 << 19 },
	{ "cycles:I", 0, 0, 1 << 7 },
};

static const char *const bad[] = {
	"",
	",",
	"cycles,",
	"nonsense",
	"cycle",
	"cycles:",
	"cycles:x",
	"cycles:pppp",
	":u",
	"cycles:u,,faults",
	"a-name-that-is-much-longer-than-any-event-of-the-kernel-could-ever-be",
};

static const struct {
	const char *text, *says;
} hints[] = {
	{ "cycle", "'cycles'" },         { "cycel:u", "'cycles'" },
	{ "cpuclock", "'cpu-clock'" },   { "page-fault", "'page-faults'" },
	{ "migration", "'migrations'" }, { "no-such-thing", "man pmrec-record" },
	{ "x", "man pmrec-record" },
};

int main(void)
{
	struct event_list list = { 0 };
	struct err e = { 0 };
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		if (!ok(event_parse(good[i].text, &list, &e) == 0 && list.n == 1, "'%s' is taken",
		        good[i].text))
			continue;
		is_u64(list.v[0].attr.type, good[i].type, "its type");
		is_u64(list.v[0].attr.config, good[i].config, "its config");
		is_u64(list.v[0].attr.flags, good[i].flags, "its flags");
		is_str(list.v[0].name, good[i].text, "its name");
		list.n = 0;
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		e = (struct err){ 0 };
		ok(event_parse(bad[i], &list, &e) == ERR_USAGE && e.text[0], "'%s' is refused: %s",
		   bad[i], e.text);
		list.n = 0;
	}
	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
		ok(event_parse(hints[i].text, &list, &e) == ERR_USAGE &&
		           strstr(e.text, hints[i].says) && strlen(e.text) < 90,
		   "'%s': %s", hints[i].text, e.text);
		list.n = 0;
	}
	ok(event_parse("cycles:u,page-faults", &list, &e) == 0, "a list");
	ok(event_parse("cs", &list, &e) == 0, "and one more");
	is_u64(list.n, 3, "are three");
	is_str(list.v[2].name, "cs", "in order");
	int rc = 0;
	for (int i = 0; i < EVENTS_MAX && rc == 0; i++)
		rc = event_parse("cs", &list, &e);
	ok(rc == ERR_USAGE, "too many events are refused");
	is_u64(list.n, EVENTS_MAX, "at the bound");

	struct abi_attr a = { 0 };
	char plain[EVENT_NAME_MAX] = "cycles", precise[EVENT_NAME_MAX] = "cycles:pp",
	     user[EVENT_NAME_MAX] = "cycles:u";
	event_user_only(&a, plain);
	is_str(plain, "cycles:u", "user only is seen in the name");
	is_u64(a.flags, 1 << 5 | 1 << 6, "and in the flags");
	a.flags = 0;
	event_user_only(&a, precise);
	is_str(precise, "cycles:ppu", "behind other modifiers");
	event_user_only(&a, user);
	is_str(user, "cycles:u", "and only once");
	event_list_release(&list);
	event_list_release(&list);
	return done_testing();
}

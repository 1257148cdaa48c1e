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
	{ "cycles:D", 0, 0, 1 << 2 },
	{ "cycles:e", 0, 0, 1 << 3 },
	{ "cycles:P", 0, 0, 3 << 15 },
	{ "cycles:HG", 0, 0, 0 },
	{ "cycles:ukh", 0, 0, 0 },
	{ "cycles//u", 0, 0, 1 << 5 | 1 << 6 },
	{ "cycles/period=7/kp", 0, 0, 1 << 4 | 1 << 6 | 1 << 15 },
	{ "r1a8", 4, 0x1a8, 0 },
	{ "r0x1A8:u", 4, 0x1a8, 1 << 5 | 1 << 6 },
	{ "L1-dcache-loads", 3, 0x000000, 0 },
	{ "L1-dcache-load-misses", 3, 0x010000, 0 },
	{ "L1-dcache-store-misses", 3, 0x010100, 0 },
	{ "L1-dcache-prefetches", 3, 0x000200, 0 },
	{ "L1-dcache-prefetch-misses", 3, 0x010200, 0 },
	{ "L1-icache-load-misses", 3, 0x010001, 0 },
	{ "LLC-loads", 3, 0x000002, 0 },
	{ "LLC-store-misses:u", 3, 0x010102, 1 << 5 | 1 << 6 },
	{ "dTLB-load-misses", 3, 0x010003, 0 },
	{ "dTLB-stores", 3, 0x000103, 0 },
	{ "iTLB-load-misses", 3, 0x010004, 0 },
	{ "branch-loads", 3, 0x000005, 0 },
	{ "branch-load-misses", 3, 0x010005, 0 },
	{ "node-prefetches", 3, 0x000206, 0 },
	{ "node-prefetch-misses", 3, 0x010206, 0 },
	{ "l1d", 3, 0x000000, 0 },
	{ "L1-data-miss", 3, 0x010000, 0 },
	{ "L1-instruction-read-miss", 3, 0x010001, 0 },
	{ "Data-TLB-speculative-load-misses", 3, 0x010203, 0 },
	{ "l2-misses-write", 3, 0x010102, 0 },
	{ "bpu-refs", 3, 0x000005, 0 },
	{ "mem:0x1000", 5, 0, 0 },
	{ "mem:0x1000:u", 5, 0, 1 << 5 | 1 << 6 },
	{ "mem:0x1000:rw:k", 5, 0, 1 << 4 | 1 << 6 },
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
	"iTLB-stores",
	"L1-icache-store-misses",
	"branch-prefetches",
	"L1-dcache-loads-stores",
	"rxyz",
	"r",
	"r12345678901234567",
	"mem:",
	"mem:x",
	"mem:0x1000/9",
	"mem:0x1000/0",
	"mem:0x1000:rr",
	"mem:0x1000:w:x",
	"cycles/period=0/",
	"cycles/period/",
	"cycles/period=x/",
	"cycles/period=1",
	"cycles/,/",
	"cycles/nonsense/",
	"cycles/config=1/",
	"cycles/max-stack=70000/",
	"cycles/stack-size=0/",
	"cycles/stack-size=65529/",
	"cycles/call-graph=maybe/",
	"cycles/time=0/",
	"cycles/overwrite/",
	"cycles/name=/",
	"cycles/name='x/",
	"{cycles",
	"cycles}",
	"{}",
	"{cycles,}",
	"{cycles}:",
	"{cycles}:y",
	"{cycles}cs",
	"sched:sched_switch",
	"no_such_pmu/event=1/",
	"cpu/config=18446744073709551616/",
	"a-name-that-is-much-longer-than-any-event-of-the-kernel-could-ever-be",
};

static const struct {
	const char *text, *says;
} hints[] = {
	{ "cycle", "'cycles'" },
	{ "cycel:u", "'cycles'" },
	{ "cpuclock", "'cpu-clock'" },
	{ "page-fault", "'page-faults'" },
	{ "migration", "'migrations'" },
	{ "no-such-thing", "pmrec list" },
	{ "x", "pmrec list" },
	{ "L1-dcache-lods", "'L1-dcache-loads'" },
	{ "cycles/perid=1/", "'period'" },
};

/* How an error ends: with the place and the text, where the place is not the beginning. */
static const struct {
	const char *text, *shown;
} places[] = {
	{ "cycles:x", " (at 'x' in 'cycles:x')" },
	{ "cycel", "'cycles'?" },
	{ "cycles,cs,cycel:u", " (at 'cycel:u' in 'cycles,cs,cycel:u')" },
	{ "cs/period=1,freq=z/", " (at 'z/' in 'cs/period=1,freq=z/')" },
	{ "{cs,cs}:Z", " (at 'Z' in '{cs,cs}:Z')" },
	{ "cs:", " (at the end of 'cs:')" },
	{ "cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,x",
	  " (at 'x' in 'cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,...')" },
};

static const struct {
	const char *text, *name;
	uint64_t period_or_freq;
	unsigned said;
	enum event_chain chain;
	uint32_t stack_bytes;
	uint16_t max_stack;
	bool is_freq, no_inherit;
} termed[] = {
	{ "cs/period=1000/", "cs/period=1000/", 1000, EVENT_SAID_PERIOD, 0, 8192, 0, false, false },
	{ "cs/freq=99,name=x/u", "x", 99, EVENT_SAID_PERIOD, 0, 8192, 0, true, false },
	{ "cs/name='a, b/c'/", "a, b/c", 0, 0, 0, 8192, 0, false, false },
	{ "cs/call-graph=dwarf,stack-size=1001/k", "cs/call-graph=dwarf,stack-size=1001/k", 0,
	  EVENT_SAID_CHAIN, EVENT_CHAIN_DWARF, 1008, 0, false, false },
	{ "cs/call-graph=no/", "cs/call-graph=no/", 0, EVENT_SAID_CHAIN, EVENT_CHAIN_NONE, 8192, 0,
	  false, false },
	{ "cs/call-graph=lbr,max-stack=3/", "cs/call-graph=lbr,max-stack=3/", 0,
	  EVENT_SAID_CHAIN | EVENT_SAID_MAX_STACK, EVENT_CHAIN_LBR, 8192, 3, false, false },
	{ "cs/no-inherit/", "cs/no-inherit/", 0, EVENT_SAID_INHERIT, 0, 8192, 0, false, true },
	{ "cs/inherit/", "cs/inherit/", 0, EVENT_SAID_INHERIT, 0, 8192, 0, false, false },
	{ "cs/inherit=0/", "cs/inherit=0/", 0, EVENT_SAID_INHERIT, 0, 8192, 0, false, true },
	{ "cs/time=1,no-overwrite,overwrite=0/", "cs/time=1,no-overwrite,overwrite=0/", 0, 0, 0,
	  8192, 0, false, false },
};

static void terms(void)
{
	for (size_t i = 0; i < sizeof termed / sizeof *termed; i++) {
		struct event_list list = { 0 };
		struct err e = { 0 };
		if (!ok(event_parse(termed[i].text, NULL, &list, &e) == 0 && list.n == 1, "'%s' %s",
		        termed[i].text, e.text))
			continue;
		const struct event_spec *s = &list.v[0];
		is_str(s->name, termed[i].name, "its name");
		is_u64(s->attr.period_or_freq, termed[i].period_or_freq, "its rate");
		is_u64(s->said, termed[i].said, "what was said");
		is_u64(s->chain, termed[i].chain, "its chains");
		is_u64(s->stack_bytes, termed[i].stack_bytes, "its dump");
		is_u64(s->attr.sample_max_stack, termed[i].max_stack, "its depth");
		ok(!!(s->attr.flags & 1 << 10) == termed[i].is_freq, "by frequency or not");
		ok(s->no_inherit == termed[i].no_inherit, "inherited or not");
		event_list_release(&list);
	}
}

static void groups(void)
{
	static const struct {
		const char *text;
		uint32_t n, leaders[4];
		uint64_t flags[4];
		bool reads[4];
	} v[] = {
		{ "{cs,faults}", 2, { 0, 0 }, { 0, 0 }, { 0, 0 } },
		{ "{cs,faults}:S", 2, { 0, 0 }, { 0, 0 }, { 1, 1 } },
		{ "cs,{cs:u,faults}:kS,cs",
		  4,
		  { 0, 1, 1, 3 },
		  { 0, 1 << 6, 1 << 4 | 1 << 6, 0 },
		  { 0, 1, 1, 0 } },
		{ "{cs},name{faults,cs:S}", 3, { 0, 1, 1 }, { 0 }, { 0, 0, 1 } },
		{ "{cs:pp,cs}:ppp", 2, { 0, 0 }, { 3 << 15, 3 << 15 }, { 0 } },
	};
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct event_list list = { 0 };
		struct err e = { 0 };
		if (!ok(event_parse(v[i].text, NULL, &list, &e) == 0, "%s %s", v[i].text, e.text))
			continue;
		is_u64(list.n, v[i].n, "so many events");
		for (uint32_t k = 0; k < list.n; k++) {
			is_u64(list.v[k].leader, v[i].leaders[k], "its leader");
			is_u64(list.v[k].attr.flags, v[i].flags[k], "its flags");
			ok(list.v[k].reads_group == v[i].reads[k], "counts in samples or not");
		}
		event_list_release(&list);
	}
}

/* perf_event_open(2): bp_type 1 read, 2 write, 4 execute; a code breakpoint is as long as a long.
 */
static void breakpoints(void)
{
	static const struct {
		const char *text;
		uint64_t addr, len;
		uint32_t type;
	} v[] = {
		{ "mem:0x1000", 0x1000, 4, 3 },
		{ "mem:4096:x", 0x1000, sizeof(long), 4 },
		{ "mem:0xffffffff81000000/8:w", 0xffffffff81000000, 8, 2 },
		{ "mem:0x10/1:r:u", 0x10, 1, 1 },
		{ "mem:0x10:wr", 0x10, 4, 3 },
	};
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct event_list list = { 0 };
		struct err e = { 0 };
		ok(event_parse(v[i].text, NULL, &list, &e) == 0 && list.n == 1, "%s %s", v[i].text,
		   e.text);
		is_u64(list.v[0].attr.config1, v[i].addr, "its address");
		is_u64(list.v[0].attr.config2, v[i].len, "its length");
		is_u64(list.v[0].attr.bp_type, v[i].type, "its kind");
		ok(list.v[0].once, "each is a sample");
		event_list_release(&list);
	}
}

int main(void)
{
	struct event_list list = { 0 };
	struct err e = { 0 };
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		if (!ok(event_parse(good[i].text, NULL, &list, &e) == 0 && list.n == 1,
		        "'%s' is taken", good[i].text))
			continue;
		is_u64(list.v[0].attr.type, good[i].type, "its type");
		is_u64(list.v[0].attr.config, good[i].config, "its config");
		is_u64(list.v[0].attr.flags, good[i].flags, "its flags");
		is_str(list.v[0].name, good[i].text, "its name");
		list.n = 0;
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		e = (struct err){ 0 };
		ok(event_parse(bad[i], NULL, &list, &e) == ERR_USAGE && e.text[0],
		   "'%s' is refused: %s", bad[i], e.text);
		list.n = 0;
	}
	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
		ok(event_parse(hints[i].text, NULL, &list, &e) == ERR_USAGE &&
		           strstr(e.text, hints[i].says) && strlen(e.text) < 120,
		   "'%s': %s", hints[i].text, e.text);
		list.n = 0;
	}
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		event_parse(places[i].text, NULL, &list, &e);
		size_t n = strlen(e.text), len = strlen(places[i].shown);
		ok(n > len && strcmp(e.text + n - len, places[i].shown) == 0, "the place in %s: %s",
		   places[i].text, e.text);
		list.n = 0;
	}
	ok(event_parse("cycles:u,page-faults", NULL, &list, &e) == 0, "a list");
	ok(event_parse("cs", NULL, &list, &e) == 0, "and one more");
	is_u64(list.n, 3, "are three");
	is_str(list.v[2].name, "cs", "in order");
	int rc = 0;
	for (int i = 0; i < EVENTS_MAX && rc == 0; i++)
		rc = event_parse("cs", NULL, &list, &e);
	ok(rc == ERR_USAGE, "too many events are refused");
	is_u64(list.n, EVENTS_MAX, "at the bound");

	terms();
	groups();
	breakpoints();

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

// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of pmrec record that say what samples hold. Bits: include/uapi/linux/perf_event.h and
 * arch/{x86,arm64}/include/uapi/asm/perf_regs.h; words and defaults: perf-record(1). */
#include "cli/record.h"

#include "tests/unit/tap.h"

enum { WORDS = 6 };

struct want {
	enum event_chain chain;
	uint32_t stack_bytes;
	uint16_t max_stack;
	uint64_t bits, branches;
};

static const struct {
	const char *words[WORDS];
	struct want want;
} good[] = {
	{ { "-g" }, { EVENT_CHAIN_FP, 0, 0, 0, 0 } },
	{ { "--call-graph", "fp" }, { EVENT_CHAIN_FP, 0, 0, 0, 0 } },
	{ { "--call-graph", "fp,33" }, { EVENT_CHAIN_FP, 0, 33, 0, 0 } },
	{ { "--call-graph", "fp,defer" }, { EVENT_CHAIN_DEFER, 0, 0, 0, 0 } },
	{ { "--call-graph", "fp,defer,8000" }, { EVENT_CHAIN_DEFER, 0, 8000, 0, 0 } },
	{ { "--call-graph", "defer" }, { EVENT_CHAIN_DEFER, 0, 0, 0, 0 } },
	{ { "--call-graph", "lbr" }, { EVENT_CHAIN_LBR, 0, 0, 0, 0 } },
	{ { "--call-graph", "dwarf" }, { EVENT_CHAIN_DWARF, 8192, 0, 0, 0 } },
	{ { "--call-graph", "dwarf,1" }, { EVENT_CHAIN_DWARF, 8, 0, 0, 0 } },
	{ { "--call-graph", "dwarf,4097" }, { EVENT_CHAIN_DWARF, 4104, 0, 0, 0 } },
	{ { "--call-graph", "dwarf,65528" }, { EVENT_CHAIN_DWARF, 65528, 0, 0, 0 } },
	{ { "--call-graph", "dwarf,0x2000" }, { EVENT_CHAIN_DWARF, 8192, 0, 0, 0 } },
	{ { "-g", "--call-graph", "dwarf" }, { EVENT_CHAIN_DWARF, 8192, 0, 0, 0 } },
	{ { "--call-graph", "dwarf", "-g" }, { EVENT_CHAIN_DWARF, 8192, 0, 0, 0 } },
	{ { "-g", "--no-call-graph" }, { EVENT_CHAIN_NONE, 0, 0, 0, 0 } },
	{ { "-g", "--max-stack", "9" }, { EVENT_CHAIN_FP, 0, 9, 0, 0 } },
	{ { "-d" }, { 0, 0, 0, 1 << 3 | 1 << 15, 0 } },
	{ { "--sample-mem-info" }, { 0, 0, 0, 1 << 15, 0 } },
	{ { "--phys-data" }, { 0, 0, 0, 1 << 19, 0 } },
	{ { "--data-page-size", "--code-page-size" }, { 0, 0, 0, 1 << 22 | 1 << 23, 0 } },
	{ { "--transaction", "-R" }, { 0, 0, 0, 1 << 17 | 1 << 10, 0 } },
	{ { "-b" }, { 0, 0, 0, 0, 1 << 3 } },
	{ { "-j", "any" }, { 0, 0, 0, 0, 1 << 3 } },
	{ { "-j", "u" }, { 0, 0, 0, 0, 1 << 3 } },
	{ { "-j", "u,k,hv" }, { 0, 0, 0, 0, 1 << 3 } },
	{ { "-j", "any,u" }, { 0, 0, 0, 0, 1 << 3 | 1 } },
	{ { "-j", "any_call,k" }, { 0, 0, 0, 0, 1 << 4 | 1 << 1 } },
	{ { "-j", "ANY_RET,hv" }, { 0, 0, 0, 0, 1 << 5 | 1 << 2 } },
	{ { "-j", "ind_call" }, { 0, 0, 0, 0, 1 << 6 } },
	{ { "-j", "abort_tx,in_tx,no_tx" }, { 0, 0, 0, 0, 1 << 7 | 1 << 8 | 1 << 9 } },
	{ { "-j", "cond,ind_jmp" }, { 0, 0, 0, 0, 1 << 10 | 1 << 12 } },
	{ { "-j", "call,stack" }, { 0, 0, 0, 0, 1 << 13 | 1 << 11 } },
	{ { "-j", "any,no_flags,no_cycles" }, { 0, 0, 0, 0, 1 << 3 | 1 << 14 | 1 << 15 } },
	{ { "-j", "any,save_type,hw_index" }, { 0, 0, 0, 0, 1 << 3 | 1 << 16 | 1 << 17 } },
	{ { "-j", "any,priv,counter" }, { 0, 0, 0, 0, 1 << 3 | 1 << 18 | 1 << 19 } },
};

static const char *const bad[][WORDS] = {
	{ "--call-graph", "" },
	{ "--call-graph", "foo" },
	{ "--call-graph", "FP" },
	{ "--call-graph", "fp," },
	{ "--call-graph", "fp,0" },
	{ "--call-graph", "fp,8001" },
	{ "--call-graph", "dwarf," },
	{ "--call-graph", "dwarf,0" },
	{ "--call-graph", "dwarf,65529" },
	{ "--call-graph", "dwarf,99999999999999999999" },
	{ "--call-graph", "dwarf,4k" },
	{ "--call-graph", "lbr,3" },
	{ "--call-graph", "defer,3" },
	{ "--max-stack", "0" },
	{ "--max-stack", "8001" },
	{ "-j", "" },
	{ "-j", "any," },
	{ "-j", "anything" },
	{ "-b", "-b" },
	{ "-b", "-j", "any" },
	{ "--user-regs=" },
	{ "--user-regs=nothing" },
	{ "--user-regs=xmm0" },
	{ "--intr-regs=xmm16" },
	{ "-k", "" },
	{ "-k", "clock" },
	{ "-k", "CLOCK_" },
	{ "-k", "-1" },
	{ "--synth", "" },
	{ "--synth", "every" },
	{ "--exclude-perf" },
	{ "-e", "cpu-clock", "--exclude-perf" },
};

static const struct {
	const char *word;
	int clock; /* include/uapi/linux/time.h */
} clocks[] = {
	{ "monotonic", 1 },     { "mono", 1 },     { "CLOCK_MONOTONIC", 1 },
	{ "monotonic_raw", 4 }, { "raw", 4 },      { "realtime", 0 },
	{ "clock_real", 0 },    { "boottime", 7 }, { "boot", 7 },
	{ "tai", 11 },          { "TAI", 11 },     { "1", 1 },
	{ "0x7", 7 },
};

static const struct {
	const char *word;
	unsigned synth;
} synths[] = {
	{ "all", 7 },  { "mmap", 3 },        { "task,mmap", 3 }, { "mmap,task", 3 },
	{ "task", 1 }, { "cgroup,task", 5 }, { "cgroup", 4 },    { "no", 0 },
};

static int parse(const char *const *words, struct record_options *o, struct err *e)
{
	char *argv[WORDS + 2] = { (char *)"record" };
	int argc = 1, rest;
	while (argc <= WORDS && words[argc - 1]) {
		argv[argc] = (char *)words[argc - 1];
		argc++;
	}
	*o = (struct record_options){ 0 };
	int rc = opts_parse(record_opts, o, true, argc, argv, &rest, e);
	if (rc == 0)
		record_options_settle(o);
	return rc;
}

/* What is let in when, in ms: "from-to from-", "never", or "" from the start. */
static const struct {
	const char *word, *windows; /* NULL = refused */
} delays[] = {
	{ "0", "" },
	{ "5", "5-" },
	{ "1000000000", "1000000000-" },
	{ "-1", "never" },
	{ "10-20", "10-20" },
	{ "0-5", "0-5" },
	{ "10-20,30-40", "10-20 30-40" },
	{ "10-20,21-22", "10-20 21-22" },
	{ "10-20,20-30", NULL },
	{ "10-20,15-30", NULL },
	{ "30-40,10-20", NULL },
	{ "5-5", NULL },
	{ "10-5", NULL },
	{ "10-", NULL },
	{ "10-20,", NULL },
	{ "10-20,30", NULL },
	{ "-5-6", NULL },
	{ "10-20x", NULL },
	{ "1-1000000001", NULL },
	{ "-2", NULL },
	{ ",", NULL },
	{ "", NULL },
	{ "x", NULL },
};

static void test_delays(void)
{
	struct record_options o;
	struct buf text = { 0 };
	struct err e;
	for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
		const char *const words[WORDS] = { "-D", delays[i].word };
		e = (struct err){ 0 };
		if (parse(words, &o, &e) < 0) {
			ok(!delays[i].windows && *e.text, "-D %s: %s", delays[i].word, e.text);
			continue;
		}
		text.n = 0;
		if (o.c.starts_disabled && !o.c.n_windows)
			buf_str(&text, "never");
		for (uint32_t k = 0; k < o.c.n_windows; k++) {
			const struct capture_window *w = &o.c.windows[k];
			buf_printf(&text, "%s%" PRIu64 "-", k ? " " : "", w->from_ms);
			if (w->to_ms != UINT64_MAX)
				buf_u64(&text, w->to_ms);
		}
		is_str(buf_cstr(&text), delays[i].windows, delays[i].word);
	}
	buf_release(&text);
	struct buf many = { 0 };
	for (int i = 0; i < 65; i++)
		buf_printf(&many, "%s%d-%d", i ? "," : "", 10 * i, 10 * i + 1);
	const char *const words[WORDS] = { "-D", buf_cstr(&many) };
	ok(parse(words, &o, &e) == ERR_USAGE, "too many ranges");
	buf_release(&many);
}

static void test_registers(void)
{
	struct record_options o;
	struct err e = { 0 };
	const bool arm = abi_registers("aarch64") == abi_registers_here;
	if (!arm && abi_registers("x86_64") != abi_registers_here) {
		skip("another kind of CPU", "registers");
		return;
	}
	const char *const all[WORDS] = { "--user-regs", "-I" };
	ok(parse(all, &o, &e) == 0, "all of them");
	is_u64(o.c.samples.user_regs, arm ? 0x1ffffffff : 0xff0fff, "of user code");
	is_u64(o.c.samples.intr_regs, arm ? 0x1ffffffff : 0xff0fff, "at interrupts");
	const char *const some[WORDS] = { arm ? "--user-regs=x0,LR,sp" : "--user-regs=ax,SP,r15",
		                          arm ? "-Ipc,x29" : "-Iip,xmm0,XMM15" };
	ok(parse(some, &o, &e) == 0, "some of them");
	is_u64(o.c.samples.user_regs, arm ? 1 | 1ull << 30 | 1ull << 31 : 1 | 1 << 7 | 1 << 23,
	       "of user code");
	is_u64(o.c.samples.intr_regs, arm ? 1ull << 32 | 1 << 29 : 1 << 8 | 3ull << 32 | 3ull << 62,
	       "at interrupts");
	const char *const list[WORDS] = { "-I?" };
	ok(parse(list, &o, &e) == 0 && o.list_registers, "their list");
}

int main(void)
{
	struct record_options o;
	struct err e;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		const struct want *want = &good[i].want;
		const struct capture_samples *s = &o.c.samples;
		e = (struct err){ 0 };
		if (!ok(parse(good[i].words, &o, &e) == 0, "%s %s %s", good[i].words[0],
		        good[i].words[1] ? good[i].words[1] : "", e.text))
			continue;
		is_u64(s->chain, want->chain, "chain");
		is_u64(s->stack_bytes, want->stack_bytes, "bytes of stack");
		is_u64(s->max_stack, want->max_stack, "frames");
		is_u64(s->bits, want->bits, "bits");
		is_u64(s->branches, want->branches, "branches");
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		e = (struct err){ 0 };
		ok(parse(bad[i], &o, &e) == ERR_USAGE && *e.text, "%s %s: %s", bad[i][0],
		   bad[i][1] ? bad[i][1] : "", e.text);
		event_list_release(&o.events);
	}
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
		const char *const words[WORDS] = { "-k", clocks[i].word };
		ok(parse(words, &o, &e) == 0 && o.c.samples.has_clock, "-k %s", clocks[i].word);
		is_u64((uint64_t)o.c.samples.clock, (uint64_t)clocks[i].clock, "its number");
	}
	for (size_t i = 0; i < sizeof synths / sizeof *synths; i++) {
		const char *const words[WORDS] = { "--synth", synths[i].word };
		ok(parse(words, &o, &e) == 0 && o.c.synth == synths[i].synth, "--synth %s",
		   synths[i].word);
	}
	test_delays();
	test_registers();
	return done_testing();
}

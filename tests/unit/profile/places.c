// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which address of a frame is looked up: its own, or the byte before it, in the call. Names come
 * from a perf map and a kallsyms made up here, on both sides of a border between two functions.
 */
#include <stdlib.h>

#include "profile/profile.h"
#include "tests/unit/data/make.h"
#include "tests/unit/tap.h"

static const char perf_map[] =
	"1000 100 before\n1100 100 behind\n1200 10 __restore_rt\n1300 100 handler\n";
static const char kallsyms[] = "ffffffff81000000 T _text\n"
			       "ffffffff81000100 T called\n"
			       "ffffffff81000200 T behind\n"
			       "ffffffff81000300 T asm_sysvec_call_function\n"
			       "ffffffff81000400 T last\n";

static int n_maps;

static int source_map(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx;
	const char *text = strcmp(path, "k") == 0                  ? kallsyms
	                   : strcmp(path, "/tmp/perf-10.map") == 0 ? perf_map
	                                                           : NULL;
	if (!text)
		return err_set(e, ERR_SYS, "no '%s'", path);
	*out = (struct bytes){ .p = (unsigned char *)strdup(text), .n = strlen(text) };
	n_maps++;
	return 0;
}

static void source_unmap(struct bytes b)
{
	free(b.p);
	n_maps--;
}

#define KERNEL(LOW) (0xffffffff81000000 + (LOW))

static const struct {
	const char *what;
	uint8_t mode;
	uint64_t ip, chain[8];
	uint64_t n;
	const char *names; /* innermost first */
} rows[] = {
	{ "a leaf at a first byte is that function",
	  ABI_MISC_USER,
	  0x1100,
	  { ABI_CONTEXT_USER, 0x1100 },
	  2,
	  "behind" },
	{ "a return address there is the one before",
	  ABI_MISC_USER,
	  0x1350,
	  { ABI_CONTEXT_USER, 0x1350, 0x1100 },
	  3,
	  "handler before" },
	{ "the first behind a marker is no return address",
	  ABI_MISC_KERNEL,
	  KERNEL(0x110),
	  { ABI_CONTEXT_KERNEL, KERNEL(0x110), KERNEL(0x200), ABI_CONTEXT_USER, 0x1100, 0x1100 },
	  6,
	  "called called behind before" },
	{ "what a signal struck is none",
	  ABI_MISC_USER,
	  0x1350,
	  { ABI_CONTEXT_USER, 0x1350, 0x1200, 0x1100, 0x1100 },
	  5,
	  "handler __restore_rt behind before" },
	{ "a trampoline that is called as a function is none",
	  ABI_MISC_USER,
	  0x1350,
	  { ABI_CONTEXT_USER, 0x1350, 0x1208, 0x1100 },
	  4,
	  "handler __restore_rt before" },
	{ "what an interrupt struck is none",
	  ABI_MISC_KERNEL,
	  KERNEL(0x410),
	  { ABI_CONTEXT_KERNEL, KERNEL(0x410), KERNEL(0x310), KERNEL(0x200), KERNEL(0x200) },
	  5,
	  "last asm_sysvec_call_function behind called" },
	{ "no mapping, no name",
	  ABI_MISC_USER,
	  0x9000,
	  { ABI_CONTEXT_USER, 0x9000, 0x1100 },
	  3,
	  "- before" },
	{ "a mapping, no name",
	  ABI_MISC_USER,
	  0x1500,
	  { ABI_CONTEXT_USER, 0x1500, 0x1501 },
	  3,
	  "- -" },
	{ "an empty chain", ABI_MISC_USER, 0x1000, { 0 }, 0, "" },
};

static void add_mappings(struct session *s, struct make *records)
{
	(void)s;
	size_t at = record_begin(records, ABI_RECORD_MMAP, ABI_MISC_KERNEL);
	put(records, 8, UINT32_MAX);
	put64s(records, (uint64_t[]){ KERNEL(0), 0x1000000, KERNEL(0) }, 3);
	put_text(records, "[kernel.kallsyms]_text");
	record_end(records, at);
	at = record_begin(records, ABI_RECORD_MMAP, ABI_MISC_USER);
	put(records, 4, 10);
	put(records, 4, 10);
	put64s(records, (uint64_t[]){ 0x1000, 0x1000, 0 }, 3);
	put_text(records, "//anon");
	record_end(records, at);
}

int main(void)
{
	static const struct make_attr attr = { .type = 1,
		                               .size = 128,
		                               .sample_type = 1 | 2 | 0x20 };
	struct make m = { 0 }, records = { 0 };
	struct data d;
	struct session s;
	struct session_event ev;
	struct places places;
	add_mappings(&s, &records);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t at = record_begin(&records, ABI_RECORD_SAMPLE, rows[i].mode);
		put64s(&records, (uint64_t[]){ rows[i].ip, 10 | 10ull << 32, rows[i].n }, 3);
		put64s(&records, rows[i].chain, rows[i].n);
		record_end(&records, at);
	}
	put_file(&m, &attr, 1, &records, NULL, 0);
	open_made(&d, &m, NULL);
	session_open(&s, &d);
	struct symbols *symbols = symbols_new(&(struct symbols_source){
		.map = source_map, .unmap = source_unmap, .kallsyms = "k" });
	places_init(&places, &s, symbols);
	for (size_t i = 0; session_next(&s, &ev) == 0;) {
		struct frame frames[FRAMES_MAX];
		struct buf b = { 0 };
		bool incomplete;
		if (ev.rec.type != ABI_RECORD_SAMPLE)
			continue;
		uint32_t n = place_chain(&places, &ev, frames, &incomplete);
		for (uint32_t k = 0; k < n; k++) {
			const struct function *f = &places.functions[frames[k].function];
			const char *name = function_name(&places, f);
			buf_str(&b, k ? " " : "");
			buf_str(&b, name ? name : "-");
		}
		is_str(buf_cstr(&b), rows[i].names, rows[i].what);
		uint32_t n_functions = places.n_functions;
		place_chain(&places, &ev, frames, &incomplete);
		is_u64(places.n_functions, n_functions, "each function once");
		buf_release(&b);
		i++;
	}
	places_release(&places);
	symbols_free(symbols);
	is_u64((uint64_t)n_maps, 0, "all files are given back");
	session_close(&s);
	close_made(&d);
	buf_release(&m.b);
	buf_release(&records.b);
	return done_testing();
}

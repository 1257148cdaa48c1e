// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of the kernel and its modules in the recording have the addresses that kallsyms states. */
#include "../tap.h"

#include <errno.h>
#include <stdlib.h>

#include "capture/embed_message.h"
#include "data/data.h"

static const char kallsyms[] = "ffffffff81000000 T _text\n"
			       "ffffffff81000100 T work\n"
			       "ffffffff81000200 T _etext\n"
			       "ffffffffc0001000 t twist\t[mod]\n"
			       "ffffffffc0001040 t turn\t[mod]\n";

static int map(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx;
	if (strcmp(path, "/k") != 0)
		return err_sys(e, ENOENT, "'%s'", path);
	out->n = sizeof kallsyms - 1;
	out->p = malloc(out->n);
	memcpy(out->p, kallsyms, out->n);
	return 0;
}

static void unmap(struct bytes b)
{
	free(b.p);
}

static void add(struct buf *out, struct symbols *s, uint32_t handle, enum embedded_kind kind,
                const char *path, uint64_t min_vaddr, uint64_t addr)
{
	struct embed_message msg = { .out = out,
		                     .symbols = s,
		                     .head = { .path = path, .kind = kind, .min_vaddr = min_vaddr },
		                     .handle = handle,
		                     .last_from = UINT64_MAX };
	embed_message_add(&msg, addr);
	embed_message_end(&msg);
}

int main(void)
{
	struct symbols_source src = { .map = map, .unmap = unmap, .kallsyms = "/k" };
	struct symbols *s = symbols_new(&src);
	struct symbols_id kernel = { .kind = SYMBOLS_KERNEL, .path = "[kernel.kallsyms]" };
	struct symbols_id module = { .kind = SYMBOLS_MODULE, .path = "[mod]" };
	struct buf out = { 0 };
	struct data d = { 0 };
	struct data_embedded file;
	struct data_embedded_symbol symbol;
	uint64_t at = 0;
	uint32_t handle = symbols_file(s, &kernel);
	add(&out, s, handle, EMBEDDED_KERNEL, kernel.path, 0, 0xffffffff81000123);
	handle = symbols_file(s, &module);
	add(&out, s, handle, EMBEDDED_MODULE, module.path, 0xffffffffc0000000, 0xffffffffc0001010);

	d.features[ABI_FEATURE_SIMPLEPERF_FILE2 / 64] = 1ull << ABI_FEATURE_SIMPLEPERF_FILE2 % 64;
	d.feature[ABI_FEATURE_SIMPLEPERF_FILE2] = span_of(out.p, out.n);
	if (ok(data_embedded_next(&d, &at, &file) == 0 && data_embedded_symbol(&file, &symbol),
	       "a name of the kernel"))
		is_u64(symbol.addr, 0xffffffff81000100, "where it is");
	if (ok(data_embedded_next(&d, &at, &file) == 0 && data_embedded_symbol(&file, &symbol),
	       "a name of a module")) {
		is_u64(symbol.addr, 0xffffffffc0001000, "where it is");
		is_u64(symbol.len, 0x40, "how long");
		is_u64(file.min_vaddr, 0xffffffffc0000000, "where the module is");
	}
	arena_release(&d.arena);
	buf_release(&out);
	symbols_free(s);
	return done_testing();
}

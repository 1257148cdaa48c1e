// SPDX-License-Identifier: GPL-2.0-or-later
/* Records of where the kernel and its modules lie, as /proc/kallsyms and /proc/modules tell it. */
#include <stdio.h>
#include <stdlib.h>

#include "capture/internal.h"

bool synth_kernel_start(const char *text, const char **symbol, uint64_t *addr)
{
	bool found = false;
	for (const char *s = text; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		char *end;
		uint64_t at = strtoull(s, &end, 16);
		if (end == s || end[0] != ' ' || !end[1] || end[2] != ' ')
			continue;
		size_t n = strcspn(end + 3, "\n\t ");
		bool is_text = n == 5 && memcmp(end + 3, "_text", 5) == 0;
		if (!is_text && !(n == 6 && memcmp(end + 3, "_stext", 6) == 0))
			continue;
		*addr = at;
		*symbol = is_text ? "_text" : "_stext";
		found = true;
		if (is_text)
			break;
	}
	return found;
}

/* Modules of x86-64 lie above the kernel, where its own 1 GiB ends; elsewhere they lie below it. */
static uint64_t kernel_end(uint64_t start)
{
	const uint64_t x86_64_modules = 0xffffffffc0000000u;
	return start >= 0xffffffff80000000u && start < x86_64_modules ? x86_64_modules : UINT64_MAX;
}

static void add_kernel_map(struct walk *w, uint64_t start, uint64_t len, uint64_t pgoff,
                           const char *path)
{
	struct write_id id = { .pid = UINT32_MAX, .tid = 0, .id = w->id };
	write_mmap(w->out, w->attr, ABI_MISC_KERNEL, UINT32_MAX, 0, start, len, pgoff, path, &id);
}

/* kallsyms is megabytes long and slow to make. What is looked for stands on its first page, or on
 * older x86-64 kernels behind some thousand per-CPU symbols. */
static bool find_kernel_start(struct buf *text, const char **symbol, uint64_t *addr)
{
	static const size_t amounts[] = { 4096, 1 << 20 };
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		text->n = 0;
		buf_room(text, amounts[i]);
		if (sys_head("/proc/kallsyms", text->p, amounts[i]) > 0 &&
		    synth_kernel_start(text->p, symbol, addr))
			return true;
	}
	return false;
}

static void synth_kernel_map(struct walk *w, bool wanted, uint64_t end, const struct log *log)
{
	char path[64];
	const char *symbol = NULL;
	uint64_t addr = 0;
	if (find_kernel_start(&w->text, &symbol, &addr) && addr) {
		if (end <= addr)
			end = kernel_end(addr);
		snprintf(path, sizeof path, "[kernel.kallsyms]%s", symbol);
		add_kernel_map(w, addr, end - addr, addr, path);
	} else if (wanted) {
		log_say(log, LOG_NOTICE,
		        "the kernel hides its addresses, so its functions will have no names; "
		        "'sysctl kernel.kptr_restrict=0' shows them");
	}
}

/* name size users deps state address, one a line */
static uint64_t synth_modules(struct walk *w)
{
	uint64_t lowest = UINT64_MAX;
	w->text.n = 0;
	if (sys_text(-1, "/proc/modules", &w->text) < 0)
		return lowest;
	buf_char(&w->text, 0);
	for (char *line = w->text.p, *next; *line; line = next) {
		char name[100], path[128];
		unsigned long long size, addr;
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		if (sscanf(line, "%99s %llu %*s %*s %*s %llx", name, &size, &addr) != 3 || !addr ||
		    !size)
			continue;
		snprintf(path, sizeof path, "[%s]", name);
		add_kernel_map(w, addr, size, 0, path);
		if (addr < lowest)
			lowest = addr;
	}
	return lowest;
}

void synth_kernel(struct walk *w, bool wanted, const struct log *log)
{
	uint64_t modules_at = synth_modules(w);
	synth_kernel_map(w, wanted, modules_at == UINT64_MAX ? 0 : modules_at, log);
}

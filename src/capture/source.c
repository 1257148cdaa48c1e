// SPDX-License-Identifier: GPL-2.0-or-later
/* What this machine says of its events: sysfs and tracefs for event/, and where functions begin in
 * programs. */
#include <stdio.h>

#include "capture/internal.h"
#include "symbols/symbols.h"

enum { PATH_BYTES = 1024 };

const char *tracefs_path(void)
{
	static const char *const places[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char events[64];
		snprintf(events, sizeof events, "%s/events", places[i]);
		if (sys_exists(events))
			return places[i];
	}
	return places[0];
}

static bool place_of(const char *path, char out[PATH_BYTES])
{
	bool is_pmu = strncmp(path, "devices", 7) == 0;
	int n = snprintf(out, PATH_BYTES, "%s/%s",
	                 is_pmu ? "/sys/bus/event_source" : tracefs_path(), path);
	return n > 0 && n < PATH_BYTES;
}

static int source_text(void *ctx, const char *path, struct buf *out)
{
	char place[PATH_BYTES];
	(void)ctx;
	return place_of(path, place) ? sys_text(-1, place, out) : ERR_SYS;
}

static int source_names(void *ctx, const char *path, struct buf *out)
{
	char place[PATH_BYTES];
	struct sys_dir dir;
	(void)ctx;
	if (!place_of(path, place) || sys_dir_open(&dir, -1, place) < 0)
		return ERR_SYS;
	for (const char *name; (name = sys_dir_next(&dir));)
		buf_add(out, name, strlen(name) + 1);
	sys_dir_close(&dir);
	return 0;
}

/* The file offset of a virtual address. */
static bool offset_of(const struct elf_file *f, uint64_t vaddr, uint64_t *off)
{
	for (uint32_t i = 0; i < f->n_segments; i++) {
		const struct elf_segment *s = &f->segments[i];
		if (vaddr < s->vaddr || vaddr - s->vaddr >= s->n)
			continue;
		*off = vaddr - s->vaddr + s->off;
		return true;
	}
	return false;
}

static int function_in(const struct elf_file *f, const char *file, const char *function,
                       uint64_t *off, struct err *e)
{
	for (uint32_t i = 0; i < f->syms.n; i++)
		if (strcmp(f->syms.v[i].name, function) == 0 &&
		    offset_of(f, f->syms.v[i].start, off))
			return 0;
	return err_set(e, ERR_USAGE, "'%s' has no function '%s'", file, function);
}

static int source_function(void *ctx, const char *file, const char *function, uint64_t *off,
                           struct err *e)
{
	struct bytes image;
	struct arena a = { 0 };
	struct elf_file elf;
	(void)ctx;
	int rc = sys_map_file(file, &image, e);
	if (rc < 0)
		return rc;
	rc = elf_parse(image, &a, &elf, e);
	rc = rc < 0 ? rc : function_in(&elf, file, function, off, e);
	arena_release(&a);
	sys_unmap(image);
	return rc;
}

/* Of a CPU as a whole, of a task, or of its user code: whichever is permitted. */
static bool source_opens(void *ctx, const struct abi_attr *attr)
{
	struct abi_attr a = *attr;
	(void)ctx;
	a.size = ABI_ATTR_VER5;
	a.flags |= ABI_DISABLED;
	int fd = sys_perf_open(&a, 0, -1, -1, 0);
	if (fd < 0) {
		a.flags |= ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV;
		fd = sys_perf_open(&a, 0, -1, -1, 0);
	}
	if (fd >= 0)
		sys_close(fd);
	return fd >= 0;
}

const struct event_source capture_source = {
	.text = source_text,
	.names = source_names,
	.function = source_function,
	.opens = source_opens,
};

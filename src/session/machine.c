// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel's mappings: the kernel proper, whose record carries the name and the address of a
 * symbol
 * ("[kernel.kallsyms]_text", pgoff = its address) so that another boot's addresses can be told, and
 * modules.
 */
#include <stdlib.h>

#include "session/internal.h"

static const char kernel_path[] = "[kernel.kallsyms]";

void machine_init(struct session *s)
{
	s->kernel = space_new();
}

/* "/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko.xz" and "[ext4]" are both the module ext4; perf calls
 * it "[ext4]", with '-' turned to '_' as the kernel does. */
static uint32_t module_name(struct session *s, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t n = strcspn(name, ".]");
	if (*name == '[') {
		name++;
		n--;
	}
	char *text = arena_printf(&s->data->arena, "[%.*s]", (int)n, name);
	for (char *c = text; *c; c++)
		if (*c == '-')
			*c = '_';
	return intern(&s->texts, text);
}

/* A recorder that found the kernel's image states its path beside its build-id. */
static void kernel_image(struct session *s, struct session_file *f)
{
	for (uint32_t i = 0; i < s->n_build_ids; i++) {
		const struct data_build_id *b = &s->build_ids[i];
		const char *slash = strrchr(b->path, '/');
		if (b->misc != ABI_MISC_KERNEL || !slash || strstr(slash, ".ko"))
			continue;
		f->path = intern(&s->texts, b->path);
		f->short_name = intern(&s->texts, slash + 1);
		if (strstr(b->path, "vmlinux"))
			f->label = intern(&s->texts, "[kernel.vmlinux]");
		f->n_build_id = b->n;
		memcpy(f->build_id, b->id, sizeof f->build_id);
		return;
	}
}

uint8_t session_kernel_build_id(struct session *s, uint8_t id[20])
{
	struct session_file f = { .kind = FILE_KERNEL };
	f.path = intern(&s->texts, kernel_path);
	kernel_image(s, &f);
	file_build_id(s, &f, ABI_MISC_KERNEL);
	memcpy(id, f.build_id, sizeof f.build_id);
	return f.n_build_id;
}

static uint32_t kernel_file(struct session *s, const struct body_mmap *m)
{
	struct session_file f = { .kind = FILE_KERNEL, .ref_addr = m->pgoff };
	f.path = f.short_name = intern(&s->texts, kernel_path);
	kernel_image(s, &f);
	f.ref_name = intern(&s->texts, m->path + strlen(kernel_path));
	if (!*session_text(s, f.ref_name))
		f.ref_addr = 0;
	if (m->n_build_id) {
		f.n_build_id = m->n_build_id;
		memcpy(f.build_id, m->build_id, sizeof f.build_id);
	}
	file_build_id(s, &f, ABI_MISC_KERNEL);
	return file_intern(s, f);
}

void machine_mmap(struct session *s, const struct body_mmap *m)
{
	struct mapping map = { .start = m->start, .end = m->start + m->len, .pgoff = m->pgoff };
	if (map.end <= map.start)
		map.end = UINT64_MAX;
	if (strncmp(m->path, kernel_path, strlen(kernel_path)) == 0) {
		map.file = kernel_file(s, m);
	} else {
		struct session_file f = { .kind = FILE_MODULE,
			                  .n_build_id = m->n_build_id,
			                  .ref_addr = m->start };
		memcpy(f.build_id, m->build_id, sizeof f.build_id);
		f.path = intern(&s->texts, m->path);
		f.short_name = module_name(s, m->path);
		file_build_id(s, &f, ABI_MISC_KERNEL);
		map.file = file_intern(s, f);
	}
	uint32_t id = mapping_intern(s, map);
	if (s->files[map.file].kind == FILE_KERNEL)
		s->kernel_mapping = id;
	space_add(s, s->kernel, id);
}

/* What is gone keeps its place until other code takes it: samples of it may come late. */
void machine_ksymbol(struct session *s, const struct body_ksymbol *k)
{
	enum { UNREGISTERED = 1 };
	struct session_file f = { .kind = FILE_KSYMBOL };
	if (k->flags & UNREGISTERED || !k->len || k->addr + k->len < k->addr)
		return;
	f.path = f.short_name = intern(&s->texts, k->name);
	struct mapping map = { .start = k->addr,
		               .end = k->addr + k->len,
		               .file = file_intern(s, f) };
	space_add(s, s->kernel, mapping_intern(s, map));
}

/* The kernel's record covers its text alone. What it runs beyond, before any module (text that is
 * gone after the start, trampolines it makes) is its own too. */
uint32_t machine_beyond(const struct session *s, uint64_t ip)
{
	return ip < s->mappings[s->kernel_mapping].start ? 0 : s->kernel_mapping;
}

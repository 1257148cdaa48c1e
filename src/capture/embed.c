// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The symbols that were hit, written into the recording. The resolver that reports use is asked
 * here and now, of one file at a time, so that a report says the same elsewhere and later.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/embed.h"
#include "capture/embed_message.h"

struct embed {
	struct buf *out;
	struct hits *hits;
	struct held *held;
	const struct log *log;
	const struct hit_file *files;
	const struct hit_place *places;
	uint32_t n_files, n_places;
	uint32_t *first;     /* of each file: its first place; n_files + 1 */
	uint32_t *same_path; /* of each file: one before it with its path + 1; 0 = none */
	const struct held_file **found; /* of each file; NULL = none */

	/* The file at hand. */
	const struct held_file *at;
	const char *path; /* that the resolver asks for */
	uint32_t pid;     /* FILE_ANON */
	struct symbols *symbols;
};

/* ------------------------------------------------------------------ for the resolver */

static int source_map(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	struct embed *m = ctx;
	/* A dump grows while its process lives. */
	if (m->pid && m->at && strcmp(path, m->path) == 0)
		return sys_map_held(m->at->fd, path, out, e);
	if (m->pid)
		return held_perfmap(m->held, m->pid, out, e);
	if (m->at && strcmp(path, m->path) == 0)
		return held_map(m->at, out, e);
	if (strcmp(path, "[vdso]") == 0)
		return sys_vdso(out) ? 0 : err_set(e, ERR_UNSUPPORTED, "this machine has no vdso");
	return sys_map_file(path, out, e);
}

static void resolver_begin(struct embed *m)
{
	struct symbols_source src = { .map = source_map,
		                      .unmap = sys_unmap,
		                      .forget = sys_forget,
		                      .ctx = m,
		                      .same_kernel = true };
	capture_notes_read(CAPTURE_KERNEL_NOTES, &src.running_kernel);
	m->symbols = symbols_new(&src);
}

static void resolver_end(struct embed *m)
{
	symbols_free(m->symbols);
	m->symbols = NULL;
	m->at = NULL;
	m->path = NULL;
	m->pid = 0;
}

/* ------------------------------------------------------------------ messages */

/* Of a file's message: the resolver is at hand. */
static struct embed_message message(const struct embed *m, enum embedded_kind kind,
                                    const char *path)
{
	return (struct embed_message){ .out = m->out,
		                       .symbols = m->symbols,
		                       .log = m->log,
		                       .head = { .path = path, .kind = kind },
		                       .last_from = UINT64_MAX };
}

static void add_places(const struct embed *m, struct embed_message *msg, uint32_t file)
{
	msg->last_from = UINT64_MAX;
	for (uint32_t i = m->first[file]; i < m->first[file + 1]; i++) {
		if (m->places[i].is_caller)
			embed_message_add(msg, m->places[i].addr - 1);
		embed_message_add(msg, m->places[i].addr);
	}
}

static struct span build_id_span(const struct build_id *id)
{
	return span_of(id->id, id->n);
}

/* ------------------------------------------------------------------ user files */

static uint32_t n_places_of(const struct embed *m, uint32_t file)
{
	return m->first[file + 1] - m->first[file];
}

/* Are both, as far as that can be known, one file? */
static bool is_one(const struct embed *m, uint32_t a, uint32_t b)
{
	return m->found[a] && m->found[b] && held_same(m->found[a], m->found[b]);
}

/* The first file of those with this path that is the same. */
static uint32_t group_of(const struct embed *m, uint32_t file)
{
	uint32_t group = file;
	for (uint32_t at = m->same_path[file]; at; at = m->same_path[at - 1])
		if (is_one(m, file, at - 1))
			group = at - 1;
	return group;
}

/* All that is the same file as this one, the first of them. last: the last file with the path. */
static void add_user(struct embed *m, uint32_t file, uint32_t last)
{
	const char *told = m->files[file].told.path;
	char *path = mem_dup(told, symbols_path_bytes(told));
	struct build_id id;
	m->at = m->found[file];
	m->path = path;
	resolver_begin(m);
	struct embed_message msg = message(m, EMBEDDED_ELF, told);
	held_build_id(m->at, &id);
	msg.head.build_id = build_id_span(&id);
	msg.handle = symbols_file(m->symbols,
	                          &(struct symbols_id){ .kind = SYMBOLS_USER,
	                                                .path = path,
	                                                .build_id = m->files[file].told.build_id });
	embed_message_code(&msg);
	for (uint32_t at = last + 1; at; at = m->same_path[at - 1])
		if (at - 1 == file || is_one(m, file, at - 1))
			add_places(m, &msg, at - 1);
	embed_message_end(&msg);
	resolver_end(m);
	free(path);
}

/* Several files had one path, or one that is not there any more, and of one mapping it was not told
 * which it is: no name may be taken for it. */
static void add_doubt(struct embed *m, uint32_t last)
{
	bool several = false, untold = false, lost = false;
	for (uint32_t at = last + 1; at; at = m->same_path[at - 1]) {
		bool told = m->files[at - 1].told.build_id.n;
		several |= group_of(m, at - 1) != group_of(m, last);
		untold |= !told;
		lost |= !told && !m->found[at - 1];
	}
	if (!lost && (!several || !untold))
		return;
	struct write_embedded doubt = { .path = m->files[last].told.path, .kind = EMBEDDED_ELF };
	write_embedded_end(m->out, write_embedded(m->out, &doubt));
}

/* The last file of a path: all that have it. */
static void add_path(struct embed *m, uint32_t last)
{
	add_doubt(m, last);
	for (uint32_t at = last + 1; at; at = m->same_path[at - 1])
		if (m->found[at - 1] && group_of(m, at - 1) == at - 1)
			add_user(m, at - 1, last);
}

/* ------------------------------------------------------------------ what has no file */

static void add_vdso(struct embed *m, uint32_t file)
{
	struct bytes image;
	struct build_id id = { 0 };
	if (!sys_vdso(&image) || elf_build_id(image, &id, NULL) < 0)
		return;
	resolver_begin(m);
	struct embed_message msg = message(m, EMBEDDED_ELF, "[vdso]");
	msg.head.build_id = build_id_span(&id);
	msg.handle = symbols_file(
		m->symbols,
		&(struct symbols_id){ .kind = SYMBOLS_VDSO, .path = "[vdso]", .build_id = id });
	embed_message_code(&msg);
	add_places(m, &msg, file);
	embed_message_end(&msg);
	resolver_end(m);
}

/* The dump that a process has mapped to tell of it; NULL = none. It is named after the process. */
static const struct held_file *dump_of(struct embed *m, uint32_t pid)
{
	char names[2][40];
	snprintf(names[0], sizeof names[0], "/jit-%u.dump", pid);
	snprintf(names[1], sizeof names[1], "/jit-%u.dump", held_inner_pid(m->held, pid));
	for (uint32_t i = 0; i < m->n_files; i++) {
		const char *name = strrchr(m->files[i].told.path, '/');
		if (m->files[i].kind != FILE_USER || !name ||
		    (strcmp(name, names[0]) != 0 && strcmp(name, names[1]) != 0))
			continue;
		const struct held_file *f = held_find(m->held, &m->files[i].told);
		if (f && f->fd >= 0)
			return f;
	}
	return NULL;
}

static void add_perfmap(struct embed *m, uint32_t file)
{
	char path[40];
	m->pid = m->files[file].pid;
	snprintf(path, sizeof path, "/tmp/perf-%u.map", m->pid);
	m->at = dump_of(m, m->pid);
	m->path = m->at ? m->at->told.path : NULL;
	resolver_begin(m);
	struct embed_message msg = message(m, EMBEDDED_PERFMAP, path);
	msg.handle = symbols_file(m->symbols, &(struct symbols_id){ .kind = SYMBOLS_PERFMAP,
	                                                            .path = path,
	                                                            .pid = m->pid,
	                                                            .jitdump = m->path });
	add_places(m, &msg, file);
	embed_message_end(&msg);
	resolver_end(m);
}

static void module_build_id(const char *name, struct build_id *out)
{
	char path[200];
	snprintf(path, sizeof path, "/sys/module/%.*s/notes/.note.gnu.build-id",
	         (int)strcspn(name + 1, "]"), name + 1);
	capture_notes_read(path, out);
}

/* The kernel's resolver is at hand; the addresses are as they ran. */
static void add_kernel_file(struct embed *m, uint32_t file, uint32_t kernel)
{
	const struct hit_file *f = &m->files[file];
	struct build_id id = { 0 };
	struct embed_message msg = message(m, EMBEDDED_KERNEL, f->told.path);
	msg.handle = kernel;
	if (f->kind == FILE_MODULE) {
		msg.head.kind = EMBEDDED_MODULE;
		msg.head.min_vaddr = f->start;
		module_build_id(f->told.path, &id);
		msg.handle = symbols_file(m->symbols, &(struct symbols_id){ .kind = SYMBOLS_MODULE,
		                                                            .path = f->told.path });
	} else {
		capture_notes_read(CAPTURE_KERNEL_NOTES, &id);
	}
	msg.head.build_id = build_id_span(&id);
	add_places(m, &msg, file);
	embed_message_end(&msg);
}

static void add_kernel(struct embed *m)
{
	struct symbols_id id = { .kind = SYMBOLS_KERNEL, .path = "[kernel.kallsyms]" };
	bool any = false;
	for (uint32_t i = 0; i < m->n_files; i++)
		any |= m->files[i].kind == FILE_KERNEL || m->files[i].kind == FILE_MODULE;
	if (!any)
		return;
	resolver_begin(m);
	uint32_t kernel = symbols_file(m->symbols, &id);
	for (uint32_t i = 0; i < m->n_files; i++)
		if ((m->files[i].kind == FILE_KERNEL || m->files[i].kind == FILE_MODULE) &&
		    n_places_of(m, i))
			add_kernel_file(m, i, kernel);
	resolver_end(m);
}

/* ------------------------------------------------------------------ all */

/* Which files have places, which share a path, and what they are. Those without places are in no
 * group. */
static void prepare(struct embed *m, uint32_t *last_of)
{
	struct intern paths = { 0 };
	m->first = mem_new((m->n_files + 1) * sizeof *m->first);
	m->same_path = mem_new((m->n_files + 1) * sizeof *m->same_path);
	m->found = mem_new((m->n_files + 1) * sizeof *m->found);
	for (uint32_t i = 0; i < m->n_places; i++)
		m->first[m->places[i].file + 1]++;
	for (uint32_t i = 0; i < m->n_files; i++)
		m->first[i + 1] += m->first[i];
	for (uint32_t i = 0; i < m->n_files; i++) {
		if (m->files[i].kind != FILE_USER || !n_places_of(m, i))
			continue;
		uint32_t path = intern(&paths, m->files[i].told.path);
		m->same_path[i] = last_of[path];
		last_of[path] = i + 1;
	}
	intern_release(&paths);
}

/* Looking for one may add to those that are held, and move them: all are looked for first. */
static void find_files(struct embed *m)
{
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < m->n_files; i++)
			if (m->files[i].kind == FILE_USER && n_places_of(m, i))
				m->found[i] = held_find(m->held, &m->files[i].told);
	for (uint32_t i = 0; i < m->n_files; i++)
		if (m->found[i] && m->found[i]->fd < 0)
			m->found[i] = NULL;
}

void embed_add(struct buf *out, struct hits *hits, struct held *held, const struct log *log)
{
	struct embed m = { .out = out, .hits = hits, .held = held, .log = log };
	m.places = hits_places(hits, &m.n_places);
	m.files = hits_files(hits, &m.n_files);
	uint32_t *last_of = mem_new((m.n_files + 1) * sizeof *last_of);
	prepare(&m, last_of);
	find_files(&m);
	add_kernel(&m);
	for (uint32_t i = 0; i < m.n_files && last_of[i]; i++)
		add_path(&m, last_of[i] - 1);
	for (uint32_t i = 0; i < m.n_files; i++) {
		if (m.files[i].kind == FILE_VDSO && n_places_of(&m, i))
			add_vdso(&m, i);
		else if (m.files[i].kind == FILE_ANON && n_places_of(&m, i))
			add_perfmap(&m, i);
	}
	if (hits_n_refused(hits) || embed_is_full(out))
		log_say(log, LOG_NOTICE,
		        "more code was hit than there is room for: some names are not in the "
		        "recording");
	free(m.first);
	free(m.same_path);
	free(m.found);
	free(last_of);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Where addresses lie and what they belong to: files and their names, frames of samples. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

void places_init(struct places *p, struct session *s, struct symbols *resolver)
{
	*p = (struct places){ .session = s, .resolver = resolver };
}

void places_finish(struct places *p)
{
	table_release(&p->function_table);
	unwinding_finish(p->unwinding);
	symbols_finish(p->resolver);
}

void places_release(struct places *p)
{
	table_release(&p->function_table);
	sites_release(&p->sites);
	intern_release(&p->texts);
	arena_release(&p->embedded);
	free(p->functions);
	free(p->known);
	free(p->files);
	unwinding_free(p->unwinding);
	*p = (struct places){ 0 };
}

/* ------------------------------------------------------------------ files */

static const enum symbols_kind symbols_kinds[] = {
	[FILE_UNKNOWN] = SYMBOLS_NONE,  [FILE_USER] = SYMBOLS_USER,
	[FILE_KERNEL] = SYMBOLS_KERNEL, [FILE_MODULE] = SYMBOLS_MODULE,
	[FILE_VDSO] = SYMBOLS_VDSO,     [FILE_ANON] = SYMBOLS_PERFMAP,
	[FILE_SPECIAL] = SYMBOLS_NONE,  [FILE_KSYMBOL] = SYMBOLS_NONE,
};

struct places_file *places_file_new(struct places *p, uint32_t file)
{
	uint32_t n = p->session->n_files;
	if (n > p->cap_files) {
		p->cap_files = n + n / 2;
		p->files = mem_resize(p->files, p->cap_files, sizeof *p->files);
	}
	memset(p->files + p->n_files, 0, (n - p->n_files) * sizeof *p->files);
	for (uint32_t i = p->n_files; i < n; i++)
		p->files[i].kind = p->session->files[i].kind;
	p->files[0].has_none = true;
	p->n_files = n;
	return &p->files[file];
}

/* A process that tells of its code in a dump has that mapped, so that it is seen; NULL = it has
 * not. */
static const char *jitdump_of(const struct places *p, uint32_t pid)
{
	const struct session *s = p->session;
	char name[40];
	snprintf(name, sizeof name, "jit-%u.dump", pid);
	for (uint32_t i = 0; i < s->n_files; i++)
		if (s->files[i].kind == FILE_USER &&
		    strcmp(session_text(s, s->files[i].short_name), name) == 0)
			return session_text(s, s->files[i].path);
	return NULL;
}

struct symbols_id places_id(const struct places *p, uint32_t file)
{
	const struct session_file *f = &p->session->files[file];
	struct symbols_id id = { .kind = symbols_kinds[f->kind],
		                 .path = session_text(p->session, f->path),
		                 .pid = f->pid,
		                 .ref_addr = f->ref_addr };
	id.build_id.n = f->n_build_id;
	memcpy(id.build_id.id, f->build_id, sizeof id.build_id.id);
	if (f->kind == FILE_ANON)
		id.jitdump = jitdump_of(p, f->pid);
	if (f->ref_addr && f->kind == FILE_KERNEL)
		id.ref_name = session_text(p->session, f->ref_name);
	return id;
}

uint32_t places_handle(struct places *p, uint32_t file)
{
	struct places_file *pf = &p->files[file];
	if (!pf->handle) {
		struct symbols_id id = places_id(p, file);
		pf->handle = symbols_file(p->resolver, &id) + 1;
	}
	return pf->handle - 1;
}

/* ------------------------------------------------------------------ copied stacks */

static const struct unwind_table *table_of(void *ctx, uint32_t file, uint64_t off, uint64_t *vaddr)
{
	struct places *p = ctx;
	places_file(p, file);
	return symbols_frames(p->resolver, places_handle(p, file), off, vaddr);
}

struct words place_unwind(struct places *p, const struct session_event *ev)
{
	if (!p->unwinding)
		p->unwinding =
			unwinding_new(p->session,
		                      unwinding_cpu(data_text(p->session->data, ABI_FEATURE_ARCH),
		                                    ev->event->attr.sample_regs_user),
		                      table_of, p);
	return unwinding_chain(p->unwinding, ev);
}

const struct unwinding_stats *places_unwinding(const struct places *p)
{
	return p->unwinding ? unwinding_stats(p->unwinding) : NULL;
}

enum symbols_miss place_file_state(const struct places *p, uint32_t file, const char **why)
{
	if (file >= p->n_files || !p->files[file].handle)
		return SYMBOLS_NOTHING;
	return symbols_state(p->resolver, p->files[file].handle - 1, why);
}

const char *place_lines_gap(const struct places *p, uint32_t file)
{
	if (file >= p->n_files || !p->files[file].handle)
		return NULL;
	return symbols_lines_gap(p->resolver, p->files[file].handle - 1);
}

/* ------------------------------------------------------------------ frames */

static struct frame frame_of(const struct places *p, const struct address *a, uint32_t function)
{
	const struct mapping *m = &p->session->mappings[a->mapping];
	return (struct frame){ a->ip, address_in_file(&p->files[m->file], m, a->ip), function };
}

/* An inlined function has the place of the one it is inlined into, and starts at 0. */
static uint32_t frames_expand(const struct places *p, const struct address *a,
                              const uint32_t *functions, uint32_t n, struct frame *out)
{
	uint32_t at = 0;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *own;
		uint32_t n_own = function_expand(p, &functions[i], &own);
		for (uint32_t k = 0; k < n_own && at < FRAMES_MAX; k++) {
			out[at] = frame_of(p, &a[i], own[k]);
			if (p->functions[own[k]].is_inlined)
				out[at].addr -= p->functions[functions[i]].start;
			at++;
		}
	}
	return at;
}

static struct frame place_frame(struct places *p, struct address a)
{
	bool struck;
	uint32_t function = function_of(p, &a, &struck);
	return frame_of(p, &a, function);
}

struct frame place_leaf(struct places *p, const struct session_event *ev)
{
	return place_frame(p, place_own(p, ev));
}

struct frame place_address(struct places *p, const struct session_event *ev, uint64_t ip)
{
	return place_frame(p, place_of(p, ev, ip));
}

uint32_t place_chain(struct places *p, const struct session_event *ev, struct frame *out,
                     bool *incomplete)
{
	struct address addresses[FRAMES_MAX];
	uint32_t functions[FRAMES_MAX];
	uint32_t n = place_walk(p, ev, addresses, incomplete);
	functions_of(p, addresses, n, functions);
	if (p->sites.wanted & SITES_INLINED)
		return frames_expand(p, addresses, functions, n, out);
	for (uint32_t i = 0; i < n; i++)
		out[i] = frame_of(p, &addresses[i], functions[i]);
	return n;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Functions as they are shown: those that cannot be told apart by name, file and kind are one. */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/stacktree.h"

void frame_text(struct buf *b, const struct places *p, const struct function *fn, bool addrs)
{
	const struct session_file *file = &p->session->files[fn->file];
	const char *given = function_name(p, fn);
	const char *name = given ? given : session_text(p->session, file->short_name);
	size_t n = strlen(name);
	if (given) {
		buf_text(b, given);
		return;
	}
	if (file->kind == FILE_UNKNOWN) { /* it has brackets of its own */
		name++;
		n -= 2;
	}
	buf_char(b, '[');
	buf_text_n(b, name, n);
	if (addrs) {
		buf_str(b, " <");
		buf_hex(b, fn->start);
		buf_char(b, '>');
	}
	buf_char(b, ']');
}

static enum frame_kind kind_of(const struct places *p, const struct function *fn)
{
	if (fn->is_inlined)
		return FRAME_INLINED;
	if (fn->name == TABLE_NONE)
		return FRAME_UNKNOWN;
	if (fn->mode == ABI_MISC_KERNEL || fn->mode == ABI_MISC_GUEST_KERNEL)
		return FRAME_KERNEL;
	return p->session->files[fn->file].kind == FILE_ANON ? FRAME_JIT : FRAME_USER;
}

const char *frame_kind_name(enum frame_kind kind)
{
	static const char *const names[FRAME_KINDS] = {
		[FRAME_COMM] = "comm", [FRAME_USER] = "user",       [FRAME_KERNEL] = "kernel",
		[FRAME_JIT] = "jit",   [FRAME_INLINED] = "inlined", [FRAME_UNKNOWN] = "unknown",
	};
	return names[kind];
}

static uint32_t frames_intern(struct frames *f, struct frame_shown x)
{
	uint64_t hash = hash_mix((uint64_t)x.name << 32 | x.module, x.kind);
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(&f->table, hash, &i)) != TABLE_NONE)
		if (f->v[id].name == x.name && f->v[id].module == x.module &&
		    f->v[id].kind == x.kind)
			return id;
	VEC_ROOM(f->v, f->n, f->cap);
	f->v[f->n] = x;
	table_add(&f->table, hash, f->n);
	return f->n++;
}

static uint32_t take_text(struct frames *f)
{
	uint32_t id = intern_n(&f->texts, f->text.p, f->text.n);
	f->text.n = 0;
	return id;
}

uint32_t frames_module(struct frames *f, const struct places *p, const struct session_file *file)
{
	buf_text(&f->text, session_text(p->session, file->label ? file->label : file->short_name));
	return take_text(f);
}

uint32_t frames_function(struct frames *f, const struct places *p, uint32_t function)
{
	const struct function *fn = &p->functions[function];
	const struct session_file *file = &p->session->files[fn->file];
	struct frame_shown x = { .kind = kind_of(p, fn) };
	frame_text(&f->text, p, fn, f->addrs);
	const char *line = f->lines ? function_line(p, fn) : NULL;
	if (line) {
		buf_char(&f->text, ' ');
		buf_text(&f->text, line);
	}
	x.name = take_text(f);
	x.module = frames_module(f, p, file);
	return frames_intern(f, x);
}

uint32_t frames_comm(struct frames *f, const char *comm)
{
	struct frame_shown x = { .kind = FRAME_COMM };
	buf_text(&f->text, comm);
	x.name = take_text(f);
	x.module = intern(&f->texts, "");
	return frames_intern(f, x);
}

uint32_t frames_other(struct frames *f, const char *name)
{
	struct frame_shown x = { .name = intern(&f->texts, name),
		                 .module = intern(&f->texts, ""),
		                 .kind = FRAME_UNKNOWN };
	return frames_intern(f, x);
}

void frames_release(struct frames *f)
{
	intern_release(&f->texts);
	free(f->v);
	table_release(&f->table);
	buf_release(&f->text);
	*f = (struct frames){ 0 };
}

void frame_ids_init(struct frame_ids *f, struct frames *frames, const struct profile *p)
{
	const struct places *places = p->stacks.places;
	*f = (struct frame_ids){
		.frames = frames,
		.profile = p,
		.functions = mem_new((places->n_functions + (size_t)1) * sizeof *f->functions),
		.comms = mem_new((places->session->texts.n + (size_t)1) * sizeof *f->comms),
	};
}

uint32_t frame_of_function(struct frame_ids *f, uint32_t function)
{
	uint32_t *id = &f->functions[function];
	if (!*id)
		*id = frames_function(f->frames, f->profile->stacks.places, function) + 1;
	return *id - 1;
}

uint32_t frame_of_comm(struct frame_ids *f, uint32_t comm)
{
	const struct session *s = f->profile->stacks.places->session;
	uint32_t *id = &f->comms[comm];
	if (!*id)
		*id = frames_comm(f->frames, session_name(s, comm)) + 1;
	return *id - 1;
}

void frame_ids_release(struct frame_ids *f)
{
	free(f->functions);
	free(f->comms);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Folded stacks. A function's label is made once; lines that come out alike are added up. The
 * label's rules are those of FlameGraph's collapse script, so that its users find what they know;
 * what would break the format (a ';', a control byte, a number at the end) is replaced.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/internal.h"
#include "output/stacktree.h"

struct fold {
	const struct places *p; /* of the profile that is being added */
	const struct fold_options *o;
	struct intern labels;
	struct buf text;    /* of the label in the making */
	uint32_t *label_of; /* by function: label id + 1, 0 = not made yet */
	struct intern lines;
	struct line_counts {
		uint64_t v[2]; /* of the profiles */
	} *counts;            /* by line */
	uint32_t cap_counts;
	uint64_t sums[2];
};

static void label_clean(struct buf *b, size_t from)
{
	for (size_t i = from; i < b->n; i++)
		if (b->p[i] == ';')
			b->p[i] = ':';
		else if (b->p[i] == ' ' && i + 1 < b->n && b->p[i + 1] >= '0' && b->p[i + 1] <= '9')
			b->p[i] = '_'; /* "name 12" would be read as a second count */
}

static void label_marks(struct buf *b, const struct fold *f, const struct function *fn)
{
	const struct session_file *file = &f->p->session->files[fn->file];
	const char *path = session_text(f->p->session, file->path);
	bool kernel = file->kind == FILE_MODULE || (*path == '[' && file->kind != FILE_UNKNOWN);
	if (f->o->mark_inlined && fn->is_inlined)
		buf_str(b, "_[i]");
	else if (f->o->kernel && kernel)
		buf_str(b, "_[k]");
	else if (f->o->jit && file->kind == FILE_ANON)
		buf_str(b, "_[j]");
}

static uint32_t label(struct fold *f, uint32_t function)
{
	if (f->label_of[function])
		return f->label_of[function] - 1;
	struct buf *b = &f->text;
	b->n = 0;
	const struct function *fn = &f->p->functions[function];
	frame_text(b, f->p, fn, f->o->addrs);
	label_clean(b, 0);
	label_marks(b, f, fn);
	uint32_t id = intern_n(&f->labels, b->p, b->n);
	f->label_of[function] = id + 1;
	return id;
}

static void line_comm(struct buf *b, const struct fold *f, const struct profile_entry *e)
{
	size_t from = b->n;
	buf_text(b, session_name(f->p->session, e->comm));
	if (f->o->tid)
		buf_printf(b, "-%d/%d", (int)e->pid, (int)e->tid);
	else if (f->o->pid)
		buf_printf(b, "-%d", (int)e->pid);
	for (size_t i = from; i < b->n; i++)
		if (b->p[i] == ' ' || b->p[i] == ';')
			b->p[i] = '_';
}

static void line_add(struct fold *f, const struct buf *b, unsigned which, uint64_t count)
{
	uint32_t was = f->lines.n, id = intern_n(&f->lines, b->p, b->n);
	if (id == was) {
		if (f->cap_counts < f->lines.cap) {
			f->cap_counts = f->lines.cap;
			f->counts = mem_resize(f->counts, f->cap_counts, sizeof *f->counts);
		}
		f->counts[id] = (struct line_counts){ 0 };
	}
	f->counts[id].v[which] += count;
	f->sums[which] += count;
}

static int text_before(const void *a, const void *b, void *ctx)
{
	const struct intern_text *x = a, *y = b;
	(void)ctx;
	uint32_t n = x->n < y->n ? x->n : y->n;
	int c = memcmp(x->s, y->s, n);
	return c ? c < 0 : x->n < y->n;
}

/* What was before, as if all of it were as much as what is after. */
static void lines_normalize(struct fold *f)
{
	for (uint32_t i = 0; i < f->lines.n; i++) {
		uint64_t *v = &f->counts[i].v[0];
		*v = scaled(*v, f->sums[0], f->sums[1]);
	}
}

static void lines_print(struct buf *out, struct fold *f, unsigned n_profiles)
{
	const struct intern_text **v = mem_resize(NULL, f->lines.n, sizeof *v);
	for (uint32_t i = 0; i < f->lines.n; i++)
		v[i] = &f->lines.v[i];
	sort_pointers(v, f->lines.n, text_before, NULL);
	for (uint32_t i = 0; i < f->lines.n; i++) {
		buf_add(out, v[i]->s, v[i]->n);
		for (unsigned k = 0; k < n_profiles; k++) {
			buf_char(out, ' ');
			buf_u64(out, f->counts[v[i] - f->lines.v].v[k]);
		}
		buf_char(out, '\n');
	}
	free(v);
}

static void fold_add(struct fold *f, const struct profile *p, unsigned which)
{
	const struct stacks *st = &p->stacks;
	struct buf line = { 0 };
	f->p = st->places;
	f->label_of = mem_new(f->p->n_functions * sizeof *f->label_of);
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		const struct stack *k = &st->v[e->stack];
		if (strcmp(f->p->session->data->events[e->event].name, f->o->event))
			continue;
		line.n = 0;
		line_comm(&line, f, e);
		for (uint32_t j = k->n; j--;) {
			uint32_t id = label(f, st->frames[k->first + j]);
			const struct intern_text *t = &f->labels.v[id];
			buf_char(&line, ';');
			buf_add(&line, t->s, t->n);
		}
		line_add(f, &line, which, f->o->samples ? e->samples : e->weight);
	}
	buf_release(&line);
	free(f->label_of);
}

static void fold_release(struct fold *f)
{
	buf_release(&f->text);
	free(f->counts);
	intern_release(&f->labels);
	intern_release(&f->lines);
}

void output_fold(struct buf *out, const struct profile *p, const struct fold_options *o)
{
	struct fold f = { .o = o };
	fold_add(&f, p, 0);
	lines_print(out, &f, 1);
	fold_release(&f);
}

void output_fold_diff(struct buf *out, const struct profile *before, const struct profile *after,
                      const struct fold_options *o)
{
	struct fold f = { .o = o };
	fold_add(&f, before, 0);
	fold_add(&f, after, 1);
	if (o->normalize)
		lines_normalize(&f);
	lines_print(out, &f, 2);
	fold_release(&f);
}

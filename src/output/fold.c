// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Folded stacks. A function's label is made once; lines that come out alike are added up. The
 * label's rules are those of FlameGraph's collapse script, so that its users find what they know;
 * what would break the format (a ';', a control byte, a number at the end) is replaced.
 *
 * Lines are put in order without being written: as paths of words that are in the order of labels.
 * A label that ends a line is another word than one with a ';' behind it, as other bytes follow.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "output/internal.h"
#include "output/paths.h"
#include "output/stacktree.h"

struct fold {
	const struct places *p; /* of the profile that is being added */
	const struct fold_options *o;
	struct intern labels; /* of comms and functions */
	struct buf text;      /* of the label in the making */
	/* By function, and by comm: label id + 1, 0 = not made yet. */
	uint32_t *label_of, *comm_of;
	struct paths paths; /* words: word_of() a label, then its rank */
	struct line_counts {
		uint64_t v[2]; /* of the profiles */
	} *counts;            /* by path */
	uint32_t cap_counts;
	uint64_t sums[2];
};

static uint32_t word_of(uint32_t label, bool is_last)
{
	return label << 1 | is_last;
}

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

static uint32_t function_word(void *ctx, uint32_t function, bool is_last)
{
	return word_of(label(ctx, function), is_last);
}

static uint32_t label_comm(struct fold *f, const struct profile_entry *e)
{
	struct buf *b = &f->text;
	b->n = 0;
	buf_text(b, session_name(f->p->session, e->comm));
	if (f->o->tid)
		buf_printf(b, "-%d/%d", (int)e->pid, (int)e->tid);
	else if (f->o->pid)
		buf_printf(b, "-%d", (int)e->pid);
	for (size_t i = 0; i < b->n; i++)
		if (b->p[i] == ' ' || b->p[i] == ';')
			b->p[i] = '_';
	return intern_n(&f->labels, b->p, b->n);
}

static uint32_t comm(struct fold *f, const struct profile_entry *e)
{
	if (f->o->pid || f->o->tid)
		return label_comm(f, e);
	if (!f->comm_of[e->comm])
		f->comm_of[e->comm] = label_comm(f, e) + 1;
	return f->comm_of[e->comm] - 1;
}

static void count_add(struct fold *f, uint32_t path, unsigned which, uint64_t count)
{
	if (path >= f->cap_counts) {
		uint32_t was = f->cap_counts;
		f->cap_counts = f->paths.cap;
		f->counts = mem_resize(f->counts, f->cap_counts, sizeof *f->counts);
		memset(f->counts + was, 0, (f->cap_counts - was) * sizeof *f->counts);
	}
	f->counts[path].v[which] += count;
	f->sums[which] += count;
}

static void fold_add(struct fold *f, const struct profile *p, unsigned which)
{
	struct path_adder adder = {
		.paths = &f->paths, .profile = p, .word = function_word, .ctx = f
	};
	f->p = p->stacks.places;
	f->label_of = mem_new(f->p->n_functions * sizeof *f->label_of);
	f->comm_of = mem_new(f->p->session->texts.n * sizeof *f->comm_of);
	for (uint32_t i = 0; i < p->n; i++) {
		const struct profile_entry *e = &p->v[i];
		if (strcmp(f->p->session->data->events[e->event].name, f->o->event))
			continue;
		uint32_t head = word_of(comm(f, e), !path_frames(&adder, e->stack));
		count_add(f, path_add(&adder, e->stack, head), which,
		          f->o->samples ? e->samples : e->weight);
	}
	path_adder_release(&adder);
	free(f->label_of);
	free(f->comm_of);
}

/* ------------------------------------------------------------------ lines in order */

/* Labels as lines have them, with what follows: in the order of their bytes, nothing first. */
static int text_before(const void *a, const void *b, void *labels)
{
	const struct intern *in = labels;
	uint32_t x = (uint32_t)(uintptr_t)a, y = (uint32_t)(uintptr_t)b;
	const struct intern_text *s = &in->v[x >> 1], *t = &in->v[y >> 1];
	uint32_t n = s->n < t->n ? s->n : t->n;
	int c = memcmp(s->s, t->s, n);
	int s_next = s->n > n ? (unsigned char)s->s[n] : x & 1 ? -1 : ';';
	int t_next = t->n > n ? (unsigned char)t->s[n] : y & 1 ? -1 : ';';
	return c ? c < 0 : s_next < t_next;
}

/* Words become ranks. By rank the word that it was; to be free()d. */
static void **words_rank(struct fold *f)
{
	uint32_t n = 2 * f->labels.n;
	void **words = mem_resize(NULL, n, sizeof *words);
	uint32_t *rank = mem_resize(NULL, n, sizeof *rank);
	for (uint32_t i = 0; i < n; i++)
		words[i] = (void *)(uintptr_t)i;
	sort_pointers(words, n, text_before, &f->labels);
	for (uint32_t i = 0; i < n; i++)
		rank[(uintptr_t)words[i]] = i;
	for (uint32_t i = 0; i < f->paths.n; i++)
		f->paths.v[i].head = rank[f->paths.v[i].head];
	for (uint32_t i = 0; i < f->paths.n_words; i++)
		f->paths.words[i] = rank[f->paths.words[i]];
	free(rank);
	return words;
}

/* A line in the making, and by word of its path where that ends in it. */
struct line {
	struct buf text;
	size_t *ends;
	uint32_t cap_ends;
};

static void line_word(struct line *l, const struct fold *f, void *const *words, uint32_t at,
                      uint32_t rank)
{
	const struct intern_text *t = &f->labels.v[(uintptr_t)words[rank] >> 1];
	if (at)
		buf_char(&l->text, ';');
	buf_add(&l->text, t->s, t->n);
	l->ends[at] = l->text.n;
}

/* From a line to one that begins with so many words of it. */
static void line_set(struct line *l, const struct fold *f, void *const *words,
                     const struct path *path, uint32_t shared)
{
	while (l->cap_ends <= path->n) {
		l->cap_ends += l->cap_ends / 2 + 64;
		l->ends = mem_resize(l->ends, l->cap_ends, sizeof *l->ends);
	}
	l->text.n = shared ? l->ends[shared - 1] : 0;
	if (!shared)
		line_word(l, f, words, shared++, path->head);
	for (; shared <= path->n; shared++)
		line_word(l, f, words, shared, f->paths.words[path->first + shared - 1]);
}

/* With --normalize, what was before is as if all of it were as much as what is after. */
static void line_print(struct buf *out, const struct fold *f, const struct line *l,
                       const struct line_counts *sum, unsigned n_profiles)
{
	buf_add(out, l->text.p, l->text.n);
	for (unsigned k = 0; k < n_profiles; k++) {
		bool is_scaled = f->o->normalize && k + 1 < n_profiles;
		buf_char(out, ' ');
		buf_u64(out, is_scaled ? scaled(sum->v[k], f->sums[0], f->sums[1]) : sum->v[k]);
	}
	buf_char(out, '\n');
}

static void lines_print(struct buf *out, struct fold *f, unsigned n_profiles)
{
	void **words = words_rank(f);
	struct path_place *places = paths_sorted(&f->paths);
	struct line line = { 0 };
	for (uint32_t i = 0, n = f->paths.n; i < n;) {
		struct line_counts sum = { 0 };
		line_set(&line, f, words, &f->paths.v[places[i].path], places[i].shared);
		do
			for (unsigned k = 0; k < n_profiles; k++)
				sum.v[k] += f->counts[places[i].path].v[k];
		while (++i < n && path_is_repeated(&f->paths, places, i));
		line_print(out, f, &line, &sum, n_profiles);
	}
	buf_release(&line.text);
	free(line.ends);
	free(places);
	free(words);
}

static void fold_release(struct fold *f)
{
	buf_release(&f->text);
	free(f->counts);
	intern_release(&f->labels);
	paths_release(&f->paths);
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
	lines_print(out, &f, 2);
	fold_release(&f);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A table of symbols: sorted, aliases reduced, and cut into pieces so that every address belongs to
 * one symbol at most. Starts nest like brackets in the sweep below: the symbol that began last and
 * still covers an address owns it, which a stack finds in linear time however the symbols overlap.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "symbols/internal.h"

/* Names are compared up to here, so that a hostile string table cannot make a sort quadratic. */
enum { COMPARE_BYTES_MAX = 512 };

enum { STEPS_FROM = 64, PIECES_A_STEP = 1 };

static unsigned bind_rank(uint8_t bind)
{
	return bind == 1 ? 0 : bind == 2 ? 1 : 2; /* global, weak, local */
}

static size_t n_underscores(const char *s)
{
	size_t n = 0;
	while (n < COMPARE_BYTES_MAX && s[n] == '_')
		n++;
	return n;
}

bool symbol_before(const struct symbol *a, const struct symbol *b)
{
	unsigned rank_a = bind_rank(a->bind), rank_b = bind_rank(b->bind);
	if (rank_a != rank_b)
		return rank_a < rank_b;
	size_t n_a = n_underscores(a->name), n_b = n_underscores(b->name);
	if (n_a != n_b)
		return n_a < n_b;
	if (a->end != b->end)
		return a->end > b->end;
	/* x86-64 kernels have a second name for most system calls, for 32-bit programs. */
	bool compat_a = strncmp(a->name, "__ia32_", 7) == 0,
	     compat_b = strncmp(b->name, "__ia32_", 7) == 0;
	if (compat_a != compat_b)
		return compat_b;
	n_a = strnlen(a->name, COMPARE_BYTES_MAX);
	n_b = strnlen(b->name, COMPARE_BYTES_MAX);
	if (n_a != n_b)
		return n_a > n_b;
	return strncmp(a->name, b->name, COMPARE_BYTES_MAX) < 0;
}

static int alias_before(const void *x, const void *y, void *ctx)
{
	(void)ctx;
	return symbol_before(x, y);
}

/* Keep, of the n symbols of one start, the best; and a worse one only where it reaches further. */
static uint32_t aliases_reduce(const struct symbol **v, uint32_t n)
{
	if (n > 1)
		sort_pointers(v, n, alias_before, NULL);
	uint32_t kept = 1;
	for (uint32_t i = 1; i < n; i++)
		if (v[i]->end > v[kept - 1]->end)
			v[kept++] = v[i];
	return kept;
}

struct sweep {
	const struct symbol *v;
	struct symtab_piece *pieces;
	uint32_t *stack; /* open symbols, the owner on top */
	uint32_t n_pieces, depth;
};

static void piece_add(struct sweep *w, uint64_t at, uint32_t sym)
{
	if (w->n_pieces && w->pieces[w->n_pieces - 1].at == at)
		w->n_pieces--;
	w->pieces[w->n_pieces++] = (struct symtab_piece){ at, sym };
}

/* Close all that ends at or before addr. */
static void sweep_to(struct sweep *w, uint64_t addr)
{
	while (w->depth) {
		uint64_t end = w->v[w->stack[w->depth - 1]].end;
		if (end > addr)
			return;
		/* Those below that end no later never show again. */
		do
			w->depth--;
		while (w->depth && w->v[w->stack[w->depth - 1]].end <= end);
		piece_add(w, end, w->depth ? w->stack[w->depth - 1] : SYMTAB_GAP);
	}
}

static void symtab_cut(struct symtab *t, struct arena *a)
{
	struct sweep w = {
		.v = t->v,
		.pieces = mem_resize(NULL, 2 * (size_t)t->n, sizeof *w.pieces),
		.stack = mem_resize(NULL, t->n, sizeof *w.stack),
	};
	for (uint32_t i = 0, next; i < t->n; i = next) {
		sweep_to(&w, t->v[i].start);
		for (next = i + 1; next < t->n && t->v[next].start == t->v[i].start;)
			next++;
		for (uint32_t k = next; k-- > i;)
			w.stack[w.depth++] = k; /* the best of one start on top */
		piece_add(&w, t->v[i].start, i);
	}
	sweep_to(&w, UINT64_MAX);
	t->n_pieces = w.n_pieces;
	t->pieces = arena_new(a, w.n_pieces * sizeof *t->pieces);
	memcpy(t->pieces, w.pieces, w.n_pieces * sizeof *t->pieces);
	free(w.pieces);
	free(w.stack);
	symtab_index(t, a);
}

/* Most input comes sorted. */
static void in_order(const struct symbol *raw, uint32_t n, const struct symbol **out)
{
	bool sorted = true;
	for (uint32_t i = 0; i < n; i++) {
		out[i] = &raw[i];
		sorted = sorted && (!i || raw[i - 1].start <= raw[i].start);
	}
	if (sorted)
		return;
	struct sort_pair *order = mem_resize(NULL, 2 * (size_t)n, sizeof *order);
	for (uint32_t i = 0; i < n; i++)
		order[i] = (struct sort_pair){ raw[i].start, i };
	sort_pairs(order, order + n, n);
	for (uint32_t i = 0; i < n; i++)
		out[i] = &raw[order[i].value];
	free(order);
}

void symtab_build(const struct symbol *raw, uint32_t n, struct arena *a, struct symtab *out)
{
	*out = (struct symtab){ 0 };
	if (!n)
		return;
	const struct symbol **keep = mem_resize(NULL, n, sizeof *keep);
	in_order(raw, n, keep);
	uint32_t n_keep = 0;
	for (uint32_t i = 0, next; i < n; i = next) {
		for (next = i + 1; next < n && keep[next]->start == keep[i]->start;)
			next++;
		uint32_t n_left = aliases_reduce(keep + i, next - i);
		memmove(keep + n_keep, keep + i, n_left * sizeof *keep);
		n_keep += n_left;
	}
	out->v = arena_new(a, n_keep * sizeof *out->v);
	out->n = n_keep;
	for (uint32_t i = 0; i < n_keep; i++)
		out->v[i] = *keep[i];
	free(keep);
	symtab_cut(out, a);
}

void symtab_index(struct symtab *t, struct arena *a)
{
	if (t->n_pieces < STEPS_FROM)
		return;
	uint64_t base = t->pieces[0].at, reach = t->pieces[t->n_pieces - 1].at - base;
	while (reach >> t->shift >= t->n_pieces / PIECES_A_STEP)
		t->shift++;
	t->n_steps = (uint32_t)(reach >> t->shift) + 1;
	t->steps = arena_new(a, (t->n_steps + 1) * sizeof *t->steps);
	uint32_t step = 0;
	for (uint32_t i = 0; i < t->n_pieces; i++)
		while (step <= (t->pieces[i].at - base) >> t->shift)
			t->steps[step++] = i;
	t->steps[step] = t->n_pieces;
}

/* The pieces [*lo, *hi) among which is the one that holds addr; it is not below the first. */
static void find_near(const struct symtab *t, uint64_t addr, uint32_t *lo, uint32_t *hi)
{
	*lo = 0;
	*hi = t->n_pieces;
	if (!t->steps)
		return;
	uint64_t step = (addr - t->pieces[0].at) >> t->shift;
	if (step >= t->n_steps) {
		*lo = t->n_pieces - 1;
		return;
	}
	/* What holds the beginning of the step may have begun before. */
	*lo = t->steps[step] - (step > 0);
	*hi = t->steps[step + 1];
}

bool symtab_find_piece(const struct symtab *t, uint64_t addr, uint32_t *symbol, uint64_t *from)
{
	if (!t->n_pieces || addr < t->pieces[0].at)
		return false;
	uint32_t lo, hi; /* pieces[lo].at <= addr < pieces[hi].at */
	find_near(t, addr, &lo, &hi);
	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (t->pieces[mid].at <= addr)
			lo = mid;
		else
			hi = mid;
	}
	*from = t->pieces[lo].at;
	*symbol = t->pieces[lo].sym;
	return *symbol != SYMTAB_GAP;
}

void symtab_prefetch(const struct symtab *t, uint64_t addr)
{
	if (!t->n_pieces || addr < t->pieces[0].at)
		return;
	uint32_t lo, hi;
	find_near(t, addr, &lo, &hi);
	__builtin_prefetch(&t->pieces[lo + (hi - lo) / 2]);
}

const struct symbol *symtab_find(const struct symtab *t, uint64_t addr)
{
	uint32_t symbol;
	uint64_t from;
	return symtab_find_piece(t, addr, &symbol, &from) ? &t->v[symbol] : NULL;
}

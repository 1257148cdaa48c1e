// SPDX-License-Identifier: GPL-2.0-or-later
/* The report's table: header lines, a row an entry, the call graph below it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "output/output.h"

struct report {
	struct buf *out;
	const struct places *p;
	const struct session *s;
	const struct report_options *o;
	uint64_t total, chain_min;
	size_t width[SORT_KEYS];
};

static const char *const column_heads[SORT_KEYS] = {
	[SORT_COMM] = "Command",        [SORT_DSO] = "Shared Object",   [SORT_SYM] = "Symbol",
	[SORT_PID] = "    Pid:Command", [SORT_TID] = "    Tid:Command", [SORT_CPU] = "CPU",
};

static char mode_letter(uint8_t mode)
{
	static const char letters[] = { [ABI_MISC_KERNEL] = 'k',
		                        [ABI_MISC_USER] = '.',
		                        [ABI_MISC_GUEST_KERNEL] = 'g',
		                        [ABI_MISC_GUEST_USER] = 'u' };
	char c = mode < sizeof letters ? letters[mode] : 0;
	return c ? c : 'H';
}

static void cell_symbol(struct buf *b, const struct places *p, const struct hist_entry *x)
{
	const struct function *f = &p->functions[x->example];
	const char *name = function_name(p, f);
	buf_char(b, '[');
	buf_char(b, mode_letter(f->mode));
	buf_str(b, "] ");
	if (name) {
		buf_text(b, name);
	} else {
		buf_str(b, "0x");
		buf_hex_width(b, f->start, 16, '0');
	}
}

/* The text of one cell, without padding. */
static void cell(struct buf *b, const struct report *r, const struct hist_entry *x,
                 enum sort_key key)
{
	switch (key) {
	case SORT_COMM:
		buf_text(b, session_text(r->s, x->comm));
		break;
	case SORT_DSO:
		buf_text(b, session_text(r->s, r->s->files[x->file].short_name));
		break;
	case SORT_SYM:
		cell_symbol(b, r->p, x);
		break;
	case SORT_PID:
	case SORT_TID:
		buf_printf(b, "%7d:", (int)x->tid);
		buf_text(b, session_text(r->s, x->comm));
		break;
	case SORT_CPU:
		if (x->cpu == UINT32_MAX)
			buf_str(b, "-1"); /* not recorded */
		else
			buf_u64_width(b, x->cpu, 3, '0');
		break;
	case SORT_KEYS:
		break;
	}
}

static double percent_of(uint64_t part, uint64_t total)
{
	return total ? 100.0 * (double)part / (double)total : 0;
}

/* Characters, not bytes, so that columns line up under UTF-8. */
static size_t text_columns(const struct buf *b)
{
	size_t n = 0;
	for (size_t i = 0; i < b->n; i++)
		n += (b->p[i] & 0xc0) != 0x80;
	return n;
}

static void measure(struct report *r, struct hist_entry *const *v, uint32_t n)
{
	struct buf b = { 0 };
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		enum sort_key key = r->o->columns[c];
		r->width[key] = strlen(column_heads[key]);
		for (uint32_t i = 0; i < n; i++) {
			b.n = 0;
			cell(&b, r, v[i], key);
			size_t w = text_columns(&b);
			if (w > r->width[key])
				r->width[key] = w;
		}
	}
	buf_release(&b);
}

/* 1234 -> "1K", as perf shortens the number of samples. */
static void short_number(struct buf *b, uint64_t v)
{
	static const char units[] = " KMGTPE";
	int u = 0;
	for (; v >= 1000 && u < 6; v /= 1000)
		u++;
	buf_u64(b, v);
	if (u)
		buf_char(b, units[u]);
}

static void report_head(const struct report *r, uint64_t samples, const char *event, uint64_t lost)
{
	struct buf *b = r->out;
	buf_printf(b, "# Total Lost Samples: %llu\n#\n# Samples: ", (unsigned long long)lost);
	short_number(b, samples);
	buf_str(b, " of event '");
	buf_text(b, event);
	buf_printf(b, "'\n# Event count (approx.): %llu\n#\n# ", (unsigned long long)r->total);
	buf_str(b, r->o->hist.children ? "Children      Self" : "Overhead");
	if (r->o->samples)
		buf_str(b, "       Samples");
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		buf_str(b, "  ");
		buf_left(b, column_heads[r->o->columns[c]], r->width[r->o->columns[c]]);
	}
	buf_str(b, r->o->hist.children ? "\n# ........  ........" : "\n# ........");
	if (r->o->samples)
		buf_str(b, "  ............");
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		buf_str(b, "  ");
		buf_fill(b, '.', r->width[r->o->columns[c]]);
	}
	buf_str(b, "\n#\n");
}

static void percent_cell(const struct report *r, double percent)
{
	const char *colour = !r->o->colour    ? ""
	                     : percent >= 5   ? "\033[31m"
	                     : percent >= 0.5 ? "\033[32m"
	                                      : "";
	buf_str(r->out, colour);
	buf_percent(r->out, percent, 8);
	buf_str(r->out, *colour ? "\033[m" : "");
}

static void row(const struct report *r, const struct hist_entry *x, struct buf *tmp)
{
	buf_str(r->out, "  ");
	if (r->o->hist.children) {
		percent_cell(r, percent_of(x->children, r->total));
		buf_str(r->out, "  ");
	}
	percent_cell(r, percent_of(x->self, r->total));
	if (r->o->samples) {
		buf_str(r->out, "  ");
		buf_u64_width(r->out, x->self_samples, 12, ' ');
	}
	for (uint32_t c = 0; c < r->o->n_columns; c++) {
		enum sort_key key = r->o->columns[c];
		tmp->n = 0;
		cell(tmp, r, x, key);
		buf_str(r->out, "  ");
		size_t pad = r->width[key] - text_columns(tmp);
		if (key == SORT_CPU)
			buf_fill(r->out, ' ', pad);
		buf_add(r->out, tmp->p, tmp->n);
		if (key != SORT_CPU && c + 1 < r->o->n_columns)
			buf_fill(r->out, ' ', pad);
	}
	buf_char(r->out, '\n');
}

static void row_graph(const struct report *r, struct hist_entry *x)
{
	if (!x->chains)
		return;
	chain_sort(x->chains, r->p, r->chain_min);
	bool symbol_first = r->o->n_columns && r->o->columns[0] == SORT_SYM;
	output_graph(r->out, r->p, x->chains, r->total, x->children, symbol_first);
}

void output_report(struct buf *out, const struct profile *p, uint32_t event, uint64_t lost,
                   const struct report_options *o)
{
	const struct places *places = p->stacks.places;
	struct report r = { .out = out,
		            .p = places,
		            .s = places->session,
		            .o = o,
		            .total = p->event_weight[event] };
	struct hist_options grouping = o->hist;
	struct hist h;
	struct buf tmp = { 0 };
	grouping.chain_min = r.chain_min = (uint64_t)((double)r.total * o->chain_limit / 100);
	hist_build(&h, p, event, &grouping);
	struct hist_entry **v = hist_sorted(&h, o->hist.children);
	uint32_t n = 0;
	while (n < h.n && percent_of(v[n]->children, r.total) >= o->percent_limit)
		n++;
	measure(&r, v, n);
	report_head(&r, p->event_samples[event], r.s->data->events[event].name, lost);
	for (uint32_t i = 0; i < n; i++) {
		row(&r, v[i], &tmp);
		row_graph(&r, v[i]);
	}
	buf_str(out, "\n");
	buf_release(&tmp);
	free(v);
	hist_release(&h);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The cells of the report's table that say what a group is. */
#include "output/report.h"

#include <stdlib.h>

#include "base/alloc.h"

/* A comm or the name of a file, made safe once. */
struct cell_label {
	const char *text; /* NULL = not made yet */
	uint32_t n, columns;
};

enum { UNNAMED_COLUMNS = 4 + 2 + 16 }; /* "[.] ", "0x" and the digits */

const char *const cell_heads[SORT_KEYS] = {
	[SORT_COMM] = "Command",         [SORT_DSO] = "Shared Object",
	[SORT_SYM] = "Symbol",           [SORT_PID] = "    Pid:Command",
	[SORT_TID] = "    Tid:Command",  [SORT_CPU] = "CPU",
	[SORT_TGID] = "   Tgid:Command", [SORT_SRCLINE] = "Source:Line",
	[SORT_SRCFILE] = "Source File",
};

static char mode_letter(uint8_t mode)
{
	static const char letters[] = { [ABI_MISC_KERNEL] = 'k',
		                        [ABI_MISC_USER] = '.',
		                        [ABI_MISC_GUEST_KERNEL] = 'g',
		                        [ABI_MISC_GUEST_USER] = 'u' };
	char letter = mode < sizeof letters ? letters[mode] : 0;
	return letter ? letter : 'H';
}

static const struct cell_label *label_of(struct cells *c, uint32_t text)
{
	struct cell_label *l = &c->labels[text];
	if (!l->text) {
		c->tmp.n = 0;
		buf_text(&c->tmp, session_name(c->p->session, text));
		*l = (struct cell_label){ arena_dup(&c->arena, c->tmp.p, c->tmp.n),
			                  (uint32_t)c->tmp.n,
			                  (uint32_t)text_columns(c->tmp.p, c->tmp.n) };
	}
	return l;
}

static size_t cell_label(struct buf *b, struct cells *c, uint32_t text)
{
	const struct cell_label *l = label_of(c, text);
	buf_add(b, l->text, l->n);
	return l->columns;
}

void symbol_text(struct buf *b, const struct places *p, const struct function *f)
{
	const char *name = function_name(p, f);
	if (name) {
		buf_text(b, name);
		buf_str(b, f->is_inlined ? " (inlined)" : "");
	} else {
		buf_add(b, "0x", 2);
		buf_hex_width(b, f->start, 16, '0');
	}
}

void line_text(struct buf *b, const struct places *p, const struct function *f)
{
	const char *line = function_line(p, f);
	if (line) {
		buf_text(b, line);
	} else {
		buf_text(b, session_text(p->session, p->session->files[f->file].short_name));
		buf_printf(b, "[%llx]", (unsigned long long)f->start);
	}
}

void path_text(struct buf *b, const struct places *p, const struct function *f)
{
	const char *path = function_path(p, f);
	buf_text(b, path ? path : ".");
}

const char *process_name(const struct places *p, const struct hist_entry *x)
{
	return session_name(p->session, session_thread(p->session, x->pid, x->pid)->comm);
}

static size_t cell_symbol(struct buf *b, const struct cells *c, const struct hist_entry *x)
{
	const struct function *f = &c->p->functions[x->example];
	char mode[] = { '[', mode_letter(f->mode), ']', ' ' };
	buf_add(b, mode, sizeof mode);
	size_t from = b->n;
	symbol_text(b, c->p, f);
	return f->name == TABLE_NONE ? UNNAMED_COLUMNS
	                             : sizeof mode + text_columns(b->p + from, b->n - from);
}

size_t cell(struct buf *b, struct cells *c, const struct hist_entry *x, enum sort_key key)
{
	size_t from = b->n;
	switch (key) {
	case SORT_COMM:
		return cell_label(b, c, x->comm);
	case SORT_DSO:
		return cell_label(b, c, c->p->session->files[x->file].label);
	case SORT_SYM:
		return cell_symbol(b, c, x);
	case SORT_SRCLINE:
		line_text(b, c->p, &c->p->functions[x->example]);
		break;
	case SORT_SRCFILE:
		path_text(b, c->p, &c->p->functions[x->example]);
		break;
	case SORT_PID:
	case SORT_TID:
		buf_printf(b, "%7d:", (int)x->tid);
		from = b->n - from;
		return from + cell_label(b, c, x->comm);
	case SORT_TGID:
		buf_printf(b, "%7d:", (int)x->pid);
		buf_text(b, process_name(c->p, x));
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
	return text_columns(b->p + from, b->n - from);
}

static size_t cell_columns(struct cells *c, const struct hist_entry *x, enum sort_key key,
                           struct buf *b)
{
	if (key == SORT_COMM)
		return label_of(c, x->comm)->columns;
	if (key == SORT_DSO)
		return label_of(c, c->p->session->files[x->file].label)->columns;
	if (key == SORT_SYM && c->p->functions[x->example].name == TABLE_NONE)
		return UNNAMED_COLUMNS;
	b->n = 0;
	return cell(b, c, x, key);
}

void cells_measure(struct cells *c, const struct hist_rows *rows, const struct report_options *o)
{
	struct buf b = { 0 };
	for (uint32_t k = 0; k < o->n_columns; k++) {
		unsigned key = o->columns[k];
		if (key >= SORT_KEYS)
			continue;
		c->width[key] = strlen(cell_heads[key]);
		for (uint32_t i = 0; i < rows->n; i++) {
			size_t w = cell_columns(c, hist_row_any(rows, i), key, &b);
			if (w > c->width[key])
				c->width[key] = w;
		}
	}
	buf_release(&b);
}

void cells_init(struct cells *c, const struct places *p)
{
	*c = (struct cells){ .p = p };
	c->labels = mem_new(p->session->texts.n * sizeof *c->labels);
}

void cells_release(struct cells *c)
{
	buf_release(&c->tmp);
	arena_release(&c->arena);
	free(c->labels);
}

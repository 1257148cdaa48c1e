// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The call graph below an entry of the report, drawn as perf draws it: a run of functions that
 * every chain shares stands below "---", each branch below "--NN.NN%--", and a bar marks the
 * branches still to come.
 */
#include "output/report.h"

enum { INDENT = 12, DEPTH_MAX = 64 };

struct graph {
	struct buf *out;
	const struct places *p;
	uint64_t total;
	bool lines;          /* show them behind the names */
	bool bar[DEPTH_MAX]; /* by level: a branch is still to come */
};

/* A step without a name: its place in the file, or where not even that is known the address as
 * sampled. */
static void graph_unnamed(struct buf *out, const struct places *p, const struct function *f)
{
	const struct session_file *file = &p->session->files[f->file];
	if (f->file) {
		buf_char(out, '[');
		buf_text(out, session_text(p->session, file->short_name));
		buf_str(out, "+0x");
		buf_hex(out, f->start);
		buf_char(out, ']');
	} else {
		buf_str(out, "0x");
		buf_hex(out, f->start);
	}
}

static void graph_step(struct graph *g, uint32_t function)
{
	const struct function *f = &g->p->functions[function];
	const char *name = function_name(g->p, f);
	if (name)
		buf_text(g->out, name);
	else
		graph_unnamed(g->out, g->p, f);
	const char *line = g->lines ? function_line(g->p, f) : NULL;
	if (line) {
		buf_char(g->out, ' ');
		buf_text(g->out, line);
	}
	if (f->is_inlined)
		buf_str(g->out, " (inlined)");
	buf_char(g->out, '\n');
}

static void graph_bars(struct graph *g, unsigned margin, unsigned depth)
{
	buf_fill(g->out, ' ', INDENT + margin);
	for (unsigned i = 1; i <= depth; i++)
		buf_str(g->out, g->bar[i] ? "|          " : "           ");
}

static void graph_branches(struct graph *g, const struct chain_node *node, unsigned margin,
                           unsigned depth);

static void graph_branch(struct graph *g, const struct chain_node *c, unsigned margin,
                         unsigned depth)
{
	for (uint32_t i = 0; i < c->n; i++) {
		graph_bars(g, margin, depth - 1);
		if (i == 0) {
			buf_str(g->out, g->bar[depth] ? "|--" : " --");
			buf_percent(g->out, percent_of(chain_weight(c), g->total), 0);
			buf_str(g->out, "--");
		} else {
			buf_str(g->out, g->bar[depth] ? "|          " : "           ");
		}
		graph_step(g, c->run[i]);
	}
	graph_branches(g, c, margin, depth + 1);
}

static void graph_branches(struct graph *g, const struct chain_node *node, unsigned margin,
                           unsigned depth)
{
	if (depth >= DEPTH_MAX)
		return;
	for (const struct chain_node *c = node->child; c; c = c->sibling) {
		g->bar[depth] = true;
		graph_bars(g, margin, depth);
		buf_char(g->out, '\n');
		g->bar[depth] = c->sibling != NULL;
		graph_branch(g, c, margin, depth);
	}
	g->bar[depth] = false;
}

void output_graph(struct buf *out, const struct places *p, const struct chain_node *root,
                  uint64_t total, uint64_t own, bool leave_first, bool lines)
{
	struct graph g = { .out = out, .p = p, .total = total, .lines = lines };
	const struct chain_node *c = root->child;
	unsigned margin = 0;
	/* One chain for all of the entry's weight: its common run needs no percentage. */
	if (c && !c->sibling && chain_weight(c) == own) {
		for (uint32_t i = leave_first ? 1 : 0; i < c->n; i++) {
			if (!margin) {
				buf_fill(out, ' ', INDENT);
				buf_str(out, "|\n");
				buf_fill(out, ' ', INDENT);
				buf_str(out, "---");
				margin = 3;
			} else {
				buf_fill(out, ' ', INDENT + margin);
			}
			graph_step(&g, c->run[i]);
		}
		root = c;
	}
	graph_branches(&g, root, margin, 1);
	if (margin || root->child)
		buf_char(out, '\n');
}

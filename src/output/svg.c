// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A flame graph as one SVG file, for what shows pictures and no pages. It is whole without its
 * script (svg.js), which lets one zoom and search. Frames lie on rows from the root up, the
 * heaviest leftmost.
 */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"
#include "output/flame.h"
#include "output/page.h"

/* Pixels. Letters are as wide as a monospace font of 12 has them at most. */
enum {
	WIDTH = 1200,
	EDGE = 10,
	ROW = 17,
	HEAD = 58,
	FOOT = 30,
	LETTER_TENTHS = 73,
	TEXT_LEAST = 36,
	TITLE_MOST = 110, /* letters; of those that are smaller */
	EVENT_MOST = 60
};

struct svg {
	struct buf *out;
	const struct flame *f;
	const struct flame_options *o;
	const char *event;
	double *shares; /* by node: how wide */
	double *x;      /* by node: where it begins, as a share */
	uint64_t *now, *before,
		*samples; /* by node, with all below it; before NULL = not compared */
	uint64_t sum_now, sum_before, sum_samples, n_before;
	uint32_t n_rows;
	bool is_clock; /* weights are nanoseconds */
};

/* ------------------------------------------------------------------ text */

/* At most so many characters of safe text, with ".." where there are more. */
static void xml_text(struct buf *b, const char *text, size_t n, size_t most)
{
	const char *end = text + n;
	for (size_t i = 0; text < end && i < most; i++) {
		const char *from = text++;
		while (text < end && (*text & 0xc0) == 0x80)
			text++;
		if (i + 2 == most && text < end) {
			buf_str(b, "..");
			return;
		}
		if (strchr("<>&\"", *from))
			buf_printf(b, "&#%u;", (unsigned)*from);
		else
			buf_add(b, from, (size_t)(text - from));
	}
}

static void xml_str(struct buf *b, const char *text, size_t most)
{
	struct buf safe = { 0 };
	buf_text(&safe, text);
	xml_text(b, safe.p, safe.n, most);
	buf_release(&safe);
}

static double share(uint64_t part, uint64_t all)
{
	return all ? (double)part / (double)all : 0;
}

/* What shares are of is told where it is not the number of samples. */
static void put_counts(const struct svg *s, uint64_t samples, uint64_t weight)
{
	buf_printf(s->out, "%llu sample%s", (unsigned long long)samples, samples == 1 ? "" : "s");
	if (s->sum_now == s->sum_samples)
		return;
	if (s->is_clock)
		buf_printf(s->out, ", %.3f s", (double)weight / 1e9);
	else
		buf_printf(s->out, ", event count %llu", (unsigned long long)weight);
}

/* ------------------------------------------------------------------ colours */

struct colour {
	double r, g, b;
};

static struct colour mix(struct colour a, struct colour b, double part)
{
	return (struct colour){ a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part,
		                a.b + (b.b - a.b) * part };
}

/* Shades by name, so that neighbours can be told apart. */
static struct colour colour_of_kind(const struct svg *s, uint32_t frame)
{
	static const struct colour kinds[FRAME_KINDS] = {
		[FRAME_COMM] = { 190, 181, 172 },    [FRAME_USER] = { 240, 178, 114 },
		[FRAME_KERNEL] = { 137, 169, 226 },  [FRAME_JIT] = { 143, 214, 181 },
		[FRAME_INLINED] = { 196, 156, 220 }, [FRAME_UNKNOWN] = { 184, 180, 174 },
	};
	static const struct colour white = { 255, 255, 255 };
	const struct intern_text *name = frame_name(&s->f->tree.frames, frame);
	double part = (double)(hash_bytes(name->s, name->n, 0) % 64) / 200;
	return mix(kinds[s->f->tree.frames.v[frame].kind], white, part);
}

/* As the page has it: paler where so few samples differ by chance. */
static struct colour colour_of_change(const struct svg *s, uint32_t node)
{
	static const struct colour same = { 219, 219, 222 }, more = { 232, 92, 70 },
				   less = { 74, 136, 226 };
	double change = flame_change(share(s->now[node], s->sum_now),
	                             share(s->before[node], s->sum_before), (double)s->sum_samples,
	                             (double)s->n_before);
	return mix(same, change > 0 ? more : less, fabs(change));
}

/* ------------------------------------------------------------------ frames */

static double pixels(double part)
{
	return part * (WIDTH - 2 * EDGE);
}

static unsigned row_y(const struct svg *s, uint32_t row)
{
	return HEAD + (s->n_rows - 1 - row) * ROW;
}

static void put_title(const struct svg *s, uint32_t node)
{
	struct buf *b = s->out;
	const struct frames *frames = &s->f->tree.frames;
	const struct frame_shown *x = &frames->v[s->f->tree.v[node].frame];
	const struct intern_text *module = frame_module(frames, s->f->tree.v[node].frame);
	xml_text(b, frames->texts.v[x->name].s, frames->texts.v[x->name].n, SIZE_MAX);
	if (module->n) {
		buf_str(b, " (");
		xml_text(b, module->s, module->n, SIZE_MAX);
		buf_char(b, ')');
	}
	buf_char(b, ' ');
	put_counts(s, s->samples[node], s->now[node]);
	buf_printf(b, ", %.2f%%", 100 * share(s->now[node], s->sum_now));
	if (s->before)
		buf_printf(b, ", before %.2f%%", 100 * share(s->before[node], s->sum_before));
}

/* The script takes names from titles, but for those that cannot be told from the module there. */
static void put_name(struct buf *b, const struct intern_text *name,
                     const struct intern_text *module)
{
	if (!strstr(module->s, " ("))
		return;
	buf_str(b, " data-name=\"");
	xml_text(b, name->s, name->n, SIZE_MAX);
	buf_char(b, '"');
}

static void put_frame(const struct svg *s, uint32_t node, uint32_t row)
{
	struct buf *b = s->out;
	uint32_t frame = s->f->tree.v[node].frame;
	const struct intern_text *name = frame_name(&s->f->tree.frames, frame);
	double x = EDGE + pixels(s->x[node]), w = pixels(s->shares[node]);
	struct colour c = s->before ? colour_of_change(s, node) : colour_of_kind(s, frame);
	bool is_function = *frame_module(&s->f->tree.frames, frame)->s;
	buf_str(b, is_function ? "<g" : "<g class=\"group\"");
	put_name(b, name, frame_module(&s->f->tree.frames, frame));
	buf_str(b, "><title>");
	put_title(s, node);
	buf_printf(b,
	           "</title><rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\" "
	           "fill=\"#%02x%02x%02x\"/>",
	           x, row_y(s, row), w, ROW - 1, (unsigned)c.r, (unsigned)c.g, (unsigned)c.b);
	buf_printf(b, "<text x=\"%.2f\" y=\"%u\">", x + 3, row_y(s, row) + ROW - 5);
	if (w >= TEXT_LEAST)
		xml_text(b, name->s, name->n, (size_t)((w - 6) * 10 / LETTER_TENTHS));
	buf_str(b, "</text></g>\n");
}

/* Where each node begins: beside its heavier siblings. */
static void place_frames(struct svg *s)
{
	const struct stacktree *t = &s->f->tree;
	const size_t room = t->n + (size_t)1;
	struct sort_pair *order = mem_resize(NULL, room, sizeof *order),
			 *tmp = mem_resize(NULL, room, sizeof *tmp);
	uint32_t *parents = stacktree_parents(t);
	/* Where the next child begins: by node, that of the root behind the others. */
	double *end = mem_new(room * sizeof *end);
	for (uint32_t i = 0; i < t->n; i++)
		order[i] = (struct sort_pair){ (uint64_t)((1 - s->shares[i]) * 0x1p52), i };
	sort_pairs(order, tmp, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		order[i].key = (uint32_t)(parents[order[i].value] + 1); /* the root's come first */
	sort_pairs(order, tmp, t->n);
	for (uint32_t i = 0; i < t->n; i++) { /* parents come before their children */
		uint32_t node = (uint32_t)order[i].value, parent = parents[node];
		double *next = &end[parent == TABLE_NONE ? t->n : parent];
		s->x[node] = end[node] = *next;
		*next += s->shares[node];
	}
	free(order);
	free(tmp);
	free(end);
	free(parents);
}

static void put_frames(struct svg *s)
{
	const struct stacktree *t = &s->f->tree;
	struct buf *b = s->out;
	buf_str(b, "<g id=\"frames\">\n");
	buf_str(b, "<g class=\"group\"><title>all ");
	put_counts(s, s->sum_samples, s->sum_now);
	buf_printf(b,
	           ", %.2f%%</title><rect x=\"%d\" "
	           "y=\"%u\" width=\"%d\" height=\"%d\" fill=\"#d8d3cb\"/>"
	           "<text x=\"%d\" y=\"%u\">all</text></g>\n",
	           100 * share(s->sum_now, s->sum_now), EDGE, row_y(s, 0), WIDTH - 2 * EDGE,
	           ROW - 1, EDGE + 3, row_y(s, 0) + ROW - 5);
	for (uint32_t i = 0; i < t->n; i++)
		if (s->shares[i] > 0 && !(t->is_joined && !t->v[i].depth))
			put_frame(s, i, t->v[i].depth + !t->is_joined);
	buf_str(b, "</g>\n");
}

/* ------------------------------------------------------------------ the file */

static void put_head(const struct svg *s)
{
	static const char style[] =
		"text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans "
		"Mono',monospace;fill:#1f1a14}"
		"#title{font-size:17px;text-anchor:middle}#frames "
		"rect{stroke:#fbfaf8;stroke-width:.5}"
		"#frames text,#frames title{pointer-events:none}#frames g:hover rect{stroke:#000}"
		".button{cursor:pointer;fill:#b4470b}.found rect{fill:#e37fc6}";
	struct buf *b = s->out;
	unsigned height = HEAD + s->n_rows * ROW + FOOT;
	buf_printf(b,
	           "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
	           "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" "
	           "height=\"%u\" "
	           "viewBox=\"0 0 %d %u\">\n<style>%s</style>\n",
	           WIDTH, height, WIDTH, height, style);
	buf_str(b, "<script><![CDATA[\n");
	buf_add(b, svg_script.p, svg_script.n);
	buf_str(b, "]]></script>\n");
	buf_printf(b,
	           "<rect width=\"%d\" height=\"%u\" fill=\"#fbfaf8\"/>\n<text id=\"title\" "
	           "x=\"%d\" y=\"22\">",
	           WIDTH, height, WIDTH / 2);
	xml_str(b, s->o->title, TITLE_MOST);
	buf_printf(b, "</text>\n<text x=\"%d\" y=\"44\">", EDGE);
	xml_str(b, s->event, EVENT_MOST);
	buf_str(b, *s->event ? ": " : "");
	put_counts(s, s->sum_samples, s->sum_now);
	if (s->before) {
		buf_str(b, ", compared with ");
		xml_str(b, s->o->before_title, EVENT_MOST);
		buf_str(b, ": red grew, blue shrank");
	}
	buf_str(b, "</text>\n");
	buf_printf(b, "<text id=\"details\" x=\"%d\" y=\"%u\"> </text>\n", EDGE, height - 10);
	buf_printf(b,
	           "<text id=\"reset\" class=\"button\" x=\"%d\" y=\"44\" "
	           "visibility=\"hidden\">reset zoom</text>\n",
	           WIDTH - 240);
	buf_printf(b,
	           "<text id=\"search\" class=\"button\" x=\"%d\" y=\"44\" "
	           "visibility=\"hidden\">search</text>\n",
	           WIDTH - 140);
	buf_printf(b, "<text id=\"matched\" x=\"%d\" y=\"%u\" text-anchor=\"end\"> </text>\n",
	           WIDTH - EDGE, height - 10);
}

static void measure(struct svg *s)
{
	const struct stacktree *t = &s->f->tree;
	uint32_t deepest = 0;
	const struct data_event *event = data_event_named(s->f->session->data, s->event);
	s->is_clock = event && strcmp(event_unit(event), "nanoseconds") == 0;
	const struct stack_measure weight = { s->event, false }, samples = { s->event, true };
	const struct profile *before = s->f->before.profile;
	s->now = flame_totals(s->f, &s->f->shown, &weight, &s->sum_now);
	s->samples = flame_totals(s->f, &s->f->shown, &samples, &s->sum_samples);
	if (before) {
		s->before = flame_totals(s->f, &s->f->before, &weight, &s->sum_before);
		s->n_before = profile_event_sum(before, s->event, before->event_samples);
	}
	s->shares = flame_shares(s->f, s->event);
	s->x = mem_new((t->n + (size_t)1) * sizeof *s->x);
	for (uint32_t i = 0; i < t->n; i++)
		if (s->shares[i] > 0 && t->v[i].depth > deepest)
			deepest = t->v[i].depth;
	s->n_rows = deepest + 1 + !t->is_joined;
}

void flame_svg(struct buf *out, const struct flame *f, const char *event)
{
	struct svg s = { .out = out, .f = f, .o = f->o, .event = event };
	measure(&s);
	place_frames(&s);
	put_head(&s);
	put_frames(&s);
	buf_str(out, "</svg>\n");
	free(s.now);
	free(s.samples);
	free(s.before);
	free(s.shares);
	free(s.x);
}

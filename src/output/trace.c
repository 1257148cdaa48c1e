// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Tracepoint samples as text: each event's format is looked up and parsed at its first sample. An
 * event that has none in the recording's tracing data has no text.
 */
#include "output/trace.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "output/json.h"
#include "output/output.h"

struct trace_event {
	struct tracing_event *event; /* NULL = the recording does not have its format */
	struct trace_program program;
	bool is_seen, is_unknown; /* unknown: the print format is not understood */
};

void traces_init(struct traces *t, struct data *d)
{
	*t = (struct traces){ .data = d };
	t->events = mem_new(d->n_events * sizeof *t->events);
}

void traces_release(struct traces *t)
{
	free(t->events);
	free(t->printk);
	table_release(&t->printk_table);
	buf_release(&t->line);
	arena_release(&t->arena);
	*t = (struct traces){ 0 };
}

/* ------------------------------------------------------------------ what addresses mean */

/* A line is "0xADDRESS : "TEXT"". */
static void add_printk(struct traces *t, struct span line, uint32_t *cap)
{
	uint64_t addr = 0;
	size_t i = 0;
	if (line.n > 2 && memcmp(line.p, "0x", 2) == 0)
		i = 2;
	for (; i < line.n && line.p[i] != ' '; i++) {
		const char *at = memchr("0123456789abcdef", line.p[i], 16);
		if (!at)
			return;
		addr = addr << 4 | (uint64_t)(at - "0123456789abcdef");
	}
	const unsigned char *text = memchr(line.p, '"', line.n);
	if (!text || line.p[line.n - 1] != '"' || text == line.p + line.n - 1)
		return;
	VEC_ROOM(t->printk, t->n_printk, *cap);
	t->printk[t->n_printk] = (struct trace_printk){
		addr, span_of(text + 1, (size_t)(line.p + line.n - 2 - text))
	};
	table_add(&t->printk_table, hash_mix(addr, 0), t->n_printk++);
}

static void read_printk(struct traces *t)
{
	struct span s = t->data->tracing->printk, line;
	uint32_t cap = 0;
	t->has_printk = true;
	while (s.n) {
		const unsigned char *end = memchr(s.p, '\n', s.n);
		span_take(&s, end ? (size_t)(end - s.p) : s.n, &line);
		if (end)
			span_take(&s, 1, &(struct span){ 0 });
		if (line.n)
			add_printk(t, line, &cap);
	}
}

struct naming {
	struct traces *traces;
	struct places *places;
	const struct session_event *event;
};

static struct span printk_text(void *ctx, uint64_t addr)
{
	struct traces *t = ((struct naming *)ctx)->traces;
	uint32_t i = TABLE_START, at;
	if (!t->has_printk)
		read_printk(t);
	while ((at = table_probe(&t->printk_table, hash_mix(addr, 0), &i)) != TABLE_NONE)
		if (t->printk[at].addr == addr)
			return t->printk[at].text;
	return (struct span){ 0 };
}

static bool name_address(void *ctx, uint64_t addr, bool offset, struct buf *out)
{
	struct naming *n = ctx;
	struct frame f = place_address(n->places, n->event, addr);
	const struct function *fn = &n->places->functions[f.function];
	const char *name = function_name(n->places, fn);
	if (!name || fn->mode != ABI_MISC_KERNEL)
		return false;
	buf_text(out, name);
	if (offset) {
		buf_str(out, "+0x");
		buf_hex(out, f.addr - fn->start);
	}
	return true;
}

/* ------------------------------------------------------------------ a sample */

static struct trace_event *event_of(struct traces *t, const struct data_event *ev)
{
	struct tracing *tracing = t->data->tracing;
	struct trace_event *at = &t->events[ev - t->data->events];
	if (at->is_seen)
		return at;
	at->is_seen = true;
	if (tracing && ev->attr.type == ABI_TYPE_TRACEPOINT)
		at->event = tracing_find(tracing, ev->attr.config);
	if (at->event && tracing_fields(tracing, at->event, &t->arena, NULL))
		at->event = NULL;
	if (at->event)
		at->is_unknown = trace_parse(tracing, at->event, &t->arena, &at->program, NULL) !=
		                 0;
	return at;
}

void trace_members(struct buf *b, struct traces *t, const struct session_event *ev)
{
	const struct trace_event *at = event_of(t, ev->event);
	if (!at->event || !ev->sample.raw.n)
		return;
	struct trace_run run = { .tracing = t->data->tracing, .raw = ev->sample.raw };
	size_t most = b->n + TRACE_BYTES_MAX;
	for (uint32_t i = at->event->n_common; i < at->event->n_fields && b->n < most; i++) {
		const struct tracing_field *f = &at->event->fields[i];
		t->line.n = 0;
		trace_print_field(&run, f, &t->line);
		json_next(b);
		json_string(b, (const char *)f->name.p, f->name.n);
		buf_char(b, ':');
		json_string(b, t->line.p, t->line.n);
	}
}

void output_trace(struct buf *out, struct traces *t, struct places *p,
                  const struct session_event *ev)
{
	struct naming naming = { t, p, ev };
	struct trace_event *at = event_of(t, ev->event);
	if (!at->event || !ev->sample.raw.n)
		return;
	struct trace_run run = { t->data->tracing, ev->sample.raw, name_address, printk_text,
		                 &naming };
	t->line.n = 0;
	if (at->is_unknown) {
		buf_str(&t->line, "[FAILED TO PARSE]");
		trace_print_fields(&run, at->event, &t->line);
	} else {
		trace_print(&run, &at->program, &t->line);
	}
	buf_add(out, t->line.p, t->line.n);
}

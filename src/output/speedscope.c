// SPDX-License-Identifier: GPL-2.0-or-later
/* speedscope's own format: one profile an event, in the order of time, the thread's name outermost.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"
#include "output/json.h"

static void put_number(struct buf *b, uint64_t v)
{
	json_next(b);
	buf_u64(b, v);
}

static void put_sample(struct buf *b, struct frame_ids *f, const struct profile_entry *e)
{
	const struct stacks *st = &f->profile->stacks;
	const struct stack *k = &st->v[e->stack];
	json_next(b);
	buf_char(b, '[');
	put_number(b, frame_of_comm(f, e->comm));
	for (uint32_t j = k->n; j--;)
		put_number(b, frame_of_function(f, st->frames[k->first + j]));
	buf_char(b, ']');
}

static void put_profile(struct buf *b, struct frame_ids *f, const struct sort_pair *order,
                        uint32_t event)
{
	const struct profile *p = f->profile;
	const struct data_event *ev = &p->stacks.places->session->data->events[event];
	const char *unit = event_unit(ev);
	json_element(b);
	json_text(b, "type", "sampled");
	json_text(b, "name", ev->name);
	json_text(b, "unit", *unit == 'n' ? unit : "none");
	json_u64(b, "startValue", 0);
	json_u64(b, "endValue", p->event_weight[event]);
	json_open(b, "samples", '[');
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[order[i].value].event == event)
			put_sample(b, f, &p->v[order[i].value]);
	buf_char(b, ']');
	json_open(b, "weights", '[');
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[order[i].value].event == event)
			put_number(b, p->v[order[i].value].weight);
	buf_str(b, "]}");
}

static void put_frames(struct buf *b, const struct frames *frames)
{
	json_open(b, "shared", '{');
	json_open(b, "frames", '[');
	for (uint32_t i = 0; i < frames->n; i++) {
		const struct intern_text *name = frame_name(frames, i);
		const struct intern_text *module = &frames->texts.v[frames->v[i].module];
		json_element(b);
		json_name(b, "name");
		json_string(b, name->s, name->n);
		if (module->n) {
			json_name(b, "file");
			json_string(b, module->s, module->n);
		}
		buf_char(b, '}');
	}
	buf_str(b, "]}");
}

static struct sort_pair *by_time(const struct profile *p)
{
	struct sort_pair *v = mem_resize(NULL, p->n + (size_t)1, sizeof *v);
	struct sort_pair *tmp = mem_resize(NULL, p->n + (size_t)1, sizeof *tmp);
	for (uint32_t i = 0; i < p->n; i++)
		v[i] = (struct sort_pair){ p->v[i].slot, i };
	sort_pairs(v, tmp, p->n);
	free(tmp);
	return v;
}

static void speedscope_end(struct exporter *x)
{
	const struct profile *p = x->profile;
	struct frames frames = { 0 };
	struct frame_ids f;
	struct buf b = { 0 };
	struct sort_pair *order = by_time(p);
	frame_ids_init(&f, &frames, p);
	buf_char(&b, '{');
	json_text(&b, "$schema", "https://www.speedscope.app/file-format-schema.json");
	json_text(&b, "name", x->title);
	json_text(&b, "exporter", "pmrec");
	json_open(&b, "profiles", '[');
	for (uint32_t i = 0; i < p->stacks.places->session->data->n_events; i++)
		if (p->event_samples[i])
			put_profile(&b, &f, order, i);
	buf_char(&b, ']');
	put_frames(&b, &frames);
	buf_str(&b, "}\n");
	buf_add(x->out, b.p, b.n);
	buf_release(&b);
	frame_ids_release(&f);
	frames_release(&frames);
	free(order);
}

const struct export_format export_speedscope = {
	.has_all_events = true,
	.keys = PROFILE_TIME,
	.end = speedscope_end,
};

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pprof's format: the message Profile of google/pprof's proto/profile.proto in the encoding of
 * protocol buffers, packed by gzip. Each event has two values: its samples, and what it counted.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/export.h"

enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE,
	PROFILE_MAPPING,
	PROFILE_LOCATION,
	PROFILE_FUNCTION,
	PROFILE_STRING,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS,
	PROFILE_PERIOD_TYPE,
	PROFILE_PERIOD,
	PROFILE_DEFAULT_TYPE = 14,
};

struct pprof {
	const struct exporter *exporter;
	const struct profile *profile;
	const struct places *places;
	struct buf *out;
	struct intern strings; /* the first is empty */
	uint32_t *slots; /* by event the place of its first value + 1; 0 = it has no samples */
	uint32_t n_values;
	bool *hit;      /* by function */
	bool *file_hit; /* by file */
	struct buf part, inner;
};

/* ------------------------------------------------------------------ the encoding */

static void put_u64(struct buf *b, unsigned field, uint64_t v)
{
	if (!v)
		return;
	buf_varint(b, field << 3);
	buf_varint(b, v);
}

static void put_bytes(struct buf *b, unsigned field, const void *p, size_t n)
{
	buf_varint(b, field << 3 | 2);
	buf_varint(b, n);
	buf_add(b, p, n);
}

/* What is in part, as a message. */
static void put_part(struct pprof *x, unsigned field)
{
	put_bytes(x->out, field, x->part.p, x->part.n);
	x->part.n = 0;
}

static void put_inner(struct pprof *x, unsigned field)
{
	put_bytes(&x->part, field, x->inner.p, x->inner.n);
	x->inner.n = 0;
}

static uint64_t string_of(struct pprof *x, const char *text)
{
	struct buf b = { 0 };
	buf_text(&b, text);
	uint32_t id = intern_n(&x->strings, b.p, b.n);
	buf_release(&b);
	return id;
}

/* ------------------------------------------------------------------ its parts */

static void put_type(struct pprof *x, unsigned field, const char *name, const char *unit)
{
	put_u64(&x->part, 1, string_of(x, name));
	put_u64(&x->part, 2, string_of(x, unit));
	put_part(x, field);
}

/* The event that is shown unless another is chosen; its period as it was on the average. */
static void put_default(struct pprof *x, uint32_t event)
{
	const struct data_event *ev = &x->places->session->data->events[event];
	const struct profile *p = x->profile;
	put_type(x, PROFILE_PERIOD_TYPE, ev->name, event_unit(ev));
	put_u64(x->out, PROFILE_PERIOD, p->event_weight[event] / p->event_samples[event]);
	put_u64(x->out, PROFILE_DEFAULT_TYPE, string_of(x, ev->name));
}

static void put_types(struct pprof *x)
{
	const struct data *d = x->places->session->data;
	for (uint32_t i = 0; i < d->n_events; i++) {
		if (!x->profile->event_samples[i])
			continue;
		x->slots[i] = x->n_values + 1;
		x->n_values += 2;
		put_type(x, PROFILE_SAMPLE_TYPE, "samples", "count");
		put_type(x, PROFILE_SAMPLE_TYPE, d->events[i].name, event_unit(&d->events[i]));
		if (x->n_values == 2)
			put_default(x, i);
	}
}

static void put_label(struct pprof *x, const char *key, const char *text, uint64_t number)
{
	put_u64(&x->inner, 1, string_of(x, key));
	if (text)
		put_u64(&x->inner, 2, string_of(x, text));
	else
		put_u64(&x->inner, 3, number);
	put_inner(x, 3);
}

static void put_sample(struct pprof *x, const struct profile_entry *e)
{
	const struct stacks *st = &x->profile->stacks;
	const struct stack *k = &st->v[e->stack];
	for (uint32_t j = 0; j < k->n; j++) {
		uint32_t function = st->frames[k->first + j];
		buf_varint(&x->inner, function + 1);
		x->hit[function] = true;
	}
	put_inner(x, 1);
	for (uint32_t i = 0; i < x->n_values; i++)
		buf_varint(&x->inner, i + 1 == x->slots[e->event] ? e->samples
		                      : i == x->slots[e->event]   ? e->weight
		                                                  : 0);
	put_inner(x, 2);
	put_label(x, "thread", session_name(x->places->session, e->comm), 0);
	put_label(x, "pid", NULL, e->pid);
	put_label(x, "tid", NULL, e->tid);
	put_part(x, PROFILE_SAMPLE);
}

/* "file.c:12" */
static uint64_t line_number(const char *line)
{
	const char *colon = line ? strrchr(line, ':') : NULL;
	return colon ? strtoull(colon + 1, NULL, 10) : 0;
}

static void put_function(struct pprof *x, uint32_t id)
{
	const struct function *fn = &x->places->functions[id];
	const char *path = function_path(x->places, fn);
	struct buf name = { 0 };
	frame_text(&name, x->places, fn, false);
	put_u64(&x->part, 1, id + 1);
	put_u64(&x->part, 2, intern_n(&x->strings, name.p, name.n));
	put_u64(&x->part, 3, intern_n(&x->strings, name.p, name.n));
	if (path)
		put_u64(&x->part, 4, string_of(x, path));
	put_part(x, PROFILE_FUNCTION);
	buf_release(&name);
	put_u64(&x->part, 1, id + 1);
	put_u64(&x->part, 2, fn->file);
	put_u64(&x->part, 3, fn->start);
	put_u64(&x->inner, 1, id + 1);
	put_u64(&x->inner, 2, line_number(function_line(x->places, fn)));
	put_inner(x, 4);
	put_part(x, PROFILE_LOCATION);
	x->file_hit[fn->file] = true;
}

/* Addresses are those in the file, so that its mapping begins at 0. */
static void put_mapping(struct pprof *x, uint32_t file)
{
	const struct session_file *f = &x->places->session->files[file];
	for (uint32_t i = 0; i < f->n_build_id; i++)
		buf_hex_width(&x->inner, f->build_id[i], 2, '0');
	uint64_t build_id = intern_n(&x->strings, x->inner.p, x->inner.n);
	x->inner.n = 0;
	put_u64(&x->part, 1, file);
	put_u64(&x->part, 3, UINT64_MAX);
	put_u64(&x->part, 5, string_of(x, session_text(x->places->session, f->path)));
	put_u64(&x->part, 6, build_id);
	put_u64(&x->part, 7, 1);
	put_part(x, PROFILE_MAPPING);
}

/* When the recording was made, and how long it took. */
static void put_times(struct pprof *x)
{
	uint64_t first, last;
	if (!session_sample_time(x->places->session, &first, &last))
		return;
	put_u64(x->out, PROFILE_TIME_NANOS, export_day_ns(x->exporter, first, last));
	put_u64(x->out, PROFILE_DURATION_NANOS, last - first);
}

static void put_all(struct pprof *x)
{
	intern(&x->strings, "");
	put_times(x);
	put_types(x);
	for (uint32_t i = 0; i < x->profile->n; i++)
		put_sample(x, &x->profile->v[i]);
	for (uint32_t i = 0; i < x->places->n_functions; i++)
		if (x->hit[i])
			put_function(x, i);
	for (uint32_t i = 1; i < x->places->session->n_files; i++) /* 0 is none */
		if (x->file_hit[i])
			put_mapping(x, i);
	for (uint32_t i = 0; i < x->strings.n; i++)
		put_bytes(x->out, PROFILE_STRING, x->strings.v[i].s, x->strings.v[i].n);
}

static void pprof_end(struct exporter *e)
{
	const struct places *places = e->places;
	struct buf message = { 0 };
	struct pprof x = {
		.exporter = e,
		.profile = e->profile,
		.places = places,
		.out = &message,
		.slots = mem_new((places->session->data->n_events + (size_t)1) * sizeof *x.slots),
		.hit = mem_new(places->n_functions + (size_t)1),
		.file_hit = mem_new(places->session->n_files + (size_t)1),
	};
	put_all(&x);
	gzip_add(e->out, message.p, message.n);
	buf_release(&message);
	buf_release(&x.part);
	buf_release(&x.inner);
	intern_release(&x.strings);
	free(x.slots);
	free(x.hit);
	free(x.file_hit);
}

const struct export_format export_pprof = {
	.has_all_events = true,
	.keys = PROFILE_PID | PROFILE_TID,
	.end = pprof_end,
};

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What goes when samples come faster than they are written: first their copies of the stack, the
 * largest part of them and what takes most time, then they themselves, and context switches with
 * them. All is counted by event.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"
#include "data/data.h"

/* Of the whole stack or of its top. */
static bool has_copy(const struct abi_attr *a)
{
	return a->sample_type & ABI_SAMPLE_STACK_USER;
}

void shedding_init(struct shedding *s, const struct plan *p)
{
	bool has_stacks = false;
	*s = (struct shedding){ .plan = p };
	s->stacks = mem_new((p->n_events + 1) * sizeof *s->stacks);
	s->samples = mem_new((p->n_events + 1) * sizeof *s->samples);
	s->cut = mem_new(p->n_events * sizeof *s->cut);
	for (uint32_t i = 0; i < p->n_events; i++)
		has_stacks |= has_copy(&p->events[i].attr);
	if (has_stacks)
		s->piece = mem_new(SHED_PIECE_BYTES + ABI_RECORD_MAX);
	plan_ids_init(&s->ids, p);
}

void shedding_release(struct shedding *s)
{
	free((void *)s->stacks);
	free((void *)s->samples);
	free(s->cut);
	free(s->piece);
	plan_ids_release(&s->ids);
	*s = (struct shedding){ 0 };
}

/* The number of events = it is not known. */
static uint32_t event_of(const struct shedding *s, uint64_t id)
{
	uint32_t event = plan_ids_event(&s->ids, id);
	return event == TABLE_NONE ? s->plan->n_events : event;
}

static void copy_out(unsigned char *to, const struct span part[2], size_t at, size_t n)
{
	for (size_t i = 0; i < n; i += 8)
		store64(to + i, parts_word(part, at + i));
}

void shed_stacks(struct shedding *s, const struct span part[2], struct span out[2])
{
	const struct plan *p = s->plan;
	size_t n = parts_whole(part, part[0].n + part[1].n), size, to = 0;
	memset(s->cut, 0, p->n_events * sizeof *s->cut);
	for (size_t at = 0; at < n && to < SHED_PIECE_BYTES; at += size) {
		uint32_t type;
		size = parts_record(part, at, &type);
		copy_out(s->piece + to, part, at, size);
		uint32_t i = type == ABI_RECORD_SAMPLE
		                     ? event_of(s, parts_word(part, at + ABI_HEADER_BYTES))
		                     : p->n_events;
		if (i == p->n_events || !has_copy(&p->events[i].attr)) {
			to += size;
			continue;
		}
		const struct data_event ev = { .attr = p->events[i].attr,
			                       .name = p->events[i].name };
		uint32_t left = data_cut_stack(&ev, s->piece + to, (uint32_t)size);
		s->cut[i] += left < size;
		to += left;
	}
	out[0] = span_of(s->piece, to);
	out[1] = (struct span){ 0 };
}

void shed_stacks_done(struct shedding *s)
{
	for (uint32_t i = 0; i < s->plan->n_events; i++)
		s->stacks[i] += s->cut[i];
}

/* The id of a sample stands in front, that of another record at its end. */
void shed_samples(struct shedding *s, const struct span part[2], shedding_keep *keep, void *ctx)
{
	size_t n = parts_whole(part, part[0].n + part[1].n), size;
	for (size_t at = 0; at < n; at += size) {
		uint32_t type;
		struct span record[2];
		size = parts_record(part, at, &type);
		if (type == ABI_RECORD_SAMPLE) {
			s->samples[event_of(s, parts_word(part, at + ABI_HEADER_BYTES))]++;
		} else if (type == ABI_RECORD_CALLCHAIN_DEFERRED) {
			s->stacks[event_of(s, parts_word(part, at + size - 8))]++;
		} else if (type == ABI_RECORD_SWITCH || type == ABI_RECORD_SWITCH_CPU_WIDE) {
			s->samples[event_of(s, parts_word(part, at + size - 8))]++;
		} else {
			parts_cut(part, at, at + size, record);
			keep(ctx, record);
		}
	}
}

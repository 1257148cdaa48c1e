// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One block a sample, as perf script prints it: a line with who and when, then a line a frame, then
 * an empty line. The rows of SCRIPT_FIELDS say what is printed, and in which order.
 */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "output/internal.h"

#define ROW_PUT(ID, NAME, NEEDS, PUT) PUT,
static void (*const puts_by_field[])(struct buf *b, struct script *s,
                                     const struct session_event *ev) = { SCRIPT_FIELDS(ROW_PUT) };

/* Those in front of every record. */
#define FIELDS_PREFIX (2 * FIELD(TIME) - 1)

enum { NS = 1000000000 };

static void clock_read(struct script *s, const struct data *d)
{
	struct feature_reader r;
	struct data_clock c;
	if (!feature_open(d, ABI_FEATURE_CLOCK_DATA, &r) || !data_clock(&r, &c))
		return;
	s->clock_ns = (int64_t)(c.day_ns - c.recorded_ns);
	s->has_clock = true;
}

void script_open(struct script *s, struct places *p, const struct script_options *o)
{
	struct data *d = p->session->data;
	*s = (struct script){ .places = p, .o = o, .arch = data_text(d, ABI_FEATURE_ARCH) };
	s->masks = mem_new(d->n_events * sizeof *s->masks);
	for (uint32_t i = 0; i < d->n_events; i++) {
		s->masks[i] = script_fields_of(&o->fields, &d->events[i].attr);
		size_t n = strlen(d->events[i].name);
		s->event_width = n > s->event_width ? n : s->event_width;
	}
	clock_read(s, d);
	traces_init(&s->traces, d);
}

void script_close(struct script *s)
{
	traces_release(&s->traces);
	free(s->names.v);
	free(s->dsos.v);
	free(s->masks);
	arena_release(&s->texts);
	buf_release(&s->line);
	*s = (struct script){ 0 };
}

/* Padded as perf does, by the bytes as recorded. */
static void text_right(struct buf *b, const char *text, size_t width)
{
	size_t n = strlen(text);
	if (n < width)
		buf_fill(b, ' ', width - n);
	buf_text_n(b, text, n);
}

/* A pid or tid: -1 when the kernel had none to tell. */
static void put_number(struct buf *b, uint32_t v, int width, char after)
{
	if (v == UINT32_MAX)
		buf_right(b, "-1", (size_t)width);
	else
		buf_u64_width(b, v, width, ' ');
	buf_char(b, after);
}

void script_nothing(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)b, (void)s, (void)ev;
}

/* Guest of a machine that runs machines: perf says it of samples that were put in from another
 * recording. */
void script_machine_pid(struct buf *b, struct script *s, const struct session_event *ev)
{
	const struct session_guest *g = session_guest(s->places->session, ev->sample.id.id);
	if (g && g->machine_pid)
		buf_printf(b, "VM:%5d ", (int)g->machine_pid);
}

void script_vcpu(struct buf *b, struct script *s, const struct session_event *ev)
{
	const struct session_guest *g = session_guest(s->places->session, ev->sample.id.id);
	if (g && g->machine_pid)
		buf_printf(b, "VCPU:%03d ", (int)g->vcpu);
}

void script_comm(struct buf *b, struct script *s, const struct session_event *ev)
{
	bool chain = !s->o->hide_chains && (s->mask & FIELD(IP)) &&
	             (ev->event->attr.sample_type & ABI_SAMPLE_CALLCHAIN);
	const char *comm = ev->thread ? session_text(s->places->session, ev->thread->comm)
	                              : "swapper";
	text_right(b, comm, chain ? 0 : 16);
	buf_char(b, ' ');
}

void script_pid(struct buf *b, struct script *s, const struct session_event *ev)
{
	put_number(b, ev->sample.id.pid, 7, s->mask & FIELD(TID) ? '/' : ' ');
}

void script_tid(struct buf *b, struct script *s, const struct session_event *ev)
{
	if (s->mask & FIELD(PID)) { /* "PID/TID", the latter to the left */
		if (ev->sample.id.tid == UINT32_MAX)
			buf_left(b, "-1", 7);
		else
			buf_u64_left(b, ev->sample.id.tid, 7);
		buf_char(b, ' ');
	} else {
		put_number(b, ev->sample.id.tid, 7, ' ');
	}
}

void script_cpu(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	if (ev->sample.id.cpu == UINT32_MAX) {
		buf_str(b, "[-01] ");
		return;
	}
	buf_char(b, '[');
	buf_u64_width(b, ev->sample.id.cpu, 3, '0');
	buf_str(b, "] ");
}

/* The letters of perf-script(1), which takes the mode apart bit by bit. */
void script_misc(struct buf *b, struct script *s, const struct session_event *ev)
{
	static const struct {
		uint32_t type, type_2; /* 0 = any */
		uint16_t bits;
		char letter;
	} letters[] = {
		{ 0, 0, ABI_MISC_KERNEL, 'K' },
		{ 0, 0, ABI_MISC_USER, 'U' },
		{ 0, 0, ABI_MISC_HYPERVISOR, 'H' },
		{ 0, 0, ABI_MISC_GUEST_KERNEL, 'G' },
		{ 0, 0, ABI_MISC_GUEST_USER, 'g' },
		{ ABI_RECORD_MMAP, ABI_RECORD_MMAP2, ABI_MISC_MMAP_DATA, 'M' },
		{ ABI_RECORD_COMM, ABI_RECORD_COMM, ABI_MISC_COMM_EXEC, 'E' },
		{ ABI_RECORD_SWITCH, ABI_RECORD_SWITCH_CPU_WIDE, ABI_MISC_SWITCH_OUT, 'S' },
		{ ABI_RECORD_SWITCH, ABI_RECORD_SWITCH_CPU_WIDE,
		  ABI_MISC_SWITCH_OUT | ABI_MISC_SWITCH_OUT_PREEMPT, 'p' },
	};
	enum { WIDTH = 6 };
	size_t n = 0;
	(void)s;
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
		if (letters[i].type && ev->rec.type != letters[i].type &&
		    ev->rec.type != letters[i].type_2)
			continue;
		if ((ev->rec.misc & letters[i].bits) != letters[i].bits)
			continue;
		buf_char(b, letters[i].letter);
		n++;
	}
	buf_fill(b, ' ', n < WIDTH ? WIDTH - n : 1);
}

void script_tod(struct buf *b, struct script *s, const struct session_event *ev)
{
	char text[64] = "";
	uint64_t ns = ev->sample.id.time_ns + (uint64_t)s->clock_ns;
	time_t seconds = (time_t)(ns / NS);
	struct tm tm;
	if (localtime_r(&seconds, &tm))
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	if (s->o->ns)
		buf_printf(b, "%s.%09u ", text, (unsigned)(ns % NS));
	else
		buf_printf(b, "%s.%06u ", text, (unsigned)(ns % NS / 1000));
}

static uint64_t shown_time(struct script *s, uint64_t ns)
{
	if (s->o->reltime) {
		s->first_ns = s->first_ns ? s->first_ns : ns;
		return ns - s->first_ns;
	}
	uint64_t before = s->before_ns;
	s->before_ns = ns;
	return before ? ns - before : 0;
}

void script_time(struct buf *b, struct script *s, const struct session_event *ev)
{
	uint64_t ns = ev->sample.id.time_ns;
	if (s->o->reltime || s->o->deltatime)
		ns = shown_time(s, ns);
	buf_u64_width(b, ns / NS, 5, ' ');
	buf_char(b, '.');
	if (s->o->ns)
		buf_u64_width(b, ns % NS, 9, '0');
	else
		buf_u64_width(b, ns % NS / 1000, 6, '0');
	buf_str(b, ": ");
}

void script_period(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	buf_u64_width(b, ev->sample.period, 10, ' ');
	buf_char(b, ' ');
}

void script_event(struct buf *b, struct script *s, const struct session_event *ev)
{
	text_right(b, ev->event->name, s->event_width);
	buf_str(b, ": ");
}

/* What a decoder of hardware traces would say of the branch. */
void script_flags(struct buf *b, struct script *s, const struct session_event *ev)
{
	enum { WIDTH = 24 };
	(void)s, (void)ev;
	buf_fill(b, ' ', WIDTH);
}

void script_cgroup(struct buf *b, struct script *s, const struct session_event *ev)
{
	const char *path = session_cgroup(s->places->session, ev->sample.cgroup);
	buf_char(b, ' ');
	buf_text(b, path ? path : "unknown");
}

void script_prefix(struct buf *b, struct script *s, const struct session_event *ev)
{
	s->mask = s->masks[ev->event - s->places->session->data->events];
	for (uint64_t left = s->mask & FIELDS_PREFIX; left; left &= left - 1)
		puts_by_field[__builtin_ctzll(left)](b, s, ev);
}

void output_script(struct buf *out, struct script *s, const struct session_event *ev)
{
	if (s->o->json) {
		script_json(out, s, ev);
		return;
	}
	if (ev->rec.type != ABI_RECORD_SAMPLE) {
		script_line(out, s, ev);
		return;
	}
	s->mask = s->masks[ev->event - s->places->session->data->events];
	if (!s->mask)
		return;
	for (uint64_t left = s->mask; left; left &= left - 1)
		puts_by_field[__builtin_ctzll(left)](out, s, ev);
	buf_char(out, '\n');
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One block a sample, as perf script prints it: a line with who and when, then a line a frame, then
 * an empty line. Other records, when asked for, are one line each.
 */
#include "output/output.h"

unsigned script_default_fields(const struct data *d)
{
	unsigned f = FIELD_COMM | FIELD_TID | FIELD_TIME | FIELD_EVENT | FIELD_IP | FIELD_SYM |
	             FIELD_SYMOFF | FIELD_DSO | FIELD_TRACE;
	for (uint32_t i = 0; i < d->n_events; i++) {
		if (d->events[i].attr.sample_type & ABI_SAMPLE_CPU)
			f |= FIELD_CPU;
		if (d->events[i].attr.type != ABI_TYPE_TRACEPOINT &&
		    (d->events[i].attr.sample_type & (ABI_SAMPLE_PERIOD | ABI_SAMPLE_READ)))
			f |= FIELD_PERIOD;
	}
	return f;
}

unsigned script_tracepoint_fields(const struct data *d)
{
	unsigned chain = FIELD_IP | FIELD_SYM | FIELD_SYMOFF | FIELD_DSO;
	unsigned f = script_default_fields(d) & ~(FIELD_PERIOD | chain);
	for (uint32_t i = 0; i < d->n_events; i++) {
		const struct abi_attr *a = &d->events[i].attr;
		if (a->type == ABI_TYPE_TRACEPOINT && (a->sample_type & ABI_SAMPLE_CALLCHAIN))
			f |= chain;
	}
	return f;
}

static void text_right(struct buf *b, const char *s, int width)
{
	struct buf t = { 0 };
	buf_text(&t, s);
	buf_right(b, buf_cstr(&t), (size_t)width);
	buf_release(&t);
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

static void put_time(struct buf *b, uint64_t ns)
{
	buf_u64_width(b, ns / 1000000000, 5, ' ');
	buf_char(b, '.');
	buf_u64_width(b, ns % 1000000000 / 1000, 6, '0');
	buf_str(b, ": ");
}

/* Who, where and when: the fields that all records have. */
static void put_prefix(struct buf *b, const char *comm, const struct sample_id *id,
                       const struct abi_attr *attr, const struct script_options *o)
{
	bool chain = attr->sample_type & ABI_SAMPLE_CALLCHAIN;
	if (o->fields & FIELD_COMM) {
		text_right(b, comm, chain && (o->fields & FIELD_IP) ? 0 : 16);
		buf_char(b, ' ');
	}
	if (o->fields & FIELD_PID)
		put_number(b, id->pid, 7, o->fields & FIELD_TID ? '/' : ' ');
	if ((o->fields & FIELD_TID) && (o->fields & FIELD_PID))
		buf_printf(b, "%-7d ", (int)id->tid);
	else if (o->fields & FIELD_TID)
		put_number(b, id->tid, 7, ' ');
	if ((o->fields & FIELD_CPU) && id->cpu != UINT32_MAX) {
		buf_char(b, '[');
		buf_u64_width(b, id->cpu, 3, '0');
		buf_str(b, "] ");
	} else if ((o->fields & FIELD_CPU) && o->asked_for) {
		buf_str(b, "[-01] ");
	}
	if ((o->fields & FIELD_TIME) && (attr->sample_type & ABI_SAMPLE_TIME))
		put_time(b, id->time_ns);
}

static void put_frame(struct buf *b, const struct places *p, struct frame f,
                      const struct script_options *o)
{
	const struct function *fn = place_function(p, f.place);
	const char *name = function_name(p, fn);
	if (o->fields & FIELD_IP)
		buf_hex_width(b, f.ip, 16, ' ');
	if (o->fields & FIELD_SYM) {
		buf_char(b, ' ');
		buf_text(b, name ? name : "[unknown]");
		if (name && (o->fields & FIELD_SYMOFF)) {
			buf_str(b, "+0x");
			buf_hex(b, p->v[f.place].addr - fn->start);
		}
	}
	if (o->fields & FIELD_DSO) {
		/* perf has a module whose build-id it does not know by its name, other files by
		 * their path. */
		const struct session_file *file = &p->session->files[fn->file];
		bool by_name = file->kind == FILE_MODULE && !file->n_build_id;
		buf_str(b, " (");
		buf_text(b, session_text(p->session, by_name ? file->short_name : file->path));
		buf_char(b, ')');
	}
}

static void put_chain(struct buf *b, struct places *p, const struct session_event *ev,
                      const struct script_options *o)
{
	struct frame frames[FRAMES_MAX];
	bool incomplete;
	if (!(o->fields & (FIELD_IP | FIELD_SYM | FIELD_DSO)))
		return;
	if (!(ev->event->attr.sample_type & ABI_SAMPLE_CALLCHAIN)) {
		buf_char(b, ' ');
		put_frame(b, p, place_leaf(p, ev), o);
		return;
	}
	uint32_t n = place_chain(p, ev, frames, &incomplete);
	buf_char(b, '\n');
	for (uint32_t i = 0; i < n && i < o->max_stack; i++) {
		buf_char(b, '\t');
		put_frame(b, p, frames[i], o);
		buf_char(b, '\n');
	}
}

static void put_sample(struct buf *b, struct places *p, const struct session_event *ev,
                       const struct script_options *all)
{
	struct script_options event = *all, *o = &event;
	if (!o->asked_for && ev->event->attr.type == ABI_TYPE_TRACEPOINT)
		o->fields = o->tracepoint_fields;
	const struct sample *s = &ev->sample;
	put_prefix(b, session_text(p->session, ev->thread->comm), &s->id, &ev->event->attr, o);
	if (o->fields & FIELD_PERIOD) {
		buf_u64_width(b, s->period, 10, ' ');
		buf_char(b, ' ');
	}
	if (o->fields & FIELD_EVENT) {
		text_right(b, ev->event->name, o->event_width);
		buf_str(b, ": ");
	}
	if ((o->fields & FIELD_TRACE) && o->traces)
		output_trace(b, o->traces, p, ev);
	if (o->fields & FIELD_ADDR && (ev->event->attr.sample_type & ABI_SAMPLE_ADDR))
		buf_hex_width(b, s->addr, 16, ' ');
	put_chain(b, p, ev, o);
	buf_char(b, '\n');
}

static void put_mmap(struct buf *b, const struct session_event *ev)
{
	struct body_mmap m;
	if (body_mmap(&ev->rec, ev->event, &m, NULL))
		return;
	buf_printf(b, "PERF_RECORD_%s %d/%d: [0x%llx(0x%llx) @ ", m.is_mmap2 ? "MMAP2" : "MMAP",
	           (int)m.pid, (int)m.tid, (unsigned long long)m.start, (unsigned long long)m.len);
	if (!m.is_mmap2) {
		buf_printf(b, "0x%llx]: %c ", (unsigned long long)m.pgoff, m.prot & 4 ? 'x' : 'r');
	} else if (ev->rec.misc & ABI_MISC_MMAP_BUILD_ID) {
		buf_printf(b, "%#llx <", (unsigned long long)m.pgoff);
		for (uint8_t i = 0; i < m.n_build_id; i++)
			buf_hex_width(b, m.build_id[i], 2, '0');
		buf_str(b, ">]:");
	} else {
		buf_printf(b, "%#llx %02x:%02x %llu %llu]:", (unsigned long long)m.pgoff, m.maj,
		           m.min, (unsigned long long)m.ino, (unsigned long long)m.ino_generation);
	}
	if (m.is_mmap2)
		buf_printf(b, " %c%c%c%c ", m.prot & 1 ? 'r' : '-', m.prot & 2 ? 'w' : '-',
		           m.prot & 4 ? 'x' : '-', m.flags & 1 ? 's' : 'p');
	buf_text(b, m.path);
	buf_char(b, '\n');
}

static void put_task(struct buf *b, const struct session_event *ev)
{
	struct body_task t;
	struct body_comm c;
	if (ev->rec.type == ABI_RECORD_COMM) {
		if (body_comm(&ev->rec, ev->event, &c, NULL))
			return;
		buf_str(b, ev->rec.misc & ABI_MISC_COMM_EXEC ? "PERF_RECORD_COMM exec: "
		                                             : "PERF_RECORD_COMM: ");
		buf_text(b, c.comm);
		buf_printf(b, ":%d/%d\n", (int)c.pid, (int)c.tid);
	} else if (body_task(&ev->rec, ev->event, &t, NULL) == 0) {
		buf_printf(b, "PERF_RECORD_%s(%d:%d):(%d:%d)\n", abi_record_name(ev->rec.type),
		           (int)t.pid, (int)t.tid, (int)t.ppid, (int)t.ptid);
	}
}

static void put_lost(struct buf *b, const struct session_event *ev)
{
	struct body_lost l;
	if (body_lost(&ev->rec, ev->event, &l, NULL))
		return;
	buf_printf(b, "PERF_RECORD_LOST lost %llu\n", (unsigned long long)l.lost);
}

/* Which records are printed, on which wish, and how. */
static const struct {
	uint32_t type;
	size_t wish; /* offset of a bool in script_options */
	void (*put)(struct buf *b, const struct session_event *ev);
} lines[] = {
	{ ABI_RECORD_MMAP, offsetof(struct script_options, mmap_events), put_mmap },
	{ ABI_RECORD_MMAP2, offsetof(struct script_options, mmap_events), put_mmap },
	{ ABI_RECORD_COMM, offsetof(struct script_options, task_events), put_task },
	{ ABI_RECORD_FORK, offsetof(struct script_options, task_events), put_task },
	{ ABI_RECORD_EXIT, offsetof(struct script_options, task_events), put_task },
	{ ABI_RECORD_LOST, offsetof(struct script_options, lost_events), put_lost },
};

void output_script(struct buf *out, struct places *p, const struct session_event *ev,
                   const struct script_options *o)
{
	if (ev->rec.type == ABI_RECORD_SAMPLE) {
		put_sample(out, p, ev, o);
		return;
	}
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		if (lines[i].type != ev->rec.type ||
		    !*(const bool *)((const char *)o + lines[i].wish))
			continue;
		struct sample_id id;
		data_sample_id(ev->event, &ev->rec, &id);
		const char *comm = ev->thread ? session_text(p->session, ev->thread->comm)
		                              : "swapper";
		put_prefix(out, comm, &id, &ev->event->attr, o);
		lines[i].put(out, ev);
	}
}

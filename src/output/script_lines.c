// SPDX-License-Identifier: GPL-2.0-or-later
/* Records that are no samples, as script prints those that were asked for: a line each. */
#include "output/internal.h"

struct line {
	struct buf *b;
	struct script *s;
	const struct session_event *ev;
};

/* Most say what the dump says of them. */
static void put_dumped(const struct line *l)
{
	dump_kernel(l->b, &l->ev->rec, l->ev->event, &l->ev->sample.id);
}

static void put_lost(const struct line *l)
{
	buf_str(l->b, " lost ");
	buf_u64(l->b, dump_word(&l->ev->rec, 16));
	buf_char(l->b, '\n');
}

static void put_text_poke(const struct line *l)
{
	struct places *p = l->s->places;
	struct buf where = { 0 };
	struct frame f = place_address(p, l->ev, dump_word(&l->ev->rec, 8));
	if (p->functions[f.function].file)
		script_name(&where, l->s, &f, true);
	dump_text_poke(l->b, &l->ev->rec, buf_cstr(&where));
	buf_char(l->b, '\n');
	buf_release(&where);
}

#define WISH(NAME) offsetof(struct script_options, NAME)

/* Which records are printed, on which wish, and how. */
static const struct {
	uint32_t type;
	size_t wish; /* offset of a bool in script_options */
	void (*put)(const struct line *l);
} lines[] = {
	{ ABI_RECORD_MMAP, WISH(mmap_events), put_dumped },
	{ ABI_RECORD_MMAP2, WISH(mmap_events), put_dumped },
	{ ABI_RECORD_COMM, WISH(task_events), put_dumped },
	{ ABI_RECORD_FORK, WISH(task_events), put_dumped },
	{ ABI_RECORD_EXIT, WISH(task_events), put_dumped },
	{ ABI_RECORD_LOST, WISH(lost_events), put_lost },
	{ ABI_RECORD_SWITCH, WISH(switch_events), put_dumped },
	{ ABI_RECORD_SWITCH_CPU_WIDE, WISH(switch_events), put_dumped },
	{ ABI_RECORD_NAMESPACES, WISH(namespace_events), put_dumped },
	{ ABI_RECORD_CGROUP, WISH(cgroup_events), put_dumped },
	{ ABI_RECORD_KSYMBOL, WISH(bpf_events), put_dumped },
	{ ABI_RECORD_BPF_EVENT, WISH(bpf_events), put_dumped },
	{ ABI_RECORD_KSYMBOL, WISH(text_poke_events), put_dumped },
	{ ABI_RECORD_TEXT_POKE, WISH(text_poke_events), put_text_poke },
};

static bool wished(const struct script *s, size_t wish)
{
	return *(const bool *)((const char *)s->o + wish);
}

static void put_line(struct buf *b, struct script *s, const struct session_event *ev,
                     void (*put)(const struct line *l))
{
	struct session_event shown = *ev;
	struct sample_id *id = &shown.sample.id;
	data_sample_id(ev->event, &ev->rec, id);
	if (!ev->event->tail_bytes && ev->thread) {
		id->pid = ev->thread->pid;
		id->tid = ev->thread->tid;
	}
	if (ev->event->tail_bytes && ev->event->attr.sample_type & ABI_SAMPLE_TID)
		shown.thread = session_thread(s->places->session, id->pid, id->tid);
	/* perf has CPU 0 for those that do not say. */
	if (id->cpu == UINT32_MAX)
		id->cpu = 0;
	script_prefix(b, s, &shown);
	buf_str(b, "PERF_RECORD_");
	buf_str(b, abi_record_name(ev->rec.type));
	put(&(struct line){ b, s, &shown });
}

void script_line(struct buf *b, struct script *s, const struct session_event *ev)
{
	if (ev->rec.type == ABI_RECORD_FINISHED_ROUND && s->o->round_events)
		buf_str(b, "PERF_RECORD_FINISHED_ROUND\n");
	if (!ev->event)
		return;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (lines[i].type == ev->rec.type && wished(s, lines[i].wish)) {
			put_line(b, s, ev, lines[i].put);
			return;
		}
}

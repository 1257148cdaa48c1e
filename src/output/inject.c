// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records, one by one, as the session hands them out: in order of time. So the ends of rounds may
 * stay where they come: what follows one is younger than all before it, but for samples that wait
 * for the user part of their chain, and while there are any no round ends.
 */
#include "output/inject.h"

#include <stdlib.h>

#include "base/alloc.h"

/* ------------------------------------------------------------------ events */

/* Only where the walk has what it takes, and the chain a place. */
static void event_unstack(struct abi_attr *a)
{
	const uint64_t all = ABI_SAMPLE_CALLCHAIN | ABI_SAMPLE_REGS_USER | ABI_SAMPLE_STACK_USER;
	if ((a->sample_type & all) == all)
		attr_unstack(a, false, false);
}

static int check_stream(const struct write_event *ev, struct err *e)
{
	enum { NAME_BYTES_MAX = 4096 };
	if (ev->n_ids <= WRITE_STREAM_IDS_MAX && strlen(ev->name) < NAME_BYTES_MAX)
		return 0;
	return err_set(e, ERR_UNSUPPORTED,
	               "event '%.64s' has no place in a stream: write a file with -o FILE",
	               ev->name);
}

int inject_open(struct inject *j, struct places *p, bool stream, struct err *e)
{
	const struct data *d = p->session->data;
	*j = (struct inject){ .places = p, .n_events = d->n_events };
	if (d->swapped)
		return err_set(e, ERR_UNSUPPORTED,
		               "it was recorded on a machine of the other byte order, and can only "
		               "be read");
	j->events = mem_new(d->n_events * sizeof *j->events);
	j->chain = mem_new(ABI_RECORD_MAX);
	j->record = mem_new(ABI_RECORD_MAX);
	uint32_t most = ABI_ATTR_VER0;
	for (uint32_t i = 0; i < d->n_events; i++) {
		const struct data_event *ev = &d->events[i];
		j->events[i] = (struct write_event){ ev->attr, ev->ids, ev->n_ids, ev->name };
		event_unstack(&j->events[i].attr);
		most = ev->attr.size > most ? ev->attr.size : most;
		int rc = stream ? check_stream(&j->events[i], e) : 0;
		if (rc)
			return rc;
	}
	/* What a later recorder has behind the attr that we know is lost. */
	most = most < sizeof(struct abi_attr) ? most : sizeof(struct abi_attr);
	for (uint32_t i = 0; i < d->n_events; i++)
		j->events[i].attr.size = most;
	return 0;
}

void inject_close(struct inject *j)
{
	inject_hits_release(&j->hits);
	buf_release(&j->event_desc);
	buf_release(&j->names);
	free(j->processes);
	free(j->events);
	free(j->chain);
	free(j->record);
	*j = (struct inject){ 0 };
}

/* ------------------------------------------------------------------ chains in two parts */

static struct inject_process *process_at(struct inject *j, const struct thread *t)
{
	if (t->process >= j->n_processes) {
		uint32_t n = j->places->session->n_processes;
		j->processes = mem_resize(j->processes, n, sizeof *j->processes);
		memset(j->processes + j->n_processes, 0,
		       (n - j->n_processes) * sizeof *j->processes);
		j->n_processes = n;
	}
	return &j->processes[t->process];
}

static void see_comm(struct inject *j, const struct session_event *ev)
{
	if (ev->thread && ev->rec.misc & ABI_MISC_COMM_EXEC)
		*process_at(j, ev->thread) = (struct inject_process){ .exec_ns = ev->time_ns };
}

/* The user part of what was sampled in an execve is that of the new program: it makes no sense with
 * the mappings that there were when the sample was taken. */
static bool is_of_execve(struct inject *j, const struct session_event *ev)
{
	struct sample_id id;
	if (!ev->event)
		return false;
	data_sample_id(ev->event, &ev->rec, &id);
	struct inject_process *p = process_at(j,
	                                      session_thread(j->places->session, id.pid, id.tid));
	bool is = p->exec_ns && !p->is_over;
	p->is_over = true;
	return is;
}

static struct words merged_chain(struct inject *j, const struct session_event *ev)
{
	struct words chain = ev->sample.chain, user = ev->sample.user_chain;
	if (chain.n < 2 || !user.n || ev->time_ns < process_at(j, ev->thread)->exec_ns)
		return chain;
	uint32_t n = chain_join(chain, ev->rec.misc & ABI_MISC_CPUMODE_MASK, user, true, j->chain,
	                        ABI_RECORD_MAX / 8);
	j->n_merged++;
	return (struct words){ (const unsigned char *)j->chain, n };
}

/* ------------------------------------------------------------------ records */

static void add(struct buf *out, const struct session_event *ev)
{
	buf_add(out, ev->rec.p, ev->rec.n);
}

static void add_sample(struct inject *j, struct buf *out, const struct session_event *ev)
{
	const struct data *d = j->places->session->data;
	const struct abi_attr *to = &j->events[ev->event - d->events].attr;
	bool is_unstacked = to->sample_type != ev->event->attr.sample_type;
	struct session_event hit = *ev;
	if (!is_unstacked)
		hit.sample.chain = merged_chain(j, ev);
	else if (ev->sample.user_stack.n)
		hit.sample.chain = place_unwind(j->places, ev);
	hit.sample.user_stack = (struct span){ 0 };
	j->n_samples++;
	j->n_unwound += ev->sample.user_stack.n && is_unstacked;
	inject_hits_add(&j->hits, j->places, &hit);
	if (!is_unstacked && hit.sample.chain.p == ev->sample.chain.p) {
		add(out, ev);
	} else {
		uint32_t n = data_rechain(ev->event, &ev->rec, &ev->sample, to, hit.sample.chain,
		                          j->record);
		buf_add(out, j->record, n);
	}
}

/* With what follows the record. */
static void add_with_payload(const struct data *d, struct buf *out, const struct record *r)
{
	uint64_t n = data_payload(r);
	for (uint32_t i = 0; i < d->n_areas; i++) {
		const struct data_area *a = &d->areas[i];
		const unsigned char *end = a->bytes.p + a->end;
		if (r->p < a->bytes.p + a->begin || r->p >= end)
			continue;
		if (n <= (uint64_t)(end - r->p) - r->n)
			buf_add(out, r->p, r->n + n);
		return;
	}
}

/* What the header of the new recording says in their place. */
static bool is_of_header(const struct data *d, const struct record *r)
{
	enum { UPDATE_NAME = 2 };
	switch (r->type) {
	case ABI_RECORD_HEADER_ATTR:
	case ABI_RECORD_HEADER_EVENT_TYPE:
	case ABI_RECORD_HEADER_FEATURE:
	case ABI_RECORD_COMPRESSED:
	case ABI_RECORD_COMPRESSED2:
		return true;
	case ABI_RECORD_HEADER_TRACING_DATA:
	case ABI_RECORD_HEADER_BUILD_ID:
		return d->pipe;
	case ABI_RECORD_EVENT_UPDATE:
		return d->pipe && r->n >= 16 && load64(r->p + 8) == UPDATE_NAME;
	default:
		return false;
	}
}

void inject_record(struct inject *j, struct buf *out, const struct session_event *ev)
{
	const struct session *s = j->places->session;
	switch (ev->rec.type) {
	case ABI_RECORD_SAMPLE:
		add_sample(j, out, ev);
		break;
	case ABI_RECORD_FINISHED_ROUND:
		if (!s->n_held)
			add(out, ev);
		break;
	case ABI_RECORD_CALLCHAIN_DEFERRED:
		if (is_of_execve(j, ev))
			add(out, ev);
		break;
	case ABI_RECORD_COMM:
		see_comm(j, ev);
		add(out, ev);
		break;
	default:
		if (is_of_header(s->data, &ev->rec))
			break;
		if (data_payload(&ev->rec))
			add_with_payload(s->data, out, &ev->rec);
		else
			add(out, ev);
	}
}

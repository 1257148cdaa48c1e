// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The files of a recording: one, or one after another, each whole by itself.
 *
 * What a file needs of the time before it is told by records made from /proc. Between that walk and
 * the switch processes come and go; so the tracking records of that time are put into both files.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/embed.h"

/* ------------------------------------------------------------------ from the queue */

static void add_round(struct recorder *r)
{
	if (!r->rings.no_rounds) {
		write_finished_round(&r->sink.own);
		sink_own(&r->sink, span_of(r->sink.own.p, r->sink.own.n));
		r->sink.own.n = 0;
	}
	sink_commit(&r->sink);
	if (r->names)
		names_round(r->names);
}

/* The kernel marks a mapping's record for one recorder that asked for the build-id, and leaves the
 * mark there for the next one, who gets device and inode (perf_event_mmap_output(), up to 6.18). */
static void unmark_mappings(const struct recorder *r, const struct span part[2])
{
	enum { MISC_OFF = 4 };
	size_t n = part[0].n + part[1].n, size;
	if (plan_tracker(&r->plan)->attr.flags & ABI_BUILD_ID)
		return;
	for (size_t at = 0; at + ABI_HEADER_BYTES <= n; at += size) {
		uint32_t type;
		size = parts_record(part, at, &type);
		if (size < ABI_HEADER_BYTES || size > n - at)
			return;
		if (type != ABI_RECORD_MMAP2)
			continue;
		/* The queue's memory is ours; a header lies in one part. */
		const unsigned char *head = at < part[0].n ? part[0].p + at
		                                           : part[1].p + (at - part[0].n);
		unsigned char *misc = (unsigned char *)(uintptr_t)head + MISC_OFF;
		store16(misc, load16(misc) & (uint16_t)~ABI_MISC_MMAP_BUILD_ID);
	}
}

static void move_tracking(struct recorder *r, const struct span part[2], struct buf *copy)
{
	unmark_mappings(r, part);
	rings_move(&r->rings, &r->sink, part);
	bpf_see(r->bpf, part);
	if (r->held)
		held_see(r->held, part, part[0].n + part[1].n);
	if (r->stacks)
		stacks_track(r->stacks, part);
	for (int k = 0; copy && k < 2; k++)
		buf_add(copy, part[k].p, part[k].n);
}

static void put_samples(void *ctx, struct span records)
{
	struct recorder *r = ctx;
	const struct span part[2] = { records, { 0 } };
	rings_move(&r->rings, &r->sink, part);
}

static struct queue *take(struct recorder *r, struct reader_mark mark, struct queue_chunk *c)
{
	struct queue *samples;
	uint64_t end;
	if (!r->stacks)
		return reader_take(r->reader, mark, c);
	struct queue *q = reader_take_round(r->reader, mark, c, &samples, &end);
	if (q && c->kind == QUEUE_ROUND)
		stacks_round(r->stacks, samples, end, put_samples, r);
	return q;
}

static void renew_stacks(struct recorder *r)
{
	struct buf now = { 0 };
	stacks_renew(r->stacks);
	synth_again(&now, r);
	stacks_early(r->stacks, span_of(now.p, now.n));
	buf_release(&now);
}

void files_move(struct recorder *r, struct buf *copy)
{
	struct queue_chunk c;
	struct reader_mark mark = reader_mark(r->reader);
	for (struct queue *q; (q = take(r, mark, &c));) {
		if (c.kind == QUEUE_TRACKING)
			move_tracking(r, c.part, copy);
		else if (c.kind == QUEUE_ROUND)
			add_round(r);
		else
			rings_move(&r->rings, &r->sink, c.part);
		queue_consume(q, &c);
	}
	if (r->stacks && stacks_is_full(r->stacks))
		renew_stacks(r);
}

/* The same of all that is in the rings by now. */
static void flush(struct recorder *r, struct buf *copy)
{
	reader_ask(r->reader);
	while (!reader_answered(r->reader)) {
		files_move(r, copy);
		if (!reader_answered(r->reader))
			reader_wait(r->reader);
	}
	files_move(r, copy);
}

/* ------------------------------------------------------------------ the beginning of a file */

static int open_output(struct recorder *r, struct err *e)
{
	return r->sink.file.fd >= 0 ? 0 : sys_output_open(&r->sink.file, r->o->output, e);
}

/* Records made elsewhere, which names did not see in a ring. */
static void add_early(struct recorder *r, const struct buf *early)
{
	const struct span part[2] = { span_of(early->p, early->n), { 0 } };
	if (r->held) {
		held_see(r->held, part, early->n);
		held_tell_apart(r->held, (unsigned char *)early->p, early->n);
	}
	if (r->names)
		names_see(r->names, part, early->n);
	sink_own(&r->sink, part[0]);
}

/* The stream form has no place for names. */
struct hits *files_hits(const struct recorder *r)
{
	return r->o->no_embed || !r->sink.file.regular ? NULL : hits_new(&r->plan);
}

static void begin(struct recorder *r, const struct buf *early)
{
	if (!sink_rereads(&r->sink) && r->held)
		r->names = names_new(r->o->build_ids_of_all, r->held, files_hits(r));
	r->rings.names = r->names;
	sink_begin(&r->sink, r->plan.written, r->plan.n_events);
	features_begin(r);
	sink_own(&r->sink, span_of(r->sink.own.p, r->sink.own.n));
	r->sink.own.n = 0;
	add_early(r, early);
	sink_commit(&r->sink);
}

int files_check(const struct recorder *r, struct err *e)
{
	for (uint32_t i = 0; r->sink.file.stream && i < r->plan.n_events; i++)
		if (r->plan.events[i].n_ids > WRITE_STREAM_IDS_MAX)
			return err_set(e, ERR_LIMIT,
			               "the stream form has no room for so many threads (%u "
			               "counters of '%s'); write to a file",
			               r->plan.events[i].n_ids, r->plan.events[i].name);
	return 0;
}

int files_begin(struct recorder *r, struct err *e)
{
	struct buf early = { 0 };
	r->bpf = bpf_new(BPF_BYTES_MAX);
	if (!r->o->no_bpf)
		bpf_collect(r->bpf);
	if (recorder_holds(r->o))
		r->held = held_new();
	r->lost_told = mem_new(r->plan.n_events * sizeof *r->lost_told);
	if (recorder_unwinds(r->o) &&
	    plan_unwind(&r->plan, r->o->samples.user_regs != 0, r->o->samples.no_user_chain))
		r->stacks = stacks_new(&r->plan, r->held);
	if (!r->o->tail_synthesize)
		synth(&early, r);
	if (r->stacks)
		stacks_early(r->stacks, span_of(early.p, early.n));
	begin(r, &early);
	buf_release(&early);
	if (r->sink.failed)
		return err_sys(e, r->sink.failed, "cannot write '%s'", r->o->output);
	return 0;
}

/* ------------------------------------------------------------------ the end of a file */

/* The samples that found no room, for each event: by the kernel's count, which old ones lack, and
 * in the queue. */
static void add_lost(struct recorder *r)
{
	const struct plan *p = &r->plan;
	for (uint32_t i = 0; i + 1 < p->n_events; i++) {
		const struct write_event *ev = &p->events[i];
		struct write_id id = { .cpu = UINT32_MAX,
			               .id = ev->ids[0],
			               .time_ns = r->rings.tally.last_ns };
		struct sys_perf_count count;
		uint64_t lost = 0;
		bool counts = ev->attr.read_format & ABI_FORMAT_LOST;
		for (uint32_t place = 0; counts && place < p->n_places; place++)
			if (sys_perf_read(counter_fd(&r->counters, p, i, place),
			                  ev->attr.read_format, &count) == 0)
				lost += count.lost;
		lost += reader_dropped(r->reader, i);
		if (lost > r->lost_told[i])
			write_lost_samples(&r->sink.own, &ev->attr, lost - r->lost_told[i], &id);
		r->lost_told[i] = lost;
	}
	sink_own(&r->sink, span_of(r->sink.own.p, r->sink.own.n));
	r->sink.own.n = 0;
}

static void add_tail(struct recorder *r)
{
	struct buf tail = { 0 };
	if (r->o->tail_synthesize) {
		synth(&tail, r);
		add_early(r, &tail);
	}
	buf_release(&tail);
}

/* A name that is used up within a hundredth of a second: the next one. */
static const char *rename_by_time(struct recorder *r)
{
	enum { TRIES_MAX = 100 };
	const char *name = NULL;
	for (unsigned i = 0; !name && i < TRIES_MAX; i++) {
		char stamp[20];
		sys_timestamp(stamp, i);
		name = sys_output_rename(&r->sink.file, stamp);
		if (!name && errno != EEXIST)
			break;
	}
	if (!name)
		log_say(r->o->log, LOG_WARNING, "cannot rename '%s': %s", r->o->output,
		        strerror(errno));
	return name;
}

/* With a limit the oldest goes. */
static void remember(struct recorder *r, const char *name)
{
	uint32_t n = r->o->switch_files;
	if (!n)
		return;
	if (!r->dumped)
		r->dumped = mem_new(n * sizeof *r->dumped);
	char **place = &r->dumped[r->n_dumped++ % n];
	if (*place)
		sys_unlink(*place);
	free(*place);
	*place = mem_dup(name, strlen(name));
}

static void end_file(struct recorder *r)
{
	struct capture_result *result = r->result;
	add_lost(r);
	add_tail(r);
	sink_commit(&r->sink);
	if (r->sink.failed && !r->rings.tally.n_samples)
		sink_discard(&r->sink);
	else
		features_finish(r);
	const char *name = r->o->timestamp_name && r->sink.file.placed ? rename_by_time(r) : NULL;
	if (name)
		remember(r, name);
	if (name && r->o->switch_on)
		log_say(r->o->log, LOG_NOTICE, "wrote '%s'", name);
	result->n_samples += r->rings.tally.n_samples;
	result->n_lost += r->rings.tally.n_lost;
	result->file_bytes = r->sink.data_off + r->sink.data_bytes;
	result->raw_bytes = r->sink.raw_bytes;
	r->rings.tally = (struct tally){ 0 };
	names_free(r->names);
	r->names = r->rings.names = NULL;
}

void files_finish(struct recorder *r)
{
	flush(r, NULL);
	if (r->rings.overwrite)
		rings_snapshot(&r->rings, &r->sink);
	end_file(r);
}

/* ------------------------------------------------------------------ meanwhile */

void files_snapshot(struct recorder *r)
{
	if (!r->rings.overwrite)
		return;
	flush(r, NULL);
	rings_snapshot(&r->rings, &r->sink);
}

static void begin_next(struct recorder *r, const struct buf *early)
{
	struct err e = { 0 };
	sink_next(&r->sink);
	if (open_output(r, &e) < 0) {
		log_say(r->o->log, LOG_WARNING, "%s", e.text);
		r->sink.failed = e.sys ? e.sys : EIO;
		return;
	}
	begin(r, early);
	if (!r->sink.failed)
		r->sink.failed = -sys_output_place(&r->sink.file);
}

void files_switch(struct recorder *r)
{
	struct buf early = { 0 };
	if (r->sink.failed)
		return;
	flush(r, NULL);
	if (!r->o->tail_synthesize)
		synth_again(&early, r);
	flush(r, &early);
	if (r->rings.overwrite)
		rings_snapshot(&r->rings, &r->sink);
	end_file(r);
	if (!r->sink.failed)
		begin_next(r, &early);
	buf_release(&early);
}

void files_release(struct recorder *r)
{
	for (uint32_t i = 0; r->dumped && i < r->o->switch_files; i++)
		free(r->dumped[i]);
	free(r->dumped);
	free(r->lost_told);
	names_free(r->names);
	stacks_free(r->stacks);
	held_free(r->held);
	bpf_free(r->bpf);
	r->stacks = NULL;
	r->held = NULL;
	r->bpf = NULL;
	r->dumped = NULL;
	r->lost_told = NULL;
	r->names = NULL;
}

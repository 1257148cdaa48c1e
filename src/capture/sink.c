// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The output. A file's header tells how many bytes of records there are, and is only changed after
 * whole records were written: whenever the recorder dies, the file is good up to there. The stream
 * form has no such header: attrs and features are records among the others.
 */
#include <errno.h>

#include "capture/parts.h"
#include "capture/sink.h"

void sink_begin(struct sink *s, const struct write_event *events, uint32_t n_events)
{
	struct buf b = { 0 };
	if (s->file.stream)
		write_stream_start(&b, events, n_events);
	else
		write_prologue(&b, events, n_events);
	s->data_off = b.n;
	s->failed = sys_write(&s->file.fd, b.p, b.n);
	buf_release(&b);
}

void sink_discard(struct sink *s)
{
	sys_output_discard(&s->file);
	s->data_off = s->data_bytes = 0;
}

/* A frame is written as a whole or not at all: what it holds cannot be told by its length. */
static size_t add_packed(struct sink *s, struct span a, struct span b)
{
	s->packed.n = 0;
	write_zstd(s->zstd, &s->packed, a, b);
	s->failed = sys_write(&s->file.fd, s->packed.p, s->packed.n);
	if (s->failed)
		return 0;
	s->data_bytes += s->packed.n;
	s->raw_bytes += a.n + b.n;
	return a.n + b.n;
}

size_t sink_add(struct sink *s, struct span a, struct span b)
{
	size_t n = 0;
	if (s->failed)
		return 0;
	if (s->zstd)
		return add_packed(s, a, b);
	s->failed = sys_write_two(s->file.fd, a, b, &n);
	if (s->failed)
		n = parts_whole((const struct span[2]){ a, b }, n);
	s->data_bytes += n;
	return n;
}

void sink_own(struct sink *s, struct span records)
{
	size_t n = 0;
	const struct span none = { 0 };
	if (s->failed)
		return;
	s->failed = sys_write_two(s->file.fd, records, none, &n);
	if (s->failed)
		n = parts_whole((const struct span[2]){ records, none }, n);
	s->data_bytes += n;
}

static void set_data_bytes(struct sink *s)
{
	s->failed = sys_write_at(s->file.fd, &s->data_bytes, sizeof s->data_bytes,
	                         WRITE_DATA_SIZE_OFF);
}

void sink_commit(struct sink *s)
{
	if (s->file.regular && !s->failed)
		set_data_bytes(s);
}

static void write_end(struct sink *s, const struct write_event *events, uint32_t n_events,
                      const uint64_t *features, const struct span *content)
{
	struct buf b = { 0 };
	write_features(&b, s->data_off + s->data_bytes, features, content);
	s->failed = sys_write(&s->file.fd, b.p, b.n);
	b.n = 0;
	if (!s->failed) {
		uint32_t each = events[0].attr.size + 16;
		uint64_t attrs_off = WRITE_HEADER_BYTES;
		for (uint32_t i = 0; i < n_events; i++)
			attrs_off += 8 * (uint64_t)events[i].n_ids;
		write_header(&b, attrs_off, n_events, each, s->data_off, s->data_bytes, features);
		s->failed = sys_write_at(s->file.fd, b.p, b.n, 0);
	}
	buf_release(&b);
}

void sink_finish(struct sink *s, const struct write_event *events, uint32_t n_events,
                 const uint64_t *features, const struct span *content)
{
	if (!s->file.regular)
		return;
	if (!s->failed)
		write_end(s, events, n_events, features, content);
	if (!s->failed)
		return;
	/* No room: what was written last may be a part of a record, and behind it nothing may
	 * stand. */
	int first = s->failed;
	sys_truncate(s->file.fd, s->data_off + s->data_bytes);
	set_data_bytes(s);
	s->failed = first;
}

void sink_next(struct sink *s)
{
	sys_output_close(&s->file);
	s->data_off = s->data_bytes = s->raw_bytes = 0;
}

void sink_close(struct sink *s)
{
	sys_output_close(&s->file);
	buf_release(&s->own);
	buf_release(&s->packed);
	write_zstd_free(s->zstd);
	s->zstd = NULL;
}

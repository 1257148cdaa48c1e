// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The output file. Its header tells how many bytes of records there are, and is only changed after
 * whole records were written: whenever the recorder dies, the file is good up to there.
 */
#include <errno.h>

#include "capture/internal.h"

void sink_begin(struct sink *s, const struct plan *p)
{
	struct buf b = { 0 };
	write_prologue(&b, p->events, p->n_events);
	s->data_off = b.n;
	s->failed = sys_write(&s->file.fd, b.p, b.n);
	buf_release(&b);
}

void sink_discard(struct sink *s)
{
	sys_output_discard(&s->file);
	s->data_off = s->data_bytes = 0;
}

/* How much of the first n bytes of the parts is whole records. */
static size_t whole_records(const struct span part[2], size_t n)
{
	size_t at = 0;
	while (at + ABI_HEADER_BYTES <= n) {
		uint32_t type, size = parts_record(part, at, &type);
		if (size < ABI_HEADER_BYTES || size > n - at)
			break;
		at += size;
	}
	return at;
}

size_t sink_add(struct sink *s, struct span a, struct span b)
{
	size_t n = 0;
	if (s->failed)
		return 0;
	s->failed = sys_write_two(s->file.fd, a, b, &n);
	if (s->failed)
		n = whole_records((const struct span[2]){ a, b }, n);
	s->data_bytes += n;
	return n;
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

static void write_end(struct sink *s, const struct plan *p, const uint64_t *features,
                      const struct span *content)
{
	struct buf b = { 0 };
	write_features(&b, s->data_off + s->data_bytes, features, content);
	s->failed = sys_write(&s->file.fd, b.p, b.n);
	b.n = 0;
	if (!s->failed) {
		uint32_t each = p->events[0].attr.size + 16;
		uint64_t attrs_off = WRITE_HEADER_BYTES + 8 * (uint64_t)p->n_events * p->n_cpus;
		write_header(&b, attrs_off, p->n_events, each, s->data_off, s->data_bytes,
		             features);
		s->failed = sys_write_at(s->file.fd, b.p, b.n, 0);
	}
	buf_release(&b);
}

void sink_finish(struct sink *s, const struct plan *p, const uint64_t *features,
                 const struct span *content)
{
	if (!s->file.regular)
		return;
	if (!s->failed)
		write_end(s, p, features, content);
	if (!s->failed)
		return;
	/* No room: what was written last may be a part of a record, and behind it nothing may
	 * stand. */
	int first = s->failed;
	sys_truncate(s->file.fd, s->data_off + s->data_bytes);
	set_data_bytes(s);
	s->failed = first;
}

void sink_close(struct sink *s)
{
	sys_output_close(&s->file);
	buf_release(&s->own);
}

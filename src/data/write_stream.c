// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The stream form of Linux 7.2 (perf.data-file-format.txt, "Pipe-mode data"): a header of 16 bytes,
 * then records only.
 */
#include "data/write.h"

enum { STREAM_HEADER_BYTES = 16, EVENT_UPDATE_NAME = 2 };

/* perf before 6.5 takes it that the ids follow an attr of its own size, which is this one. */
enum { ATTR_BYTES_LEAST = ABI_ATTR_VER7 };

static size_t begin(struct buf *b, uint32_t type)
{
	size_t at = b->n;
	write_u32(b, type);
	write_u32(b, 0);
	return at;
}

static void finish_as_is(struct buf *b, size_t at)
{
	store16(b->p + at + 6, (uint16_t)(b->n - at));
}

static void finish(struct buf *b, size_t at)
{
	buf_fill(b, 0, (8 - (b->n - at) % 8) % 8);
	finish_as_is(b, at);
}

static void add_attr(struct buf *b, const struct write_event *ev)
{
	struct abi_attr attr = ev->attr;
	if (attr.size < ATTR_BYTES_LEAST)
		attr.size = ATTR_BYTES_LEAST;
	size_t at = begin(b, ABI_RECORD_HEADER_ATTR);
	buf_add(b, &attr, attr.size);
	buf_add(b, ev->ids, 8 * (size_t)ev->n_ids);
	finish(b, at);
}

static void add_name(struct buf *b, const struct write_event *ev)
{
	if (!ev->n_ids)
		return; /* it is told by one */
	size_t at = begin(b, ABI_RECORD_EVENT_UPDATE);
	write_u64(b, EVENT_UPDATE_NAME);
	write_u64(b, ev->ids[0]);
	buf_add(b, ev->name, strlen(ev->name) + 1);
	finish(b, at);
}

void write_stream_start(struct buf *b, const struct write_event *events, uint32_t n_events)
{
	buf_add(b, "PERFILE2", 8);
	write_u64(b, STREAM_HEADER_BYTES);
	for (uint32_t i = 0; i < n_events; i++)
		add_attr(b, &events[i]);
	for (uint32_t i = 0; i < n_events; i++)
		add_name(b, &events[i]);
}

/* Of whatever length: perf reads sections that grew over the years by what is left of them. */
void write_feature_record(struct buf *b, enum abi_feature feature, struct span content)
{
	if (content.n > ABI_RECORD_MAX - ABI_HEADER_BYTES - 8)
		return;
	size_t at = begin(b, ABI_RECORD_HEADER_FEATURE);
	write_u64(b, feature);
	buf_add(b, content.p, content.n);
	finish_as_is(b, at);
}

/* The record is of 12 bytes: perf reads the content from where its header says it ends. */
void write_tracing_record(struct buf *b, struct span content)
{
	enum { BYTES = ABI_HEADER_BYTES + 4 };
	size_t padded = (content.n + 7) / 8 * 8;
	if (padded > UINT32_MAX)
		return;
	write_u32(b, ABI_RECORD_HEADER_TRACING_DATA);
	write_u32(b, (uint32_t)BYTES << 16);
	write_u32(b, (uint32_t)padded);
	buf_add(b, content.p, content.n);
	buf_fill(b, 0, padded - content.n);
}

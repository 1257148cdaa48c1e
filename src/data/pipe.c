// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The stream form: attrs, names, features and tracing data are records among the others. They may
 * come at any place before they are needed, so one walk over the record headers collects them at
 * the start.
 */
#include "data/internal.h"

static void pipe_attr(struct data *d, const struct record *r)
{
	struct span body = span_of(r->p + ABI_HEADER_BYTES, r->n - ABI_HEADER_BYTES), raw;
	struct abi_attr attr;
	if (body.n < ABI_ATTR_VER0) {
		data_fault(d, r->off, "attr record is too short");
		return;
	}
	uint32_t size = get32(d, body.p + 4);
	if (!span_take(&body, size ? size : ABI_ATTR_VER0, &raw)) {
		data_fault(d, r->off, "attr record is shorter than its attr");
		return;
	}
	attr_decode(raw, d->swapped, &attr);
	event_add(d, &attr, body);
}

static void pipe_event_update(struct data *d, const struct record *r)
{
	enum { UPDATE_NAME = 2 };
	if (r->n < 24 || get64(d, r->p + 8) != UPDATE_NAME)
		return;
	struct data_event *ev = event_of_id(d, get64(d, r->p + 16));
	struct span text = span_of(r->p + 24, r->n - 24);
	if (ev)
		ev->name = arena_dup(&d->arena, text.p, span_strnlen(text));
}

static void pipe_feature(struct data *d, const struct record *r)
{
	uint64_t f = r->n >= 16 ? get64(d, r->p + 8) : ABI_FEATURE_MAX;
	if (f >= ABI_FEATURE_MAX)
		return;
	d->features[f / 64] |= 1ull << (f % 64);
	d->feature[f] = span_of(r->p + 16, r->n - 16);
	d->feature_file_off[f] = r->off + 16;
}

/* Returns how many bytes of it lie behind the record. */
static uint64_t pipe_tracing_data(struct data *d, const struct record *r)
{
	uint64_t behind;
	struct span area = span_of(d->bytes.p, d->data_end);
	struct span s = record_tracing_data(area, r, r->off, d->swapped, &behind);
	if (s.n) {
		d->features[0] |= 1ull << ABI_FEATURE_TRACING_DATA;
		d->feature[ABI_FEATURE_TRACING_DATA] = s;
		d->feature_file_off[ABI_FEATURE_TRACING_DATA] = (uint64_t)(s.p - d->bytes.p);
	}
	return behind;
}

/* The stream has a record for each entry of a file's BUILD_ID section, in the shape of that entry.
 */
static void pipe_build_ids(struct data *d, struct buf *entries)
{
	if (entries->n) {
		d->features[0] |= 1ull << ABI_FEATURE_BUILD_ID;
		d->feature[ABI_FEATURE_BUILD_ID] =
			span_of(arena_dup(&d->arena, entries->p, entries->n), entries->n);
	}
	buf_release(entries);
}

/* The next record with its header in host order; its body is as it lies in the stream. */
static int pipe_record(struct data *d, uint64_t at, struct record *out)
{
	struct span area = { d->bytes.p, d->data_end };
	bool foreign = d->swapped && at + ABI_HEADER_BYTES <= area.n;
	if (foreign)
		header_swap(d->bytes.p + at);
	int rc = record_at(d, area, at, at, out, NULL);
	if (foreign) /* the walk over all records does it for good */
		header_swap(d->bytes.p + at);
	return rc;
}

/* Streams were joined, as by cat: the ids of the next one's events are its own, and may be those of
 * others in this one. */
static bool is_next_stream(struct data *d, uint64_t at)
{
	if (at >= d->data_end || !data_is_magic(d->bytes.p + at, d->data_end - at))
		return false;
	data_fault(d, at, "another recording begins here: it was not read");
	d->data_end = at;
	return true;
}

int pipe_open(struct data *d, struct err *e)
{
	uint64_t at = d->data_off;
	struct record r;
	struct buf build_ids = { 0 };
	while (!is_next_stream(d, at) && pipe_record(d, at, &r) == 0) {
		uint64_t payload = 0;
		at += r.n;
		switch (r.type) {
		case ABI_RECORD_HEADER_ATTR:
			pipe_attr(d, &r);
			break;
		case ABI_RECORD_EVENT_UPDATE:
			pipe_event_update(d, &r);
			break;
		case ABI_RECORD_HEADER_FEATURE:
			pipe_feature(d, &r);
			break;
		case ABI_RECORD_HEADER_BUILD_ID:
			buf_add(&build_ids, r.p, r.n);
			break;
		case ABI_RECORD_HEADER_TRACING_DATA:
			payload = pipe_tracing_data(d, &r);
			break;
		case ABI_RECORD_AUXTRACE:
			payload = r.n >= 16 ? get64(d, r.p + 8) : 0;
			break;
		}
		at += payload < d->data_end - at ? payload : d->data_end - at;
	}
	pipe_build_ids(d, &build_ids);
	if (!d->n_events)
		return err_corrupt(e, d->data_off, "the stream has no events");
	return events_finish(d, e);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attrs: decoding one of any size and byte order, and what is derived from all of them together:
 * which event a record belongs to, and where its time lies.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "data/internal.h"

/* The widths of the attr's fields in order; 0 marks the word of flag bits. */
static const uint8_t attr_widths[] = { 4, 4, 8, 8, 8, 8, 0, 4, 4, 8, 8, 8,
	                               8, 4, 4, 8, 4, 2, 2, 4, 4, 8, 8, 8 };

/* Bit fields fill a byte from the other end on machines of the other byte order. Of precise_ip, the
 * one that has two bits, these thus come out the wrong way round. */
static void reverse_bits(unsigned char *p)
{
	enum { PRECISE_BYTE = ABI_PRECISE_SHIFT / 8 };
	for (int i = 0; i < 8; i++) {
		unsigned char b = p[i], r = 0;
		for (int bit = 0; bit < 8; bit++)
			r = (unsigned char)(r | (b >> bit & 1) << (7 - bit));
		p[i] = r;
	}
	unsigned char low = p[PRECISE_BYTE] >> 7, high = p[PRECISE_BYTE + 1] & 1;
	p[PRECISE_BYTE] = (unsigned char)((p[PRECISE_BYTE] & 0x7f) | high << 7);
	p[PRECISE_BYTE + 1] = (unsigned char)((p[PRECISE_BYTE + 1] & 0xfe) | low);
}

static void attr_swap(unsigned char *p)
{
	for (size_t i = 0; i < sizeof attr_widths; i++) {
		switch (attr_widths[i]) {
		case 0:
			reverse_bits(p);
			break;
		case 2:
			store16(p, __builtin_bswap16(load16(p)));
			break;
		case 4:
			store32(p, __builtin_bswap32(load32(p)));
			break;
		default:
			store64(p, __builtin_bswap64(load64(p)));
		}
		p += attr_widths[i] ? attr_widths[i] : 8;
	}
}

void attr_decode(struct span raw, bool swap, struct abi_attr *out)
{
	*out = (struct abi_attr){ 0 };
	if (raw.n < 8)
		return;
	/* The attr's own size may be less than its place in the file; recorders before 2.6.33 wrote
	 * 0. */
	uint32_t size = swap32(load32(raw.p + 4), swap);
	if (size == 0)
		size = ABI_ATTR_VER0;
	size_t n = raw.n < sizeof *out ? raw.n : sizeof *out;
	memcpy(out, raw.p, n < size ? n : size);
	if (swap)
		attr_swap((unsigned char *)out);
	out->size = size;
}

struct data_event *event_of_id(const struct data *d, uint64_t id)
{
	uint64_t nth = id - d->first_id;
	if (nth < sizeof d->near_ids / sizeof *d->near_ids && d->near_ids[nth])
		return &d->events[d->near_ids[nth] - 1];
	uint32_t i = TABLE_START, at;
	while ((at = table_probe(&d->ids, hash_mix(id, 0), &i)) != TABLE_NONE)
		if (d->id_event[at].id == id)
			return &d->events[d->id_event[at].event];
	return NULL;
}

bool data_has_sample_bit(const struct data *d, uint64_t bit)
{
	for (uint32_t i = 0; i < d->n_events; i++)
		if (d->events[i].attr.sample_type & bit)
			return true;
	return false;
}

const struct data_event *data_event_named(const struct data *d, const char *name)
{
	for (uint32_t i = 0; i < d->n_events; i++)
		if (strcmp(d->events[i].name, name) == 0)
			return &d->events[i];
	return NULL;
}

const struct data_event *data_event_of_id(const struct data *d, uint64_t id)
{
	return event_of_id(d, id);
}

static void id_add(struct data *d, uint64_t id, uint32_t event)
{
	if (event_of_id(d, id))
		return; /* the first that states it has it */
	if (d->n_ids == d->cap_ids) {
		d->cap_ids = d->cap_ids ? 2 * d->cap_ids : 16;
		d->id_event = mem_resize(d->id_event, d->cap_ids, sizeof *d->id_event);
	}
	if (!d->n_ids)
		d->first_id = id;
	uint64_t nth = id - d->first_id;
	if (nth < sizeof d->near_ids / sizeof *d->near_ids)
		d->near_ids[nth] = event + 1;
	d->id_event[d->n_ids] = (struct data_id){ id, event };
	table_add(&d->ids, hash_mix(id, 0), d->n_ids++);
}

uint32_t event_add(struct data *d, const struct abi_attr *attr, struct span ids)
{
	if ((d->n_events & (d->n_events - 1)) == 0)
		d->events = mem_resize(d->events, d->n_events ? 2 * d->n_events : 1,
		                       sizeof *d->events);
	if (ids.n > d->bytes.n - d->id_bytes) {
		data_fault(d, (uint64_t)(ids.p - d->bytes.p),
		           "ids of different events lie over each other");
		ids.n = 0;
	}
	d->id_bytes += ids.n;
	uint32_t n = (uint32_t)(ids.n / 8);
	uint64_t *v = arena_new(&d->arena, (size_t)n * 8);
	for (uint32_t i = 0; i < n; i++) {
		v[i] = get64(d, ids.p + 8 * (size_t)i);
		id_add(d, v[i], d->n_events);
	}
	d->events[d->n_events] = (struct data_event){ .attr = *attr, .ids = v, .n_ids = n };
	return d->n_events++;
}

static int16_t sample_off(uint64_t type, uint64_t bit)
{
	/* Fixed fields in front of a sample: one u64 each, in this order. */
	static const uint64_t order[] = {
		ABI_SAMPLE_IDENTIFIER, ABI_SAMPLE_IP,   ABI_SAMPLE_TID,
		ABI_SAMPLE_TIME,       ABI_SAMPLE_ADDR, ABI_SAMPLE_ID,
		ABI_SAMPLE_STREAM_ID,  ABI_SAMPLE_CPU,  ABI_SAMPLE_PERIOD,
	};
	int16_t off = ABI_HEADER_BYTES;
	if (!(type & bit))
		return -1;
	for (size_t i = 0; order[i] != bit; i++)
		off = (int16_t)(off + (type & order[i] ? 8 : 0));
	return off;
}

/* Distance from a record's end to a field of its sample_id trailer. */
static int16_t tail_off(const struct abi_attr *attr, uint64_t bit)
{
	static const uint64_t order[] = {
		ABI_SAMPLE_IDENTIFIER, ABI_SAMPLE_CPU,  ABI_SAMPLE_STREAM_ID,
		ABI_SAMPLE_ID,         ABI_SAMPLE_TIME, ABI_SAMPLE_TID,
	};
	int16_t off = 0;
	if (!(attr->flags & ABI_SAMPLE_ID_ALL))
		return -1;
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		off = (int16_t)(off + (attr->sample_type & order[i] ? 8 : 0));
		if (order[i] == bit)
			return attr->sample_type & bit ? off : -1;
	}
	return off;
}

int events_finish(struct data *d, struct err *e)
{
	for (uint32_t i = 0; i < d->n_events; i++) {
		struct data_event *ev = &d->events[i];
		ev->sample_time_off = sample_off(ev->attr.sample_type, ABI_SAMPLE_TIME);
		ev->tail_time_off = tail_off(&ev->attr, ABI_SAMPLE_TIME);
		int16_t tail = tail_off(&ev->attr, 0);
		ev->tail_bytes = tail < 0 ? 0 : (uint16_t)tail;
	}
	event_desc_names(d);
	event_tracing_names(d);
	for (uint32_t i = 0; i < d->n_events; i++)
		if (!d->events[i].name)
			d->events[i].name = event_name_of(&d->events[i].attr, &d->arena);
	if (d->n_events < 2)
		return 0;
	/* IDENTIFIER lies in one place whatever else is recorded; a plain ID does only if all
	 * events that have it lay out their samples alike. */
	const struct abi_attr *first = &d->events[0].attr;
	uint64_t bit = first->sample_type & ABI_SAMPLE_IDENTIFIER ? ABI_SAMPLE_IDENTIFIER
	                                                          : ABI_SAMPLE_ID;
	d->id_off = sample_off(first->sample_type, bit);
	d->id_tail_off = tail_off(first, bit);
	for (uint32_t i = 1; i < d->n_events; i++) {
		const struct abi_attr *a = &d->events[i].attr;
		if (sample_off(a->sample_type, bit) != d->id_off)
			return err_corrupt(e, 0,
			                   "the events' samples have their id in different places");
	}
	return 0;
}

const struct data_event *data_record_event(const struct data *d, const struct record *r)
{
	if (d->n_events < 2 || d->id_off < 0)
		return d->n_events ? &d->events[0] : NULL;
	uint64_t id;
	if (r->type == ABI_RECORD_SAMPLE) {
		if (r->n < (uint32_t)d->id_off + 8)
			return NULL;
		id = load64(r->p + d->id_off);
	} else {
		if (d->id_tail_off < 0 || r->type >= ABI_RECORD_KERNEL_END)
			return &d->events[0];
		if (r->n < ABI_HEADER_BYTES + (uint32_t)d->id_tail_off)
			return &d->events[0];
		id = load64(r->p + r->n - d->id_tail_off);
		if (id == 0) /* a record that the recorder made up */
			return &d->events[0];
	}
	const struct data_event *ev = event_of_id(d, id);
	return ev || r->type == ABI_RECORD_SAMPLE ? ev : &d->events[0];
}

uint64_t data_event_time(const struct data_event *ev, const struct record *r)
{
	if (r->type == ABI_RECORD_SAMPLE) {
		if (ev->sample_time_off < 0 || r->n < (uint32_t)ev->sample_time_off + 8)
			return 0;
		return load64(r->p + ev->sample_time_off);
	}
	if (ev->tail_time_off < 0 || r->n < ABI_HEADER_BYTES + (uint32_t)ev->tail_time_off)
		return 0;
	return load64(r->p + r->n - ev->tail_time_off);
}

uint64_t data_record_time(const struct data *d, const struct record *r)
{
	if (r->type >= ABI_RECORD_KERNEL_END)
		return 0;
	const struct data_event *ev = data_record_event(d, r);
	return ev ? data_event_time(ev, r) : 0;
}

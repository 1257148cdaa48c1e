// SPDX-License-Identifier: GPL-2.0-or-later
/* The fields of a record that is no sample, by the names of its layout: data/layout.c. */
#include <math.h>

#include "output/internal.h"
#include "output/json.h"

static void put_words(struct buf *b, struct span s, bool hex)
{
	buf_char(b, '[');
	for (size_t i = 0; i + 8 <= s.n; i += 8) {
		json_next(b);
		buf_str(b, hex ? "\"0x" : "");
		if (hex)
			buf_hex(b, load64(s.p + i));
		else
			buf_u64(b, load64(s.p + i));
		buf_str(b, hex ? "\"" : "");
	}
	buf_char(b, ']');
}

static void put_hex(struct buf *b, struct span s)
{
	buf_char(b, '"');
	for (size_t i = 0; i < s.n; i++)
		buf_hex_width(b, s.p[i], 2, '0');
	buf_char(b, '"');
}

/* The build-id of an mmap has its length in front, that of a list behind. */
static void put_build_id(struct buf *b, struct span s, bool in_front)
{
	enum { BYTES = 20 };
	uint8_t n = in_front ? s.p[0] : s.p[BYTES];
	n = n && n <= BYTES ? n : BYTES;
	put_hex(b, span_of(s.p + (in_front ? 4 : 0), n));
}

static void put_value(struct buf *b, const struct layout_field *f, struct span s)
{
	switch (f->kind) {
	case '1':
		buf_u64(b, s.p[0]);
		break;
	case '2':
		buf_u64(b, load16(s.p));
		break;
	case '4':
		buf_u64(b, load32(s.p));
		break;
	case '8':
		buf_u64(b, load64(s.p));
		break;
	case 'i':
		buf_printf(b, "%d", (int)load32(s.p));
		break;
	case 'x':
		buf_str(b, "\"0x");
		buf_hex(b, load64(s.p));
		buf_char(b, '"');
		break;
	case 't':
	case 'T':
		json_string(b, (const char *)s.p, span_strnlen(s));
		break;
	case 'B':
	case 'b':
		put_build_id(b, s, f->kind == 'B');
		break;
	case 'w':
	case 'a':
		put_words(b, s, f->kind == 'a');
		break;
	default:
		put_hex(b, s);
	}
}

/* One field off the front of what is left; false = it is not all there. */
static bool take_field(struct buf *b, struct span *left, const struct layout_field *f)
{
	struct span s;
	if (!span_take(left, f->bytes ? f->bytes : left->n, &s))
		return false;
	if (f->name.p[0] == '_')
		return true;
	json_name_n(b, (const char *)f->name.p, f->name.n);
	put_value(b, f, s);
	return true;
}

/* What repeats, to the end or n times. */
static void put_repeated(struct buf *b, struct span *left, const char *layout, uint64_t n)
{
	buf_char(b, '[');
	while (n-- && left->n) {
		const char *at = layout;
		struct layout_field f;
		size_t before = b->n, there = left->n;
		bool whole = true;
		json_element(b);
		while (whole && layout_next(&at, &f))
			whole = take_field(b, left, &f);
		if (!whole || left->n == there) {
			b->n = before;
			break;
		}
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

/* Where the count of what repeats stands. */
static uint64_t count_of(const struct record *r)
{
	uint32_t off = r->type == ABI_RECORD_NAMESPACES     ? 16
	               : r->type == ABI_RECORD_BPF_METADATA ? 72
	                                                    : 8;
	return dump_word(r, off);
}

/* What an update brings, by its type. */
static void put_update(struct buf *b, const struct record *r)
{
	static const char *const names[] = { "unit", "scale", "name", "cpus" };
	uint64_t what = dump_word(r, 8), bits = dump_word(r, 24);
	double scale;
	if (what >= sizeof names / sizeof *names || r->n < 24)
		return;
	json_name(b, names[what]);
	memcpy(&scale, &bits, sizeof scale);
	if (what == 1 && isfinite(scale)) {
		buf_printf(b, "%.17g", scale);
	} else if (what == 1) {
		buf_str(b, "null");
	} else if (what == 3) {
		buf_char(b, '"');
		dump_cpus(b, r, 24);
		buf_char(b, '"');
	} else {
		json_string(b, (const char *)r->p + 24,
		            span_strnlen(span_of(r->p + 24, r->n - 24)));
	}
}

static void put_attr(struct buf *b, struct script *s)
{
	const struct data *d = s->places->session->data;
	if (s->n_attrs >= d->n_events)
		return;
	const struct data_event *ev = &d->events[s->n_attrs++];
	json_text(b, "event", ev->name);
	json_u64(b, "type", ev->attr.type);
	json_u64(b, "size", ev->attr.size);
	json_hex(b, "config", ev->attr.config);
	json_u64(b, ev->attr.flags & ABI_FREQ ? "sample_freq" : "sample_period",
	         ev->attr.period_or_freq);
	json_hex(b, "sample_type", ev->attr.sample_type);
	json_hex(b, "read_format", ev->attr.read_format);
	json_hex(b, "flags", ev->attr.flags);
	json_open(b, "ids", '[');
	for (uint32_t i = 0; i < ev->n_ids; i++) {
		json_next(b);
		buf_u64(b, ev->ids[i]);
	}
	buf_char(b, ']');
}

/* What a layout does not say. */
static void put_special(struct buf *b, struct script *s, const struct record *r, struct span left)
{
	if (r->type == ABI_RECORD_HEADER_ATTR)
		put_attr(b, s);
	if (r->type == ABI_RECORD_EVENT_UPDATE)
		put_update(b, r);
	if (r->type == ABI_RECORD_HEADER_FEATURE && dump_word(r, 8) < ABI_FEATURE_END)
		json_text(b, "name", abi_feature_name((unsigned)dump_word(r, 8)));
	if (r->type == ABI_RECORD_CPU_MAP) {
		json_name(b, "cpus");
		buf_char(b, '"');
		dump_cpus(b, r, 8);
		buf_char(b, '"');
	}
	if (r->type == ABI_RECORD_ID_INDEX && left.n) {
		json_name(b, "guests");
		put_repeated(b, &left, "8machine_pid 8vcpu", dump_word(r, 8));
	}
}

void json_fields(struct buf *b, struct script *s, const struct session_event *ev)
{
	const struct record *r = &ev->rec;
	const char *layout = record_layout(r, false);
	struct layout_field f;
	uint32_t tail = ev->event && r->n >= (uint32_t)ABI_HEADER_BYTES + ev->event->tail_bytes
	                        ? ev->event->tail_bytes
	                        : 0;
	struct span left = span_of(r->p + ABI_HEADER_BYTES, r->n - ABI_HEADER_BYTES - tail);
	bool whole = true;
	if (!layout) {
		json_bytes(b, "bytes", left);
		return;
	}
	while (whole && layout_next(&layout, &f)) {
		if (f.kind != '[') {
			whole = take_field(b, &left, &f);
			continue;
		}
		json_name_n(b, (const char *)f.name.p, f.name.n);
		put_repeated(b, &left, layout, count_of(r));
		break;
	}
	if (whole)
		put_special(b, s, r, left);
}

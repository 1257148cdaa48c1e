// SPDX-License-Identifier: GPL-2.0-or-later
/* The raw data of an event field by field, in perf's words: for one whose print format is not
 * understood, and for JSON. */
#include "output/trace.h"

static bool is_printable(struct span s)
{
	size_t n = span_strnlen(s);
	for (size_t i = 0; i < n; i++)
		if ((s.p[i] < 0x20 && !memchr("\t\n\v\f\r", s.p[i], 5)) || s.p[i] >= 0x7f)
			return false;
	return true;
}

static void put_array(const struct tracing_field *f, struct span s, struct buf *out)
{
	if (f->is_text && is_printable(s)) {
		buf_text_n(out, (const char *)s.p, span_strnlen(s));
		return;
	}
	buf_str(out, "ARRAY[");
	for (size_t i = 0; i < s.n; i++) {
		if (i)
			buf_str(out, ", ");
		buf_hex_width(out, s.p[i], 2, '0');
	}
	buf_char(out, ']');
}

static void put_number(const struct trace_run *r, const struct tracing_field *f, struct span s,
                       struct buf *out)
{
	uint64_t v = tracing_number(r->tracing, s.p, (uint32_t)s.n, f->is_signed);
	if (f->is_pointer || (f->is_long && !f->is_signed))
		buf_printf(out, "0x%llx", (unsigned long long)v);
	else if (f->is_signed)
		buf_printf(out, s.n == 2 ? "%2lld" : "%lld", (long long)v);
	else
		buf_u64(out, v);
}

void trace_print_field(const struct trace_run *r, const struct tracing_field *f, struct buf *out)
{
	struct span s;
	if (!tracing_bytes(r->tracing, f, r->raw, &s))
		return;
	if (f->each_bytes)
		put_array(f, s, out);
	else
		put_number(r, f, s, out);
}

void trace_print_fields(const struct trace_run *r, const struct tracing_event *ev, struct buf *out)
{
	size_t most = out->n + TRACE_BYTES_MAX;
	for (uint32_t i = ev->n_common; i < ev->n_fields && out->n < most; i++) {
		const struct tracing_field *f = &ev->fields[i];
		buf_char(out, ' ');
		buf_text_n(out, (const char *)f->name.p, f->name.n);
		buf_char(out, '=');
		trace_print_field(r, f, out);
	}
}

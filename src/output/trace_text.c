// SPDX-License-Identifier: GPL-2.0-or-later
/* What expressions say that are text: fields of characters, names of flags, bytes. */
#include "output/trace.h"

/* Up to its NUL byte. */
static void put_chars(struct span s, struct buf *out)
{
	buf_text_n(out, (const char *)s.p, span_strnlen(s));
}

/* A field that holds the address of a text in the kernel: what the recorder copied of it. */
static void put_address(const struct trace_run *r, uint64_t addr, struct buf *out)
{
	struct span s = r->text ? r->text(r->ctx, addr) : (struct span){ 0 };
	if (s.n)
		buf_text_n(out, (const char *)s.p, s.n);
	else
		buf_hex(out, addr);
}

static void put_field(const struct trace_run *r, const struct trace_node *n, struct buf *out)
{
	const struct tracing_field *f = n->field;
	struct span s;
	if (!tracing_bytes(r->tracing, f, r->raw, &s))
		return;
	if (f->place == TRACING_HERE && !f->each_bytes && f->n_bytes == r->tracing->long_bytes)
		put_address(r, trace_value(r, n).v, out);
	else
		put_chars(s, out);
}

/* The number without what its sign was extended to. */
static uint64_t bits_of(struct trace_value v)
{
	return v.bits == 32 ? (uint32_t)v.v : v.v;
}

static void put_flags(const struct trace_run *r, const struct trace_node *n, struct buf *out)
{
	uint64_t v = bits_of(trace_value(r, n->a));
	bool first = true;
	size_t most = out->n + TRACE_BYTES_MAX;
	for (uint32_t i = 0; i < n->n_names && v && out->n < most; i++) {
		uint64_t mask = n->names[i].value;
		if (!mask || (v & mask) != mask)
			continue;
		if (!first)
			buf_text_n(out, (const char *)n->text.p, n->text.n);
		buf_text_n(out, (const char *)n->names[i].text.p, n->names[i].text.n);
		first = false;
		v &= ~mask;
	}
	if (!v)
		return;
	if (!first)
		buf_text_n(out, (const char *)n->text.p, n->text.n);
	buf_str(out, "0x");
	buf_hex(out, v);
}

static void put_symbolic(const struct trace_run *r, const struct trace_node *n, struct buf *out)
{
	struct trace_value v = trace_value(r, n->a);
	for (uint32_t i = 0; i < n->n_names; i++)
		if (n->names[i].value == v.v ||
		    (v.bits == 32 && (uint32_t)n->names[i].value == (uint32_t)v.v &&
		     n->names[i].value <= UINT32_MAX)) {
			buf_text_n(out, (const char *)n->names[i].text.p, n->names[i].text.n);
			return;
		}
	buf_str(out, "0x");
	buf_hex(out, bits_of(v));
}

static struct span front(struct span s, uint64_t n)
{
	return span_of(s.p, n < s.n ? (size_t)n : s.n);
}

static void put_hex(const struct trace_run *r, const struct trace_node *n, struct buf *out)
{
	uint32_t each;
	struct span s = front(trace_bytes(r, n->a, &each), trace_value(r, n->b).v);
	for (size_t i = 0; i < s.n; i++) {
		if (i && n->number)
			buf_char(out, ' ');
		buf_hex_width(out, s.p[i], 2, '0');
	}
}

static void put_array(const struct trace_run *r, const struct trace_node *n, struct buf *out)
{
	uint32_t own;
	struct span s = trace_bytes(r, n->a, &own), one;
	uint64_t count = trace_value(r, n->b).v, each = trace_value(r, n->c).v;
	buf_char(out, '{');
	for (uint64_t i = 0; i < count && each && each <= 8 && span_take(&s, each, &one); i++) {
		buf_str(out, i ? ",0x" : "0x");
		buf_hex(out, tracing_number(r->tracing, one.p, (uint32_t)each, false));
	}
	buf_char(out, '}');
}

/* Words of 32 bits, the highest first, as the kernel shows bitmaps. */
static void put_bitmask(const struct trace_run *r, struct span s, struct buf *out)
{
	size_t words = s.n / 4, long_words = r->tracing->long_bytes / 4u;
	for (size_t i = words; i--;) {
		/* Of a big machine's longs the upper half lies in front. */
		size_t at = r->tracing->is_big && words % long_words == 0
		                    ? i / long_words * long_words +
		                              (long_words - 1 - i % long_words)
		                    : i;
		buf_hex_width(out, tracing_number(r->tracing, s.p + 4 * at, 4, false), 8, '0');
		if (i)
			buf_char(out, ',');
	}
}

void trace_text(const struct trace_run *r, const struct trace_node *n, struct buf *out)
{
	struct span s = { 0 };
	uint32_t each;
	if (n->field)
		tracing_bytes(r->tracing, n->field, r->raw, &s);
	switch (n->op) {
	case TRACE_TEXT:
		buf_text_n(out, (const char *)n->text.p, n->text.n);
		break;
	case TRACE_FIELD:
		put_field(r, n, out);
		break;
	case TRACE_CAST:
		trace_text(r, n->a, out);
		break;
	case TRACE_CHOICE:
		trace_text(r, trace_value(r, n->a).v ? n->b : n->c, out);
		break;
	case TRACE_FLAGS:
		put_flags(r, n, out);
		break;
	case TRACE_SYMBOLIC:
		put_symbolic(r, n, out);
		break;
	case TRACE_HEX:
		put_hex(r, n, out);
		break;
	case TRACE_ARRAY:
		put_array(r, n, out);
		break;
	case TRACE_BITMASK:
		put_bitmask(r, s, out);
		break;
	case TRACE_CPUS:
		trace_cpu_list(r, s, out);
		break;
	case TRACE_SOCKET:
		trace_socket(s, "pc", out);
		break;
	case TRACE_UNARY:
	case TRACE_INDEX:
		s = trace_bytes(r, n, &each);
		if (s.n) {
			put_chars(s, out);
			break;
		}
		/* fall through */
	default:
		buf_hex(out, bits_of(trace_value(r, n)));
	}
}

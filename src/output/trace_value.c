// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The numbers and bytes of expressions, by the rules of C: what is narrower than an int is an int;
 * of two operands the wider type wins, of the same width the unsigned one.
 */
#include "output/trace.h"

struct trace_value trace_cast(uint64_t v, uint8_t bits, bool is_unsigned)
{
	if (bits == 8)
		v = is_unsigned ? (uint8_t)v : (uint64_t)(int8_t)v;
	else if (bits == 16)
		v = is_unsigned ? (uint16_t)v : (uint64_t)(int16_t)v;
	else if (bits == 32)
		v = is_unsigned ? (uint32_t)v : (uint64_t)(int32_t)v;
	if (bits < 32)
		return (struct trace_value){ v, 32, false };
	return (struct trace_value){ v, bits, is_unsigned };
}

static struct trace_value truth(bool is)
{
	return (struct trace_value){ is, 32, false };
}

static struct trace_value number_in(const struct trace_run *r, struct span s, uint64_t off,
                                    uint32_t n, bool is_signed)
{
	struct span at;
	uint64_t v = 0;
	if (n <= 8 && span_sub(s, off, n, &at))
		v = tracing_number(r->tracing, at.p, n, is_signed);
	return trace_cast(v, (uint8_t)(n >= 8 ? 64 : 8 * n), !is_signed);
}

static struct trace_value field_value(const struct trace_run *r, const struct tracing_field *f)
{
	struct span s;
	if (!tracing_bytes(r->tracing, f, r->raw, &s))
		return truth(false);
	if (f->place != TRACING_HERE)
		s = span_of(s.p, s.n < 8 ? s.n : 8);
	return number_in(r, s, 0, s.n > 8 ? 8 : (uint32_t)s.n, f->is_signed);
}

/* The element's width and sign that a pointer to it was cast to, or its field states. */
static bool element_is_signed(const struct trace_node *n)
{
	while (n->op == TRACE_CAST && !n->is_pointer)
		n = n->a;
	return n->op == TRACE_CAST ? !n->is_unsigned : n->op == TRACE_FIELD && n->field->is_signed;
}

static struct trace_value element(const struct trace_run *r, const struct trace_node *n, uint64_t i)
{
	uint32_t each;
	struct span s = trace_bytes(r, n, &each);
	if (i > s.n)
		return truth(false);
	return number_in(r, s, i * each, each, element_is_signed(n));
}

/* What a pointer points to: bytes of the raw data. *each: of an element. */
struct span trace_bytes(const struct trace_run *r, const struct trace_node *n, uint32_t *each)
{
	struct span s = { 0 };
	*each = 1;
	switch (n->op) {
	case TRACE_FIELD:
		if (!tracing_bytes(r->tracing, n->field, r->raw, &s))
			return (struct span){ 0 };
		*each = n->field->each_bytes ? n->field->each_bytes : n->field->n_bytes;
		break;
	case TRACE_CAST:
		s = trace_bytes(r, n->a, each);
		if (n->is_pointer)
			*each = n->bits / 8;
		break;
	case TRACE_UNARY:
		if (n->letter == '&' || n->letter == '*')
			s = trace_bytes(r, n->a, each);
		break;
	case TRACE_CHOICE:
		return trace_bytes(r, trace_value(r, n->a).v ? n->b : n->c, each);
	case TRACE_INDEX: {
		uint64_t i = trace_value(r, n->b).v;
		s = trace_bytes(r, n->a, each);
		if (i > s.n || !span_sub(s, i * *each, s.n - i * *each, &s))
			s = (struct span){ 0 };
		break;
	}
	}
	return s;
}

static struct trace_value unary_value(const struct trace_run *r, const struct trace_node *n)
{
	if (n->letter == '*')
		return element(r, n->a, 0);
	if (n->letter == '&')
		return (struct trace_value){ 0, 64, true };
	struct trace_value a = trace_value(r, n->a);
	switch (n->letter) {
	case '-':
		return trace_cast(-a.v, a.bits, a.is_unsigned);
	case '~':
		return trace_cast(~a.v, a.bits, a.is_unsigned);
	case '!':
		return truth(!a.v);
	}
	return a;
}

static uint64_t divide(struct trace_value a, struct trace_value b, bool rest)
{
	if (b.v == 0)
		return 0;
	if (a.is_unsigned)
		return rest ? a.v % b.v : a.v / b.v;
	if ((int64_t)b.v == -1)
		return rest ? 0 : -a.v;
	return (uint64_t)(rest ? (int64_t)a.v % (int64_t)b.v : (int64_t)a.v / (int64_t)b.v);
}

static bool is_less(struct trace_value a, struct trace_value b)
{
	return a.is_unsigned ? a.v < b.v : (int64_t)a.v < (int64_t)b.v;
}

static struct trace_value shifted(struct trace_value a, uint64_t by, bool left)
{
	by &= a.bits - 1u;
	if (left)
		return trace_cast(a.v << by, a.bits, a.is_unsigned);
	return trace_cast(a.is_unsigned ? a.v >> by : (uint64_t)((int64_t)a.v >> by), a.bits,
	                  a.is_unsigned);
}

/* Operands of the same type. */
static struct trace_value arithmetic(uint8_t letter, struct trace_value a, struct trace_value b)
{
	uint64_t v = 0;
	switch (letter) {
	case '<':
		return truth(is_less(a, b));
	case '>':
		return truth(is_less(b, a));
	case TRACE_LE:
		return truth(!is_less(b, a));
	case TRACE_GE:
		return truth(!is_less(a, b));
	case TRACE_EQ:
		return truth(a.v == b.v);
	case TRACE_NE:
		return truth(a.v != b.v);
	case '+':
		v = a.v + b.v;
		break;
	case '-':
		v = a.v - b.v;
		break;
	case '*':
		v = a.v * b.v;
		break;
	case '/':
	case '%':
		v = divide(a, b, letter == '%');
		break;
	case '&':
		v = a.v & b.v;
		break;
	case '|':
		v = a.v | b.v;
		break;
	case '^':
		v = a.v ^ b.v;
		break;
	}
	return trace_cast(v, a.bits, a.is_unsigned);
}

static struct trace_value binary_value(const struct trace_run *r, const struct trace_node *n)
{
	struct trace_value a = trace_value(r, n->a);
	if (n->letter == TRACE_AND)
		return truth(a.v && trace_value(r, n->b).v);
	if (n->letter == TRACE_OR)
		return truth(a.v || trace_value(r, n->b).v);
	struct trace_value b = trace_value(r, n->b);
	if (n->letter == TRACE_SHL || n->letter == TRACE_SHR)
		return shifted(a, b.v, n->letter == TRACE_SHL);
	uint8_t bits = a.bits > b.bits ? a.bits : b.bits;
	bool is_unsigned = (a.is_unsigned && a.bits == bits) || (b.is_unsigned && b.bits == bits);
	return arithmetic(n->letter, trace_cast(a.v, bits, is_unsigned),
	                  trace_cast(b.v, bits, is_unsigned));
}

struct trace_value trace_value(const struct trace_run *r, const struct trace_node *n)
{
	struct span s;
	switch (n->op) {
	case TRACE_NUMBER:
		return trace_cast(n->number, n->bits, n->is_unsigned);
	case TRACE_FIELD:
		return field_value(r, n->field);
	case TRACE_LENGTH:
		return (struct trace_value){ tracing_bytes(r->tracing, n->field, r->raw, &s) ? s.n
			                                                                     : 0,
			                     32, false };
	case TRACE_INDEX:
		return element(r, n->a, trace_value(r, n->b).v);
	case TRACE_CAST: {
		struct trace_value v = trace_value(r, n->a);
		return n->is_pointer ? (struct trace_value){ v.v, 64, true }
		                     : trace_cast(v.v, n->bits, n->is_unsigned);
	}
	case TRACE_UNARY:
		return unary_value(r, n);
	case TRACE_BINARY:
		return binary_value(r, n);
	case TRACE_CHOICE:
		return trace_value(r, trace_value(r, n->a).v ? n->b : n->c);
	}
	return truth(false);
}

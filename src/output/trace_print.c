// SPDX-License-Identifier: GPL-2.0-or-later
/* A program run on a sample's raw data: each piece's text, then what its conversion makes of its
 * argument, padded as printf does. */
#include "output/trace.h"

/* A width or a precision; -1 = none. A negative width is one to the left. */
static int width_of(const struct trace_run *r, int width, const struct trace_node *arg)
{
	if (!arg)
		return width;
	int64_t v = (int32_t)trace_value(r, arg).v;
	return (int)(v > TRACE_WIDTH_MAX    ? TRACE_WIDTH_MAX
	             : v < -TRACE_WIDTH_MAX ? -TRACE_WIDTH_MAX
	                                    : v);
}

/* What was appended since at, as wide as is asked for. */
static void pad(struct buf *out, size_t at, int width, bool left, char with)
{
	size_t n = out->n - at, want = width < 0 ? 0 : (size_t)width;
	if (n >= want)
		return;
	buf_fill(out, left ? ' ' : with, want - n);
	if (left)
		return;
	memmove(out->p + at + (want - n), out->p + at, n);
	memset(out->p + at, with, want - n);
}

static void put_integer(const struct trace_run *r, const struct trace_piece *p, struct buf *out)
{
	char digits[24];
	size_t n = 0, at = out->n;
	bool is_signed = p->conversion == 'd', negative = false;
	unsigned base = p->conversion == 'o' ? 8 : (p->conversion | 0x20) == 'x' ? 16 : 10;
	const char *set = p->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	uint64_t v = trace_cast(trace_value(r, p->arg).v, p->bits, !is_signed).v;
	int width = width_of(r, p->width, p->width_arg);
	int precision = width_of(r, p->precision, p->precision_arg);
	bool left = p->left || (p->width_arg && width < 0);
	if (width < -1)
		width = -width;
	if (is_signed && (int64_t)v < 0) {
		negative = true;
		v = -v;
	}
	bool zero = v == 0;
	for (; v || (n == 0 && precision != 0); v /= base)
		digits[n++] = set[v % base];
	if (negative || (is_signed && (p->plus || p->space)))
		buf_char(out, negative ? '-' : p->plus ? '+' : ' ');
	if (p->alternate && base == 16 && !zero) {
		buf_char(out, '0');
		buf_char(out, p->conversion);
	} else if (p->alternate && base == 8 && !zero) {
		buf_char(out, '0');
	}
	size_t zeros = precision > (int)n ? (size_t)precision - n : 0, so_far = out->n - at + n;
	if (p->zero && !left && precision < 0 && width > (int)so_far)
		zeros = (size_t)width - so_far;
	buf_fill(out, '0', zeros);
	while (n)
		buf_char(out, digits[--n]);
	pad(out, at, width, left, ' ');
}

static void put_string(const struct trace_run *r, const struct trace_piece *p, struct buf *out)
{
	size_t at = out->n;
	int width = width_of(r, p->width, p->width_arg);
	int precision = width_of(r, p->precision, p->precision_arg);
	bool left = p->left || (p->width_arg && width < 0);
	trace_text(r, p->arg, out);
	if (precision >= 0 && out->n - at > (size_t)precision)
		out->n = at + (size_t)precision;
	pad(out, at, width < -1 ? -width : width, left, ' ');
}

static void put_char(const struct trace_run *r, const struct trace_piece *p, struct buf *out)
{
	size_t at = out->n;
	char c = (char)trace_value(r, p->arg).v;
	if (c)
		buf_text_n(out, &c, 1);
	pad(out, at, width_of(r, p->width, p->width_arg), p->left, ' ');
}

/* %pS and its like name a function, others show the bytes at the address, the rest is the address.
 */
static void put_pointer(const struct trace_run *r, const struct trace_piece *p, struct buf *out)
{
	const char *x = p->extension;
	if (trace_pointer(r, p, out))
		return;
	uint64_t v = trace_value(r, p->arg).v;
	bool symbol = x[0] && strchr("SsFfB", x[0]);
	if (symbol && r->name && r->name(r->ctx, v, x[0] != 's' && x[0] != 'f', out))
		return;
	if (!v && !symbol) {
		buf_str(out, "(nil)");
		return;
	}
	buf_str(out, "0x");
	buf_hex(out, v);
}

/* The format's own text: a line break or a tab in it is meant. */
static void put_literal(struct span s, struct buf *out)
{
	for (size_t i = 0; i < s.n; i++) {
		size_t n = 0;
		while (i + n < s.n && s.p[i + n] != '\n' && s.p[i + n] != '\t')
			n++;
		buf_text_n(out, (const char *)s.p + i, n);
		i += n;
		if (i < s.n)
			buf_char(out, (char)s.p[i]);
	}
}

void trace_print(const struct trace_run *r, const struct trace_program *program, struct buf *out)
{
	size_t most = out->n + TRACE_BYTES_MAX;
	for (uint32_t i = 0; i < program->n_pieces && out->n < most; i++) {
		const struct trace_piece *p = &program->pieces[i];
		put_literal(p->text, out);
		switch (p->conversion) {
		case 0:
			break;
		case 's':
			put_string(r, p, out);
			break;
		case 'c':
			put_char(r, p, out);
			break;
		case 'p':
			put_pointer(r, p, out);
			break;
		default:
			put_integer(r, p, out);
		}
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A print format into a program: the format string is cut into pieces, and each takes its arguments
 * in turn from the expressions behind it.
 */
#include "output/trace.h"

static bool is_letter(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static unsigned char peek(struct span s)
{
	return s.n ? *s.p : 0;
}

static void skip(struct span *s)
{
	s->p++;
	s->n--;
}

static const struct trace_node *next_argument(struct trace_parser *p)
{
	return trace_accept(p, ",") ? trace_expression(p) : NULL;
}

/* Digits, or a star that takes an argument. */
static bool read_width(struct trace_parser *p, struct span *s, int *width,
                       const struct trace_node **arg)
{
	if (peek(*s) == '*') {
		skip(s);
		*arg = next_argument(p);
		return *arg != NULL;
	}
	while (peek(*s) >= '0' && peek(*s) <= '9') {
		*width = (*width < 0 ? 0 : 10 * *width) + (peek(*s) - '0');
		if (*width > TRACE_WIDTH_MAX)
			*width = TRACE_WIDTH_MAX;
		skip(s);
	}
	return true;
}

static void read_flags(struct span *s, struct trace_piece *out)
{
	for (;; skip(s)) {
		switch (peek(*s)) {
		case '-':
			out->left = true;
			break;
		case '+':
			out->plus = true;
			break;
		case ' ':
			out->space = true;
			break;
		case '#':
			out->alternate = true;
			break;
		case '0':
			out->zero = true;
			break;
		default:
			return;
		}
	}
}

static uint8_t read_length(struct span *s, uint8_t long_bits)
{
	static const struct {
		const char *text;
		uint8_t bits; /* 0 = a long */
	} lengths[] = { { "hh", 8 }, { "h", 16 }, { "ll", 64 }, { "l", 0 }, { "L", 64 },
		        { "q", 64 }, { "j", 64 }, { "z", 0 },   { "Z", 0 }, { "t", 0 } };
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		size_t n = strlen(lengths[i].text);
		if (s->n < n || memcmp(s->p, lengths[i].text, n) != 0)
			continue;
		s->p += n;
		s->n -= n;
		return lengths[i].bits ? lengths[i].bits : long_bits;
	}
	return 32;
}

/* The letters behind %p that are part of it. */
static void read_extension(struct span *s, struct trace_piece *out)
{
	static const char *const known[] = { "ISpfschnbl", "iSpfschnbl", "I4hnbl", "i4hnbl", "I6c",
		                             "i6",         "MFR",        "mR",     "UbBlL",  "hCDN",
		                             "bl",         "S",          "s",      "F",      "f",
		                             "B",          "x",          "K" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const char *k = known[i];
		size_t n = 0, fixed = (k[0] | 0x20) == 'i' ? 2 : 1;
		if (s->n < fixed || memcmp(s->p, k, fixed) != 0)
			continue;
		while (n < s->n && n + 1 < sizeof out->extension &&
		       (n < fixed || (is_letter(s->p[n]) && strchr(k + fixed, s->p[n]))))
			n++;
		memcpy(out->extension, s->p, n);
		s->p += n;
		s->n -= n;
		return;
	}
}

/* What is behind a percent sign. */
static bool read_conversion(struct trace_parser *p, struct span *s, struct trace_piece *out)
{
	read_flags(s, out);
	if (!read_width(p, s, &out->width, &out->width_arg))
		return false;
	if (peek(*s) == '.') {
		skip(s);
		out->precision = 0;
		if (!read_width(p, s, &out->precision, &out->precision_arg))
			return false;
	}
	out->bits = read_length(s, (uint8_t)(8 * p->tracing->long_bytes));
	char c = (char)peek(*s);
	if (!c || !strchr("diuxXocsp", c))
		return false;
	out->conversion = c == 'i' ? 'd' : c;
	skip(s);
	if (c == 'p')
		read_extension(s, out);
	out->arg = next_argument(p);
	return out->arg != NULL;
}

/* One piece off the front of the format string. "%%" ends a piece with its first sign. */
static bool read_piece(struct trace_parser *p, struct span *s, struct trace_piece *out)
{
	*out = (struct trace_piece){ .width = -1, .precision = -1 };
	const unsigned char *percent = memchr(s->p, '%', s->n);
	out->text = span_of(s->p, percent ? (size_t)(percent - s->p) : s->n);
	s->p += out->text.n;
	s->n -= out->text.n;
	if (!percent)
		return true;
	skip(s);
	if (peek(*s) == '%') {
		out->text.n++;
		skip(s);
		return true;
	}
	return read_conversion(p, s, out);
}

int trace_parse(const struct tracing *t, const struct tracing_event *ev, struct arena *a,
                struct trace_program *out, struct err *e)
{
	struct trace_parser p = { .tracing = t, .event = ev, .arena = a, .left = ev->print };
	struct span s;
	uint32_t most = 1;
	*out = (struct trace_program){ 0 };
	if (!trace_string(&p, &s))
		goto refuse;
	for (size_t i = 0; i < s.n; i++)
		most += s.p[i] == '%';
	struct trace_piece *pieces = arena_new(a, most * sizeof *pieces);
	while (s.n) {
		if (!read_piece(&p, &s, &pieces[out->n_pieces]))
			goto refuse;
		out->n_pieces++;
	}
	/* More arguments than the format string takes do no harm. */
	while (next_argument(&p))
		;
	trace_accept(&p, "");
	if (p.left.n)
		goto refuse;
	out->pieces = pieces;
	return 0;
refuse:
	out->n_pieces = 0;
	return err_set(e, ERR_UNSUPPORTED, "the print format of '%.*s' is not understood",
	               (int)(ev->name.n < 100 ? ev->name.n : 100), (const char *)ev->name.p);
}

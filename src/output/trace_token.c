// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of print formats: names, operators, and constants of C. */
#include "output/trace.h"

bool trace_is_word(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static void skip(struct trace_parser *p, size_t n)
{
	p->left.p += n;
	p->left.n -= n;
}

void trace_skip_blanks(struct trace_parser *p)
{
	while (p->left.n && memchr(" \t\n", *p->left.p, 3))
		skip(p, 1);
}

/* A word must end where it ends. */
bool trace_accept(struct trace_parser *p, const char *word)
{
	size_t n = strlen(word);
	trace_skip_blanks(p);
	if (p->left.n < n || memcmp(p->left.p, word, n) != 0 ||
	    (trace_is_word((unsigned char)word[0]) && p->left.n > n && trace_is_word(p->left.p[n])))
		return false;
	skip(p, n);
	return true;
}

struct span trace_word(struct trace_parser *p)
{
	size_t n = 0;
	trace_skip_blanks(p);
	while (n < p->left.n && trace_is_word(p->left.p[n]))
		n++;
	struct span word = span_of(p->left.p, n);
	skip(p, n);
	return word;
}

/* One byte of a string or character constant after its backslash; *n bytes of s are it. */
static char escaped(struct span s, size_t *n)
{
	static const char letters[] = "n\nt\tr\ra\ab\bf\fv\ve\033";
	*n = 1;
	if (*s.p >= '0' && *s.p <= '7') {
		unsigned v = 0;
		for (*n = 0; *n < 3 && *n < s.n && s.p[*n] >= '0' && s.p[*n] <= '7'; ++*n)
			v = 8 * v + (unsigned)(s.p[*n] - '0');
		return (char)v;
	}
	for (const char *l = letters; *l; l += 2)
		if (*s.p == (unsigned char)*l)
			return l[1];
	return (char)*s.p;
}

/* The end of the text behind an opening quote; s.n = it does not end. */
static size_t quoted_bytes(struct span s, char quote)
{
	size_t i = 0;
	while (i < s.n && s.p[i] != (unsigned char)quote)
		i += s.p[i] == '\\' ? 2 : 1;
	return i < s.n ? i : s.n;
}

bool trace_string(struct trace_parser *p, struct span *out)
{
	unsigned char *text = NULL;
	size_t n = 0;
	bool any = false;
	while (trace_accept(p, "\"")) {
		size_t end = quoted_bytes(p->left, '"'), step;
		if (end == p->left.n)
			return false;
		/* What was joined so far is copied each time: strings are cut into few pieces. */
		unsigned char *joined = arena_new(p->arena, n + end + 1);
		if (n)
			memcpy(joined, text, n);
		text = joined;
		for (size_t i = 0; i < end; i += step, n++) {
			step = 1;
			text[n] = p->left.p[i];
			if (text[n] == '\\' && i + 1 < end) {
				i++;
				text[n] = (unsigned char)escaped(span_of(p->left.p + i, end - i),
				                                 &step);
			}
		}
		skip(p, end + 1);
		any = true;
		if (++p->n_nodes > TRACE_NODES_MAX || n > 65536)
			return false;
	}
	*out = span_of(text, n);
	return any;
}

const struct trace_node *trace_character(struct trace_parser *p)
{
	size_t n = 1;
	if (!p->left.n)
		return NULL;
	char c = (char)*p->left.p;
	if (c == '\\' && p->left.n > 1) {
		skip(p, 1);
		c = escaped(p->left, &n);
	}
	skip(p, n);
	if (!trace_accept(p, "'"))
		return NULL;
	return trace_node(
		p, (struct trace_node){ .op = TRACE_NUMBER, .number = (uint64_t)c, .bits = 32 });
}

static int digit_of(unsigned char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
	                              : 16;
}

/* The first of int, unsigned (not of decimal digits), long and unsigned long that has room. */
const struct trace_node *trace_number(struct trace_parser *p)
{
	struct span s = trace_word(p);
	int base = 10;
	uint64_t v = 0;
	size_t i = 0;
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x') {
		base = 16;
		i = 2;
	} else if (s.p[0] == '0') {
		base = 8;
	}
	for (; i < s.n && digit_of(s.p[i]) < base; i++)
		v = v * (uint64_t)base + (uint64_t)digit_of(s.p[i]);
	bool is_unsigned = false, is_long = false;
	for (; i < s.n; i++) {
		is_unsigned |= (s.p[i] | 0x20) == 'u';
		is_long |= (s.p[i] | 0x20) == 'l';
		if ((s.p[i] | 0x20) != 'u' && (s.p[i] | 0x20) != 'l')
			return NULL;
	}
	struct trace_node n = { .op = TRACE_NUMBER, .number = v, .bits = 32 };
	if (is_long || v > UINT32_MAX || (v > INT32_MAX && base == 10 && !is_unsigned))
		n.bits = 64;
	n.is_unsigned = is_unsigned || v > INT64_MAX || (n.bits == 32 && v > INT32_MAX);
	return trace_node(p, n);
}

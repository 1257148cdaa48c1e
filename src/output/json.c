// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/json.h"

#include <string.h>

/* buf_text_n() leaves no control byte and no invalid UTF-8. */
void json_string(struct buf *b, const char *s, size_t n)
{
	buf_char(b, '"');
	for (size_t run; n; s += run, n -= run) {
		for (run = 0; run < n && s[run] != '"' && s[run] != '\\';)
			run++;
		buf_text_n(b, s, run);
		if (run < n) {
			buf_char(b, '\\');
			buf_char(b, s[run++]);
		}
	}
	buf_char(b, '"');
}

void json_next(struct buf *b)
{
	char last = b->n ? b->p[b->n - 1] : '{';
	if (last != '{' && last != '[')
		buf_char(b, ',');
}

void json_decimal(struct buf *b, uint64_t v, unsigned n_decimals)
{
	uint64_t one = 1;
	for (unsigned i = 0; i < n_decimals; i++)
		one *= 10;
	buf_u64(b, v / one);
	buf_char(b, '.');
	buf_u64_width(b, v % one, (int)n_decimals, '0');
}

void json_move(struct buf *b, struct buf *out)
{
	if (b->n < 2)
		return;
	buf_add(out, b->p, b->n - 1);
	b->p[0] = b->p[b->n - 1];
	b->n = 1;
}

void json_name_n(struct buf *b, const char *name, size_t n)
{
	json_next(b);
	buf_char(b, '"');
	buf_add(b, name, n);
	buf_str(b, "\":");
}

void json_name(struct buf *b, const char *name)
{
	json_name_n(b, name, strlen(name));
}

void json_open(struct buf *b, const char *name, char bracket)
{
	json_name(b, name);
	buf_char(b, bracket);
}

void json_element(struct buf *b)
{
	json_next(b);
	buf_char(b, '{');
}

void json_u64(struct buf *b, const char *name, uint64_t v)
{
	json_name(b, name);
	buf_u64(b, v);
}

void json_i64(struct buf *b, const char *name, int64_t v)
{
	json_name(b, name);
	if (v < 0)
		buf_char(b, '-');
	buf_u64(b, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void json_hex(struct buf *b, const char *name, uint64_t v)
{
	json_name(b, name);
	buf_str(b, "\"0x");
	buf_hex(b, v);
	buf_char(b, '"');
}

void json_bool(struct buf *b, const char *name, bool v)
{
	json_name(b, name);
	buf_str(b, v ? "true" : "false");
}

void json_text(struct buf *b, const char *name, const char *text)
{
	if (!text)
		return;
	json_name(b, name);
	json_string(b, text, strlen(text));
}

void json_bytes(struct buf *b, const char *name, struct span s)
{
	json_name(b, name);
	buf_char(b, '"');
	for (size_t i = 0; i < s.n; i++)
		buf_hex_width(b, s.p[i], 2, '0');
	buf_char(b, '"');
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Lines no wider than a terminal: what is behind its last column is left out, so that what is drawn
 * over several lines stays whole. */
#include "output/internal.h"

static void cut_byte(struct line_cut *c, char byte)
{
	enum { ESCAPE = 0x1b };
	bool goes_on = (byte & 0xc0) == 0x80; /* a character of UTF-8 */
	if (c->in_escape || byte == ESCAPE) {
		/* It takes no column, and what it began has to end. */
		bool is_last = c->in_escape &&
		               ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'));
		c->in_escape = !is_last;
	} else if (byte == '\n') {
		c->at = 0;
	} else {
		c->at += !goes_on;
		if (c->at > c->columns)
			return;
	}
	buf_char(c->out, byte);
}

static int cut_drain(void *ctx, const void *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cut_byte(ctx, ((const char *)p)[i]);
	return 0;
}

struct buf *line_cut_open(struct line_cut *c, struct buf *out, size_t columns)
{
	*c = (struct line_cut){ .out = out, .columns = columns };
	c->buf.drain = cut_drain;
	c->buf.ctx = c;
	return columns ? &c->buf : out;
}

void line_cut_close(struct line_cut *c)
{
	buf_flush(&c->buf);
	buf_release(&c->buf);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The extensions of %p that show bytes: addresses of networks, of cards, UUIDs, bitmaps, dumps. */
#include "output/trace.h"

#include <stdio.h>

static void put_ipv4(const unsigned char *p, bool padded, struct buf *out)
{
	for (int i = 0; i < 4; i++) {
		if (i)
			buf_char(out, '.');
		buf_u64_width(out, p[i], padded ? 3 : 0, '0');
	}
}

static unsigned group(const unsigned char *p, int i)
{
	return (unsigned)p[2 * i] << 8 | p[2 * i + 1];
}

/* RFC 5952: the first of the longest runs of groups that are 0, when there are two or more. */
static void longest_zeros(const unsigned char *p, int n, int *start, int *len)
{
	*start = *len = 0;
	for (int i = 0; i < n; i++) {
		int k = i;
		while (k < n && group(p, k) == 0)
			k++;
		if (k - i > *len) {
			*start = i;
			*len = k - i;
		}
	}
	if (*len < 2)
		*len = 0;
}

static void put_compressed(const unsigned char *p, struct buf *out)
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };
	bool v4 = memcmp(p, mapped, 12) == 0;
	int n = v4 ? 6 : 8, start, len;
	longest_zeros(p, n, &start, &len);
	for (int i = 0; i < n; i++) {
		if (len && i == start) {
			buf_str(out, "::");
			i += len - 1;
			continue;
		}
		if (i && !(len && i == start + len))
			buf_char(out, ':');
		buf_hex(out, group(p, i));
	}
	if (v4) {
		if (!(len && start + len == n))
			buf_char(out, ':');
		put_ipv4(p + 12, false, out);
	}
}

static void put_ipv6(const unsigned char *p, bool colons, bool compressed, struct buf *out)
{
	if (compressed) {
		put_compressed(p, out);
		return;
	}
	for (int i = 0; i < 8; i++) {
		if (i && colons)
			buf_char(out, ':');
		buf_hex_width(out, group(p, i), 4, '0');
	}
}

static unsigned family(struct span s)
{
	/* A u16 in the byte order of the machine; both that are known fit a byte. */
	return s.n < 2 ? 0 : s.p[0] | s.p[1];
}

void trace_socket(struct span s, const char *how, struct buf *out)
{
	enum { INET = 2, INET6 = 10 };
	bool port = strchr(how, 'p'), compressed = strchr(how, 'c');
	if (family(s) == INET && s.n >= 8) {
		put_ipv4(s.p + 4, false, out);
	} else if (family(s) == INET6 && s.n >= 24) {
		if (port)
			buf_char(out, '[');
		put_ipv6(s.p + 8, true, compressed, out);
		if (port)
			buf_char(out, ']');
	} else {
		buf_str(out, "INVALIDIP");
		return;
	}
	if (port) {
		buf_char(out, ':');
		buf_u64(out, group(s.p, 1));
	}
}

/* Of an address that was recorded in the order of a little machine, the other way round. */
static void put_ordered(const struct trace_run *r, const char *x, struct span s, struct buf *out)
{
	bool turn = x[2] == 'l' || (x[2] == 'h' && !r->tracing->is_big);
	unsigned char p[4];
	for (int i = 0; i < 4; i++)
		p[i] = s.p[turn ? 3 - i : i];
	put_ipv4(p, x[0] == 'i', out);
}

static void put_internet(const struct trace_run *r, const struct trace_piece *piece, struct span s,
                         struct buf *out)
{
	const char *x = piece->extension;
	bool small = x[0] == 'i';
	if (x[1] == '4' && s.n >= 4)
		put_ordered(r, x, s, out);
	else if (x[1] == '6' && s.n >= 16)
		put_ipv6(s.p, !small, x[2] == 'c', out);
	else if (x[1] == 'S' && small && family(s) == 2 && s.n >= 8)
		put_ipv4(s.p + 4, true, out);
	else if (x[1] == 'S' && small && s.n >= 24)
		put_ipv6(s.p + 8, false, false, out);
	else if (x[1] == 'S' && !small)
		trace_socket(s, x + 2, out);
	else
		buf_str(out, x[1] == '6' ? "INVALIDIPv6" : "INVALIDIPv4");
}

/* M: with colons, MF: with dashes, MR: from the end, m: with nothing between. */
static void put_card(const char *x, struct span s, struct buf *out)
{
	if (s.n < 6) {
		buf_str(out, "INVALIDMAC");
		return;
	}
	for (int i = 0; i < 6; i++) {
		if (i && x[0] == 'M')
			buf_char(out, x[1] == 'F' ? '-' : ':');
		buf_hex_width(out, s.p[x[1] == 'R' ? 5 - i : i], 2, '0');
	}
}

/* b: as the bytes are, l: the first three parts the other way round; capital: capital letters. */
static void put_uuid(const char *x, struct span s, struct buf *out)
{
	static const uint8_t order[2][16] = {
		{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
		{ 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 },
	};
	bool capital = x[1] == 'B' || x[1] == 'L', little = (x[1] | 0x20) == 'l';
	if (s.n < 16) {
		buf_str(out, "INVALIDUUID");
		return;
	}
	for (int i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			buf_char(out, '-');
		char two[3];
		snprintf(two, sizeof two, capital ? "%02X" : "%02x", s.p[order[little][i]]);
		buf_str(out, two);
	}
}

/* As many bytes as the width says: h with blanks, hC colons, hD dashes, hN nothing between. */
static void put_dump(const struct trace_run *r, const struct trace_piece *piece, struct span s,
                     struct buf *out)
{
	enum { BYTES_MAX = 64 };
	uint64_t n = piece->width_arg    ? trace_value(r, piece->width_arg).v
	             : piece->width >= 0 ? (uint64_t)piece->width
	                                 : 1;
	char between = piece->extension[1] == 'C'   ? ':'
	               : piece->extension[1] == 'D' ? '-'
	               : piece->extension[1] == 'N' ? 0
	                                            : ' ';
	for (size_t i = 0; i < n && i < s.n && i < BYTES_MAX; i++) {
		if (i && between)
			buf_char(out, between);
		buf_hex_width(out, s.p[i], 2, '0');
	}
}

static bool has_bit(const struct trace_run *r, struct span bits, uint64_t i)
{
	uint64_t byte = i / 8;
	if (r->tracing->is_big) /* within its long from the end */
		byte = byte / r->tracing->long_bytes * r->tracing->long_bytes +
		       (r->tracing->long_bytes - 1u - byte % r->tracing->long_bytes);
	return byte < bits.n && (bits.p[byte] >> (i % 8) & 1);
}

void trace_cpu_list(const struct trace_run *r, struct span bits, struct buf *out)
{
	bool any = false;
	for (uint64_t i = 0, last; i < 8ull * bits.n; i++) {
		if (!has_bit(r, bits, i))
			continue;
		for (last = i; has_bit(r, bits, last + 1);)
			last++;
		if (any)
			buf_char(out, ',');
		buf_u64(out, i);
		if (last > i) {
			buf_char(out, '-');
			buf_u64(out, last);
		}
		any = true;
		i = last;
	}
}

/* The bits of a bitmap, at most as many as the width says. */
static struct span bitmap(const struct trace_run *r, const struct trace_piece *piece, struct span s)
{
	uint64_t n = piece->width_arg ? trace_value(r, piece->width_arg).v / 8 : s.n;
	return span_of(s.p, n < s.n ? (size_t)n : s.n);
}

bool trace_pointer(const struct trace_run *r, const struct trace_piece *piece, struct buf *out)
{
	uint32_t each;
	const char *x = piece->extension;
	if (!x[0] || !strchr("iImMUhb", x[0]))
		return false;
	struct span s = trace_bytes(r, piece->arg, &each);
	switch (x[0]) {
	case 'i':
	case 'I':
		put_internet(r, piece, s, out);
		break;
	case 'm':
	case 'M':
		put_card(x, s, out);
		break;
	case 'U':
		put_uuid(x, s, out);
		break;
	case 'h':
		put_dump(r, piece, s, out);
		break;
	case 'b':
		if (x[1] != 'l')
			return false;
		trace_cpu_list(r, bitmap(r, piece, s), out);
		break;
	}
	return true;
}

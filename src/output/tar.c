// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Tar archives: the ustar form, and before what does not fit into it a pax header (POSIX.1-2017,
 * pax, "ustar Interchange Format" and "pax Header Block"). An entry is a header of 512 bytes and
 * its contents, padded to such blocks; two blocks of zeroes end the archive. What is written
 * depends on what is given alone: no clock, no user, no counter.
 */
#include <stdio.h>

#include "output/output.h"

enum {
	BLOCK_BYTES = 512,
	NAME_BYTES = 100,
	CHECKSUM_OFF = 148,
	CHECKSUM_BYTES = 8,
};

/* The largest number of 11 octal digits. */
static const uint64_t OCTAL_MOST = 077777777777;

enum tar_type { TAR_FILE = '0', TAR_LINK = '2', TAR_PAX = 'x' };

static void put_octal(char *at, unsigned digits, uint64_t v)
{
	while (digits--) {
		at[digits] = (char)('0' + v % 8);
		v /= 8;
	}
}

/* As much of a text as there is room for: it needs no NUL byte behind it. */
static void put_name(char *at, const char *text)
{
	size_t n = strlen(text);
	memcpy(at, text, n < NAME_BYTES ? n : NAME_BYTES);
}

static void put_header(struct buf *b, enum tar_type type, const char *path, const char *target,
                       const struct tar_entry *e, uint64_t n_bytes)
{
	char h[BLOCK_BYTES] = { 0 };
	unsigned sum = 0;
	put_name(h, path);
	put_octal(h + 100, 7, e->mode);
	put_octal(h + 108, 7, 0); /* its user and group: root */
	put_octal(h + 116, 7, 0);
	put_octal(h + 124, 11, n_bytes <= OCTAL_MOST ? n_bytes : 0);
	put_octal(h + 136, 11, e->mtime <= OCTAL_MOST ? e->mtime : OCTAL_MOST);
	memset(h + CHECKSUM_OFF, ' ', CHECKSUM_BYTES);
	h[156] = (char)type;
	put_name(h + 157, target);
	memcpy(h + 257, "ustar\00000", 8);
	for (size_t i = 0; i < sizeof h; i++)
		sum += (unsigned char)h[i];
	put_octal(h + CHECKSUM_OFF, 6, sum);
	h[CHECKSUM_OFF + 6] = 0;
	buf_add(b, h, sizeof h);
}

static void put_padding(struct buf *b, uint64_t n_bytes)
{
	buf_fill(b, 0, (size_t)(-n_bytes % BLOCK_BYTES));
}

/* ------------------------------------------------------------------ pax headers */

/* "LENGTH KEY=VALUE\n", where LENGTH counts its own digits. */
static void add_record(struct buf *b, const char *key, const char *value)
{
	char digits[24];
	size_t rest = strlen(" =\n") + strlen(key) + strlen(value), n = rest, all;
	do {
		all = n;
		n = rest + (size_t)snprintf(digits, sizeof digits, "%zu", all);
	} while (n != all);
	buf_str(b, digits);
	buf_char(b, ' ');
	buf_str(b, key);
	buf_char(b, '=');
	buf_str(b, value);
	buf_char(b, '\n');
}

static void put_pax(struct buf *b, const struct tar_entry *e)
{
	struct buf records = { 0 };
	char size[24];
	if (strlen(e->path) > NAME_BYTES)
		add_record(&records, "path", e->path);
	if (e->target && strlen(e->target) > NAME_BYTES)
		add_record(&records, "linkpath", e->target);
	snprintf(size, sizeof size, "%llu", (unsigned long long)e->n_bytes);
	if (e->n_bytes > OCTAL_MOST)
		add_record(&records, "size", size);
	if (records.n) {
		put_header(b, TAR_PAX, "PaxHeader", "", e, records.n);
		buf_add(b, records.p, records.n);
		put_padding(b, records.n);
	}
	buf_release(&records);
}

/* ------------------------------------------------------------------ entries */

void tar_begin(struct buf *b, const struct tar_entry *e)
{
	put_pax(b, e);
	put_header(b, e->target ? TAR_LINK : TAR_FILE, e->path, e->target ? e->target : "", e,
	           e->n_bytes);
}

void tar_file_end(struct buf *b, const struct tar_entry *e)
{
	put_padding(b, e->n_bytes);
}

/* In parts, so that the buffer need not grow. */
void tar_file(struct buf *b, const struct tar_entry *e, struct span contents)
{
	enum { PART_BYTES = 1 << 16 };
	tar_begin(b, e);
	for (struct span part = { 0 }; contents.n; buf_add(b, part.p, part.n))
		span_take(&contents, contents.n < PART_BYTES ? contents.n : PART_BYTES, &part);
	tar_file_end(b, e);
}

void tar_end(struct buf *b)
{
	buf_fill(b, 0, 2 * BLOCK_BYTES);
}

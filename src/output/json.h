/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON (RFC 8259) into a buf. A comma is put where one is due, which the buffer's last byte tells:
 * so it must not have a drain. Names are our own words and need no escapes.
 */
#ifndef PMREC_OUTPUT_JSON_H
#define PMREC_OUTPUT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* An exact decimal, v / 10^n_decimals. */
void json_decimal(struct buf *b, uint64_t v, unsigned n_decimals);
/* Add what is there to out, but for the last byte, which tells whether a comma is due. */
void json_move(struct buf *b, struct buf *out);

/* Text as a string: control bytes and invalid UTF-8 as '?'. */
void json_string(struct buf *b, const char *s, size_t n);
/* The name of a member; its value is to follow. */
void json_name(struct buf *b, const char *name);
void json_name_n(struct buf *b, const char *name, size_t n);
void json_open(struct buf *b, const char *name, char bracket);
/* The comma between the elements of an array; an element is to follow. */
void json_next(struct buf *b);
/* The bracket of an element that is an object. */
void json_element(struct buf *b);

void json_u64(struct buf *b, const char *name, uint64_t v);
void json_i64(struct buf *b, const char *name, int64_t v);
void json_hex(struct buf *b, const char *name, uint64_t v); /* "0x1f": exact in any reader */
void json_bool(struct buf *b, const char *name, bool v);
void json_text(struct buf *b, const char *name, const char *text); /* nothing when it is NULL */
void json_bytes(struct buf *b, const char *name, struct span s);   /* "00ff" */

#endif

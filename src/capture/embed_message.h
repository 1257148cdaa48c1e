/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The message of a file in the section of symbols that were hit. */
#ifndef PMREC_CAPTURE_EMBED_MESSAGE_H
#define PMREC_CAPTURE_EMBED_MESSAGE_H

#include "base/log.h"
#include "data/write.h"
#include "symbols/symbols.h"

/* Begun when its first symbol is known. */
struct embed_message {
	struct buf *out;         /* the section */
	struct symbols *symbols; /* who knows the names */
	const struct log *log;
	struct write_embedded head;
	uint32_t handle; /* the resolver's */
	size_t at;
	bool is_begun;
	uint64_t shift;     /* from the resolver's addresses to those of the message */
	uint64_t last_from; /* of the last symbol that was not written whole */
};

/* Of a file or a vdso, whose handle is known: where its code lies. */
void embed_message_code(struct embed_message *msg);
/* The symbol at an address, if there is one and it is not there yet. */
void embed_message_add(struct embed_message *msg, uint64_t addr);
void embed_message_end(const struct embed_message *msg);
/* Has the section no room for more? */
bool embed_is_full(const struct buf *out);

#endif

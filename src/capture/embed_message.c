// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The symbols of a file that were hit.
 *
 * A symbol is written whole when its own first byte is named after it. Where others lie over its
 * beginning it is written from where it shows: then whoever reads it, and takes the nearest symbol
 * that covers an address, finds the same.
 */
#include "capture/embed_message.h"

enum { SECTION_BYTES_MAX = 64 << 20 };

bool embed_is_full(const struct buf *out)
{
	return out->n > SECTION_BYTES_MAX;
}

/* Does its first byte belong to it? */
static bool shows_whole(const struct embed_message *msg, const struct symbols_spot *at,
                        uint64_t start)
{
	struct symbols_spot first;
	return at->from == start ||
	       symbols_locate(msg->symbols, msg->handle, start, &first) != SYMBOLS_FOUND ||
	       (first.names == at->names && first.symbol == at->symbol);
}

static void add_symbol(struct embed_message *msg, const struct symbols_spot *at,
                       const struct symbols_name *name)
{
	uint32_t *note = symbols_note(msg->symbols, at);
	bool is_whole = shows_whole(msg, at, name->start);
	uint64_t start = is_whole ? name->start : at->from, len = name->end - start;
	if ((is_whole && *note) || (!is_whole && msg->last_from == start) || len > UINT32_MAX ||
	    embed_is_full(msg->out))
		return;
	if (is_whole)
		*note = 1;
	else
		msg->last_from = start;
	if (!msg->is_begun)
		msg->at = write_embedded(msg->out, &msg->head);
	msg->is_begun = true;
	write_embedded_symbol(msg->out, start + msg->shift, (uint32_t)len, name->name);
}

void embed_message_code(struct embed_message *msg)
{
	symbols_code(msg->symbols, msg->handle, &msg->head.min_vaddr, &msg->head.min_off);
	msg->shift = msg->head.min_vaddr - msg->head.min_off;
}

void embed_message_add(struct embed_message *msg, uint64_t addr)
{
	struct symbols_spot at;
	struct symbols_name name;
	if (symbols_locate(msg->symbols, msg->handle, addr, &at) == SYMBOLS_FOUND &&
	    symbols_name(msg->symbols, msg->handle, &at, &name) == SYMBOLS_FOUND)
		add_symbol(msg, &at, &name);
}

void embed_message_end(const struct embed_message *msg)
{
	const char *why = NULL;
	if (msg->is_begun)
		write_embedded_end(msg->out, msg->at);
	else if (symbols_state(msg->symbols, msg->handle, &why) != SYMBOLS_FOUND)
		log_say(msg->log, LOG_DETAIL, "no names for '%s': %s", msg->head.path,
		        why ? why : "there are none");
}

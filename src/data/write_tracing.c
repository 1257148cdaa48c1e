// SPDX-License-Identifier: GPL-2.0-or-later
/* Writing the tracing data section, as tracing.c reads it: version 0.6. */
#include "data/write.h"

static void add_named(struct buf *b, const char *name, struct span content)
{
	buf_add(b, name, strlen(name) + 1);
	write_u64(b, content.n);
	buf_add(b, content.p, content.n);
}

/* How many events from the first on are of its system. */
static uint32_t run_of(const struct write_tracing *t, uint32_t first)
{
	uint32_t n = 1;
	while (first + n < t->n_events &&
	       strcmp(t->events[first].system, t->events[first + n].system) == 0)
		n++;
	return n;
}

static void add_systems(struct buf *b, const struct write_tracing *t)
{
	uint32_t n_systems = 0;
	for (uint32_t i = 0; i < t->n_events; i += run_of(t, i))
		n_systems++;
	write_u32(b, n_systems);
	for (uint32_t i = 0, n; i < t->n_events; i += n) {
		n = run_of(t, i);
		buf_add(b, t->events[i].system, strlen(t->events[i].system) + 1);
		write_u32(b, n);
		for (uint32_t k = i; k < i + n; k++) {
			write_u64(b, t->events[k].format.n);
			buf_add(b, t->events[k].format.p, t->events[k].format.n);
		}
	}
}

void write_tracing(struct buf *b, const struct write_tracing *t)
{
	static const char start[] = "\027\010\104tracing0.6"; /* its NUL byte ends the version */
	buf_add(b, start, sizeof start);
	buf_char(b, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	buf_char(b, sizeof(long));
	write_u32(b, t->page_bytes);
	add_named(b, "header_page", t->header_page);
	add_named(b, "header_event", t->header_event);
	write_u32(b, 0); /* events of ftrace itself */
	add_systems(b, t);
	write_u32(b, 0); /* kallsyms: names come from the recording's own symbols */
	write_u32(b, (uint32_t)t->printk.n);
	buf_add(b, t->printk.p, t->printk.n);
	write_u64(b, t->cmdlines.n);
	buf_add(b, t->cmdlines.p, t->cmdlines.n);
}

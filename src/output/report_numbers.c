// SPDX-License-Identifier: GPL-2.0-or-later
/* The cells of the report's table that are numbers: of a group of events one beside the other. */
#include "output/report.h"

enum { SHARE_COLUMNS = 8 }; /* put_percent() */

static const struct {
	const char *head;
	uint8_t width; /* for each event */
	bool is_count; /* else it is a part of the total */
} kinds[] = {
	[NUMBER_CHILDREN - SORT_KEYS] = { "Children", 8, false },
	[NUMBER_SELF - SORT_KEYS] = { "Overhead", 8, false },
	[NUMBER_SYS - SORT_KEYS] = { "sys", 8, false },
	[NUMBER_USER - SORT_KEYS] = { "usr", 8, false },
	[NUMBER_GUEST_SYS - SORT_KEYS] = { "guest sys", 9, false },
	[NUMBER_GUEST_USER - SORT_KEYS] = { "guest usr", 9, false },
	[NUMBER_SAMPLES - SORT_KEYS] = { "Samples", 12, true },
	[NUMBER_PERIOD - SORT_KEYS] = { "Period", 12, true },
};

const char *number_head(const struct numbers *n, enum hist_number number)
{
	return number == NUMBER_SELF && n->o->says_self ? "Self" : kinds[number - SORT_KEYS].head;
}

size_t number_width(const struct numbers *n, enum hist_number number)
{
	return (size_t)kinds[number - SORT_KEYS].width * n->events->n;
}

static uint64_t event_total(const struct numbers *n, uint32_t member)
{
	return n->profile->event_weight[n->events->leader + member];
}

static void share_cell(struct numbers *n, struct buf *out, enum hist_number number, uint64_t part,
                       uint64_t total)
{
	struct share *x = &n->shares[number - SORT_KEYS];
	if (!x->n || x->part != part || x->total != total) {
		n->tmp.n = 0;
		put_percent(&n->tmp, n->o, percent_of(part, total));
		*x = (struct share){ .part = part, .total = total };
		if (n->tmp.n > sizeof x->text) {
			buf_add(out, n->tmp.p, n->tmp.n);
			return;
		}
		x->n = (uint32_t)n->tmp.n;
		memcpy(x->text, n->tmp.p, x->n);
	}
	buf_add(out, x->text, x->n);
}

/* Without children there are none to tell of. */
static bool is_absent(const struct numbers *n, enum hist_number number)
{
	return number == NUMBER_CHILDREN && !n->o->hist.children;
}

void number_cells(struct numbers *n, struct buf *out, struct hist_entry *const *row,
                  enum hist_number number)
{
	unsigned width = kinds[number - SORT_KEYS].width;
	if (is_absent(n, number)) {
		buf_right(out, "N/A", width); /* where perf has it */
		buf_fill(out, ' ', number_width(n, number) - width);
		return;
	}
	for (uint32_t k = 0; k < n->events->n; k++) {
		uint64_t v = row[k] ? hist_number(row[k], number) : 0;
		if (kinds[number - SORT_KEYS].is_count) {
			buf_u64_width(out, v, (int)width, ' ');
			continue;
		}
		buf_fill(out, ' ', width - SHARE_COLUMNS);
		share_cell(n, out, number, v, event_total(n, k));
	}
}

void number_plain(const struct numbers *n, struct buf *out, struct hist_entry *const *row,
                  uint32_t member, enum hist_number number)
{
	uint64_t v = row[member] ? hist_number(row[member], number) : 0;
	if (is_absent(n, number))
		buf_str(out, "N/A");
	else if (kinds[number - SORT_KEYS].is_count)
		buf_u64(out, v);
	else
		buf_percent(out, percent_of(v, event_total(n, member)), 0);
}

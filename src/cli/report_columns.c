// SPDX-License-Identifier: GPL-2.0-or-later
/* The columns of pmrec report's table, and what its rows are sorted by: --sort, --by and --fields. */
#include "base/words.h"
#include "cli/report.h"

#define COLUMN_ROW(NAME, COLUMN) { NAME, COLUMN },
#define BY_ROW(NAME, KEYS) { NAME, KEYS },
#define COLUMN_NAMES NUMBER_WORDS(WORD_OF) SORT_WORDS(WORD_OF)

static const struct {
	const char *name;
	unsigned column;
} column_words[] = { NUMBER_WORDS(COLUMN_ROW) SORT_WORDS(COLUMN_ROW){ "symbol", SORT_SYM } };

static const struct {
	const char *name, *keys;
} by_words[] = { BY_WORDS(BY_ROW) };

static bool has_column(const struct report_columns *l, unsigned column)
{
	return memchr(l->v, (int)column, l->n);
}

/* Takes a column once, where it comes first. */
static void add_column(struct report_columns *l, unsigned column)
{
	if (!has_column(l, column))
		l->v[l->n++] = (uint8_t)column;
}

static void add_columns(struct report_columns *l, const struct report_columns *more)
{
	for (uint32_t i = 0; i < more->n; i++)
		add_column(l, more->v[i]);
}

static int add_word(struct report_columns *l, struct span word, const char *kind, struct err *e)
{
	size_t i = 0, known = sizeof column_words / sizeof *column_words;
	while (i < known && !span_equal(word, span_str(column_words[i].name)))
		i++;
	if (i == known)
		return err_set(e, ERR_USAGE, "unknown %s '%.*s': " COLUMN_NAMES, kind, (int)word.n,
		               (const char *)word.p);
	add_column(l, column_words[i].column);
	return 0;
}

static int add_words(struct report_columns *l, const char *list, const char *kind, struct err *e)
{
	for (struct span word; word_next(&list, &word);)
		if (word.n && add_word(l, word, kind, e))
			return ERR_USAGE;
	return 0;
}

int report_set_sort(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)negated;
	o->keys_given = true;
	o->sort.n = 0;
	if (add_words(&o->sort, arg, "sort key", e))
		return ERR_USAGE;
	if (!o->sort.n)
		return err_set(e, ERR_USAGE, "--sort needs a key: " COLUMN_NAMES);
	return 0;
}

int report_set_fields(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)negated;
	bool add = *arg == '+';
	o->columns_from = add ? COLUMNS_ADDED : COLUMNS_CHOSEN;
	o->fields.n = 0;
	if (add_words(&o->fields, arg + add, "field", e))
		return ERR_USAGE;
	if (!o->fields.n)
		return err_set(e, ERR_USAGE, "--fields needs a field: " COLUMN_NAMES);
	return 0;
}

/* A word of ours, or one of --sort. */
static int add_by(struct report_args *o, struct span word, struct err *e)
{
	for (size_t i = 0; i < sizeof by_words / sizeof *by_words; i++)
		if (span_equal(word, span_str(by_words[i].name)))
			return add_words(&o->sort, by_words[i].keys, "sort key", e);
	return add_word(&o->sort, word, "sort key", e)
	               ? err_set(e, ERR_USAGE, "unknown word '%.*s': " BY_WORDS(WORD_OF),
	                         (int)word.n, (const char *)word.p)
	               : 0;
}

int report_set_by(void *options, const char *arg, bool negated, struct err *e)
{
	struct report_args *o = options;
	(void)negated;
	o->keys_given = true;
	o->sort.n = 0;
	for (struct span word; word_next(&arg, &word);)
		if (word.n && add_by(o, word, e))
			return ERR_USAGE;
	if (!o->sort.n)
		return err_set(e, ERR_USAGE, "--by needs a word: " BY_WORDS(WORD_OF));
	return 0;
}

/* The numbers that are there unless --fields chooses. What --sort names of the first two takes the
 * place of both: rows are sorted by it where it stands. */
static void default_numbers(struct report_args *o, struct report_columns *l)
{
	bool own = has_column(&o->sort, NUMBER_SELF), children = o->report.hist.children;
	bool all = children && has_column(&o->sort, NUMBER_CHILDREN);
	o->sorted_by_weight = !own && !all;
	if (all || (children && !own))
		add_column(l, NUMBER_CHILDREN);
	if (own || !all)
		add_column(l, NUMBER_SELF);
	if (o->cpu_utilization) {
		add_column(l, NUMBER_SYS);
		add_column(l, NUMBER_USER);
	}
	if (o->report.samples)
		add_column(l, NUMBER_SAMPLES);
	if (o->total_period)
		add_column(l, NUMBER_PERIOD);
}

/* Without children they are no number that rows differ in. */
static void without_children(struct report_columns *l)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->v[i] != NUMBER_CHILDREN)
			l->v[n++] = l->v[i];
	l->n = n;
}

void report_columns_settle(struct report_args *o)
{
	struct hist_options *h = &o->report.hist;
	struct report_columns *columns = &o->columns, *order = &o->order;
	bool chosen = o->columns_from == COLUMNS_CHOSEN;
	if (!h->children)
		without_children(&o->sort);
	if (!chosen)
		default_numbers(o, columns);
	if (!chosen || o->keys_given)
		add_columns(order, &o->sort);
	add_columns(columns, &o->fields);
	add_columns(columns, order);
	add_columns(order, columns);
	if (!h->children)
		without_children(order);
	h->keys = 0;
	for (uint32_t i = 0; i < columns->n; i++) {
		if (columns->v[i] < SORT_KEYS)
			h->keys |= 1u << columns->v[i];
		h->modes |= columns->v[i] >= NUMBER_SYS && columns->v[i] <= NUMBER_GUEST_USER;
	}
	if (chosen || !o->sorted_by_weight) {
		h->order = order->v;
		h->n_order = order->n;
	}
	o->report.columns = columns->v;
	o->report.n_columns = columns->n;
	o->report.says_self = h->children && !chosen;
	o->report.symbol_first = !o->columns_from && o->sort.n && o->sort.v[0] == SORT_SYM;
}

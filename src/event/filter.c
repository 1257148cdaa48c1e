// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where a filter is wrong. The kernel takes or refuses a filter as a whole and tells nobody why
 * (kernel/trace/trace_events_filter.c; the grammar is in Documentation/trace/events.rst), so what
 *it refused is read here once more:
 *
 *	any   = all { "||" all }      all = one { "&&" one }      one = [ "!" ] ( "(" any ")" | test
 *) test  = field [ "." word ] op value     op = == != < <= > >= & ~     value = number | "text"
 */
#include <ctype.h>

#include "event/internal.h"

struct filter {
	struct parse p; /* its text is the filter */
	struct span format;
	const char *name;
};

enum { DEPTH_MAX = 50 };

static void skip_blanks(struct filter *f)
{
	while (*f->p.at == ' ' || *f->p.at == '\t' || *f->p.at == '\n')
		f->p.at++;
}

static bool take(struct filter *f, const char *word)
{
	skip_blanks(f);
	size_t n = strlen(word);
	if (strncmp(f->p.at, word, n) != 0)
		return false;
	f->p.at += n;
	return true;
}

/* The next field of a format file: "field:TYPE NAME[N];". */
static bool next_field(struct span *left, struct span *name, bool *is_text)
{
	static const char start[] = "field:";
	while (left->n) {
		const unsigned char *end = memchr(left->p, '\n', left->n);
		size_t n = end ? (size_t)(end - left->p) : left->n;
		const char *line = (const char *)left->p;
		const char *at = memmem(line, n, start, sizeof start - 1);
		left->p += n + (end != NULL);
		left->n -= n + (end != NULL);
		const char *semi = at ? memchr(at, ';', (size_t)(line + n - at)) : NULL;
		if (!semi)
			continue;
		const char *last = semi;
		if (last[-1] == ']')
			while (last > at && *last != '[')
				last--;
		const char *first = last;
		while (first > at && (isalnum((unsigned char)first[-1]) || first[-1] == '_'))
			first--;
		*name = span_of(first, (size_t)(last - first));
		*is_text = memmem(at, (size_t)(first - at), "char", 4) != NULL;
		return name->n > 0;
	}
	return false;
}

/* What the kernel knows of any event beside its fields. */
static const struct {
	const char *name;
	bool is_text;
} common[] = {
	{ "COMM", true }, { "comm", true }, { "common_comm", true },
	{ "CPU", false }, { "cpu", false }, { "common_cpu", false },
};

static int check_field(struct filter *f, struct span field, bool *is_text)
{
	struct span left = f->format, name;
	struct nearest near;
	nearest_begin(&near, field);
	char words[64][32];
	unsigned n = 0;
	while (next_field(&left, &name, is_text)) {
		if (span_equal(name, field))
			return 0;
		if (n < 64 && name.n < sizeof words[0]) {
			memcpy(words[n], name.p, name.n);
			words[n][name.n] = 0;
			nearest_try(&near, words[n++]);
		}
	}
	for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
		if (span_is(field, common[i].name)) {
			*is_text = common[i].is_text;
			return 0;
		}
	}
	return parse_fault(&f->p, (const char *)field.p, "'%s' has no field '%.*s'%s%s%s", f->name,
	                   (int)field.n, (const char *)field.p, near.best ? ", did you mean '" : "",
	                   near.best ? near.best : "", near.best ? "'?" : "");
}

static int check_value(struct filter *f, bool is_text, bool is_function)
{
	skip_blanks(f);
	const char *s = f->p.at;
	if (*s == '"' || *s == '\'') {
		const char *close = strchr(s + 1, *s);
		if (!close)
			return parse_fault(&f->p, s, "the quote is not closed");
		if (!is_text)
			return parse_fault(&f->p, s, "the field is a number, not a text");
		f->p.at = close + 1;
		return 0;
	}
	if (is_text && !is_function)
		return parse_fault(&f->p, s, "the field is a text: its value is put in quotes");
	size_t n = *s == '-';
	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	if (n == (size_t)(*s == '-'))
		return parse_fault(&f->p, s, "a value is missing");
	uint64_t v;
	if (!is_function && !number_parse(span_of(s + (*s == '-'), n - (*s == '-')), &v))
		return parse_fault(&f->p, s, "'%.*s' is no number", (int)n, s);
	f->p.at += n;
	return 0;
}

static int check_test(struct filter *f)
{
	static const char *const ops[] = { "==", "!=", "<=", ">=", "<", ">", "&", "~" };
	bool is_text, is_function = false;
	size_t n = 0, op = 0;
	skip_blanks(f);
	while (isalnum((unsigned char)f->p.at[n]) || f->p.at[n] == '_')
		n++;
	if (!n)
		return parse_fault(&f->p, f->p.at, "the name of a field is missing");
	struct span field = span_of(f->p.at, n);
	int rc = check_field(f, field, &is_text);
	if (rc < 0)
		return rc;
	f->p.at += n;
	if (take(f, ".function"))
		is_function = true;
	else if (take(f, ".ustring"))
		is_text = true;
	skip_blanks(f);
	const char *place = f->p.at;
	while (op < sizeof ops / sizeof *ops && !take(f, ops[op]))
		op++;
	if (op == sizeof ops / sizeof *ops)
		return parse_fault(&f->p, place, "an operator is missing (== != < <= > >= & ~)");
	bool for_text = op < 2 || *ops[op] == '~';
	if (is_text ? !for_text : *ops[op] == '~')
		return parse_fault(&f->p, place, "'%s' is not for %s", ops[op],
		                   is_text ? "texts" : "numbers");
	return check_value(f, is_text, is_function);
}

/* What is read next, and after which the rest has to follow. Brackets are counted rather than
 * entered. */
static int check(struct filter *f)
{
	int depth = 0;
	for (;;) {
		while (take(f, "(") || take(f, "!"))
			if (f->p.at[-1] == '(' && ++depth > DEPTH_MAX)
				return parse_fault(&f->p, f->p.at - 1, "too many brackets");
		int rc = check_test(f);
		if (rc < 0)
			return rc;
		while (take(f, ")"))
			if (--depth < 0)
				return parse_fault(&f->p, f->p.at - 1, "the ')' closes nothing");
		skip_blanks(f);
		if (!*f->p.at)
			return depth ? parse_fault(&f->p, f->p.at, "a ')' is missing") : 0;
		if (!take(f, "&&") && !take(f, "||"))
			return parse_fault(&f->p, f->p.at, "'&&' or '||' is missing");
	}
}

int event_filter_refused(const char *filter, const char *name, struct span format, struct err *e)
{
	struct filter f = { .p = { .text = filter, .at = filter, .e = e },
		            .format = format,
		            .name = name };
	int rc = check(&f);
	return rc < 0 ? rc
	              : parse_fault(&f.p, filter, "the kernel refuses this filter for '%s'", name);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The format file of one event, after "format:" a line a field
 *
 *	field:TYPE NAME[N];	offset:N;	size:N;	signed:N;
 *
 * those that all events have in front, then an empty line and the others, and at last "print fmt: "
 * and C text. Before Linux 2.6.33 "signed" was not there.
 */
#include "data/tracing.h"

static bool is_word(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static struct span trimmed(struct span s)
{
	while (s.n && (*s.p == ' ' || *s.p == '\t')) {
		s.p++;
		s.n--;
	}
	while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s;
}

static bool begins(struct span s, const char *word)
{
	size_t n = strlen(word);
	return s.n >= n && memcmp(s.p, word, n) == 0;
}

static bool has_word(struct span s, const char *word)
{
	return memmem(s.p, s.n, word, strlen(word)) != NULL;
}

/* Cut the text up to a byte off *s; all of it when the byte is not there. */
static struct span cut_at(struct span *s, char byte)
{
	const unsigned char *at = s->n ? memchr(s->p, byte, s->n) : NULL;
	struct span out = { s->p, at ? (size_t)(at - s->p) : s->n };
	s->p += out.n + (at != NULL);
	s->n -= out.n + (at != NULL);
	return out;
}

/* "WORD:NUMBER" between semicolons. */
static bool take_number(struct span *line, const char *word, uint32_t *out)
{
	struct span part = trimmed(cut_at(line, ';'));
	size_t n = strlen(word);
	uint64_t v = 0;
	if (!begins(part, word) || part.n == n || part.n > n + 9)
		return false;
	for (size_t i = n; i < part.n; i++) {
		if (part.p[i] < '0' || part.p[i] > '9')
			return false;
		v = 10 * v + (uint64_t)(part.p[i] - '0');
	}
	*out = (uint32_t)v;
	return true;
}

/* The bytes of a type of C as the kernel spells it; 0 = not known. */
static uint32_t type_bytes(struct span type, uint8_t long_bytes)
{
	static const struct {
		const char *word;
		uint32_t n; /* 0: a long */
	} types[] = {
		{ "long long", 8 }, { "64", 8 },     { "long", 0 }, { "32", 4 },
		{ "16", 2 },        { "u8", 1 },     { "s8", 1 },   { "int8", 1 },
		{ "short", 2 },     { "char", 1 },   { "bool", 1 }, { "unsigned", 4 },
		{ "int", 4 },       { "size_t", 0 },
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (has_word(type, types[i].word))
			return types[i].n ? types[i].n : long_bytes;
	return 0;
}

/* How many elements "[N]" says; 0 = it does not say so in digits. */
static uint32_t array_count(struct span brackets)
{
	uint32_t v = 0;
	for (size_t i = 1; i < brackets.n && brackets.p[i] >= '0' && brackets.p[i] <= '9'; i++)
		v = v > 1000000 ? 0 : 10 * v + (uint32_t)(brackets.p[i] - '0');
	return v;
}

/* "TYPE NAME", "TYPE NAME[N]", "__data_loc TYPE[] NAME" into the field. */
static bool read_declaration(struct span text, uint8_t long_bytes, struct tracing_field *f)
{
	bool is_array = false;
	uint32_t count = 0;
	text = trimmed(text);
	static const char *const places[] = {
		[TRACING_DATA_LOC] = "__data_loc ", [TRACING_REL_LOC] = "__rel_loc "
	};
	for (unsigned i = TRACING_DATA_LOC; i <= TRACING_REL_LOC; i++)
		if (begins(text, places[i])) {
			f->place = (enum tracing_place)i;
			text.p += strlen(places[i]);
			text.n -= strlen(places[i]);
			is_array = true;
		}
	while (text.n && text.p[text.n - 1] == ']') {
		size_t at = text.n - 1;
		while (at && text.p[at] != '[')
			at--;
		count = array_count(span_of(text.p + at, text.n - at));
		is_array = true;
		text = trimmed(span_of(text.p, at));
	}
	size_t at = text.n;
	while (at && is_word(text.p[at - 1]))
		at--;
	f->name = span_of(text.p + at, text.n - at);
	text.n = at;
	f->type = trimmed(f->place ? cut_at(&text, '[') : text);
	f->is_pointer = f->type.n && memchr(f->type.p, '*', f->type.n);
	f->is_text = is_array && !f->is_pointer && has_word(f->type, "char");
	f->is_long = has_word(f->type, "long");
	if (is_array) {
		f->each_bytes = f->is_pointer ? long_bytes : type_bytes(f->type, long_bytes);
		if (count && !f->place)
			f->each_bytes = f->n_bytes / count;
		if (!f->each_bytes)
			f->each_bytes = 1;
	}
	return f->name.n != 0;
}

/* A line after "format:"; false = it is none of a field. */
static bool read_field(struct span line, uint8_t long_bytes, struct tracing_field *f)
{
	uint32_t is_signed = 0;
	line = trimmed(line);
	*f = (struct tracing_field){ 0 };
	if (!begins(line, "field:") && !begins(line, "field special:"))
		return false;
	cut_at(&line, ':');
	struct span declaration = cut_at(&line, ';');
	if (!take_number(&line, "offset:", &f->off) || !take_number(&line, "size:", &f->n_bytes))
		return false;
	take_number(&line, "signed:", &is_signed);
	f->is_signed = is_signed != 0;
	return read_declaration(declaration, long_bytes, f);
}

int tracing_fields(const struct tracing *t, struct tracing_event *ev, struct arena *a,
                   struct err *e)
{
	struct span rest = ev->format;
	struct tracing_field f;
	uint32_t n = 0;
	if (ev->fields)
		return 0;
	const unsigned char *print = memmem(rest.p, rest.n, "\nprint fmt:", 11);
	if (!print)
		return err_corrupt(e, 0, "event '%.*s' has no print format", (int)ev->name.n,
		                   (const char *)ev->name.p);
	ev->print = trimmed(span_of(print + 11, rest.n - 11 - (size_t)(print - rest.p)));
	rest.n = (size_t)(print - rest.p) + 1;
	for (struct span s = rest; s.n && n < TRACING_FIELDS_MAX;)
		n += read_field(cut_at(&s, '\n'), t->long_bytes, &f);
	ev->fields = arena_new(a, n * sizeof f);
	while (ev->n_fields < n && rest.n)
		if (read_field(cut_at(&rest, '\n'), t->long_bytes, &f)) {
			ev->n_common += begins(f.name, "common_");
			ev->fields[ev->n_fields++] = f;
		}
	return 0;
}

const struct tracing_field *tracing_field(const struct tracing_event *ev, struct span name)
{
	for (uint32_t i = 0; i < ev->n_fields; i++)
		if (span_equal(ev->fields[i].name, name))
			return &ev->fields[i];
	return NULL;
}

uint64_t tracing_number(const struct tracing *t, const void *p, uint32_t n, bool is_signed)
{
	bool swap = t->is_big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	uint64_t v = 0;
	switch (n) {
	case 1:
		v = *(const unsigned char *)p;
		return is_signed ? (uint64_t)(int8_t)v : v;
	case 2:
		v = swap ? __builtin_bswap16(load16(p)) : load16(p);
		return is_signed ? (uint64_t)(int16_t)v : v;
	case 4:
		v = swap ? __builtin_bswap32(load32(p)) : load32(p);
		return is_signed ? (uint64_t)(int32_t)v : v;
	case 8:
		return swap ? __builtin_bswap64(load64(p)) : load64(p);
	}
	return v;
}

bool tracing_bytes(const struct tracing *t, const struct tracing_field *f, struct span raw,
                   struct span *out)
{
	if (!span_sub(raw, f->off, f->n_bytes, out))
		return false;
	if (f->place == TRACING_HERE)
		return true;
	if (f->n_bytes != 4)
		return false;
	uint64_t loc = tracing_number(t, out->p, 4, false), off = loc & 0xffff;
	if (f->place == TRACING_REL_LOC)
		off += f->off + 4ull;
	return span_sub(raw, off, loc >> 16, out);
}

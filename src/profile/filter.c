// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which samples count: the same words for every command that reads samples. Each list is parsed
 * once; the cheap questions (time, numbers, the event) are asked before those that need a name.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/words.h"
#include "profile/profile.h"

/* ------------------------------------------------------------------ parsing */

int filter_numbers(struct filter_numbers *f, const char *text, const char *what, struct err *e)
{
	struct range r;
	f->n = 0;
	while (range_next(&text, &r)) {
		VEC_ROOM(f->v, f->n, f->cap);
		f->v[f->n++] = r;
	}
	return f->n && !*text
	               ? 0
	               : err_set(e, ERR_USAGE, "%s takes numbers and ranges such as 0-3,7", what);
}

/* Seconds with up to 9 decimals -> ns; *end is behind it. */
static bool parse_seconds(const char *text, const char **end, uint64_t *ns)
{
	uint64_t whole = 0, part = 0, unit = 1000000000;
	const char *p = text;
	for (; *p >= '0' && *p <= '9' && whole < UINT64_MAX / 10 / unit; p++)
		whole = whole * 10 + (uint64_t)(*p - '0');
	if (p == text)
		return false;
	if (*p == '.')
		for (p++; *p >= '0' && *p <= '9'; p++) {
			unit /= 10;
			part += unit * (uint64_t)(*p - '0');
		}
	*ns = whole * 1000000000 + part;
	*end = p;
	return true;
}

/* A number and its %, as a part of 1. */
static bool parse_percent(const char *text, const char **end, double *part)
{
	char *p;
	*part = strtod(text, &p) / 100;
	*end = p + 1;
	return *text >= '0' && *text <= '9' && *p == '%' && *part <= 1;
}

/* "A%-B%", or "A%/N": the Nth piece of that length. */
static bool parse_part(const char *text, const char **end, struct filter_span *out)
{
	if (!parse_percent(text, end, &out->from))
		return false;
	if (**end == '-')
		return parse_percent(*end + 1, end, &out->to) && out->from <= out->to;
	if (!**end || **end == ',' || **end == ' ') { /* the first so many */
		out->to = out->from;
		out->from = 0;
		return true;
	}
	if (**end != '/' || (*end)[1] < '1' || (*end)[1] > '9')
		return false;
	char *p;
	double each = out->from;
	out->to = each * (double)strtoul(*end + 1, &p, 10);
	out->from = out->to - each;
	*end = p;
	return out->to <= 1 + 1e-9;
}

/* "FROM,TO" in seconds. */
static bool parse_span(const char *text, const char **end, struct filter_span *out)
{
	*end = text;
	out->to_ns = UINT64_MAX;
	if (*text != ',' && !parse_seconds(text, end, &out->from_ns))
		return false;
	if (**end != ',')
		return !**end || **end == ' ';
	++*end;
	if (**end && **end != ' ' && !parse_seconds(*end, end, &out->to_ns))
		return false;
	return out->from_ns <= out->to_ns;
}

int filter_time(struct filter_times *f, const char *text, struct err *e)
{
	const char *s = text;
	f->n = 0;
	f->are_parts = strchr(text, '%');
	do {
		struct filter_span span = { 0 };
		s += f->n > 0;
		if (!(f->are_parts ? parse_part(s, &s, &span) : parse_span(s, &s, &span)))
			break;
		VEC_ROOM(f->v, f->n, f->cap);
		f->v[f->n++] = span;
	} while (*s == ' ' || (f->are_parts && *s == ','));
	return f->n && !*s
	               ? 0
	               : err_set(e, ERR_USAGE,
	                         "--time takes 'FROM,TO' in seconds, or 'A%%-B%%' or 'A%%/N', not "
	                         "'%s'",
	                         text);
}

/* What is chosen by must have been recorded, or there would be silence. */
static int check_recorded(bool asked, uint64_t bit, const char *what, const struct data *d,
                          struct err *e)
{
	return !asked || !d->n_events || data_has_sample_bit(d, bit)
	               ? 0
	               : err_set(e, ERR_USAGE,
	                         "%s was not recorded, so samples cannot be chosen by it", what);
}

int filter_check(const struct filter *f, const struct data *d, struct err *e)
{
	int rc = check_recorded(f->cpus.n, ABI_SAMPLE_CPU, "the CPU of samples", d, e);
	if (!rc)
		rc = check_recorded(f->times.n, ABI_SAMPLE_TIME, "the time of samples", d, e);
	if (!rc)
		rc = check_recorded(f->pids.n || f->tids.n, ABI_SAMPLE_TID,
		                    "the process of samples", d, e);
	if (rc)
		return rc;
	return !f->event || data_event_named(d, f->event)
	               ? 0
	               : err_set(e, ERR_USAGE,
	                         "the recording has no event '%s', see 'pmrec evlist'", f->event);
}

bool filter_is_empty(const struct filter *f)
{
	return !f->pids.n && !f->tids.n && !f->cpus.n && !f->comms && !f->dsos && !f->symbols &&
	       !f->event && !f->times.n;
}

/* ------------------------------------------------------------------ asking */

static bool in_numbers(const struct filter_numbers *f, uint32_t v)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (v >= f->v[i].from && v <= f->v[i].to)
			return true;
	return f->n == 0;
}

/* Is a text one of a list separated by commas? */
static bool in_list(const char *list, const char *text)
{
	struct span word;
	if (!list)
		return true;
	while (word_next(&list, &word))
		if (span_equal(word, span_str(text)))
			return true;
	return false;
}

/* Parts are of the time between the first and the last sample. A piece ends before the next one
 * begins. */
static void resolve_parts(struct filter_times *f, struct session *s)
{
	uint64_t first, last;
	f->resolved = s;
	if (!session_sample_time(s, &first, &last)) { /* there is nothing to choose by */
		for (uint32_t i = 0; i < f->n; i++)
			f->v[i].from_ns = 0, f->v[i].to_ns = UINT64_MAX;
		return;
	}
	double all = (double)(last - first);
	for (uint32_t i = 0; i < f->n; i++) {
		struct filter_span *x = &f->v[i];
		x->from_ns = first + (uint64_t)(x->from * all + 0.5);
		x->to_ns = first + (uint64_t)(x->to * all + 0.5);
		if (x->to_ns > last || x->to >= 1)
			x->to_ns = last;
		else if (x->to_ns > x->from_ns)
			x->to_ns--;
	}
}

static bool in_times(const struct filter_times *f, uint64_t time_ns)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (time_ns >= f->v[i].from_ns &&
		    (time_ns < f->v[i].to_ns || (i == f->n - 1 && time_ns == f->v[i].to_ns)))
			return true;
	return f->n == 0;
}

static bool is_taken(struct filter *f, struct places *p, const struct session_event *ev)
{
	const struct session *s = p->session;
	const struct sample_id *id = &ev->sample.id;
	if (f->times.are_parts && f->times.resolved != p->session)
		resolve_parts(&f->times, p->session);
	if (!in_times(&f->times, id->time_ns))
		return false;
	if (!in_numbers(&f->pids, ev->thread->pid) || !in_numbers(&f->tids, ev->thread->tid) ||
	    !in_numbers(&f->cpus, id->cpu))
		return false;
	if (!in_list(f->event, ev->event->name) ||
	    !in_list(f->comms, session_name(s, ev->thread->comm)))
		return false;
	if (!f->dsos && !f->symbols)
		return true;
	const struct address own = place_own(p, ev);
	bool struck;
	uint32_t function = function_of(p, &own, &struck);
	const struct function *fn = &p->functions[function];
	const struct session_file *file = &s->files[fn->file];
	const char *name = function_name(p, fn);
	return (in_list(f->dsos, session_text(s, file->path)) ||
	        in_list(f->dsos, session_text(s, file->short_name))) &&
	       in_list(f->symbols, name ? name : "");
}

bool filter_takes(struct filter *f, struct places *p, const struct session_event *ev)
{
	bool taken = is_taken(f, p, ev);
	f->n_taken += taken;
	return taken;
}

void filter_release(struct filter *f)
{
	free(f->pids.v);
	free(f->tids.v);
	free(f->cpus.v);
	free(f->times.v);
	*f = (struct filter){ 0 };
}

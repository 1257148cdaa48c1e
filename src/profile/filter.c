// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which samples count: the same words for every command that reads samples. Each list is parsed
 * once; the cheap questions (time, numbers, the event) are asked before those that need a name.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

/* ------------------------------------------------------------------ parsing */

int filter_numbers(struct filter_numbers *f, const char *text, const char *what, struct err *e)
{
	f->n = 0;
	while (*text) {
		char *end;
		errno = 0;
		unsigned long from = strtoul(text, &end, 10), to = from;
		if (end != text && *end == '-')
			to = strtoul(text = end + 1, &end, 10);
		if (end == text || (*end && *end != ',') || errno || from > to || to > UINT32_MAX)
			return err_set(e, ERR_USAGE, "%s takes numbers and ranges such as 0-3,7",
			               what);
		VEC_ROOM(f->v, f->n, f->cap);
		f->v[f->n++] = (struct filter_range){ (uint32_t)from, (uint32_t)to };
		text = end + (*end == ',');
	}
	return f->n ? 0 : err_set(e, ERR_USAGE, "%s needs a number", what);
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

static bool parse_percent(const char *text, const char **end, double *percent)
{
	char *p;
	*percent = strtod(text, &p);
	*end = p + 1;
	return p != text && *p == '%' && *percent >= 0 && *percent <= 100;
}

static int time_refused(const char *text, struct err *e)
{
	return err_set(e, ERR_USAGE, "--time takes 'FROM,TO' in seconds, or 'A%%-B%%', not '%s'",
	               text);
}

int filter_time(struct filter *f, const char *text, struct err *e)
{
	const char *end = text;
	if (strchr(text, '%')) {
		f->by_percent = true;
		if (parse_percent(text, &end, &f->from_percent) && *end == '-' &&
		    parse_percent(end + 1, &end, &f->to_percent) && !*end &&
		    f->from_percent <= f->to_percent)
			return 0;
		return time_refused(text, e);
	}
	f->by_percent = false;
	f->from_ns = 0;
	f->to_ns = UINT64_MAX;
	if (*text != ',' && !parse_seconds(text, &end, &f->from_ns))
		end = "?";
	if (*end == ',' && end[1] && !parse_seconds(end + 1, &end, &f->to_ns))
		end = "?";
	else if (*end == ',' && !end[1])
		end++;
	if (*end || f->from_ns > f->to_ns)
		return time_refused(text, e);
	f->by_time = true;
	return 0;
}

/* What is chosen by must have been recorded, or there would be silence. */
static int check_recorded(bool asked, uint64_t bit, const char *what, const struct data *d,
                          struct err *e)
{
	bool has = !asked || !d->n_events;
	for (uint32_t i = 0; i < d->n_events && !has; i++)
		has = d->events[i].attr.sample_type & bit;
	return has ? 0
	           : err_set(e, ERR_USAGE, "%s was not recorded, so samples cannot be chosen by it",
	                     what);
}

int filter_check(const struct filter *f, const struct data *d, struct err *e)
{
	int rc = check_recorded(f->cpus.n, ABI_SAMPLE_CPU, "the CPU of samples", d, e);
	if (!rc)
		rc = check_recorded(f->by_time || f->by_percent, ABI_SAMPLE_TIME,
		                    "the time of samples", d, e);
	if (!rc)
		rc = check_recorded(f->pids.n || f->tids.n, ABI_SAMPLE_TID,
		                    "the process of samples", d, e);
	if (rc)
		return rc;
	for (uint32_t i = 0; f->event && i < d->n_events; i++)
		if (strcmp(d->events[i].name, f->event) == 0)
			return 0;
	return f->event ? err_set(e, ERR_USAGE,
	                          "the recording has no event '%s', see 'pmrec evlist'", f->event)
	                : 0;
}

bool filter_is_empty(const struct filter *f)
{
	return !f->pids.n && !f->tids.n && !f->cpus.n && !f->comms && !f->dsos && !f->symbols &&
	       !f->event && !f->by_time && !f->by_percent;
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
	size_t n = strlen(text);
	if (!list)
		return true;
	for (;; list++) {
		size_t len = strcspn(list, ",");
		if (len == n && memcmp(list, text, n) == 0)
			return true;
		list += len;
		if (!*list)
			return false;
	}
}

/* Percentages are of the time between the first and the last sample. */
static void resolve_percent(struct filter *f, struct session *s)
{
	uint64_t first, last;
	f->by_percent = false;
	f->by_time = true;
	f->from_ns = 0;
	f->to_ns = UINT64_MAX;
	if (!session_sample_time(s, &first, &last))
		return;
	f->from_ns = first + (uint64_t)((double)(last - first) * f->from_percent / 100);
	f->to_ns = f->to_percent >= 100
	                   ? last
	                   : first + (uint64_t)((double)(last - first) * f->to_percent / 100);
}

bool filter_takes(struct filter *f, struct places *p, const struct session_event *ev)
{
	const struct session *s = p->session;
	const struct sample_id *id = &ev->sample.id;
	if (f->by_percent)
		resolve_percent(f, p->session);
	if (f->by_time && (id->time_ns < f->from_ns || id->time_ns > f->to_ns))
		return false;
	if (!in_numbers(&f->pids, ev->thread->pid) || !in_numbers(&f->tids, ev->thread->tid) ||
	    !in_numbers(&f->cpus, id->cpu))
		return false;
	if (!in_list(f->event, ev->event->name) ||
	    !in_list(f->comms, session_text(s, ev->thread->comm)))
		return false;
	if (!f->dsos && !f->symbols)
		return true;
	const struct function *fn = place_function(p, place_leaf(p, ev).place);
	const struct session_file *file = &s->files[fn->file];
	const char *name = function_name(p, fn);
	return (in_list(f->dsos, session_text(s, file->path)) ||
	        in_list(f->dsos, session_text(s, file->short_name))) &&
	       in_list(f->symbols, name ? name : "");
}

void filter_release(struct filter *f)
{
	free(f->pids.v);
	free(f->tids.v);
	free(f->cpus.v);
	*f = (struct filter){ 0 };
}

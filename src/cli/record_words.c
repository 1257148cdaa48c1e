// SPDX-License-Identifier: GPL-2.0-or-later
/* The words of pmrec record's options -> what they stand for. */
#include <errno.h>
#include <stdlib.h>

#include "base/ranges.h"
#include "cli/record.h"
#include "sys/sys.h"

int record_set_event(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return event_parse(arg, &capture_source, &o->events, e);
}

int record_set_filter(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return event_add_filter(&o->events, arg, e);
}

int record_set_freq(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	if (strcmp(arg, "max") == 0) {
		o->c.freq = CAPTURE_FREQ_MAX;
		return 0;
	}
	return parse_u64(arg, "the frequency", 1, 1000000000, &o->c.freq, e);
}

int record_set_count(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	return parse_u64(arg, "the count", 1, INT64_MAX, &o->c.period, e);
}

/* A number and one of the letters, which stand for the units; false = it is nothing such. Without a
 * letter the unit is plain, and 0 = there must be one. What is too large is UINT64_MAX. */
static bool parse_units(const char *text, const char *letters, const uint64_t units[],
                        uint64_t plain, uint64_t *out)
{
	char *end;
	errno = 0;
	unsigned long long n = strtoull(text, &end, 10);
	const char *s = *end ? strchr(letters, *end) : NULL;
	uint64_t unit = *end ? (s && !end[1] ? units[s - letters] : 0) : plain;
	if (*text < '0' || *text > '9' || !unit)
		return false;
	*out = errno || n > UINT64_MAX / unit ? UINT64_MAX : n * unit;
	return true;
}

static bool parse_size(const char *text, uint64_t plain, uint64_t *out)
{
	static const uint64_t units[] = { 1, 1 << 10, 1 << 20, 1 << 30 };
	return parse_units(text, "BKMG", units, plain, out);
}

/* Pages, or bytes with a suffix; rounded up to a power of two of pages. */
int record_set_ring(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	uint64_t page = sys_page_bytes(), wanted, bytes = page;
	(void)negated;
	if (!parse_size(arg, page, &wanted))
		return err_set(e, ERR_USAGE,
		               "ring size '%s' is neither a number of pages nor a size such as "
		               "512K or 4M",
		               arg);
	if (wanted > 1ull << 30)
		return err_set(e, ERR_USAGE, "ring size '%s' is more than 1G", arg);
	if (!wanted)
		return err_set(e, ERR_USAGE, "ring size '%s' is no size", arg);
	while (bytes < wanted)
		bytes *= 2;
	o->c.ring_bytes = (size_t)bytes;
	return 0;
}

int record_set_max_size(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	if (parse_size(arg, 1, &o->c.max_bytes) && o->c.max_bytes)
		return 0;
	return err_set(e, ERR_USAGE, "size '%s' is no size such as 512K or 4M", arg);
}

/* Seconds with up to nine decimals. */
int record_set_duration(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	uint64_t ns = 0, digit = 1000000000;
	const char *s = arg;
	(void)negated;
	for (; *s >= '0' && *s <= '9' && ns < 1000000000ull * 1000000000; s++)
		ns = ns * 10 + (uint64_t)(*s - '0') * 1000000000;
	if (s > arg && *s == '.')
		for (s++; *s >= '0' && *s <= '9' && digit > 1; s++)
			ns += (uint64_t)(*s - '0') * (digit /= 10);
	if (s == arg || *s || !ns)
		return err_set(e, ERR_USAGE, "duration '%s' is no number of seconds such as 2.5",
		               arg);
	o->c.duration_ns = ns;
	return 0;
}

enum { DELAY_MS_MAX = 1000000000 };

static int set_windows(struct capture_options *c, const char *arg, struct err *e)
{
	const char *at = arg;
	struct range r;
	uint64_t least = 0;
	while (range_next(&at, &r)) {
		if (c->n_windows == CAPTURE_WINDOWS_MAX)
			return err_set(e, ERR_USAGE, "delay '%s' has more than %d ranges", arg,
			               CAPTURE_WINDOWS_MAX);
		if (r.from == r.to || r.from < least || r.to > DELAY_MS_MAX)
			return err_set(e, ERR_USAGE,
			               "delay '%s': the ranges are not one after another, with "
			               "time between them",
			               arg);
		c->windows[c->n_windows++] = (struct capture_window){ r.from, r.to };
		least = r.to + 1;
	}
	return *at || !c->n_windows
	               ? err_set(e, ERR_USAGE,
	                         "delay '%s' is neither a number of milliseconds nor ranges such "
	                         "as 10-20,30-40",
	                         arg)
	               : 0;
}

int record_set_delay(void *options, const char *arg, bool negated, struct err *e)
{
	struct capture_options *c = &((struct record_options *)options)->c;
	uint64_t ms;
	(void)negated;
	c->n_windows = 0;
	c->starts_disabled = true;
	if (strcmp(arg, "-1") == 0)
		return 0;
	if (strpbrk(arg, "-,"))
		return set_windows(c, arg, e);
	int rc = parse_u64(arg, "the delay", 0, DELAY_MS_MAX, &ms, e);
	if (rc < 0)
		return rc;
	c->starts_disabled = ms;
	c->n_windows = ms > 0;
	c->windows[0] = (struct capture_window){ ms, UINT64_MAX };
	return 0;
}

int record_set_switch(void *options, const char *arg, bool negated, struct err *e)
{
	static const uint64_t second = 1000000000;
	static const uint64_t units[] = { second, 60 * second, 3600 * second, 86400 * second };
	struct capture_options *c = &((struct record_options *)options)->c;
	(void)negated;
	c->timestamp_name = true;
	if (!arg || strcmp(arg, "signal") == 0)
		c->switch_on = CAPTURE_ON_SIGNAL;
	else if (parse_size(arg, 0, &c->switch_at) && c->switch_at)
		c->switch_on = CAPTURE_BY_SIZE;
	else if (parse_units(arg, "smhd", units, 0, &c->switch_at) && c->switch_at)
		c->switch_on = CAPTURE_BY_TIME;
	else
		return err_set(e, ERR_USAGE,
		               "'%s' is neither signal, nor a size such as 100M, nor a time such "
		               "as 30s, 5m or 1h",
		               arg);
	return 0;
}

int record_set_switch_event(void *options, const char *arg, bool negated, struct err *e)
{
	struct record_options *o = options;
	(void)negated;
	o->c.timestamp_name = true;
	return event_parse(arg, &capture_source, &o->switch_events, e);
}

int record_set_switch_files(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t n = 0;
	(void)negated;
	int rc = parse_u64(arg, "the number of files", 1, 100000, &n, e);
	((struct record_options *)options)->c.switch_files = (uint32_t)n;
	return rc;
}

int record_set_zstd(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t level = 1;
	(void)negated;
	int rc = arg ? parse_u64(arg, "the compression level", 0, 22, &level, e) : 0;
	((struct record_options *)options)->c.zstd_level = (int)level;
	return rc;
}

int record_set_zstd_form(void *options, const char *arg, bool negated, struct err *e)
{
	(void)negated;
	if (strcmp(arg, "1") != 0 && strcmp(arg, "2") != 0)
		return err_set(e, ERR_USAGE, "compressed form '%s' is neither 1 nor 2", arg);
	((struct record_options *)options)->c.zstd_old_form = *arg == '1';
	return 0;
}

/* perf keeps copies of programs in a cache; here there is none. */
int record_set_nothing(void *options, const char *arg, bool negated, struct err *e)
{
	(void)options;
	(void)arg;
	(void)negated;
	(void)e;
	return 0;
}

/* Nor does a number change anything that is right for perf alone; but it is to be one. */
int record_set_no_number(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t n;
	(void)options;
	(void)negated;
	return arg ? parse_u64(arg, "the number", 0, INT32_MAX, &n, e) : 0;
}

int record_set_buffer(void *options, const char *arg, bool negated, struct err *e)
{
	const uint64_t least = 1 << 20, most = 1 << 30;
	struct record_options *o = options;
	uint64_t bytes;
	(void)negated;
	if (!parse_size(arg, 0, &bytes) || bytes < least || bytes > most)
		return err_set(e, ERR_USAGE, "buffer size '%s' is not between 1M and 1G", arg);
	o->c.buffer_bytes = (size_t)bytes;
	return 0;
}

int record_set_realtime(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t priority = 0;
	(void)negated;
	int rc = parse_u64(arg, "the real-time priority", 1, 99, &priority, e);
	((struct record_options *)options)->c.realtime = (uint32_t)priority;
	return rc;
}

int record_set_affinity(void *options, const char *arg, bool negated, struct err *e)
{
	static const char *const words[] = { [CAPTURE_AFFINITY_SYS] = "sys",
		                             [CAPTURE_AFFINITY_NODE] = "node",
		                             [CAPTURE_AFFINITY_CPU] = "cpu" };
	(void)negated;
	for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(arg, words[i]) == 0) {
			((struct record_options *)options)->c.affinity = (enum capture_affinity)i;
			return 0;
		}
	return err_set(e, ERR_USAGE, "affinity '%s' is neither sys, node nor cpu", arg);
}

int record_set_flush(void *options, const char *arg, bool negated, struct err *e)
{
	uint64_t bytes;
	(void)negated;
	if (!parse_size(arg, 1, &bytes) || !bytes || bytes > 1ull << 30)
		return err_set(e, ERR_USAGE, "size '%s' is no size such as 64K, up to 1G", arg);
	((struct record_options *)options)->c.flush_bytes = (size_t)bytes;
	return 0;
}

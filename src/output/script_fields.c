// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which fields script prints of the samples of each kind of event: perf's defaults, and what -F
 * makes of them (perf-script(1), --fields).
 */
#include "output/internal.h"

#define ROW(ID, NAME, NEEDS, PUT) { NAME, NEEDS },
static const struct {
	const char *name;
	uint64_t needs;
} rows[] = { SCRIPT_FIELDS(ROW) };

/* perf's, for which more must be read than a recording. */
static const char *const elsewhere[][2] = {
	{ "srccode", "the source code of the programs" },
	{ "insn", "the code of the programs" },
	{ "insnlen", "the code of the programs" },
	{ "disasm", "the code of the programs" },
	{ "brstackinsn", "the code of the programs" },
	{ "brstackinsnlen", "the code of the programs" },
	{ "brstackdisasm", "the code of the programs" },
	{ "callindent", "a decoded hardware trace" },
	{ "ipc", "a decoded hardware trace" },
	{ "synth", "a decoded hardware trace" },
	{ "metric", "the metrics of the processor's vendor" },
};

#define USUAL                                                                             \
	(FIELD(COMM) | FIELD(TID) | FIELD(CPU) | FIELD(TIME) | FIELD(EVENT) | FIELD(IP) | \
	 FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO) | FIELD(PERIOD))
#define MEMORY                                                                                \
	(FIELD(ADDR) | FIELD(DATA_SRC) | FIELD(WEIGHT) | FIELD(INS_LAT) | FIELD(RETIRE_LAT) | \
	 FIELD(PHYS_ADDR) | FIELD(DATA_PAGE_SIZE) | FIELD(CODE_PAGE_SIZE))
#define FRAMES (FIELD(IP) | FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO))

static const struct {
	const char *prefix; /* NULL = none */
	const char *name;
	uint64_t fields, never;
} kinds[SCRIPT_KINDS] = {
	[SCRIPT_HARDWARE] = { "hw", "hardware", USUAL, FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_SOFTWARE] = { "sw", "software", USUAL | FIELD(BPF_OUTPUT), FIELD(TRACE) },
	[SCRIPT_TRACEPOINT] = { "trace", "tracepoint",
	                        FIELD(COMM) | FIELD(TID) | FIELD(CPU) | FIELD(TIME) | FIELD(EVENT) |
	                                FIELD(TRACE),
	                        0 },
	[SCRIPT_CACHE] = { NULL, "hardware-cache", USUAL, FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_RAW] = { "raw", "raw", USUAL | MEMORY, FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_BREAKPOINT] = { NULL, "breakpoint", USUAL, FIELD(TRACE) | FIELD(BPF_OUTPUT) },
	[SCRIPT_OTHER] = { NULL, "other", USUAL, FIELD(TRACE) | FIELD(BPF_OUTPUT) },
};

enum script_kind script_kind(const struct abi_attr *attr)
{
	static const enum script_kind of_type[] = {
		[ABI_TYPE_HARDWARE] = SCRIPT_HARDWARE,
		[ABI_TYPE_SOFTWARE] = SCRIPT_SOFTWARE,
		[ABI_TYPE_TRACEPOINT] = SCRIPT_TRACEPOINT,
		[ABI_TYPE_HW_CACHE] = SCRIPT_CACHE,
		[ABI_TYPE_RAW] = SCRIPT_RAW,
		[ABI_TYPE_BREAKPOINT] = SCRIPT_BREAKPOINT,
	};
	return attr->type < sizeof of_type / sizeof *of_type ? of_type[attr->type] : SCRIPT_OTHER;
}

static void fields_begin(struct script_fields *f)
{
	for (int k = 0; k < SCRIPT_KINDS && !f->begun; k++)
		f->v[k] = kinds[k].fields;
	f->begun = true;
}

/* The field of a name, as a bit. */
static int field_find(struct span name, uint64_t *out, struct err *e)
{
	for (size_t i = 0; i < FIELDS_END; i++)
		if (span_equal(name, span_str(rows[i].name))) {
			*out = 1ull << i;
			return 0;
		}
	for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
		if (span_equal(name, span_str(elsewhere[i][0])))
			return err_set(e, ERR_USAGE,
			               "field '%s' needs %s, which pmrec does not read",
			               elsewhere[i][0], elsewhere[i][1]);
	return err_set(e, ERR_USAGE, "unknown field '%.*s', see 'man pmrec-script'",
	               (int)(name.n < 64 ? name.n : 64), (const char *)name.p);
}

/* Cut the kind in front of a list off; *which = bits of the kinds that it is about. */
static int take_prefix(struct script_fields *f, const char **list, unsigned *which, struct err *e)
{
	const char *colon = strchr(*list, ':');
	*which = (1u << SCRIPT_KINDS) - 1;
	if (!colon)
		return 0;
	struct span prefix = span_of(*list, (size_t)(colon - *list));
	for (unsigned k = 0; k < SCRIPT_KINDS; k++)
		if (kinds[k].prefix && span_equal(prefix, span_str(kinds[k].prefix))) {
			*which = 1u << k;
			f->chosen |= *which;
			*list = colon + 1;
			return 0;
		}
	return err_set(e, ERR_USAGE, "no kind of event is called '%.*s': hw, sw, trace, raw",
	               (int)(prefix.n < 64 ? prefix.n : 64), *list);
}

/* how: '+', '-' or 0 = the field is one of those that replace the defaults. */
static int change(struct script_fields *f, unsigned which, char how, struct span name,
                  struct err *e)
{
	uint64_t bit = 0;
	int rc = field_find(name, &bit, e);
	if (rc)
		return rc;
	for (unsigned k = 0; k < SCRIPT_KINDS; k++) {
		if (!(which >> k & 1))
			continue;
		if (kinds[k].never & bit) {
			/* Of all kinds those that can have it are meant. */
			if (which & (which - 1))
				continue;
			return err_set(e, ERR_USAGE, "%s events have no field '%.*s'",
			               kinds[k].name, (int)name.n, (const char *)name.p);
		}
		f->v[k] = how == '-' ? f->v[k] & ~bit : f->v[k] | bit;
		f->asked[k] = how == '-' ? f->asked[k] & ~bit : f->asked[k] | bit;
	}
	return 0;
}

int script_fields_parse(struct script_fields *f, const char *list, struct err *e)
{
	unsigned which;
	fields_begin(f);
	int rc = take_prefix(f, &list, &which, e);
	if (rc)
		return rc;
	if (!*list && !(f->chosen & which))
		return err_set(e, ERR_USAGE, "an empty list of fields");
	bool replaces = *list != '+' && *list != '-';
	f->touched |= which;
	for (unsigned k = 0; k < SCRIPT_KINDS && replaces; k++)
		if (which >> k & 1)
			f->v[k] = f->asked[k] = 0;
	while (!rc && *list) {
		char how = *list == '+' || *list == '-' ? *list : 0;
		list += how != 0;
		size_t n = strcspn(list, ",");
		if (replaces != !how)
			return err_set(e, ERR_USAGE,
			               "fields to add (+) or to leave out (-) cannot be mixed "
			               "with a list of fields");
		rc = change(f, which, how, span_of(list, n), e);
		list += n + (list[n] == ',');
	}
	return rc;
}

/* Do samples of such an event hold the field? */
static bool is_recorded(enum script_field field, const struct abi_attr *attr)
{
	uint64_t needs = rows[field].needs;
	if (field == FIELD_BRCNTR)
		return attr->sample_type & ABI_SAMPLE_BRANCH_STACK &&
		       attr->branch_sample_type & ABI_BRANCH_COUNTERS;
	if (field == FIELD_BPF_OUTPUT)
		return attr->type == ABI_TYPE_SOFTWARE && attr->config == ABI_SW_BPF_OUTPUT;
	return !needs || attr->sample_type & needs;
}

/* A CPU that was asked for is printed as -1 where it was not recorded. */
uint64_t script_fields_of(const struct script_fields *f, const struct abi_attr *attr)
{
	enum script_kind k = script_kind(attr);
	uint64_t all = f->v[k], had = f->asked[k] & FIELD(CPU) & all;
	for (uint64_t left = all; left; left &= left - 1)
		if (is_recorded((enum script_field)__builtin_ctzll(left), attr))
			had |= left & -left;
	return had;
}

static int settle_events(struct script_fields *f, const struct data *d, struct err *e)
{
	uint64_t lacking[SCRIPT_KINDS] = { 0 }, had = 0, asked = 0;
	for (uint32_t i = 0; i < d->n_events; i++) {
		enum script_kind k = script_kind(&d->events[i].attr);
		const struct abi_attr *a = &d->events[i].attr;
		uint64_t has = script_fields_of(f, a);
		if (!(a->sample_type & ABI_SAMPLE_CPU))
			has &= ~FIELD(CPU);
		lacking[k] |= f->v[k] & ~has;
		had |= has;
	}
	/* One event that lacks a field takes it from all of its kind, as in perf, unless it is of
	 * those that are printed where there is one. */
	const uint64_t where_any = FIELD(BPF_OUTPUT) | FIELD(BRCNTR);
	for (int k = 0; k < SCRIPT_KINDS; k++) {
		asked |= f->asked[k] & lacking[k];
		f->v[k] &= ~(lacking[k] & ~f->asked[k] & ~where_any);
	}
	/* A hardware trace may bring what the events lack. */
	if (data_has_feature(d, ABI_FEATURE_AUXTRACE))
		had |= FIELD(CPU) | FIELD(ADDR) | FIELD(DATA_SRC);
	if (asked & ~had)
		return err_set(e, ERR_USAGE, "field '%s' was not recorded",
		               rows[__builtin_ctzll(asked & ~had)].name);
	return 0;
}

int script_fields_settle(struct script_fields *f, const struct data *d, struct err *e)
{
	unsigned there = 0;
	fields_begin(f);
	for (uint32_t i = 0; i < d->n_events; i++) {
		enum script_kind k = script_kind(&d->events[i].attr);
		there |= 1u << k;
		if (k == SCRIPT_TRACEPOINT && !(f->touched >> k & 1) &&
		    (d->events[i].attr.sample_type & ABI_SAMPLE_CALLCHAIN))
			f->v[k] |= FRAMES;
	}
	for (unsigned k = 0; k < SCRIPT_KINDS; k++) {
		if ((f->chosen & ~there) >> k & 1 && f->v[k])
			return err_set(e, ERR_USAGE, "the recording has no %s events",
			               kinds[k].name);
		if (f->v[k] & FIELD(DSOFF))
			f->v[k] |= FIELD(DSO);
	}
	return settle_events(f, d, e);
}

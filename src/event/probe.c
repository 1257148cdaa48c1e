// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Events that are no PMU's formats alone: kprobes and uprobes, whose place is a text that config1
 * points at (perf_event_open(2), "Dynamic PMU types kprobe and uprobe"), and breakpoints.
 */
#include "event/internal.h"

/* ------------------------------------------------------------------ probes */

/*	uprobe/path=FILE,offset=N/   uprobe/path=FILE,func=NAME,offset=N/
 *	kprobe/func=NAME,offset=N/   kprobe/addr=N/                        retprobe beside them */
struct place {
	struct span path, func;
	uint64_t offset;
	bool has_offset;
};

static bool is_uprobe(const struct event_pmu *pmu)
{
	return strcmp(pmu->name, "uprobe") == 0;
}

bool probe_is(const struct event_pmu *pmu)
{
	return is_uprobe(pmu) || strcmp(pmu->name, "kprobe") == 0;
}

/* 1 = it says nothing about the place. */
static int place_term(const struct parse *p, const struct event_pmu *pmu, const struct term *t,
                      struct place *out)
{
	bool is_addr = !is_uprobe(pmu) && span_is(t->name, "addr");
	if (span_is(t->name, "func"))
		out->func = t->value;
	else if (is_uprobe(pmu) && span_is(t->name, "path"))
		out->path = t->value;
	else if (is_addr || span_is(t->name, "offset")) {
		out->has_offset = true;
		if (number_parse(t->value, &out->offset))
			return 0;
		return parse_fault(p, (const char *)t->name.p, "'%.*s' wants a number",
		                   (int)t->name.n, (const char *)t->name.p);
	} else
		return 1;
	return t->value.n ? 0
	                  : parse_fault(p, (const char *)t->name.p, "'%.*s' wants a name",
	                                (int)t->name.n, (const char *)t->name.p);
}

static int uprobe_place(struct parse *p, const struct place *place, struct event_spec *spec)
{
	const struct event_source *s = p->source;
	char *path = arena_dup(&p->list->arena, place->path.p, place->path.n);
	uint64_t off = 0;
	if (!place->path.n)
		return parse_fault(p, p->text, "a uprobe needs 'path=FILE'");
	if (!place->func.n && !place->has_offset)
		return parse_fault(p, p->text, "a uprobe needs 'func=NAME' or 'offset=NUMBER'");
	if (place->func.n) {
		char *name = arena_dup(&p->list->arena, place->func.p, place->func.n);
		if (!s || !s->function)
			return parse_fault(p, (const char *)place->func.p,
			                   "functions of programs cannot be found here");
		int rc = s->function(s->ctx, path, name, &off, p->e);
		if (rc < 0)
			return parse_fault(
				p, (const char *)place->func.p, "%s",
				p->e ? arena_dup(&p->list->arena, p->e->text, strlen(p->e->text))
				     : "");
	}
	spec->attr.config1 = (uintptr_t)path;
	spec->attr.config2 = off + place->offset;
	spec->is_pointed = true;
	return 0;
}

static int kprobe_place(struct parse *p, const struct place *place, struct event_spec *spec)
{
	if (!place->func.n && !place->has_offset)
		return parse_fault(p, p->text, "a kprobe needs 'func=NAME' or 'addr=NUMBER'");
	if (place->func.n) {
		spec->attr.config1 = (uintptr_t)arena_dup(&p->list->arena, place->func.p,
		                                          place->func.n);
		spec->is_pointed = true;
	}
	spec->attr.config2 = place->offset;
	return 0;
}

int probe_apply(struct parse *p, const struct event_pmu *pmu, const struct terms *terms,
                struct event_spec *spec)
{
	struct event_pmu plain = *pmu;
	struct terms rest = { .n = 0 };
	struct place place = { 0 };
	plain.name = ""; /* no probe any more */
	for (uint32_t i = 0; i < terms->n; i++) {
		int rc = place_term(p, pmu, &terms->v[i], &place);
		if (rc < 0)
			return rc;
		if (rc > 0)
			rest.v[rest.n++] = terms->v[i];
	}
	int rc = pmu_apply(p, &plain, &rest, spec);
	spec->once = true;
	if (rc < 0)
		return rc;
	return is_uprobe(pmu) ? uprobe_place(p, &place, spec) : kprobe_place(p, &place, spec);
}

/* ------------------------------------------------------------------ breakpoints */

/* HW_BREAKPOINT_* of include/uapi/linux/hw_breakpoint.h. */
enum { ON_READ = 1, ON_WRITE = 2, ON_EXECUTE = 4 };

enum { DATA_BYTES = 4, CODE_BYTES = sizeof(long) };

static struct span take_while(struct parse *p, const char *chars)
{
	struct span s = span_of(p->at, strspn(p->at, chars));
	p->at += s.n;
	return s;
}

/* "rwx" behind ':', unless that is a modifier's. */
static int breakpoint_kinds(struct parse *p, struct abi_attr *attr)
{
	const char *s = p->at + 1;
	size_t n = *p->at == ':' ? strspn(s, "rwx") : 0;
	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++) {
		unsigned kind = s[i] == 'r' ? ON_READ : s[i] == 'w' ? ON_WRITE : ON_EXECUTE;
		if (attr->bp_type & kind)
			return parse_fault(p, s + i, "'%c' is there twice", s[i]);
		attr->bp_type |= kind;
	}
	p->at = s + n;
	return 0;
}

int breakpoint_event(struct parse *p)
{
	static const char digits[] = "0123456789abcdefABCDEFxX";
	struct event_spec *spec = parse_add(p);
	if (!spec)
		return ERR_USAGE;
	struct abi_attr *attr = &spec->attr;
	struct span addr = take_while(p, digits);
	attr->type = ABI_TYPE_BREAKPOINT;
	spec->once = true;
	if (!number_parse(addr, &attr->config1))
		return parse_fault(p, (const char *)addr.p, "an address is missing");
	if (*p->at == '/') {
		p->at++;
		struct span len = take_while(p, digits);
		if (!number_parse(len, &attr->config2) || !attr->config2 || attr->config2 > 8)
			return parse_fault(p, (const char *)len.p,
			                   "the length is 1 to 8, as the CPU has it");
	}
	int rc = breakpoint_kinds(p, attr);
	if (!attr->bp_type)
		attr->bp_type = ON_READ | ON_WRITE;
	if (!attr->config2)
		attr->config2 = attr->bp_type == ON_EXECUTE ? CODE_BYTES : DATA_BYTES;
	return rc;
}
